"""Runs programs with and without memory that stays for their buckets.

    compare_placement.py [--ranks 1,2,4] [--steps N] FILE...

Compares each public function of the files, bit by bit, or the training of N
updates. Says how many runs were equal.
"""

import argparse
import pathlib
import re
import subprocess
import sys


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("files", nargs="+")
    parser.add_argument("--ranks", default="1,2,4")
    parser.add_argument("--steps")
    args = parser.parse_args()
    equal = failed = 0
    for file in args.files:
        names = re.findall(r"^func\.func @(\w+)", pathlib.Path(file).read_text(),
                           re.M)
        runs = ([[f"--steps={args.steps}"]] if args.steps else
                [[f"--entry={name}"] for name in names])
        for flags in runs:
            for ranks in args.ranks.split(","):
                done = subprocess.run(
                    ["grad-run", file, "--place-buckets=false",
                     f"--against={file}", f"--ranks={ranks}", *flags],
                    capture_output=True, text=True)
                if (done.returncode == 0 and "bit by bit" in done.stdout
                        and "0 parameters" != done.stdout[:12]):
                    equal += 1
                    continue
                failed += 1
                print(f"FAIL {file} {' '.join(flags)} on {ranks} ranks: "
                      f"{done.stdout}{done.stderr}")
    print(f"{equal} runs equal, bit by bit")
    return failed != 0 or not equal


if __name__ == "__main__":
    sys.exit(main())
