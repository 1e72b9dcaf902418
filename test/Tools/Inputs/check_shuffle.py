"""Checks the order of rows of a training whose rows are 1, 2, 4, ... and are the loss.

    check_shuffle.py OUTPUTS.npz ROWS
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Export/torch"))
import npz  # noqa: E402

rows = int(sys.argv[2])
_, losses = npz.read(sys.argv[1])["metric/result0"]
epochs = [tuple(losses[i:i + rows]) for i in range(0, len(losses), rows)]
for epoch in epochs:
    if sorted(epoch) != [2.0**i for i in range(rows)]:
        sys.exit(f"an epoch has other rows: {epoch}")
print(f"{len(epochs)} epochs of {rows} rows, {len(set(epochs))} different orders")
