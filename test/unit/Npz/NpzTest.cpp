//===- NpzTest.cpp - Tests of the .npz reader and writer
//--------------------===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NpzTestUtil.h"

#include <ctime>
#include <sys/stat.h>

using namespace llvm;
using namespace mlir::grad::npz;
using namespace mlir::grad::npz::test;

TEST_F(NpzTest, RoundTrip) {
  Arrays arrays = makeArrays(), got;
  ASSERT_EQ(writeError(arrays), "");
  ASSERT_EQ(read(got), "");
  expectSame(got, arrays);
}

TEST_F(NpzTest, NoArrays) {
  Arrays got = makeArrays();
  ASSERT_EQ(writeError({}), "");
  EXPECT_EQ(slurp(file).size(), 22u);
  ASSERT_EQ(read(got), "");
  EXPECT_TRUE(got.empty());
}

TEST_F(NpzTest, SameBytesEachTime) {
  ASSERT_EQ(writeError(makeArrays()), "");
  std::string first = slurp(file);
  // Had the file the time or the mode of anything, they would differ now.
  ASSERT_EQ(setenv("TZ", "Pacific/Auckland", 1), 0);
  tzset();
  mode_t mask = umask(077);
  file = inFolder("other name.npz");
  ASSERT_EQ(writeError(makeArrays()), "");
  umask(mask);
  EXPECT_EQ(slurp(file), first);
}

TEST_F(NpzTest, Replaces) {
  ASSERT_EQ(writeError(makeArrays()), "");
  ASSERT_EQ(writeError({{"a", {"|u1", {2}, {1, 2}}}}), "");
  Arrays got;
  ASSERT_EQ(read(got), "");
  EXPECT_EQ(got.size(), 1u);
  EXPECT_EQ(listFolder(), std::vector<std::string>{"arrays.npz"});
}

TEST_F(NpzTest, PercentInPath) {
  ASSERT_FALSE(sys::fs::create_directory(inFolder("100%")));
  file = inFolder("100%/%d.npz");
  ASSERT_EQ(writeError(makeArrays()), "");
  Arrays got;
  ASSERT_EQ(read(got), "");
}

TEST_F(NpzTest, RefusedWrites) {
  spill(file, "before");
  auto error = [&](Array array) { return writeError({{"w", array}}); };
  EXPECT_CONTAINS(error({"<f4", {2}, std::vector<char>(7)}),
                  "array 'w': its shape needs 8 bytes of data, not 7");
  EXPECT_CONTAINS(error({"<f4", {-1}, {}}), "negative size");
  EXPECT_CONTAINS(error({"<f4", {INT64_MAX, 4, 0}, {}}), "too large");
  EXPECT_CONTAINS(error({"<f4", std::vector<int64_t>(65, 0), {}}), "rank 65");
  EXPECT_CONTAINS(error({">f4", {0}, {}}), "is not written '<f4'");
  EXPECT_CONTAINS(error({"<i1", {0}, {}}), "is not written '|i1'");
  EXPECT_CONTAINS(error({"", {0}, {}}), "unknown element type ''");
  EXPECT_CONTAINS(error({"f", {0}, {}}), "unknown element type 'f'");
  EXPECT_CONTAINS(error({"<f3", {0}, {}}), "unknown element type '<f3'");
  EXPECT_CONTAINS(error({"|V2", {0}, {}}), "raw bytes");
  Array good{"|i1", {0}, {}};
  EXPECT_CONTAINS(writeError({{"a", good}, {"a", good}}), "two of that name");
  EXPECT_CONTAINS(writeError({{std::string("a\0b", 3), good}}),
                  "control character");
  EXPECT_CONTAINS(writeError({{std::string(65532, 'a'), good}}), "too long");
  EXPECT_CONTAINS(writeError({{"\xff\xfe", good}}), "valid UTF-8");
  // None of them touched the file or left another one.
  EXPECT_EQ(slurp(file), "before");
  EXPECT_EQ(listFolder(), std::vector<std::string>{"arrays.npz"});
}

TEST_F(NpzTest, PlacesThatAreNoFiles) {
  Arrays got;
  file = inFolder("absent/arrays.npz");
  EXPECT_CONTAINS(writeError(makeArrays()), "absent");
  EXPECT_CONTAINS(read(got), "absent");
  file = folder.str().str();
  EXPECT_CONTAINS(writeError(makeArrays()), "not a regular file");
  EXPECT_CONTAINS(read(got), "not a regular file");
  file = "/dev/null";
  EXPECT_CONTAINS(writeError(makeArrays()), "not a regular file");
  EXPECT_CONTAINS(read(got), "not a regular file");
}

TEST_F(NpzTest, LongestName) {
  Arrays got, arrays = {{std::string(65531, 'a'), {"|i1", {1}, {5}}}};
  ASSERT_EQ(writeError(arrays), "");
  ASSERT_EQ(read(got), "");
  expectSame(got, arrays);
}

