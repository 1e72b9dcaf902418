//===- OpNames.cpp - How messages name an operation -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "grad/Dialect/Grad/Transforms/OpNames.h"
#include "grad/Dialect/Grad/IR/GradInterfaces.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace mlir::grad;

/// Whether the component of a path names what JAX ran, not what it ran it on.
static bool isJAXPrimitive(StringRef component) {
  return llvm::is_contained({"psum", "psum_invariant", "pmean", "pmax", "pmin",
                             "reduce_scatter", "all_gather",
                             "all_gather_invariant", "shard_map"},
                            component);
}

/// Takes the outermost of JAX's transformations off the component, if there is
/// one.
static bool dropWrapper(StringRef &component) {
  for (StringRef wrapper : {"transpose(", "jvp(", "vmap("})
    if (component.ends_with(")") && component.consume_front(wrapper)) {
      component = component.drop_back();
      return true;
    }
  return false;
}

/// Takes the name out of JAX's wrappers: `jit(step)/shard_map/
/// transpose(jvp(layer1.w))/psum` is the all-reduce of `layer1.w`.
static std::string cleanName(StringRef name) {
  SmallVector<StringRef> components;
  int depth = 0;
  size_t start = 0;
  for (size_t i = 0; i <= name.size(); ++i) {
    if (i < name.size())
      depth += name[i] == '(' ? 1 : name[i] == ')' ? -1 : 0;
    if (i != name.size() && (name[i] != '/' || depth != 0))
      continue;
    StringRef component = name.slice(start, i);
    start = i + 1;
    if (component.starts_with("jit(") || isJAXPrimitive(component))
      continue;
    while (dropWrapper(component)) {
    }
    if (!component.empty())
      components.push_back(component);
  }
  return llvm::join(components, "/");
}

/// The first name in the location that says more than what was run; else the
/// first name; empty where there is none.
static std::string getName(Location loc) {
  std::string first, found;
  loc->walk([&](Location nested) {
    auto named = dyn_cast<NameLoc>(nested);
    if (!named)
      return WalkResult::advance();
    if (first.empty())
      first = named.getName().str();
    found = cleanName(named.getName());
    return found.empty() ? WalkResult::advance() : WalkResult::interrupt();
  });
  return found.empty() ? first : found;
}

/// The first file and line in the location, if it has one.
static FileLineColRange getFileLine(Location loc) {
  FileLineColRange found;
  loc->walk([&](Location nested) {
    found = dyn_cast<FileLineColRange>(nested);
    return found ? WalkResult::interrupt() : WalkResult::advance();
  });
  return found;
}

static std::string getFileAndLine(Location loc) {
  FileLineColRange found = getFileLine(loc);
  if (!found)
    return "unknown location";
  return (llvm::sys::path::filename(found.getFilename()) + ":" +
          Twine(found.getStartLine()))
      .str();
}

std::string grad::getGradientName(Operation *op) {
  if (auto param = op->getAttrOfType<StringAttr>("grad.param"))
    return param.str();
  if (std::string name = getName(op->getLoc()); !name.empty())
    return name;
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
  if (FileLineColRange found = getFileLine(op->getLoc()))
    return kind + " at line " + std::to_string(found.getStartLine());
  return kind + " at an unknown location";
}
