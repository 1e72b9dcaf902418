//===- grad-run.cpp - Compile and run a step -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles a function and runs it on several ranks in one process; compares two
// programs on the same inputs.
//
//===----------------------------------------------------------------------===//

#include "Compare.h"
#include "grad/Conversion/ForeignDialects.h"
#include "grad/Pipelines/CPUPipeline.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"

#include <unistd.h>

using namespace mlir;
using namespace mlir::grad;
namespace cl = llvm::cl;

static cl::OptionCategory category("grad-run options");
static cl::opt<std::string> inputFile(cl::Positional, cl::Required,
                                      cl::desc("<file.mlir>"),
                                      cl::cat(category));
static cl::opt<std::string>
    entry("entry", cl::desc("public function to run (default: the only one)"),
          cl::value_desc("name"), cl::cat(category));
static cl::opt<int64_t> ranks("ranks", cl::desc("number of ranks"), cl::init(1),
                              cl::cat(category));
static cl::opt<std::string>
    backend("backend",
            cl::desc("local: ranks are threads; record: local, and writes the "
                     "calls of each rank to stdout"),
            cl::init("local"), cl::cat(category));
static cl::opt<uint64_t> seed("seed", cl::desc("seed of the inputs"),
                              cl::init(0), cl::cat(category));
static cl::opt<int64_t>
    dynamicSize("dynamic-size",
                cl::desc("size of dynamic dimensions of seeded inputs"),
                cl::init(3), cl::cat(category));
static cl::opt<bool> print("print", cl::desc("print the results of each rank"),
                           cl::cat(category));
static cl::opt<std::string> inputs("inputs",
                                   cl::desc("read the arguments from a file"),
                                   cl::value_desc("file.npz"),
                                   cl::cat(category));
static cl::opt<std::string> outputs("outputs",
                                    cl::desc("write the results to a file"),
                                    cl::value_desc("file.npz"),
                                    cl::cat(category));
static cl::opt<std::string>
    against("against",
            cl::desc("run this program on the same inputs and compare every "
                     "result"),
            cl::value_desc("other.mlir"), cl::cat(category));
static cl::opt<double>
    rtol("rtol",
         cl::desc("largest difference, relative to the largest magnitude of "
                  "the tensor of the other program (default: bit by bit)"),
         cl::init(-1), cl::cat(category));

static llvm::Error makeError(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

static llvm::Error verifyOptions() {
  if (ranks < 1 || ranks > kMaxRanks)
    return makeError("--ranks: expected a number from 1 to " +
                     llvm::Twine(kMaxRanks) + ", got " + llvm::Twine(ranks));
  if (dynamicSize < 0)
    return makeError("--dynamic-size: expected 0 or more, got " +
                     llvm::Twine(dynamicSize));
  if (rtol.getNumOccurrences() && !(rtol >= 0))
    return makeError("--rtol: expected 0 or more");
  if (rtol.getNumOccurrences() && against.empty())
    return makeError("--rtol: needs --against");
  if (backend != "local" && backend != "record")
    return makeError("--backend: there is no backend '" + backend +
                     "'; expected local or record");
  return llvm::Error::success();
}

static void printOutputs(const Program &program, const RankArrays &outputs) {
  for (auto [rank, arrays] : llvm::enumerate(outputs))
    for (auto [slot, array] : llvm::zip(program.getResults(), arrays)) {
      llvm::outs() << "rank " << rank << ": " << slot.name << " = ";
      printArray(array, llvm::outs());
    }
}

static llvm::Error run(mlir::MLIRContext &context) {
  if (llvm::Error error = verifyOptions())
    return error;
  CompileOptions compile;
  compile.backend = backend;
  WorldOptions options;
  options.numRanks = ranks;
  options.backend = backend;
  options.seed = seed;
  options.dynamicSize = dynamicSize;
  auto program = Program::create(context, inputFile, entry, compile);
  if (!program)
    return program.takeError();
  if (llvm::Error error = verifyMemory(**program, options))
    return error;
  auto arguments = inputs.empty() ? makeInputs(**program, options)
                                  : readInputs(**program, options, inputs);
  if (!arguments)
    return arguments.takeError();
  auto results = runWorld(*program, options, *arguments, llvm::outs());
  if (!results)
    return results.takeError();
  if (print)
    printOutputs(**program, *results);
  if (!against.empty()) {
    auto other = Program::create(context, against, entry, compile);
    if (!other)
      return other.takeError();
    if (llvm::Error error = compareSignatures(**program, **other))
      return error;
    auto others = runWorld(*other, options, *arguments, llvm::nulls());
    if (!others)
      return makeError(against + ": " + llvm::toString(others.takeError()));
    if (llvm::Error error = compareOutputs(**program, *results, *others, rtol))
      return error;
    llvm::outs() << (*program)->getResults().size() << " results on " << ranks
                 << " ranks are equal"
                 << (rtol < 0 ? ", bit by bit" : " within rtol") << '\n';
  }
  return outputs.empty() ? llvm::Error::success()
                         : writeOutputs(**program, *results, outputs);
}

int main(int argc, char **argv) {
  llvm::setBugReportMsg(
      "grad-run crashed. A step that reads or writes outside of its tensors, "
      "or "
      "calls itself without end, does that; anything else is a defect.\n");
  llvm::InitLLVM init(argc, argv);
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(
      argc, argv,
      "Compiles a function of an MLIR file and runs it on several ranks in "
      "this process.\n");
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();

  mlir::DialectRegistry registry;
  mlir::grad::registerPipelineDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::registerAllToLLVMIRTranslations(registry);
  // What cannot be lowered is read all the same, so that it can be named.
  mlir::grad::registerForeignDialects(registry);
  mlir::MLIRContext context(registry);
  context.allowUnregisteredDialects();
  if (llvm::Error error = run(context)) {
    llvm::errs() << "grad-run: error: " << llvm::toString(std::move(error))
                 << '\n';
    // A rank that was given up on may still run; it ends with the process.
    llvm::errs().flush();
    llvm::outs().flush();
    _exit(1);
  }
  return 0;
}
