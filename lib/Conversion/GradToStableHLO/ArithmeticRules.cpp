//===- ArithmeticRules.cpp - StableHLO for other dialects' ops --*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArithmeticRules.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace mlir::grad;

const ArithmeticRule *grad::findArithmeticRule(Operation *op) {
  static const llvm::StringMap<const ArithmeticRule *> rules = [] {
    llvm::StringMap<const ArithmeticRule *> rules;
    for (ArrayRef<ArithmeticRule> part :
         {getElementwiseRules(), getComparisonRules(), getTensorRules(),
          getGradRules()})
      for (const ArithmeticRule &rule : part)
        rules[rule.name] = &rule;
    return rules;
  }();
  return rules.lookup(op->getName().getStringRef());
}

RankedTensorType grad::getTensorType(Type type) {
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return tensor;
  if (type.isIndex())
    type = IntegerType::get(type.getContext(), 64);
  return RankedTensorType::get({}, type);
}

bool grad::isRead(OpOperand &operand) {
  Operation *op = operand.getOwner();
  if (isa<tensor::ReshapeOp>(op))
    return operand.getOperandNumber() == 0;
  auto dim = dyn_cast<tensor::DimOp>(op);
  if (!dim)
    return true;
  std::optional<int64_t> index = dim.getConstantIndex();
  auto source = dyn_cast<RankedTensorType>(dim.getSource().getType());
  bool known = index && source && *index >= 0 && *index < source.getRank() &&
               !source.isDynamicDim(*index);
  return operand.getOperandNumber() == 0 && !known;
}
