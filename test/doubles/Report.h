//===- Report.h - What a double has to say -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_TEST_DOUBLES_REPORT_H
#define GRAD_TEST_DOUBLES_REPORT_H

#include <cstdint>
#include <string>

namespace grad::doubles {

/// A program used the libraries wrongly. Written to stderr, and counted: at its
/// end the process fails with status 86.
void reportViolation(const std::string &message);

/// Writes a line to the file GRAD_DOUBLE_LOG, where that is set.
void log(const std::string &line);

/// Whether this is the call that GRAD_DOUBLE_FAULT spoils: "KIND:N" is the Nth
/// call of that kind, from 1 on. Kinds: drop-wait, early-record, leak,
/// open-group, swap-collectives, and fail-NAME for functions that fail.
bool isFault(const std::string &kind);

/// A number from the environment.
int64_t getNumber(const char *name, int64_t otherwise);

} // namespace grad::doubles

extern "C" {
/// The number of violations so far.
int64_t grad_double_violations(void);
/// The same, with what has not been given back.
int64_t grad_double_check(void);
/// As GRAD_DOUBLE_FAULT, from now on; NULL: none.
void grad_double_fault(const char *fault);
/// Forgets the violations, for tests that provoke them.
void grad_double_reset(void);
}

#endif // GRAD_TEST_DOUBLES_REPORT_H
