//===- Options.h - Checked options -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRADRT_LIB_CORE_OPTIONS_H
#define GRADRT_LIB_CORE_OPTIONS_H

#include "gradrt/context.h"

namespace gradrt {

/// The caller's options, or the defaults where there are none.
gradrt_status checkedOptions(const gradrt_options *given,
                             gradrt_options &options);

} // namespace gradrt

#endif // GRADRT_LIB_CORE_OPTIONS_H
