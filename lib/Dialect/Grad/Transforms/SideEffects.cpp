//===- SideEffects.cpp - Which operations collectives may cross -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "grad/Dialect/Grad/Transforms/SideEffects.h"
#include "grad/Dialect/Grad/IR/GradOps.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::grad;

/// The operations of the StableHLO specification without side effects of their
/// own. Left out: custom_call (judged by its attribute), infeed, outfeed, send,
/// recv, rng (draws from a state).
static const llvm::StringSet<> &getPureStableHLONames() {
  static const llvm::StringSet<> names = {"abs",
                                          "add",
                                          "after_all",
                                          "all_gather",
                                          "all_reduce",
                                          "all_to_all",
                                          "and",
                                          "atan2",
                                          "batch_norm_grad",
                                          "batch_norm_inference",
                                          "batch_norm_training",
                                          "bitcast_convert",
                                          "broadcast",
                                          "broadcast_in_dim",
                                          "case",
                                          "cbrt",
                                          "ceil",
                                          "cholesky",
                                          "clamp",
                                          "collective_broadcast",
                                          "collective_permute",
                                          "compare",
                                          "complex",
                                          "composite",
                                          "concatenate",
                                          "constant",
                                          "convert",
                                          "convolution",
                                          "cosine",
                                          "count_leading_zeros",
                                          "create_token",
                                          "divide",
                                          "dot",
                                          "dot_general",
                                          "dynamic_broadcast_in_dim",
                                          "dynamic_conv",
                                          "dynamic_gather",
                                          "dynamic_iota",
                                          "dynamic_pad",
                                          "dynamic_reshape",
                                          "dynamic_slice",
                                          "dynamic_update_slice",
                                          "einsum",
                                          "exponential",
                                          "exponential_minus_one",
                                          "fft",
                                          "floor",
                                          "gather",
                                          "get_dimension_size",
                                          "get_tuple_element",
                                          "if",
                                          "imag",
                                          "iota",
                                          "is_finite",
                                          "log",
                                          "log_plus_one",
                                          "logistic",
                                          "map",
                                          "maximum",
                                          "minimum",
                                          "multiply",
                                          "negate",
                                          "not",
                                          "optimization_barrier",
                                          "or",
                                          "pad",
                                          "partition_id",
                                          "popcnt",
                                          "power",
                                          "real",
                                          "real_dynamic_slice",
                                          "reduce",
                                          "reduce_precision",
                                          "reduce_scatter",
                                          "reduce_window",
                                          "remainder",
                                          "replica_id",
                                          "reshape",
                                          "return",
                                          "reverse",
                                          "rng_bit_generator",
                                          "round_nearest_afz",
                                          "round_nearest_even",
                                          "rsqrt",
                                          "scatter",
                                          "select",
                                          "select_and_scatter",
                                          "set_dimension_size",
                                          "shift_left",
                                          "shift_right_arithmetic",
                                          "shift_right_logical",
                                          "sign",
                                          "sine",
                                          "slice",
                                          "sort",
                                          "sqrt",
                                          "subtract",
                                          "tan",
                                          "tanh",
                                          "torch_index_select",
                                          "transpose",
                                          "triangular_solve",
                                          "tuple",
                                          "unary_einsum",
                                          "uniform_dequantize",
                                          "uniform_quantize",
                                          "while",
                                          "xor"};
  return names;
}

bool grad::isKnownPureByName(StringRef name) {
  auto [dialect, op] = name.split('.');
  // All of CHLO is arithmetic; Shardy only annotates.
  if (dialect == "chlo" || dialect == "sdy")
    return true;
  return dialect == "stablehlo" && getPureStableHLONames().contains(op);
}

bool grad::isStableHLOCollective(Operation *op) {
  auto [dialect, name] = op->getName().getStringRef().split('.');
  return dialect == "stablehlo" &&
         (name == "all_gather" || name == "all_reduce" ||
          name == "all_to_all" || name == "collective_broadcast" ||
          name == "collective_permute" || name == "reduce_scatter");
}

/// Whether the operation is a collective of any dialect. Some are called pure,
/// which holds for their values only: every rank must come by.
static bool isCollective(Operation *op) {
  if (getCommunicationGroup(op) || isStableHLOCollective(op))
    return true;
  auto [dialect, name] = op->getName().getStringRef().split('.');
  static const llvm::StringSet<> others = {"all_gather",  "all_reduce",
                                           "all_slice",   "all_to_all",
                                           "broadcast",   "gather",
                                           "recv",        "reduce",
                                           "scatter",     "reduce_scatter",
                                           "send",        "shift",
                                           "update_halo", "collective_permute"};
  return (dialect == "shard" || dialect == "sdy") && others.contains(name);
}

