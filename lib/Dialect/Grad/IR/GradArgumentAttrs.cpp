//===- GradArgumentAttrs.cpp - What arguments and results are -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Attributes are checked one by one, as MLIR visits them. What concerns several
// arguments (GR-A-6) or results (GR-A-8) is checked once, at the first of them,
// so that a function with thousands of parameters is verified in linear time.
//
//===----------------------------------------------------------------------===//

#include "grad/Dialect/Grad/IR/GradArgumentAttrs.h"
#include "grad/Dialect/Grad/IR/GradDialect.h"
#include "grad/Dialect/Grad/IR/GradMean.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::grad;

static constexpr StringLiteral kArgumentAttrs[] = {
    kParamAttrName,   kStateAttrName, kBatchAttrName, kReplicatedAttrName,
    kPerRankAttrName, kSeedAttrName,  kInitAttrName,  kNameAttrName};
static constexpr StringLiteral kResultAttrs[] = {
    kUpdatesAttrName, kGradientAttrName, kMetricAttrName};

/// Whether the attribute's value is a name; the others are unit attributes.
static bool isNameAttr(StringRef name) {
  return name == kParamAttrName || name == kStateAttrName ||
         name == kNameAttrName || llvm::is_contained(kResultAttrs, name);
}

/// Emits errors that say where an attribute stands.
using EmitError = function_ref<InFlightDiagnostic(StringRef id)>;

//===----------------------------------------------------------------------===//
// One attribute
//===----------------------------------------------------------------------===//

/// Checks GR-A-1 and GR-A-2: the kind of the attribute's value.
static LogicalResult verifyValue(NamedAttribute attr, EmitError emitError) {
  StringRef name = attr.getName();
  if (name == kInitAttrName)
    return success();
  if (!isNameAttr(name)) {
    if (isa<UnitAttr>(attr.getValue()))
      return success();
    return emitError("GR-A-2")
           << "expected '" << name << "' to be a unit attribute, got "
           << attr.getValue();
  }
  auto value = dyn_cast<StringAttr>(attr.getValue());
  if (value && !value.empty())
    return success();
  return emitError("GR-A-1")
         << "expected '" << name << "' to be a string that is not empty, got "
         << attr.getValue();
}

/// Checks GR-A-9 and the attribute's value.
static LogicalResult verifyKnown(NamedAttribute attr, StringRef place,
                                 ArrayRef<StringLiteral> known,
                                 EmitError emitError) {
  if (llvm::is_contained(known, attr.getName().strref()))
    return verifyValue(attr, emitError);
  return emitError("GR-A-9")
         << "expected one of '" << llvm::join(known, "', '") << "' on " << place
         << ", got '" << attr.getName().strref() << "'";
}

/// The type as far as it matters to state: bufferization gives an argument and
/// the result that updates it different layouts.
static bool isSameStateType(Type a, Type b) {
  auto memrefA = dyn_cast<MemRefType>(a), memrefB = dyn_cast<MemRefType>(b);
  if (!memrefA || !memrefB)
    return a == b;
  return memrefA.getShape() == memrefB.getShape() &&
         memrefA.getElementType() == memrefB.getElementType();
}

StringAttr grad::getStateName(FunctionOpInterface function, unsigned argument) {
  for (StringRef name : {kParamAttrName, kStateAttrName})
    if (auto value = function.getArgAttrOfType<StringAttr>(argument, name))
      return value;
  return {};
}

std::optional<unsigned> grad::getUpdatedArgument(FunctionOpInterface function,
                                                 unsigned result) {
  auto name =
      function.getResultAttrOfType<StringAttr>(result, kUpdatesAttrName);
  for (unsigned i = 0, e = function.getNumArguments(); name && i != e; ++i)
    if (getStateName(function, i) == name)
      return i;
  return std::nullopt;
}

