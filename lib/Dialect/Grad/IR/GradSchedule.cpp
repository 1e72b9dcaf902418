//===- GradSchedule.cpp - How a step is called -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "grad/Dialect/Grad/IR/GradArgumentAttrs.h"
#include "grad/Dialect/Grad/IR/GradAttributes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace mlir::grad;

LogicalResult ScheduleAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                   FlatSymbolRefAttr, FlatSymbolRefAttr,
                                   FlatSymbolRefAttr, int64_t microSteps,
                                   bool) {
  if (microSteps > 0)
    return success();
  return emitError() << "GR-SD-3: expected 'micro_steps' to be above 0, got "
                     << microSteps;
}

SmallVector<FlatSymbolRefAttr> ScheduleAttr::getFunctions() const {
  SmallVector<FlatSymbolRefAttr> functions = {getAccumulate(), getUpdate()};
  if (getClear())
    functions.push_back(getClear());
  return functions;
}

namespace {
/// What the functions of a schedule have to agree on.
struct State {
  Type type;
  bool isPerRank;
  StringAttr function;
};
} // namespace

/// Checks GR-SD-4 for one function.
static LogicalResult verifyState(FunctionOpInterface function,
                                 llvm::DenseMap<StringAttr, State> &states) {
  for (unsigned i = 0, e = function.getNumArguments(); i != e; ++i) {
    StringAttr name = getStateName(function, i);
    if (!name)
      continue;
    Type type = function.getArgumentTypes()[i];
    bool isPerRank = bool(function.getArgAttr(i, kPerRankAttrName));
    auto [it, inserted] = states.try_emplace(
        name, State{type, isPerRank, function.getNameAttr()});
    const State &other = it->second;
    if (other.type != type)
      return function->emitOpError("GR-SD-4: expected state ")
             << name << " to be " << other.type << " as in '@"
             << other.function.getValue() << "', got " << type;
    if (other.isPerRank != isPerRank)
      return function->emitOpError("GR-SD-4: expected state ")
             << name << " to be '" << kPerRankAttrName << "' in all functions "
             << "of the schedule or in none, unlike in '@"
             << other.function.getValue() << "'";
  }
  return success();
}

LogicalResult grad::verifyScheduleAttr(Operation *op, Attribute attr) {
  auto schedule = dyn_cast<ScheduleAttr>(attr);
  if (!schedule || !isa<ModuleOp>(op))
    return op->emitOpError("GR-SD-1: expected '")
           << kScheduleAttrName << "' to be a #grad.schedule on a module, got "
           << attr;
  llvm::DenseMap<StringAttr, State> states;
  llvm::SmallDenseSet<StringAttr> seen;
  for (FlatSymbolRefAttr name : schedule.getFunctions()) {
    auto function = dyn_cast_or_null<FunctionOpInterface>(
        SymbolTable::lookupSymbolIn(op, name.getAttr()));
    if (!function)
      return op->emitOpError("GR-SD-2: '")
             << kScheduleAttrName << "' names " << name
             << ", which is no function of the module";
    if (!seen.insert(name.getAttr()).second)
      return op->emitOpError("GR-SD-2: '")
             << kScheduleAttrName << "' names " << name << " twice";
    if (failed(verifyState(function, states)))
      return failure();
  }
  return success();
}
