#!/usr/bin/env python3
"""Times reduction and update of ResNet-50's parameters against a memory copy.

    run_update.py --tools BUILD/bin --runtime BUILD/runtime/lib/libgradrt.so

The step reduces 161 gradients, 25.6 million of f32, in buckets, and updates
parameters and momentum, on two ranks of the backend `local`. No time goes into
making gradients: they are what lies in the buckets, zeros. Compiled ahead of time
for this machine, with LLVM's tools on the PATH.

Prints the time of a step next to the time that as many bytes take at the rate of
memory copies on two threads. Each rank reads gradients for the reduction, half of
its own and half of the other's, and writes as many; its update reads gradient,
parameter and momentum and writes the last two: seven times the size of the
parameters.

A ratio below 1 is no wonder: a copy also fetches what it then writes over, which
work in place does not, and that is not counted. By the rate of work in place, the
best there is for a step is about 2/3 on such machines.
"""

import argparse
import ctypes
import pathlib
import re
import statistics
import subprocess
import tempfile
import threading
import time

from generate_resnet50 import parameters, tensor

RANKS = 2
PASSES = 7
# Four bytes of 0x3f.
START = 0.7470588
RANK_FUNCTION = ctypes.CFUNCTYPE(
    ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64, ctypes.c_void_p)


def write_step():
    """Gradients that nobody makes."""
    params = [(name, tensor(shape, "f32")) for name, shape in parameters()]
    arguments = ", ".join(f'%{name}: {kind} {{grad.param = "{name}"}}'
                          for name, kind in params)
    results = ", ".join(f'{kind} {{grad.gradient = "{name}"}}'
                        for name, kind in params)
    yield f"func.func @step({arguments}) -> ({results}) {{"
    for name, kind in reversed(params):
        yield f"  %{name}.grad = tensor.empty() : {kind}"
    yield (f"  return {', '.join(f'%{name}.grad' for name, _ in params)} : "
           f"{', '.join(kind for _, kind in params)}\n}}")


def run(*command):
    return subprocess.run(command, check=True, capture_output=True,
                          text=True).stdout


def compile_step(args, folder):
    """A shared object, and of each argument the shape and if it is momentum."""
    (folder / "plain.mlir").write_text("\n".join(write_step()))
    grad_opt = pathlib.Path(args.tools) / "grad-opt"
    run(grad_opt, folder / "plain.mlir",
        f"--grad-data-parallel-pipeline=optimizer=momentum {args.options}",
        "-o", folder / "step.mlir")
    run(grad_opt, folder / "step.mlir",
        f"--grad-cpu-pipeline=place-buckets={str(args.place_buckets).lower()}",
        "-o", folder / "step.llvm.mlir")
    run("mlir-translate", "--mlir-to-llvmir", folder / "step.llvm.mlir",
        "-o", folder / "step.ll")
    triple = re.search(r"Default target: (\S+)", run("llc", "--version"))[1]
    target = [f"-mtriple={triple}", "-mcpu=native"]
    run("opt", "-O2", *target, folder / "step.ll", "-o", folder / "step.bc")
    run("llc", "-O2", *target, "-relocation-model=pic", "-filetype=obj",
        folder / "step.bc", "-o", folder / "step.o")
    run("cc", "-shared", folder / "step.o", args.runtime, "-lm",
        "-o", folder / "step.so")
    text = (folder / "step.mlir").read_text()
    signature = re.search(r"func\.func @step\((.*?)\) -> ", text)[1]
    arguments = re.findall(r"%arg\d+: tensor<((?:\d+x)*)f32>(.*?)(?=%arg|$)",
                           signature)
    return folder / "step.so", [
        ([int(size) for size in shape.split("x")[:-1]], "momentum." in attributes)
        for shape, attributes in arguments]


