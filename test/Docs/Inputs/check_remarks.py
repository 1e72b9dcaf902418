"""Compares the remarks in the sources with the page that documents them.

    check_remarks.py REMARKS.md FOLDER

Fails, and names them, where a source file below the folder emits a remark, or
gives it an argument, that the page does not have as `code` in the first column
of a table.
"""

import pathlib
import re
import sys


def main():
    page, folder = map(pathlib.Path, sys.argv[1:])
    documented = set()
    for row in re.findall(r"^\| (`[^|]*) \|", page.read_text(), re.M):
        documented.update(re.findall(r"`([^`]+)`", row))
    used = {}
    for source in sorted(folder.rglob("*.cpp")):
        text = source.read_text()
        for name in re.findall(r"RemarkOpts::name\(([^)]*)\)", text):
            for literal in re.findall(r'"([^"]+)"', name):
                used[literal] = source.name
        # Functions that emit them: the first text is the name.
        for name in re.findall(
                r'\b(?:note\w*|emitRemark)\([^;"]*"([^"]+)"', text):
            used[name] = source.name
        for key in re.findall(r'RemarkArg\(\s*"([^"]+)"', text):
            used[key] = source.name
    missing = sorted(used.keys() - documented)
    for name in missing:
        print(f"{used[name]}: '{name}' is not in {page.name}")
    print(f"{len(used)} names and keys, {len(missing)} missing")
    return 1 if missing or not used else 0


if __name__ == "__main__":
    sys.exit(main())
