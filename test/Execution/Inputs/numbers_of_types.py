"""Numbers of the types of gradients, and arrays of them in .npz files.

Plain Python: an array is a flat list with a shape. A float is kept as the
Python float of the same value; -0.0 and NaN are told apart from others by
`same`.
"""

import math
import struct
import zipfile

# The name in an .npz file, and struct's format.
FORMATS = {"f16": ("<f2", "e"), "bf16": ("<u2", "H"), "f32": ("<f4", "f"),
           "f64": ("<f8", "d"), "i1": ("|b1", "?"), "i8": ("|i1", "b"),
           "i16": ("<i2", "h"), "i32": ("<i4", "i"), "i64": ("<i8", "q"),
           "ui8": ("|u1", "B")}
WIDTHS = {"f16": 16, "bf16": 16, "f32": 32, "f64": 64}


def is_float(element):
    return element in WIDTHS


def round_bf16(value):
    """To the nearest bf16, of a float of any precision."""
    if math.isnan(value) or math.isinf(value) or value == 0:
        return value
    # The distance of two neighbours: 8 bits, and no less than the smallest.
    exponent = max(math.frexp(value)[1] - 8, -133)
    rounded = math.ldexp(float(round(math.ldexp(value, -exponent))), exponent)
    rounded = math.copysign(rounded, value)
    largest = math.ldexp(255, 120)
    return math.copysign(math.inf, value) if abs(rounded) > largest else rounded


def round_to(element, value):
    """To the nearest number of the type; integers wrap."""
    if not is_float(element):
        width = int(element.lstrip("ui"))
        value %= 1 << width
        is_negative = element[0] == "i" and value >> (width - 1)
        return value - (1 << width) if is_negative else value
    if element == "bf16":
        return round_bf16(value)
    try:
        code = FORMATS[element][1]
        return struct.unpack("<" + code, struct.pack("<" + code, value))[0]
    except OverflowError:
        return math.copysign(math.inf, value)


def from_bits(element, bits):
    """The number of the type with these bits."""
    if element == "bf16":
        return struct.unpack("<f", struct.pack("<I", bits << 16))[0]
    size = WIDTHS[element] // 8
    return struct.unpack("<" + FORMATS[element][1],
                         bits.to_bytes(size, "little"))[0]


def same(a, b):
    """Whether two numbers are the same; NaN is NaN."""
    if a != a or b != b:
        return a != a and b != b
    return a == b and math.copysign(1, a) == math.copysign(1, b)


def _encode(element, value):
    if element == "bf16":
        return struct.unpack("<I", struct.pack("<f", value))[0] >> 16
    return value


def write_npz(path, arrays):
    """Writes {name: (element, shape, values)}."""
    with zipfile.ZipFile(path, "w") as archive:
        for name, (element, shape, values) in arrays.items():
            descr, code = FORMATS[element]
            sizes = "".join(f"{n}, " for n in shape)
            header = (f"{{'descr': '{descr}', 'fortran_order': False, "
                      f"'shape': ({sizes})}}")
            header = header.ljust((len(header) + 11 + 63) // 64 * 64 - 11)
            data = b"".join(struct.pack("<" + code, _encode(element, value))
                            for value in values)
            archive.writestr(
                name + ".npy",
                b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header) + 1) +
                header.encode() + b"\n" + data)


def read_npz(path, elements):
    """Reads {name: (shape, values)}; `elements` says the type by name."""
    arrays = {}
    with zipfile.ZipFile(path) as archive:
        for name, element in elements.items():
            data = archive.read(name + ".npy")
            size = struct.unpack("<H", data[8:10])[0]
            header = eval(data[10:10 + size])
            descr, code = FORMATS[element]
            assert header["descr"] == descr, (name, header, element)
            values = [item[0] for item in
                      struct.iter_unpack("<" + code, data[10 + size:])]
            if element == "bf16":
                values = [from_bits("bf16", value) for value in values]
            arrays[name] = (tuple(header["shape"]), values)
    return arrays