def make_descriptor(shape):
    """MLIR's ranked memref descriptor of an array of START, and the array."""
    count = 1
    strides = []
    for size in reversed(shape):
        strides.insert(0, count)
        count *= size
    array = (ctypes.c_float * count)()
    ctypes.memset(array, 0x3f, 4 * count)
    address = ctypes.addressof(array)
    fields = [address, address, 0, *shape, *strides]
    return (ctypes.c_int64 * len(fields))(*fields), array


def is_updated(args, array):
    """Whether momentum is what it has to be without gradients."""
    return all(abs(array[i] - START * 0.9**args.steps) < 1e-4 for i in (0, -1))


def measure(args, library, arguments, count):
    """Seconds of each copy and of each step, of the slower rank. They take turns,
    since the machine may be faster at one time than at another."""
    runtime = ctypes.CDLL(args.runtime, mode=ctypes.RTLD_GLOBAL)
    step = ctypes.CDLL(str(library)).step
    step.restype = ctypes.c_void_p
    memcpy = ctypes.CDLL(None).memcpy
    barrier = threading.Barrier(RANKS)
    copies, steps = ([[] for _ in range(RANKS)] for _ in range(2))
    failures = []

    def run_rank(context, rank, _):
        descriptors, arrays = zip(*[make_descriptor(shape)
                                    for shape, _ in arguments])
        pointers = [ctypes.c_void_p(context), *map(ctypes.byref, descriptors)]
        # Written, since memory that never was may be one page for all.
        (_, source), (_, target) = (make_descriptor([count]) for _ in range(2))
        for _ in range(args.steps):
            barrier.wait()
            start = time.perf_counter()
            memcpy(ctypes.byref(target), ctypes.byref(source),
                   ctypes.c_size_t(4 * count))
            copies[rank].append(time.perf_counter() - start)
            barrier.wait()
            start = time.perf_counter()
            status = step(*pointers)
            steps[rank].append(time.perf_counter() - start)
            if status:
                failures.append(rank)
                barrier.abort()
                return status
        # A check takes the interpreter from a rank that still has a time to note.
        barrier.wait()
        # Other memory than a bucket's starts as anything.
        if args.place_buckets and not all(
                is_updated(args, array) for array, (_, is_momentum)
                in zip(arrays, arguments) if is_momentum):
            failures.append(rank)
        return None

    runtime.gradrt_local_run.restype = ctypes.c_void_p
    status = runtime.gradrt_local_run(
        b"local", ctypes.c_int64(RANKS), None, RANK_FUNCTION(run_rank), None, None)
    assert not status and not failures, "a rank failed, or is wrong"
    # The first steps touch the memory.
    return ([max(pair) for pair in zip(*times)][2:] for times in (copies, steps))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tools", required=True)
    parser.add_argument("--runtime", required=True)
    parser.add_argument("--steps", type=int, default=32)
    parser.add_argument("--options", default="",
                        help="more options of grad-data-parallel-pipeline")
    parser.add_argument("--no-place-buckets", dest="place_buckets",
                        action="store_false")
    args = parser.parse_args()
    count = 0
    for _, shape in parameters():
        elements = 1
        for size in shape:
            elements *= size
        count += elements
    with tempfile.TemporaryDirectory() as folder:
        library, arguments = compile_step(args, pathlib.Path(folder))
        copies, steps = measure(args, library, arguments, count)
    # A copy reads and writes once.
    ratios = sorted(step / (copy * PASSES / 2) for copy, step in zip(copies, steps))
    copy, step = map(statistics.median, (copies, steps))
    print(f"{count:,} elements, {RANKS} ranks, "
          f"{RANKS * PASSES * 4 * count / 1e6:,.0f} MB a step")
    print(f"copy:          {RANKS * 8 * count / copy / 1e9:6.2f} GB/s, read and "
          f"written")
    print(f"step:          {step * 1e3:6.1f} ms")
    print(f"as many bytes: {copy * PASSES / 2 * 1e3:6.1f} ms")
    print(f"ratio:         {statistics.median(ratios):6.2f}, from "
          f"{ratios[0]:.2f} to {ratios[-1]:.2f}")


if __name__ == "__main__":
    main()
