#!/usr/bin/env python3
"""Counts what the gradient reducer costs a step.

    count_reducer.py BUILD/bin/grad-opt [STEP.mlir]

Prints two Markdown tables, for docs/benchmarks.md: operations of the step (by
default ResNet-50's gradients in f16) without and with a reduction in f32, as
grad-data-parallel-pipeline writes it and as buffers, after the bufferization of
grad-cpu-pipeline; and the bytes that one rank sends with each wire.

A loop is elementwise where all its iterators are parallel; it only casts where
its body does nothing else. Matrix products and fills are counted apart.
"""

import argparse
import pathlib
import re
import subprocess
import sys

STEP = pathlib.Path(__file__).with_name("resnet50-gradients.mlir")
RANKS = "world-size=4"
WIRES = [
    ("f32", ""),
    ("f16", "wire=f16"),
    ("f32, largest 1 % of each bucket", "fusion-type=1 top-k-ratio=0.01"),
]
BYTES = {"f16": 2, "bf16": 2, "f32": 4, "i32": 4, "f64": 8, "i64": 8}
# What a row of the first table counts.
OPERATIONS = {
    "collectives": r"\bgrad\.all_reduce<",
    "matrix products": r"\blinalg\.matmul\b",
    "fills": r"\blinalg\.fill\b",
    "copies": r"\b(?:memref|linalg)\.copy\b",
}
CASTS = {"arith.extf", "arith.truncf"}
GENERIC = re.compile(r"linalg\.generic \{(.*?)\^bb0\(.*?\):\n(.*?)linalg\.yield", re.S)


def reduce(tool, step, options):
    return subprocess.run(
        [tool, step, f"--grad-data-parallel-pipeline={RANKS} {options}"],
        check=True, capture_output=True, text=True).stdout


def lower(tool, text):
    """The step as buffers, deallocations included."""
    last = "convert-bufferization-to-memref"
    done = subprocess.run(
        [tool, "-", "--grad-cpu-pipeline", f"--mlir-print-ir-after={last}",
         "-o", "/dev/null"],
        input=text, check=True, capture_output=True, text=True)
    assert last in done.stderr, "the pipeline has no such pass"
    return done.stderr


def count(text):
    """The rows of one column."""
    rows = {name: len(re.findall(pattern, text))
            for name, pattern in OPERATIONS.items()}
    loops = casting = 0
    for head, body in GENERIC.findall(text):
        if '"reduction"' in head:
            continue
        loops += 1
        casting += set(re.findall(r"= ([a-z]+\.[a-z]+)", body)) <= CASTS
    on_tensors = re.findall(
        r"= arith\.(?:extf|truncf|mulf) .* : tensor<|= grad\.scale ", text)
    rows["elementwise loops"] = loops + len(on_tensors)
    rows["of which only cast"] = casting + len(
        re.findall(r"= arith\.(?:extf|truncf) .* : tensor<", text))
    return rows


def count_bytes(text):
    """What one rank brings to the collectives."""
    total = 0
    for types in re.findall(r"= grad\.all_(?:reduce|gather)[<_ ].* : (.*)$", text, re.M):
        for shape, element in re.findall(r"tensor<((?:\d+x)*)(\w+)>",
                                         types.split(" -> ")[0]):
            size = BYTES[element]
            for extent in shape.split("x")[:-1]:
                size *= int(extent)
            total += size
    return total


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tool", help="path of grad-opt")
    parser.add_argument("step", nargs="?", type=pathlib.Path, default=STEP)
    args = parser.parse_args()
    alone, reduced = args.step.read_text(), reduce(args.tool, args.step, "")
    columns = [count(text) for text in (
        alone, reduced, lower(args.tool, alone), lower(args.tool, reduced))]
    print("| | step | with its reduction | step, as buffers | "
          "with its reduction, as buffers |")
    print("|---|---|---|---|---|")
    for name in columns[0]:
        print(f"| {name} | {' | '.join(str(column[name]) for column in columns)} |")
    print("\n| wire | bytes of one rank |")
    print("|---|---|")
    for name, options in WIRES:
        print(f"| {name} | {count_bytes(reduce(args.tool, args.step, options)):,} |")


if __name__ == "__main__":
    sys.exit(main())
