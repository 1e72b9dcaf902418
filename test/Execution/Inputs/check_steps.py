#!/usr/bin/env python3
"""Runs steps on emulated GPUs, and compares with the CPU.

    check_steps.py --tools BUILD/bin STEP.mlir...

Doubles of the libraries are named in the environment. Several seeds, since what a
step does may depend on its inputs.
"""

import argparse
import pathlib
import subprocess
import sys


def check(tools, step, ranks, seed):
    """The error, or nothing."""
    result = subprocess.run(
        [tools / "grad-test-run", step, "--backend=nccl",
         "--compile-kernels=test-emulate-kernels", f"--ranks={ranks}",
         f"--seed={seed}", f"--against={step}", "--rtol=1e-5"],
        capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=120)
    if result.returncode == 0 and f"on {ranks} ranks are equal" in result.stdout:
        return None
    return f"status {result.returncode}\n{result.stdout}{result.stderr[:2000]}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tools", type=pathlib.Path, required=True)
    parser.add_argument("steps", nargs="+", type=pathlib.Path)
    args = parser.parse_args()
    failures = 0
    for step in args.steps:
        # A gather says of how many ranks.
        counts = (2,) if "all_gather" in step.read_text() else (1, 2)
        for ranks in counts:
            for seed in range(3):
                error = check(args.tools, step, ranks, seed)
                failures += error is not None
                if error:
                    print(f"{step.name}, {ranks} ranks, seed {seed}: {error}")
    print(f"{len(args.steps)} steps, {failures} failures")
    return int(failures > 0)


if __name__ == "__main__":
    sys.exit(main())
