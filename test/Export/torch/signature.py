"""What the text of an exported module says about its function."""

import re


class Signature:
    """Arguments and results of `@step`: names as grad-run has them, and types."""

    def __init__(self, text):
        line = re.search(r"func\.func @step\(.*", text)[0]
        left, right = line.split(") -> (", 1)
        self.arguments = [self.read(part, f"arg{i}") for i, part in
                          enumerate(re.split(r", (?=%)", left))]
        right = right[:right.rindex(") {")]
        self.results = [self.read(part, f"result{i}") for i, part in
                        enumerate(re.split(r", (?=tensor)", right))]

    @staticmethod
    def read(part, name):
        """The name, the type, and the role: param, state, batch, seed, ..."""
        role = "loss"
        for found in re.finditer(r'grad\.(\w+)(?: = "([^"]*)")?', part):
            if found[1] != "replicated":
                role, name = found[1], found[2] or name
        return name, re.search(r"tensor<[^>]*>", part)[0], role

    def names(self, *roles):
        return [name for name, _, role in self.arguments if role in roles]
