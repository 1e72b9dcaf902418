//===- GradDialect.cpp - The grad dialect -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "grad/Dialect/Grad/IR/GradDialect.h"
#include "grad/Dialect/Grad/IR/GradAttributes.h"
#include "grad/Dialect/Grad/IR/GradOps.h"
#include "grad/Dialect/Grad/IR/GradTypes.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/Transforms/InliningUtils.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::grad;

#include "grad/Dialect/Grad/IR/GradDialect.cpp.inc"

namespace {
/// Prints groups through an alias (`#group`), since every collective of a step
/// names the same few.
struct GradOpAsmInterface : public OpAsmDialectInterface {
  using OpAsmDialectInterface::OpAsmDialectInterface;

  AliasResult getAlias(Attribute attr, raw_ostream &os) const override {
    if (!isa<GroupAttr>(attr))
      return AliasResult::NoAlias;
    os << GroupAttr::getMnemonic();
    return AliasResult::OverridableAlias;
  }
};

/// Lets functions with our operations be inlined, as operations of a dialect
/// without this interface are not: program order stays what it was.
struct GradInlinerInterface : public DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;

  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final {
    return true;
  }
};
} // namespace

void GradDialect::initialize() {
  registerAttributes();
  registerTypes();
  addOperations<
#define GET_OP_LIST
#include "grad/Dialect/Grad/IR/GradOps.cpp.inc"
      >();
  addInterfaces<GradOpAsmInterface, GradInlinerInterface>();
}
