//===- Capabilities.cpp - What a backend can reduce -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tables are the runtime's own: types.def and one file per backend.
//
//===----------------------------------------------------------------------===//

#include "Capabilities.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::grad;

namespace {
enum class Support { native, widened, dropping, refused };

/// Numbers of element types and kinds, from the runtime's table.
enum RuntimeType : int32_t {
#define GRADRT_TYPE(UPPER, name, value, c_type, bytes, category)               \
  Type_##name = value,
#include "gradrt/types.def"
};
enum RuntimeKind : int32_t {
#define GRADRT_KIND(UPPER, name, value) Kind_##name = value,
#include "gradrt/types.def"
};
} // namespace

StringRef grad::getBackendNames() { return "local, record, nccl"; }

bool grad::isBackend(StringRef name) {
  return name == "local" || name == "record" || name == "nccl";
}

bool grad::hasDevice(StringRef name) { return name == "nccl"; }

/// The name of an element type in the runtime's table.
static std::string getTypeName(Type type) {
  if (type.isSignlessInteger() || type.isUnsignedInteger())
    return (type.isUnsignedInteger() ? "ui" : "i") +
           std::to_string(type.getIntOrFloatBitWidth());
  return isa<Float16Type>(type)    ? "f16"
         : isa<BFloat16Type>(type) ? "bf16"
         : isa<Float32Type>(type)  ? "f32"
         : isa<Float64Type>(type)  ? "f64"
                                   : "";
}

std::optional<int32_t> grad::getRuntimeType(Type elementType) {
  std::string name = getTypeName(elementType);
#define GRADRT_TYPE(UPPER, type, value, c_type, bytes, category)               \
  if (name == #type)                                                           \
    return Type_##type;
#include "gradrt/types.def"
  return std::nullopt;
}

int32_t grad::getRuntimeKind(ReductionKind kind) {
  switch (kind) {
  case ReductionKind::Sum:
    return Kind_sum;
  case ReductionKind::Avg:
    return Kind_avg;
  case ReductionKind::Prod:
    return Kind_prod;
  case ReductionKind::Min:
    return Kind_min;
  case ReductionKind::Max:
    return Kind_max;
  }
  llvm_unreachable("unknown reduction kind");
}

/// One line of a backend's table.
static Support select(ReductionKind kind, Support sum, Support avg,
                      Support prod, Support min, Support max) {
  switch (kind) {
  case ReductionKind::Sum:
    return sum;
  case ReductionKind::Avg:
    return avg;
  case ReductionKind::Prod:
    return prod;
  case ReductionKind::Min:
    return min;
  case ReductionKind::Max:
    return max;
  }
  llvm_unreachable("unknown reduction kind");
}

/// The line of a backend's table for two types.
static Support getSupport(StringRef backend, Type wire, Type result,
                          ReductionKind kind) {
  std::string wireName = getTypeName(wire), resultName = getTypeName(result);
#define GRADRT_REDUCTION(from, to, sum, avg, prod, min, max)                   \
  if (wireName == #from && resultName == #to)                                  \
    return select(kind, Support::sum, Support::avg, Support::prod,             \
                  Support::min, Support::max);
  if (backend == "nccl") {
#include "gradrt/capabilities/nccl.def"
    return Support::refused;
  }
#define GRADRT_REDUCTION(from, to, sum, avg, prod, min, max)                   \
  if (wireName == #from && resultName == #to)                                  \
    return select(kind, Support::sum, Support::avg, Support::prod,             \
                  Support::min, Support::max);
  // The backend `record` runs over `local`.
#include "gradrt/capabilities/local.def"
  return Support::refused;
}

bool grad::canReduce(StringRef backend, Type wire, Type result,
                     ReductionKind kind, bool ignoreNaN) {
  if (!isBackend(backend))
    return false;
  Support support = getSupport(backend, wire, result, kind);
  return support == Support::native || support == Support::widened ||
         (support == Support::dropping && ignoreNaN);
}

bool grad::dropsNaN(StringRef backend, Type wire, Type result,
                    ReductionKind kind) {
  return isBackend(backend) &&
         getSupport(backend, wire, result, kind) == Support::dropping;
}
