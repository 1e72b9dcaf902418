"""Prints the arrays of an .npz file: name, shape, values.

    print_npz.py FILE.npz
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Export/torch"))
import npz  # noqa: E402

for name, (shape, values) in npz.read(sys.argv[1]).items():
    print(name, list(shape), list(values))
