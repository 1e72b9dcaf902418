#!/usr/bin/env python3
"""Measures fuse-allreduce against MLIR's own parser on the same files.

    python3 test/benchmark/run_fusion.py BUILD/bin/grad-opt

Prints a Markdown table, for docs/benchmarks.md. Times are wall times of
--mlir-timing, the best of --runs. Fails where another number of collectives is
left than the rules say; times are only reported.
"""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

GENERATE = pathlib.Path(__file__).with_name("generate_fusion.py")

# What is generated, options, collectives that must be left.
CASES = [
    ("independent 1000", "", 1),
    ("independent 10000", "", 1),
    ("independent 100000", "", 1),
    ("independent 100000", "max-operands=256", 391),
    ("independent 100000", "order=production max-operands=256", 391),
    ("chains 100 100", "", 100),
    ("chains 1000 100", "", 100),
    ("chains 100 1000", "", 1000),
    ("kinds 100000", "", 4),
    ("ids 100000 1000", "", 1000),
    ("ids 100000 1000", "max-operands=10", 10000),
]


def measure(tool, source, options, output):
    """Times of the parser and of the pass, and the collectives left."""
    run = subprocess.run(
        [tool, source, f"--fuse-allreduce={options}", "--mlir-timing",
         "--mlir-timing-display=list", "-o", output],
        capture_output=True, text=True, check=True)
    times = {name: float(seconds) for seconds, name in re.findall(
        r"^\s*([\d.]+) \([^)]*\)\s+(\w+)$", run.stderr, re.MULTILINE)}
    left = pathlib.Path(output).read_text().count("grad.all_reduce")
    return times["Parser"], times["FuseAllReduce"], left


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tool", help="path of grad-opt")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--only", default="", help="cases that contain this")
    args = parser.parse_args()
    failures = 0
    print("| module | options | parse, s | pass, s | pass / parse | left |")
    print("|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as directory:
        source, output = f"{directory}/in.mlir", f"{directory}/out.mlir"
        for shape, options, expected in CASES:
            if args.only not in f"{shape} {options}":
                continue
            with open(source, "w") as file:
                subprocess.run([sys.executable, GENERATE, *shape.split()],
                               stdout=file, check=True)
            runs = [measure(args.tool, source, options, output)
                    for _ in range(args.runs)]
            parse, fuse = (min(run[i] for run in runs) for i in (0, 1))
            print(f"| {shape} | {f'`{options}`' if options else 'none'} "
                  f"| {parse:.4f} | {fuse:.4f} | {fuse / parse:.2f} "
                  f"| {runs[0][2]} |", flush=True)
            for left in {run[2] for run in runs} - {expected}:
                failures += 1
                print(f"error: {shape}: expected {expected} collectives, got "
                      f"{left}", file=sys.stderr)
    return failures != 0


if __name__ == "__main__":
    sys.exit(main())
