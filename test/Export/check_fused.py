#!/usr/bin/env python3
"""Fuses an exported module with grad-opt and checks the result in XLA.

    check_fused.py --grad-opt grad-opt MODULE.mlir [option=value ...]

The options are those of fuse-allreduce. The fused module has to hold exactly as
many all-reduces as expected_buckets.py computes, and to give the same outputs
within 1e-6, or bit by bit; --count-only checks the number alone.
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent


def fuse(tool, module, options, out):
    subprocess.run(
        [tool, module, "--convert-stablehlo-to-grad",
         f"--fuse-allreduce={' '.join(options)}", "--convert-grad-to-stablehlo",
         "--mlir-print-debuginfo", "-o", out], check=True)


def count_expected(module, options):
    """What the independent script says; it has an option for each of ours."""
    flags = [f"--{option}" for option in options]
    done = subprocess.run(
        [sys.executable, HERE / "expected_buckets.py", module, "--count", *flags],
        check=True, capture_output=True, text=True)
    return int(done.stdout)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--grad-opt", required=True, dest="tool")
    parser.add_argument("--bit-equal", action="store_true",
                        help="accept nothing but the same bits")
    parser.add_argument("--count-only", action="store_true",
                        help="count the all-reduces, run nothing")
    parser.add_argument("module")
    parser.add_argument("options", nargs="*", metavar="option=value")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        fused = str(pathlib.Path(folder) / "fused.mlir")
        fuse(args.tool, args.module, args.options, fused)
        expected = count_expected(args.module, args.options)
        if args.count_only:
            count = pathlib.Path(fused).read_text().count('"stablehlo.all_reduce"')
            print(f"{count} all-reduces, {expected} expected")
            return count != expected
        command = [sys.executable, HERE / "run_xla.py", "--before", args.module,
                   "--after", fused, "--expect-all-reduces", str(expected)]
        if args.bit_equal:
            command.append("--require-bit-equal")
        return subprocess.run(command).returncode


if __name__ == "__main__":
    sys.exit(main())