TEST_F(NpzTest, Versions) {
  std::string header = dict("'<i2'", "False", "(2,)");
  for (int major : {1, 2, 3}) {
    Array array = readOne(npy(header, "abcd", major));
    EXPECT_EQ(array.descr, "<i2");
    EXPECT_EQ(array.shape, std::vector<int64_t>{2});
    EXPECT_EQ(array.data, toBytes("abcd"));
  }
  EXPECT_CONTAINS(readError(npy(header, "abcd", 0)), "version 0.0");
  EXPECT_CONTAINS(readError(npy(header, "abcd", 4)), "version 4.0");
  std::string minor = npy(header, "abcd");
  minor[7] = 1;
  EXPECT_CONTAINS(readError(minor), "version 1.1");
}

TEST_F(NpzTest, Deflated) {
  std::string data(100000, 'a');
  Array array =
      readOne(npy(dict("'|u1'", "False", "(100, 1000)"), data), ZIP_CM_DEFLATE);
  EXPECT_EQ(array.data, toBytes(data));
}

TEST_F(NpzTest, HeaderSyntax) {
  for (StringRef header :
       {"{'descr':'<i2','fortran_order':False,'shape':(1,2)}",
        " {  \"shape\" : ( 1L , 2L , ) ,\n \"descr\" : \"<i2\" , "
        "'fortran_order' : False } \t\n",
        "{'shape': (1, 2), 'fortran_order': False, 'descr': '<i2', }      "
        "\n"}) {
    Array array = readOne(npy(header, "abcd"));
    EXPECT_EQ(array.shape, (std::vector<int64_t>{1, 2})) << header.str();
    EXPECT_EQ(array.data, toBytes("abcd")) << header.str();
  }
}

TEST_F(NpzTest, ByteOrder) {
  auto readBytes = [&](StringRef descr) {
    std::string bytes = "abcdefghijklmnop";
    std::string count =
        std::to_string(16 / std::atoi(descr.substr(3).str().c_str()));
    Array array = readOne(npy(dict(descr, "False", "(" + count + ",)"), bytes));
    EXPECT_NE(array.descr.front(), '>');
    return std::string(array.data.begin(), array.data.end());
  };
  EXPECT_EQ(readBytes("'>i2'"), "badcfehgjilknmpo");
  EXPECT_EQ(readBytes("'>f4'"), "dcbahgfelkjiponm");
  EXPECT_EQ(readBytes("'>u8'"), "hgfedcbaponmlkji");
  EXPECT_EQ(readBytes("'>c8'"), "dcbahgfelkjiponm");
  EXPECT_EQ(readBytes("'>c16'"), "hgfedcbaponmlkji");
  EXPECT_EQ(readBytes("'>i1'"), "abcdefghijklmnop");
  EXPECT_EQ(readBytes("'<u1'"), "abcdefghijklmnop");
  EXPECT_CONTAINS(readError(npy(dict("'=f4'", "False", "(0,)"), "")),
                  "array 'x': element type '=f4' has no known byte order");
  EXPECT_CONTAINS(readError(npy(dict("'|f4'", "False", "(0,)"), "")),
                  "byte order");
}

TEST_F(NpzTest, FortranOrder) {
  auto readBytes = [&](StringRef descr, StringRef shape, StringRef bytes) {
    Array array = readOne(npy(dict(descr, "True", shape), bytes));
    return std::string(array.data.begin(), array.data.end());
  };
  EXPECT_EQ(readBytes("'|u1'", "(2, 3)", "adbecf"), "abcdef");
  EXPECT_EQ(readBytes("'<i2'", "(2, 3)", "aAdDbBeEcCfF"), "aAbBcCdDeEfF");
  EXPECT_EQ(readBytes("'>i2'", "(2, 3)", "AaDdBbEeCcFf"), "aAbBcCdDeEfF");
  EXPECT_EQ(readBytes("'|u1'", "(2, 2, 2)", "aecgbfdh"), "abcdefgh");
  EXPECT_EQ(readBytes("'|u1'", "(3, 1, 2)", "acebdf"), "abcdef");
  EXPECT_EQ(readBytes("'|u1'", "(4,)", "abcd"), "abcd");
  EXPECT_EQ(readBytes("'|u1'", "()", "a"), "a");
  EXPECT_EQ(readBytes("'|u1'", "(2, 0, 3)", ""), "");
}

TEST_F(NpzTest, RefusedElementTypes) {
  auto error = [&](StringRef descr) {
    return readError(npy(dict(descr, "False", "(0,)"), ""));
  };
  EXPECT_CONTAINS(error("'|O'"), "array 'x': its elements are Python objects");
  EXPECT_CONTAINS(error("'<U5'"), "array 'x': its elements are strings");
  EXPECT_CONTAINS(error("'|S3'"), "array 'x': its elements are strings");
  EXPECT_CONTAINS(error("'<M8[ns]'"), "dates or times");
  EXPECT_CONTAINS(error("'<V2'"), "bfloat16");
  EXPECT_CONTAINS(error("[('a', '<f4'), ('b', '<i4')]"),
                  "array 'x': its elements are structured");
  EXPECT_CONTAINS(error("('<f4', (2,))"), "structured");
  for (StringRef descr : {"'<f16'", "'<f3'", "'<x4'", "''", "'<'", "'f4'"})
    EXPECT_CONTAINS(error(descr), "array 'x': unknown element type");
}
