"""Generates random modules that can be run, with options for fuse-allreduce.

    generate_modules.py --seed S --count N --out DIR

writes DIR/0000.mlir, ..., or one file per number of ranks (0001-2.mlir for 2)
where the program depends on it. The first lines say on how many ranks a module
runs and with which options. The same seed gives the same modules.
"""

import argparse
import collections
import pathlib
import random

from module_body import Body
from module_ranges import CALM
from module_types import (ELEMENTS, FLOATS, GROUPS, RANKS, TensorType, Value,
                          get_kinds, has_tokens, render)

SHAPES = [(), (0,), (0, 3), (1,), (4,), (4,), (5,), (7,), (8,), (2, 3), (4, 3),
          (3, 5), (8, 2), (1, 1), (2, 4, 3), (4, 1, 2), (3, 0, 2)]
DYNAMIC_SHAPES = [("?",), ("?", 3), (2, "?")]
# Thresholds around the sizes of a few members.
BYTES = [4, 8, 16, 20, 32, 48, 64, 100, 128, 200]
COUNTS = [1, 2, 4, 6, 8, 12, 16, 24, 32]

# `ranges`: of its results, which have the argument's type.
Function = collections.namedtuple("Function", "name type reduces ranges text")
# `files` are pairs of a text and the numbers of ranks that it is for.
Generated = collections.namedtuple("Generated", "name options files")


class Module:
    """What the functions of one module share, and its text."""

    zero, one, trips, condition = "%zero", "%one", "%trips", "%condition"

    def __init__(self, rng, is_exact=False):
        """`is_exact`: no arithmetic rounds, and much can be saved."""
        self.rng = rng
        self.is_exact = is_exact
        self.counter = 0
        self.elements = rng.sample(FLOATS, 1) + rng.sample(
            ELEMENTS, rng.choice([0, 1, 1, 2]))
        self.shapes = rng.sample(SHAPES, rng.randint(2, 5))
        if rng.random() < 0.25:
            self.shapes.append(rng.choice(DYNAMIC_SHAPES))
        self.kinds = rng.sample(["sum", "avg", "prod", "min", "max"],
                                rng.choice([1, 1, 2, 3]))
        # Groups and shards depend on the number of ranks, which takes a text,
        # and time, for each.
        self.groups, self.has_shards = [], False
        if rng.random() < 0.4:
            self.groups = rng.sample(sorted(GROUPS), rng.choice([0, 1, 1, 2]))
            self.has_shards = is_exact or rng.random() < 0.6
        self.widening = rng.choice([0, 0, 0.5])
        self.nesting = rng.choice([0, 0.3, 0.8])
        self.has_fences = rng.random() < 0.4
        self.has_ids = rng.random() < 0.2
        self.order = rng.choice(["program"] * 4 + ["production"] * 2 + ["index"] * 2)
        self.functions = []
        # Arguments that are equal on all ranks, as they are used.
        self.equal = []

    def make_name(self):
        self.counter += 1
        return f"%v{self.counter}"

    def pick_kind(self, element):
        kinds = [k for k in self.kinds if k in get_kinds(element)]
        return self.rng.choice(kinds or ["max"])

    def pick_group(self, even=False):
        groups = [g for g in self.groups if not (even and g == "uneven")]
        return self.rng.choice([None] + groups)

    def pick_fusion(self, id=None):
        """The fusion attribute; `id`: one that only independent ones carry."""
        parts = [f"id = {id}"] if id else []
        if not id and self.rng.random() < 0.15:
            parts = self.rng.choice([["id = 1", "auto"], ["id = 7", "auto"],
                                     ["id = 0"]])
        if self.order == "index" or self.rng.random() < 0.05:
            parts.append(f"index = {self.rng.randint(0, 20)}")
        return f" fusion<{', '.join(parts)}>" if parts else ""

    def pick_type(self):
        return TensorType(self.rng.choice(self.shapes),
                          self.rng.choice(self.elements))

    def add_function(self, number, type):
        """A private function that a call may call."""
        argument = Value(self.make_name(), type, CALM)
        body = Body(self, [argument], depth=2, reduces=self.rng.random() < 0.4)
        body.emit("%zero = arith.constant 0 : index")
        body.write(self.rng.randint(1, 3))
        types = [type] * self.rng.choice([1, 1, 2])
        ranges = body.finish("return", body.give(types))
        text = "\n".join([f"func.func private @function{number}({argument.name}: "
                          f"{type}) -> ({', '.join(map(str, types))}) {{",
                          *body.lines, "}"])
        # What the body does may come from a function it calls.
        reduces = "grad." in text or any(
            f.reduces for f in self.functions if f"@{f.name}(" in text)
        self.functions.append(
            Function(f"function{number}", type, reduces, ranges, text))

    def make_condition(self, body):
        """A condition that is equal on all ranks: the argument, or what one
        rank says."""
        if self.rng.random() < 0.7:
            body.emit("%condition = arith.andi %given, %given : i1")
            return
        body.emit("%any = grad.all_reduce<max> %flags fusion<id = 0> : tensor<i1>")
        body.emit("%condition = tensor.extract %any[] : tensor<i1>")

    def write(self):
        rng = self.rng
        types = [self.pick_type() for _ in range(rng.randint(2, 5))]
        arguments = [Value(f"%a{i}", type) for i, type in enumerate(types)]
        # Some arguments are equal on all ranks.
        attributes = [rng.choice(["", "", "", " {grad.replicated}", "state"])
                      for _ in arguments]
        for number in range(rng.choice([0, 0, 1, 2])):
            self.add_function(number, rng.choice(types))
        body = Body(self, arguments)
        body.emit("%zero = arith.constant 0 : index")
        body.emit("%one = arith.constant 1 : index")
        if self.is_exact:
            body.scope = [body.calm(a, factor=2.5) for a in arguments]
            self.equal = [v for v, a in zip(body.scope, attributes) if a]
        for argument in body.scope[:] if self.has_ids else []:
            body.reduce(argument, self.pick_fusion(rng.randint(1, 2)))
        if rng.random() < 0.5:
            for argument in body.scope[:len(arguments)]:
                body.reduce(argument)
        self.make_condition(body)
        body.write(rng.randint(3, 10) if self.is_exact else rng.randint(5, 16))
        results = self.pick_results(body)
        body.emit(f"return {', '.join(v.name for v in results)} : "
                  f"{', '.join(str(v.type) for v in results)}")
        return "\n".join([f.text for f in self.functions] +
                         self.write_header(arguments, attributes, results) +
                         body.lines +
                         ["}", ""])

    def pick_results(self, body):
        """What nothing uses, and some others."""
        defined = body.scope[body.outer:] or body.scope
        unused = [v for v in defined if v.name not in body.used]
        others = [v for v in body.scope if v.name in body.used]
        self.rng.shuffle(others)
        return (unused + others[:self.rng.randint(1, 3)])[:14] or defined[-1:]

    def write_header(self, arguments, attributes, results):
        # Some results update a state.
        updates = [""] * len(results)
        for i, attribute in enumerate(attributes):
            if attribute != "state":
                continue
            attributes[i] = f' {{grad.state = "s{i}"}}'
            for j, result in enumerate(results):
                if not updates[j] and result.type == arguments[i].type:
                    updates[j] = f' {{grad.updates = "s{i}"}}'
                    break
        parameters = [f"{v.name}: {v.type}{a}" for v, a in zip(arguments, attributes)]
        parameters += ["%flags: tensor<i1>", "%given: i1 {grad.replicated}",
                       "%trips: index {grad.replicated}"]
        given = [f"{v.type}{u}" for v, u in zip(results, updates)]
        return [f"func.func @step({', '.join(parameters)}) -> ({', '.join(given)}) {{"]


