"""Checks that nothing copies a gradient or a parameter in lowered steps.

    check_buckets.py [--options "OPTIONS"]... STEP.mlir...

Takes each step through grad-data-parallel-pipeline with each of the options, and
on through the bufferization of grad-cpu-pipeline. A copy of as many elements as a
parameter has, or of 1024 and more, is an error: memref.copy, linalg.copy, and
bufferization.clone, which is a memref.copy by then. Not so one into a part of a
larger buffer, which is the padding of an activation, unless a parameter has as
many. A single number is no tensor.

With --run N, also trains the steps for N updates on 1, 2 and 4 ranks, with buckets
in memory that stays and without, and compares all state bit by bit.
"""

import argparse
import math
import pathlib
import re
import subprocess
import sys
import tempfile

COPY = re.compile(r"^.*\b(?:memref\.copy|linalg\.copy|bufferization\.clone)\b.*$", re.M)
LAST = "convert-bufferization-to-memref"
LARGE = 1024


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}: {done.stderr}")
    return done


def count_elements(shape):
    return math.prod(int(size) for size in re.findall(r"(\d+)x", shape))


def find_copies(text):
    """Lines that copy a gradient or a parameter."""
    params = {count_elements(shape) for shape in
              re.findall(r"memref<((?:\d+x)*)\w+> \{[^}]*grad\.param = ", text)}
    for line in COPY.findall(text):
        types = re.findall(r"memref<((?:\d+x)*)\w+(, strided)?", line)
        count = max(count_elements(shape) for shape, _ in types)
        into_part = "linalg.copy" in line and bool(types[-1][1])
        if count > 1 and (count in params or (count >= LARGE and not into_part)):
            yield line.strip()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--options", action="append", default=[])
    parser.add_argument("--run")
    parser.add_argument("steps", nargs="+")
    args = parser.parse_args()
    steps = copies = calls = operands = equal = 0
    with tempfile.TemporaryDirectory() as folder:
        for step in args.steps:
            for options in args.options or [""]:
                file = pathlib.Path(folder) / "step.mlir"
                run("grad-opt", step, f"--grad-data-parallel-pipeline={options}",
                    "-o", file)
                text = run("grad-opt", file, "--grad-cpu-pipeline",
                           f"--mlir-print-ir-after={LAST}", "-o", "/dev/null").stderr
                assert LAST in text, "the pipeline has no such pass"
                steps += 1
                for line in find_copies(text):
                    copies += 1
                    print(f"FAIL {pathlib.Path(step).name} {options}: {line}")
                for ranks in ("1", "2", "4") if args.run else ():
                    told = run("grad-run", file, "--place-buckets=false",
                               f"--against={file}", f"--steps={args.run}",
                               f"--ranks={ranks}").stdout
                    assert "bit by bit" in told, told
                    equal += 1
    print(f"{steps} steps, {copies} copies of gradients or parameters")
    if args.run:
        print(f"{equal} trainings equal, bit by bit")
    return copies != 0


if __name__ == "__main__":
    sys.exit(main())
