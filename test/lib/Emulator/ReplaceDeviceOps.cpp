//===- ReplaceDeviceOps.cpp - NVVM on the host -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmulatorABI.h"
#include "HostRewrites.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "llvm/ADT/StringSwitch.h"

#include <optional>

using namespace mlir;
using namespace mlir::grad;

LLVM::CallOp grad::callSupport(OpBuilder &builder, Location loc, StringRef name,
                               Type result, ValueRange arguments) {
  auto module =
      builder.getInsertionBlock()->getParentOp()->getParentOfType<ModuleOp>();
  auto func = module.lookupSymbol<LLVM::LLVMFuncOp>(name);
  if (!func) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(module.getBody());
    Type type = result ? result : LLVM::LLVMVoidType::get(module.getContext());
    func = LLVM::LLVMFuncOp::create(
        builder, module.getLoc(), name,
        LLVM::LLVMFunctionType::get(type,
                                    SmallVector<Type>(arguments.getTypes())));
  }
  return LLVM::CallOp::create(builder, loc, func, arguments);
}

Value grad::makeConstant(OpBuilder &builder, Location loc, Type type,
                         int64_t value) {
  TypedAttr attribute =
      builder.getIntegerAttr(getElementTypeOrSelf(type), value);
  if (auto vector = dyn_cast<VectorType>(type))
    attribute = SplatElementsAttr::get(vector, attribute);
  return LLVM::ConstantOp::create(builder, loc, type, attribute);
}

/// The arguments of `index` for an operation that reads a special register.
static std::optional<std::pair<int, int>> getIndexArguments(Operation *op) {
  StringRef name = op->getName().getStringRef();
  if (!name.consume_front("nvvm.read.ptx.sreg."))
    return std::nullopt;
  if (name == "laneid")
    return std::make_pair(GRAD_EMULATOR_LANE, 0);
  auto [registers, letter] = name.split('.');
  int what = llvm::StringSwitch<int>(registers)
                 .Case("tid", GRAD_EMULATOR_THREAD)
                 .Case("ctaid", GRAD_EMULATOR_BLOCK)
                 .Case("ntid", GRAD_EMULATOR_BLOCK_DIM)
                 .Case("nctaid", GRAD_EMULATOR_GRID_DIM)
                 .Default(-1);
  int dim = llvm::StringSwitch<int>(letter)
                .Case("x", 0)
                .Case("y", 1)
                .Case("z", 2)
                .Default(-1);
  if (what < 0 || dim < 0)
    return std::nullopt;
  return std::make_pair(what, dim);
}

/// A barrier of all threads, with no number and no reduction.
static bool isPlainBarrier(Operation *op) {
  return isa<NVVM::Barrier0Op>(op) ||
         (isa<NVVM::BarrierOp>(op) && op->getNumOperands() == 0 &&
          op->getNumResults() == 0);
}

static int getShuffleMode(NVVM::ShflKind kind) {
  switch (kind) {
  case NVVM::ShflKind::bfly:
    return GRAD_EMULATOR_XOR;
  case NVVM::ShflKind::up:
    return GRAD_EMULATOR_UP;
  case NVVM::ShflKind::down:
    return GRAD_EMULATOR_DOWN;
  case NVVM::ShflKind::idx:
    return GRAD_EMULATOR_IDX;
  }
  llvm_unreachable("unknown kind of shuffle");
}

static Value replaceShuffle(OpBuilder &builder, NVVM::ShflOp op) {
  Location loc = op.getLoc();
  Type i1 = builder.getI1Type(), i32 = builder.getI32Type(),
       i64 = builder.getI64Type();
  Type type = op.getVal().getType();
  Value value = LLVM::BitcastOp::create(builder, loc, i32, op.getVal());
  Value mode = makeConstant(builder, loc, i32, getShuffleMode(op.getKind()));
  Value both = callSupport(builder, loc, "grad_emulator_shuffle", i64,
                           {mode, value, op.getOffset(), op.getMaskAndClamp()})
                   .getResult();
  Value low = LLVM::TruncOp::create(builder, loc, i32, both);
  Value result = LLVM::BitcastOp::create(builder, loc, type, low);
  if (!op.getReturnValueAndIsValid())
    return result;
  Value high = LLVM::LShrOp::create(builder, loc, both,
                                    makeConstant(builder, loc, i64, 32));
  Value valid = LLVM::TruncOp::create(builder, loc, i1, high);
  Value pair = LLVM::PoisonOp::create(builder, loc, op.getType());
  pair = LLVM::InsertValueOp::create(builder, loc, pair, result,
                                     ArrayRef<int64_t>{0});
  return LLVM::InsertValueOp::create(builder, loc, pair, valid,
                                     ArrayRef<int64_t>{1});
}

