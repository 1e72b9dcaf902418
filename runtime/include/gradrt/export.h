/*===- export.h - Visibility and linkage of the C ABI -*- C -*-===*\
 *
 * Part of the grad-opt project, under the Apache License v2.0 with LLVM
 * Exceptions. See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
\*===----------------------------------------------------------------------===*/

#ifndef GRADRT_EXPORT_H
#define GRADRT_EXPORT_H

#if defined(__GNUC__)
#define GRADRT_API __attribute__((visibility("default")))
#else
#define GRADRT_API
#endif

#ifdef __cplusplus
#define GRADRT_BEGIN_DECLS extern "C" {
#define GRADRT_END_DECLS }
#else
#define GRADRT_BEGIN_DECLS
#define GRADRT_END_DECLS
#endif

#endif /* GRADRT_EXPORT_H */
