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

/// Refuses `: type` after an attribute that is written with its prefix. MLIR's
/// parser reads it as the attribute's, though it is the operation's.
static LogicalResult verifyNoType(AsmParser &parser, Type type,
                                  StringRef example) {
  if (!type)
    return success();
  return parser.emitError(parser.getNameLoc(),
                          "expected no type after this attribute, got ")
         << type << "; before the types of an operation, write it as '"
         << example << "' or through an alias";
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
  SmallVector<int64_t> ranks;
  for (DenseI64ArrayAttr group : groups) {
    if (!group || group.empty())
      return emitError() << "GR-G-1: expected no replica group to be empty";
    llvm::append_range(ranks, group.asArrayRef());
  }
  // Sorted rather than hashed: a hash set has reserved keys, and any 64-bit
  // number may stand in the text.
  llvm::sort(ranks);
  if (ranks.front() < 0)
    return emitError() << "GR-G-2: expected ranks to be 0 or more, got "
                       << ranks.front();
  if (auto it = std::adjacent_find(ranks.begin(), ranks.end());
      it != ranks.end())
    return emitError() << "GR-G-3: expected each rank once, got rank " << *it
                       << " twice";
  return success();
}

Attribute GroupAttr::parse(AsmParser &parser, Type type) {
  if (failed(verifyNoType(parser, type, "on <[[0, 1], [2, 3]]>")))
    return {};
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

Attribute FusionAttr::parse(AsmParser &parser, Type type) {
  if (failed(verifyNoType(parser, type, "fusion<id = 1>")))
    return {};
  SMLoc loc = parser.getCurrentLocation();
  std::optional<int64_t> id, index;
  bool automatic = false;
  auto parseNumber = [&](std::optional<int64_t> &number) -> ParseResult {
    int64_t value = 0;
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
    if ((keyword == "id" && id) || (keyword == "index" && index) ||
        (keyword == "auto" && automatic))
      return parser.emitError(keywordLoc, "expected '")
             << keyword << "' once, got it twice";
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
  // Not by Delimiter::LessGreater, which goes on after a missing '<'.
  if (parser.parseLess())
    return {};
  if (failed(parser.parseOptionalGreater()) &&
      (parser.parseCommaSeparatedList(parseElement) || parser.parseGreater()))
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
