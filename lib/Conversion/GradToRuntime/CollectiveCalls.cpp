//===- CollectiveCalls.cpp - Collectives as calls of the runtime -*- C++
//-*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CollectiveCalls.h"
#include "Capabilities.h"
#include "gradrt/status.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/Utils/MemRefUtils.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

using namespace mlir;
using namespace mlir::grad;

//===----------------------------------------------------------------------===//
// Statuses
//===----------------------------------------------------------------------===//

/// The block that returns with the status that it is given.
Block *CollectiveCalls::getFailureBlock() {
  if (failureBlock)
    return failureBlock;
  Location loc = function.getLoc();
  OpBuilder builder(function.getContext());
  failureBlock =
      builder.createBlock(&function.getBody(), function.getBody().end(),
                          calls.getPointerType(), loc);
  SmallVector<Value> results = {failureBlock->getArgument(0)};
  for (Type type : function.getResultTypes().drop_front())
    results.push_back(ub::PoisonOp::create(builder, loc, type));
  func::ReturnOp::create(builder, loc, results);
  return failureBlock;
}

void CollectiveCalls::check(OpBuilder &builder, Location loc, Value status) {
  Block *block = builder.getInsertionBlock();
  Block *rest = block->splitBlock(builder.getInsertionPoint());
  builder.setInsertionPointToEnd(block);
  Value isFine = LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::eq,
                                      status, calls.createNull(builder, loc));
  cf::CondBranchOp::create(builder, loc, isFine, rest, ValueRange(),
                           getFailureBlock(), status);
  builder.setInsertionPointToStart(rest);
}

void CollectiveCalls::replaceAssert(cf::AssertOp op) {
  Location loc = op.getLoc();
  Block *block = op->getBlock(), *rest = block->splitBlock(op);
  OpBuilder builder(op.getContext());
  Block *failed = builder.createBlock(rest);
  Value status = calls.call(
      builder, loc, "gradrt_status_create",
      {calls.createI32(builder, loc, GRADRT_SYSTEM),
       calls.createText(builder, loc, "assertion failed: " + op.getMsg()),
       calls.createPlace(builder, op)});
  cf::BranchOp::create(builder, loc, getFailureBlock(), status);
  builder.setInsertionPointToEnd(block);
  cf::CondBranchOp::create(builder, loc, op.getArg(), rest, failed);
  op.erase();
}

//===----------------------------------------------------------------------===//
// What can be lowered
//===----------------------------------------------------------------------===//

/// Checks one reduction against the backend's table.
static LogicalResult verifyReduction(CollectiveOpInterface op,
                                     ReductionKind kind, StringRef backend,
                                     bool ignoreNaN) {
  for (auto [i, input] : llvm::enumerate(op.getInputs())) {
    Type wire = cast<ShapedType>(input.getType()).getElementType();
    Type result = op.getDeliveredType(i).getElementType();
    if (canReduce(backend, wire, result, kind, ignoreNaN))
      continue;
    if (dropsNaN(backend, wire, result, kind))
      return op->emitError("backend '")
             << backend << "' loses NaN in '" << stringifyReductionKind(kind)
             << "' of " << wire << "; 'ignore-nan' accepts that";
    return op->emitError("backend '")
           << backend << "' has no '" << stringifyReductionKind(kind)
           << "' that sends " << wire << " and delivers " << result
           << "; convert to a type that it has";
  }
  return success();
}

LogicalResult CollectiveCalls::verify(CollectiveOpInterface op) {
  if (op.isTensorForm())
    return op->emitError("expected memrefs; bufferize first");
  for (Value operand : op->getOperands()) {
    auto type = cast<MemRefType>(operand.getType());
    if (!getRuntimeType(type.getElementType()))
      return op->emitError("the runtime has no element type ")
             << type.getElementType();
    if (!type.getLayout().isIdentity() &&
        !memref::isStaticShapeAndContiguousRowMajor(type))
      return op->emitError("expected contiguous memrefs, got ") << type;
  }
  if (auto reduce = dyn_cast<AllReduceOp>(op.getOperation()))
    return verifyReduction(op, reduce.getKind(), backend, ignoreNaN);
  if (auto scatter = dyn_cast<ReduceScatterOp>(op.getOperation()))
    return verifyReduction(op, scatter.getKind(), backend, ignoreNaN);
  return success();
}

//===----------------------------------------------------------------------===//
// Collectives
//===----------------------------------------------------------------------===//

Value CollectiveCalls::createType(OpBuilder &builder, Location loc,
                                  Value memref) {
  Type element = cast<MemRefType>(memref.getType()).getElementType();
  return calls.createI32(builder, loc, *getRuntimeType(element));
}

