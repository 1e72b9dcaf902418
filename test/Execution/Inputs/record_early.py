"""Runs a command with the event recorded too early that the program waits for
after rank 0's first collective, as the log of a double's run before tells. Of the
two that follow it, the first is the runtime's own.

    record_early.py LOG COMMAND...
"""
import os
import re
import sys

records, seen, after = 0, False, 0
for line in open(sys.argv[1]):
    seen = seen or bool(re.match("issued: rank 0's collective 0", line))
    is_record = line.strip() == "call: cuEventRecord"
    records += is_record
    after += seen and is_record
    if after == 2:
        break
os.environ["GRAD_DOUBLE_FAULT"] = f"early-record:{records}"
os.execvp(sys.argv[2], sys.argv[2:])
