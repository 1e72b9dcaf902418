//===- NpzDamageTest.cpp - Tests of damaged .npz files --------------------===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NpzTestUtil.h"

using namespace llvm;
using namespace mlir::grad::npz;
using namespace mlir::grad::npz::test;

TEST_F(NpzTest, MalformedHeaders) {
  auto error = [&](StringRef header) { return readError(npy(header, "")); };
  EXPECT_CONTAINS(error(""), "array 'x': malformed header: expected '{'");
  EXPECT_CONTAINS(error("{"), "expected a string");
  EXPECT_CONTAINS(error("{}"), "is missing");
  EXPECT_CONTAINS(error("{'descr"), "a string does not end");
  EXPECT_CONTAINS(error("{'descr'"), "expected ':'");
  EXPECT_CONTAINS(error("{'descr' '<f4'}"), "expected ':'");
  EXPECT_CONTAINS(error("{'descr': 4}"), "expected a string");
  EXPECT_CONTAINS(error("{'descr': '<\\x664'}"), "unexpected character");
  EXPECT_CONTAINS(error("{'d\xffscr': '<f4'}"), "unexpected character");
  EXPECT_CONTAINS(error("{'order': True}"), "unknown key 'order'");
  EXPECT_CONTAINS(error("{'shape': (), 'shape': ()}"), "twice");
  EXPECT_CONTAINS(error("{'shape': () 'descr': '<f4'}"), "expected ','");
  EXPECT_CONTAINS(error("{'fortran_order': 0}"), "not True or False");
  EXPECT_CONTAINS(error("{'descr': '<f4', 'shape': ()}"), "is missing");
  EXPECT_CONTAINS(error(dict("'<f4'", "False", "(0,)") + "x"), "after '}'");
}

TEST_F(NpzTest, MalformedShapes) {
  auto error = [&](StringRef shape) {
    return readError(npy(dict("'<f4'", "False", shape), ""));
  };
  EXPECT_CONTAINS(error("(-1,)"), "array 'x': its shape has a negative size");
  EXPECT_CONTAINS(error("(9223372036854775808,)"), "too large");
  EXPECT_CONTAINS(error("(9223372036854775807,)"), "too large");
  EXPECT_CONTAINS(error("(4294967296, 4294967296)"), "too large");
  EXPECT_CONTAINS(error("(0, 4294967296, 4294967296)"), "too large");
  EXPECT_CONTAINS(error("(2305843009213693951,)"), "truncated");
  EXPECT_CONTAINS(error("(99999999999999999999999999,)"), "too large");
  EXPECT_CONTAINS(error("(3)"), "expected a tuple");
  EXPECT_CONTAINS(error("[3]"), "expected a tuple");
  EXPECT_CONTAINS(error("3"), "expected a tuple");
  EXPECT_CONTAINS(error("(,)"), "expected a size");
  EXPECT_CONTAINS(error("(3,,)"), "expected a size");
  EXPECT_CONTAINS(error("(3.0,)"), "expected ','");
  EXPECT_CONTAINS(error("(3 4)"), "expected ','");
  EXPECT_CONTAINS(error("(3,"), "expected a size");
  EXPECT_CONTAINS(error("(True,)"), "expected a size");
  EXPECT_CONTAINS(error("(" + std::string(130, '1') + ")"), "too large");
  std::string ones = "(";
  for (int i = 0; i < 65; ++i)
    ones += "1, ";
  EXPECT_CONTAINS(error(ones + ")"), "rank 65");
}

TEST_F(NpzTest, WrongSizes) {
  std::string header = dict("'<i2'", "False", "(2,)");
  EXPECT_CONTAINS(readError(npy(header, "abc")), "array 'x': it is truncated");
  EXPECT_CONTAINS(readError(npy(header, "abcde")), "more data than its shape");
  EXPECT_CONTAINS(readError(""), "truncated");
  EXPECT_CONTAINS(readError("\x93NUMP"), "truncated");
  EXPECT_CONTAINS(readError("\x93NUMPY"), "truncated");
  EXPECT_CONTAINS(readError("PK\x03\x04 and so on"), "does not begin");
  std::string whole = npy(header, "abcd", 2);
  for (size_t size = 0; size < whole.size(); ++size)
    EXPECT_CONTAINS(readError(whole.substr(0, size)), "truncated") << size;
  // Lengths of the header that lie.
  std::string longer = whole;
  longer[8] = 100;
  EXPECT_CONTAINS(readError(longer), "truncated");
  longer[11] = '\x7f';
  EXPECT_CONTAINS(readError(longer), "malformed header: it is");
  std::string shorter = whole;
  shorter[8] = 10;
  EXPECT_CONTAINS(readError(shorter), "malformed header");
}

