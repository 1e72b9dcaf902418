//===- GatherInPlace.cpp - An all-gather delivers to an argument ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GatherInPlace.h"

#include "grad/Dialect/Grad/IR/GradOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace mlir::grad;

/// The source of a view that has the same elements in the same order.
static Value getReshaped(Value value) {
  Operation *view = value.getDefiningOp();
  if (!isa_and_nonnull<memref::ExpandShapeOp, memref::CollapseShapeOp,
                       memref::CastOp>(view))
    return nullptr;
  auto from = dyn_cast<MemRefType>(view->getOperand(0).getType());
  auto to = dyn_cast<MemRefType>(value.getType());
  if (!from || !to || !from.getLayout().isIdentity() ||
      !to.getLayout().isIdentity() ||
      from.getMemorySpace() != to.getMemorySpace())
    return nullptr;
  return view->getOperand(0);
}

/// The output of the all-gather that fills the allocation and nothing else
/// does; `reader` is the only other user.
static OpOperand *findGather(memref::AllocOp alloc, Operation *reader) {
  OpOperand *found = nullptr;
  for (OpOperand &use : alloc->getUses()) {
    if (use.getOwner() == reader)
      continue;
    auto gather = dyn_cast<AllGatherOp>(use.getOwner());
    if (!gather || found || use.getOperandNumber() < gather.getInputs().size())
      return nullptr;
    found = &use;
  }
  return found;
}

/// Whether the value is this rank's block of what starts at `argument`, as the
/// rule of all-gathers that work in place wants it.
static bool isOwnBlock(Value value, BlockArgument argument,
                       AllGatherOp gather) {
  auto subview = value.getDefiningOp<memref::SubViewOp>();
  if (!subview || gather.getGroupAttr() || subview.getType().getRank() != 1 ||
      !subview.getType().hasStaticShape() ||
      !isOneInteger(subview.getMixedStrides()[0]))
    return false;
  Value base = subview.getSource();
  while (base != argument)
    if (!(base = getReshaped(base)))
      return false;
  auto offset = dyn_cast<Value>(subview.getMixedOffsets()[0]);
  auto product = offset ? offset.getDefiningOp<arith::MulIOp>() : nullptr;
  return product && product.getLhs().getDefiningOp<RankOp>() &&
         getConstantIntValue(product.getRhs()) ==
             subview.getType().getDimSize(0);
}

/// Whether nothing touches the argument's memory once the gather, an operation
/// of the function's only block, has started. `input` is what it sends there.
static bool isFreeFrom(AllGatherOp gather, OpOperand &input,
                       BlockArgument argument) {
  SmallVector<Value> views = {argument};
  while (!views.empty())
    for (OpOperand &use : views.pop_back_val().getUses()) {
      Operation *user = use.getOwner();
      if (isa<ViewLikeOpInterface>(user)) {
        llvm::append_range(views, user->getResults());
        continue;
      }
      if (user == gather) {
        if (&use != &input || !isOwnBlock(use.get(), argument, gather))
          return false;
        continue;
      }
      // Others may pass the memory on.
      bool passes = user->hasTrait<OpTrait::IsTerminator>() ||
                    isa<memref::ExtractAlignedPointerAsIndexOp>(user) ||
                    llvm::any_of(user->getResultTypes(),
                                 llvm::IsaPred<BaseMemRefType, TensorType>);
      Operation *here = gather->getBlock()->findAncestorOpInBlock(*user);
      if (passes || !here || !here->isBeforeInBlock(gather))
        return false;
    }
  return true;
}

/// The argument's memory as `type`, or null.
static Value reshape(OpBuilder &builder, Location loc, BlockArgument argument,
                     MemRefType type) {
  auto from = cast<MemRefType>(argument.getType());
  if (from == type)
    return argument;
  if (type.getRank() != 1 || from.getRank() < 2)
    return nullptr;
  ReassociationIndices all =
      llvm::to_vector(llvm::seq<int64_t>(from.getRank()));
  return memref::CollapseShapeOp::create(builder, loc, type, argument,
                                         ArrayRef<ReassociationIndices>(all));
}

bool grad::gatherInPlace(OpOperand &result, BlockArgument argument) {
  auto type = dyn_cast<MemRefType>(argument.getType());
  if (!type || !type.hasStaticShape() || !type.getLayout().isIdentity())
    return false;
  SmallVector<Operation *> views;
  Value made = result.get();
  while (Value source = getReshaped(made)) {
    if (!made.hasOneUse())
      return false;
    views.push_back(made.getDefiningOp());
    made = source;
  }
  auto alloc = made.getDefiningOp<memref::AllocOp>();
  Operation *reader = views.empty() ? result.getOwner() : views.back();
  OpOperand *output = alloc ? findGather(alloc, reader) : nullptr;
  if (!output)
    return false;
  auto gather = cast<AllGatherOp>(output->getOwner());
  Block *block = gather->getBlock();
  auto allocType = alloc.getType();
  if (gather.getDim() != 0 || argument.getOwner() != block ||
      !block->getParent()->hasOneBlock() || !allocType.hasStaticShape() ||
      !allocType.getLayout().isIdentity() ||
      allocType.getMemorySpace() != type.getMemorySpace() ||
      allocType.getNumElements() != type.getNumElements())
    return false;
  unsigned number = output->getOperandNumber() - gather.getInputs().size();
  if (!isFreeFrom(gather, gather->getOpOperand(number), argument))
    return false;
  OpBuilder builder(gather);
  Value target = reshape(builder, gather.getLoc(), argument, allocType);
  if (!target)
    return false;
  result.get().replaceUsesWithIf(argument, [&](OpOperand &use) {
    return use.getOwner() == result.getOwner();
  });
  for (Operation *view : views)
    view->erase();
  output->set(target);
  alloc.erase();
  return true;
}
