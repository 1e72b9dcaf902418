//===- SerializeKernels.cpp - Compile kernels -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass `grad-serialize-kernels`. LLVM makes PTX for each chip; ptxas and
// fatbinary of the CUDA Toolkit make one fat binary of all. A chip is looked up
// in a table first: LLVM only warns of one that it does not know.
//
//===----------------------------------------------------------------------===//

#include "grad/Pipelines/Passes.h"
#include "mlir/Dialect/GPU/IR/CompilationInterfaces.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"

namespace mlir::grad {
#define GEN_PASS_DEF_GRADSERIALIZEKERNELS
#include "grad/Pipelines/Passes.h.inc"
} // namespace mlir::grad

using namespace mlir;
using namespace mlir::grad;

/// Chips that LLVM and the CUDA Toolkit both know, and that have what kernels
/// use: bf16 conversions, NaN-propagating maximum.
static constexpr StringLiteral kChips[] = {
    "sm_80", "sm_86", "sm_87", "sm_89", "sm_90", "sm_100", "sm_103", "sm_120"};

namespace {
/// Files that are removed again.
class TemporaryFiles {
public:
  ~TemporaryFiles() {
    for (const std::string &path : paths)
      llvm::sys::fs::remove(path);
  }

  /// The path of a new file; empty where none can be made.
  std::string create(StringRef ending) {
    SmallString<128> path;
    if (llvm::sys::fs::createTemporaryFile("grad-kernels", ending, path))
      return "";
    return paths.emplace_back(path.str());
  }

private:
  std::vector<std::string> paths;
};

struct GradSerializeKernels
    : public grad::impl::GradSerializeKernelsBase<GradSerializeKernels> {
  using GradSerializeKernelsBase::GradSerializeKernelsBase;

  void runOnOperation() override {
    SmallVector<std::string> targets(chips.begin(), chips.end());
    if (targets.empty())
      targets.push_back("sm_80");
    if (failed(checkOptions(targets)))
      return signalPassFailure();
    for (auto kernels :
         llvm::make_early_inc_range(getOperation().getOps<gpu::GPUModuleOp>()))
      if (failed(serialize(kernels, targets)))
        return signalPassFailure();
  }

private:
  LogicalResult checkOptions(ArrayRef<std::string> targets) {
    for (const std::string &chip : targets) {
      if (!llvm::is_contained(kChips, chip))
        return getOperation().emitError("unknown chip '")
               << chip << "'; expected one of "
               << llvm::join(kChips, kChips + std::size(kChips), ", ");
      if (llvm::count(targets, chip) > 1)
        return getOperation().emitError("chip '")
               << chip << "' is given more than once";
    }
    if (format == KernelFormat::Assembly && targets.size() != 1)
      return getOperation().emitError("format 'isa' is for one chip, got ")
             << targets.size() << "; use format 'fatbin' for several";
    return success();
  }

  /// The Toolkit's folder; empty where there is none.
  std::string findToolkit() {
    SmallVector<std::string> folders;
    if (!toolkit.empty()) {
      folders.push_back(toolkit);
    } else {
      for (StringRef name : {"CUDA_HOME", "CUDA_PATH"})
        if (auto folder = llvm::sys::Process::GetEnv(name))
          folders.push_back(*folder);
      folders.push_back("/usr/local/cuda");
    }
    for (const std::string &folder : folders)
      if (llvm::sys::fs::exists(folder + "/nvvm/libdevice") ||
          llvm::sys::fs::exists(folder + "/bin/ptxas"))
        return folder;
    return "";
  }

  LogicalResult explainToolkit(gpu::GPUModuleOp kernels, const Twine &what) {
    return kernels.emitError(what)
           << "; install the CUDA Toolkit and name its folder with "
              "'toolkit' or CUDA_HOME";
  }

  LogicalResult serialize(gpu::GPUModuleOp kernels,
                          ArrayRef<std::string> targets) {
    std::string folder = findToolkit();
    if (!toolkit.empty() && folder.empty())
      return kernels.emitError("there is no CUDA Toolkit in '")
             << toolkit << "'";
    if (format == KernelFormat::FatBinary && folder.empty())
      return explainToolkit(kernels, "a fat binary needs ptxas and fatbinary");
    SmallVector<std::string> texts;
    for (const std::string &chip : targets)
      if (failed(assemble(kernels, chip, folder, texts.emplace_back())))
        return failure();
    std::string bytes = texts.front();
    if (format == KernelFormat::FatBinary &&
        failed(merge(kernels, targets, texts, folder, bytes)))
      return failure();
    replace(kernels, targets.front(), bytes);
    return success();
  }

  /// PTX for one chip.
  LogicalResult assemble(gpu::GPUModuleOp kernels, StringRef chip,
                         StringRef folder, std::string &text) {
    // No PTX version: LLVM takes the oldest that the chip has.
    auto target =
        cast<gpu::TargetAttrInterface>(Attribute(NVVM::NVVMTargetAttr::get(
            &getContext(), /*optLevel=*/3, "nvptx64-nvidia-cuda", chip)));
    // Kernels that call nothing of libdevice do without it.
    bool hasLibrary =
        llvm::sys::fs::exists(folder + "/nvvm/libdevice/libdevice.10.bc");
    gpu::TargetOptions options(hasLibrary ? folder : StringRef(), {}, "", "",
                               gpu::CompilationTarget::Assembly);
    // It goes on after some errors.
    bool hasError = false;
    ScopedDiagnosticHandler handler(&getContext(), [&](Diagnostic &it) {
      hasError |= it.getSeverity() == DiagnosticSeverity::Error;
      return failure();
    });
    std::optional<SmallVector<char, 0>> object =
        target.serializeToObject(kernels, options);
    if (!object || hasError)
      return kernels.emitError("cannot compile the kernels for ") << chip;
    text = StringRef(object->data(), object->size()).str();
    while (!text.empty() && text.back() == '\0')
      text.pop_back();
    size_t missing = text.find("__nv_");
    if (missing != std::string::npos &&
        text.find(".extern .func") != std::string::npos)
      return explainToolkit(
          kernels, "the kernels call '" +
                       StringRef(text).substr(missing).take_while([](char c) {
                         return llvm::isAlnum(c) || c == '_';
                       }) +
                       "', which libdevice of the Toolkit has");
    return success();
  }

  /// Runs a program of the Toolkit.
  LogicalResult run(gpu::GPUModuleOp kernels, StringRef folder, StringRef name,
                    ArrayRef<std::string> arguments) {
    std::string path = (folder + "/bin/" + name).str();
    if (!llvm::sys::fs::can_execute(path))
      return explainToolkit(kernels, "there is no program '" + path + "'");
    TemporaryFiles files;
    std::string log = files.create("log");
    SmallVector<StringRef> words = {path};
    llvm::append_range(words, arguments);
    std::string error;
    int status = llvm::sys::ExecuteAndWait(
        path, words, std::nullopt,
        {std::nullopt, StringRef(log), StringRef(log)},
        /*SecondsToWait=*/0, /*MemoryLimit=*/0, &error);
    if (status == 0)
      return success();
    if (auto text = llvm::MemoryBuffer::getFile(log))
      error += (*text)->getBuffer();
    return kernels.emitError("'")
           << name << "' failed with status " << status << ": " << error;
  }

  /// One fat binary of the programs of all chips, with the text for the
  /// newest, which the driver compiles for chips that are newer still.
  LogicalResult merge(gpu::GPUModuleOp kernels, ArrayRef<std::string> targets,
                      ArrayRef<std::string> texts, StringRef folder,
                      std::string &bytes) {
    TemporaryFiles files;
    std::string merged = files.create("fatbin");
    SmallVector<std::string> arguments = {"--create=" + merged, "-64"};
    std::string newText;
    int newest = 0;
    for (auto [chip, text] : llvm::zip(targets, texts)) {
      std::string ptx = files.create("ptx"), program = files.create("cubin");
      std::error_code error;
      llvm::raw_fd_ostream out(ptx, error);
      out << text;
      out.close();
      if (error || out.has_error() || program.empty() || merged.empty())
        return kernels.emitError("cannot write temporary files");
      if (failed(run(kernels, folder, "ptxas",
                     {"-arch=" + chip, "-O3", ptx, "-o", program})))
        return failure();
      arguments.push_back("--image3=kind=elf,sm=" + chip.substr(3) +
                          ",file=" + program);
      int number = std::stoi(chip.substr(3));
      if (number > newest)
        newText = "--image3=kind=ptx,sm=" + chip.substr(3) + ",file=" + ptx;
      newest = std::max(newest, number);
    }
    arguments.push_back(newText);
    if (failed(run(kernels, folder, "fatbinary", arguments)))
      return failure();
    auto buffer = llvm::MemoryBuffer::getFile(merged, /*IsText=*/false,
                                              /*RequiresNullTerminator=*/false);
    if (!buffer || (*buffer)->getBufferSize() == 0)
      return kernels.emitError("'fatbinary' wrote no fat binary");
    bytes = (*buffer)->getBuffer().str();
    return success();
  }

  void replace(gpu::GPUModuleOp kernels, StringRef chip, StringRef bytes) {
    OpBuilder builder(kernels);
    auto kind = format == KernelFormat::Assembly
                    ? gpu::CompilationTarget::Assembly
                    : gpu::CompilationTarget::Fatbin;
    auto target = NVVM::NVVMTargetAttr::get(&getContext(), 3,
                                            "nvptx64-nvidia-cuda", chip);
    auto object = gpu::ObjectAttr::get(&getContext(), target, kind,
                                       builder.getStringAttr(bytes),
                                       /*properties=*/nullptr,
                                       /*kernels=*/nullptr);
    gpu::BinaryOp::create(builder, kernels.getLoc(), kernels.getName(),
                          /*offloadingHandler=*/nullptr,
                          builder.getArrayAttr(object));
    kernels.erase();
  }
};
} // namespace
