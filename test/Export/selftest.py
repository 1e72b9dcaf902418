#!/usr/bin/env python3
"""Shows that the checks of this folder can fail, and pass when they should.

    selftest.py [--full]

Plans are compared with tables worked out by hand. Then run_xla.py gets modules
that are known to be right (fused by reference_fuse.py) and modules that are
known to be wrong. With --full the narrow models are run too (minutes).
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile

import expected_buckets as eb
import reference_fuse
import xla_modules
from jaxlib.mlir import ir

HERE = pathlib.Path(__file__).resolve().parent
INPUTS = HERE / "Inputs"
Rule = eb.Rule
TEN = {"limit": 10, "in_elements": True}
EIGHT = (4, 4, 4, 12, 3, 8, 11, 1)

# name, element counts, rule, positions of each bucket in issue order
PLANS = [
    ("split-indices, even", (4,) * 8, Rule("split-indices", entries=(2, 4, 6, 8)),
     [[0, 1], [2, 3], [4, 5], [6, 7]]),
    ("split-ends", (4,) * 8, Rule("split-ends", entries=(2, 4, 6)),
     [[0, 1, 2], [3, 4], [5, 6], [7]]),
    ("split-indices, last takes the rest", (4,) * 10, Rule("split-indices", entries=(2, 4)),
     [[0, 1], [2, 3, 4, 5, 6, 7, 8, 9]]),
    ("split-indices of 161", (4,) * 161, Rule("split-indices", entries=(107, 160)),
     [list(range(107)), list(range(107, 161))]),
    ("at-most", EIGHT, Rule("at-most", **TEN), [[0, 1], [3], [2, 4], [6], [5, 7]]),
    ("ddp", EIGHT, Rule("ddp", **TEN), [[0, 1, 2], [3], [4, 5], [6], [7]]),
    ("ddp, smaller first bucket", EIGHT, Rule("ddp", first=4, **TEN),
     [[0], [1, 2, 3], [4, 5], [6], [7]]),
    ("singa", EIGHT, Rule("singa", **TEN), [[0, 1, 2], [3], [4, 5], [6], [7]]),
    ("singa, large one alone", (4, 12, 4, 4), Rule("singa", **TEN), [[1], [0, 2, 3]]),
    ("at-most, full", (4, 4), Rule("at-most", 4, in_elements=True), [[0], [1]]),
    ("ddp, full", (4, 4), Rule("ddp", 4, in_elements=True), [[0], [1]]),
    ("singa, not yet above", (4, 4), Rule("singa", 4, in_elements=True), [[0, 1]]),
    ("at-most, large one between", (8, 4, 40, 4), Rule("at-most", 12, in_elements=True),
     [[0, 1], [2], [3]]),
    ("max-operands", (4,) * 5, Rule(max_operands=2), [[0, 1], [2, 3], [4]]),
    ("off", (4, 4), Rule(limit=0), [[0], [1]]),
]

failures = 0


def report(ok: bool, name: str, detail: str = ""):
    global failures
    failures += not ok
    print(f"{'pass' if ok else 'FAIL'}: {name}{'' if ok else ': ' + detail}", flush=True)


def independent(sizes, keys=None):
    return [eb.Candidate(str(i), (keys[i],) if keys else (), n, 4 * n, i)
            for i, n in enumerate(sizes)]


def check_plans():
    for name, sizes, rule, expected in PLANS:
        got = eb.plan(independent(sizes), eb.Graph({}), rule)
        report(got == expected, f"plan: {name}", f"{got}")
    got = eb.plan(independent((4,) * 5, "ababa"), eb.Graph({}), Rule())
    report(got == [[1, 3], [0, 2, 4]], "plan: two keys", f"{got}")
    # a1 = AR(x), a2 = AR(a1), b1 = AR(y), b2 = AR(b1)
    got = eb.plan(independent((4,) * 4), eb.Graph({0: {1}, 2: {3}}), Rule())
    report(got == [[0, 2], [1, 3]], "plan: two chains", f"{got}")
    # a0 b0 a1 b1 a2 b2, where a bucket already formed closes the way for another
    crossed = eb.Graph({0: {2}, 1: {3}, 2: {4}, 3: {4, 5}})
    got = eb.plan(independent((4,) * 6, ("sum", "max", "max", "sum", "sum", "sum")),
                  crossed, Rule())
    report(got == [[1], [2], [0, 3], [4, 5]], "plan: crossed kinds", f"{got}")
    fenced = independent((4,) * 4)
    fenced[2].stretch = fenced[3].stretch = 1
    got = eb.plan(fenced, eb.Graph({}), Rule())
    report(got == [[0, 1], [2, 3]], "plan: a fence", f"{got}")


def run_xla(before, after, *options):
    """Exit status and text of run_xla.py."""
    done = subprocess.run(
        [sys.executable, HERE / "run_xla.py", "--before", before, "--after", after, *options],
        capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def expect(name, status, before, after, *options, saying=""):
    got, text = run_xla(before, after, *options)
    report(got == status and saying in text, f"run_xla: {name}",
           f"exit status {got}, expected {status} and '{saying}'\n{text}")


def fused(path: pathlib.Path, rule=Rule(), variadic=False, change=lambda module: None):
    """Text of a fused module, changed afterwards; and its all-reduces."""
    module = xla_modules.parse(path.read_text(), str(path))
    with module.context, ir.Location.unknown():
        left = reference_fuse.fuse(module, rule, variadic)
        change(module)
        return reference_fuse.text_of(module), left


def named(module, name):
    return [op for op in xla_modules.walk(module) if op.name == f"stablehlo.{name}"]


def swap_two(module):
    """Gives one layer's gradient to another of the same type, and back."""
    slices = named(module, "slice")
    one, other = [s for s in slices if s.results[0].type == slices[0].results[0].type][:2]
    for name in ("start_indices", "limit_indices"):
        one.attributes[name], other.attributes[name] = (
            other.attributes[name], one.attributes[name])


