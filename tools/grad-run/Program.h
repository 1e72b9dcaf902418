//===- Program.h - A compiled step -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_TOOLS_GRADRUN_PROGRAM_H
#define GRAD_TOOLS_GRADRUN_PROGRAM_H

#include "HostArray.h"
#include "grad/Conversion/Passes.h"
#include "gradrt/gradrt.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/Error.h"

#include <functional>
#include <memory>
#include <string>

namespace mlir::grad {

/// An argument or result of an entry point.
struct Slot {
  /// Its name in files and messages: that of the parameter, state, update or
  /// gradient, else `arg0`, `result0`, ...
  std::string name;
  mlir::Type elementType;
  /// Empty for a scalar; dynamic sizes as in MLIR.
  std::vector<int64_t> shape;
  /// Whether the program gives it that name, rather than its position.
  bool isNamed = false;
  /// Arguments: equal on all ranks.
  bool isReplicated = false;
  /// Arguments: rows that are shared out over the ranks.
  bool isBatch = false;
  /// Arguments: a parameter or other state, and what each element starts from,
  /// as bytes, where that is said.
  bool isState = false;
  std::string init;
  /// Arguments: the loss's cotangent.
  bool isSeed = false;
  /// Results: something to watch, by its own name.
  bool isMetric = false;
  /// Results: the argument that is written in place, if one is.
  std::optional<unsigned> updates;
};

/// The memory of this machine.
uint64_t getMemoryBytes();

/// How a step is compiled.
struct CompileOptions {
  std::string backend = "local";
  /// For a backend with a device: the passes that compile kernels.
  std::string kernelPasses = "grad-serialize-kernels";
  /// As grad-gpu-pipeline's options of these names.
  bool ignoreNaN = false;
  LowPrecision lowPrecision = LowPrecision::Keep;
  /// A step that runs fast, rather than one that compiles fast.
  bool isOptimized = true;
  /// Buckets in memory that stays, as grad-cpu-pipeline's option of that name.
  bool placeBuckets = true;
  /// What is done to the program before it is lowered.
  std::function<void(mlir::ModuleOp)> prepare;
};

/// A step that was compiled for this machine.
class Program {
public:
  /// Reads, lowers and compiles the file. `entry`: the public function, or
  /// empty where there is only one. Errors that concern a place in the program
  /// were reported there already.
  static llvm::Expected<std::shared_ptr<const Program>>
  create(mlir::MLIRContext &context, llvm::StringRef path,
         llvm::StringRef entry, const CompileOptions &options);

  llvm::ArrayRef<Slot> getArguments() const { return arguments; }
  llvm::ArrayRef<Slot> getResults() const { return results; }
  llvm::StringRef getPath() const { return path; }
  llvm::StringRef getEntry() const { return entryName; }

  /// Runs the step on the calling thread as the context's rank. Arguments that
  /// a result updates are written; `outputs` gets every result, but no elements
  /// for these.
  gradrt_status run(gradrt_context *context, std::vector<HostArray> &inputs,
                    std::vector<HostArray> &outputs) const;

private:
  llvm::Error readSignature(mlir::ModuleOp module, llvm::StringRef entry);
  llvm::Error compile(mlir::ModuleOp module, const CompileOptions &options);

  gradrt_status runOnDevice(gradrt_context *context,
                            std::vector<HostArray> &inputs,
                            std::vector<HostArray> &outputs) const;
  std::vector<HostArray> makeOutputs() const;
  gradrt_status takeResults(gradrt_context *context,
                            llvm::ArrayRef<std::vector<int64_t>> descriptors,
                            std::vector<HostArray> &outputs) const;
  gradrt_status call(gradrt_context *context,
                     std::vector<std::vector<int64_t>> &descriptors) const;

  std::string path, entryName;
  /// Whether arguments and results are in a device's memory.
  bool isOnDevice = false;
  std::vector<Slot> arguments, results;
  std::unique_ptr<mlir::ExecutionEngine> engine;
  void (*packedEntry)(void **) = nullptr;
};

} // namespace mlir::grad

#endif // GRAD_TOOLS_GRADRUN_PROGRAM_H
