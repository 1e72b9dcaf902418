//===- Program.cpp - A compiled step -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Program.h"
#include "grad/Dialect/Grad/IR/GradArgumentAttrs.h"
#include "grad/Pipelines/CPUPipeline.h"
#include "grad/Pipelines/GPUPipeline.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/ExecutionEngine/OptUtils.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/ExecutionEngine/Orc/Mangling.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Target/TargetMachine.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

using namespace mlir;
using namespace mlir::grad;

static llvm::Error makeError(const Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

//===----------------------------------------------------------------------===//
// Signature
//===----------------------------------------------------------------------===//

/// The public function to run.
static llvm::Expected<func::FuncOp> findEntry(ModuleOp module,
                                              StringRef entry) {
  SmallVector<func::FuncOp> functions;
  for (auto function : module.getOps<func::FuncOp>())
    if (function.isPublic() && !function.isDeclaration())
      functions.push_back(function);
  std::string names;
  for (func::FuncOp function : functions)
    names += (names.empty() ? "" : ", ") + function.getName().str();
  if (functions.empty())
    return makeError("no public function to run");
  if (entry.empty() && functions.size() == 1)
    return functions.front();
  for (func::FuncOp function : functions)
    if (function.getName() == entry)
      return function;
  if (entry.empty())
    return makeError("several public functions; choose one by --entry: " +
                     names);
  return makeError("no public function '" + entry + "'; there is: " + names);
}

/// Fills type and shape; false where the lowered ABI has no such type.
static bool readType(Type type, Slot &slot) {
  if (auto shaped = dyn_cast<ShapedType>(type)) {
    if (!shaped.hasRank())
      return false;
    slot.shape = shaped.getShape().vec();
    slot.elementType = shaped.getElementType();
  } else {
    slot.elementType = type;
  }
  return slot.elementType.isIntOrIndexOrFloat();
}

/// A number as it lies in memory; empty where there is none.
static std::string getBytes(Attribute number, Type type) {
  llvm::APInt bits;
  if (auto real = dyn_cast_or_null<FloatAttr>(number))
    bits = real.getValue().bitcastToAPInt();
  else if (auto integer = dyn_cast_or_null<IntegerAttr>(number))
    bits = integer.getValue();
  else
    return {};
  bits = bits.zextOrTrunc(8 * grad::getElementBytes(type));
  std::string bytes(bits.getBitWidth() / 8, '\0');
  llvm::StoreIntToMemory(bits, reinterpret_cast<uint8_t *>(bytes.data()),
                         bytes.size());
  return bytes;
}

/// The first of the string attributes that the dictionary has.
static StringRef getName(DictionaryAttr attrs, ArrayRef<StringRef> keys) {
  for (StringRef key : keys)
    if (auto name = attrs ? attrs.getAs<StringAttr>(key) : StringAttr())
      return name.getValue();
  return {};
}

llvm::Error Program::readSignature(ModuleOp module, StringRef entry) {
  llvm::Expected<func::FuncOp> found = findEntry(module, entry);
  if (!found)
    return found.takeError();
  func::FuncOp function = *found;
  entryName = function.getName().str();
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes())) {
    Slot &slot = arguments.emplace_back();
    DictionaryAttr attrs = function.getArgAttrDict(i);
    StringRef name = getName(attrs, {"grad.param", "grad.state"});
    slot.isState = !name.empty();
    if (name.empty())
      name = getName(attrs, {"grad.name"});
    slot.isNamed = !name.empty();
    slot.name = slot.isNamed ? name.str() : "arg" + std::to_string(i);
    slot.isSeed = function.getArgAttr(i, "grad.seed") != nullptr;
    slot.isBatch = function.getArgAttr(i, "grad.batch") != nullptr;
    slot.isReplicated =
        (slot.isState || function.getArgAttr(i, "grad.replicated")) &&
        !function.getArgAttr(i, "grad.per_rank");
    if (!readType(type, slot))
      return makeError("argument " + Twine(i) + " of '" + entryName +
                       "' is no tensor, memref or scalar of numbers");
    slot.init = getBytes(function.getArgAttr(i, "grad.init"), slot.elementType);
  }
  for (auto [i, type] : llvm::enumerate(function.getResultTypes())) {
    Slot &slot = results.emplace_back();
    DictionaryAttr attrs = function.getResultAttrDict(i);
    StringRef name =
        getName(attrs, {"grad.updates", "grad.gradient", "grad.metric"});
    slot.isMetric = function.getResultAttr(i, "grad.metric") != nullptr;
    slot.isNamed = !name.empty();
    slot.name = slot.isNamed ? name.str() : "result" + std::to_string(i);
    if (!readType(type, slot))
      return makeError("result " + Twine(i) + " of '" + entryName +
                       "' is no tensor, memref or scalar of numbers");
    if (!function.getResultAttr(i, "grad.updates"))
      continue;
    for (auto [j, argument] : llvm::enumerate(arguments))
      if (argument.name == slot.name)
        slot.updates = j;
  }
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Compilation
//===----------------------------------------------------------------------===//