/// The product of sizes, as an i64.
static Value createProduct(RuntimeCalls &calls, OpBuilder &builder,
                           Location loc, Value memref, int64_t from,
                           int64_t to) {
  Value product = calls.createI64(builder, loc, 1);
  for (int64_t dim = from; dim != to; ++dim)
    product = arith::MulIOp::create(
        builder, loc, product, calls.createSize(builder, loc, memref, dim));
  return product;
}

void CollectiveCalls::callAllReduce(OpBuilder &builder, AllReduceOp op,
                                    Value send, Value recv) {
  Location loc = op.getLoc();
  Value status = calls.call(
      builder, loc, "gradrt_all_reduce",
      {getContext(), calls.createPointer(builder, loc, send),
       calls.createPointer(builder, loc, recv),
       calls.createCount(builder, loc, send), createType(builder, loc, send),
       createType(builder, loc, recv),
       calls.createI32(builder, loc, getRuntimeKind(op.getKind())),
       calls.createGroups(builder, loc, op.getGroupAttr()), stream,
       calls.createPlace(builder, op)});
  check(builder, loc, status);
}

/// Where the type fixes the number of shards, the group has to have as many
/// ranks: buffers have that size.
void CollectiveCalls::checkShard(OpBuilder &builder, Operation *op,
                                 GroupAttr group, int64_t dim, Value whole,
                                 Value shard) {
  Location loc = op->getLoc();
  Value status =
      calls.call(builder, loc, "gradrt_check_shard",
                 {getContext(), calls.createSize(builder, loc, whole, dim),
                  calls.createSize(builder, loc, shard, dim),
                  calls.createGroups(builder, loc, group),
                  calls.createPlace(builder, op)});
  check(builder, loc, status);
}

void CollectiveCalls::callReduceScatter(OpBuilder &builder, ReduceScatterOp op,
                                        Value send, Value recv) {
  Location loc = op.getLoc();
  int64_t dim = op.getDim(), rank = cast<MemRefType>(recv.getType()).getRank();
  checkShard(builder, op, op.getGroupAttr(), dim, send, recv);
  Value status = calls.call(
      builder, loc, "gradrt_reduce_scatter",
      {getContext(), calls.createPointer(builder, loc, send),
       calls.createPointer(builder, loc, recv),
       createProduct(calls, builder, loc, recv, 0, dim),
       createProduct(calls, builder, loc, recv, dim, rank),
       createType(builder, loc, send), createType(builder, loc, recv),
       calls.createI32(builder, loc, getRuntimeKind(op.getKind())),
       calls.createGroups(builder, loc, op.getGroupAttr()), stream,
       calls.createPlace(builder, op)});
  check(builder, loc, status);
}

void CollectiveCalls::callAllGather(OpBuilder &builder, AllGatherOp op,
                                    Value send, Value recv) {
  Location loc = op.getLoc();
  int64_t dim = op.getDim(), rank = cast<MemRefType>(send.getType()).getRank();
  checkShard(builder, op, op.getGroupAttr(), dim, recv, send);
  Value status =
      calls.call(builder, loc, "gradrt_all_gather",
                 {getContext(), calls.createPointer(builder, loc, send),
                  calls.createPointer(builder, loc, recv),
                  createProduct(calls, builder, loc, send, 0, dim),
                  createProduct(calls, builder, loc, send, dim, rank),
                  createType(builder, loc, send),
                  calls.createGroups(builder, loc, op.getGroupAttr()), stream,
                  calls.createPlace(builder, op)});
  check(builder, loc, status);
}

void CollectiveCalls::callBroadcast(OpBuilder &builder, BroadcastOp op,
                                    Value send, Value recv) {
  Location loc = op.getLoc();
  Value status = calls.call(
      builder, loc, "gradrt_broadcast",
      {getContext(), calls.createPointer(builder, loc, send),
       calls.createPointer(builder, loc, recv),
       calls.createCount(builder, loc, send), createType(builder, loc, send),
       calls.createI64(builder, loc, op.getRoot()),
       calls.createGroups(builder, loc, op.getGroupAttr()), stream,
       calls.createPlace(builder, op)});
  check(builder, loc, status);
}

void CollectiveCalls::callPair(OpBuilder &builder, CollectiveOpInterface op,
                               unsigned pair) {
  Value send = op.getInputs()[pair];
  Value recv = op.getOutputs().empty() ? send : op.getOutputs()[pair];
  Operation *operation = op;
  if (auto reduce = dyn_cast<AllReduceOp>(operation))
    return callAllReduce(builder, reduce, send, recv);
  if (auto scatter = dyn_cast<ReduceScatterOp>(operation))
    return callReduceScatter(builder, scatter, send, recv);
  if (auto gather = dyn_cast<AllGatherOp>(operation))
    return callAllGather(builder, gather, send, recv);
  callBroadcast(builder, cast<BroadcastOp>(operation), send, recv);
}

