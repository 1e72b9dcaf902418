"""Writes an .npz file without NumPy.

    write_npz.py FILE NAME DESCR SHAPE VALUES [NAME DESCR SHAPE VALUES]...

as in `write_npz.py in.npz arg0 '|u1' 2,3 1,2,3,4,5,6`; the SHAPE of a number is `-`.
"""

import struct
import sys
import zipfile

FORMATS = {"|u1": "B", "|i1": "b", "|b1": "B", "<u2": "<H", "<i4": "<i",
           "<i8": "<q", "<f2": "<e", "<f4": "<f", "<f8": "<d"}


def make_npy(descr, shape, values):
    sizes = "".join(f"{n}, " for n in shape)
    header = f"{{'descr': '{descr}', 'fortran_order': False, 'shape': ({sizes})}}"
    header = header.ljust((len(header) + 11 + 63) // 64 * 64 - 11) + "\n"
    data = b"".join(struct.pack(FORMATS[descr], value) for value in values)
    return (b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) +
            header.encode() + data)


def main():
    path, *words = sys.argv[1:]
    with zipfile.ZipFile(path, "w") as archive:
        for name, descr, shape, values in zip(*[iter(words)] * 4):
            archive.writestr(f"{name}.npy", make_npy(
                descr, [int(n) for n in shape.split(",") if n != "-"],
                [float(n) if "f" in descr else int(n, 0)
                 for n in values.split(",")]))


if __name__ == "__main__":
    main()
