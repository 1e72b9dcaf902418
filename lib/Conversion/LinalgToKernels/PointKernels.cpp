//===- PointKernels.cpp - One thread or block for each result ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"
#include "grad/Dialect/Grad/IR/GradOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::grad;

/// From so many elements on, a block of threads shares the work for a result.
static constexpr int64_t kLongReduction = 512;

bool grad::isSingle(linalg::LinalgOp op) { return op.getNumLoops() == 0; }

/// An operand and its dimension whose size is that of the loop.
static std::optional<std::pair<Value, int64_t>> findSize(linalg::LinalgOp op,
                                                         unsigned loop) {
  for (OpOperand &operand : op->getOpOperands())
    if (isa<MemRefType>(operand.get().getType()))
      for (auto [dim, expr] :
           llvm::enumerate(op.getMatchingIndexingMap(&operand).getResults()))
        if (auto found = dyn_cast<AffineDimExpr>(expr))
          if (found.getPosition() == loop)
            return std::pair<Value, int64_t>(operand.get(), dim);
  return std::nullopt;
}

LogicalResult grad::verifyKernelBody(linalg::LinalgOp op) {
  for (Value operand : op->getOperands()) {
    Type element = getElementTypeOrSelf(operand.getType());
    if (!getStorageType(element))
      return op->emitError("kernels have no elements of type ") << element;
  }
  for (unsigned loop = 0; loop != op.getNumLoops(); ++loop)
    if (!findSize(op, loop))
      return op->emitError("no operand has the size of loop ") << loop;
  Block &body = op->getRegion(0).front();
  auto verifyOutside = [&](Operation &inner, Value value) -> LogicalResult {
    bool isInside = value.getParentBlock() == &body;
    Type type = value.getType();
    // Memory is read where the host can tell where it is.
    if (isa<BaseMemRefType>(type) &&
        (isInside || !isa<MemRefType>(type) || !isa<memref::LoadOp>(inner)))
      return inner.emitError("a kernel cannot hold this operation");
    if (!isInside && !getStorageType(getElementTypeOrSelf(type)))
      return inner.emitError("kernels take no values of type ") << type;
    return success();
  };
  for (Operation &inner : body) {
    bool isLast = inner.hasTrait<OpTrait::IsTerminator>();
    if (!isLast && (inner.getNumRegions() || isa<RankOp, GroupSizeOp>(inner) ||
                    !(isMemoryEffectFree(&inner) ||
                      isa<memref::LoadOp, cf::AssertOp>(inner))))
      return inner.emitError("a kernel cannot hold this operation");
    for (Value operand : inner.getOperands())
      if (failed(verifyOutside(inner, operand)))
        return failure();
  }
  return success();
}

namespace {
/// The loops of an operation, in its kernel.
class Loops {
public:
  Loops(Kernel &kernel, linalg::LinalgOp op) : kernel(kernel) {
    for (unsigned loop = 0; loop != op.getNumLoops(); ++loop) {
      auto [memref, dim] = *findSize(op, loop);
      sizes.push_back(kernel.passSize(memref, dim));
      hostSizes.push_back(kernel.host.createOrFold<memref::DimOp>(
          kernel.loc, memref, int64_t(dim)));
    }
    op.getParallelDims(parallel);
    op.getReductionDims(reduction);
    indices.assign(op.getNumLoops(), Value());
  }

  /// The number of points of some of the loops.
  Value count(ArrayRef<unsigned> loops) {
    Value product = kernel.i64(1);
    for (unsigned loop : loops)
      product = kernel.mul(product, sizes[loop]);
    return product;
  }

  /// The same on the host, as an index.
  Value countOnHost(ArrayRef<unsigned> loops) {
    Value product = arith::ConstantIndexOp::create(kernel.host, kernel.loc, 1);
    for (unsigned loop : loops)
      product = kernel.host.createOrFold<arith::MulIOp>(kernel.loc, product,
                                                        hostSizes[loop]);
    return product;
  }

  /// Sets the indices of some of the loops for a point's number.
  void set(ArrayRef<unsigned> loops, Value number) {
    for (unsigned loop : llvm::reverse(loops)) {
      if (loop == loops.front()) {
        indices[loop] = number;
        break;
      }
      indices[loop] = kernel.rem(number, sizes[loop]);
      number = kernel.div(number, sizes[loop]);
    }
  }

