//===- OpNames.cpp - How messages name an operation -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "grad/Dialect/Grad/Transforms/OpNames.h"
#include "grad/Dialect/Grad/IR/GradInterfaces.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace mlir::grad;

/// The first name in the location, if it has one.
static StringRef getName(Location loc) {
  StringRef name;
  loc->walk([&](Location nested) {
    auto named = dyn_cast<NameLoc>(nested);
    if (!named)
      return WalkResult::advance();
    name = named.getName();
    return WalkResult::interrupt();
  });
  return name;
}

/// The first file and line in the location, if it has one.
static FileLineColLoc getFileLine(Location loc) {
  FileLineColLoc found;
  loc->walk([&](Location nested) {
    found = dyn_cast<FileLineColLoc>(nested);
    return found ? WalkResult::interrupt() : WalkResult::advance();
  });
  return found;
}

static std::string getFileAndLine(Location loc) {
  FileLineColLoc found = getFileLine(loc);
  if (!found)
    return "unknown location";
  return (llvm::sys::path::filename(found.getFilename()) + ":" +
          Twine(found.getLine()))
      .str();
}

std::string grad::getGradientName(Operation *op) {
  if (auto param = op->getAttrOfType<StringAttr>("grad.param"))
    return param.str();
  if (StringRef name = getName(op->getLoc()); !name.empty())
    return name.str();
  return getFileAndLine(op->getLoc());
}

std::string grad::describe(Operation *op) {
  std::string kind = op->getName().getStringRef().str();
  if (isa<CollectiveOpInterface>(op)) {
    kind = op->getName().stripDialect().str();
    std::replace(kind.begin(), kind.end(), '_', '-');
  }
  if (op->hasAttr("grad.param") || !getName(op->getLoc()).empty())
    return kind + " '" + getGradientName(op) + "'";
  if (FileLineColLoc found = getFileLine(op->getLoc()))
    return kind + " at line " + std::to_string(found.getLine());
  return kind + " at an unknown location";
}
