//===- GradAttributes.td - Attributes of the grad dialect --*- tablegen -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_DIALECT_GRAD_IR_GRADATTRIBUTES_TD
#define GRAD_DIALECT_GRAD_IR_GRADATTRIBUTES_TD

include "grad/Dialect/Grad/IR/GradDialect.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinAttributes.td"

class Grad_Attr<string name, string attrMnemonic>
    : AttrDef<Grad_Dialect, name> {
  let mnemonic = attrMnemonic;
}

def Grad_GroupAttr : Grad_Attr<"Group", "group"> {
  let summary = "Replica groups: which ranks take part together";
  let description = [{
    A list of replica groups, each a list of ranks. Every rank that executes
    the collective stands in exactly one of them and communicates with the
    other ranks of that group, in the order in which they are listed.

    ```mlir
    #pairs = #grad.group<[[0, 1], [2, 3]]>
    ```

    The attribute is uniqued: equal groups are equal keys for fusion. A group
    is an attribute and no symbol, since a symbol cannot be reached from inside
    other dialects' one-region operations and breaks when functions move
    between modules.

    Constraints:
    - GR-G-1: there is at least one group and no group is empty.
    - GR-G-2: ranks are not negative.
    - GR-G-3: no rank is listed twice.
  }];
  let parameters = (ins
    ArrayRefParameter<"::mlir::DenseI64ArrayAttr", "the groups">:$groups);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The number of ranks in every group, or nothing where groups differ.
    std::optional<int64_t> getUniformSize() const;
    /// The number of ranks in the smallest group.
    int64_t getMinSize() const;
  }];
}

def Grad_FusionAttr : Grad_Attr<"Fusion", "fusion"> {
  let summary = "What fusion may do with a collective";
  let description = [{
    ```mlir
    fusion<id = 1, index = 4>
    fusion<id = 1, auto>
    fusion<index = 4>
    ```

    - `id`: collectives of one block with equal ids above 0 share a bucket;
      id 0 is never fused; no id leaves the decision to the policy of
      `fuse-allreduce`.
    - `auto`: a pass wrote the id, so dependent members split with a remark;
      without it, dependent members of one id are an error.
    - `index`: the position for `fuse-allreduce="order=index"`.

    Constraints:
    - GR-F-1: `id` and `index` are not negative.
    - GR-F-2: `auto` stands with an id.
    - GR-F-3: there is an `id` or an `index`.
  }];
  let parameters = (ins
    OptionalParameter<"std::optional<int64_t>", "the bucket">:$id,
    DefaultValuedParameter<"bool", "false", "written by a pass">:$automatic,
    OptionalParameter<"std::optional<int64_t>", "the position">:$index);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

#endif // GRAD_DIALECT_GRAD_IR_GRADATTRIBUTES_TD
