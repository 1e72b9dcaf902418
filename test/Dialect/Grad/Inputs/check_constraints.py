"""Compares the constraints that .td files list with the negative tests.

    check_constraints.py TEST.mlir... FILE.td...

Fails, and names them, where a constraint has no `expected-error` in a test,
where a test expects an id that no file lists, and where an id is listed twice.
"""

import collections
import pathlib
import re
import sys

ID = r"GR-[A-Z]+-[0-9]+"


def main():
    tests = [name for name in sys.argv[1:] if name.endswith(".mlir")]
    files = [name for name in sys.argv[1:] if name not in tests]
    listed = collections.Counter(
        identifier for file in files for identifier in
        re.findall(rf"^\s*- ({ID}):", pathlib.Path(file).read_text(), re.M))
    tested = {identifier for test in tests for identifier in
              re.findall(rf"expected-error[^\n]*\{{\{{({ID}): ",
                         pathlib.Path(test).read_text())}
    problems = [f"{i}: no negative test in {' '.join(tests)}" for i in listed
                if i not in tested]
    problems += [f"{i}: tested, but listed in no .td file" for i in tested
                 if i not in listed]
    problems += [f"{i}: listed {n} times" for i, n in listed.items() if n > 1]
    if not listed:
        problems.append(f"no constraint found in {' '.join(files)}")
    for problem in sorted(problems):
        print(problem)
    if not problems:
        print(f"{len(listed)} constraints, each with a negative test")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
