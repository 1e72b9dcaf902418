/* Calls the step of momentum.mlir on GPUs, twice on RANKS ranks, and checks
 * every value: arguments and results of the lowered ABI are in device memory.
 */

#include <gradrt/gradrt.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef RANKS
#define RANKS 2
#endif
enum { kRanks = RANKS, kRows = 2, kColumns = 3, kSize = kRows * kColumns };

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

gradrt_status step(gradrt_context *context, matrix *w, matrix *v, matrix *g,
                   scalar *lr, vector *all, scalar *two);

/* The first error; the rest is freed. */
static gradrt_status first;
static _Thread_local gradrt_status failed;
static void try(gradrt_status status) {
  if (!failed)
    failed = status;
  else
    gradrt_status_free(status);
}

static float *upload(gradrt_context *context, const float *data,
                     int64_t count) {
  void *memory = NULL;
  try(gradrt_alloc(context, 4 * count, &memory));
  if (memory)
    try(gradrt_write(context, memory, data, 4 * count, NULL));
  return memory;
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
  float gathered[kRanks * kColumns];
  for (int i = 0; i != kSize; ++i) {
    w[i] = (float)i;
    g[i] = (float)(rank + 1) * (float)(i + 1);
  }
  float expected_w[kSize], expected_v[kSize] = {0};
  for (int i = 0; i != kSize; ++i)
    expected_w[i] = w[i];
  float *dw = upload(context, w, kSize), *dv = upload(context, v, kSize);
  float *dg = upload(context, g, kSize), *drate = upload(context, &rate, 1);
  float *dtwo = upload(context, &doubled, 1);
  int count = 0;
  for (int iteration = 0; iteration != 2 && !failed; ++iteration) {
    matrix mw = {dw, dw, 0, {kRows, kColumns}, {kColumns, 1}};
    matrix mv = {dv, dv, 0, {kRows, kColumns}, {kColumns, 1}};
    matrix mg = {dg, dg, 0, {kRows, kColumns}, {kColumns, 1}};
    scalar mrate = {drate, drate, 0}, mtwo = {dtwo, dtwo, 0};
    vector all = {0};
    try(step(context, &mw, &mv, &mg, &mrate, &all, &mtwo));
    if (failed)
      break;
    try(gradrt_read(context, w, dw, sizeof w, NULL));
    try(gradrt_read(context, v, dv, sizeof v, NULL));
    try(gradrt_read(context, &doubled, dtwo, sizeof doubled, NULL));
    count += check("size", rank, (float)all.sizes[0], kRanks * kColumns);
    try(gradrt_read(context, gathered, all.aligned, sizeof gathered, NULL));
    try(gradrt_free(context, all.allocated));
    for (int i = 0; i != kSize; ++i) {
      /* Of 1 to kRanks. */
      float mean = 0.5f * (float)(kRanks + 1);
      expected_v[i] = 0.9f * expected_v[i] + mean * (float)(i + 1);
      expected_w[i] -= rate * expected_v[i];
      count += check("v", rank, v[i], expected_v[i]);
      count += check("w", rank, w[i], expected_w[i]);
    }
    count += check("two", rank, doubled, 2 * rate);
    for (int i = 0; i != kRanks * kColumns; ++i)
      count += check("all", rank, gathered[i],
                     (float)(i / kColumns + 1) * (float)(i % kColumns + 1));
  }
  float *memory[] = {dw, dv, dg, drate, dtwo};
  for (int i = 0; i != 5; ++i)
    try(gradrt_free(context, memory[i]));
  ((int *)failures)[rank] = count;
  return failed;
}

int main(void) {
  int failures[kRanks];
  first = gradrt_local_run("nccl", kRanks, NULL, run_rank, failures, NULL);
  if (first) {
    fprintf(stderr, "%s\n", gradrt_status_message(first));
    gradrt_status_free(first);
    return EXIT_FAILURE;
  }
  int sum = 0;
  for (int rank = 0; rank != kRanks; ++rank)
    sum += failures[rank];
  printf("%d ranks, %d failures\n", kRanks, sum);
  return sum == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
