//===- grad-equivalence-runner.cpp - Compare many programs -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `grad-run after --against=before --ranks=N` does, for a list of programs
// in one process. Each line of the list is
//
//   RANKS BEFORE AFTER...
//
// where RANKS are numbers separated by commas. BEFORE is lowered without
// working in place, and without memory that stays from step to step, so that a
// fault of bufferization does not go unseen because both programs have it. The
// line is answered by
//
//   LINE equal
//   LINE different AFTER: MESSAGE   a result, the signature, a rank that fails
//   LINE invalid MESSAGE            BEFORE cannot be compiled or run
//
//===----------------------------------------------------------------------===//

#include "Compare.h"
#include "CopyBeforeWrites.h"
#include "grad/Pipelines/CPUPipeline.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/ThreadPool.h"
#include "llvm/Support/raw_ostream.h"

#include <mutex>
#include <unistd.h>

using namespace mlir;
using namespace mlir::grad;
namespace cl = llvm::cl;

static cl::opt<std::string> listFile(cl::Positional, cl::init("-"),
                                     cl::desc("<list>"));
static cl::opt<unsigned> jobs("jobs", cl::desc("lines at a time"), cl::init(2));
static cl::opt<uint64_t> seed("seed", cl::desc("seed of the inputs"),
                              cl::init(0));
static cl::opt<double>
    rtol("rtol", cl::desc("as of grad-run; below 0: bit by bit"), cl::init(-1));
static cl::opt<bool> optimize("optimize",
                              cl::desc("compile as grad-run does; slower"));

namespace {
/// A line of the list.
struct Line {
  SmallVector<int64_t> ranks;
  std::string before;
  std::vector<std::string> after;
};

/// What the program before gave on some number of ranks.
struct Expected {
  WorldOptions options;
  RankArrays inputs, outputs;
};
} // namespace

static llvm::Error makeError(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

static llvm::Expected<std::vector<Line>> readList() {
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(listFile);
  if (!buffer)
    return makeError(listFile + ": " + buffer.getError().message());
  std::vector<Line> result;
  SmallVector<StringRef> lines;
  (*buffer)->getBuffer().split(lines, '\n', -1, /*KeepEmpty=*/false);
  for (StringRef line : lines) {
    SmallVector<StringRef> words, numbers;
    line.split(words, ' ', -1, /*KeepEmpty=*/false);
    if (words.size() < 3)
      return makeError("expected 'RANKS BEFORE AFTER...', got '" + line + "'");
    Line &parsed = result.emplace_back();
    words[0].split(numbers, ',');
    for (StringRef number : numbers)
      if (number.getAsInteger(10, parsed.ranks.emplace_back()) ||
          parsed.ranks.back() < 1)
        return makeError("expected numbers of ranks, got '" + number + "'");
    parsed.before = words[1].str();
    for (StringRef word : llvm::drop_begin(words, 2))
      parsed.after.push_back(word.str());
  }
  return result;
}

static std::string onRanks(int64_t ranks, llvm::Error error) {
  return "on " + std::to_string(ranks) +
         " ranks: " + llvm::toString(std::move(error));
}

/// Runs the program before on each number of ranks, or says why it does not.
static std::string runBefore(std::shared_ptr<const Program> before,
                             const Line &line,
                             std::vector<Expected> &expected) {
  for (int64_t ranks : line.ranks) {
    Expected &run = expected.emplace_back();
    run.options.numRanks = ranks;
    run.options.seed = seed;
    run.inputs = makeInputs(*before, run.options);
    auto outputs = runWorld(before, run.options, run.inputs, llvm::nulls());
    if (!outputs)
      return onRanks(ranks, outputs.takeError());
    run.outputs = std::move(*outputs);
  }
  return "";
}

/// What is different about a program after, if anything.
static std::string compareAfter(MLIRContext &context, const std::string &path,
                                const CompileOptions &compile,
                                const Program &before,
                                ArrayRef<Expected> expected) {
  auto after = Program::create(context, path, "", compile);
  if (!after)
    return llvm::toString(after.takeError());
  if (llvm::Error error = compareSignatures(**after, before))
    return llvm::toString(std::move(error));
  for (const Expected &run : expected) {
    auto outputs = runWorld(*after, run.options, run.inputs, llvm::nulls());
    if (!outputs)
      return onRanks(run.options.numRanks, outputs.takeError());
    if (llvm::Error error =
            compareOutputs(**after, *outputs, run.outputs, rtol))
      return onRanks(run.options.numRanks, std::move(error));
  }
  return "";
}

/// The answer to one line.
static std::string answer(const Line &line, const DialectRegistry &registry) {
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  CompileOptions compile;
  compile.isOptimized = optimize;
  CompileOptions reference = compile;
  reference.prepare = copyBeforeWrites;
  reference.placeBuckets = false;
  auto before = Program::create(context, line.before, "", reference);
  if (!before)
    return "invalid " + llvm::toString(before.takeError());
  std::vector<Expected> expected;
  if (std::string message = runBefore(*before, line, expected);
      !message.empty())
    return "invalid " + message;
  for (const std::string &path : line.after)
    if (std::string message =
            compareAfter(context, path, compile, **before, expected);
        !message.empty())
      return "different " + path + ": " + message;
  return "equal";
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  cl::ParseCommandLineOptions(argc, argv, "Compares programs by execution.\n");
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  llvm::Expected<std::vector<Line>> lines = readList();
  if (!lines) {
    llvm::errs() << llvm::toString(lines.takeError()) << '\n';
    return 1;
  }
  DialectRegistry registry;
  grad::registerPipelineDialects(registry);
  registerAllExtensions(registry);
  registerAllToLLVMIRTranslations(registry);

  std::mutex mutex;
  llvm::DefaultThreadPool pool(llvm::hardware_concurrency(jobs));
  for (auto [number, line] : llvm::enumerate(*lines))
    pool.async([&, number = number, &line = line] {
      std::string text = answer(line, registry);
      llvm::replace(text, '\n', ' ');
      std::lock_guard<std::mutex> lock(mutex);
      llvm::outs() << number << ' ' << text << '\n';
      llvm::outs().flush();
    });
  pool.wait();
  // A rank that was given up on may still run; it ends with the process.
  llvm::outs().flush();
  _exit(0);
}
