//===- CollectiveCalls.h - Collectives as calls of the runtime -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_LIB_CONVERSION_GRADTORUNTIME_COLLECTIVECALLS_H
#define GRAD_LIB_CONVERSION_GRADTORUNTIME_COLLECTIVECALLS_H

#include "RuntimeCalls.h"
#include "grad/Dialect/Grad/IR/GradOps.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"

namespace mlir::grad {

/// Turns the operations of one function that need the runtime into calls whose
/// status is tested. The function's context is its first argument, its status
/// its first result.
class CollectiveCalls {
public:
  CollectiveCalls(RuntimeCalls &calls, func::FuncOp function, StringRef backend,
                  bool ignoreNaN)
      : calls(calls), function(function), backend(backend),
        ignoreNaN(ignoreNaN) {}

  /// Memory at the function's entry that the collective's ticket will be in:
  /// the collective goes to the stream of its own.
  Value createTicket(CollectiveOpInterface op);

  /// Replaces a collective, `grad.group_size`, `grad.rank` or `grad.workspace`.
  /// Fails, with an error at the operation, where the backend cannot do it.
  LogicalResult replace(Operation *op);

  /// Has the function return with an error where the assertion fails.
  void replaceAssert(cf::AssertOp op);

  /// Goes on after the insertion point only where the status is no error; else
  /// the function returns with it.
  void check(OpBuilder &builder, Location loc, Value status);

private:
  LogicalResult verify(CollectiveOpInterface op);
  void replaceCollective(CollectiveOpInterface op);
  void callPair(OpBuilder &builder, CollectiveOpInterface op, unsigned pair);
  void callAllReduce(OpBuilder &builder, AllReduceOp op, Value send,
                     Value recv);
  void callReduceScatter(OpBuilder &builder, ReduceScatterOp op, Value send,
                         Value recv);
  void callAllGather(OpBuilder &builder, AllGatherOp op, Value send,
                     Value recv);
  void callBroadcast(OpBuilder &builder, BroadcastOp op, Value send,
                     Value recv);
  void checkShard(OpBuilder &builder, Operation *op, GroupAttr group,
                  int64_t dim, Value whole, Value shard);
  void replaceQuery(Operation *op, StringRef name, ArrayRef<Value> arguments);
  void replaceWorkspace(WorkspaceOp op);
  Value createType(OpBuilder &builder, Location loc, Value memref);
  Block *getFailureBlock();
  Value createSlot(Type type);
  void fork(OpBuilder &builder, Operation *op);

  Value getContext() { return function.getArgument(0); }

  RuntimeCalls &calls;
  func::FuncOp function;
  StringRef backend;
  bool ignoreNaN;
  Block *failureBlock = nullptr;
  llvm::DenseMap<Operation *, Value> tickets;
  /// The stream of the collective that is being replaced.
  Value stream;
};

} // namespace mlir::grad

#endif // GRAD_LIB_CONVERSION_GRADTORUNTIME_COLLECTIVECALLS_H
