//===- ArithmeticWriter.cpp - Writes arithmetic as StableHLO ----*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArithmeticWriter.h"
#include "../StableHLO/RankNumbering.h"
#include "XLAModule.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::grad;

//===----------------------------------------------------------------------===//
// DeadOps
//===----------------------------------------------------------------------===//

DeadOps::DeadOps(Operation *root) {
  SmallVector<Operation *> candidates;
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (!isOfXLA(op) && op->getNumResults() != 0 && isMemoryEffectFree(op) &&
        !op->hasTrait<OpTrait::IsTerminator>())
      candidates.push_back(op);
  });
  // Users come behind what they use.
  for (Operation *op : llvm::reverse(candidates))
    if (llvm::all_of(op->getUses(), [&](OpOperand &use) {
          return !isRead(use) || contains(use.getOwner());
        }))
      ops.insert(op);
}

bool DeadOps::contains(Operation *op) const {
  for (; op; op = op->getParentOp())
    if (ops.contains(op))
      return true;
  return false;
}

void DeadOps::erase() {
  for (Operation *op : ops)
    op->erase();
}

//===----------------------------------------------------------------------===//
// Planning
//===----------------------------------------------------------------------===//

static llvm::Error checkType(Type type) {
  if (auto tensor = dyn_cast<RankedTensorType>(type)) {
    if (isStableHLOElementType(tensor.getElementType()))
      return llvm::Error::success();
    return refuse("StableHLO has no element type " +
                  printText(tensor.getElementType()));
  }
  if (type.isIndex() || isStableHLOElementType(type))
    return llvm::Error::success();
  return refuse("StableHLO has no values of type " + printText(type));
}

llvm::Error ArithmeticWriter::plan(Operation *op, const ArithmeticRule &rule) {
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isRead(operand))
      continue;
    Type type = operand.get().getType();
    if (llvm::Error error = checkType(type))
      return error;
    Operation *source = operand.get().getDefiningOp();
    if (isa<RankedTensorType>(type) || planned.contains(source))
      continue;
    if (source && isInRefused(source)) {
      noteRefused(op);
      return llvm::Error::success();
    }
    return refuse("its operand " + Twine(operand.getOperandNumber()) + " is " +
                  printText(type) + ", and XLA has tensors only");
  }
  if (llvm::Error error = checkType(op->getResult(0).getType()))
    return error;
  if (rule.check)
    if (llvm::Error error = rule.check(op))
      return error;
  planned.insert({op, &rule});
  return llvm::Error::success();
}

bool ArithmeticWriter::isInRefused(Operation *op) const {
  for (; op; op = op->getParentOp())
    if (refused.contains(op))
      return true;
  return false;
}

llvm::Error ArithmeticWriter::checkUses(Operation *op,
                                        const DeadOps &dead) const {
  Type type = op->getResult(0).getType();
  if (isa<RankedTensorType>(type))
    return llvm::Error::success();
  for (Operation *user : op->getUsers())
    if (!planned.contains(user) && !isInRefused(user) && !dead.contains(user))
      return refuse("'" + user->getName().getStringRef() +
                    "' takes its result as " + printText(type) +
                    ", and XLA has tensors only");
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

Value ArithmeticWriter::writeOne(Operation *op, const ArithmeticRule &rule) {
  OpBuilder opBuilder(op);
  StableHLOBuilder builder(opBuilder, op->getLoc());
  SmallVector<Value> operands;
  for (Value operand : op->getOperands()) {
    Value tensor = tensors.lookup(operand);
    operands.push_back(tensor ? tensor : operand);
  }
  RankedTensorType type = getTensorType(op->getResult(0).getType());
  Value value = rule.write(rule, builder, op, operands, type);
  if (value.getType() == type)
    return value;
  // What is known of the shape, or an encoding, is all that may differ.
  return builder.create("stablehlo.convert", value, type)->getResult(0);
}

void ArithmeticWriter::write() {
  remarkWritten();
  for (auto [op, rule] : planned) {
    Value result = op->getResult(0), value = writeOne(op, *rule);
    if (value.getType() == result.getType())
      result.replaceAllUsesWith(value);
    else
      tensors[result] = value;
  }
  for (auto [op, rule] : llvm::reverse(planned))
    op->erase();
}

void ArithmeticWriter::remarkWritten() const {
  llvm::MapVector<Operation *, int64_t> counts;
  for (auto [op, rule] : planned)
    if (auto function = op->getParentOfType<FunctionOpInterface>())
      ++counts[function];
  for (auto [function, count] : counts)
    remark::passed(function->getLoc(),
                   remark::RemarkOpts::name("arithmetic")
                       .category("convert-grad-to-stablehlo"))
        << remark::detail::Remark::Arg("Operations", count);
}
