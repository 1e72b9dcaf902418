//===- GradDialect.td - The grad dialect -------------------*- tablegen -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_DIALECT_GRAD_IR_GRADDIALECT_TD
#define GRAD_DIALECT_GRAD_IR_GRADDIALECT_TD

include "mlir/IR/DialectBase.td"

def Grad_Dialect : Dialect {
  let name = "grad";
  let cppNamespace = "::mlir::grad";
  let summary = "Gradients and their collectives in data-parallel training";
  let description = [{
    The dialect models what happens to gradients between the backward pass and
    the parameter update of a training step that runs on several ranks: the
    collectives, the replica groups they run on, and which of them share one
    launch.

    Ranks are numbered from 0 in the world of the run. A collective without
    `on` runs over the whole world; the world's size is a run-time fact.

    A collective reads and writes the communicator, a resource that every
    collective shares. Hence no upstream pass moves, reorders, merges or drops
    one: ranks that issue different sequences hang. Passes of this project that
    do so prove first that every rank makes the same change.
  }];
  let useDefaultAttributePrinterParser = 1;
  let extraClassDeclaration = [{
    void registerAttributes();
  }];
}

#endif // GRAD_DIALECT_GRAD_IR_GRADDIALECT_TD
