"""Runs every public function of a file before and after a pass, and compares.

    run_cases.py FILE [--ranks 1,2,4] --out AFTER FLAG...

FLAG are flags of grad-opt, whose output goes to AFTER. Says how many functions were equal, bit by bit, and
how many the passes changed.
"""

import argparse
import re
import subprocess
import sys


def opt(path, flags, out):
    done = subprocess.run(["grad-opt", path, *flags, "-o", out],
                          capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(done.stderr)
    with open(out) as file:
        return split_functions(file.read())


def split_functions(text):
    """The text of each public function, by name."""
    parts = re.split(r"^  (?=func\.func)", text, flags=re.M)
    return {match[1]: part for part in parts
            if (match := re.match(r"func\.func @(\w+)", part))}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("file")
    parser.add_argument("--ranks", default="1,2,4")
    parser.add_argument("--out", required=True)
    args, flags = parser.parse_known_args()
    before = opt(args.file, [], args.out)
    after = opt(args.file, flags, args.out)
    failed = 0
    for name in before:
        for ranks in args.ranks.split(","):
            done = subprocess.run(
                ["grad-run", args.out, f"--against={args.file}",
                 f"--entry={name}", f"--ranks={ranks}"],
                capture_output=True, text=True)
            if done.returncode != 0 or "are equal, bit by bit" not in done.stdout:
                failed += 1
                print(f"FAIL @{name} on {ranks} ranks: {done.stdout}{done.stderr}")
    changed = sum(before[name] != after.get(name) for name in before)
    print(f"{len(before)} functions on {args.ranks} ranks: {failed} failures, "
          f"{changed} changed")
    return failed != 0 or not before


if __name__ == "__main__":
    sys.exit(main())
