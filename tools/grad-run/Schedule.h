//===- Schedule.h - How a step is called -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_TOOLS_GRADRUN_SCHEDULE_H
#define GRAD_TOOLS_GRADRUN_SCHEDULE_H

#include "Program.h"

namespace mlir::grad {

/// The functions of a step, compiled. A step without a schedule of its own is
/// an update that holds its one micro-step.
struct Schedule {
  std::shared_ptr<const Program> accumulate, update, clear;
  int64_t microSteps = 1;
  bool lastInUpdate = true;

  /// The functions that there are.
  llvm::SmallVector<const Program *, 3> getPrograms() const;

  /// Whether the function is called with the rows of a micro-step.
  bool takesRows(const Program &program) const {
    return &program == accumulate.get() ||
           (lastInUpdate && &program == update.get());
  }

  /// The arguments of all functions, each name once. Fails where two functions
  /// mean different things by a name, and where one that is called between
  /// micro-steps takes a batch.
  llvm::Expected<std::vector<Slot>> getArguments() const;

  /// Reads and compiles `grad.schedule` of a file, or, with `entry` or without
  /// a schedule, one function.
  static llvm::Expected<Schedule> create(mlir::MLIRContext &context,
                                         llvm::StringRef path,
                                         llvm::StringRef entry,
                                         const CompileOptions &options);
};

/// Whether the file's module has a schedule; false where it cannot be read.
bool hasSchedule(mlir::MLIRContext &context, llvm::StringRef path);

} // namespace mlir::grad

#endif // GRAD_TOOLS_GRADRUN_SCHEDULE_H
