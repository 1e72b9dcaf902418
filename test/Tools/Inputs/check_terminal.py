"""Runs a command whose standard error is a terminal, and prints what it wrote there.

    check_terminal.py COMMAND...
"""

import os
import pty
import subprocess
import sys

ours, theirs = pty.openpty()
process = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=theirs)
os.close(theirs)
written = b""
while True:
    try:
        part = os.read(ours, 4096)
    except OSError:  # Linux says so where nobody is left to write.
        break
    if not part:
        break
    written += part
print(written.decode().replace("\r\n", "<end>\n").replace("\r", "\n").replace("\x1b[K", "<clear>"))
sys.exit(process.wait())
