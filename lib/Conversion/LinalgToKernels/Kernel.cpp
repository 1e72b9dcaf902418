//===- Kernel.cpp - One kernel and its launch ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/AffineExprVisitor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::grad;

/// What a multiprocessor can hold of a kernel's blocks, at least.
static constexpr int32_t kBlocksAtATime = 2;
static constexpr StringLiteral kBlocksAtATimeAttrName = "nvvm.minctasm";

/// More blocks than this do no work that these could not do.
static constexpr int64_t kMostBlocks = 1 << 30;

//===----------------------------------------------------------------------===//
// The host's side
//===----------------------------------------------------------------------===//

static Value castToI64(OpBuilder &builder, Location loc, Value index) {
  return arith::IndexCastOp::create(builder, loc, builder.getI64Type(), index);
}

Value grad::createElementCount(OpBuilder &builder, Location loc, Value memref) {
  auto type = cast<MemRefType>(memref.getType());
  int64_t known = 1;
  SmallVector<Value> sizes;
  for (int64_t dim = 0; dim != type.getRank(); ++dim)
    if (type.isDynamicDim(dim))
      sizes.push_back(memref::DimOp::create(builder, loc, memref, dim));
    else
      known *= type.getDimSize(dim);
  Value count = arith::ConstantIndexOp::create(builder, loc, known);
  for (Value size : sizes)
    count = arith::MulIOp::create(builder, loc, count, size);
  return count;
}

Value grad::createBlockCount(OpBuilder &builder, Location loc, Value elements,
                             int64_t each) {
  APInt known;
  if (matchPattern(elements, m_ConstantInt(&known)))
    return arith::ConstantIndexOp::create(
        builder, loc,
        std::min<int64_t>(llvm::divideCeil(known.getSExtValue(), each),
                          kMostBlocks));
  Value width = arith::ConstantIndexOp::create(builder, loc, each);
  Value most = arith::ConstantIndexOp::create(builder, loc, kMostBlocks);
  Value blocks = arith::CeilDivUIOp::create(builder, loc, elements, width);
  return arith::MinUIOp::create(builder, loc, blocks, most);
}

/// PTX has letters, digits and underscores.
static std::string makeKernelName(StringRef name) {
  std::string result = name.str();
  for (char &c : result)
    if (!llvm::isAlnum(c) && c != '_')
      c = '_';
  return llvm::isDigit(result.front()) ? "_" + result : result;
}

gpu::GPUFuncOp KernelModule::create(Location loc, StringRef given) {
  OpBuilder builder(module.getContext());
  std::string name = makeKernelName(given);
  if (!kernels) {
    builder.setInsertionPointToStart(module.getBody());
    kernels = gpu::GPUModuleOp::create(builder, module.getLoc(), kKernelsName);
    // Gives it a name that is free.
    kernels->remove();
    SymbolTable(module).insert(kernels, module.getBody()->begin());
    module->setAttr(gpu::GPUDialect::getContainerModuleAttrName(),
                    builder.getUnitAttr());
  }
  builder.setInsertionPointToEnd(kernels.getBody());
  std::string full = (Twine(name) + "_" + Twine(numbers[name]++)).str();
  auto function = gpu::GPUFuncOp::create(builder, loc, full,
                                         builder.getFunctionType({}, {}));
  function->setAttr(gpu::GPUDialect::getKernelFuncAttrName(),
                    builder.getUnitAttr());
  builder.setInsertionPointToEnd(&function.getBody().front());
  gpu::ReturnOp::create(builder, loc);
  return function;
}

Kernel::Kernel(KernelModule &module, Operation *before, StringRef name)
    : builder(before->getContext()), host(before), loc(before->getLoc()),
      function(module.create(loc, name)) {
  builder.setInsertionPoint(function.getBody().front().getTerminator());
}

