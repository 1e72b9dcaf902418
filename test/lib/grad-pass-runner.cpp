//===- grad-pass-runner.cpp - Run passes on many files -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `grad-opt IN --pass-pipeline=PIPELINE -o OUT --remarks-filter=.` does,
// for a list of files in one process. Each line of the list is
//
//   IN OUT PIPELINE
//
// and is answered by
//
//   LINE done REMARKS
//   LINE refused MESSAGE    the file, the pipeline or a pass has an error
//
// where PIPELINE is what stands inside `builtin.module(...)`, and the line
// breaks of remarks and messages are written as '\f'.
//
//===----------------------------------------------------------------------===//

#include "grad/Dialect/Grad/Transforms/Passes.h"
#include "grad/Pipelines/CPUPipeline.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/ThreadPool.h"
#include "llvm/Support/raw_ostream.h"

#include <mutex>

using namespace mlir;
namespace cl = llvm::cl;

static cl::opt<std::string> listFile(cl::Positional, cl::init("-"),
                                     cl::desc("<list>"));
static cl::opt<unsigned> jobs("jobs", cl::desc("files at a time"), cl::init(2));

/// Runs one line. What passes say goes to `os`.
static LogicalResult run(StringRef line, const DialectRegistry &registry,
                         llvm::raw_ostream &os) {
  auto [in, rest] = line.split(' ');
  auto [out, pipeline] = rest.split(' ');
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    os << diagnostic.getLocation() << ": " << diagnostic.str() << '\n';
  });
  remark::RemarkCategories categories;
  categories.passed = categories.missed = categories.analysis = ".*";
  if (failed(remark::enableOptimizationRemarks(
          context, /*streamer=*/nullptr,
          std::make_unique<remark::RemarkEmittingPolicyAll>(), categories,
          /*printAsEmitRemarks=*/true)))
    return failure();
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(in, &context);
  if (!module)
    return failure();
  PassManager pm(&context);
  if (failed(parsePassPipeline(pipeline, pm, os)) || failed(pm.run(*module)))
    return failure();
  std::error_code error;
  llvm::raw_fd_ostream file(out, error, llvm::sys::fs::OF_Text);
  if (error) {
    os << out << ": " << error.message();
    return failure();
  }
  module->print(file);
  file << '\n';
  return success();
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  cl::ParseCommandLineOptions(argc, argv, "Runs passes on many files.\n");
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(listFile);
  if (!buffer) {
    llvm::errs() << listFile << ": " << buffer.getError().message() << '\n';
    return 1;
  }
  DialectRegistry registry;
  grad::registerPipelineDialects(registry);
  grad::registerGradTransformsPasses();
  SmallVector<StringRef> lines;
  (*buffer)->getBuffer().split(lines, '\n', -1, /*KeepEmpty=*/false);
  std::mutex mutex;
  llvm::DefaultThreadPool pool(llvm::hardware_concurrency(jobs));
  for (auto [number, line] : llvm::enumerate(lines))
    pool.async([&, number = number, line = line] {
      std::string text;
      llvm::raw_string_ostream os(text);
      bool isDone = succeeded(run(line, registry, os));
      llvm::replace(text, '\n', '\f');
      std::lock_guard<std::mutex> lock(mutex);
      llvm::outs() << number << (isDone ? " done " : " refused ") << text
                   << '\n';
      llvm::outs().flush();
    });
  pool.wait();
  return 0;
}
