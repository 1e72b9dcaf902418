"""Reads and writes .npz files without NumPy.

An array is a pair (shape, values), the values in row-major order.
"""

import array
import ast
import struct
import sys
import zipfile

CODES = {"|b1": "B", "<i4": "i", "<i8": "q", "<f4": "f", "<f8": "d"}


def read_array(data: bytes):
    assert data[:7] == b"\x93NUMPY\x01", "no .npy of version 1"
    (size,) = struct.unpack_from("<H", data, 8)
    header = ast.literal_eval(data[10:10 + size].decode())
    assert not header["fortran_order"] or len(header["shape"]) < 2
    body = data[10 + size:]
    if header["descr"] == "<f2":
        return header["shape"], struct.unpack(f"<{len(body) // 2}e", body)
    values = array.array(CODES[header["descr"]])
    values.frombytes(body)
    if sys.byteorder == "big":
        values.byteswap()
    return header["shape"], values


def read(path):
    with zipfile.ZipFile(path) as archive:
        return {name.removesuffix(".npy"): read_array(archive.read(name))
                for name in archive.namelist()}


def copy(source, target, rename):
    """Writes the arrays that `rename` gives a name: old name to new name."""
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w") as new:
        for before, after in rename.items():
            new.writestr(f"{after}.npy", old.read(f"{before}.npy"))


def write(path, members):
    """Writes arrays that are .npy files already, by name."""
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in members.items():
            archive.writestr(f"{name}.npy", data)