  Kernel &kernel;
  SmallVector<Value> sizes, hostSizes, indices;
  SmallVector<unsigned> parallel, reduction;
};

/// Reads and writes the operands of one operation.
class Operands {
public:
  Operands(Kernel &kernel, linalg::LinalgOp op) : kernel(kernel), op(op) {
    for (Value operand : op->getOperands())
      buffers.push_back(isa<MemRefType>(operand.getType())
                            ? kernel.passBuffer(operand)
                            : Buffer{kernel.pass(operand), {}, {}});
  }

  Value load(OpOperand &operand, ValueRange indices) {
    const Buffer &buffer = buffers[operand.getOperandNumber()];
    if (!buffer.element)
      return buffer.address;
    return kernel.load(buffer.element, buffer.address,
                       locate(operand, indices));
  }

  void store(Value value, OpOperand &operand, ValueRange indices) {
    const Buffer &buffer = buffers[operand.getOperandNumber()];
    kernel.store(value, buffer.element, buffer.address,
                 locate(operand, indices));
  }

  SmallVector<Value> loadInputs(ValueRange indices) {
    SmallVector<Value> values;
    for (OpOperand *input : op.getDpsInputOperands())
      values.push_back(load(*input, indices));
    return values;
  }

private:
  Value locate(OpOperand &operand, ValueRange indices) {
    return kernel.offset(
        buffers[operand.getOperandNumber()],
        kernel.apply(op.getMatchingIndexingMap(&operand), indices));
  }

  Kernel &kernel;
  linalg::LinalgOp op;
  SmallVector<Buffer> buffers;
};
} // namespace

/// What a kernel holds an element as: signless integers.
static Type getValueType(Type element) {
  auto integer = dyn_cast<IntegerType>(element);
  return integer && !integer.isSignless() ? getStorageType(element) : element;
}

/// The outputs of one point before the operation, where the body reads them.
static SmallVector<Value> loadOutputs(Kernel &kernel, Operands &operands,
                                      linalg::LinalgOp op, ValueRange indices) {
  SmallVector<Value> values;
  for (OpOperand &output : op.getDpsInitsMutable()) {
    Type element = getElementTypeOrSelf(output.get().getType());
    if (op.payloadUsesValueFromOperand(&output) &&
        !isIndexedByReductions(op, output))
      values.push_back(operands.load(output, indices));
    else
      values.push_back(arith::ConstantOp::create(
          kernel.builder, kernel.loc,
          kernel.builder.getZeroAttr(getValueType(element))));
  }
  return values;
}

static void storeOutputs(Operands &operands, linalg::LinalgOp op,
                         ValueRange values, ValueRange indices) {
  for (auto [value, output] : llvm::zip(values, op.getDpsInitsMutable()))
    if (!isIndexedByReductions(op, output))
      operands.store(value, output, indices);
}

/// The body for one point of all loops; `outputs` are the values so far, but
/// for those that have another element at each point.
static SmallVector<Value> runBody(Kernel &kernel, Operands &operands,
                                  linalg::LinalgOp op, ValueRange outputs,
                                  ValueRange indices) {
  SmallVector<Value> arguments = operands.loadInputs(indices);
  for (auto [value, output] : llvm::zip(outputs, op.getDpsInitsMutable()))
    arguments.push_back(isIndexedByReductions(op, output) &&
                                op.payloadUsesValueFromOperand(&output)
                            ? operands.load(output, indices)
                            : value);
  SmallVector<Value> results = kernel.cloneBody(
      op, op->getRegion(0).front().getTerminator()->getOperands(), arguments,
      indices);
  for (auto [value, output] : llvm::zip(results, op.getDpsInitsMutable()))
    if (isIndexedByReductions(op, output))
      operands.store(value, output, indices);
  return results;
}

/// The reduction loops from the `depth`th on, inside of each other.
static SmallVector<Value> runReductions(Loops &loops, Operands &operands,
                                        linalg::LinalgOp op, unsigned depth,
                                        ValueRange outputs) {
  Kernel &kernel = loops.kernel;
  if (depth == loops.reduction.size())
    return runBody(kernel, operands, op, outputs, loops.indices);
  unsigned loop = loops.reduction[depth];
  return kernel.loop(kernel.i64(0), loops.sizes[loop], kernel.i64(1), outputs,
                     [&](Value index, ValueRange carried) {
                       loops.indices[loop] = index;
                       return runReductions(loops, operands, op, depth + 1,
                                            carried);
                     });
}

/// Sets the loops that are not looked at to 0.
static void clearReductions(Loops &loops) {
  for (unsigned loop : loops.reduction)
    loops.indices[loop] = loops.kernel.i64(0);
}