Value Kernel::pass(Value scalar) {
  Value &inside = passed[scalar];
  if (inside)
    return inside;
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&function.getBody().front());
  Attribute constant;
  if (matchPattern(scalar, m_Constant(&constant)))
    return inside = arith::ConstantOp::create(builder, loc,
                                              cast<TypedAttr>(constant));
  Type type = scalar.getType(), storage = getStorageType(type);
  Value outside = scalar;
  if (type.isIndex())
    outside = castToI64(host, loc, scalar);
  else if (type.isInteger(1))
    outside = arith::ExtUIOp::create(host, loc, storage, scalar);
  (void)function.insertArgument(function.getNumArguments(), storage, {}, loc);
  operands.push_back(outside);
  inside = function.getArgument(function.getNumArguments() - 1);
  if (type.isIndex())
    inside = arith::IndexCastOp::create(builder, loc, type, inside);
  else if (type.isInteger(1))
    inside = arith::TruncIOp::create(builder, loc, type, inside);
  return inside;
}

Value Kernel::passSize(Value memref, int64_t dim) {
  auto type = cast<MemRefType>(memref.getType());
  if (!type.isDynamicDim(dim))
    return i64(type.getDimSize(dim));
  return pass(
      castToI64(host, loc, memref::DimOp::create(host, loc, memref, dim)));
}

Buffer Kernel::passBuffer(Value memref) {
  auto type = cast<MemRefType>(memref.getType());
  Buffer buffer;
  buffer.element = type.getElementType();
  buffer.address = pass(createAddress(host, loc, memref));
  SmallVector<int64_t> strides;
  int64_t offset;
  if (type.hasStaticShape() &&
      succeeded(type.getStridesAndOffset(strides, offset)) &&
      llvm::none_of(strides, ShapedType::isDynamic)) {
    for (int64_t stride : strides)
      buffer.strides.push_back(i64(stride));
    return buffer;
  }
  auto metadata = memref::ExtractStridedMetadataOp::create(host, loc, memref);
  for (Value stride : metadata.getStrides())
    buffer.strides.push_back(pass(castToI64(host, loc, stride)));
  return buffer;
}

void Kernel::launch(Value blocks, int64_t threads) {
  Value one = arith::ConstantIndexOp::create(host, loc, 1);
  Value width = arith::ConstantIndexOp::create(host, loc, threads);
  function.setKnownBlockSize(ArrayRef<int32_t>{int32_t(threads), 1, 1});
  // Left to itself, ptxas spills registers to have more blocks at a time than
  // memory-bound kernels need.
  if (threads > 1)
    function->setAttr(kBlocksAtATimeAttrName,
                      builder.getI32IntegerAttr(kBlocksAtATime));
  gpu::LaunchFuncOp::create(host, loc, function,
                            gpu::KernelDim3{blocks, one, one},
                            gpu::KernelDim3{width, one, one},
                            /*dynamicSharedMemorySize=*/Value(), operands);
}

//===----------------------------------------------------------------------===//
// The kernel's side
//===----------------------------------------------------------------------===//

Value Kernel::i64(int64_t value) {
  return arith::ConstantIntOp::create(builder, loc, value, 64);
}
Value Kernel::add(Value a, Value b) {
  return builder.createOrFold<arith::AddIOp>(loc, a, b);
}
Value Kernel::sub(Value a, Value b) {
  return builder.createOrFold<arith::SubIOp>(loc, a, b);
}
Value Kernel::mul(Value a, Value b) {
  return builder.createOrFold<arith::MulIOp>(loc, a, b);
}
Value Kernel::div(Value a, Value b) {
  return builder.createOrFold<arith::DivUIOp>(loc, a, b);
}
Value Kernel::rem(Value a, Value b) {
  return builder.createOrFold<arith::RemUIOp>(loc, a, b);
}
Value Kernel::min(Value a, Value b) {
  return builder.createOrFold<arith::MinSIOp>(loc, a, b);
}
Value Kernel::thread() {
  return castToI64(builder, loc,
                   gpu::ThreadIdOp::create(builder, loc, gpu::Dimension::x));
}
Value Kernel::block() {
  return castToI64(builder, loc,
                   gpu::BlockIdOp::create(builder, loc, gpu::Dimension::x));
}
Value Kernel::numBlocks() {
  return castToI64(builder, loc,
                   gpu::GridDimOp::create(builder, loc, gpu::Dimension::x));
}

