//===- BufferizableOpInterfaceImpl.cpp - Collectives on buffers -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "grad/Dialect/Grad/Transforms/BufferizableOpInterfaceImpl.h"
#include "grad/Dialect/Grad/IR/GradOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/DialectRegistry.h"

using namespace mlir;
using namespace mlir::bufferization;
using namespace mlir::grad;

/// Whether all pairs can share one buffer.
static bool worksInPlace(CollectiveOpInterface op) {
  return op.canWorkInPlace() &&
         op.getInputs().getTypes() == op->getResultTypes();
}

/// The size of dimension `i` of what is delivered for `input`.
static Value getDeliveredSize(OpBuilder &builder, CollectiveOpInterface op,
                              Value input, int64_t i) {
  Location loc = op.getLoc();
  Value size = memref::DimOp::create(builder, loc, input, i);
  auto isAlong = [&](auto collective) {
    return int64_t(collective.getDim()) == i;
  };
  auto gather = dyn_cast<AllGatherOp>(op.getOperation());
  auto scatter = dyn_cast<ReduceScatterOp>(op.getOperation());
  if (!(gather && isAlong(gather)) && !(scatter && isAlong(scatter)))
    return size;
  Value ranks = GroupSizeOp::create(builder, loc, op.getGroupAttr());
  if (gather)
    return arith::MulIOp::create(builder, loc, size, ranks);
  return arith::DivUIOp::create(builder, loc, size, ranks);
}

namespace {
/// How a collective bufferizes: it reads every operand, and where it works in
/// place, it writes them, and result i is operand i.
template <typename OpT>
struct CollectiveInterface
    : public BufferizableOpInterface::ExternalModel<CollectiveInterface<OpT>,
                                                    OpT> {
  bool bufferizesToMemoryRead(Operation *, OpOperand &,
                              const AnalysisState &) const {
    return true;
  }

  bool bufferizesToMemoryWrite(Operation *op, OpOperand &,
                               const AnalysisState &) const {
    return worksInPlace(cast<CollectiveOpInterface>(op));
  }

  bool bufferizesToAllocation(Operation *op, Value) const {
    return !worksInPlace(cast<CollectiveOpInterface>(op));
  }

  AliasingValueList getAliasingValues(Operation *op, OpOperand &operand,
                                      const AnalysisState &) const {
    if (!worksInPlace(cast<CollectiveOpInterface>(op)))
      return {};
    return {{op->getResult(operand.getOperandNumber()),
             BufferRelation::Equivalent}};
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    auto collective = cast<CollectiveOpInterface>(op);
    if (!collective.isTensorForm())
      return success();
    SmallVector<Value> inputs, outputs;
    for (Value tensor : collective.getInputs()) {
      FailureOr<Value> buffer = getBuffer(rewriter, tensor, options, state);
      if (failed(buffer))
        return failure();
      inputs.push_back(*buffer);
    }
    if (!worksInPlace(collective) &&
        failed(allocateOutputs(collective, rewriter, options, inputs, outputs)))
      return failure();
    OperationState form(op->getLoc(), op->getName());
    form.addOperands(inputs);
    form.addOperands(outputs);
    form.addAttributes(op->getAttrs());
    form.attributes.set(
        "operandSegmentSizes",
        rewriter.getDenseI32ArrayAttr({static_cast<int32_t>(inputs.size()),
                                       static_cast<int32_t>(outputs.size())}));
    rewriter.create(form);
    replaceOpWithBufferizedValues(rewriter, op,
                                  outputs.empty() ? inputs : outputs);
    return success();
  }

  /// One new buffer for each pair.
  static LogicalResult allocateOutputs(CollectiveOpInterface op,
                                       RewriterBase &rewriter,
                                       const BufferizationOptions &options,
                                       ArrayRef<Value> inputs,
                                       SmallVectorImpl<Value> &outputs) {
    for (auto [number, input] : llvm::enumerate(inputs)) {
      ShapedType delivered = op.getDeliveredType(number);
      SmallVector<Value> sizes;
      for (int64_t i = 0; i != delivered.getRank(); ++i)
        if (delivered.isDynamicDim(i))
          sizes.push_back(getDeliveredSize(rewriter, op, input, i));
      FailureOr<Value> output = options.createAlloc(
          rewriter, op.getLoc(),
          MemRefType::get(delivered.getShape(), delivered.getElementType()),
          sizes);
      if (failed(output))
        return failure();
      outputs.push_back(*output);
    }
    return success();
  }
};
} // namespace

void grad::registerBufferizableOpInterfaceExternalModels(
    DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, GradDialect *) {
    context->loadDialect<arith::ArithDialect, memref::MemRefDialect>();
    AllReduceOp::attachInterface<CollectiveInterface<AllReduceOp>>(*context);
    AllGatherOp::attachInterface<CollectiveInterface<AllGatherOp>>(*context);
    BroadcastOp::attachInterface<CollectiveInterface<BroadcastOp>>(*context);
    ReduceScatterOp::attachInterface<CollectiveInterface<ReduceScatterOp>>(
        *context);
  });
}
