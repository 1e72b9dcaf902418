"""Runs the tools for scripts that test them."""

import pathlib
import subprocess
import sys


class ToolRunner:
    """`tools`: a folder, or nothing where they are on the PATH. `work`: for files, is
    made."""

    def __init__(self, tools, work):
        self.tools, self.work, self.runs = tools, pathlib.Path(work), 0
        self.work.mkdir(parents=True, exist_ok=True)

    def call(self, tool, *arguments):
        """What the tool writes. Ends the script where it fails."""
        command = [f"{self.tools}/{tool}" if self.tools else tool, *map(str, arguments)]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"FAIL: {' '.join(command)}\n{done.stderr}")
        return done.stdout
