//===- grad-run.cpp - Compile and run a step -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles a function and runs it on several ranks in one process, once or for
// a whole training; compares two programs on the same inputs.
//
//===----------------------------------------------------------------------===//

#include "Compare.h"
#include "Training.h"
#include "grad/Conversion/ForeignDialects.h"
#include "grad/Pipelines/CPUPipeline.h"
#include "grad/Pipelines/Passes.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Format.h"
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
                     "calls of each rank to stdout; nccl: each rank is a "
                     "thread with a GPU of its own"),
            cl::init("local"), cl::cat(category));
static cl::opt<std::string>
    compileKernels("compile-kernels",
                   cl::desc("for nccl: passes that compile kernels, as in "
                            "grad-serialize-kernels{chip=sm_90}"),
                   cl::init("grad-serialize-kernels"), cl::cat(category));
static cl::opt<bool>
    ignoreNaN("ignore-nan",
              cl::desc("for nccl: accept float max and min, in which NCCL "
                       "loses NaN"),
              cl::cat(category));
static cl::opt<LowPrecision>
    lowPrecision("low-precision",
                 cl::desc("for nccl: type that 16-bit floats are reduced in"),
                 cl::init(LowPrecision::Keep),
                 cl::values(clEnumValN(LowPrecision::Keep, "keep", "their own"),
                            clEnumValN(LowPrecision::Widen, "widen", "f32")),
                 cl::cat(category));
static cl::opt<uint64_t> seed("seed", cl::desc("seed of the inputs"),
                              cl::init(0), cl::cat(category));
static cl::opt<int64_t>
    dynamicSize("dynamic-size",
                cl::desc("size of dynamic dimensions of seeded inputs"),
                cl::init(3), cl::cat(category));
static cl::opt<bool> print("print", cl::desc("print the results of each rank"),
                           cl::cat(category));
static cl::list<std::string>
    inputs("inputs", cl::CommaSeparated,
           cl::desc("read the arguments from files; the last one that has an "
                    "array counts"),
           cl::value_desc("file.npz,..."), cl::cat(category));
static cl::list<std::string>
    renames("rename", cl::CommaSeparated,
            cl::desc("take an argument from an array of another name"),
            cl::value_desc("argument=array,..."), cl::cat(category));
static cl::opt<std::string> outputs("outputs",
                                    cl::desc("write the results to a file"),
                                    cl::value_desc("file.npz"),
                                    cl::cat(category));
static cl::opt<std::string>
    against("against",
            cl::desc("run this program on the same inputs and compare every "
                     "result"),
            cl::value_desc("other.mlir"), cl::cat(category));
static cl::opt<bool>
    placeBuckets("place-buckets",
                 cl::desc("give the program's collectives memory that stays "
                          "from step to step (the one of --against has it)"),
                 cl::init(true), cl::cat(category));
static cl::opt<double>
    rtol("rtol",
         cl::desc("largest difference, relative to the largest magnitude of "
                  "the tensor of the other program (default: bit by bit)"),
         cl::init(-1), cl::cat(category));

static cl::OptionCategory training("Options of a training");
static cl::opt<int64_t> steps("steps",
                              cl::desc("run to this number of updates"),
                              cl::init(-1), cl::cat(training));
static cl::opt<int64_t>
    epochs("epochs",
           cl::desc("run to this number of passes over the rows of --inputs"),
           cl::init(-1), cl::cat(training));
static cl::opt<int64_t>
    microSteps("micro-steps",
               cl::desc("micro-steps of a window (default: what the module's "
                        "schedule says)"),
               cl::init(0), cl::cat(training));
static cl::opt<int64_t>
    shuffle("shuffle",
            cl::desc("seed of another order of rows in each epoch (default: "
                     "that of the file)"),
            cl::init(-1), cl::cat(training));
static cl::opt<bool>
    flush("flush",
          cl::desc("update at the end of an epoch, though the window is open"),
          cl::cat(training));
static cl::opt<int64_t>
    logEvery("log-every",
             cl::desc("write a line after so many updates (default: none)"),
             cl::init(0), cl::cat(training));
static cl::opt<std::string>
    checkpoint("checkpoint",
               cl::desc("save at the end what a training goes on from"),
               cl::value_desc("file.npz"), cl::cat(training));
static cl::opt<int64_t> checkpointEvery("checkpoint-every",
                                        cl::desc("and after so many updates"),
                                        cl::init(0), cl::cat(training));
