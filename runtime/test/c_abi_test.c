/*===- c_abi_test.c - The headers are C -*- C -*-===*\
 *
 * Part of the grad-opt project, under the Apache License v2.0 with LLVM
 * Exceptions. See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
\*===----------------------------------------------------------------------===*/

#include "gradrt/backend.h"
#include "gradrt/gradrt.h"

#include <stdio.h>

/* Averages two values over four ranks; rank r brings r and 10 r. */
static gradrt_status average(gradrt_context *context, int64_t rank,
                             void *user) {
  float *result = (float *)user + 2 * rank;
  float values[2];
  values[0] = (float)rank;
  values[1] = 10.0f * (float)rank;
  return gradrt_all_reduce(context, values, result, 2, GRADRT_TYPE_F32,
                           GRADRT_TYPE_F32, GRADRT_KIND_AVG, NULL, NULL,
                           "c_abi_test.c");
}

int main(void) {
  float results[8];
  int rank;
  gradrt_status status =
      gradrt_local_run("local", 4, NULL, average, results, NULL);
  if (status) {
    fprintf(stderr, "%s: %s: %s\n", gradrt_status_place(status),
            gradrt_code_name(gradrt_status_code(status)),
            gradrt_status_message(status));
    gradrt_status_free(status);
    return 1;
  }
  for (rank = 0; rank < 4; ++rank)
    if (results[2 * rank] != 1.5f || results[2 * rank + 1] != 15.0f) {
      fprintf(stderr, "rank %d got %g and %g\n", rank, results[2 * rank],
              results[2 * rank + 1]);
      return 1;
    }
  return 0;
}
