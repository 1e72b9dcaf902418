//===- Reduction.cpp - Sums and the like inside a block of threads ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reduction.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::grad;

bool grad::isIndexedByReductions(linalg::LinalgOp op, OpOperand &operand) {
  SmallVector<unsigned> reductions;
  op.getReductionDims(reductions);
  AffineMap map = op.getMatchingIndexingMap(&operand);
  return llvm::any_of(reductions,
                      [&](unsigned loop) { return map.isFunctionOfDim(loop); });
}

/// Whether `value` depends on `source` inside the block.
static bool dependsOn(Value value, Value source, Block *block) {
  SetVector<Value> reached;
  reached.insert(value);
  for (unsigned i = 0; i != reached.size(); ++i) {
    if (reached[i] == source)
      return true;
    Operation *op = reached[i].getDefiningOp();
    if (op && op->getBlock() == block)
      reached.insert(op->operand_begin(), op->operand_end());
  }
  return false;
}

std::optional<Combiner> Combiner::match(linalg::LinalgOp op) {
  if (op.getNumDpsInits() != 1 || op->getNumRegions() != 1 ||
      isIndexedByReductions(op, *op.getDpsInitOperand(0)))
    return std::nullopt;
  Block *body = &op->getRegion(0).front();
  Value output = body->getArguments().back();
  Operation *last = body->getTerminator()->getOperand(0).getDefiningOp();
  if (!last || last->getBlock() != body || last->getNumOperands() != 2 ||
      !output.hasOneUse() || *output.user_begin() != last ||
      !last->hasOneUse() || !arith::getNeutralElement(last))
    return std::nullopt;
  unsigned input = last->getOperand(0) == output ? 1 : 0;
  if (dependsOn(last->getOperand(input), output, body))
    return std::nullopt;
  return Combiner(last, input);
}

Type Combiner::getType() const { return op->getResult(0).getType(); }

bool Combiner::isEqual(const Combiner &other) const {
  return op->getName() == other.op->getName() && getType() == other.getType() &&
         op->getAttrDictionary() == other.op->getAttrDictionary();
}

Value Combiner::createNeutral(Kernel &kernel, int64_t lanes) const {
  TypedAttr neutral = *arith::getNeutralElement(op);
  if (lanes != 1)
    neutral = DenseElementsAttr::get(VectorType::get({lanes}, getType()),
                                     Attribute(neutral));
  return arith::ConstantOp::create(kernel.builder, kernel.loc, neutral);
}

Value Combiner::combine(Kernel &kernel, Value left, Value right) const {
  OperationState state(kernel.loc, op->getName());
  state.operands = {left, right};
  state.types = {left.getType()};
  state.propertiesAttr = op->getPropertiesAsAttribute();
  return kernel.builder.create(state)->getResult(0);
}

Value Combiner::createElement(Kernel &kernel, linalg::LinalgOp linalgOp,
                              ValueRange inputs, ValueRange indices,
                              int64_t lanes) const {
  // Nothing that is cloned reads the output.
  SmallVector<Value> arguments(inputs);
  arguments.push_back(createNeutral(kernel, lanes));
  return kernel.cloneBody(linalgOp, op->getOperand(input), arguments, indices,
                          lanes, /*without=*/op)[0];
}

Value Combiner::createScratch(Kernel &kernel) const {
  auto space = gpu::AddressSpaceAttr::get(
      kernel.builder.getContext(), gpu::GPUDialect::getWorkgroupAddressSpace());
  auto type = MemRefType::get({kBlockThreads}, getStorageType(getType()),
                              MemRefLayoutAttrInterface(), space);
  return kernel.function.addWorkgroupAttribution(type, kernel.loc);
}

Value Combiner::combineBlock(Kernel &kernel, Value value, Value scratch) const {
  OpBuilder &builder = kernel.builder;
  Location loc = kernel.loc;
  Type storage = getStorageType(getType());
  Value thread = arith::IndexCastOp::create(
      builder, loc, builder.getIndexType(), kernel.thread());
  auto write = [&](Value stored) {
    if (stored.getType().isIndex())
      stored = arith::IndexCastOp::create(builder, loc, storage, stored);
    else if (stored.getType() != storage)
      stored = arith::ExtUIOp::create(builder, loc, storage, stored);
    memref::StoreOp::create(builder, loc, stored, scratch, thread);
  };
  auto read = [&](Value index) -> Value {
    Value stored = memref::LoadOp::create(builder, loc, scratch, index);
    if (getType().isIndex())
      stored = arith::IndexCastOp::create(builder, loc, getType(), stored);
    else if (getType() != storage)
      stored = arith::TruncIOp::create(builder, loc, getType(), stored);
    return stored;
  };
  write(value);
  for (int64_t half = kBlockThreads / 2; half; half /= 2) {
    gpu::BarrierOp::create(builder, loc);
    Value width = arith::ConstantIndexOp::create(builder, loc, half);
    Value isLow = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                                        thread, width);
    auto branch = scf::IfOp::create(builder, loc, isLow);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(branch.thenYield());
    Value other = arith::AddIOp::create(builder, loc, thread, width);
    write(combine(kernel, read(thread), read(other)));
  }
  gpu::BarrierOp::create(builder, loc);
  return read(arith::ConstantIndexOp::create(builder, loc, 0));
}