/// The pointer to element `index`, into global memory.
static Value createPointer(OpBuilder &builder, Location loc, Type storage,
                           Value address, Value index) {
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext(), /*global=*/1);
  Value base = LLVM::IntToPtrOp::create(builder, loc, pointer, address);
  return LLVM::GEPOp::create(builder, loc, pointer, storage, base,
                             ArrayRef<LLVM::GEPArg>{index});
}

static Type withLanes(Type type, int64_t lanes) {
  return lanes == 1 ? type : VectorType::get({lanes}, type);
}

/// As in the lowering of vectors: 16 bytes, or less for less.
static unsigned getAlignment(Type storage, int64_t lanes) {
  return std::min<int64_t>(lanes * storage.getIntOrFloatBitWidth() / 8, 16);
}

Value Kernel::load(Type element, Value address, Value index, int64_t lanes) {
  Type storage = getStorageType(element);
  Value pointer = createPointer(builder, loc, storage, address, index);
  Value value = LLVM::LoadOp::create(builder, loc, withLanes(storage, lanes),
                                     pointer, getAlignment(storage, lanes));
  if (element.isInteger(1))
    return arith::TruncIOp::create(builder, loc, withLanes(element, lanes),
                                   value);
  if (element.isIndex())
    return arith::IndexCastOp::create(builder, loc, withLanes(element, lanes),
                                      value);
  return value;
}

void Kernel::store(Value value, Type element, Value address, Value index) {
  Type storage = getStorageType(element);
  auto vector = dyn_cast<VectorType>(value.getType());
  int64_t lanes = vector ? vector.getNumElements() : 1;
  if (element.isInteger(1))
    value =
        arith::ExtUIOp::create(builder, loc, withLanes(storage, lanes), value);
  else if (element.isIndex())
    value = arith::IndexCastOp::create(builder, loc, withLanes(storage, lanes),
                                       value);
  Value pointer = createPointer(builder, loc, storage, address, index);
  LLVM::StoreOp::create(builder, loc, value, pointer,
                        getAlignment(storage, lanes));
}

Value Kernel::offset(const Buffer &buffer, ValueRange indices) {
  Value sum = i64(0);
  for (auto [index, stride] : llvm::zip_equal(indices, buffer.strides))
    sum = add(sum, mul(index, stride));
  return sum;
}

namespace {
/// An affine expression on i64 values.
class AffineEvaluator : public AffineExprVisitor<AffineEvaluator, Value> {
public:
  AffineEvaluator(Kernel &kernel, ValueRange dims)
      : kernel(kernel), dims(dims) {}

  Value visitAddExpr(AffineBinaryOpExpr expr) {
    return kernel.add(visit(expr.getLHS()), visit(expr.getRHS()));
  }
  Value visitMulExpr(AffineBinaryOpExpr expr) {
    return kernel.mul(visit(expr.getLHS()), visit(expr.getRHS()));
  }
  // By positive numbers, of any: the remainder is never negative.
  Value visitModExpr(AffineBinaryOpExpr expr) {
    return mod(visit(expr.getLHS()), visit(expr.getRHS()));
  }
  Value visitFloorDivExpr(AffineBinaryOpExpr expr) {
    return floorDiv(visit(expr.getLHS()), visit(expr.getRHS()));
  }
  Value visitCeilDivExpr(AffineBinaryOpExpr expr) {
    Value divisor = visit(expr.getRHS());
    return floorDiv(
        kernel.sub(kernel.add(visit(expr.getLHS()), divisor), kernel.i64(1)),
        divisor);
  }
  Value visitConstantExpr(AffineConstantExpr expr) {
    return kernel.i64(expr.getValue());
  }
  Value visitDimExpr(AffineDimExpr expr) { return dims[expr.getPosition()]; }
  Value visitSymbolExpr(AffineSymbolExpr) {
    llvm_unreachable("indexing maps have no symbols");
  }

private:
  Value mod(Value value, Value divisor) {
    OpBuilder &builder = kernel.builder;
    Value rest =
        builder.createOrFold<arith::RemSIOp>(kernel.loc, value, divisor);
    Value isNegative = builder.createOrFold<arith::CmpIOp>(
        kernel.loc, arith::CmpIPredicate::slt, rest, kernel.i64(0));
    return builder.createOrFold<arith::SelectOp>(
        kernel.loc, isNegative, kernel.add(rest, divisor), rest);
  }
  Value floorDiv(Value value, Value divisor) {
    return kernel.builder.createOrFold<arith::DivSIOp>(
        kernel.loc, kernel.sub(value, mod(value, divisor)), divisor);
  }

