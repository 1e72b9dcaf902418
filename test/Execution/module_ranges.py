"""What numbers the values of a generated module hold, where all of its
arithmetic has to be exact.

A pass that changes the order of additions changes how floats round. In an exact
module nothing rounds, so the results before and after are equal bit by bit: every
value is a small multiple of a power of two, and whatever would outgrow its type
works on calmed operands, small integers that depend on them.
"""

import collections

from module_types import Value

# Bits before and behind the binary point, without the sign.
Range = collections.namedtuple("Range", "whole parts")
# What `calm` delivers: integers from -3 to 3.
CALM = Range(2, 0)
# Bits of a float.
DIGITS = {"f16": 11, "bf16": 8, "f32": 24, "f64": 53}


def join(*ranges):
    """One of several values."""
    return Range(max(r.whole for r in ranges), max(r.parts for r in ranges))


def add(*ranges):
    joined = join(*ranges)
    return Range(joined.whole + len(ranges) - 1, joined.parts)


def multiply(*ranges):
    return Range(sum(r.whole for r in ranges), sum(r.parts for r in ranges))


# Of a reduction over 4 ranks.
REDUCTIONS = {
    "sum": lambda r: Range(r.whole + 2, r.parts),
    "avg": lambda r: Range(r.whole, r.parts + 2),
    "prod": lambda r: multiply(r, r, r, r),
    "min": join,
    "max": join,
}


def fits(range, element):
    return element not in DIGITS or \
        range.whole + range.parts <= DIGITS[element]


class Ranges:
    """The part of `Body` that keeps arithmetic exact."""

    def is_exact(self, element):
        return self.module.is_exact and element in DIGITS

    def calm(self, value, factor=None):
        """The integer part of the value, times a factor, from -3 to 3."""
        if not self.is_exact(value.type.element) or (
                not factor and value.range == CALM):
            return value
        type, rank = value.type, len(value.type.shape)
        element = type.element
        dims = ", ".join(f"d{i}" for i in range(rank))
        same = f"affine_map<({dims}) -> ({dims})>"
        loops = ", ".join(['"parallel"'] * rank)
        name = self.module.make_name()
        self.emit(f"{name} = linalg.generic {{indexing_maps = [{same}, {same}], "
                  f"iterator_types = [{loops}]}} ins({value.name} : {type}) "
                  f"outs({value.name} : {type}) {{")
        self.emit(f"^bb0(%x: {element}, %y: {element}):")
        self.emit(f"  %most = arith.constant 3.0 : {element}")
        self.emit(f"  %least = arith.constant -3.0 : {element}")
        last = "%x"
        if factor:
            self.emit(f"  %factor = arith.constant {factor} : {element}")
            self.emit(f"  %scaled = arith.mulf %x, %factor : {element}")
            last = "%scaled"
        self.emit(f"  %low = arith.minimumf {last}, %most : {element}")
        self.emit(f"  %high = arith.maximumf %low, %least : {element}")
        self.emit(f"  %whole = math.floor %high : {element}")
        self.emit(f"  linalg.yield %whole : {element}")
        self.emit(f"}} -> {type}")
        return Value(name, type, CALM)

    def make_exact(self, values, combine, element):
        """The values, calmed where what `combine` makes of their ranges is too
        much for the element type; and that range."""
        if not self.is_exact(element):
            return values, None
        result = combine(*(v.range for v in values))
        if fits(result, element):
            return values, result
        values = [self.calm(v) for v in values]
        return values, combine(*(v.range for v in values))