static void runPoint(Loops &loops, Operands &operands, linalg::LinalgOp op) {
  clearReductions(loops);
  SmallVector<Value> outputIndices = loops.indices;
  SmallVector<Value> outputs =
      loadOutputs(loops.kernel, operands, op, outputIndices);
  outputs = runReductions(loops, operands, op, 0, outputs);
  storeOutputs(operands, op, outputs, outputIndices);
}

/// A thread for each point of the parallel loops.
static void createThreadKernel(Kernel &kernel, linalg::LinalgOp op) {
  Loops loops(kernel, op);
  Operands operands(kernel, op);
  Value width = kernel.i64(kBlockThreads);
  Value first = kernel.add(kernel.mul(kernel.block(), width), kernel.thread());
  Value stride = kernel.mul(kernel.numBlocks(), width);
  Value count = loops.count(loops.parallel);
  kernel.loop(first, count, stride, {}, [&](Value point, ValueRange) {
    loops.set(loops.parallel, point);
    runPoint(loops, operands, op);
    return SmallVector<Value>();
  });
  kernel.launch(createBlockCount(kernel.host, kernel.loc,
                                 loops.countOnHost(loops.parallel),
                                 kBlockThreads),
                kBlockThreads);
}

/// A block for each point of the parallel loops: its threads share the others.
static void createBlockKernel(Kernel &kernel, linalg::LinalgOp op,
                              const Combiner &combiner) {
  Loops loops(kernel, op);
  Operands operands(kernel, op);
  Value scratch = combiner.createScratch(kernel);
  Value count = loops.count(loops.parallel);
  Value length = loops.count(loops.reduction);
  auto runOne = [&](Value point, ValueRange) -> SmallVector<Value> {
    loops.set(loops.parallel, point);
    clearReductions(loops);
    SmallVector<Value> outputIndices = loops.indices;
    Value sum = kernel.loop(
        kernel.thread(), length, kernel.i64(kBlockThreads),
        combiner.createNeutral(kernel), [&](Value number, ValueRange carried) {
          loops.set(loops.reduction, number);
          Value element = combiner.createElement(
              kernel, op, operands.loadInputs(loops.indices), loops.indices);
          return SmallVector<Value>{
              combiner.combine(kernel, carried[0], element)};
        })[0];
    sum = combiner.combineBlock(kernel, sum, scratch);
    Value isFirst = arith::CmpIOp::create(kernel.builder, kernel.loc,
                                          arith::CmpIPredicate::eq,
                                          kernel.thread(), kernel.i64(0));
    auto branch = scf::IfOp::create(kernel.builder, kernel.loc, isFirst);
    {
      OpBuilder::InsertionGuard guard(kernel.builder);
      kernel.builder.setInsertionPoint(branch.thenYield());
      OpOperand &output = *op.getDpsInitOperand(0);
      Value before = operands.load(output, outputIndices);
      operands.store(combiner.combine(kernel, before, sum), output,
                     outputIndices);
    }
    // The next point uses the memory again.
    gpu::BarrierOp::create(kernel.builder, kernel.loc);
    return {};
  };
  kernel.loop(kernel.block(), count, kernel.numBlocks(), {}, runOne);
  kernel.launch(createBlockCount(kernel.host, kernel.loc,
                                 loops.countOnHost(loops.parallel), 1),
                kBlockThreads);
}

/// Whether the operation has so many elements for each result that a block
/// should share them.
static bool isLong(linalg::LinalgOp op) {
  int64_t length = 1;
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  for (auto [size, kind] : llvm::zip(sizes, op.getIteratorTypesArray()))
    if (kind == utils::IteratorType::reduction) {
      if (ShapedType::isDynamic(size))
        return true;
      length *= size;
    }
  return length >= kLongReduction;
}

void grad::createPointKernel(KernelModule &module, linalg::LinalgOp op,
                             StringRef name) {
  Kernel kernel(module, op, name);
  std::optional<Combiner> combiner;
  if (op.getNumReductionLoops() && isLong(op))
    combiner = Combiner::match(op);
  if (combiner)
    createBlockKernel(kernel, op, *combiner);
  else
    createThreadKernel(kernel, op);
  op->erase();
}

void grad::createSingleKernel(KernelModule &module,
                              ArrayRef<linalg::LinalgOp> ops, StringRef name) {
  Kernel kernel(module, ops.back(), name);
  for (linalg::LinalgOp op : ops) {
    Loops loops(kernel, op);
    Operands operands(kernel, op);
    runPoint(loops, operands, op);
  }
  kernel.launch(arith::ConstantIndexOp::create(kernel.host, kernel.loc, 1), 1);
  for (linalg::LinalgOp op : ops)
    op->erase();
}