static cl::opt<std::string>
    resume("resume",
           cl::desc("go on from a checkpoint, to the same bits; with one "
                    "function, call it on the state of the checkpoint"),
           cl::value_desc("file.npz"), cl::cat(training));
static cl::opt<int64_t>
    againstRanks("against-ranks",
                 cl::desc("number of ranks of the other training (default: "
                          "--ranks)"),
                 cl::init(0), cl::cat(training));

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
  for (auto [option, least] :
       {std::pair(&steps, 0), std::pair(&epochs, 0), std::pair(&microSteps, 1),
        std::pair(&shuffle, 0), std::pair(&logEvery, 1),
        std::pair(&checkpointEvery, 1), std::pair(&againstRanks, 1)}) {
    if (!option->getNumOccurrences())
      continue;
    if (*option < least)
      return makeError("--" + option->ArgStr + ": expected " +
                       llvm::Twine(least) + " or more, got " +
                       llvm::Twine(*option));
    bool isEnd = option == &steps || option == &epochs;
    if (!isEnd && steps < 0 && epochs < 0)
      return makeError("--" + option->ArgStr + ": needs --steps or --epochs");
  }
  for (cl::Option *option : {static_cast<cl::Option *>(&flush),
                             static_cast<cl::Option *>(&checkpoint)})
    if (option->getNumOccurrences() && steps < 0 && epochs < 0)
      return makeError("--" + option->ArgStr + ": needs --steps or --epochs");
  if (checkpointEvery > 0 && checkpoint.empty())
    return makeError("--checkpoint-every: needs --checkpoint");
  if (!resume.empty() && !against.empty())
    return makeError("--resume: goes without --against, which starts both "
                     "programs alike");
  if (againstRanks > 0 && against.empty())
    return makeError("--against-ranks: needs --against");
  if (againstRanks > kMaxRanks)
    return makeError("--against-ranks: expected a number from 1 to " +
                     llvm::Twine(kMaxRanks) + ", got " +
                     llvm::Twine(againstRanks));
  if (backend != "local" && backend != "record" && backend != "nccl")
    return makeError("--backend: there is no backend '" + backend +
                     "'; expected local, record or nccl");
  for (cl::Option *option : {static_cast<cl::Option *>(&compileKernels),
                             static_cast<cl::Option *>(&ignoreNaN),
                             static_cast<cl::Option *>(&lowPrecision)})
    if (option->getNumOccurrences() && backend != "nccl")
      return makeError("--" + option->ArgStr + ": only for --backend=nccl");
  return llvm::Error::success();
}

static void printOutputs(const Program &program, const RankArrays &outputs) {
  for (auto [rank, arrays] : llvm::enumerate(outputs))
    for (auto [slot, array] : llvm::zip(program.getResults(), arrays)) {
      llvm::outs() << "rank " << rank << ": " << slot.name << " = ";
      printArray(array, llvm::outs());
    }
}

static InputFiles getInputFiles() {
  return {{inputs.begin(), inputs.end()}, {renames.begin(), renames.end()}};
}

/// The arguments of one call.
static llvm::Expected<RankArrays> getArguments(const Program &program,
                                               const WorldOptions &world) {
  InputFiles files = getInputFiles();
  auto arrays = readArrays(files);
  if (!arrays)
    return arrays.takeError();
  if (!resume.empty()) {
    if (llvm::Error error =
            addSavedState(program.getArguments(), resume, *arrays))
      return error;
    files.paths.push_back(resume);
  }
  auto arguments = readInputs(program, world, *arrays, !inputs.empty());
  if (!arguments)
    return makeError("'" + llvm::join(files.paths, "', '") +
                     "': " + llvm::toString(arguments.takeError()));
  return arguments;
}

static TrainingOptions getTrainingOptions(const WorldOptions &world) {
  TrainingOptions options;
  options.world = world;
  options.steps = steps;
  options.epochs = epochs;
  options.microSteps = microSteps;
  options.shuffle = shuffle;
  options.flush = flush;
  options.logEvery = logEvery;
  options.checkpoint = checkpoint;
  options.checkpointEvery = checkpointEvery;
  options.resume = resume;
  options.inputs = getInputFiles();
  return options;
}

static void printState(const Training &training) {
  for (const auto &[name, array] : training.getState().getArrays())
    for (auto [rank, values] : llvm::enumerate(array.ranks)) {
      if (!array.slot.isState)
        continue;
      llvm::outs() << "rank " << rank << ": " << name << " = ";
      printArray(values, llvm::outs());
    }
}

