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

static bool isCollective(Operation *op) {
  return isa<CollectiveOpInterface>(op) || isStableHLOCollective(op);
}

bool FenceAnalysis::hasHarmlessRegions(Operation *op) {
  for (Region &region : op->getRegions())
    for (Operation &nested : region.getOps())
      if (isCollective(&nested) || !isHarmless(&nested))
        return false;
  return true;
}

bool FenceAnalysis::isHarmlessCall(Operation *call) {
  auto callable = dyn_cast_or_null<CallableOpInterface>(
      cast<CallOpInterface>(call).resolveCallableInTable(&symbolTables));
  if (!callable || !callable.getCallableRegion() ||
      !root->isProperAncestor(callable))
    return false;
  auto [it, inserted] = harmlessCallees.try_emplace(callable, false);
  if (!inserted)
    return it->second;
  bool harmless = hasHarmlessRegions(callable);
  harmlessCallees[callable] = harmless;
  return harmless;
}

bool FenceAnalysis::isHarmless(Operation *op) {
  if (isa<CallOpInterface>(op))
    return isHarmlessCall(op);
  if (auto interface = dyn_cast<MemoryEffectOpInterface>(op)) {
    SmallVector<MemoryEffects::EffectInstance> effects;
    interface.getEffects(effects);
    for (const MemoryEffects::EffectInstance &effect : effects)
      if (!isa<MemoryEffects::Read, MemoryEffects::Allocate>(
              effect.getEffect()))
        return false;
    return hasHarmlessRegions(op);
  }
  if (op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() ||
      (!op->isRegistered() && isKnownPureByName(op->getName().getStringRef())))
    return hasHarmlessRegions(op);
  if (op->getName().getStringRef() == "stablehlo.custom_call") {
    auto properties =
        dyn_cast_or_null<DictionaryAttr>(op->getPropertiesAsAttribute());
    Attribute effect = properties ? properties.get("has_side_effect")
                                  : op->getAttr("has_side_effect");
    // Absent means false.
    return !effect || effect == BoolAttr::get(op->getContext(), false);
  }
  return false;
}

bool FenceAnalysis::isFence(Operation *op) {
  if (auto collective = dyn_cast<CollectiveOpInterface>(op))
    return !collective.isTensorForm();
  return !isHarmless(op);
}
