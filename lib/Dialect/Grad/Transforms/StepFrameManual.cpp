//===- StepFrameManual.cpp - Steps in sdy.manual_computation -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dialect is not registered here, so its attributes are read and written
// as text.
//
//===----------------------------------------------------------------------===//

#include "StepFrame.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::grad;

static std::string printText(Attribute attr) {
  std::string text;
  llvm::raw_string_ostream(text) << attr;
  return text;
}

/// The parts of `#sdy.sharding_per_value<[<@mesh, [{}]>, ...]>`, which open and
/// close with angle brackets.
static bool readShardings(Attribute attr, size_t number,
                          SmallVectorImpl<std::string> &shardings) {
  if (!attr)
    return false;
  std::string text = printText(attr);
  StringRef rest(text);
  if (!rest.consume_front("#sdy.sharding_per_value<[") ||
      !rest.consume_back("]>"))
    return false;
  int depth = 0;
  size_t begin = 0;
  for (auto [i, c] : llvm::enumerate(rest)) {
    depth += (c == '<') - (c == '>');
    if (c == '<' && depth == 1)
      begin = i;
    if (c == '>' && depth == 0)
      shardings.push_back(rest.slice(begin, i + 1).str());
  }
  return shardings.size() == number;
}

/// How many ranks the axes of the mesh make, 0 where it cannot be told. `axes`:
/// in braces and quotes.
static int64_t countRanks(Operation *module, StringRef mesh, StringRef axes) {
  int64_t numRanks = 0;
  module->walk([&](Operation *op) {
    if (op->getName().getStringRef() != "sdy.mesh")
      return;
    auto properties =
        dyn_cast_or_null<DictionaryAttr>(op->getPropertiesAsAttribute());
    auto name =
        properties ? properties.getAs<StringAttr>("sym_name") : StringAttr();
    Attribute shape = properties ? properties.get("mesh") : Attribute();
    if (!name || name.getValue() != mesh || !shape)
      return;
    std::string text = printText(shape);
    numRanks = 1;
    SmallVector<StringRef> names;
    axes.trim("{}").split(names, ',');
    for (StringRef axis : names) {
      StringRef rest = StringRef(text).split((axis.trim() + "=").str()).second;
      int64_t size = 0;
      if (rest.consumeInteger(10, size))
        size = 0;
      numRanks *= size;
    }
  });
  return numRanks;
}

/// Which of `values` each of `used` is; nothing unless each is used once.
static bool numberUses(ValueRange used, ValueRange values,
                       SmallVectorImpl<unsigned> &numbers) {
  if (used.size() != values.size())
    return false;
  SmallVector<bool> seen(values.size(), false);
  for (Value value : used) {
    auto found = llvm::find(values, value);
    if (found == values.end())
      return false;
    unsigned number = std::distance(values.begin(), found);
    if (seen[number])
      return false;
    seen[number] = true;
    numbers.push_back(number);
  }
  return true;
}

bool StepFrame::readManualComputation() {
  Block &block = function.getBody().front();
  Operation *op = &block.front();
  if (op->getName().getStringRef() != "sdy.manual_computation" ||
      op->getNextNode() != block.getTerminator() || op->getNumRegions() != 1 ||
      !llvm::hasSingleElement(op->getRegion(0)))
    return false;
  auto properties =
      dyn_cast_or_null<DictionaryAttr>(op->getPropertiesAsAttribute());
  if (!properties ||
      !numberUses(op->getOperands(), block.getArguments(), argumentNumbers) ||
      !readShardings(properties.get("in_shardings"), op->getNumOperands(),
                     inShardings) ||
      !readShardings(properties.get("out_shardings"), op->getNumResults(),
                     outShardings) ||
      inShardings.empty() || !properties.get("manual_axes"))
    return false;
  // Result j of the computation is result number `resultNumbers[j]`.
  SmallVector<unsigned> order;
  if (!numberUses(block.getTerminator()->getOperands(), op->getResults(),
                  order))
    return false;
  resultNumbers.resize(order.size());
  for (auto [i, number] : llvm::enumerate(order))
    resultNumbers[number] = i;
  std::string text = printText(properties.get("manual_axes"));
  StringRef list(text);
  if (!list.consume_front("#sdy<manual_axes") || !list.consume_back(">"))
    return false;
  axes = list.trim().str();
  mesh = StringRef(inShardings.front())
             .drop_front(2)
             .take_while([](char c) { return c != ',' && c != '>'; })
             .str();
  numRanks = countRanks(function->getParentOp(), mesh, axes);
  if (numRanks == 0)
    return false;
  manual = op;
  body = &op->getRegion(0).front();
  return true;
}

/// Shardings as one attribute.
static Attribute createShardings(MLIRContext *context,
                                 ArrayRef<StepValue> values) {
  std::string text = "sharding_per_value<[";
  text += llvm::join(
      llvm::map_range(values,
                      [](const StepValue &value) { return value.sharding; }),
      ", ");
  return OpaqueAttr::get(StringAttr::get(context, "sdy"), text + "]>",
                         NoneType::get(context));
}

Block *StepFrame::createManualComputation(func::FuncOp created,
                                          ArrayRef<StepValue> arguments,
                                          ArrayRef<StepValue> results) {
  Block &outer = created.getBody().front();
  auto builder = OpBuilder::atBlockEnd(&outer);
  NamedAttrList properties(
      cast<DictionaryAttr>(manual->getPropertiesAsAttribute()));
  MLIRContext *context = function.getContext();
  properties.set("in_shardings", createShardings(context, arguments));
  properties.set("out_shardings", createShardings(context, results));
  OperationState state(manual->getLoc(), manual->getName());
  state.addOperands(outer.getArguments());
  state.addTypes(created.getResultTypes());
  state.propertiesAttr = properties.getDictionary(context);
  for (NamedAttribute attr : manual->getDiscardableAttrs())
    state.addAttribute(attr.getName(), attr.getValue());
  auto *block = new Block();
  state.addRegion()->push_back(block);
  for (const StepValue &argument : arguments)
    block->addArgument(argument.inner, argument.loc);
  Operation *op = builder.create(state);
  func::ReturnOp::create(builder, function.getLoc(), op->getResults());
  return block;
}