/// The result of an intrinsic of NVVM; null for an unknown one. `type` is f32
/// for the suffix `.f` and f64 for `.d`.
static Value replaceIntrinsic(OpBuilder &builder, LLVM::CallIntrinsicOp op) {
  Location loc = op.getLoc();
  StringRef name = op.getIntrin();
  OperandRange args = op.getArgs();
  if (op.getNumResults() != 1 || !name.consume_front("llvm.nvvm."))
    return {};
  bool isDouble = name.ends_with(".d");
  Type type = isDouble ? Type(builder.getF64Type()) : builder.getF32Type();
  if ((!isDouble && !name.ends_with(".f")) ||
      op.getResult(0).getType() != type ||
      llvm::any_of(args.getTypes(), [&](Type t) { return t != type; }))
    return {};
  name = name.drop_back(2);
  auto call = [&](Twine function) {
    return callSupport(builder, loc,
                       ("__nv_" + function + (isDouble ? "" : "f")).str(), type,
                       args)
        .getResult();
  };
  auto isOf = [&](size_t count, StringRef wanted) {
    return args.size() == count && name == wanted;
  };
  if (isOf(1, "sqrt.rn") || isOf(1, "sqrt"))
    return LLVM::SqrtOp::create(builder, loc, type, args[0]);
  if (isOf(2, "div.rn"))
    return LLVM::FDivOp::create(builder, loc, args[0], args[1]);
  if (isOf(2, "add.rn"))
    return LLVM::FAddOp::create(builder, loc, args[0], args[1]);
  if (isOf(2, "mul.rn"))
    return LLVM::FMulOp::create(builder, loc, args[0], args[1]);
  if (isOf(3, "fma.rn"))
    return LLVM::FMAOp::create(builder, loc, args[0], args[1], args[2]);
  if (isOf(2, "fmin.nan"))
    return LLVM::MinimumOp::create(builder, loc, args[0], args[1]);
  if (isOf(2, "fmax.nan"))
    return LLVM::MaximumOp::create(builder, loc, args[0], args[1]);
  if (isOf(2, "fmin") || isOf(2, "fmax") || isOf(1, "fabs") ||
      isOf(1, "ceil") || isOf(1, "floor") || isOf(1, "round") ||
      isOf(1, "trunc"))
    return call(name);
  if (isOf(1, "rsqrt.approx"))
    return call("rsqrt");
  if (isOf(1, "ex2.approx"))
    return call("exp2");
  if (isOf(1, "lg2.approx"))
    return call("log2");
  return {};
}

/// What stands for the result of `op`, null for no result; fails for an unknown
/// operation.
static FailureOr<Value> replaceDeviceOp(OpBuilder &builder, Operation *op) {
  Location loc = op->getLoc();
  Type i32 = builder.getI32Type();
  if (auto index = getIndexArguments(op))
    return callSupport(builder, loc, "grad_emulator_index", i32,
                       {makeConstant(builder, loc, i32, index->first),
                        makeConstant(builder, loc, i32, index->second)})
        .getResult();
  if (isa<NVVM::WarpSizeOp>(op))
    return makeConstant(builder, loc, i32, 32);
  if (isPlainBarrier(op)) {
    callSupport(builder, loc, "grad_emulator_barrier", Type(), {});
    return Value();
  }
  if (auto shuffle = dyn_cast<NVVM::ShflOp>(op))
    return replaceShuffle(builder, shuffle);
  // The device has a fused operation, and LLVM takes it.
  if (auto add = dyn_cast<LLVM::FMulAddOp>(op))
    return Value(
        LLVM::FMAOp::create(builder, loc, add.getA(), add.getB(), add.getC()));
  if (auto call = dyn_cast<LLVM::CallIntrinsicOp>(op)) {
    if (Value value = replaceIntrinsic(builder, call))
      return value;
    return op->emitError("the emulator does not know the intrinsic '")
           << call.getIntrin() << "' of type " << op->getResultTypes();
  }
  return op->emitError("the emulator does not know this '")
         << op->getName() << "'";
}

LogicalResult grad::replaceDeviceOps(ModuleOp module) {
  SmallVector<Operation *> ops;
  module.walk([&](Operation *op) {
    if (isa<LLVM::CallIntrinsicOp, LLVM::FMulAddOp>(op) ||
        isa_and_nonnull<NVVM::NVVMDialect>(op->getDialect()))
      ops.push_back(op);
  });
  for (Operation *op : ops) {
    OpBuilder builder(op);
    FailureOr<Value> value = replaceDeviceOp(builder, op);
    if (failed(value))
      return failure();
    if (*value)
      op->replaceAllUsesWith(ValueRange(*value));
    op->erase();
  }
  return success();
}
