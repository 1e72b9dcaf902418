//===- BucketPlaces.h - Which buffers may lie in a bucket -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_LIB_PIPELINES_BUCKETPLACES_H
#define GRAD_LIB_PIPELINES_BUCKETPLACES_H

#include "grad/Dialect/Grad/IR/GradInterfaces.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::grad {

/// The allocation behind an operand of a collective, or why it has to stay
/// where it is.
struct BucketPlace {
  memref::AllocOp alloc;
  std::string obstacle;
};

/// Whether the operand's memory may be some that is kept from one call of the
/// function to the next, and in which nothing else lies meanwhile.
BucketPlace findBucketPlace(CollectiveOpInterface op, OpOperand &operand);

/// The bytes of one element in memory; 0 where no bucket can hold it.
int64_t getElementBytes(MemRefType type);

} // namespace mlir::grad

#endif // GRAD_LIB_PIPELINES_BUCKETPLACES_H
