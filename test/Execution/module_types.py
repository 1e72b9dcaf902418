"""Types, replica groups and values of generated modules.

Some text depends on the number of ranks: replica groups, and the sizes of
shards. It is written as a token, `@[pairs]` or `@{8/pairs}`, and replaced for
each number of ranks, so that one program is run on all of them.
"""

import collections
import re

# The groups that a name stands for, by the number of ranks.
GROUPS = {
    "every": {1: [[0]], 2: [[0, 1]], 4: [[0, 1, 2, 3]]},
    "pairs": {1: [[0]], 2: [[0, 1]], 4: [[0, 1], [2, 3]]},
    "crossed": {1: [[0]], 2: [[1, 0]], 4: [[2, 0], [3, 1]]},
    "turned": {1: [[0]], 2: [[1, 0]], 4: [[3, 2, 1, 0]]},
    "single": {1: [[0]], 2: [[0], [1]], 4: [[0], [1], [2], [3]]},
    "uneven": {1: [[0]], 2: [[0], [1]], 4: [[3, 0, 1], [2]]},
}
RANKS = [1, 2, 4]

FLOATS = ["f16", "bf16", "f32", "f64"]
INTEGERS = ["i8", "i32", "i64"]
ELEMENTS = FLOATS + INTEGERS + ["ui8", "i1"]
# What a sum may be delivered in, besides its own type.
WIDER = {"f16": ["f32", "f64"], "bf16": ["f32", "f64"], "f32": ["f64"]}


def get_kinds(element):
    if element == "i1":
        return ["min", "max"]
    kinds = ["sum", "prod", "min", "max"]
    return kinds + ["avg"] if element in FLOATS else kinds


class TensorType(collections.namedtuple("TensorType", "shape element")):
    """Sizes are numbers, '?', or tokens that depend on the number of ranks."""

    def __str__(self):
        return f"tensor<{''.join(f'{n}x' for n in self.shape)}{self.element}>"

    def is_static(self):
        """Whether all sizes are numbers."""
        return all(isinstance(n, int) for n in self.shape)

    def is_dynamic(self):
        return "?" in self.shape

    def with_element(self, element):
        return TensorType(self.shape, element)

    def with_size(self, dim, size):
        return TensorType(self.shape[:dim] + (size,) + self.shape[dim + 1:],
                          self.element)


# `range`: see module_ranges.py; only of floats in exact modules.
Value = collections.namedtuple("Value", "name type range", defaults=[None])


def get_group_size(group, ranks):
    return ranks if group is None else len(GROUPS[group][ranks][0])


def scatter_size(size, group):
    """The size of a shard of `size`, a number or a gathered size."""
    gathered = re.fullmatch(r"@\{(\d+)\*(\w+)\}", str(size))
    if gathered:
        return int(gathered[1]) if gathered[2] == str(group) else None
    return f"@{{{size}/{group}}}" if isinstance(size, int) and size % 4 == 0 \
        else None


def gather_size(size, group):
    """The size of what is gathered from shards of `size`."""
    scattered = re.fullmatch(r"@\{(\d+)/(\w+)\}", str(size))
    if scattered:
        return int(scattered[1]) if scattered[2] == str(group) else None
    return f"@{{{size}*{group}}}" if isinstance(size, int) else None


def on_group(group):
    return f" on <@[{group}]>" if group else ""


def has_tokens(text):
    return "@[" in text or "@{" in text


def render(text, ranks):
    """The text for a number of ranks."""
    def replace_size(match):
        size, op, group = int(match[1]), match[2], match[3]
        count = get_group_size(None if group == "None" else group, ranks)
        return str(size * count if op == "*" else size // count)

    text = re.sub(r"@\[(\w+)\]", lambda m: str(GROUPS[m[1]][ranks]), text)
    return re.sub(r"@\{(\d+)([*/])(\w+)\}", replace_size, text)