/// The attribute of an operation, also where its dialect is not registered.
static Attribute getAttr(Operation *op, StringRef name) {
  if (auto properties =
          dyn_cast_or_null<DictionaryAttr>(op->getPropertiesAsAttribute()))
    if (Attribute value = properties.get(name))
      return value;
  return op->getDiscardableAttr(name);
}

/// Whether the operation has no side effects of its own, apart from its regions
/// and from what it calls.
static bool isHarmlessByItself(Operation *op) {
  if (isa<CallOpInterface>(op))
    return true;
  if (auto interface = dyn_cast<MemoryEffectOpInterface>(op)) {
    SmallVector<MemoryEffects::EffectInstance> effects;
    interface.getEffects(effects);
    return llvm::all_of(effects, [](const auto &effect) {
      return isa<MemoryEffects::Read, MemoryEffects::Allocate>(
          effect.getEffect());
    });
  }
  if (op->hasTrait<OpTrait::HasRecursiveMemoryEffects>())
    return true;
  StringRef name = op->getName().getStringRef();
  if (name == "stablehlo.custom_call") {
    // Absent means false.
    Attribute effect = getAttr(op, "has_side_effect");
    return !effect || effect == BoolAttr::get(op->getContext(), false);
  }
  return !op->isRegistered() && isKnownPureByName(name);
}

SmallVector<SymbolRefAttr> grad::getCallees(Operation *op) {
  if (auto call = dyn_cast<CallOpInterface>(op))
    return {dyn_cast<SymbolRefAttr>(call.getCallableForCallee())};
  StringRef name = op->getName().getStringRef();
  if (name == "stablehlo.composite")
    return {dyn_cast_or_null<SymbolRefAttr>(getAttr(op, "decomposition"))};
  SmallVector<SymbolRefAttr> callees;
  if (name == "stablehlo.custom_call")
    if (auto list =
            dyn_cast_or_null<ArrayAttr>(getAttr(op, "called_computations")))
      for (Attribute callee : list)
        callees.push_back(dyn_cast<SymbolRefAttr>(callee));
  return callees;
}

Operation *grad::resolveCallee(Operation *call, SymbolRefAttr callee,
                               Operation *root,
                               SymbolTableCollection &symbolTables) {
  // SymbolTable::getNearestSymbolTable gives up at the first operation that is
  // not registered and has a region.
  Operation *table = call;
  while (table != root && !table->hasTrait<OpTrait::SymbolTable>())
    table = table->getParentOp();
  if (!callee || !table->hasTrait<OpTrait::SymbolTable>())
    return nullptr;
  auto callable = dyn_cast_or_null<CallableOpInterface>(
      symbolTables.lookupSymbolIn(table, callee));
  return callable && callable.getCallableRegion() ? callable.getOperation()
                                                  : nullptr;
}

bool FenceAnalysis::collectCalls(Operation *top,
                                 SmallVectorImpl<Operation *> &callees) {
  WalkResult walk = top->walk<WalkOrder::PreOrder>([&](Operation *op) {
    // Of a function only the body counts.
    if (op == top && isa<CallableOpInterface>(op))
      return WalkResult::advance();
    if ((op != top && isCollective(op)) || !isHarmlessByItself(op))
      return WalkResult::interrupt();
    for (SymbolRefAttr symbol : getCallees(op)) {
      callees.push_back(resolveCallee(op, symbol, root, symbolTables));
      if (!callees.back())
        return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return !walk.wasInterrupted();
}

bool FenceAnalysis::isHarmlessFunction(Operation *function) {
  // Depth first, with a stack of its own: a chain of calls can be long.
  struct Frame {
    Operation *function;
    SmallVector<Operation *> callees;
  };
  std::vector<Frame> stack = {{nullptr, {function}}};
  while (true) {
    Frame &frame = stack.back();
    if (frame.callees.empty()) {
      if (!frame.function)
        return true;
      harmlessFunctions[frame.function] = true;
      stack.pop_back();
      continue;
    }
    Operation *callee = frame.callees.pop_back_val();
    auto [it, inserted] = harmlessFunctions.try_emplace(callee, false);
    if (!inserted && !it->second)
      return false;
    if (!inserted)
      continue;
    Frame &entered = stack.emplace_back();
    entered.function = callee;
    if (!collectCalls(callee, entered.callees))
      return false;
  }
}

bool FenceAnalysis::isFence(Operation *op) {
  if (auto collective = dyn_cast<CollectiveOpInterface>(op))
    return !collective.isTensorForm();
  SmallVector<Operation *> callees;
  return !collectCalls(op, callees) ||
         !llvm::all_of(callees, [&](Operation *callee) {
           return isHarmlessFunction(callee);
         });
}