def pick_entries(rng, count, least):
    entries = range(least, max(count, 1) + 2)
    return ",".join(str(n) for n in sorted(
        rng.sample(entries, min(len(entries), rng.randint(1, 4)))))


def pick_options(rng, module, text):
    """Options of any policy, as the command line takes them."""
    count = text.count("grad.all_reduce")
    policies = [
        "", "", f"threshold-bytes={rng.choice(BYTES)}",
        f"threshold-bytes={rng.choice(BYTES)}",
        f"threshold-elements={rng.choice(COUNTS)}",
        f"threshold-bytes={rng.choice(BYTES)} rule=ddp",
        f"threshold-elements={rng.choice(COUNTS)} rule=ddp",
        f"threshold-bytes={rng.choice(BYTES)} rule=ddp "
        f"first-bucket-bytes={rng.choice(BYTES)}",
        "rule=ddp", "rule=singa", f"threshold-bytes={rng.choice(BYTES)} rule=singa",
        f"threshold-bytes={rng.choice(BYTES)} rule=singa",
        f"threshold-elements={rng.choice(COUNTS)} rule=singa",
        f"split-indices={pick_entries(rng, count, 1)}",
        f"split-ends={pick_entries(rng, count, 0)}", "threshold-bytes=0"]
    weights = [1] * (len(policies) - 1) + [0.5]
    options = rng.choices(policies, weights)
    if rng.random() < 0.25:
        options.append(f"max-operands={rng.randint(2, 4)}")
    if rng.random() < 0.5:
        options.append("collectives=all-reduce,all-gather,reduce-scatter")
    if rng.random() < 0.25:
        options.append("across-types")
    if module.order != "program":
        options.append(f"order={module.order}")
    return " ".join(option for option in options if option)


def generate(seed, number, is_exact=False):
    rng = random.Random(f"{seed}/{number}")
    module = Module(rng, is_exact)
    text = module.write()
    options = pick_options(rng, module, text)
    if has_tokens(text):
        files = [(render(text, ranks), [ranks]) for ranks in RANKS]
    else:
        files = [(text, RANKS)]
    return Generated(f"{number:04}", options, files)


def write_module(module, folder):
    """Writes the files; gives pairs of a path and numbers of ranks."""
    paths = []
    for text, ranks in module.files:
        suffix = "" if len(module.files) == 1 else f"-{ranks[0]}"
        path = pathlib.Path(folder) / f"{module.name}{suffix}.mlir"
        path.write_text(f"// ranks: {', '.join(map(str, ranks))}\n"
                        f"// --fuse-allreduce=\"{module.options}\"\n\n{text}")
        paths.append((path, ranks))
    return paths


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--out", required=True)
    args = parser.parse_args()
    pathlib.Path(args.out).mkdir(parents=True, exist_ok=True)
    for number in range(args.count):
        write_module(generate(args.seed, number), args.out)


if __name__ == "__main__":
    main()
