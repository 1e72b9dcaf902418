"""Runs every case of fusion.json: grad-opt's buckets against the listed ones."""

import json
import re
import subprocess
import sys


def make_module(counts):
    """A function with one all-reduce per element count, over its arguments."""
    args = ", ".join(f"%a{i}: tensor<{n}xf32>" for i, n in enumerate(counts))
    types = ", ".join(f"tensor<{n}xf32>" for n in counts)
    results = ", ".join(f"%r{i}" for i in range(len(counts)))
    lines = [f"func.func @step({args}) -> ({types}) {{"]
    for i, n in enumerate(counts):
        lines.append(f"  %r{i} = grad.all_reduce<sum> %a{i} : tensor<{n}xf32>")
    lines.append(f"  return {results} : {types}\n}}")
    return "\n".join(lines)


def run(tool, case):
    """The buckets, as positions, in the order of the fused collectives."""
    out = subprocess.run(
        [tool, f"--fuse-allreduce={case['options']}"],
        input=make_module(case["element_counts"]),
        capture_output=True, text=True, check=True).stdout
    buckets = []
    for operands in re.findall(r"grad\.all_reduce<sum> (.*) :", out):
        buckets.append([int(i) for i in re.findall(r"%arg(\d+)", operands)])
    return buckets


def main():
    tool, path = sys.argv[1:]
    with open(path) as file:
        cases = json.load(file)
    failures = 0
    for case in cases:
        got = run(tool, case)
        if got != case["buckets"]:
            failures += 1
            print(f"FAIL {case['name']}: {case['options']}\n"
                  f"  expected {case['buckets']}\n  got      {got}")
    print(f"{len(cases) - failures} cases passed, {failures} failed")
    return failures != 0 or not cases


if __name__ == "__main__":
    sys.exit(main())
