"""What the gradient reducer makes of gradients, in numpy.

Written from the rules, apart from this project's code. T is f64 for f64 and f32
for the rest; each product, sum and cast is rounded once.
"""

import dataclasses

import ml_dtypes
import numpy as np

TYPES = {"f16": np.dtype(np.float16), "bf16": np.dtype(ml_dtypes.bfloat16),
         "f32": np.dtype(np.float32), "f64": np.dtype(np.float64)}


@dataclasses.dataclass
class Reduction:
    mean: bool = True
    degree: int = None
    # The least type to reduce in; None: each gradient's own.
    reduce: str = "f32"
    wire: str = None
    scale: str = "after"
    clip_value: float = None
    clip_norm: float = None


def get_factors(reduction, ranks):
    """Numerators and denominators before and after the sum."""
    if not reduction.mean:
        return (1, 1), (1, 1)
    degree = reduction.degree or ranks
    if reduction.scale == "after":
        return (1, 1), (1, degree)
    if reduction.scale == "before":
        return (1, degree), (1, 1)
    pre = 1
    while ranks % pre == 0 and ranks / pre > pre:
        pre *= 2
    return (1, pre), (pre, degree)


def multiply(values, factor, wide, result):
    numerator, denominator = factor
    if numerator != denominator:
        values = values.astype(wide) * (wide.type(numerator) / wide.type(denominator))
    return values.astype(result)


def add(parts, dtype):
    """The sum, rounded once: f64 holds what few values of other types add up
    to."""
    return np.sum([part.astype(np.float64) for part in parts], axis=0).astype(dtype)


def reduce_one(parts, reduction):
    """One gradient on the ranks of one group; not yet of its own type where the
    norm is clipped."""
    own = parts[0].dtype
    wide = TYPES["f64"] if own == TYPES["f64"] else TYPES["f32"]
    if reduction.clip_value is not None:
        limit = own.type(reduction.clip_value)
        parts = [np.maximum(np.minimum(part, limit), -limit) for part in parts]
    sent = own
    if reduction.wire:
        sent = TYPES[reduction.wire]
    elif reduction.reduce and TYPES[reduction.reduce].itemsize > own.itemsize:
        sent = TYPES[reduction.reduce]
    if sent.itemsize > wide.itemsize:
        wide = sent
    before, after = get_factors(reduction, len(parts))
    total = add([multiply(part, before, wide, sent) for part in parts], sent)
    return multiply(total, after, wide, own if reduction.clip_norm is None else wide)


def clip(values, types, limit):
    """All of a rank's gradients, by their common norm."""
    norm = np.sqrt(sum(np.sum(value.astype(np.float64) ** 2) for value in values))
    factor = np.float64(limit) / np.maximum(norm, limit)
    return [(value * value.dtype.type(factor)).astype(dtype)
            for value, dtype in zip(values, types)]


def reduce_all(ranks, reduction, groups=None):
    """What each rank gets, from each rank's gradients and, last, a number that
    stays a plain mean."""
    groups = groups or (tuple(range(len(ranks))),)
    results = [None] * len(ranks)
    with np.errstate(all="ignore"):
        for group in groups:
            values = [reduce_one(parts, reduction)
                      for parts in zip(*(ranks[rank][:-1] for rank in group))]
            if reduction.clip_norm is not None:
                types = [value.dtype for value in ranks[0]]
                values = clip(values, types, reduction.clip_norm)
            numbers = [ranks[rank][-1] for rank in group]
            number = add(numbers, numbers[0].dtype) / numbers[0].dtype.type(len(group))
            for rank in group:
                results[rank] = [*values, number]
    return results


def is_equal(got, expected, rtol):
    """Equal bits, NaN equal to NaN; or closer than rtol of the largest."""
    if got.shape != expected.shape or got.dtype != expected.dtype:
        return False
    got, expected = got.astype(np.float64), expected.astype(np.float64)
    finite = np.isfinite(expected)
    if not np.array_equal(got[~finite], expected[~finite], equal_nan=True):
        return False
    largest = np.abs(expected[finite]).max(initial=0.0)
    return bool(np.all(np.abs(got[finite] - expected[finite]) <= rtol * largest))
