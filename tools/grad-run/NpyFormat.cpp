//===- NpyFormat.cpp - The format of one .npy array -----------------------===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NpyFormat.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <cstring>

using namespace llvm;
using namespace mlir::grad::npz;

/// NumPy has no arrays of a higher rank.
static constexpr size_t maxRank = 64;

static constexpr StringLiteral npyMagic = "\x93NUMPY";

//===----------------------------------------------------------------------===//
// Element types and sizes
//===----------------------------------------------------------------------===//

/// Why an element type that is no plain number is refused; empty for the rest.
static StringRef refusedKind(StringRef descr) {
  switch (descr.size() < 2 ? '\0' : descr[1]) {
  case 'O':
    return "Python objects";
  case 'S':
  case 'U':
  case 'a':
    return "strings";
  case 'M':
  case 'm':
    return "dates or times";
  case 'V':
    // NumPy has no such types of its own, so it saves them without a name.
    return "raw bytes, as which NumPy saves bfloat16 and float8 arrays";
  default:
    return "";
  }
}

static Expected<ElementType> parseElementType(StringRef descr) {
  if (StringRef kind = refusedKind(descr); !kind.empty())
    return fail("its elements are " + kind + " ('" + descr +
                "'), not plain numbers");

  StringRef name = descr.drop_front(std::min<size_t>(1, descr.size()));
  ElementType type;
  type.size = StringSwitch<uint64_t>(name)
                  .Cases({"b1", "i1", "u1"}, 1)
                  .Cases({"i2", "u2", "f2"}, 2)
                  .Cases({"i4", "u4", "f4"}, 4)
                  .Cases({"i8", "u8", "f8", "c8"}, 8)
                  .Case("c16", 16)
                  .Default(0);
  if (type.size == 0)
    return fail("unknown element type '" + descr + "'");
  type.partSize = name.front() == 'c' ? type.size / 2 : type.size;

  // '=' and '|' would stand for the order of the machine that wrote the file,
  // which the file does not tell.
  char order = descr.front();
  type.bigEndian = order == '>' && type.size > 1;
  if (!StringRef(type.size == 1 ? "<>=|" : "<>").contains(order))
    return fail("element type '" + descr + "' has no known byte order");
  type.descr = ((type.size == 1 ? "|" : "<") + name).str();
  return type;
}

