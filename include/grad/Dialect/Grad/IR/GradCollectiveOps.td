//===- GradCollectiveOps.td - Collectives ------------------*- tablegen -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_DIALECT_GRAD_IR_GRADCOLLECTIVEOPS_TD
#define GRAD_DIALECT_GRAD_IR_GRADCOLLECTIVEOPS_TD

include "grad/Dialect/Grad/IR/GradOpBase.td"

/// A ranked tensor or a memref.
def Grad_Buffer : AnyTypeOf<[AnyRankedTensor, AnyMemRef]>;

/// What all collectives share: operands, outputs, group, fusion, the
/// communicator effect, and their text.
class Grad_CollectiveOp<string mnemonic, dag ownArguments, bit inPlace>
    : Grad_Op<mnemonic, [
        AttrSizedOperandSegments,
        Grad_CollectiveOpInterface,
        DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let arguments = !con(
    (ins Variadic<Grad_Buffer>:$inputs, Variadic<AnyMemRef>:$outputs),
    ownArguments,
    (ins OptionalAttr<Grad_GroupAttr>:$group,
         OptionalAttr<Grad_FusionAttr>:$fusion));
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let hasCustomAssemblyFormat = 1;
  code collectiveDeclaration = [{
    static bool canWorkInPlace() { return }] # !if(inPlace, "true", "false")
    # [{; }
    ::llvm::LogicalResult verifyPair(::mlir::ShapedType input,
                                     ::mlir::ShapedType output);
  }];
  let extraClassDeclaration = collectiveDeclaration;
  let extraClassDefinition = [{
    ::mlir::ParseResult $cppClass::parse(::mlir::OpAsmParser &parser,
                                         ::mlir::OperationState &result) {
      return parseCollective<$cppClass>(parser, result);
    }
    void $cppClass::print(::mlir::OpAsmPrinter &printer) {
      printCollective(printer, *this);
    }
    void $cppClass::getEffects(
        ::llvm::SmallVectorImpl<::mlir::SideEffects::EffectInstance<
            ::mlir::MemoryEffects::Effect>> &effects) {
      detail::getCollectiveEffects(*this, effects);
    }
  }];
}

def Grad_AllReduceOp : Grad_CollectiveOp<"all_reduce",
    (ins Grad_ReductionKindAttr:$kind), /*inPlace=*/1> {
  let summary = "Combines a value of every rank and delivers it to each";
  let description = [{
    The operand's type is what travels, the result's type is what is delivered:
    `tensor<4xf16> -> tensor<4xf32>` sends 16-bit values and delivers their sum
    in 32 bits. `avg` is the sum times 1/size.

    ```mlir
    %r:2 = grad.all_reduce<sum> %a, %b on #pairs fusion<id = 1, index = 4>
        : tensor<4xf32>, tensor<2x3xf32>
    %w = grad.all_reduce<sum> %h : tensor<4xf16> -> tensor<4xf32>
    grad.all_reduce<sum> %m : memref<4xf32>
    grad.all_reduce<sum> ins(%n : memref<4xf16>) outs(%m : memref<4xf32>)
    ```

    Constraints, besides those that all collectives share:
    - GR-AR-1: operand and result have the same shape.
    - GR-AR-2: `avg` needs floats.
  }];
  let extraClassDeclaration = collectiveDeclaration # [{
    bool canChangeElementType() { return true; }
  }];
  let hasVerifier = 1;
}

def Grad_ReduceScatterOp : Grad_CollectiveOp<"reduce_scatter",
    (ins Grad_ReductionKindAttr:$kind, I64Attr:$dim), /*inPlace=*/0> {
  let summary = "Combines a value of every rank and leaves each its shard";
  let description = [{
    Dimension `dim` is cut into as many equal shards as the group has ranks;
    the rank at position i of its group gets shard i.

    ```mlir
    %s = grad.reduce_scatter<sum> %x dim 0 : tensor<8xf32> -> tensor<4xf32>
    ```

    Constraints, besides those that all collectives share:
    - GR-RS-1: `dim` is a dimension of operand and result, which have the same
      rank.
    - GR-RS-2: the other dimensions are equal.
    - GR-RS-3: the operand's `dim` is the result's times the group's size, or a
      multiple of the result's where no group is listed.
    - GR-RS-4: listed groups have equal sizes.
    - GR-RS-5: `avg` needs floats.
  }];
  let extraClassDeclaration = collectiveDeclaration # [{
    bool canChangeElementType() { return true; }
  }];
  let hasVerifier = 1;
}

def Grad_AllGatherOp : Grad_CollectiveOp<"all_gather", (ins I64Attr:$dim),
                                         /*inPlace=*/0> {
  let summary = "Concatenates a value of every rank and delivers it to each";
  let description = [{
    The values are concatenated along dimension `dim`, in the order in which
    the group lists its ranks. On memrefs, a rank may send from its own block of
    what it receives, along dimension 0.

    ```mlir
    %g = grad.all_gather %x dim 0 : tensor<4xf32> -> tensor<8xf32>
    ```

    Constraints, besides those that all collectives share:
    - GR-AG-1: `dim` is a dimension of operand and result, which have the same
      rank.
    - GR-AG-2: the other dimensions are equal.
    - GR-AG-3: the result's `dim` is the operand's times the group's size, or a
      multiple of the operand's where no group is listed.
    - GR-AG-4: listed groups have equal sizes.
  }];
  let hasVerifier = 1;
}

def Grad_BroadcastOp : Grad_CollectiveOp<"broadcast", (ins I64Attr:$root),
                                         /*inPlace=*/1> {
  let summary = "Delivers the value of one rank of each group to all of it";
  let description = [{
    `root` is a position in the group (as in NCCL, whose root is a rank of the
    communicator); without a group that is the rank itself.

    ```mlir
    %b = grad.broadcast %x root 0 : tensor<4xf32>
    ```

    Constraints, besides those that all collectives share:
    - GR-BC-1: operand and result have the same shape.
    - GR-BC-2: `root` is not negative and below the size of every listed group.
  }];
  let hasVerifier = 1;
}

def Grad_GroupSizeOp : Grad_Op<"group_size", [
    Pure, DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let summary = "The number of ranks in this rank's group";
  let description = [{
    ```mlir
    %n = grad.group_size on #pairs : index
    ```
  }];
  let arguments = (ins OptionalAttr<Grad_GroupAttr>:$group);
  let results = (outs Index:$size);
  let assemblyFormat =
      "(`on` $group^)? attr-dict `:` type($size)";
}

def Grad_RankOp : Grad_Op<"rank", [
    Pure, DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let summary = "This rank's number in the world";
  let description = [{
    ```mlir
    %me = grad.rank : index
    ```
  }];
  let results = (outs Index:$rank);
  let assemblyFormat = "attr-dict `:` type($rank)";
}

#endif // GRAD_DIALECT_GRAD_IR_GRADCOLLECTIVEOPS_TD
