#!/usr/bin/env python3
"""Runs steps from JAX that split-accumulation has split with XLA.

    check_accumulation.py --grad-opt grad-opt [CASE ...]

For each case the functions that accumulate and update are given to XLA, which runs
windows of micro-steps on host CPU devices: a full one, a second full one, which
shows that the sums were cleared, and a partial one. Each result of the update is
compared with the mean of what the step as it was gives for each micro-batch, which
is the same for every update that is linear in the gradients, and, where a loss is a
mean over rows, with what JAX's own step for the large batch gives. The largest
difference is at most 1e-6 of a tensor's largest element. Accumulating issues no
collective; updating as many as there are buckets.
"""

import argparse
import dataclasses
import os
import pathlib
import subprocess
import sys
import tempfile

MOST_DEVICES = 4
os.environ["XLA_FLAGS"] = (os.environ.get("XLA_FLAGS", "") +
                           f" --xla_force_host_platform_device_count={MOST_DEVICES}")

import numpy as np  # noqa: E402

import export_steps  # noqa: E402
import xla_modules as xm  # noqa: E402

HERE = pathlib.Path(__file__).parent
STEPS = 3
WINDOWS = (STEPS, STEPS, STEPS - 1)
RTOL = 1e-6


@dataclasses.dataclass
class Case:
    name: str
    # All-reduces of an update: one bucket of gradients, and one of loss and
    # statistics, which move there.
    buckets: int = 2
    options: str = ""
    # Whether the mean over micro-batches is that of the large batch.
    has_large_batch: bool = True


CASES = [
    Case("tiny-mlp-pmean"),
    Case("tiny-mlp-auto", options="loss=window-mean"),
    Case("gpt2-narrow-auto-2"),
    # Its batch norm sees each micro-batch by itself.
    Case("resnet50-narrow-pmean-2", has_large_batch=False),
]


def split(tool, case, folder):
    source = HERE / "Inputs" / f"{case.name}.mlir"
    path = folder / f"{case.name}.mlir"
    subprocess.run(
        [tool, source, "--convert-stablehlo-to-grad",
         f"--split-accumulation=steps={STEPS} {case.options}",
         "--expand-gradient-reducers", "--verify-gradient-scale", "--fuse-allreduce",
         "--verify-collectives", "--convert-grad-to-stablehlo=only-stablehlo",
         "--mlir-print-op-generic", "--mlir-print-debuginfo", "-o", path], check=True)
    return source, path


class Runner:
    """One function, whose arguments are found by name."""

    def __init__(self, path, entry="main"):
        self.module = xm.Module(path, entry)
        self.names = self.module.argument_names
        self.executable = self.module.compile(combine=False)

    def run(self, values):
        """Whole arrays; what differs by device is put together again."""
        outputs = self.executable.run([values[name] for name in self.names])
        return [out[0] if out[0].shape == shape else np.concatenate(out)
                for out, shape in zip(outputs, self.module.result_shapes, strict=True)]


def name_states(runner, values):
    """Names and zeros for the arguments that the step did not have: the sums, which
    come last, and the counter, the last of them."""
    fresh = [i for i, name in enumerate(runner.names) if name not in values]
    for number, i in enumerate(fresh):
        runner.names[i] = f"sum {number - len(fresh)}"
    return {runner.names[i]: np.zeros(*runner.module.argument_types[i]) for i in fresh}


def compare(case, what, got, expected):
    worst = 0.0
    for a, b in zip(got, expected, strict=True):
        if a.shape != b.shape:
            sys.exit(f"{case.name}: {what}: {a.shape} and {b.shape}")
        gap = np.abs(a.astype(np.float64) - b.astype(np.float64)).max(initial=0.0)
        worst = max(worst, gap / np.abs(b).max(initial=1e-30))
    if not worst <= RTOL:
        sys.exit(f"{case.name}: {what}: largest relative difference {worst:.3g}")
    return worst


def make_large(case, folder):
    """JAX's step with the rows of a whole window, and which inputs are batches."""
    step = export_steps.catalog()[case.name]()
    batches = [spec != type(spec)() for spec in step.in_specs]
    jax = export_steps.jax

    def grow(argument, is_batch):
        if not is_batch:
            return argument
        shape = (argument.shape[0] * STEPS, *argument.shape[1:])
        return jax.ShapeDtypeStruct(shape, argument.dtype)
    step = dataclasses.replace(
        step, arguments=tuple(map(grow, step.arguments, batches)))
    path = folder / f"{case.name}-large.mlir"
    path.write_text(export_steps.lower(step).operation.get_asm(
        print_generic_op_form=True, enable_debug_info=True))
    return Runner(path)


def check(tool, case, folder):
    source, path = split(tool, case, folder)
    whole = Runner(source)
    accumulate = Runner(path, "main_accumulate")
    update = Runner(path, "main_update")
    if accumulate.executable.count("all-reduce") != 0:
        sys.exit(f"{case.name}: accumulating issues all-reduces")
    if update.module.count("stablehlo.all_reduce") != case.buckets:
        sys.exit(f"{case.name}: {update.module.count('stablehlo.all_reduce')} "
                 f"all-reduces in the update, expected {case.buckets}")
    first = dict(zip(whole.names, whole.module.make_inputs(0, 8)))
    # What the update does not take differs by micro-step.
    state = name_states(accumulate, first)
    name_states(update, first)
    batch = [name for name in whole.names if name not in update.names]
    worst = large = 0.0
    for window, count in enumerate(WINDOWS):
        micro = []
        for k in range(count):
            seed = 1 + window * STEPS + k
            fresh = dict(zip(whole.names, whole.module.make_inputs(seed, 8)))
            micro.append(first | {name: fresh[name] for name in batch})
        outputs = [whole.run(values) for values in micro]
        expected = [np.mean([out[i] for out in outputs], axis=0, dtype=np.float64)
                    for i in range(len(outputs[0]))]
        for values in micro:
            sums = accumulate.run(values | state)
            state = dict(zip(state, sums[len(sums) - len(state):]))
        results = update.run(first | state)
        state = dict(zip(state, results[len(results) - len(state):]))
        if any(np.any(value) for value in state.values()):
            sys.exit(f"{case.name}: the sums were not cleared")
        results = results[:len(results) - len(state)]
        worst = max(worst, compare(case, f"window {window}", results, expected))
        if case.has_large_batch and count == STEPS:
            together = first | {
                name: np.concatenate([values[name] for values in micro])
                for name in batch}
            outputs = make_large(case, folder).run(together)
            large = max(large, compare(case, f"window {window}, large batch",
                                       results, outputs))
    print(f"{case.name}: windows of {WINDOWS} micro-steps on {whole.module.devices} "
          f"devices: largest relative difference {worst:.2g} from the mean"
          + (f", {large:.2g} from the large batch" if case.has_large_batch else ""),
          flush=True)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--grad-opt", required=True)
    parser.add_argument("cases", nargs="*", metavar="CASE")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for case in CASES:
            if not args.cases or case.name in args.cases:
                check(args.grad_opt, case, pathlib.Path(folder))


if __name__ == "__main__":
    main()
