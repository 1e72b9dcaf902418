//===- NpzTestUtil.h - For the tests of .npz files -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_RUN_NPZTESTUTIL_H
#define GRAD_RUN_NPZTESTUTIL_H

#include "Npz.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include "gtest/gtest.h"

#include <zip.h>

#include <cstdlib>
#include <random>

namespace mlir::grad::npz::test {

using namespace llvm;

using Arrays = std::vector<NamedArray>;

/// A test with a folder of its own.
class NpzTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(sys::fs::createUniqueDirectory("npz-test", folder));
    file = inFolder("arrays.npz");
  }
  void TearDown() override { sys::fs::remove_directories(folder); }

  std::string inFolder(StringRef name) const {
    SmallString<128> path(folder);
    sys::path::append(path, name);
    return path.str().str();
  }

  /// The names of the files in the folder.
  std::vector<std::string> listFolder() const {
    std::vector<std::string> names;
    std::error_code code;
    for (sys::fs::directory_iterator it(folder, code), end; it != end && !code;
         it.increment(code))
      names.push_back(sys::path::filename(it->path()).str());
    return names;
  }

  static std::string slurp(StringRef path) {
    auto buffer = MemoryBuffer::getFile(path);
    return buffer ? (*buffer)->getBuffer().str() : "<no file>";
  }

  static void spill(StringRef path, StringRef bytes) {
    std::error_code code;
    raw_fd_ostream os(path, code);
    ASSERT_FALSE(code);
    os << bytes;
  }

  /// Writes a zip archive of `members`, which have these names and bytes.
  void writeZip(const std::vector<std::pair<std::string, std::string>> &members,
                int method = ZIP_CM_STORE) {
    sys::fs::remove(file);
    zip_t *zip = zip_open(file.c_str(), ZIP_CREATE, nullptr);
    ASSERT_TRUE(zip);
    for (const auto &[name, bytes] : members) {
      zip_source_t *source =
          zip_source_buffer(zip, bytes.data(), bytes.size(), 0);
      zip_int64_t index = zip_file_add(zip, name.c_str(), source, 0);
      ASSERT_GE(index, 0);
      ASSERT_EQ(zip_set_file_compression(zip, index, method, 0), 0);
    }
    ASSERT_EQ(zip_close(zip), 0);
  }

  /// Reads the file; gives "" or the error's text.
  std::string read(Arrays &arrays) {
    auto result = readNpz(file);
    if (!result)
      return toString(result.takeError());
    arrays = std::move(*result);
    return "";
  }

  /// The error that reading a single array of these bytes gives.
  std::string readError(StringRef npy) {
    writeZip({{"x.npy", npy.str()}});
    Arrays arrays;
    return read(arrays);
  }

  /// The array that a file with these bytes holds.
  Array readOne(StringRef npy, int method = ZIP_CM_STORE) {
    writeZip({{"x.npy", npy.str()}}, method);
    Arrays arrays;
    EXPECT_EQ(read(arrays), "");
    if (arrays.size() != 1)
      return {};
    EXPECT_EQ(arrays[0].first, "x");
    return arrays[0].second;
  }

  std::string writeError(const Arrays &arrays) {
    return toString(writeNpz(file, arrays));
  }

  SmallString<128> folder;
  std::string file;
};

/// A .npy file of a given version, header and data.
inline std::string npy(StringRef header, StringRef data, int major = 1) {
  std::string result = "\x93NUMPY";
  result += {static_cast<char>(major), '\0'};
  for (int byte = 0; byte < (major == 1 ? 2 : 4); ++byte)
    result += static_cast<char>(header.size() >> (8 * byte));
  return result + header.str() + data.str();
}

inline std::string dict(StringRef descr, StringRef order, StringRef shape) {
  return ("{'descr': " + descr + ", 'fortran_order': " + order +
          ", 'shape': " + shape + ", }\n")
      .str();
}

inline std::vector<char> toBytes(StringRef bytes) {
  return {bytes.begin(), bytes.end()};
}

inline bool contains(const std::string &text, StringRef part) {
  return StringRef(text).contains(part);
}

#define EXPECT_CONTAINS(text, part)                                            \
  EXPECT_PRED2(contains, std::string(text), StringRef(part))

inline void expectSame(const Arrays &got, const Arrays &wanted) {
  ASSERT_EQ(got.size(), wanted.size());
  for (size_t i = 0; i < got.size(); ++i) {
    EXPECT_EQ(got[i].first, wanted[i].first);
    EXPECT_EQ(got[i].second.descr, wanted[i].second.descr);
    EXPECT_EQ(got[i].second.shape, wanted[i].second.shape);
    EXPECT_EQ(got[i].second.data, wanted[i].second.data);
  }
}

/// Arrays of every element type and several shapes.
inline Arrays makeArrays() {
  Arrays arrays;
  std::mt19937 random(1);
  auto add = [&](StringRef name, StringRef descr, std::vector<int64_t> shape) {
    size_t bytes = std::atoi(descr.substr(2).str().c_str());
    for (int64_t size : shape)
      bytes *= size;
    Array array{descr.str(), std::move(shape), std::vector<char>(bytes)};
    for (char &byte : array.data)
      byte = static_cast<char>(random());
    arrays.emplace_back(name.str(), std::move(array));
  };
  for (StringRef descr : {"|b1", "|i1", "|u1", "<i2", "<u2", "<f2", "<i4",
                          "<u4", "<f4", "<i8", "<u8", "<f8", "<c8", "<c16"})
    add(descr.drop_front(), descr, {2, 3});
  add("scalar", "<f4", {});
  add("none", "<f4", {0});
  add("none of many", "<i8", {3, 0, 5});
  add("one", "<f8", {1});
  add("vector", "<f2", {7});
  add("rank4/\xc3\xa9", "|u1", {2, 3, 4, 5});
  add("ends in.npy", "|i1", {1, 1});
  add("", "|i1", {2});
  add("rank64", "<i2", std::vector<int64_t>(64, 1));
  return arrays;
}

} // namespace mlir::grad::npz::test

#endif // GRAD_RUN_NPZTESTUTIL_H
