//===- CheckDeviceCode.cpp - What the emulator knows -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostRewrites.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::grad;

/// Operations of the LLVM dialect that mean the same on the host.
static bool isPlain(Operation *op) {
  using namespace LLVM;
  return isa<AddOp, SubOp, MulOp, UDivOp, SDivOp, URemOp, SRemOp, AndOp, OrOp,
             XOrOp, ShlOp, LShrOp, AShrOp, ICmpOp, FAddOp, FSubOp, FMulOp,
             FDivOp, FRemOp, FNegOp, FCmpOp, SelectOp, FreezeOp>(op) ||
         isa<TruncOp, ZExtOp, SExtOp, FPTruncOp, FPExtOp, SIToFPOp, UIToFPOp,
             FPToSIOp, FPToUIOp, BitcastOp, IntToPtrOp, PtrToIntOp,
             AddrSpaceCastOp>(op) ||
         isa<GEPOp, AllocaOp, LoadOp, StoreOp, AtomicRMWOp, AtomicCmpXchgOp,
             FenceOp, BrOp, CondBrOp, SwitchOp, ReturnOp, UnreachableOp,
             ConstantOp, ZeroOp, UndefOp, PoisonOp>(op) ||
         isa<ExtractValueOp, InsertValueOp, ExtractElementOp, InsertElementOp,
             ShuffleVectorOp>(op);
}

/// Intrinsics, without `llvm.intr.`, that mean the same on the host.
static bool isPlainIntrinsic(StringRef name) {
  static const llvm::StringSet<> names = {
      "abs", "acos", "asin", "assume", "atan", "atan2", "bitreverse", "bswap",
      "ceil", "copysign", "cos", "cosh", "ctlz", "ctpop", "cttz", "exp",
      "exp10", "exp2", "expect", "fabs", "floor", "fma", "fmuladd", "fshl",
      "fshr", "is.fpclass", "lifetime.end", "lifetime.start", "log", "log10",
      "log2", "masked.load", "masked.store", "maximum", "maxnum", "memcpy",
      "memmove", "memset", "minimum", "minnum", "nearbyint", "pow", "powi",
      "rint", "round", "roundeven", "sin", "sinh", "smax", "smin", "sqrt",
      "stackrestore", "stacksave", "tan", "tanh", "trunc", "umax", "umin",
      // Arithmetic on integers.
      "sadd.sat", "sadd.with.overflow", "smul.with.overflow", "sshl.sat",
      "ssub.sat", "ssub.with.overflow", "uadd.sat", "uadd.with.overflow",
      "umul.with.overflow", "ushl.sat", "usub.sat", "usub.with.overflow",
      // Over the elements of a vector.
      "vector.extract", "vector.insert", "vector.reduce.add",
      "vector.reduce.and", "vector.reduce.fadd", "vector.reduce.fmax",
      "vector.reduce.fmaximum", "vector.reduce.fmin", "vector.reduce.fminimum",
      "vector.reduce.fmul", "vector.reduce.mul", "vector.reduce.or",
      "vector.reduce.smax", "vector.reduce.smin", "vector.reduce.umax",
      "vector.reduce.umin", "vector.reduce.xor"};
  return name.consume_front("llvm.intr.") && names.contains(name);
}

/// Whether the symbol would stand in the place of one that the image calls.
static bool isTaken(StringRef name) {
  static const llvm::StringSet<> names = {
      "memcpy",
      "memmove",
      "memset",
      "strcmp",
#define GRAD_LIBDEVICE(NAME, RESULT, ARGUMENTS, EXPRESSION) #NAME,
#include "Libdevice.def"
  };
  return names.contains(name) || name.starts_with("grad_emulator_") ||
         name.starts_with("__nv_");
}

static Type getLibdeviceType(MLIRContext *context, char letter) {
  if (letter == 'i')
    return IntegerType::get(context, 32);
  return letter == 'f' ? Type(Float32Type::get(context))
                       : Type(Float64Type::get(context));
}

