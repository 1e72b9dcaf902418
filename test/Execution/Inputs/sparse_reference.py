"""What the operations on gradients give, number by number.

Rows are lists of numbers. A sparse gradient is a list of pairs of an index and
a row, in their order.
"""

import math

from numbers_of_types import is_float, round_to


def get_sum_type(element):
    if not is_float(element):
        return element
    return "f64" if element == "f64" else "f32"


def scale(value, element, factor, factor_element, result):
    """One product, in the widest type of at least 32 bits."""
    wide = "f64" if "f64" in (element, factor_element, result) else "f32"
    return round_to(result, round_to(wide, multiply(value, factor)))


def multiply(a, b):
    try:
        return a * b
    except OverflowError:
        return math.copysign(math.inf, a) * math.copysign(1, b)


def squared_norm(tensors):
    total = 0.0
    for values in tensors:
        for value in values:
            total += multiply(value, value)
    return total


def all_finite(tensors):
    return all(math.isfinite(value) for values in tensors for value in values)


def add_rows(slices, size, width, element):
    """The sums of the rows, by index, for indices of rows that there are."""
    sum_type = get_sum_type(element)
    sums = {}
    for index, row in slices:
        if not 0 <= index < size:
            continue
        total = sums.setdefault(index, [0.0 if is_float(element) else 0] *
                                width)
        for i, value in enumerate(row):
            total[i] = round_to(sum_type, total[i] + value)
    return {index: [round_to(element, value) for value in total]
            for index, total in sums.items()}


def to_dense(slices, size, width, element):
    sums = add_rows(slices, size, width, element)
    zero = [0.0 if is_float(element) else 0] * width
    return [value for index in range(size) for value in sums.get(index, zero)]


def coalesce(slices, size, width, element):
    return sorted(add_rows(slices, size, width, element).items())


def get_magnitude(value):
    """NaN is the largest."""
    return (1, 0.0) if math.isnan(value) else (0, abs(value))


def top_k(vector, k):
    order = sorted(range(len(vector)),
                   key=lambda i: (get_magnitude(vector[i]), -i), reverse=True)
    return [(i, [vector[i]]) for i in sorted(order[:k])]


def threshold(vector, bound):
    return [(i, [value]) for i, value in enumerate(vector)
            if math.isnan(value) or abs(value) >= bound]
