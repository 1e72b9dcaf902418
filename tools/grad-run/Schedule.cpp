//===- Schedule.cpp - How a step is called -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Schedule.h"
#include "grad/Dialect/Grad/IR/GradArgumentAttrs.h"
#include "grad/Dialect/Grad/IR/GradAttributes.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace mlir::grad;

llvm::SmallVector<const Program *, 3> Schedule::getPrograms() const {
  llvm::SmallVector<const Program *, 3> programs;
  for (const auto &program : {accumulate, update, clear})
    if (program)
      programs.push_back(program.get());
  return programs;
}

static llvm::Error makeError(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

/// Takes an argument of another function for that of the same name.
static llvm::Error mergeArgument(Slot &slot, StringRef function,
                                 const Slot &other, StringRef otherFunction) {
  std::string where = "argument '" + slot.name + "' of '" + function.str() +
                      "' and of '" + otherFunction.str() + "'";
  if (!slot.isNamed && !other.isNamed)
    return makeError(where + ": their positions are no names that two "
                             "functions share; name both by 'grad.name'");
  if (slot.elementType != other.elementType || slot.shape != other.shape ||
      slot.isState != other.isState || slot.isBatch != other.isBatch ||
      slot.isSeed != other.isSeed || slot.isReplicated != other.isReplicated)
    return makeError(where + " differ in their types or roles");
  if (!slot.init.empty() && !other.init.empty() && slot.init != other.init)
    return makeError(where + " start from different numbers");
  if (slot.init.empty())
    slot.init = other.init;
  return llvm::Error::success();
}

llvm::Expected<std::vector<Slot>> Schedule::getArguments() const {
  std::vector<Slot> slots;
  /// The number of the slot of a name, and the function it was first seen in.
  llvm::StringMap<std::pair<size_t, const Program *>> seen;
  for (const Program *program : getPrograms())
    for (const Slot &slot : program->getArguments()) {
      if (slot.isBatch && !takesRows(*program))
        return makeError("'" + program->getEntry() + "' takes the batch '" +
                         slot.name +
                         "', but is called between micro-steps, without rows");
      auto [it, inserted] =
          seen.try_emplace(slot.name, std::pair(slots.size(), program));
      auto [number, first] = it->second;
      if (inserted)
        slots.push_back(slot);
      else if (llvm::Error error = mergeArgument(
                   slots[number], first->getEntry(), slot, program->getEntry()))
        return error;
    }
  return slots;
}

/// The schedule, or null. What is wrong with the file is said when it is
/// compiled.
static ScheduleAttr readSchedule(MLIRContext &context, StringRef path) {
  ScopedDiagnosticHandler quiet(&context, [](Diagnostic &) {});
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(path, &context);
  return module ? (*module)->getAttrOfType<ScheduleAttr>(kScheduleAttrName)
                : ScheduleAttr();
}

bool grad::hasSchedule(MLIRContext &context, StringRef path) {
  return bool(readSchedule(context, path));
}

llvm::Expected<Schedule> Schedule::create(MLIRContext &context, StringRef path,
                                          StringRef entry,
                                          const CompileOptions &options) {
  Schedule schedule;
  ScheduleAttr attr =
      entry.empty() ? readSchedule(context, path) : ScheduleAttr();
  auto compile = [&](StringRef name, std::shared_ptr<const Program> &program) {
    return Program::create(context, path, name, options).moveInto(program);
  };
  if (!attr) {
    if (llvm::Error error = compile(entry, schedule.update))
      return error;
    return schedule;
  }
  schedule.microSteps = attr.getMicroSteps();
  schedule.lastInUpdate = attr.getLastInUpdate();
  if (llvm::Error error =
          compile(attr.getAccumulate().getValue(), schedule.accumulate))
    return error;
  if (llvm::Error error = compile(attr.getUpdate().getValue(), schedule.update))
    return error;
  if (attr.getClear())
    if (llvm::Error error = compile(attr.getClear().getValue(), schedule.clear))
      return error;
  return schedule;
}
