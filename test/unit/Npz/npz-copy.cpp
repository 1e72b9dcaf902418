//===- npz-copy.cpp - Copies a .npz file, for tests -----------------------===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// npz-copy FROM TO: reads a file and writes its arrays to another, so that a
// test can compare both with NumPy.
//
//===----------------------------------------------------------------------===//

#include "Npz.h"

#include "llvm/Support/raw_ostream.h"

int main(int argc, char **argv) {
  if (argc != 3) {
    llvm::errs() << "usage: npz-copy FROM TO\n";
    return 2;
  }
  auto arrays = mlir::grad::npz::readNpz(argv[1]);
  llvm::Error error =
      arrays ? mlir::grad::npz::writeNpz(argv[2], *arrays) : arrays.takeError();
  if (error) {
    llvm::errs() << "npz-copy: " << llvm::toString(std::move(error)) << '\n';
    return 1;
  }
  return 0;
}
