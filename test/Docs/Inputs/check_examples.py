"""Runs the examples in pages of the documentation, and follows their links.

    check_examples.py WORKDIR PAGE.md...

A fenced block after `<!-- example: file NAME -->` is a file. In one after
`<!-- example: run -->`, each line that starts with `$ ` is a command, and the
lines that follow are what it writes: standard error, then standard output. A
`console` block without that mark is an error, as are a link to a file that is
not there and a page that has a mark but no block.
"""

import difflib
import pathlib
import re
import subprocess
import sys

FENCE = re.compile(
    r"(?:<!-- example: (?P<mark>run|file (?P<name>[\w.-]+)) -->\n)?"
    r"^```(?P<language>\w*)\n(?P<body>.*?)^```$", re.M | re.S)


def run(command, expected, workdir):
    """Returns a description of the difference, or nothing."""
    done = subprocess.run(command, shell=True, cwd=workdir, text=True,
                          capture_output=True, timeout=120, check=False)
    got = [line.rstrip() for line in (done.stderr + done.stdout).splitlines()]
    # The driver ends its output with an empty line.
    while got and not got[-1]:
        got.pop()
    if done.returncode == 0 and got == expected:
        return ""
    return f"$ {command}\n  exit status {done.returncode}\n" + "\n".join(
        difflib.unified_diff(expected, got, "page", "run", lineterm="", n=1))


def check_page(page, workdir):
    """Returns the number of commands run and the problems found."""
    text = page.read_text()
    commands, marks, problems = 0, 0, []
    for block in FENCE.finditer(text):
        marks += block["mark"] is not None
        if block["name"]:
            (workdir / block["name"]).write_text(block["body"])
        elif block["mark"] == "run":
            for part in re.split(r"^\$ ", block["body"], flags=re.M)[1:]:
                command, *expected = part.rstrip("\n").split("\n")
                commands += 1
                problems.append(run(command, expected, workdir))
        elif block["language"] == "console":
            problems.append("a console block that is not run:\n" + block["body"])
    if marks != text.count("<!-- example: "):
        problems.append("a mark without a block")
    for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)",
                           FENCE.sub("", text)):
        if not (page.parent / link).exists():
            problems.append(f"a link to {link}, which does not exist")
    return commands, [f"{page.name}: {p}" for p in problems if p]


def main():
    workdir = pathlib.Path(sys.argv[1])
    workdir.mkdir(parents=True, exist_ok=True)
    total, problems = 0, []
    for page in map(pathlib.Path, sys.argv[2:]):
        commands, found = check_page(page, workdir)
        total += commands
        problems += found
    print("\n".join(problems))
    print(f"{total} commands, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
