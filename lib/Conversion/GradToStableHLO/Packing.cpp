//===- Packing.cpp - Several operands as one tensor -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Packing.h"

using namespace mlir;
using namespace mlir::grad;

using Kind = PackedLayout::Kind;

namespace {
/// The shape of a whole value, cut at the dimension that is shared: the
/// elements in front of it, the size of one shard, and the elements behind it.
struct Cut {
  Cut(RankedTensorType whole, const PackedLayout &layout)
      : shard(whole.getDimSize(layout.dim) / layout.numShards) {
    for (int64_t size : whole.getShape().take_front(layout.dim))
      front *= size;
    for (int64_t size : whole.getShape().drop_front(layout.dim + 1))
      back *= size;
  }
  int64_t getShardElements() const { return front * shard * back; }

  int64_t front = 1, shard, back = 1;
};
} // namespace

/// More elements than any machine holds, and few enough that the sizes of a
/// bucket can be added.
static constexpr int64_t kMaxElements = int64_t(1) << 40;

bool grad::canPack(Type type) {
  auto tensor = cast<RankedTensorType>(type);
  if (!tensor.hasStaticShape() || tensor.getEncoding())
    return false;
  int64_t elements = 1;
  for (int64_t size : tensor.getShape()) {
    if (size > kMaxElements / std::max<int64_t>(elements, 1))
      return false;
    elements *= size;
  }
  return true;
}

/// One row for each rank with its shard of the value.
static Value getShardRows(StableHLOBuilder &builder, Value value,
                          const PackedLayout &layout) {
  Cut cut(cast<RankedTensorType>(value.getType()), layout);
  // Without a dimension in front, the shards lie one after the other already.
  if (cut.front != 1) {
    value = builder.reshape(value,
                            {cut.front, layout.numShards, cut.shard, cut.back});
    value = builder.transpose(value, {1, 0, 2, 3});
  }
  return builder.reshape(value, {layout.numShards, cut.getShardElements()});
}

Value grad::pack(StableHLOBuilder &builder, ValueRange values,
                 PackedLayout layout) {
  SmallVector<Value> parts;
  for (Value value : values) {
    int64_t size = cast<ShapedType>(value.getType()).getNumElements();
    if (layout.kind == Kind::Flat)
      parts.push_back(builder.reshape(value, {size}));
    else if (layout.kind == Kind::Gather)
      parts.push_back(builder.reshape(value, {1, size}));
    else
      parts.push_back(getShardRows(builder, value, layout));
  }
  return builder.concatenate(parts, layout.kind == Kind::Flat ? 0 : 1);
}

RankedTensorType grad::getPackedResultType(Value packed, PackedLayout layout) {
  auto type = cast<RankedTensorType>(packed.getType());
  if (layout.kind == Kind::Flat)
    return type;
  int64_t rows = layout.kind == Kind::Gather ? layout.numShards : 1;
  return RankedTensorType::get({rows, type.getDimSize(1)},
                               type.getElementType());
}

/// The whole value, from one row for each rank with its shard.
static Value joinShardRows(StableHLOBuilder &builder, Value rows,
                           RankedTensorType type, const PackedLayout &layout) {
  Cut cut(type, layout);
  if (cut.front == 1)
    return builder.reshape(rows, type.getShape());
  Value shards =
      builder.reshape(rows, {layout.numShards, cut.front, cut.shard, cut.back});
  return builder.reshape(builder.transpose(shards, {1, 0, 2, 3}),
                         type.getShape());
}

SmallVector<Value> grad::unpack(StableHLOBuilder &builder, Value packed,
                                TypeRange types, PackedLayout layout) {
  SmallVector<Value> values;
  int64_t start = 0;
  for (Type type : types) {
    auto tensor = cast<RankedTensorType>(type);
    bool gather = layout.kind == Kind::Gather;
    int64_t size = gather ? Cut(tensor, layout).getShardElements()
                          : tensor.getNumElements();
    Value part =
        builder.slice(packed, layout.kind == Kind::Flat ? 0 : 1, start, size);
    start += size;
    values.push_back(gather ? joinShardRows(builder, part, tensor, layout)
                            : builder.reshape(part, tensor.getShape()));
  }
  return values;
}
