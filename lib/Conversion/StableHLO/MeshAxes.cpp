//===- MeshAxes.cpp - Replica groups as axes of a mesh ----------*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MeshAxes.h"
#include "TextReader.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace mlir::grad;

namespace {
struct Axis {
  StringRef name;
  int64_t size;
};
} // namespace

bool grad::isMeshAxes(Attribute attr) {
  return StringRef(printText(attr))
      .starts_with("#stablehlo.replica_group_mesh_axes<");
}

/// Reads `#stablehlo.replica_group_mesh_axes<mesh = @m, axes =
/// [#stablehlo.axis_ref<name = "a">, ...]>`, and nothing that says more.
static bool readAxisRefs(StringRef text, StringRef &mesh,
                         SmallVectorImpl<StringRef> &axes) {
  TextReader reader(text);
  if (!reader.consume(
          {"#stablehlo.replica_group_mesh_axes<", "mesh", "=", "@"}) ||
      !reader.consumeName(mesh) || !reader.consume({",", "axes", "=", "["}))
    return false;
  do {
    if (!reader.consume({"#stablehlo.axis_ref<", "name", "="}) ||
        !reader.consumeString(axes.emplace_back()) || !reader.consume({">"}))
      return false;
  } while (reader.consume({","}));
  return reader.consume({"]", ">"}) && reader.isAtEnd();
}

/// Reads `#sdy.mesh<["a"=2, "b"=4]>`, and nothing that says more.
static bool readMesh(StringRef text, SmallVectorImpl<Axis> &axes) {
  TextReader reader(text);
  if (!reader.consume({"#sdy.mesh<", "["}))
    return false;
  do {
    Axis &axis = axes.emplace_back();
    if (!reader.consumeString(axis.name) || !reader.consume({"="}) ||
        !reader.consumeInteger(axis.size) || axis.size < 1)
      return false;
  } while (reader.consume({","}));
  return reader.consume({"]", ">"}) && reader.isAtEnd();
}

/// The attribute of the mesh with the given name in the nearest module.
static Attribute lookupMesh(Operation *op, StringRef name) {
  auto module = op->getParentOfType<ModuleOp>();
  if (!module)
    return {};
  for (Operation &symbol : *module.getBody()) {
    auto symbolName =
        symbol.getAttrOfType<StringAttr>(SymbolTable::getSymbolAttrName());
    if (symbolName && symbolName == name)
      return symbol.getName().getStringRef() == "sdy.mesh"
                 ? symbol.getAttr("mesh")
                 : Attribute();
  }
  return {};
}

/// The devices that differ only on the listed axes, given as positions in the
/// mesh.
static IdLists listGroups(ArrayRef<Axis> mesh, ArrayRef<unsigned> axes) {
  // How far apart neighbours on an axis are.
  SmallVector<int64_t> strides(mesh.size());
  int64_t numDevices = 1;
  for (unsigned i : llvm::reverse(llvm::seq<unsigned>(mesh.size()))) {
    strides[i] = numDevices;
    numDevices *= mesh[i].size;
  }
  // All devices reached from `origin` over the axes, the last one fastest.
  auto spread = [&](ArrayRef<unsigned> over, int64_t origin) {
    SmallVector<int64_t> devices = {origin};
    for (unsigned axis : over) {
      SmallVector<int64_t> next;
      for (int64_t device : devices)
        for (int64_t i : llvm::seq(mesh[axis].size))
          next.push_back(device + i * strides[axis]);
      devices = std::move(next);
    }
    return devices;
  };
  SmallVector<unsigned> others;
  for (unsigned i : llvm::seq<unsigned>(mesh.size()))
    if (!llvm::is_contained(axes, i))
      others.push_back(i);
  IdLists groups;
  for (int64_t origin : spread(others, 0))
    groups.push_back(spread(axes, origin));
  return groups;
}

llvm::Expected<IdLists> grad::readMeshAxes(Operation *op, Attribute attr) {
  std::string text = printText(attr);
  StringRef meshName;
  SmallVector<StringRef> axisNames;
  if (!readAxisRefs(text, meshName, axisNames))
    return refuse("'replica_groups' is neither a dense list nor whole axes of "
                  "a named mesh");
  Attribute meshAttr = lookupMesh(op, meshName);
  if (!meshAttr)
    return refuse("the module has no 'sdy.mesh' named '" + meshName + "'");
  std::string meshText = printText(meshAttr);
  SmallVector<Axis> mesh;
  if (!readMesh(meshText, mesh))
    return refuse("the mesh '" + meshName + "' is no plain list of axes");
  int64_t numDevices = 1;
  for (const Axis &axis : mesh) {
    if (axis.size > kMaxDevices / numDevices)
      return refuse("the mesh '" + meshName + "' is too large");
    numDevices *= axis.size;
  }
  SmallVector<unsigned> axes;
  for (StringRef name : axisNames) {
    const auto *axis = llvm::find_if(
        mesh, [&](const Axis &axis) { return axis.name == name; });
    if (axis == mesh.end())
      return refuse("the mesh '" + meshName + "' has no axis '" + name + "'");
    unsigned position = axis - mesh.begin();
    if (llvm::is_contained(axes, position))
      return refuse("the axis '" + name + "' is listed twice");
    axes.push_back(position);
  }
  return listGroups(mesh, axes);
}