/// Whether Support.c has the function, with this type.
static bool isLibdevice(LLVM::LLVMFuncOp func) {
  static const llvm::StringMap<StringRef> signatures = {
#define GRAD_LIBDEVICE(NAME, RESULT, ARGUMENTS, EXPRESSION)                    \
  {"__nv_" #NAME, #RESULT #ARGUMENTS},
#include "Libdevice.def"
  };
  auto entry = signatures.find(func.getName());
  if (entry == signatures.end() || func.isVarArg())
    return false;
  SmallVector<Type> types;
  for (char letter : entry->second)
    types.push_back(getLibdeviceType(func.getContext(), letter));
  return func.getFunctionType() ==
         LLVM::LLVMFunctionType::get(types.front(),
                                     ArrayRef(types).drop_front());
}

static LogicalResult checkFunction(LLVM::LLVMFuncOp func) {
  // The call of a declared function is where an unknown one matters.
  if (func.isExternal())
    return success();
  if (isTaken(func.getName()))
    return func.emitError("the emulator needs the name '")
           << func.getName() << "' for itself: call the function otherwise";
  if (func.isVarArg())
    return func.emitError("the emulator has no functions with any number of "
                          "arguments");
  for (unsigned i = 0, e = func.getNumArguments(); i < e; ++i)
    if (func.getArgAttr(i, LLVM::LLVMDialect::getByValAttrName()))
      return func.emitError("the emulator has no arguments passed with '")
             << LLVM::LLVMDialect::getByValAttrName() << "'";
  return success();
}

static LogicalResult checkGlobal(LLVM::GlobalOp global) {
  if (isTaken(global.getSymName()))
    return global.emitError("the emulator needs the name '")
           << global.getSymName()
           << "' for itself: call the variable otherwise";
  if (!llvm::is_contained({0u, 1u, 3u, 4u}, global.getAddrSpace()))
    return global.emitError("the emulator has no variables in address space ")
           << global.getAddrSpace();
  bool isDynamic = global.getLinkage() == LLVM::Linkage::External &&
                   !global.getValueOrNull() &&
                   global.getInitializerRegion().empty();
  if (isDynamic)
    return global.emitError("the emulator has no variables that are defined "
                            "elsewhere, nor workgroup memory of a size given "
                            "at the launch");
  return success();
}

static LogicalResult checkAddressSpaces(Operation *op) {
  AttrTypeWalker walker;
  walker.addWalk([](LLVM::LLVMPointerType type) {
    return llvm::is_contained({0u, 1u, 3u, 4u, 5u}, type.getAddressSpace())
               ? WalkResult::advance()
               : WalkResult::interrupt();
  });
  for (Type type : op->getResultTypes())
    if (walker.walk(type).wasInterrupted())
      return op->emitError("the emulator has no memory of type ") << type;
  return success();
}

/// The host computes a fused operation on 16-bit floats in f32 and rounds a
/// second time.
static LogicalResult checkFusedMultiplyAdd(Operation *op) {
  if (!isa<LLVM::FMAOp, LLVM::FMulAddOp>(op))
    return success();
  Type type = getElementTypeOrSelf(op->getResult(0));
  if (type.isF32() || type.isF64())
    return success();
  return op->emitError("the emulator has no fused multiply-add on ") << type;
}

static LogicalResult checkCall(LLVM::CallOp call) {
  if (!call.getCallee())
    return call.emitError("the emulator has no calls of function pointers");
  auto func = SymbolTable::lookupNearestSymbolFrom<LLVM::LLVMFuncOp>(
      call, call.getCalleeAttr());
  if (func && (!func.isExternal() || isLibdevice(func) ||
               func.getName() == "__assertfail"))
    return success();
  InFlightDiagnostic diagnostic =
      call.emitError("the emulator has no function '")
      << *call.getCallee() << "'";
  if (func)
    diagnostic << " of type " << func.getFunctionType();
  return diagnostic;
}

static LogicalResult checkAddress(LLVM::AddressOfOp op) {
  if (SymbolTable::lookupNearestSymbolFrom<LLVM::GlobalOp>(
          op, op.getGlobalNameAttr()))
    return success();
  return op.emitError("the emulator has no variable '")
         << op.getGlobalName() << "'";
}

LogicalResult grad::checkDeviceCode(ModuleOp module) {
  WalkResult result = module.walk<WalkOrder::PreOrder>([](Operation *op) {
    if (failed(checkAddressSpaces(op)) || failed(checkFusedMultiplyAdd(op)))
      return WalkResult::interrupt();
    return WalkResult(
        llvm::TypeSwitch<Operation *, LogicalResult>(op)
            .Case<LLVM::LLVMFuncOp>(checkFunction)
            .Case<LLVM::GlobalOp>(checkGlobal)
            .Case<LLVM::CallOp>(checkCall)
            .Case<LLVM::AddressOfOp>(checkAddress)
            .Case<ModuleOp, LLVM::CallIntrinsicOp>(
                [](auto) { return success(); })
            .Default([](Operation *op) -> LogicalResult {
              // A later step looks at NVVM's.
              if (isPlain(op) ||
                  isPlainIntrinsic(op->getName().getStringRef()) ||
                  isa_and_nonnull<NVVM::NVVMDialect>(op->getDialect()))
                return success();
              return op->emitError("the emulator does not know '")
                     << op->getName() << "'";
            }));
  });
  return failure(result.wasInterrupted());
}
