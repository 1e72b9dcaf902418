#!/usr/bin/env python3
# Part of the grad-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks npz-copy against NumPy: npz_roundtrip.py PATH-OF-NPZ-COPY."""

import io
import os
import subprocess
import sys
import tempfile
import unittest
import zipfile

import numpy as np

NPZ_COPY = None


def make_arrays():
    rng = np.random.default_rng(1)
    arrays = {}
    names = "b1 i1 u1 i2 u2 f2 i4 u4 f4 i8 u8 f8 c8 c16".split()
    for name in names:
        # No random bytes for the booleans: NumPy's have to be 0 or 1.
        bits = rng.integers(0, 2 if name == "b1" else 256, size=(3, 4, 16))
        array = bits.astype("u1").view(name)
        arrays[name] = array
        arrays["big " + name] = array.astype(array.dtype.newbyteorder(">"))
        arrays["fortran " + name] = np.asfortranarray(array)
        arrays["strided " + name] = array[::2, ::-1]
        arrays["scalar " + name] = array[0, 0, 0]
        arrays["none " + name] = array[:, :0]
    arrays["special"] = np.array(
        [np.inf, -np.inf, np.nan, -0.0, 5e-324, 1.7976931348623157e308]
    )
    arrays["big fortran"] = np.asfortranarray(
        np.arange(24, dtype=">i4").reshape(2, 3, 4)
    )
    arrays["rank 32"] = np.ones([1] * 31 + [2], "f4")
    arrays["long"] = rng.standard_normal(3_000_000).astype("f4")
    arrays["caf\u00e9/\u4e2d"] = np.arange(3)
    arrays["ends in.npy"] = np.arange(4)
    return arrays


class RoundTrip(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.source = os.path.join(folder.name, "source.npz")
        self.result = os.path.join(folder.name, "result.npz")

    def copy(self):
        """Runs npz-copy, returns what it wrote to its standard error."""
        run = subprocess.run(
            [NPZ_COPY, self.source, self.result],
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )
        self.assertEqual(run.returncode != 0, run.stderr != "", run.stderr)
        self.assertIn(run.returncode, (0, 1))
        return run.stderr

    def check_result(self, arrays):
        with zipfile.ZipFile(self.result) as archive:
            self.assertIsNone(archive.testzip())
        with np.load(self.result, allow_pickle=False) as result:
            self.assertEqual(result.files, list(arrays))
            for name, array in arrays.items():
                got = result[name]
                dtype = array.dtype.newbyteorder("<")
                self.assertEqual(got.dtype, dtype, name)
                self.assertEqual(got.shape, array.shape, name)
                wanted = array.astype(dtype).tobytes("C")
                self.assertEqual(got.tobytes("C"), wanted, name)

    def test_copies(self):
        arrays = make_arrays()
        results = []
        for save in (np.savez, np.savez_compressed):
            save(self.source, **arrays)
            self.assertEqual(self.copy(), "")
            self.check_result(arrays)
            with open(self.result, "rb") as file:
                results.append(file.read())
        self.assertTrue(results[0] == results[1], "not the same bytes")

    def test_no_arrays(self):
        np.savez(self.source)
        self.assertEqual(self.copy(), "")
        self.check_result({})

    def test_versions(self):
        array = np.arange(6.0).reshape(2, 3)
        for version in ((1, 0), (2, 0), (3, 0)):
            npy = io.BytesIO()
            np.lib.format.write_array(npy, array, version=version)
            with zipfile.ZipFile(self.source, "w") as archive:
                archive.writestr("a.npy", npy.getvalue())
            self.assertEqual(self.copy(), "")
            self.check_result({"a": array})

    def test_refused(self):
        refused = {
            "objects": np.array([{}, None], dtype=object),
            "strings": np.array(["a", "bc"]),
            "bytes": np.array([b"a", b"bc"]),
            "dates": np.array(["2020-01-01"], dtype="M8[D]"),
            "structured": np.zeros(2, dtype=[("a", "f4"), ("b", "i4", (2,))]),
            "void": np.zeros(2, dtype="V2"),
            "longdouble": np.zeros(2, dtype=np.longdouble),
        }
        for name, array in refused.items():
            np.savez(self.source, good=np.zeros(1), **{name: array})
            self.assertIn(f"array '{name}': ", self.copy())
            self.assertFalse(os.path.exists(self.result))


if __name__ == "__main__":
    NPZ_COPY = os.path.abspath(sys.argv.pop(1))
    unittest.main()
