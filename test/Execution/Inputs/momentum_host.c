/* Calls the step of momentum.mlir on four ranks, twice, and checks every value:
 * the lowered ABI as a C program sees it. */

#include <gradrt/gradrt.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { kRanks = 4, kRows = 2, kColumns = 3, kSize = kRows * kColumns };

/* MLIR's ranked memref descriptors. */
typedef struct {
  float *allocated, *aligned;
  int64_t offset, sizes[2], strides[2];
} matrix;
typedef struct {
  float *allocated, *aligned;
  int64_t offset, sizes[1], strides[1];
} vector;
typedef struct {
  float *allocated, *aligned;
  int64_t offset;
} scalar;

/* Arguments, then the results that update no state. */
gradrt_status step(gradrt_context *context, matrix *w, matrix *v, matrix *g,
                   scalar *lr, vector *all, scalar *two);

static matrix make_matrix(float *data) {
  matrix result = {data, data, 0, {kRows, kColumns}, {kColumns, 1}};
  return result;
}

static int check(const char *what, int64_t rank, float got, float expected) {
  if (fabsf(got - expected) <= 1e-6f * fabsf(expected))
    return 0;
  fprintf(stderr, "rank %d: %s: expected %g, got %g\n", (int)rank, what,
          expected, got);
  return 1;
}

static gradrt_status run_rank(gradrt_context *context, int64_t rank,
                              void *failures) {
  float w[kSize], v[kSize] = {0}, g[kSize], rate = 0.5f, doubled = 0;
  float expected_w[kSize], expected_v[kSize] = {0};
  for (int i = 0; i != kSize; ++i) {
    expected_w[i] = w[i] = (float)i;
    g[i] = (float)(rank + 1) * (float)(i + 1);
  }
  int count = 0;
  for (int iteration = 0; iteration != 2; ++iteration) {
    matrix mw = make_matrix(w), mv = make_matrix(v), mg = make_matrix(g);
    scalar mrate = {&rate, &rate, 0}, mtwo = {&doubled, &doubled, 0};
    vector all = {0};
    gradrt_status status = step(context, &mw, &mv, &mg, &mrate, &all, &mtwo);
    if (status)
      return status;
    for (int i = 0; i != kSize; ++i) {
      /* The mean of 1, 2, 3, 4 is 2.5. */
      expected_v[i] = 0.9f * expected_v[i] + 2.5f * (float)(i + 1);
      expected_w[i] -= rate * expected_v[i];
      count += check("v", rank, v[i], expected_v[i]);
      count += check("w", rank, w[i], expected_w[i]);
      count += check("g", rank, g[i], (float)(rank + 1) * (float)(i + 1));
    }
    count += check("two", rank, doubled, 2 * rate);
    count += check("size", rank, (float)all.sizes[0], kRanks * kColumns);
    for (int i = 0; i != kRanks * kColumns; ++i)
      count += check("all", rank, all.aligned[i],
                     (float)(i / kColumns + 1) * (float)(i % kColumns + 1));
    status = gradrt_free(context, all.allocated);
    if (status)
      return status;
  }
  ((int *)failures)[rank] = count;
  return NULL;
}

int main(void) {
  int failures[kRanks] = {1, 1, 1, 1};
  gradrt_status status =
      gradrt_local_run("local", kRanks, NULL, run_rank, failures, NULL);
  if (status) {
    fprintf(stderr, "%s\n", gradrt_status_message(status));
    gradrt_status_free(status);
    return EXIT_FAILURE;
  }
  int sum = 0;
  for (int rank = 0; rank != kRanks; ++rank)
    sum += failures[rank];
  printf("%d ranks, %d failures\n", kRanks, sum);
  return sum == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
