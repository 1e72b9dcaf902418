//===- KernelEntries.cpp - What the loader of an image calls -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostImage.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace mlir;

/// `void NAME(void **params)`, which calls `body`.
static void addEntry(llvm::Function &body, StringRef name) {
  llvm::LLVMContext &context = body.getContext();
  llvm::Type *pointer = llvm::PointerType::getUnqual(context);
  llvm::Function *entry = llvm::Function::Create(
      llvm::FunctionType::get(llvm::Type::getVoidTy(context), {pointer},
                              /*isVarArg=*/false),
      llvm::GlobalValue::ExternalLinkage, name, body.getParent());
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "entry", entry));
  SmallVector<llvm::Value *> arguments;
  for (llvm::Argument &argument : body.args()) {
    llvm::Value *slot = builder.CreateConstGEP1_64(pointer, entry->getArg(0),
                                                   argument.getArgNo());
    llvm::Value *place = builder.CreateLoad(pointer, slot);
    // The caller aligns for its own type, which may be a smaller one.
    arguments.push_back(
        builder.CreateAlignedLoad(argument.getType(), place, llvm::Align(1)));
  }
  builder.CreateCall(&body, arguments);
  builder.CreateRetVoid();
}

/// A variable that Support.c knows.
static void addVariable(llvm::Module &module, StringRef name,
                        llvm::Constant *value) {
  auto *variable =
      new llvm::GlobalVariable(module, value->getType(), /*isConstant=*/true,
                               llvm::GlobalValue::ExternalLinkage, value, name);
  variable->setVisibility(llvm::GlobalValue::HiddenVisibility);
}

/// One `struct kernel` of Support.c.
static llvm::Constant *makeRow(llvm::Function &body, StringRef name) {
  llvm::Module &module = *body.getParent();
  llvm::IRBuilder<> builder(module.getContext());
  const llvm::DataLayout &layout = module.getDataLayout();
  SmallVector<uint64_t> sizes;
  for (llvm::Argument &argument : body.args())
    sizes.push_back(layout.getTypeStoreSize(argument.getType()));
  auto *values = llvm::ConstantDataArray::get(module.getContext(), sizes);
  auto *array = new llvm::GlobalVariable(
      module, values->getType(), /*isConstant=*/true,
      llvm::GlobalValue::PrivateLinkage, values, "sizes");
  return llvm::ConstantStruct::getAnon(
      {builder.CreateGlobalString(name, "name", /*AddressSpace=*/0, &module),
       builder.getInt64(sizes.size()), array});
}

void grad::addKernelEntries(llvm::Module &module,
                            ArrayRef<std::string> kernels) {
  for (llvm::Function &function : module)
    if (!function.isDeclaration())
      function.setLinkage(llvm::GlobalValue::InternalLinkage);
  SmallVector<llvm::Constant *> rows;
  for (const std::string &name : kernels) {
    llvm::Function *body = module.getFunction(name);
    body->setName(name + ".body");
    addEntry(*body, name);
    rows.push_back(makeRow(*body, name));
  }
  llvm::LLVMContext &context = module.getContext();
  llvm::Type *pointer = llvm::PointerType::getUnqual(context);
  llvm::Type *i64 = llvm::Type::getInt64Ty(context);
  auto *type = llvm::ArrayType::get(
      llvm::StructType::get(context, {pointer, i64, pointer}), rows.size());
  addVariable(module, "grad_emulator_kernels",
              llvm::ConstantArray::get(type, rows));
  addVariable(module, "grad_emulator_kernel_count",
              llvm::ConstantInt::get(i64, rows.size()));
}
