#!/usr/bin/env python3
"""Writes scikit-learn's handwritten digits as an .npz file: make_digits.py FILE

The pixels are standardised by the mean and deviation of all pixels of the rows
that are trained on. Order and split come from a fixed seed: 1440 rows to train
on, which are 45 windows of 4 times 8 rows, and the other 357 to test with.
"""

import sys

import numpy as np
from sklearn.datasets import load_digits

SEED = 0
TRAIN = 1440


def make():
    digits = load_digits()
    order = np.random.RandomState(SEED).permutation(len(digits.target))
    x, y = digits.images[order], digits.target[order]
    mean, deviation = x[:TRAIN].mean(), x[:TRAIN].std()
    x = ((x - mean) / deviation).astype(np.float32)[:, None]
    y = y.astype(np.int64)
    return {"train_x": x[:TRAIN], "train_y": y[:TRAIN],
            "test_x": x[TRAIN:], "test_y": y[TRAIN:]}


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    np.savez_compressed(sys.argv[1], **make())