uint64_t grad::getMemoryBytes() {
  return uint64_t(sysconf(_SC_PHYS_PAGES)) * uint64_t(sysconf(_SC_PAGESIZE));
}

/// Compiled code takes for granted that there is memory.
static void *allocateOrExit(size_t bytes) {
  void *memory = bytes <= getMemoryBytes() ? std::malloc(bytes) : nullptr;
  if (memory || bytes == 0)
    return memory;
  std::fprintf(stderr,
               "grad-run: error: out of memory: the step asked for %zu bytes\n",
               bytes);
  _exit(1);
}

/// The functions that compiled code calls, besides those of C and its
/// mathematics.
static llvm::orc::SymbolMap
getRuntimeSymbols(llvm::orc::MangleAndInterner intern) {
  llvm::orc::SymbolMap symbols;
  auto add = [&](StringRef name, auto *function) {
    symbols[intern(name)] = {llvm::orc::ExecutorAddr::fromPtr(function),
                             llvm::JITSymbolFlags::Exported};
  };
#define ADD(name) add(#name, name)
  ADD(gradrt_all_gather);
  ADD(gradrt_all_reduce);
  ADD(gradrt_alloc);
  ADD(gradrt_broadcast);
  ADD(gradrt_check_shard);
  ADD(gradrt_constant);
  ADD(gradrt_copy);
  ADD(gradrt_fork);
  ADD(gradrt_free);
  ADD(gradrt_group_end);
  ADD(gradrt_group_size);
  ADD(gradrt_group_start);
  ADD(gradrt_join);
  ADD(gradrt_launch);
  ADD(gradrt_mark);
  ADD(gradrt_matmul);
  ADD(gradrt_rank);
  ADD(gradrt_read);
  ADD(gradrt_reduce_scatter);
  ADD(gradrt_status_create);
  ADD(gradrt_table);
  ADD(gradrt_workspace);
  ADD(gradrt_write);
#undef ADD
  add("malloc", allocateOrExit);
  return symbols;
}

/// Translates for this machine.
static llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createTargetMachine(llvm::CodeGenOptLevel level) {
  auto builder = llvm::orc::JITTargetMachineBuilder::detectHost();
  if (!builder)
    return builder.takeError();
  builder->setCodeGenOptLevel(level);
  return builder->createTargetMachine();
}

/// The pipeline of the backend.
static LogicalResult addLowering(OpPassManager &pm,
                                 const CompileOptions &compile) {
  if (compile.backend != "nccl") {
    CPUPipelineOptions options;
    options.backend = compile.backend;
    options.placeBuckets = compile.placeBuckets;
    buildCPUPipeline(pm, options);
    return success();
  }
  GPUPipelineOptions options;
  options.placeBuckets = compile.placeBuckets;
  options.ignoreNaN = compile.ignoreNaN;
  options.lowPrecision = compile.lowPrecision;
  LogicalResult parsed = success();
  buildGPUPipeline(pm, options, [&](OpPassManager &nested) {
    parsed = parsePassPipeline(compile.kernelPasses, nested, llvm::errs());
  });
  return parsed;
}

