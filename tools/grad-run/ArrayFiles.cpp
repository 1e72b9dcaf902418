//===- ArrayFiles.cpp - Arrays of a program in .npz files -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArrayFiles.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <cstring>

using namespace mlir;
using namespace mlir::grad;

static llvm::Error makeError(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

llvm::Expected<ArrayMap> grad::readArrays(const InputFiles &files) {
  ArrayMap arrays;
  for (llvm::StringRef path : files.paths) {
    auto file = npz::readNpz(path);
    if (!file)
      return file.takeError();
    for (auto &[name, array] : *file)
      arrays[name] = std::move(array);
  }
  for (llvm::StringRef rename : files.names) {
    auto [name, source] = rename.split('=');
    if (name.empty() || source.empty())
      return makeError("--rename: expected ARGUMENT=ARRAY, got '" + rename +
                       "'");
    auto found = arrays.find(source);
    if (found == arrays.end())
      return makeError("--rename: the inputs have no array '" + source + "'");
    npz::Array array = found->second;
    arrays[name] = std::move(array);
  }
  return arrays;
}

llvm::Error grad::verifyFolder(llvm::StringRef option, llvm::StringRef path) {
  llvm::StringRef folder = llvm::sys::path::parent_path(path);
  std::error_code code = llvm::sys::fs::access(
      folder.empty() ? "." : folder, llvm::sys::fs::AccessMode::Write);
  if (!code)
    return llvm::Error::success();
  return makeError(option + ": '" + path +
                   "' cannot be written: " + code.message());
}

std::string grad::getDescr(mlir::Type type) {
  int64_t bytes = getElementBytes(type);
  std::string size = std::to_string(bytes);
  if (type.isInteger(1))
    return "|b1";
  if (type.isBF16())
    return "<u2";
  char kind = llvm::isa<mlir::FloatType>(type) ? 'f'
              : type.isUnsignedInteger()       ? 'u'
                                               : 'i';
  return (bytes == 1 ? "|" : "<") + std::string(1, kind) + size;
}

std::string grad::formatShape(llvm::ArrayRef<int64_t> shape) {
  std::string text = "[";
  for (int64_t size : shape)
    text += (text.size() > 1 ? ", " : "") +
            (mlir::ShapedType::isDynamic(size) ? "?" : std::to_string(size));
  return text + "]";
}

bool grad::fitsShape(llvm::ArrayRef<int64_t> shape,
                     llvm::ArrayRef<int64_t> type) {
  return shape.size() == type.size() &&
         llvm::all_of(llvm::zip(shape, type), [](auto sizes) {
           auto [size, expected] = sizes;
           return mlir::ShapedType::isDynamic(expected) || size == expected;
         });
}

llvm::Error grad::verifyDescr(llvm::StringRef name, const npz::Array &array,
                              mlir::Type elementType) {
  std::string descr = getDescr(elementType);
  if (array.descr == descr)
    return llvm::Error::success();
  return makeError("array '" + name + "': expected type " + descr + ", got " +
                   array.descr);
}

HostArray grad::getPart(const npz::Array &array, mlir::Type elementType,
                        llvm::ArrayRef<int64_t> shape, int64_t number) {
  HostArray part(elementType, shape);
  if (!part.data.empty())
    std::memcpy(part.data.data(), array.data.data() + number * part.data.size(),
                part.data.size());
  if (elementType.isInteger(1))
    for (char &byte : part.data)
      byte = byte != 0;
  return part;
}

npz::Array grad::joinParts(llvm::ArrayRef<HostArray> parts, bool isList) {
  npz::Array array;
  const HostArray &first = parts.front();
  array.descr = getDescr(first.elementType);
  array.shape = first.shape;
  if (isList || parts.size() > 1)
    array.shape.insert(array.shape.begin(), parts.size());
  for (const HostArray &part : parts)
    array.data.insert(array.data.end(), part.data.begin(), part.data.end());
  return array;
}
