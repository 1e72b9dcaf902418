//===- grad-equivalence-runner.cpp - Compare many programs -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `grad-run after --against=before --ranks=N` does, for a list of pairs in
// one process. Each line of the list is
//
//   RANKS BEFORE AFTER
//
// where RANKS are numbers separated by commas. BEFORE is lowered without
// working in place, so that a fault of bufferization does not go unseen because
// both programs have it. The line is answered by
//
//   LINE equal
//   LINE different MESSAGE    a result, the signature, or a rank that fails
//   LINE invalid MESSAGE      the program before cannot be compiled or run
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
static cl::opt<unsigned> jobs("jobs", cl::desc("pairs compared at a time"),
                              cl::init(2));
static cl::opt<uint64_t> seed("seed", cl::desc("seed of the inputs"),
                              cl::init(0));
static cl::opt<double>
    rtol("rtol", cl::desc("as of grad-run; below 0: bit by bit"), cl::init(-1));
static cl::opt<bool> optimize("optimize",
                              cl::desc("compile as grad-run does; slower"));

namespace {
/// A line of the list.
struct Pair {
  SmallVector<int64_t> ranks;
  std::string before, after;
};
} // namespace

static llvm::Error makeError(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

static llvm::Expected<std::vector<Pair>> readList() {
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(listFile);
  if (!buffer)
    return makeError(listFile + ": " + buffer.getError().message());
  std::vector<Pair> pairs;
  SmallVector<StringRef> lines;
  (*buffer)->getBuffer().split(lines, '\n', -1, /*KeepEmpty=*/false);
  for (StringRef line : lines) {
    SmallVector<StringRef> words, numbers;
    line.split(words, ' ', -1, /*KeepEmpty=*/false);
    if (words.size() != 3)
      return makeError("expected 'RANKS BEFORE AFTER', got '" + line + "'");
    Pair &pair = pairs.emplace_back();
    words[0].split(numbers, ',');
    for (StringRef number : numbers)
      if (number.getAsInteger(10, pair.ranks.emplace_back()) ||
          pair.ranks.back() < 1)
        return makeError("expected numbers of ranks, got '" + number + "'");
    pair.before = words[1].str();
    pair.after = words[2].str();
  }
  return pairs;
}

/// Runs one program; it is kept for good where that fails, since a rank that
/// was given up on may still run it.
static llvm::Expected<RankArrays> runProgram(std::unique_ptr<Program> &program,
                                             const WorldOptions &options,
                                             const RankArrays &inputs) {
  auto outputs = runWorld(*program, options, inputs, llvm::nulls());
  if (!outputs)
    (void)program.release();
  return outputs;
}

/// The answer to one line.
static std::string compare(const Pair &pair, const DialectRegistry &registry) {
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  CompileOptions compile;
  compile.isOptimized = optimize;
  CompileOptions reference = compile;
  reference.prepare = copyBeforeWrites;
  auto before = Program::create(context, pair.before, "", reference);
  if (!before)
    return "invalid " + llvm::toString(before.takeError());
  auto after = Program::create(context, pair.after, "", compile);
  if (!after)
    return "different " + llvm::toString(after.takeError());
  if (llvm::Error error = compareSignatures(**after, **before))
    return "different " + llvm::toString(std::move(error));
  for (int64_t ranks : pair.ranks) {
    WorldOptions options;
    options.numRanks = ranks;
    options.seed = seed;
    RankArrays inputs = makeInputs(**before, options);
    std::string place = "on " + std::to_string(ranks) + " ranks: ";
    auto expected = runProgram(*before, options, inputs);
    if (!expected)
      return "invalid " + place + llvm::toString(expected.takeError());
    auto outputs = runProgram(*after, options, inputs);
    if (!outputs)
      return "different " + place + llvm::toString(outputs.takeError());
    if (llvm::Error error = compareOutputs(**after, *outputs, *expected, rtol))
      return "different " + place + llvm::toString(std::move(error));
  }
  return "equal";
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  cl::ParseCommandLineOptions(argc, argv,
                              "Compares pairs of programs by execution.\n");
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  llvm::Expected<std::vector<Pair>> pairs = readList();
  if (!pairs) {
    llvm::errs() << llvm::toString(pairs.takeError()) << '\n';
    return 1;
  }
  DialectRegistry registry;
  grad::registerPipelineDialects(registry);
  registerAllExtensions(registry);
  registerAllToLLVMIRTranslations(registry);

  std::mutex mutex;
  llvm::DefaultThreadPool pool(llvm::hardware_concurrency(jobs));
  for (auto [line, pair] : llvm::enumerate(*pairs))
    pool.async([&, line = line, &pair = pair] {
      std::string answer = compare(pair, registry);
      llvm::replace(answer, '\n', ' ');
      std::lock_guard<std::mutex> lock(mutex);
      llvm::outs() << line << ' ' << answer << '\n';
      llvm::outs().flush();
    });
  pool.wait();
  // A rank that was given up on may still run; it ends with the process.
  llvm::outs().flush();
  _exit(0);
}
