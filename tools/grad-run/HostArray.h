//===- HostArray.h - Values that a step reads and writes -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_TOOLS_GRADRUN_HOSTARRAY_H
#define GRAD_TOOLS_GRADRUN_HOSTARRAY_H

#include "mlir/IR/BuiltinTypes.h"

#include <vector>

namespace mlir::grad {

/// A contiguous array of one rank, in the element type of the program. `index`
/// takes 8 bytes, i1 one.
struct HostArray {
  mlir::Type elementType;
  std::vector<int64_t> shape;
  std::vector<char> data;

  HostArray() = default;
  /// Zeros.
  HostArray(mlir::Type elementType, llvm::ArrayRef<int64_t> shape);

  int64_t getNumElements() const;
  /// The bytes of element i.
  llvm::StringRef getElement(int64_t i) const;
};

/// The bytes of one element in memory.
int64_t getElementBytes(mlir::Type elementType);

/// Fills every element with the bytes of one.
void fillWith(HostArray &array, llvm::StringRef element);

/// Fills with numbers that depend on the seed, the stream and the position
/// only: floats from -1 to 1, integers from -8 to 7 (unsigned from 0 to 15),
/// i1 either, index from 0 to 3.
void fillRandom(HostArray &array, uint64_t seed, uint64_t stream);

/// Element i as text, with all digits.
std::string formatElement(const HostArray &array, int64_t i);

/// Writes shape, type and elements in one line.
void printArray(const HostArray &array, llvm::raw_ostream &os);

/// The first element in which two arrays of one type and shape differ, or
/// nothing. `rtol` below 0: bit by bit, but any NaN equals any NaN; else the
/// difference is at most `rtol` times `scale`.
std::optional<int64_t> findDifference(const HostArray &a, const HostArray &b,
                                      double rtol, double scale);

/// The largest difference of elements that are finite in both.
double getMaxDifference(const HostArray &a, const HostArray &b);

/// Element i as a double.
double getDouble(const HostArray &array, int64_t i);

/// The largest finite magnitude in the array; 0 where there is none.
double getMaxMagnitude(const HostArray &array);

} // namespace mlir::grad

#endif // GRAD_TOOLS_GRADRUN_HOSTARRAY_H
