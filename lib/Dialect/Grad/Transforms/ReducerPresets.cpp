//===- ReducerPresets.cpp - What other frameworks do to gradients -*- C++
//-*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "grad/Dialect/Grad/Transforms/ReducerPresets.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::grad;

static constexpr ReducerPreset kPresets[] = {
    {"mindspore", ReduceType::F32, std::nullopt, std::nullopt, std::nullopt,
     BucketRule::AtMost, std::nullopt},
    {"singa", std::nullopt, WireType::F16, ScaleMode::After, 100.0,
     BucketRule::Singa, std::nullopt},
    {"ddp", ReduceType::Keep, std::nullopt, ScaleMode::Before, std::nullopt,
     BucketRule::DDP, std::nullopt},
    {"horovod", ReduceType::Keep, std::nullopt, ScaleMode::After, std::nullopt,
     BucketRule::AtMost, 134217728},
};

const ReducerPreset *grad::findReducerPreset(StringRef name) {
  const auto *it = llvm::find_if(kPresets, [&](const ReducerPreset &preset) {
    return preset.name == name;
  });
  return it == std::end(kPresets) ? nullptr : it;
}

std::string grad::getReducerPresetNames() {
  return llvm::join(llvm::map_range(kPresets,
                                    [](const ReducerPreset &preset) {
                                      return preset.name.str();
                                    }),
                    ", ");
}
