//===- ArrayFiles.h - Arrays of a program in .npz files -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_TOOLS_GRADRUN_ARRAYFILES_H
#define GRAD_TOOLS_GRADRUN_ARRAYFILES_H

#include "HostArray.h"
#include "Npz.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::grad {

/// Arrays of files, by name.
using ArrayMap = llvm::StringMap<npz::Array>;

/// What is read: files, and arrays that get another name, as in
/// `images=train_x`.
struct InputFiles {
  std::vector<std::string> paths, names;

  bool empty() const { return paths.empty(); }
};

/// Reads files; of arrays of one name the last counts.
llvm::Expected<ArrayMap> readArrays(const InputFiles &files);

/// Fails where the folder of a file cannot be written to, before hours are
/// spent on what should go there. `option` is what named the file.
llvm::Error verifyFolder(llvm::StringRef option, llvm::StringRef path);

/// NumPy's name of an element type. bf16, which NumPy lacks, travels as its
/// bits.
std::string getDescr(mlir::Type type);

/// A shape as messages show it.
std::string formatShape(llvm::ArrayRef<int64_t> shape);

/// Whether a shape is one of those that a type with dynamic sizes allows.
bool fitsShape(llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<int64_t> type);

/// Fails unless the array has the element type.
llvm::Error verifyDescr(llvm::StringRef name, const npz::Array &array,
                        mlir::Type elementType);

/// Part `number` of the array as a value of the program. A part follows the
/// other: it has the elements of `shape`.
HostArray getPart(const npz::Array &array, mlir::Type elementType,
                  llvm::ArrayRef<int64_t> shape, int64_t number);

/// Values of one shape as one array: with a leading dimension where there are
/// several or `isList`.
npz::Array joinParts(llvm::ArrayRef<HostArray> parts, bool isList);

} // namespace mlir::grad

#endif // GRAD_TOOLS_GRADRUN_ARRAYFILES_H
