//===- DeviceCalls.cpp - Memory and kernels as calls of the runtime ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceCalls.h"
#include "../Addresses.h"
#include "../MatrixProduct.h"
#include "Capabilities.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/Utils/MemRefUtils.h"

using namespace mlir;
using namespace mlir::grad;

//===----------------------------------------------------------------------===//
// Images
//===----------------------------------------------------------------------===//

LogicalResult KernelImages::convert() {
  for (auto uncompiled : module.getOps<gpu::GPUModuleOp>())
    return uncompiled.emitError("the kernels are not compiled; run "
                                "grad-serialize-kernels first");
  for (auto binary :
       llvm::make_early_inc_range(module.getOps<gpu::BinaryOp>())) {
    if (binary.getObjects().size() != 1)
      return binary.emitError("expected one object, got ")
             << binary.getObjects().size()
             << "; make one fat binary for all chips";
    auto object = cast<gpu::ObjectAttr>(binary.getObjects()[0]);
    std::string bytes = object.getObject().getValue().str();
    // PTX is text, which ends with 0.
    if (object.getFormat() == gpu::CompilationTarget::Assembly)
      bytes.push_back('\0');
    OpBuilder builder(binary);
    auto type = LLVM::LLVMArrayType::get(builder.getI8Type(), bytes.size());
    std::string name = binary.getName().str();
    auto global = LLVM::GlobalOp::create(
        builder, module.getLoc(), type, /*isConstant=*/true,
        LLVM::Linkage::Internal, name, builder.getStringAttr(bytes),
        /*alignment=*/16);
    binary.erase();
    images[name] = global;
  }
  return success();
}

std::pair<Value, Value> KernelImages::createImage(RuntimeCalls &calls,
                                                  OpBuilder &builder,
                                                  Location loc,
                                                  StringRef name) {
  LLVM::GlobalOp global = images.lookup(name);
  auto type = cast<LLVM::LLVMArrayType>(global.getGlobalType());
  return {LLVM::AddressOfOp::create(builder, loc, global),
          calls.createI64(builder, loc, type.getNumElements())};
}

//===----------------------------------------------------------------------===//
// Building blocks
//===----------------------------------------------------------------------===//

Value DeviceCalls::getSlot(Type type, unsigned number) {
  SmallVector<Value> &known = slots[type];
  OpBuilder entry = OpBuilder::atBlockBegin(&function.getBody().front());
  Location loc = function.getLoc();
  while (known.size() <= number)
    known.push_back(LLVM::AllocaOp::create(entry, loc, calls.getPointerType(),
                                           type,
                                           calls.createI64(entry, loc, 1)));
  return known[number];
}

void DeviceCalls::call(OpBuilder &builder, Operation *op, StringRef name,
                       ArrayRef<Value> arguments) {
  SmallVector<Value> all = {function.getArgument(0)};
  llvm::append_range(all, arguments);
  all.push_back(calls.createPlace(builder, op));
  checks.check(builder, op->getLoc(),
               calls.call(builder, op->getLoc(), name, all));
}

Value DeviceCalls::callForPointer(OpBuilder &builder, Operation *op,
                                  StringRef name, ArrayRef<Value> arguments,
                                  bool hasPlace) {
  Location loc = op->getLoc();
  Value slot = getSlot(calls.getPointerType(), 0);
  SmallVector<Value> all = {function.getArgument(0)};
  llvm::append_range(all, arguments);
  all.push_back(slot);
  if (hasPlace)
    all.push_back(calls.createPlace(builder, op));
  checks.check(builder, loc, calls.call(builder, loc, name, all));
  return LLVM::LoadOp::create(builder, loc, calls.getPointerType(), slot);
}

Value DeviceCalls::createBytes(OpBuilder &builder, Location loc, Value memref) {
  Type element = getElementTypeOrSelf(memref.getType());
  return arith::MulIOp::create(
      builder, loc, calls.createCount(builder, loc, memref),
      calls.createI64(builder, loc, getStorageBytes(element)));
}

