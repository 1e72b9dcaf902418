//===- HostImage.cpp - From host code to a shared object -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostImage.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "mlir/Target/LLVMIR/LLVMTranslationInterface.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"

using namespace mlir;
using namespace mlir::grad;

/// For the plainest processor of the host's architecture, so that no fused
/// operation is at hand that the code does not ask for.
static std::unique_ptr<llvm::TargetMachine> createMachine(std::string &error) {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  llvm::Triple triple(llvm::sys::getDefaultTargetTriple());
  const llvm::Target *target =
      llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target)
    return nullptr;
  llvm::TargetOptions options;
  options.AllowFPOpFusion = llvm::FPOpFusion::Strict;
  StringRef processor =
      triple.getArch() == llvm::Triple::x86_64 ? "x86-64" : "generic";
  std::unique_ptr<llvm::TargetMachine> machine(target->createTargetMachine(
      triple, processor, /*Features=*/"", options, llvm::Reloc::PIC_,
      /*CM=*/std::nullopt, llvm::CodeGenOptLevel::Less));
  if (!machine)
    error = "LLVM has no code generator for " + triple.str();
  return machine;
}

static void optimize(llvm::Module &module, llvm::TargetMachine &machine) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager graph;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder(&machine);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(graph);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, graph, modules);
  builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O1)
      .run(module, modules);
}

static LogicalResult writeObject(llvm::Module &module,
                                 llvm::TargetMachine &machine, StringRef path,
                                 std::string &error) {
  std::error_code code;
  llvm::raw_fd_ostream os(path, code);
  if (code) {
    error = "cannot write '" + path.str() + "': " + code.message();
    return failure();
  }
  llvm::legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, os, /*DwoOut=*/nullptr,
                                  llvm::CodeGenFileType::ObjectFile)) {
    error = "LLVM's code generator writes no object files";
    return failure();
  }
  passes.run(module);
  return success();
}

static std::string readFile(StringRef path) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  return buffer ? (*buffer)->getBuffer().str() : std::string();
}

/// Links the object and Support.c. Nothing may be left undefined, and what the
/// image defines is its own, whatever else the process has loaded.
static LogicalResult link(StringRef object, StringRef image, StringRef log,
                          std::string &error) {
  auto driver = llvm::sys::findProgramByName("cc");
  if (!driver) {
    error = "the emulator needs the C compiler driver 'cc': " +
            driver.getError().message();
    return failure();
  }
  StringRef arguments[] = {*driver,       "-shared",
                           "-o",          image,
                           object,        GRAD_EMULATOR_SUPPORT,
                           "-Wl,-z,defs", "-Wl,-Bsymbolic",
                           "-lm",         "-lgcc"};
  std::optional<StringRef> redirects[] = {std::nullopt, log, log};
  if (llvm::sys::ExecuteAndWait(*driver, arguments, /*Env=*/std::nullopt,
                                redirects, /*SecondsToWait=*/0,
                                /*MemoryLimit=*/0, &error) == 0)
    return success();
  error = "'cc' cannot link the kernels: " + error + readFile(log);
  return failure();
}

/// Compiles and links in a folder of its own, and removes it.
static LogicalResult compile(llvm::Module &module, llvm::TargetMachine &machine,
                             SmallVectorImpl<char> &image, std::string &error) {
  llvm::SmallString<128> folder;
  if (std::error_code code =
          llvm::sys::fs::createUniqueDirectory("grad-emulator", folder)) {
    error = "cannot create a temporary folder: " + code.message();
    return failure();
  }
  llvm::scope_exit remove(
      [&] { (void)llvm::sys::fs::remove_directories(folder); });
  auto getPath = [&](StringRef name) {
    llvm::SmallString<128> path(folder);
    llvm::sys::path::append(path, name);
    return std::string(path);
  };
  std::string object = getPath("kernels.o"), shared = getPath("kernels.so");
  if (failed(writeObject(module, machine, object, error)) ||
      failed(link(object, shared, getPath("log"), error)))
    return failure();
  std::string bytes = readFile(shared);
  image.assign(bytes.begin(), bytes.end());
  if (image.empty())
    error = "cannot read '" + shared + "'";
  return success(!image.empty());
}

LogicalResult grad::writeHostImage(ModuleOp module,
                                   ArrayRef<std::string> kernels,
                                   SmallVectorImpl<char> &image) {
  MLIRContext *context = module.getContext();
  auto *dialect = context->getLoadedDialect<LLVM::LLVMDialect>();
  if (!dialect ||
      !dialect->getRegisteredInterface<LLVMTranslationDialectInterface>())
    return module.emitError("the translation of the LLVM dialect is not "
                            "registered: call registerEmulatorDialects");
  std::string error;
  std::unique_ptr<llvm::TargetMachine> machine = createMachine(error);
  if (!machine)
    return module.emitError(error);
  module->setAttr(
      LLVM::LLVMDialect::getDataLayoutAttrName(),
      StringAttr::get(context,
                      machine->createDataLayout().getStringRepresentation()));
  module->setAttr(LLVM::LLVMDialect::getTargetTripleAttrName(),
                  StringAttr::get(context, machine->getTargetTriple().str()));
  llvm::LLVMContext llvmContext;
  std::unique_ptr<llvm::Module> code =
      translateModuleToLLVMIR(module, llvmContext);
  if (!code)
    return module.emitError("cannot translate the kernels to LLVM IR");
  addKernelEntries(*code, kernels);
  optimize(*code, *machine);
  if (failed(compile(*code, *machine, image, error)))
    return module.emitError(error);
  return success();
}
