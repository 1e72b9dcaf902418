//===- ForeignDialects.cpp - Dialects that are not packaged -----*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "grad/Conversion/ForeignDialects.h"
#include "mlir/Bytecode/BytecodeImplementation.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/OpImplementation.h"

using namespace mlir;
using namespace mlir::grad;

static constexpr StringLiteral kNames[] = {"chlo", "mhlo", "sdy", "stablehlo",
                                           "vhlo"};

ArrayRef<StringLiteral> grad::getForeignDialectNames() { return kNames; }

/// What a diagnostic says to do where only the real dialect can read the input.
static constexpr StringLiteral kHint =
    "print the module in generic form, in Python by "
    "'module.operation.get_asm(print_generic_op_form=True)', where JAX gives "
    "'module = lowered.compiler_ir(\"stablehlo\")'";

namespace {
/// Refuses the encodings of the real dialect.
struct ForeignBytecodeInterface : public BytecodeDialectInterface {
  explicit ForeignBytecodeInterface(Dialect *dialect)
      : BytecodeDialectInterface(dialect) {}

  Attribute readAttribute(DialectBytecodeReader &reader) const override {
    refuse(reader);
    return {};
  }
  Type readType(DialectBytecodeReader &reader) const override {
    refuse(reader);
    return {};
  }
  std::unique_ptr<DialectVersion>
  readVersion(DialectBytecodeReader &reader) const override {
    refuse(reader);
    return nullptr;
  }

private:
  void refuse(DialectBytecodeReader &reader) const {
    reader.emitError() << "bytecode of dialect '"
                       << getDialect()->getNamespace() << "' cannot be read; "
                       << kHint;
  }
};

/// The placeholder for one namespace.
class ForeignDialect : public Dialect {
public:
  ForeignDialect(StringRef name, MLIRContext *context, TypeID id)
      : Dialect(name, context, id) {
    allowUnknownOperations();
    allowUnknownTypes();
    addInterfaces<ForeignBytecodeInterface>();
  }

  Attribute parseAttribute(DialectAsmParser &parser, Type type) const override {
    MLIRContext *context = parser.getContext();
    return OpaqueAttr::get(StringAttr::get(context, getNamespace()),
                           parser.getFullSymbolSpec(),
                           type ? type : NoneType::get(context));
  }
  Type parseType(DialectAsmParser &parser) const override {
    return OpaqueType::get(StringAttr::get(parser.getContext(), getNamespace()),
                           parser.getFullSymbolSpec());
  }

  /// Called for operations in pretty form only.
  std::optional<ParseOpHook>
  getParseOperationHook(StringRef opName) const override {
    return [](OpAsmParser &parser, OperationState &result) -> ParseResult {
      // The parser names the operation.
      return parser.emitError(parser.getNameLoc())
             << "stands in pretty form, which only its own dialect can read; "
             << kHint;
    };
  }
};
} // namespace

void grad::registerForeignDialects(DialectRegistry &registry) {
  // One identity each, since a context tells dialects apart by it.
  static SelfOwningTypeID ids[std::size(kNames)];
  for (auto [name, id] : llvm::zip_equal(kNames, ids)) {
    if (registry.getDialectAllocator(name))
      continue;
    TypeID typeID = id;
    registry.insert(
        typeID, name, [name = StringRef(name), typeID](MLIRContext *context) {
          return context->getOrLoadDialect(name, typeID, [&] {
            return std::make_unique<ForeignDialect>(name, context, typeID);
          });
        });
  }
}
