#!/usr/bin/env python3
"""Checks by execution that XLA computes what arithmetic on tensors means.

    check_arithmetic.py --grad-opt PATH [--devices 2,4]

One function holds all of arithmetic_cases.py: every operation on every element
type, and the chains in which passes insert them, means by the group's size,
casts around a reduction, clipping by value and by norm. XLA runs it for
replicas and for partitions, on values that differ by rank, among them all pairs
of zeros, infinities, NaN, denormals and largest numbers; the chains also after
--simplify-collectives, which puts arithmetic in the place of collectives. NumPy says what is expected, to the bit but for
sums and functions; XLA on CPUs may take a denormal for zero, of operands and of
results. Exit status 0: equal.
"""

import argparse
import os
import re
import subprocess
import sys

import numpy as np

import arithmetic_cases as cases
import check_conversions as cc
from arithmetic_cases import FLOATS, vector
import ml_dtypes


def make_module(results, world, arguments):
    """The results' texts one after the other, with their values renamed apart."""
    body = []
    for number, result in enumerate(results):
        rename = lambda match, n=number: (
            match[0] if match[1] in arguments else f"%v{n}_{match[1]}")
        body.append(re.sub(r"%(\w+)", rename, result.text))
    local = [vector(name.split("_")[1]) for name in arguments]
    outer = [result.type for result in results]
    values = ", ".join(f"%v{i}_r" for i in range(len(results)))
    parameters = ", ".join(f"%{name}: {t}" for name, t in zip(arguments, local))
    head = (f"module attributes {{mhlo.num_partitions = {world.partitions} : i32, "
            f"mhlo.num_replicas = {world.replicas} : i32}} {{\n")
    if world.partitions > 1:
        return head + cc.in_partitions(world, parameters, local, outer, body, values) + "}\n"
    return (head + f"func.func public @main({parameters}) -> ({', '.join(outer)}) {{\n"
            + "\n".join(body) + f"\nreturn {values} : {', '.join(outer)}\n}}\n}}\n")


def flush(value):
    """Zero for what is denormal."""
    if value.dtype not in [np.dtype(dtype) for dtype in FLOATS.values()]:
        return value
    tiny = float(ml_dtypes.finfo(value.dtype).smallest_normal)
    small = np.abs(value.astype(np.float64)) < tiny
    return np.where(small, np.copysign(value.dtype.type(0), value), value)


def compute(result, ranks):
    """What one result is on each rank."""
    with np.errstate(all="ignore"):
        return result.compute(ranks) if result.over_ranks else [result.compute(v) for v in ranks]


def is_equal(got, want, rtol):
    """By element: the same number, or NaN twice."""
    if got.dtype.kind in "biu":
        return got == want
    x, y = got.astype(np.float64), want.astype(np.float64)
    with np.errstate(invalid="ignore"):
        near = np.isfinite(x) & np.isfinite(y) & (np.abs(x - y) <= rtol * np.abs(y))
    return near | (x == y) | (np.isnan(x) & np.isnan(y))


DYNAMIC = """
func.func public @main(%x: tensor<6x2xf16>) -> (tensor<?x2xf16>, tensor<1xf64>) {
  %d = tensor.cast %x : tensor<6x2xf16> to tensor<?x2xf16>
  %quarter = arith.constant dense<0.25> : tensor<f32>
  %s = grad.scale %d, %quarter : tensor<?x2xf16>, tensor<f32>
  %zero = arith.constant 0 : index
  %size = tensor.dim %s, %zero : tensor<?x2xf16>
  %three = arith.constant 3.0 : f16
  %splat = tensor.splat %three[%size] : tensor<?x2xf16>
  %r = arith.addf %s, %splat : tensor<?x2xf16>
  %n = grad.squared_norm %r : tensor<?x2xf16> -> tensor<f64>
  %m = tensor.expand_shape %n [] output_shape [1] : tensor<f64> into tensor<1xf64>
  return %r, %m : tensor<?x2xf16>, tensor<1xf64>
}
"""


