//===- GradCollectiveSyntax.h - Text of collectives -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All collectives share one text, so that a reader learns it once:
//
//   grad.NAME<kind>? OPERANDS (`dim` N)? (`root` N)? (`on` GROUP)?
//       (`fusion` <...>)? attr-dict TYPES
//
// OPERANDS are values, with `: types (-> types)?` at the end, or, for memrefs
// that are not changed in place, `ins(values : types) outs(values : types)`.
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_LIB_DIALECT_GRAD_IR_GRADCOLLECTIVESYNTAX_H
#define GRAD_LIB_DIALECT_GRAD_IR_GRADCOLLECTIVESYNTAX_H

#include "grad/Dialect/Grad/IR/GradOps.h"

namespace mlir::grad {

/// The parts of a collective's text that only some collectives have.
struct CollectiveSyntax {
  bool hasKind = false;
  /// `dim`, `root`, or empty: the name of the number after the operands.
  StringRef number;
};

ParseResult parseCollective(OpAsmParser &parser, OperationState &result,
                            CollectiveSyntax syntax);
void printCollective(OpAsmPrinter &printer, CollectiveOpInterface op,
                     CollectiveSyntax syntax);

/// The text that an operation's attributes ask for.
template <typename OpT>
CollectiveSyntax getCollectiveSyntax() {
  CollectiveSyntax syntax;
  for (StringRef name : OpT::getAttributeNames()) {
    if (name == "kind")
      syntax.hasKind = true;
    if (name == "dim" || name == "root")
      syntax.number = name;
  }
  return syntax;
}

template <typename OpT>
ParseResult parseCollective(OpAsmParser &parser, OperationState &result) {
  return parseCollective(parser, result, getCollectiveSyntax<OpT>());
}

template <typename OpT>
void printCollective(OpAsmPrinter &printer, OpT op) {
  printCollective(printer, op, getCollectiveSyntax<OpT>());
}

} // namespace mlir::grad

#endif // GRAD_LIB_DIALECT_GRAD_IR_GRADCOLLECTIVESYNTAX_H