bool grad::isMarkedReplicated(FunctionOpInterface function, unsigned argument) {
  return (getStateName(function, argument) ||
          function.getArgAttr(argument, kReplicatedAttrName)) &&
         !function.getArgAttr(argument, kPerRankAttrName);
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

/// Checks GR-A-11.
static LogicalResult verifyInit(FunctionOpInterface function, unsigned argument,
                                Attribute value, EmitError emitError) {
  if (!getStateName(function, argument))
    return emitError("GR-A-11")
           << "expected '" << kInitAttrName << "' to stand with '"
           << kParamAttrName << "' or '" << kStateAttrName << "'";
  Type type = getElementTypeOrSelf(function.getArgumentTypes()[argument]);
  auto number = dyn_cast<TypedAttr>(value);
  if (isa<FloatAttr, IntegerAttr>(value) && number.getType() == type)
    return success();
  return emitError("GR-A-11")
         << "expected '" << kInitAttrName << "' to be a number of type " << type
         << ", got " << value;
}

/// Checks GR-A-3 to GR-A-5: which attributes stand together.
static LogicalResult verifyTogether(FunctionOpInterface function,
                                    unsigned argument, StringRef name,
                                    EmitError emitError) {
  auto has = [&](StringRef other) -> bool {
    return other != name && function.getArgAttr(argument, other);
  };
  auto refuse = [&](StringRef id,
                    ArrayRef<StringLiteral> others) -> LogicalResult {
    for (StringRef other : others)
      if (has(other))
        return emitError(id) << "expected '" << name << "' to stand without '"
                             << other << "'";
    return success();
  };
  static constexpr StringLiteral roles[] = {kParamAttrName, kStateAttrName,
                                            kBatchAttrName, kSeedAttrName};
  if (llvm::is_contained(roles, name))
    return refuse("GR-A-3", roles);
  if (name == kNameAttrName)
    return refuse("GR-A-12", {kParamAttrName, kStateAttrName});
  if (name == kReplicatedAttrName)
    return refuse("GR-A-5", {kBatchAttrName, kPerRankAttrName});
  if (!has(kParamAttrName) && !has(kStateAttrName))
    return emitError("GR-A-4")
           << "expected '" << kPerRankAttrName << "' to stand with '"
           << kParamAttrName << "' or '" << kStateAttrName << "'";
  return success();
}

/// Checks GR-A-6 where `argument` is the first with a name.
static LogicalResult verifyUniqueNames(FunctionOpInterface function,
                                       unsigned argument) {
  // Backwards, since the argument before usually has a name.
  for (unsigned i = argument; i-- != 0;)
    if (getStateName(function, i))
      return success();
  llvm::DenseMap<StringAttr, unsigned> seen;
  for (unsigned i = argument, e = function.getNumArguments(); i != e; ++i) {
    StringAttr name = getStateName(function, i);
    if (!name)
      continue;
    auto [it, inserted] = seen.try_emplace(name, i);
    if (!inserted)
      return function->emitOpError("GR-A-6: expected parameters and state to "
                                   "have different names, got ")
             << name << " at arguments " << it->second << " and " << i;
  }
  return success();
}

LogicalResult GradDialect::verifyRegionArgAttribute(Operation *op, unsigned,
                                                    unsigned argument,
                                                    NamedAttribute attr) {
  auto emitError = [&](StringRef id) {
    return op->emitOpError(id) << ": argument " << argument << ": ";
  };
  StringRef name = attr.getName();
  if (failed(verifyKnown(attr, "an argument", kArgumentAttrs, emitError)))
    return failure();
  auto function = cast<FunctionOpInterface>(op);
  if (name == kInitAttrName)
    return verifyInit(function, argument, attr.getValue(), emitError);
  if (failed(verifyTogether(function, argument, name, emitError)))
    return failure();
  bool isState = name == kParamAttrName || name == kStateAttrName;
  return isState ? verifyUniqueNames(function, argument) : success();
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// Checks GR-A-7 and GR-A-8 for all results with the attribute `attrName`, of
/// which `result` is the first.
static LogicalResult verifyResultNames(FunctionOpInterface function,
                                       unsigned result, StringRef attrName) {
  for (unsigned i = result; i-- != 0;)
    if (function.getResultAttr(i, attrName))
      return success();
  llvm::DenseMap<StringAttr, Type> states;
  if (attrName == kUpdatesAttrName)
    for (unsigned i = 0, e = function.getNumArguments(); i != e; ++i)
      if (StringAttr name = getStateName(function, i))
        states[name] = function.getArgumentTypes()[i];
  llvm::DenseMap<StringAttr, unsigned> seen;
  for (unsigned i = result, e = function.getNumResults(); i != e; ++i) {
    auto name = function.getResultAttrOfType<StringAttr>(i, attrName);
    if (!name)
      continue;
    auto [it, inserted] = seen.try_emplace(name, i);
    if (!inserted)
      return function->emitOpError("GR-A-8: expected one result with '")
             << attrName << "' = " << name << ", got results " << it->second
             << " and " << i;
    if (attrName != kUpdatesAttrName)
      continue;
    Type type = states.lookup(name), got = function.getResultTypes()[i];
    if (!type)
      return function->emitOpError("GR-A-7: result ")
             << i << ": expected '" << attrName
             << "' to name an argument with '" << kParamAttrName << "' or '"
             << kStateAttrName << "', got " << name;
    if (!isSameStateType(type, got))
      return function->emitOpError("GR-A-7: result ")
             << i << ": expected the type of the argument " << name
             << " that it updates, " << type << ", got " << got;
  }
  return success();
}

LogicalResult GradDialect::verifyRegionResultAttribute(Operation *op, unsigned,
                                                       unsigned result,
                                                       NamedAttribute attr) {
  auto emitError = [&](StringRef id) {
    return op->emitOpError(id) << ": result " << result << ": ";
  };
  StringRef name = attr.getName();
  if (failed(verifyKnown(attr, "a result", kResultAttrs, emitError)))
    return failure();
  auto function = cast<FunctionOpInterface>(op);
  for (StringRef other : kResultAttrs)
    if (other != name && function.getResultAttr(result, other))
      return emitError("GR-A-3")
             << "expected '" << name << "' to stand without '" << other << "'";
  return verifyResultNames(function, result, name);
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

LogicalResult GradDialect::verifyOperationAttribute(Operation *op,
                                                    NamedAttribute attr) {
  StringRef name = attr.getName();
  if (name == kMeanAttrName)
    return verifyMeanAttr(op, attr.getValue());
  if (name == kScheduleAttrName)
    return verifyScheduleAttr(op, attr.getValue());
  if (!llvm::is_contained(kArgumentAttrs, name) &&
      !llvm::is_contained(kResultAttrs, name))
    return success();
  return verifyValue(attr,
                     [&](StringRef id) { return op->emitOpError(id) << ": "; });
}
