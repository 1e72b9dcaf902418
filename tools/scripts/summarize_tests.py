#!/usr/bin/env python3
"""Adds up what CTest and lit report.

    summarize_tests.py --ctest JUNIT.xml --lit LIT.json --status N

CTest's entry `lit` stands for the tests in lit's report, which are counted
instead of it. N is CTest's exit status. Prints what failed, what was skipped and
why, and last "N passed, N failed". Fails where a test failed, where CTest
failed for another reason, and where nothing passed.
"""

import argparse
import collections
import json
import pathlib
import re
import sys
import xml.etree.ElementTree as ElementTree

LIT_ENTRY = "lit"
PASSED = {"PASS", "XFAIL", "FLAKYPASS"}
SKIPPED = {"SKIPPED", "UNSUPPORTED", "EXCLUDED"}


class Results:
    def __init__(self):
        self.passed = []
        self.failed = []
        self.skipped = collections.defaultdict(list)


def is_skip(skipped):
    """Whether a test skipped itself; CTest also calls skipped what it could not
    start, or did not because something else failed."""
    return (skipped is not None and
            skipped.get("message", "").startswith("SKIP_"))


def add_ctest(path, results):
    """Adds CTest's entries but for lit's; returns whether lit's is there."""
    has_lit = False
    for case in ElementTree.parse(path).getroot().iter("testcase"):
        name, status = case.get("name"), case.get("status")
        if name == LIT_ENTRY:
            has_lit = True
        elif status == "run":
            results.passed.append(name)
        elif status == "disabled" or is_skip(case.find("skipped")):
            output = (case.findtext("system-out") or "").strip()
            reason = output.splitlines()[-1] if output else ""
            results.skipped[reason.removeprefix("skipped: ")].append(name)
        else:
            results.failed.append(name)
    return has_lit


def add_lit(path, results):
    """Adds the tests in lit's report."""
    if not path.exists():
        results.failed.append("lit (it wrote no report)")
        return
    for test in json.loads(path.read_text())["tests"]:
        if test["code"] in PASSED:
            results.passed.append(test["name"])
        elif test["code"] in SKIPPED:
            match = re.search(r"unavailable features?: (.*)", test["output"])
            results.skipped[f"needs {match[1]}" if match else
                            test["output"].strip()].append(test["name"])
        else:
            results.failed.append(test["name"])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--ctest", type=pathlib.Path, required=True)
    parser.add_argument("--lit", type=pathlib.Path, required=True)
    parser.add_argument("--status", type=int, required=True)
    args = parser.parse_args()
    results = Results()
    if not args.ctest.exists():
        results.failed.append("ctest (it wrote no report)")
    elif add_ctest(args.ctest, results):
        add_lit(args.lit, results)
    if args.status != 0 and not results.failed:
        results.failed.append(f"ctest (exit status {args.status})")
    if not results.passed and not results.failed:
        results.failed.append("nothing ran")
    for reason, names in sorted(results.skipped.items()):
        print(f"skipped, {reason or 'without a reason'}: {len(names)}")
        for name in names:
            print(f"  {name}")
    for name in results.failed:
        print(f"failed: {name}")
    print(f"{len(results.passed)} passed, {len(results.failed)} failed")
    return 1 if results.failed else 0


if __name__ == "__main__":
    sys.exit(main())
