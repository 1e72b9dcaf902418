//===- CollectiveAttributes.cpp - Attributes of collectives -----*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CollectiveAttributes.h"
#include "MeshAxes.h"
#include "TextReader.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace mlir::grad;

std::optional<int64_t> grad::readChannelHandle(Attribute attr) {
  std::string text = printText(attr);
  TextReader reader(text);
  int64_t handle = 0, type = 0;
  if (!reader.consume({"#stablehlo.channel_handle<", "handle", "="}) ||
      !reader.consumeInteger(handle) || !reader.consume({",", "type", "="}) ||
      !reader.consumeInteger(type) || !reader.consume({">"}) ||
      !reader.isAtEnd())
    return std::nullopt;
  // Types above 1 are channels from and to the host.
  if (type > 1)
    return std::nullopt;
  return std::max<int64_t>(handle, 0);
}

Attribute grad::getStableHLOAttr(MLIRContext *context, StringRef text) {
  // Where the dialect is loaded, a placeholder or the real one, it says what
  // its text becomes.
  if (context->getLoadedDialect("stablehlo"))
    return parseAttribute(("#stablehlo<" + text + ">").str(), context);
  return OpaqueAttr::get(StringAttr::get(context, "stablehlo"), text,
                         NoneType::get(context));
}

Attribute grad::getChannelHandle(MLIRContext *context, int64_t handle) {
  return getStableHLOAttr(context, "channel_handle<handle = " +
                                       std::to_string(handle) + ", type = 1>");
}

llvm::Expected<RankMode> grad::readRankMode(Operation *op) {
  int64_t handle = 0;
  if (Attribute attr = op->getAttr(kChannelHandleName)) {
    std::optional<int64_t> read = readChannelHandle(attr);
    if (!read)
      return refuse("its channel is none between devices");
    handle = *read;
  }
  bool global = false;
  if (Attribute attr = op->getAttr(kGlobalIdsName)) {
    auto flag = dyn_cast<BoolAttr>(attr);
    if (!flag && !isa<UnitAttr>(attr))
      return refuse("'use_global_device_ids' is no flag");
    global = !flag || flag.getValue();
  }
  if (!global)
    return handle == 0 ? RankMode::CrossReplica
                       : RankMode::CrossReplicaAndPartition;
  if (handle == 0)
    return refuse("'use_global_device_ids' needs a channel");
  return RankMode::FlattenedIds;
}

/// Reads lists that may be padded with -1.
static llvm::Expected<IdLists> readDenseGroups(DenseIntElementsAttr dense) {
  ShapedType type = dense.getType();
  // An empty list has been written with either rank.
  if (llvm::is_contained(type.getShape(), 0))
    return IdLists();
  if (type.getRank() != 2 || type.getElementTypeBitWidth() > 64)
    return refuse("'replica_groups' is no list of lists");
  // A splat may claim any shape; the product of its dimensions may overflow.
  if (type.getDimSize(0) > kMaxDevices ||
      type.getDimSize(1) > kMaxDevices / type.getDimSize(0))
    return refuse("'replica_groups' lists more than " + Twine(kMaxDevices) +
                  " ids");
  IdLists lists(type.getDimSize(0));
  int64_t column = 0, width = type.getDimSize(1);
  auto list = lists.begin();
  bool padded = false;
  for (const APInt &value : dense.getValues<APInt>()) {
    int64_t id = value.getSExtValue();
    if (id == -1)
      padded = true;
    else if (padded)
      return refuse("'replica_groups' has an id behind the padding");
    else
      list->push_back(id);
    if (++column != width)
      continue;
    column = 0;
    padded = false;
    ++list;
  }
  return lists;
}

llvm::Expected<IdLists> grad::readReplicaGroups(Operation *op, RankMode mode) {
  Attribute attr = op->getAttr(kReplicaGroupsName);
  if (!attr)
    return refuse("it has no 'replica_groups'");
  if (auto dense = dyn_cast<DenseIntElementsAttr>(attr))
    return readDenseGroups(dense);
  // Devices of a mesh are numbered by flattened ids; what the axes would mean
  // in another mode is not defined.
  if (isMeshAxes(attr) && mode != RankMode::FlattenedIds)
    return refuse("its replica groups are mesh axes, but it does not use "
                  "global device ids");
  return readMeshAxes(op, attr);
}

DenseIntElementsAttr grad::getReplicaGroups(MLIRContext *context,
                                            const IdLists &ids) {
  size_t width = 0;
  for (ArrayRef<int64_t> list : ids)
    width = std::max(width, list.size());
  SmallVector<int64_t> flat;
  for (ArrayRef<int64_t> list : ids) {
    llvm::append_range(flat, list);
    flat.append(width - list.size(), -1);
  }
  auto type = RankedTensorType::get({int64_t(ids.size()), int64_t(width)},
                                    IntegerType::get(context, 64));
  return DenseIntElementsAttr::get(type, flat);
}

llvm::Expected<int64_t> grad::readDimension(Operation *op, StringRef name) {
  auto dim = op->getAttrOfType<IntegerAttr>(name);
  if (!dim || dim.getValue().getSignificantBits() > 64)
    return refuse("it has no integer '" + name + "'");
  return dim.getValue().getSExtValue();
}