  Kernel &kernel;
  ValueRange dims;
};
} // namespace

SmallVector<Value> Kernel::apply(AffineMap map, ValueRange dims) {
  SmallVector<Value> results;
  for (AffineExpr expr : map.getResults())
    results.push_back(AffineEvaluator(*this, dims).visit(expr));
  return results;
}

SmallVector<Value>
Kernel::loop(Value low, Value high, Value step, ValueRange carried,
             llvm::function_ref<SmallVector<Value>(Value, ValueRange)> body) {
  OpBuilder::InsertionGuard guard(builder);
  auto op =
      scf::ForOp::create(builder, loc, low, high, step, carried,
                         [&](OpBuilder &, Location, Value, ValueRange) {});
  builder.setInsertionPointToEnd(op.getBody());
  SmallVector<Value> next = body(op.getInductionVar(), op.getRegionIterArgs());
  scf::YieldOp::create(builder, loc, next);
  return op.getResults();
}

/// `memref.load` of a memref of the host's.
Value Kernel::cloneLoad(Operation *op, const IRMapping &mapping) {
  auto load = cast<memref::LoadOp>(op);
  Buffer buffer = passBuffer(load.getMemRef());
  SmallVector<Value> indices;
  for (Value index : load.getIndices()) {
    Value inside = mapping.lookupOrNull(index);
    indices.push_back(castToI64(builder, loc, inside ? inside : pass(index)));
  }
  return this->load(buffer.element, buffer.address, offset(buffer, indices));
}

/// Clones one elementwise operation on vectors.
static Operation *cloneOnVectors(OpBuilder &builder, Operation *op,
                                 IRMapping &mapping, int64_t lanes) {
  OperationState state(op->getLoc(), op->getName());
  for (Value operand : op->getOperands())
    state.operands.push_back(mapping.lookup(operand));
  for (Type type : op->getResultTypes())
    state.types.push_back(withLanes(type, lanes));
  state.attributes.append(op->getDiscardableAttrs().begin(),
                          op->getDiscardableAttrs().end());
  state.propertiesAttr = op->getPropertiesAsAttribute();
  return builder.create(state);
}

SmallVector<Value> Kernel::cloneBody(linalg::LinalgOp op, ValueRange results,
                                     ValueRange arguments, ValueRange indices,
                                     int64_t lanes, Operation *without) {
  Block &body = op->getRegion(0).front();
  IRMapping mapping;
  mapping.map(body.getArguments(), arguments);
  auto splat = [&](Value value) {
    return lanes == 1 ? value
                      : builder.createOrFold<vector::BroadcastOp>(
                            loc, withLanes(value.getType(), lanes), value);
  };
  auto mapOutside = [&](Value value) {
    if (!mapping.contains(value) && !isa<MemRefType>(value.getType()) &&
        value.getParentBlock() != &body)
      mapping.map(value, splat(pass(value)));
  };
  for (Operation &inner : body.without_terminator()) {
    if (&inner == without)
      continue;
    llvm::for_each(inner.getOperands(), mapOutside);
    if (auto index = dyn_cast<linalg::IndexOp>(inner)) {
      mapping.map(index.getResult(), arith::IndexCastOp::create(
                                         builder, loc, builder.getIndexType(),
                                         indices[index.getDim()]));
    } else if (isa<memref::LoadOp>(inner)) {
      mapping.map(inner.getResult(0), cloneLoad(&inner, mapping));
    } else if (inner.hasTrait<OpTrait::ConstantLike>()) {
      mapping.map(inner.getResult(0),
                  splat(builder.clone(inner)->getResult(0)));
    } else if (lanes == 1) {
      builder.clone(inner, mapping);
    } else {
      Operation *clone = cloneOnVectors(builder, &inner, mapping, lanes);
      mapping.map(inner.getResults(), clone->getResults());
    }
  }
  SmallVector<Value> values;
  for (Value result : results) {
    mapOutside(result);
    values.push_back(mapping.lookup(result));
  }
  return values;
}
