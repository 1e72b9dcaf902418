#!/usr/bin/env python3
"""Runs two StableHLO modules with XLA on host CPU devices and compares them.

    run_xla.py --before A.mlir --after B.mlir [--devices N] [--rtol 1e-6]
               [--expect-all-reduces K]

Both texts go to XLA as they are, get the same seeded inputs, and every output
is compared on every device: max |a-b| <= rtol * max |a| per tensor, NaN and
infinities at the same places. With K, `after` must hold exactly K
stablehlo.all_reduce. Exit status 0: equal; 1: not; 2: could not be run.
"""

import argparse
import os
import pathlib
import sys
import time


def parse_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--before", type=pathlib.Path, required=True, metavar="MLIR")
    parser.add_argument("--after", type=pathlib.Path, required=True, metavar="MLIR")
    parser.add_argument("--devices", type=int, metavar="N",
                        help="must be what the modules are for (default: read from `before`)")
    parser.add_argument("--rtol", type=float, default=1e-6)
    parser.add_argument("--expect-all-reduces", type=int, metavar="K",
                        help="stablehlo.all_reduce ops that `after` must hold")
    parser.add_argument("--require-bit-equal", action="store_true")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--int-below", type=int, default=8, metavar="M",
                        help="integer inputs are 0..M-1 (labels and tokens; default 8)")
    parser.add_argument("--xla-combiner", action="store_true",
                        help="leave XLA's own all-reduce combiner on")
    return parser.parse_args()


def main() -> int:
    args = parse_arguments()
    import xla_modules as xm

    def fail(message: str) -> int:
        print(f"run_xla: error: {message}", file=sys.stderr)
        return 2

    modules = {}
    for label, path in (("before", args.before), ("after", args.after)):
        try:
            modules[label] = xm.Module(path)
        except (OSError, xm.ModuleError) as error:
            return fail(str(error))
    before, after = modules["before"], modules["after"]
    devices = args.devices or before.devices
    for label, module in modules.items():
        if module.devices != devices:
            return fail(f"'{label}' is for {module.devices} devices, not {devices}")
    if before.signature != after.signature:
        return fail(f"the two modules have different types: {before.signature} "
                    f"and {after.signature}")

    # One device per partition; set before jax makes its CPU client.
    os.environ["XLA_FLAGS"] = (os.environ.get("XLA_FLAGS", "") +
                               f" --xla_force_host_platform_device_count={devices}")
    inputs = before.make_inputs(args.seed, args.int_below)
    outputs = {}
    for label, module in modules.items():
        start = time.monotonic()
        try:
            executable = module.compile(combine=args.xla_combiner)
            compiled = time.monotonic()
            outputs[label] = executable.run(inputs)
        except xm.ModuleError as error:
            return fail(f"'{label}': {error}")
        print(f"{label + ':':8}{module.count('stablehlo.all_reduce'):4} stablehlo.all_reduce "
              f"({module.operands('stablehlo.all_reduce')} operands), "
              f"{executable.count('all-reduce')} all-reduce in XLA's optimized HLO; "
              f"compiled in {compiled - start:.1f} s, ran in {time.monotonic() - compiled:.2f} s",
              flush=True)

    problems, summary = xm.compare(outputs["before"], outputs["after"],
                                   before.output_names, args.rtol)
    print(summary)
    if args.require_bit_equal and "bit-equal: yes" not in summary:
        problems.append("outputs are not bit-equal")
    if args.expect_all_reduces is not None:
        got = after.count("stablehlo.all_reduce")
        if got != args.expect_all_reduces:
            problems.append(f"'after' holds {got} stablehlo.all_reduce, "
                            f"expected {args.expect_all_reduces}")
    for problem in problems[:10]:
        print(f"MISMATCH: {problem}")
    if len(problems) > 10:
        print(f"... and {len(problems) - 10} more")
    print("run_xla: FAIL" if problems else "run_xla: PASS")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