def drop_reduction(module):
    op = named(module, "all_reduce")[0]
    op.results[0].replace_all_uses_with(op.operands[0])


def halve_groups(module):
    named(module, "all_reduce")[0].attributes["replica_groups"] = ir.Attribute.parse(
        "dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>")


def take_maximum(module):
    body = named(module, "all_reduce")[0].regions[0].blocks[0]
    add = body.operations[0].operation
    with ir.InsertionPoint(add):
        new = reference_fuse._create("maximum", [add.results[0].type], list(body.arguments))
    add.results[0].replace_all_uses_with(new.results[0])
    add.erase()


def check_xla(folder: pathlib.Path):
    target = folder / "after.mlir"
    tiny = sorted(INPUTS.glob("tiny-*.mlir"))
    for path in tiny:
        text, left = fused(path)
        target.write_text(text)
        expect(f"{path.name}, fused, is the same", 0, path, target,
               "--expect-all-reduces", str(left), saying="bit-equal: yes")
    mlp = INPUTS / "tiny-mlp-auto.mlir"
    for change in (swap_two, drop_reduction, halve_groups, take_maximum):
        text, _ = fused(mlp, change=change)
        target.write_text(text)
        expect(f"{change.__name__} is found", 1, mlp, target, saying="MISMATCH: output")
    expect("a wrong number is found", 1, mlp, mlp, "--expect-all-reduces", "1",
           saying="holds 9 stablehlo.all_reduce, expected 1")
    expect("other types are refused", 2, mlp, tiny[0], saying="different types")
    expect("another number of devices is refused", 2, mlp, mlp, "--devices", "2",
           saying="is for 4 devices")
    target.write_text("module {")
    expect("text that cannot be parsed is refused", 2, mlp, target, saying="cannot be parsed")

    # A limit of XLA's, not ours: the day it goes, buckets need no packing.
    target.write_text(fused(mlp, variadic=True)[0])
    status, _ = run_xla(mlp, target)
    print(f"note: XLA {'refuses' if status else 'NOW TAKES'} an all-reduce with several "
          "operands inside a shard_map")


def check_models(folder: pathlib.Path):
    target = folder / "after.mlir"
    for path in sorted(INPUTS.glob("*-narrow-*.mlir")):
        text, left = fused(path, Rule(max_operands=40))
        target.write_text(text)
        expect(f"{path.name}, fused, is the same", 0, path, target,
               "--expect-all-reduces", str(left), saying="bit-equal: yes")


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--full", action="store_true", help="run the narrow models too")
    args = parser.parse_args()
    check_plans()
    with tempfile.TemporaryDirectory() as folder:
        check_xla(pathlib.Path(folder))
        if args.full:
            check_models(pathlib.Path(folder))
    print(f"selftest: {'FAIL, ' + str(failures) + ' failed' if failures else 'PASS'}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