Value DeviceCalls::createElementPointer(OpBuilder &builder, Location loc,
                                        Value memref, ValueRange indices) {
  auto type = cast<MemRefType>(memref.getType());
  Value base = calls.createPointer(builder, loc, memref);
  if (indices.empty())
    return base;
  auto metadata =
      memref::ExtractStridedMetadataOp::create(builder, loc, memref);
  Value sum = arith::ConstantIndexOp::create(builder, loc, 0);
  for (auto [index, stride] : llvm::zip(indices, metadata.getStrides()))
    sum = arith::AddIOp::create(
        builder, loc, sum, arith::MulIOp::create(builder, loc, index, stride));
  Value number =
      arith::IndexCastOp::create(builder, loc, builder.getI64Type(), sum);
  return LLVM::GEPOp::create(builder, loc, calls.getPointerType(),
                             getStorageType(type.getElementType()), base,
                             ArrayRef<LLVM::GEPArg>{number});
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

void DeviceCalls::replaceAlloc(memref::AllocOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  auto type = op.getType();
  Value count = calls.createI64(builder, loc, 1);
  SmallVector<Value> sizes;
  auto dynamic = op.getDynamicSizes().begin();
  for (int64_t size : type.getShape()) {
    sizes.push_back(ShapedType::isDynamic(size)
                        ? Value(arith::IndexCastOp::create(
                              builder, loc, builder.getI64Type(), *dynamic++))
                        : calls.createI64(builder, loc, size));
    count = arith::MulIOp::create(builder, loc, count, sizes.back());
  }
  Value bytes = arith::MulIOp::create(
      builder, loc, count,
      calls.createI64(builder, loc, getStorageBytes(type.getElementType())));
  Value pointer = callForPointer(builder, op, "gradrt_alloc", bytes,
                                 /*hasPlace=*/false);
  op.replaceAllUsesWith(calls.createMemRef(builder, loc, pointer, type, sizes));
  op.erase();
}

void DeviceCalls::replaceDealloc(memref::DeallocOp op) {
  OpBuilder builder(op);
  Value pointer = calls.createPointer(builder, op.getLoc(), op.getMemref());
  checks.check(builder, op.getLoc(),
               calls.call(builder, op.getLoc(), "gradrt_free",
                          {function.getArgument(0), pointer}));
  op.erase();
}

LogicalResult DeviceCalls::replaceCopy(memref::CopyOp op) {
  for (Value memref : {op.getSource(), op.getTarget()}) {
    auto type = dyn_cast<MemRefType>(memref.getType());
    if (!type || !(type.getLayout().isIdentity() ||
                   memref::isStaticShapeAndContiguousRowMajor(type)))
      return op.emitError("expected contiguous memrefs; run "
                          "convert-linalg-to-kernels first");
  }
  OpBuilder builder(op);
  Location loc = op.getLoc();
  call(builder, op, "gradrt_copy",
       {calls.createPointer(builder, loc, op.getTarget()),
        calls.createPointer(builder, loc, op.getSource()),
        createBytes(builder, loc, op.getSource())});
  op.erase();
  return success();
}

void DeviceCalls::replaceLoad(memref::LoadOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Type type = op.getType(), storage = getStorageType(type);
  Value slot = getSlot(storage, 0);
  call(builder, op, "gradrt_read",
       {slot,
        createElementPointer(builder, loc, op.getMemRef(), op.getIndices()),
        calls.createI64(builder, loc, getStorageBytes(type))});
  Value value = LLVM::LoadOp::create(builder, loc, storage, slot);
  if (type.isIndex())
    value = arith::IndexCastOp::create(builder, loc, type, value);
  else if (type != storage)
    value = arith::TruncIOp::create(builder, loc, type, value);
  op.replaceAllUsesWith(value);
  op.erase();
}

void DeviceCalls::replaceStore(memref::StoreOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Value value = op.getValueToStore();
  Type type = value.getType(), storage = getStorageType(type);
  if (type.isIndex())
    value = arith::IndexCastOp::create(builder, loc, storage, value);
  else if (type != storage)
    value = arith::ExtUIOp::create(builder, loc, storage, value);
  Value slot = getSlot(storage, 0);
  LLVM::StoreOp::create(builder, loc, value, slot);
  call(builder, op, "gradrt_write",
       {createElementPointer(builder, loc, op.getMemRef(), op.getIndices()),
        slot, calls.createI64(builder, loc, getStorageBytes(type))});
  op.erase();
}

void DeviceCalls::replaceGlobal(memref::GetGlobalOp op) {
  OpBuilder builder(op);
  builder.setInsertionPointAfter(op);
  Location loc = op.getLoc();
  Value key = calls.createPointer(builder, loc, op.getResult());
  Operation *keyUser = key.getDefiningOp();
  Value bytes = createBytes(builder, loc, op.getResult());
  Value pointer = callForPointer(builder, op, "gradrt_constant", {key, bytes});
  SmallVector<Value> sizes;
  for (int64_t size : op.getType().getShape())
    sizes.push_back(calls.createI64(builder, loc, size));
  Value memref = calls.createMemRef(builder, loc, pointer, op.getType(), sizes);
  (void)keyUser;
  op.getResult().replaceUsesWithIf(memref, [&](OpOperand &use) {
    return !isa<memref::ExtractAlignedPointerAsIndexOp>(use.getOwner()) ||
           use.getOwner()->getBlock() != op->getBlock();
  });
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

void DeviceCalls::replaceTable(PointerTableOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  MemRefType type = op.getResult().getType();
  auto array =
      LLVM::LLVMArrayType::get(builder.getI64Type(), type.getNumElements());
  Value slot = getSlot(array, 0);
  int64_t position = 0;
  auto store = [&](Value number) {
    Value place = LLVM::GEPOp::create(
        builder, loc, calls.getPointerType(), builder.getI64Type(), slot,
        ArrayRef<LLVM::GEPArg>{int32_t(position++)});
    LLVM::StoreOp::create(builder, loc, number, place);
  };
  for (int64_t number : op.getNumbers())
    store(calls.createI64(builder, loc, number));
  for (Value buffer : op.getBuffers())
    store(createAddress(builder, loc, buffer));
  Value pointer =
      callForPointer(builder, op, "gradrt_table",
                     {calls.createKey(builder, op), slot,
                      calls.createI64(builder, loc, type.getNumElements())});
  op.getResult().replaceAllUsesWith(
      calls.createMemRef(builder, loc, pointer, type,
                         calls.createI64(builder, loc, type.getNumElements())));
  op.erase();
}

void DeviceCalls::replaceLaunch(gpu::LaunchFuncOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  auto [image, bytes] = images.createImage(calls, builder, loc,
                                           op.getKernelModuleName().getValue());
  auto toI64 = [&](Value index) -> Value {
    return arith::IndexCastOp::create(builder, loc, builder.getI64Type(),
                                      index);
  };
  size_t count = op.getKernelOperands().size();
  auto array = LLVM::LLVMArrayType::get(calls.getPointerType(),
                                        std::max<size_t>(count, 1));
  Value params = getSlot(array, 0);
  llvm::DenseMap<Type, unsigned> used;
  for (auto [i, operand] : llvm::enumerate(op.getKernelOperands())) {
    Type type = operand.getType();
    Value slot = getSlot(type, used[type]++);
    LLVM::StoreOp::create(builder, loc, operand, slot);
    Value place = LLVM::GEPOp::create(builder, loc, calls.getPointerType(),
                                      calls.getPointerType(), params,
                                      ArrayRef<LLVM::GEPArg>{int32_t(i)});
    LLVM::StoreOp::create(builder, loc, slot, place);
  }
  call(builder, op, "gradrt_launch",
       {image, bytes,
        calls.createText(builder, loc, op.getKernelName().getValue()),
        toI64(op.getGridSizeX()), toI64(op.getBlockSizeX()), params});
  op.erase();
}

LogicalResult DeviceCalls::replaceProduct(linalg::LinalgOp op) {
  std::optional<MatrixProduct> product = matchMatrixProduct(op);
  if (!product)
    return op->emitError("expected kernels and matrix products; run "
                         "convert-linalg-to-kernels first");
  OpBuilder builder(op);
  Location loc = op->getLoc();
  auto typeOf = [](Value memref) -> int64_t {
    return *getRuntimeType(getElementTypeOrSelf(memref.getType()));
  };
  const auto &[a, b, c] =
      std::tie(product->aStrides, product->bStrides, product->cStrides);
  SmallVector<int64_t> fields = {typeOf(product->a),
                                 typeOf(product->c),
                                 !product->overwrite,
                                 product->batch,
                                 product->m,
                                 product->n,
                                 product->k,
                                 a.row,
                                 a.column,
                                 a.batch,
                                 b.row,
                                 b.column,
                                 b.batch,
                                 c.row,
                                 c.column,
                                 c.batch};
  Value fieldsAddress = calls.createNumbers(builder, loc, fields);
  call(builder, op, "gradrt_matmul",
       {fieldsAddress, calls.createPointer(builder, loc, product->a),
        calls.createPointer(builder, loc, product->b),
        calls.createPointer(builder, loc, product->c)});
  op->erase();
  return success();
}

LogicalResult DeviceCalls::replace(Operation *op) {
  if (auto alloc = dyn_cast<memref::AllocOp>(op))
    replaceAlloc(alloc);
  else if (auto dealloc = dyn_cast<memref::DeallocOp>(op))
    replaceDealloc(dealloc);
  else if (auto copy = dyn_cast<memref::CopyOp>(op))
    return replaceCopy(copy);
  else if (auto load = dyn_cast<memref::LoadOp>(op))
    replaceLoad(load);
  else if (auto store = dyn_cast<memref::StoreOp>(op))
    replaceStore(store);
  else if (auto global = dyn_cast<memref::GetGlobalOp>(op))
    replaceGlobal(global);
  else if (auto table = dyn_cast<PointerTableOp>(op))
    replaceTable(table);
  else if (auto launch = dyn_cast<gpu::LaunchFuncOp>(op))
    replaceLaunch(launch);
  else if (auto product = dyn_cast<linalg::LinalgOp>(op))
    return replaceProduct(product);
  else
    return op->emitError("this operation has no way to work on the memory of "
                         "a device");
  return success();
}

/// Whether the operation reads or writes memory by itself, or, as a reshape by
/// sizes in memory, when it is lowered.
static bool touchesMemory(Operation *op) {
  if (isa<PointerTableOp, gpu::LaunchFuncOp, linalg::LinalgOp,
          memref::GetGlobalOp, memref::ReshapeOp>(op))
    return true;
  auto interface = dyn_cast<MemoryEffectOpInterface>(op);
  if (!interface || isa<CollectiveOpInterface, WorkspaceOp>(op))
    return false;
  SmallVector<MemoryEffects::EffectInstance> effects;
  interface.getEffects(effects);
  return llvm::any_of(effects, [](MemoryEffects::EffectInstance &effect) {
    return effect.getValue() &&
           isa<BaseMemRefType>(effect.getValue().getType());
  });
}

LogicalResult DeviceCalls::convert() {
  SmallVector<Operation *> operations;
  function.walk([&](Operation *op) {
    if (touchesMemory(op))
      operations.push_back(op);
  });
  for (Operation *op : operations)
    if (failed(replace(op)))
      return failure();
  return success();
}
