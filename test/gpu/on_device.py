#!/usr/bin/env python3
"""Runs a command where there is a GPU; elsewhere says why not, with status 77.

    on_device.py COMMAND...

In the command, {chip} stands for the first GPU's chip, such as sm_90, and an argument
that is {ranks} becomes those of 1, 2 and 4 for which there are as many GPUs.
"""

import ctypes
import glob
import os
import subprocess
import sys

SKIPPED = 77
# Of cuda.h.
NO_DEVICE = 100
CAPABILITY_MAJOR, CAPABILITY_MINOR = 75, 76


def skip(reason):
    print(f"skipped: {reason}")
    sys.exit(SKIPPED)


def call(cuda, name, *arguments):
    """A GPU that is there and does not work is no reason to skip."""
    result = getattr(cuda, name)(*arguments)
    if result == NO_DEVICE:
        skip("no GPU: the CUDA driver finds none")
    if result:
        sys.exit(f"{name} failed with CUDA's error {result}")


def get_number(cuda, name, *arguments):
    number = ctypes.c_int()
    call(cuda, name, ctypes.byref(number), *arguments)
    return number.value


def find_devices():
    """The chip of the first GPU, and how many there are."""
    library = os.environ.get("GRADRT_CUDA_LIBRARY")
    if not library and not glob.glob("/dev/nvidia[0-9]*"):
        skip("no GPU: there is no /dev/nvidia0")
    try:
        cuda = ctypes.CDLL(library or "libcuda.so.1")
    except OSError as error:
        skip(f"no CUDA driver: {error}")
    call(cuda, "cuInit", 0)
    count = get_number(cuda, "cuDeviceGetCount")
    if not count:
        skip("no GPU: the CUDA driver finds none")
    device = get_number(cuda, "cuDeviceGet", 0)
    major, minor = (get_number(cuda, "cuDeviceGetAttribute", attribute, device)
                    for attribute in (CAPABILITY_MAJOR, CAPABILITY_MINOR))
    return f"sm_{major}{minor}", count


def require_toolkit():
    folders = [os.environ.get(variable)
               for variable in ("CUDA_HOME", "CUDA_PATH")] + ["/usr/local/cuda"]
    if not any(os.access(f"{folder}/bin/ptxas", os.X_OK)
               for folder in filter(None, folders)):
        skip("no CUDA Toolkit: no ptxas; name its folder in CUDA_HOME")


def main():
    chip, count = find_devices()
    require_toolkit()
    ranks = [str(ranks) for ranks in (1, 2, 4) if ranks <= count]
    command = []
    for argument in sys.argv[1:]:
        command += (ranks if argument == "{ranks}"
                    else [argument.replace("{chip}", chip)])
    print(f"{count} GPUs, the first an {chip}: {' '.join(command)}", file=sys.stderr,
          flush=True)
    return subprocess.run(command).returncode


if __name__ == "__main__":
    sys.exit(main())