/// A place on the stack for what the runtime writes.
Value CollectiveCalls::createSlot(Type type) {
  OpBuilder entry = OpBuilder::atBlockBegin(&function.getBody().front());
  Location loc = function.getLoc();
  return LLVM::AllocaOp::create(entry, loc, calls.getPointerType(), type,
                                calls.createI64(entry, loc, 1));
}

Value CollectiveCalls::createTicket(CollectiveOpInterface op) {
  return tickets[op] = createSlot(IntegerType::get(op->getContext(), 64));
}

/// Finds the stream that the collective goes to.
void CollectiveCalls::fork(OpBuilder &builder, Operation *op) {
  Location loc = op->getLoc();
  if (!tickets.contains(op)) {
    stream = calls.createNull(builder, loc);
    return;
  }
  Value slot = createSlot(calls.getPointerType());
  check(builder, loc,
        calls.call(builder, loc, "gradrt_fork",
                   {getContext(), slot, calls.createPlace(builder, op)}));
  stream = LLVM::LoadOp::create(builder, loc, calls.getPointerType(), slot);
}

/// Whether the type says that there is nothing to send.
static bool isEmpty(ShapedType type) {
  return type.hasStaticShape() && type.getNumElements() == 0;
}

void CollectiveCalls::replaceCollective(CollectiveOpInterface op) {
  OpBuilder builder(op);
  // Memrefs of a static size of 0 are sent nowhere.
  SmallVector<unsigned> pairs;
  for (unsigned i = 0, e = op.getInputs().size(); i != e; ++i)
    if (!isEmpty(cast<ShapedType>(op.getInputs()[i].getType())))
      pairs.push_back(i);
  fork(builder, op);
  bool isGroup = pairs.size() > 1;
  if (isGroup)
    check(builder, op.getLoc(),
          calls.call(builder, op.getLoc(), "gradrt_group_start", getContext()));
  for (unsigned pair : pairs)
    callPair(builder, op, pair);
  if (isGroup)
    check(builder, op.getLoc(),
          calls.call(builder, op.getLoc(), "gradrt_group_end", getContext()));
  if (Value ticket = tickets.lookup(op))
    check(builder, op.getLoc(),
          calls.call(builder, op.getLoc(), "gradrt_mark",
                     {getContext(), ticket, calls.createPlace(builder, op)}));
  op->erase();
}

/// Replaces memory that the runtime keeps: a descriptor of what it gives.
void CollectiveCalls::replaceWorkspace(WorkspaceOp op) {
  Location loc = op.getLoc();
  auto type = cast<MemRefType>(op.getMemory().getType());
  Type pointer = calls.getPointerType();
  Value slot = createSlot(pointer);
  OpBuilder builder(op);
  Value bytes = calls.createI64(builder, loc, type.getNumElements());
  check(builder, loc,
        calls.call(builder, loc, "gradrt_workspace",
                   {getContext(), calls.createKey(builder, op), bytes, slot,
                    calls.createPlace(builder, op)}));
  Value memory = LLVM::LoadOp::create(builder, loc, pointer, slot);
  op.replaceAllUsesWith(calls.createMemRef(builder, loc, memory, type, bytes));
  op.erase();
}

/// Replaces an operation that asks for a number: the runtime writes an i64.
void CollectiveCalls::replaceQuery(Operation *op, StringRef name,
                                   ArrayRef<Value> arguments) {
  Location loc = op->getLoc();
  OpBuilder builder(op);
  Value slot = createSlot(builder.getI64Type());
  SmallVector<Value> all = {getContext()};
  llvm::append_range(all, arguments);
  all.push_back(slot);
  if (name == "gradrt_group_size")
    all.push_back(calls.createPlace(builder, op));
  check(builder, loc, calls.call(builder, loc, name, all));
  Value number = LLVM::LoadOp::create(builder, loc, builder.getI64Type(), slot);
  op->getResult(0).replaceAllUsesWith(
      arith::IndexCastOp::create(builder, loc, builder.getIndexType(), number));
  op->erase();
}

LogicalResult CollectiveCalls::replace(Operation *op) {
  if (op->getParentOp() != function)
    return op->emitError("expected no structured control flow around a "
                         "collective; run convert-scf-to-cf first");
  if (auto size = dyn_cast<GroupSizeOp>(op)) {
    OpBuilder builder(op);
    replaceQuery(
        op, "gradrt_group_size",
        calls.createGroups(builder, op->getLoc(), size.getGroupAttr()));
    return success();
  }
  if (isa<RankOp>(op)) {
    replaceQuery(op, "gradrt_rank", {});
    return success();
  }
  if (auto workspace = dyn_cast<WorkspaceOp>(op)) {
    replaceWorkspace(workspace);
    return success();
  }
  auto collective = cast<CollectiveOpInterface>(op);
  if (failed(verify(collective)))
    return failure();
  replaceCollective(collective);
  return success();
}