TEST_F(NpzTest, WrongMembers) {
  std::string good = npy(dict("'|i1'", "False", "(0,)"), "");
  Arrays got;
  // "a" is the name of both arrays, though not of both members.
  writeZip({{"a.npy", good}, {"b.npy", good}, {"c.npy", good}});
  std::string bytes = slurp(file);
  for (size_t at; (at = bytes.find("b.npy")) != std::string::npos;)
    bytes[at] = 'a';
  spill(file, bytes);
  EXPECT_CONTAINS(read(got), "array 'a': the file has two of that name");
  writeZip({{"a.npy", good}, {"notes.txt", "hello"}});
  EXPECT_CONTAINS(read(got), "'notes.txt': its name does not end in .npy");
  writeZip({{"a.npy", good}, {"folder/", ""}});
  EXPECT_CONTAINS(read(got), "'folder/': its name does not end in .npy");
  // NumPy can write such a name, though writeNpz cannot.
  writeZip({{"a\nb\x1b.npy", good}});
  ASSERT_EQ(read(got), "");
  EXPECT_EQ(got[0].first, "a\nb\x1b");
  // Any error's text stays on one line.
  writeZip({{"a\n\x1b[31m", good}});
  EXPECT_CONTAINS(read(got), "'a??[31m': its name");
  writeZip({{"\xff.npy", good}});
  EXPECT_CONTAINS(read(got), "its name is not valid UTF-8");
}

TEST_F(NpzTest, WrongArchives) {
  Arrays got;
  spill(file, "");
  EXPECT_CONTAINS(read(got), "the file is empty");
  spill(file, npy(dict("'|i1'", "False", "(0,)"), ""));
  EXPECT_CONTAINS(read(got), "Not a zip archive");
  ASSERT_EQ(writeError({{"x", {"|u1", {4}, toBytes("data")}}}), "");
  std::string bytes = slurp(file);
  bytes[bytes.find("data")] = 'D';
  spill(file, bytes);
  EXPECT_CONTAINS(read(got), "array 'x': it is damaged: CRC error");
}

// A small file must not make the reader reserve gigabytes.
TEST_F(NpzTest, SizeThatIsALie) {
  std::string header = dict("'|u1'", "False", "(2147483648,)");
  writeZip({{"x.npy", npy(header, std::string(100, 'a'))}}, ZIP_CM_DEFLATE);
  std::string bytes = slurp(file);
  // The size, without compression, at its place in the directory's entry.
  size_t entry = bytes.find("PK\x01\x02");
  ASSERT_NE(entry, std::string::npos);
  bytes.replace(entry + 24, 4, "\xff\xff\xff\xf0");
  spill(file, bytes);
  Arrays got;
  EXPECT_CONTAINS(read(got), "is more than the file can hold");
}

TEST_F(NpzTest, TruncatedFiles) {
  ASSERT_EQ(writeError(makeArrays()), "");
  std::string bytes = slurp(file);
  Arrays got;
  for (size_t size = 0; size < bytes.size(); size += 13) {
    spill(file, StringRef(bytes).take_front(size));
    EXPECT_NE(read(got), "") << size;
  }
}

/// Checks what readNpz promises of any result.
static void checkArrays(const Arrays &arrays) {
  for (const auto &[name, array] : arrays) {
    ASSERT_GE(array.descr.size(), 3u);
    size_t bytes = std::atoi(array.descr.c_str() + 2);
    for (int64_t size : array.shape)
      bytes *= size;
    ASSERT_EQ(array.data.size(), bytes) << name;
  }
}

/// Damages files at random, NPZ_TEST_ROUNDS times each.
class NpzDamageTest : public NpzTest {
protected:
  void SetUp() override {
    NpzTest::SetUp();
    if (const char *value = std::getenv("NPZ_TEST_ROUNDS"))
      rounds = std::atoi(value);
  }

  /// Changes one to four places of `bytes`: mostly to a byte that headers use.
  std::string damage(std::string bytes) {
    StringRef likely("0123456789(),'{}<>|=- TrueFls\0\xff\x7f\x80", 33);
    for (int count = 1 + random() % 4; count > 0 && !bytes.empty(); --count) {
      size_t at = random() % bytes.size();
      switch (random() % 6) {
      case 0:
        bytes[at] ^= 1 << random() % 8;
        break;
      case 1:
        bytes.erase(at, 1 + random() % 4);
        break;
      case 2:
        bytes.insert(at, bytes.substr(random() % bytes.size(), 4));
        break;
      default:
        bytes[at] = likely[random() % likely.size()];
      }
    }
    return bytes;
  }

  int rounds = 500;
  std::mt19937 random{2};
};

TEST_F(NpzDamageTest, Archives) {
  std::string data(1000, 'a');
  std::string fortran = npy(dict("'>i2'", "True", "(5, 10, 10)"), data);
  for (int method : {ZIP_CM_STORE, ZIP_CM_DEFLATE}) {
    writeZip({{"x.npy", fortran}, {"y.npy", fortran}}, method);
    std::string bytes = slurp(file);
    for (int round = 0; round < rounds; ++round) {
      spill(file, damage(bytes));
      Arrays got;
      if (read(got).empty())
        checkArrays(got);
    }
  }
}

// Unlike above, the archive is sound, so that the array's bytes are all that
// can be wrong.
TEST_F(NpzDamageTest, ArrayFiles) {
  std::string sound = npy(dict("'>i2'", "True", "(2, 3, 4)"),
                          "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuv");
  for (int round = 0; round < rounds; ++round) {
    // Damage to the long data would tell little.
    std::string bytes = damage(sound.substr(0, sound.size() - 48));
    writeZip({{"x.npy", bytes + sound.substr(sound.size() - 48)}});
    Arrays got;
    if (read(got).empty())
      checkArrays(got);
  }
}