llvm::Error Program::compile(ModuleOp module, const CompileOptions &compile) {
  // Only the entry and what it calls has to be lowered; how it is called is
  // known by now.
  module->removeAttr(kScheduleAttrName);
  for (auto function : module.getOps<func::FuncOp>())
    if (function.getName() != entryName)
      function.setPrivate();
  if (compile.prepare)
    compile.prepare(module);
  PassManager pm(module.getContext());
  pm.addPass(createSymbolDCEPass());
  if (failed(addLowering(pm, compile)))
    return makeError("'" + compile.kernelPasses + "' is no list of passes");
  isOnDevice = compile.backend == "nccl";
  if (failed(pm.run(module)))
    return makeError("'" + path + "' cannot be lowered");
  ExecutionEngineOptions engineOptions;
  std::unique_ptr<llvm::TargetMachine> machine;
  if (llvm::Error error =
          createTargetMachine(compile.isOptimized
                                  ? llvm::CodeGenOptLevel::Default
                                  : llvm::CodeGenOptLevel::None)
              .moveInto(machine))
    return error;
  // Loops are vectorized only for a machine that is known. The engine keeps it.
  if (compile.isOptimized)
    engineOptions.transformer = makeOptimizingTransformer(
        /*optLevel=*/2, /*sizeLevel=*/0, machine.get());
  engineOptions.enableGDBNotificationListener = false;
  engineOptions.enablePerfNotificationListener = false;
  auto created =
      ExecutionEngine::create(module, engineOptions, std::move(machine));
  if (!created)
    return created.takeError();
  engine = std::move(*created);
  engine->registerSymbols(getRuntimeSymbols);
  auto found = engine->lookupPacked(entryName);
  if (!found)
    return found.takeError();
  packedEntry = *found;
  return llvm::Error::success();
}

llvm::Expected<std::shared_ptr<const Program>>
Program::create(MLIRContext &context, StringRef path, StringRef entry,
                const CompileOptions &options) {
  std::string message;
  auto file = openInputFile(path, &message);
  if (!file)
    return makeError(message);
  llvm::SourceMgr sourceMgr;
  sourceMgr.AddNewSourceBuffer(std::move(file), llvm::SMLoc());
  SourceMgrDiagnosticHandler handler(sourceMgr, &context);
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(sourceMgr, &context);
  if (!module)
    return makeError("'" + path + "' cannot be read");
  auto program = std::make_unique<Program>();
  program->path = path.str();
  if (llvm::Error error = program->readSignature(*module, entry))
    return error;
  if (llvm::Error error = program->compile(*module, options))
    return error;
  return program;
}

//===----------------------------------------------------------------------===//
// Run
//===----------------------------------------------------------------------===//

/// MLIR's ranked memref descriptor of an array at an address: two pointers,
/// offset, sizes, strides.
static std::vector<int64_t> makeDescriptor(const HostArray &array,
                                           const void *memory) {
  auto address = static_cast<int64_t>(reinterpret_cast<intptr_t>(memory));
  size_t rank = array.shape.size();
  std::vector<int64_t> descriptor = {address, address, 0};
  descriptor.resize(3 + 2 * rank);
  int64_t stride = 1;
  for (size_t i = rank; i-- > 0;) {
    descriptor[3 + i] = array.shape[i];
    descriptor[3 + rank + i] = stride;
    stride *= array.shape[i];
  }
  return descriptor;
}

/// Takes over what the step allocated for a result of dynamic shape.
static gradrt_status takeResult(gradrt_context *context,
                                ArrayRef<int64_t> descriptor,
                                HostArray &array) {
  array.shape.assign(descriptor.begin() + 3,
                     descriptor.begin() + 3 + array.shape.size());
  array.data.resize(array.getNumElements() *
                    grad::getElementBytes(array.elementType));
  auto *memory = reinterpret_cast<void *>(static_cast<intptr_t>(descriptor[0]));
  gradrt_status status = gradrt_read(context, array.data.data(), memory,
                                     array.data.size(), "a result");
  gradrt_status freed = gradrt_free(context, memory);
  if (!status)
    return freed;
  gradrt_status_free(freed);
  return status;
}

std::vector<HostArray> Program::makeOutputs() const {
  std::vector<HostArray> outputs;
  for (const Slot &slot : results) {
    if (slot.updates) {
      outputs.emplace_back();
      continue;
    }
    std::vector<int64_t> shape = slot.shape;
    for (int64_t &size : shape)
      size = std::max<int64_t>(size, 0);
    outputs.emplace_back(slot.elementType, shape);
  }
  return outputs;
}

