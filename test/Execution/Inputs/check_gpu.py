#!/usr/bin/env python3
"""Trains on GPUs, emulated or real, and compares with the CPU.

    check_gpu.py --tools BUILD/bin --temp DIR --library DOUBLES.so
    check_gpu.py --tools BUILD/bin --temp DIR --device sm_90 --ranks 1

Exported steps, each with several pipelines, are trained for some updates on 1, 2
and 4 ranks with the backend nccl, and the kernels of grad-gpu-pipeline. grad-run
--against runs the same program with the backend local, and compares every parameter
and state.

With --library, kernels are compiled for this processor (test-emulate-kernels); CUDA,
NCCL and cuBLAS are doubles, which do all work as late as they may, and fail the run
where nothing orders two accesses, or something is not given back. With --early, they
do all work at once: the values have to be the same.

With --device, kernels are compiled for that chip, and each rank has a GPU.
"""

import argparse
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "Export/torch"))
import npz  # noqa: E402

DATA = pathlib.Path(__file__).parents[2] / "Export/torch/Inputs"
# Name: the file, and how far sums in another order may lead.
MODELS = {"mlp": 1e-5, "lenet": 1e-5, "batch-norm": 1e-4, "words": 1e-5,
          "tied": 1e-5, "lenet-mixed": 2e-2}
# Name: options of grad-data-parallel-pipeline, and a factor for the tolerance:
# NCCL rounds sums of 16-bit floats at each hop, `local` does not.
PIPELINES = {
    "momentum": ("optimizer=momentum", 1),
    "nesterov, clipped": ("optimizer=momentum nesterov clip-norm=1", 1),
    "adam, scaled": ("optimizer=adam loss-scale-preset=pytorch", 100),
    "sgd over bf16": ("optimizer=sgd wire=bf16", 1000),
    "accumulated": ("optimizer=momentum steps=2", 1),
    "sharded": ("optimizer=momentum shard-optimizer world-size={ranks}", 1),
    "two buckets, accumulated and scaled":
        ("optimizer=momentum steps=2 threshold-bytes=4096 "
         "loss-scale-preset=mindspore", 1),
}


def make_array(shape, values):
    """An array as a .npy file."""
    code = {"i": "<i4", "q": "<i8", "f": "<f4", "d": "<f8"}[values.typecode]
    header = str({"descr": code, "fortran_order": False, "shape": tuple(shape)})
    header += " " * (-(len(header) + 11) % 64) + "\n"
    return (b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little")
            + header.encode() + values.tobytes())


def make_inputs(path, name, rows):
    """The model's parameters, and rows of its training data, from the first on
    again where there are too few."""
    arrays = npz.read(DATA / f"{name}.npz")
    members = {}
    for key, (shape, values) in arrays.items():
        if "/" in key:
            continue
        if key.startswith("arg") and f"training/{key}" in arrays:
            (steps, batch, *shape), values = arrays[f"training/{key}"]
            width = len(values) // (steps * batch)
            values = (values * (rows // (steps * batch) + 1))[:rows * width]
            shape = [rows, *shape]
        members[key] = make_array(shape, values)
    npz.write(path, members)


def run(arguments, environment):
    return subprocess.run([str(a) for a in arguments], capture_output=True,
                          text=True, env={**os.environ, **environment},
                          stdin=subprocess.DEVNULL, timeout=120)


def choose_machine(args):
    """What runs a step: the tool, the passes that compile kernels, and the
    environment."""
    if args.device:
        return "grad-run", f"grad-serialize-kernels{{chip={args.device}}}", {}
    environment = {f"GRADRT_{library}_LIBRARY": args.library
                   for library in ("CUDA", "NCCL", "CUBLAS")}
    environment["GRAD_DOUBLE_EARLY"] = str(int(args.early))
    return "grad-test-run", "test-emulate-kernels", environment


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tools", type=pathlib.Path, required=True)
    machine = parser.add_mutually_exclusive_group(required=True)
    machine.add_argument("--library")
    machine.add_argument("--device", metavar="CHIP")
    parser.add_argument("--temp", type=pathlib.Path, required=True)
    parser.add_argument("--models", nargs="*", default=list(MODELS))
    parser.add_argument("--ranks", nargs="*", type=int, default=[1, 2, 4])
    parser.add_argument("--early", action="store_true")
    args = parser.parse_args()
    args.temp.mkdir(parents=True, exist_ok=True)
    tool, passes, environment = choose_machine(args)
    environment["GRADRT_TIMEOUT_MS"] = "20000"
    runs = failures = 0
    for name in args.models:
        for title, (options, factor) in PIPELINES.items():
            for ranks in args.ranks:
                program = args.temp / "program.mlir"
                lowered = run(
                    [args.tools / "grad-opt", DATA / f"{name}.mlir", "-o", program,
                     "--grad-data-parallel-pipeline=" + options.format(ranks=ranks)],
                    {})
                inputs = args.temp / "inputs.npz"
                make_inputs(inputs, name, 2 * 2 * 4 * 8)
                rtol = MODELS[name] * factor
                result = lowered if lowered.returncode else run(
                    [args.tools / tool, program, "--backend=nccl",
                     f"--compile-kernels={passes}", f"--ranks={ranks}",
                     "--steps=2", f"--inputs={inputs}", f"--against={program}",
                     f"--rtol={rtol}"], environment)
                runs += 1
                print(f"{name}, {title}, {ranks} ranks", file=sys.stderr)
                if result.returncode or "are equal" not in result.stdout:
                    failures += 1
                    print(f"{name}, {title}, {ranks} ranks: "
                          f"status {result.returncode}\n"
                          + result.stdout[-500:] + result.stderr[:1000])
    print(f"{runs} trainings, {failures} failures")
    return int(failures > 0)


if __name__ == "__main__":
    sys.exit(main())
