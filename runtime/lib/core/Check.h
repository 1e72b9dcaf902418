//===- Check.h - Checking the arguments of a collective -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRADRT_LIB_CORE_CHECK_H
#define GRADRT_LIB_CORE_CHECK_H

#include "Context.h"

namespace gradrt {

/// An error where the call breaks a rule of gradrt/collectives.h or the
/// backend refuses it. Looks at this rank only.
gradrt_status checkCall(const gradrt_context &context,
                        const Communicator &communicator,
                        const gradrt_call &call);

} // namespace gradrt

#endif // GRADRT_LIB_CORE_CHECK_H
