//===- SideEffects.h - Which operations collectives may cross -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_DIALECT_GRAD_TRANSFORMS_SIDEEFFECTS_H
#define GRAD_DIALECT_GRAD_TRANSFORMS_SIDEEFFECTS_H

#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::grad {

/// Whether the name is that of a StableHLO, CHLO or Shardy operation without
/// side effects of its own; what its regions do is judged apart. Those dialects
/// are not registered, so their operations cannot be asked.
bool isKnownPureByName(StringRef name);

/// Whether the operation is a collective of StableHLO.
bool isStableHLOCollective(Operation *op);

/// The functions that the operation calls, by symbol: one of a call and of
/// `stablehlo.composite`, any number of `stablehlo.custom_call`. Null stands
/// for one that is not known.
SmallVector<SymbolRefAttr> getCallees(Operation *op);

/// The function, with a body, that `callee` names at the operation `call`; null
/// where there is none below `root`. Unlike MLIR's look-up it also finds it
/// from inside operations that are not registered and have regions, as a JAX
/// step has around everything.
Operation *resolveCallee(Operation *call, SymbolRefAttr callee, Operation *root,
                         SymbolTableCollection &symbolTables);

/// Tells which operations a collective may not cross. An operation is a fence
/// unless it is proven harmless: it writes nothing, and no collective stands
/// in its regions or in a function it calls. Results are cached per function;
/// not thread-safe.
class FenceAnalysis {
public:
  /// Calls are judged by their callee's body where the callee stands below
  /// `root`; elsewhere another thread might be changing it, and the call is a
  /// fence.
  explicit FenceAnalysis(Operation *root) : root(root) {}

  /// Whether the operation, at the level at which fusion happens, is a fence.
  /// A collective on tensors is none.
  bool isFence(Operation *op);

private:
  bool collectCalls(Operation *top, SmallVectorImpl<Operation *> &callees);
  bool isHarmlessFunction(Operation *function);

  Operation *root;
  SymbolTableCollection symbolTables;
  /// Functions that were judged; false while one is being judged, so that
  /// recursion is a fence.
  llvm::DenseMap<Operation *, bool> harmlessFunctions;
};

} // namespace mlir::grad

#endif // GRAD_DIALECT_GRAD_TRANSFORMS_SIDEEFFECTS_H