def check_dynamic(grad_opt):
    """Dynamic shapes, once JAX has worked out what they are."""
    import xla_modules as xm
    done = subprocess.run([grad_opt, "--convert-grad-to-stablehlo"], input=DYNAMIC,
                          capture_output=True, text=True)
    if done.returncode != 0:
        return [done.stderr], 1
    x = np.arange(12, dtype=np.float16).reshape(6, 2)
    want = x / 4 + 3
    refined = xm.refine(done.stdout, "dynamic shapes")
    (got,), (norm,) = cc.run_xla(refined, cc.World(1, 1), [[x]])
    if np.array_equal(got, want) and norm == (want.astype(np.float64) ** 2).sum():
        return [], 1
    return [f"dynamic shapes: {got} and {norm}, expected {want}"], 1


def check(world, grad_opt, only_chains, simplify):
    """A line for each result that is not as expected, and how many there are."""
    ranks = [cases.make_arguments(rank) for rank in range(world.size)]
    results = list((cases.make_chains if only_chains else cases.make_results)(world))
    used = set(re.findall(r"%(\w+)", " ".join(result.text for result in results)))
    arguments = [name for name in ranks[0] if name in used]
    passes = [f"--simplify-collectives=world-size={world.size}"] if simplify else []
    done = subprocess.run([grad_opt, *passes, "--convert-grad-to-stablehlo"],
                          input=make_module(results, world, arguments),
                          capture_output=True, text=True)
    if done.returncode != 0:
        return [done.stderr], len(results)
    if re.search(r'"?\b(arith|math|tensor|grad)\.', done.stdout):
        return ["an operation of another dialect is left"], len(results)
    # A sum of equal numbers needs none, and a sum of sums one.
    reductions = done.stdout.count('"stablehlo.all_reduce"')
    if reductions != (2 if simplify else 4):
        return [f"{reductions} all-reduces are left"], len(results)
    outputs = cc.run_xla(done.stdout, world, [[v[name] for v in ranks] for name in arguments])
    flushed = [{name: flush(value) for name, value in v.items()} for v in ranks]
    problems = []
    for result, got in zip(results, outputs, strict=True):
        for rank, (a, b, c) in enumerate(zip(got, compute(result, ranks),
                                             compute(result, flushed), strict=True)):
            if a.dtype != b.dtype or a.shape != b.shape:
                problems.append(f"{result.name}: {a.dtype}{a.shape}, expected {b.dtype}{b.shape}")
                break
            wanted = [b, flush(b), c, flush(c)]
            # Processors without f16 arithmetic have XLA go by way of f32.
            if result.name == "truncf f64 f16":
                with np.errstate(over="ignore"):
                    wanted.append(
                        ranks[rank]["h_f64"].astype(np.float32).astype(np.float16))
            wrong = ~np.logical_or.reduce([is_equal(a, want, result.rtol)
                                           for want in wanted])
            if wrong.any():
                at = int(np.argmax(wrong))
                problems.append(f"{result.name} on rank {rank}: {a[at]} at {at}, expected "
                                f"{b[at]}; {wrong.sum()} differ")
                break
    return problems, len(results)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--grad-opt", required=True)
    parser.add_argument("--devices", default="2,4", help="numbers of devices")
    args = parser.parse_args()
    sizes = [int(size) for size in args.devices.split(",")]
    os.environ["XLA_FLAGS"] = (os.environ.get("XLA_FLAGS", "") +
                               f" --xla_force_host_platform_device_count={max(sizes)}")
    # Only for passing f64 values; XLA itself has f64 anyway.
    os.environ["JAX_ENABLE_X64"] = "1"
    checks = [("one device", check_dynamic(args.grad_opt))]
    for size in sizes:
        # Not both at once: JAX's client aborts on such modules.
        for partitions in (1, size):
            world = cc.World(size // partitions, partitions)
            # Only the chains know the other ranks.
            checks.append((world, check(world, args.grad_opt, size != sizes[0], False)))
            checks.append((f"{world}, simplified", check(world, args.grad_opt, True, True)))
    passed = failed = 0
    for where, (problems, count) in checks:
        passed, failed = passed + count - len(problems), failed + len(problems)
        for problem in problems:
            print(f"FAIL: {where}: {problem}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
