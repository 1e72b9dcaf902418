//===- Npz.h - Arrays in NumPy's .npz files -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads and writes the files of numpy.savez and numpy.load: zip archives that
// hold one .npy file for each array.
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_RUN_NPZ_H
#define GRAD_RUN_NPZ_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace mlir::grad::npz {

/// A dense array.
struct Array {
  /// NumPy's name of the element type: |b1, |i1, |u1, <i2, <i4, <i8, <u2, <u4,
  /// <u8, <f2, <f4, <f8, <c8 or <c16.
  std::string descr;
  /// The size of each dimension; empty for a scalar.
  std::vector<int64_t> shape;
  /// The elements in C (row-major) order, each little endian.
  std::vector<char> data;
};

using NamedArray = std::pair<std::string, Array>;

/// Reads all arrays of the file at `path`, in the file's order, each with its
/// name less the .npy ending. Arrays in Fortran order or of big-endian elements
/// are converted. The file need not be trusted: whatever it holds, the result
/// is either its arrays, each with data that fits its shape, or an error.
llvm::Expected<std::vector<NamedArray>> readNpz(llvm::StringRef path);

/// Writes `arrays` to the file at `path` and replaces what was there, or, on an
/// error, leaves it as it was. The same arrays give the same bytes each time.
/// Their names are in UTF-8, without control characters.
llvm::Error writeNpz(llvm::StringRef path, llvm::ArrayRef<NamedArray> arrays);

} // namespace mlir::grad::npz

#endif // GRAD_RUN_NPZ_H
