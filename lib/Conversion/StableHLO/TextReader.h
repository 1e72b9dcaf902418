//===- TextReader.h - Reads the text of foreign attributes ------*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_LIB_CONVERSION_STABLEHLO_TEXTREADER_H
#define GRAD_LIB_CONVERSION_STABLEHLO_TEXTREADER_H

#include "mlir/IR/Attributes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::grad {

/// The attribute as it is printed.
inline std::string printText(Attribute attr) {
  std::string text;
  llvm::raw_string_ostream(text) << attr;
  return text;
}

/// Takes an attribute's text apart, token by token; blanks before a token are
/// skipped. After a failure the position is unspecified, but for `consume` of
/// one token, which then consumes nothing.
class TextReader {
public:
  explicit TextReader(StringRef text) : text(text) {}

  bool consume(ArrayRef<StringRef> tokens) {
    for (StringRef token : tokens) {
      text = text.ltrim();
      if (!text.consume_front(token))
        return false;
    }
    return true;
  }

  bool consumeInteger(int64_t &value) {
    text = text.ltrim();
    return !text.consumeInteger(10, value);
  }

  /// Takes the name of a symbol that needs no quotes.
  bool consumeName(StringRef &name) {
    name = text.ltrim().take_while([](char c) {
      return llvm::isAlnum(c) || StringRef("_$.-").contains(c);
    });
    text = text.ltrim().drop_front(name.size());
    return !name.empty();
  }

  /// Takes a string in quotes without escapes; gives what is between them.
  bool consumeString(StringRef &value) {
    if (!consume({"\""}))
      return false;
    value = text.take_until([](char c) { return c == '"' || c == '\\'; });
    text = text.drop_front(value.size());
    return text.consume_front("\"");
  }

  bool isAtEnd() const { return text.trim().empty(); }

private:
  StringRef text;
};

} // namespace mlir::grad

#endif // GRAD_LIB_CONVERSION_STABLEHLO_TEXTREADER_H