gradrt_status
Program::call(gradrt_context *context,
              std::vector<std::vector<int64_t>> &descriptors) const {
  // Each entry is the address of an argument; the last is the result's.
  gradrt_status status = nullptr;
  std::vector<void *> pointers = {context};
  for (std::vector<int64_t> &descriptor : descriptors)
    pointers.push_back(descriptor.data());
  std::vector<void *> packed;
  for (void *&pointer : pointers)
    packed.push_back(&pointer);
  packed.push_back(&status);
  packedEntry(packed.data());
  return status;
}

/// Takes over the results of dynamic shape; `descriptors` are those of all
/// results that update no state.
gradrt_status
Program::takeResults(gradrt_context *context,
                     llvm::ArrayRef<std::vector<int64_t>> descriptors,
                     std::vector<HostArray> &outputs) const {
  size_t next = 0;
  for (auto [slot, output] : llvm::zip(results, outputs)) {
    if (slot.updates)
      continue;
    const std::vector<int64_t> &descriptor = descriptors[next++];
    if (llvm::is_contained(slot.shape, ShapedType::kDynamic))
      if (gradrt_status failed = takeResult(context, descriptor, output))
        return failed;
  }
  return nullptr;
}

gradrt_status Program::run(gradrt_context *context,
                           std::vector<HostArray> &inputs,
                           std::vector<HostArray> &outputs) const {
  outputs = makeOutputs();
  if (isOnDevice)
    return runOnDevice(context, inputs, outputs);
  std::vector<std::vector<int64_t>> descriptors;
  for (HostArray &input : inputs)
    descriptors.push_back(makeDescriptor(input, input.data.data()));
  for (auto [slot, output] : llvm::zip(results, outputs))
    if (!slot.updates)
      descriptors.push_back(makeDescriptor(output, output.data.data()));
  if (gradrt_status status = call(context, descriptors))
    return status;
  return takeResults(
      context, llvm::ArrayRef(descriptors).drop_front(inputs.size()), outputs);
}

namespace {
/// Memory of the device, which is given back.
class DeviceMemory {
public:
  explicit DeviceMemory(gradrt_context *context) : context(context) {}
  ~DeviceMemory() {
    for (void *pointer : pointers)
      gradrt_status_free(gradrt_free(context, pointer));
  }

  /// Memory for the array, with a copy of it.
  gradrt_status add(const HostArray &array, void *&pointer) {
    if (gradrt_status status =
            gradrt_alloc(context, array.data.size(), &pointer))
      return status;
    pointers.push_back(pointer);
    return gradrt_write(context, pointer, array.data.data(), array.data.size(),
                        "an argument");
  }

private:
  gradrt_context *context;
  std::vector<void *> pointers;
};
} // namespace

gradrt_status Program::runOnDevice(gradrt_context *context,
                                   std::vector<HostArray> &inputs,
                                   std::vector<HostArray> &outputs) const {
  DeviceMemory memory(context);
  std::vector<std::vector<int64_t>> descriptors;
  // What is read back, and from where.
  std::vector<std::pair<HostArray *, void *>> copies;
  for (auto [i, input] : llvm::enumerate(inputs)) {
    void *pointer = nullptr;
    if (gradrt_status status = memory.add(input, pointer))
      return status;
    descriptors.push_back(makeDescriptor(input, pointer));
    for (const Slot &slot : results)
      if (slot.updates == i)
        copies.push_back({&input, pointer});
  }
  for (auto [slot, output] : llvm::zip(results, outputs)) {
    if (slot.updates)
      continue;
    void *pointer = nullptr;
    if (gradrt_status status = memory.add(output, pointer))
      return status;
    descriptors.push_back(makeDescriptor(output, pointer));
    if (!llvm::is_contained(slot.shape, ShapedType::kDynamic))
      copies.push_back({&output, pointer});
  }
  if (gradrt_status status = call(context, descriptors))
    return status;
  for (auto [array, pointer] : copies)
    if (gradrt_status status = gradrt_read(context, array->data.data(), pointer,
                                           array->data.size(), "a result"))
      return status;
  return takeResults(
      context, llvm::ArrayRef(descriptors).drop_front(inputs.size()), outputs);
}
