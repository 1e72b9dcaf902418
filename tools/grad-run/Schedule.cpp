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

using namespace mlir;
using namespace mlir::grad;

llvm::SmallVector<const Program *, 3> Schedule::getPrograms() const {
  llvm::SmallVector<const Program *, 3> programs;
  for (const auto &program : {accumulate, update, clear})
    if (program)
      programs.push_back(program.get());
  return programs;
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