/// Runs the other training on the same rows from the same state, and compares.
static llvm::Error compareTraining(mlir::MLIRContext &context,
                                   const CompileOptions &compile,
                                   const WorldOptions &world,
                                   const Training &training) {
  TrainingOptions options = getTrainingOptions(world);
  if (againstRanks > 0)
    options.world.numRanks = againstRanks;
  options.world.backend = "local";
  options.checkpoint.clear();
  options.checkpointEvery = options.logEvery = options.microSteps = 0;
  llvm::StringRef otherEntry;
  if (!hasSchedule(context, against))
    otherEntry = entry;
  CompileOptions otherCompile = compile;
  otherCompile.backend = "local";
  auto schedule = Schedule::create(context, against, otherEntry, otherCompile);
  if (!schedule)
    return schedule.takeError();
  auto other = Training::create(std::move(*schedule), options);
  if (!other)
    return makeError(against + ": " + llvm::toString(other.takeError()));
  if (training.getRowsPerUpdate() != (*other)->getRowsPerUpdate())
    return makeError("the trainings differ: an update takes " +
                     llvm::Twine(training.getRowsPerUpdate()) +
                     " rows against " +
                     llvm::Twine((*other)->getRowsPerUpdate()));
  if (llvm::Error error = (*other)->run(llvm::nulls()))
    return makeError(against + ": " + llvm::toString(std::move(error)));
  double largest = 0;
  auto number =
      compareStates(training.getState(), (*other)->getState(), rtol, largest);
  if (!number)
    return number.takeError();
  llvm::outs() << *number << " parameters and states are equal after "
               << training.getPosition().updates << " updates";
  if (rtol < 0)
    llvm::outs() << ", bit by bit\n";
  else
    llvm::outs() << " within rtol; largest relative difference "
                 << llvm::format("%.2g", largest) << '\n';
  return llvm::Error::success();
}

static llvm::Error train(mlir::MLIRContext &context, CompileOptions compile,
                         const WorldOptions &world) {
  auto schedule = Schedule::create(context, inputFile, entry, compile);
  if (!schedule)
    return schedule.takeError();
  if (!outputs.empty())
    if (llvm::Error error = verifyFolder("--outputs", outputs))
      return error;
  auto training =
      Training::create(std::move(*schedule), getTrainingOptions(world));
  if (!training)
    return training.takeError();
  if (llvm::Error error = (*training)->run(llvm::outs()))
    return error;
  if (print)
    printState(**training);
  compile.placeBuckets = true;
  if (!against.empty())
    if (llvm::Error error =
            compareTraining(context, compile, world, **training))
      return error;
  return outputs.empty() ? llvm::Error::success()
                         : (*training)->writeOutputs(outputs);
}

static llvm::Error run(mlir::MLIRContext &context) {
  if (llvm::Error error = verifyOptions())
    return error;
  CompileOptions compile;
  compile.backend = backend;
  compile.kernelPasses = compileKernels;
  compile.placeBuckets = placeBuckets;
  compile.ignoreNaN = ignoreNaN;
  compile.lowPrecision = lowPrecision;
  WorldOptions options;
  options.ignoreNaN = ignoreNaN;
  options.numRanks = ranks;
  options.backend = backend;
  options.seed = seed;
  options.dynamicSize = dynamicSize;
  if (steps >= 0 || epochs >= 0)
    return train(context, compile, options);
  if (entry.empty() && hasSchedule(context, inputFile))
    return makeError("the module has a schedule; say how far to follow it by "
                     "--steps or --epochs, or choose one function by --entry");
  auto program = Program::create(context, inputFile, entry, compile);
  if (!program)
    return program.takeError();
  if (llvm::Error error = verifyMemory(**program, options))
    return error;
  auto arguments = getArguments(**program, options);
  if (!arguments)
    return arguments.takeError();
  auto results = runWorld(*program, options, *arguments, llvm::outs());
  if (!results)
    return results.takeError();
  if (print)
    printOutputs(**program, *results);
  if (!against.empty()) {
    compile.placeBuckets = true;
    // What a GPU computes is compared with what the CPU does.
    if (backend == "nccl")
      compile.backend = options.backend = "local";
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
  cl::HideUnrelatedOptions({&category, &training});
  cl::ParseCommandLineOptions(
      argc, argv,
      "Compiles a function of an MLIR file and runs it on several ranks in "
      "this process.\n");
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  mlir::grad::registerGradPipelinesPasses();

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
