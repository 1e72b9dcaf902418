//===- GradAttributes.cpp - Attributes and enumerations of the dialect -*- C++
//-*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "grad/Dialect/Grad/IR/GradAttributes.h"
#include "grad/Dialect/Grad/IR/GradDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::grad;

#include "grad/Dialect/Grad/IR/GradEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "grad/Dialect/Grad/IR/GradAttributes.cpp.inc"

void GradDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "grad/Dialect/Grad/IR/GradAttributes.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// GroupAttr
//===----------------------------------------------------------------------===//

std::optional<int64_t> GroupAttr::getUniformSize() const {
  int64_t size = getGroups().front().size();
  for (DenseI64ArrayAttr group : getGroups())
    if (group.size() != size)
      return std::nullopt;
  return size;
}

int64_t GroupAttr::getMinSize() const {
  int64_t size = getGroups().front().size();
  for (DenseI64ArrayAttr group : getGroups())
    size = std::min<int64_t>(size, group.size());
  return size;
}

LogicalResult GroupAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                ArrayRef<DenseI64ArrayAttr> groups) {
  if (groups.empty())
    return emitError() << "GR-G-1: expected at least one replica group";
  llvm::DenseSet<int64_t> seen;
  for (DenseI64ArrayAttr group : groups) {
    if (!group || group.empty())
      return emitError() << "GR-G-1: expected no replica group to be empty";
    for (int64_t rank : group.asArrayRef()) {
      if (rank < 0)
        return emitError() << "GR-G-2: expected ranks to be 0 or more, got "
                           << rank;
      if (!seen.insert(rank).second)
        return emitError() << "GR-G-3: expected each rank once, got rank "
                           << rank << " twice";
    }
  }
  return success();
}

Attribute GroupAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<DenseI64ArrayAttr> groups;
  auto parseGroup = [&]() -> ParseResult {
    SmallVector<int64_t> ranks;
    auto parseRank = [&] { return parser.parseInteger(ranks.emplace_back()); };
    if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseRank,
                                       " in replica group"))
      return failure();
    groups.push_back(parser.getBuilder().getDenseI64ArrayAttr(ranks));
    return success();
  };
  if (parser.parseLess() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseGroup,
                                     " in list of replica groups") ||
      parser.parseGreater())
    return {};
  return parser.getChecked<GroupAttr>(loc, parser.getContext(), groups);
}

void GroupAttr::print(AsmPrinter &printer) const {
  printer << "<[";
  llvm::interleaveComma(getGroups(), printer, [&](DenseI64ArrayAttr group) {
    printer << '[';
    llvm::interleaveComma(group.asArrayRef(), printer);
    printer << ']';
  });
  printer << "]>";
}

//===----------------------------------------------------------------------===//
// FusionAttr
//===----------------------------------------------------------------------===//

LogicalResult FusionAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 std::optional<int64_t> id, bool automatic,
                                 std::optional<int64_t> index) {
  if (id && *id < 0)
    return emitError() << "GR-F-1: expected a fusion id of 0 or more, got "
                       << *id;
  if (index && *index < 0)
    return emitError() << "GR-F-1: expected a fusion index of 0 or more, got "
                       << *index;
  if (automatic && !id)
    return emitError() << "GR-F-2: expected 'auto' to stand with an id";
  if (!id && !index)
    return emitError() << "GR-F-3: expected an id or an index";
  return success();
}

Attribute FusionAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  std::optional<int64_t> id, index;
  bool automatic = false;
  auto parseNumber = [&](std::optional<int64_t> &number) -> ParseResult {
    int64_t value = 0;
    if (number)
      return parser.emitError(parser.getCurrentLocation(), "given twice");
    if (parser.parseEqual() || parser.parseInteger(value))
      return failure();
    number = value;
    return success();
  };
  auto parseElement = [&]() -> ParseResult {
    StringRef keyword;
    SMLoc keywordLoc = parser.getCurrentLocation();
    if (parser.parseKeyword(&keyword))
      return failure();
    if (keyword == "id")
      return parseNumber(id);
    if (keyword == "index")
      return parseNumber(index);
    if (keyword != "auto")
      return parser.emitError(keywordLoc,
                              "expected 'id', 'auto' or 'index', got '")
             << keyword << "'";
    automatic = true;
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater,
                                     parseElement, " in fusion"))
    return {};
  return parser.getChecked<FusionAttr>(loc, parser.getContext(), id, automatic,
                                       index);
}

void FusionAttr::print(AsmPrinter &printer) const {
  SmallVector<std::string, 3> parts;
  if (getId())
    parts.push_back("id = " + std::to_string(*getId()));
  if (getAutomatic())
    parts.push_back("auto");
  if (getIndex())
    parts.push_back("index = " + std::to_string(*getIndex()));
  printer << '<' << llvm::join(parts, ", ") << '>';
}
