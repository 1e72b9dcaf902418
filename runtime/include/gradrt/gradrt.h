/*===- gradrt.h - The whole C ABI of the runtime -*- C -*-===*\
 *
 * Part of the grad-opt project, under the Apache License v2.0 with LLVM
 * Exceptions. See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
\*===----------------------------------------------------------------------===*/

#ifndef GRADRT_GRADRT_H
#define GRADRT_GRADRT_H

#include "gradrt/collectives.h"
#include "gradrt/context.h"
#include "gradrt/device.h"
#include "gradrt/run.h"
#include "gradrt/status.h"
#include "gradrt/stream.h"
#include "gradrt/types.h"
#include "gradrt/workspace.h"

#endif /* GRADRT_GRADRT_H */
