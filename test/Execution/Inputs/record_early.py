"""Runs a command with the event recorded too early that follows rank 0's first
collective, as the log of a double's run before tells.

    record_early.py LOG COMMAND...
"""
import os
import re
import sys

records, seen = 0, False
for line in open(sys.argv[1]):
    seen = seen or bool(re.match("issued: rank 0's collective 0", line))
    records += line.strip() == "call: cuEventRecord"
    if seen and line.strip() == "call: cuEventRecord":
        break
os.environ["GRAD_DOUBLE_FAULT"] = f"early-record:{records}"
os.execvp(sys.argv[2], sys.argv[2:])
