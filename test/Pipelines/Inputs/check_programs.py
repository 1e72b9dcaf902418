#!/usr/bin/env python3
"""Assembles the kernels of training steps for chips, and prints what they take.

    check_programs.py --tools BUILD/bin --ptxas PTXAS --chips sm_80 ... --temp DIR

For each step and chip, grad-gpu-pipeline makes PTX, which ptxas has to take.
Prints a Markdown table: kernels, the most registers that one of them uses, bytes
that are spilled, and how wide loads and stores of global memory are in the flat
kernels' main loops (a kernel of fewer elements than a vector holds has none). Fails
where a kernel spills, or fewer than four of five flat kernels store 16 bytes at a
time. With --counts, prints instead how often a step launches
kernels, issues collectives and copies.
"""

import argparse
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).parents[3]
DATA = ROOT / "test/Export/torch/Inputs"
STEPS = {
    "ResNet-50's gradients, descent": (ROOT / "test/benchmark/resnet50-gradients.mlir",
                                       "optimizer=momentum"),
    "LeNet, momentum": (DATA / "lenet.mlir", "optimizer=momentum"),
    "LeNet, momentum, scaled and clipped":
        (DATA / "lenet.mlir",
         "optimizer=momentum loss-scale-preset=pytorch clip-norm=1"),
    "LeNet, f16, adam, bf16 on the wire":
        (DATA / "lenet-mixed.mlir", "optimizer=adam wire=bf16"),
    "words, sgd": (DATA / "words.mlir", "optimizer=sgd"),
}


def call(arguments):
    result = subprocess.run([str(a) for a in arguments], capture_output=True,
                            text=True, stdin=subprocess.DEVNULL)
    if result.returncode:
        sys.exit(f"{arguments[0]}: status {result.returncode}\n{result.stderr[:2000]}")
    return result


def lower(args, step, options, *flags):
    return call([args.tools / "grad-opt", step,
                 f"--grad-data-parallel-pipeline={options}", *flags])


def read_ptx(text):
    """The bytes of the constant that holds the kernels."""
    start = text.index('@grad_kernels("') + len('@grad_kernels("')
    body = text[start:text.index('")', start)]
    return re.sub(r"\\([0-9A-F]{2}|\\)", lambda m: "\\" if m[1] == "\\" else
                  chr(int(m[1], 16)), body).rstrip("\0")


def split_kernels(ptx):
    parts = re.split(r"\.visible \.entry (\w+)\(", ptx)
    return dict(zip(parts[1::2], parts[2::2]))


def check_step(args, name, step, options, chip):
    out = lower(args, step, options,
                f"--grad-gpu-pipeline=chip={chip} format=isa").stdout
    ptx = read_ptx(out)
    path = args.temp / "kernels.ptx"
    path.write_text(ptx)
    log = call([args.ptxas, f"-arch={chip}", "-v", path, "-o",
                args.temp / "kernels.cubin"]).stderr
    registers = [int(n) for n in re.findall(r"Used (\d+) registers", log)]
    spills = sum(int(n) for n in re.findall(r"(\d+) bytes spill", log))
    kernels = split_kernels(ptx)
    assert len(registers) == len(kernels) > 0
    wide = flat = 0
    for kernel, body in kernels.items():
        if "_flat_" in kernel:
            flat += 1
            wide += bool(re.search(r"st\.global(\.\w+)*\.v[24]", body))
    print(f"| {name} | {chip} | {len(kernels)} | {max(registers)} | {spills} "
          f"| {wide} of {flat} |", flush=True)
    return spills == 0 and wide >= 0.8 * flat


def count_step(args, name, step, options):
    text = lower(args, step, options, "--grad-gpu-pipeline=chip=sm_90 format=isa",
                 "--mlir-print-ir-after=convert-linalg-to-kernels",
                 "--mlir-print-ir-module-scope", "--mlir-disable-threading").stderr
    host = text[text.index("func.func"):]
    collectives = len(re.findall(r"grad\.(?:all_reduce|reduce_scatter|all_gather)", host))
    launches = len(re.findall(r"gpu\.launch_func", host))
    copies = len(re.findall(r"memref\.copy", host))
    reads = len(re.findall(r"memref\.load", host))
    products = len(re.findall(r"linalg\.generic", host))
    print(f"| {name} | {collectives} | {launches} | {products} | {copies} | {reads} |")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tools", type=pathlib.Path, required=True)
    parser.add_argument("--ptxas", default="ptxas")
    parser.add_argument("--chips", nargs="+", default=["sm_80", "sm_90", "sm_100"])
    parser.add_argument("--temp", type=pathlib.Path, required=True)
    parser.add_argument("--counts", action="store_true")
    args = parser.parse_args()
    args.temp.mkdir(parents=True, exist_ok=True)
    if args.counts:
        print("| step | collectives | kernels | products | copies | waits |")
        print("|---|---|---|---|---|---|")
        for name, (step, options) in STEPS.items():
            count_step(args, name, step, options)
        return 0
    print("| step | chip | kernels | registers | spilled | flat kernels with "
          "16-byte stores |")
    print("|---|---|---|---|---|---|")
    fine = [check_step(args, name, step, options, chip)
            for name, (step, options) in STEPS.items() for chip in args.chips]
    print(f"{len(fine)} steps and chips, {fine.count(False)} failures")
    return int(not all(fine))


if __name__ == "__main__":
    sys.exit(main())
