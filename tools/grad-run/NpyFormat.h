//===- NpyFormat.h - The format of one .npy array -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a .npy file says ahead of its data. The file begins with a magic string,
// a version (two bytes) and the length of the header (two bytes in version 1.0,
// else four). The header is a Python dictionary with the element type, the
// order and the shape. The data follow it.
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_RUN_NPYFORMAT_H
#define GRAD_RUN_NPYFORMAT_H

#include "Npz.h"

#include "llvm/ADT/Twine.h"

namespace mlir::grad::npz {

/// The error that a file or an array is not as it has to be.
inline llvm::Error fail(const llvm::Twine &message) {
  return llvm::createStringError(
      std::make_error_code(std::errc::invalid_argument), message);
}

/// The magic string and the version.
constexpr size_t npyPrefixBytes = 8;

/// An element type that an Array can have, and how a file stores it.
struct ElementType {
  /// As in Array::descr, so without the file's byte order.
  std::string descr;
  /// Bytes in an element.
  uint64_t size = 0;
  /// Bytes in each part of an element that has a byte order of its own: half
  /// of a complex element, else all of it.
  uint64_t partSize = 0;
  bool bigEndian = false;
};

/// The header of a .npy file.
struct NpyHeader {
  ElementType type;
  bool fortranOrder = false;
  std::vector<int64_t> shape;
  /// The size of the data, which `shape` and `type` give.
  uint64_t dataBytes = 0;
};

/// The number of bytes that hold the header's length, as the first
/// npyPrefixBytes of a file say.
llvm::Expected<size_t> npyLengthBytes(llvm::StringRef prefix);

/// Parses the dictionary of a header, whatever the version: they differ only
/// in how the names of a structured type's fields are encoded.
llvm::Expected<NpyHeader> parseNpyHeader(llvm::StringRef text);

/// Converts data as a file with `header` stores them to those of an Array.
void convertNpyData(const NpyHeader &header, std::vector<char> &data);

/// All that comes ahead of the data in a .npy file of `array`, or why no file
/// can hold it.
llvm::Expected<std::string> makeNpyHeader(const Array &array);

} // namespace mlir::grad::npz

#endif // GRAD_RUN_NPYFORMAT_H