/// The size of the data. It must fit even without the zeros among the sizes,
/// so that users of an array can compute strides without overflow.
static Expected<uint64_t> computeDataBytes(ArrayRef<int64_t> shape,
                                           uint64_t elementSize) {
  if (shape.size() > maxRank)
    return fail("rank " + Twine(shape.size()) + " is above NumPy's limit of " +
                Twine(maxRank));
  int64_t bytes = elementSize;
  bool empty = false;
  for (int64_t size : shape) {
    if (size < 0)
      return fail("its shape has a negative size");
    if (size == 0)
      empty = true;
    else if (MulOverflow(bytes, size, bytes))
      return fail("its shape is too large");
  }
  return empty ? 0 : bytes;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

namespace {

/// Parses the small part of Python's syntax that headers use.
class HeaderParser {
public:
  explicit HeaderParser(StringRef text) : rest(text) {}

  Expected<NpyHeader> parse();

private:
  void skipSpace() { rest = rest.ltrim(" \t\n\r\f\v"); }
  bool consume(StringRef token);
  Expected<StringRef> parseString();
  Error parseEntry(NpyHeader &header);
  Error parseShape(std::vector<int64_t> &shape);
  Expected<int64_t> parseSize();

  StringRef rest;
  bool hasType = false;
  bool hasOrder = false;
  bool hasShape = false;
};

} // namespace

bool HeaderParser::consume(StringRef token) {
  skipSpace();
  return rest.consume_front(token);
}

Expected<StringRef> HeaderParser::parseString() {
  skipSpace();
  if (rest.empty() || (rest.front() != '\'' && rest.front() != '"'))
    return fail("malformed header: expected a string");
  size_t end = rest.find(rest.front(), 1);
  if (end == StringRef::npos)
    return fail("malformed header: a string does not end");
  StringRef text = rest.slice(1, end);
  rest = rest.drop_front(end + 1);
  // None of the strings that a header can have here needs an escape.
  if (!all_of(text, isPrint) || text.contains('\\'))
    return fail("malformed header: unexpected character in a string");
  return text;
}

Expected<int64_t> HeaderParser::parseSize() {
  skipSpace();
  bool negative = rest.consume_front("-");
  StringRef digits = rest.take_while(isDigit);
  if (digits.empty())
    return fail("malformed header: expected a size in the shape");
  rest = rest.drop_front(digits.size());
  // Python 2 ended its long integers so.
  rest.consume_front("L");
  if (negative)
    return fail("its shape has a negative size");
  int64_t size;
  if (digits.getAsInteger(10, size))
    return fail("its shape is too large");
  return size;
}

Error HeaderParser::parseShape(std::vector<int64_t> &shape) {
  if (!consume("("))
    return fail("malformed header: expected a tuple as the shape");
  bool comma = true;
  while (!consume(")")) {
    if (!comma)
      return fail("malformed header: expected ',' or ')' in the shape");
    Expected<int64_t> size = parseSize();
    if (!size)
      return size.takeError();
    shape.push_back(*size);
    comma = consume(",");
  }
  // In Python, '(3)' is a number.
  if (shape.size() == 1 && !comma)
    return fail("malformed header: expected a tuple as the shape");
  return Error::success();
}

Error HeaderParser::parseEntry(NpyHeader &header) {
  Expected<StringRef> key = parseString();
  if (!key)
    return key.takeError();
  bool *seen = StringSwitch<bool *>(*key)
                   .Case("descr", &hasType)
                   .Case("fortran_order", &hasOrder)
                   .Case("shape", &hasShape)
                   .Default(nullptr);
  if (!seen)
    return fail("malformed header: unknown key '" + *key + "'");
  if (std::exchange(*seen, true))
    return fail("malformed header: key '" + *key + "' is there twice");
  if (!consume(":"))
    return fail("malformed header: expected ':'");

  if (seen == &hasShape)
    return parseShape(header.shape);
  if (seen == &hasOrder) {
    header.fortranOrder = consume("True");
    if (!header.fortranOrder && !consume("False"))
      return fail("malformed header: 'fortran_order' is not True or False");
    return Error::success();
  }
  if (consume("[") || consume("("))
    return fail("its elements are structured, not plain numbers");
  Expected<StringRef> descr = parseString();
  if (!descr)
    return descr.takeError();
  Expected<ElementType> type = parseElementType(*descr);
  if (!type)
    return type.takeError();
  header.type = *type;
  return Error::success();
}

Expected<NpyHeader> HeaderParser::parse() {
  NpyHeader header;
  if (!consume("{"))
    return fail("malformed header: expected '{'");
  bool comma = true;
  while (!consume("}")) {
    if (!comma)
      return fail("malformed header: expected ',' or '}'");
    if (Error error = parseEntry(header))
      return error;
    comma = consume(",");
  }
  skipSpace();
  if (!rest.empty())
    return fail("malformed header: unexpected text after '}'");
  if (!hasType || !hasOrder || !hasShape)
    return fail("malformed header: 'descr', 'fortran_order' or 'shape' is "
                "missing");
  Expected<uint64_t> bytes = computeDataBytes(header.shape, header.type.size);
  if (!bytes)
    return bytes.takeError();
  header.dataBytes = *bytes;
  return header;
}

Expected<size_t> mlir::grad::npz::npyLengthBytes(StringRef prefix) {
  if (prefix.size() != npyPrefixBytes || !prefix.consume_front(npyMagic))
    return fail("it does not begin as a .npy file does");
  unsigned major = static_cast<unsigned char>(prefix[0]);
  unsigned minor = static_cast<unsigned char>(prefix[1]);
  if (major < 1 || major > 3 || minor != 0)
    return fail("unknown .npy version " + Twine(major) + "." + Twine(minor));
  return major == 1 ? 2 : 4;
}

Expected<NpyHeader> mlir::grad::npz::parseNpyHeader(StringRef text) {
  return HeaderParser(text).parse();
}

/// Returns `data`, whose first index varies fastest, with the last one doing
/// so.
static std::vector<char> toCOrder(const NpyHeader &header,
                                  const std::vector<char> &data) {
  size_t rank = header.shape.size();
  std::vector<int64_t> strides(rank), index(rank);
  int64_t stride = header.type.size;
  for (size_t dim = 0; dim < rank; ++dim) {
    strides[dim] = stride;
    stride *= header.shape[dim];
  }

  std::vector<char> result(data.size());
  int64_t from = 0;
  for (size_t to = 0; to < result.size(); to += header.type.size) {
    std::memcpy(&result[to], &data[from], header.type.size);
    // Go on to the next index, as an odometer does.
    for (size_t dim = rank; dim-- > 0;) {
      from += strides[dim];
      if (++index[dim] < header.shape[dim])
        break;
      from -= strides[dim] * header.shape[dim];
      index[dim] = 0;
    }
  }
  return result;
}

void mlir::grad::npz::convertNpyData(const NpyHeader &header,
                                     std::vector<char> &data) {
  if (header.type.bigEndian)
    for (auto it = data.begin(); it != data.end(); it += header.type.partSize)
      std::reverse(it, it + header.type.partSize);
  // The two orders are the same where there is at most one dimension; an empty
  // array has nothing to reorder.
  if (header.fortranOrder && header.shape.size() > 1 && !data.empty())
    data = toCOrder(header, data);
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

Expected<std::string> mlir::grad::npz::makeNpyHeader(const Array &array) {
  Expected<ElementType> type = parseElementType(array.descr);
  if (!type)
    return type.takeError();
  if (type->descr != array.descr)
    return fail("element type '" + array.descr + "' is not written '" +
                type->descr + "'");
  Expected<uint64_t> bytes = computeDataBytes(array.shape, type->size);
  if (!bytes)
    return bytes.takeError();
  if (*bytes != array.data.size())
    return fail("its shape needs " + Twine(*bytes) + " bytes of data, not " +
                Twine(array.data.size()));

  std::string header =
      "{'descr': '" + array.descr + "', 'fortran_order': False, 'shape': (";
  for (int64_t size : array.shape)
    header += std::to_string(size) + (array.shape.size() == 1 ? "," : ", ");
  if (array.shape.size() > 1)
    header.resize(header.size() - 2);
  header += "), }";
  // As in NumPy's files, the data start at a multiple of 64 bytes.
  size_t start = npyPrefixBytes + 2;
  header.resize(alignTo(start + header.size() + 1, 64) - start - 1, ' ');
  header += '\n';

  // The rank's limit keeps the length far below the 64 KiB of version 1.0.
  std::string result = npyMagic.str();
  result += {'\x01', '\x00', static_cast<char>(header.size() & 0xff),
             static_cast<char>(header.size() >> 8)};
  return result + header;
}
