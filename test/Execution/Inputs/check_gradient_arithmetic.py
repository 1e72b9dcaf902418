"""Runs random programs of arithmetic on gradients, and compares every number.

    check_gradient_arithmetic.py --work DIR [--seed 1] [--count 8]

Makes `count` programs of each kind, on 1, 2 and 4 ranks in turn, has grad-run
run them, and compares with sparse_reference.py.
"""

import argparse
import os
import random
import subprocess
import sys

import sparse_reference as reference
from numbers_of_types import (WIDTHS, from_bits, is_float, read_npz, round_to,
                              same, write_npz)

GROUPS = {1: [None, [[0]]], 2: [None, [[1, 0]], [[0], [1]]],
          4: [None, [[0, 2], [3, 1]], [[3, 1, 0, 2]], [[0], [1], [2], [3]]]}


class Program:
    """A function, its inputs, and what each rank should give."""

    def __init__(self, ranks):
        self.ranks = ranks
        self.arguments, self.lines, self.returned = [], [], []
        self.inputs, self.elements, self.expected = {}, {}, {}

    def add_argument(self, name, element, shape, values_by_rank, type=None):
        type = type or f"tensor<{''.join(f'{n}x' for n in shape)}{element}>"
        number = len(self.arguments)
        self.arguments.append(f"%{name}: {type}")
        values = [value for values in values_by_rank for value in values]
        self.inputs[f"arg{number}"] = (element, (self.ranks, *shape), values)

    def add_result(self, value, type, element, expected_by_rank):
        name = f"result{len(self.returned)}"
        self.returned.append((value, type))
        self.elements[name] = element
        self.expected[name] = [value for values in expected_by_rank
                               for value in values]

    def format(self):
        values = ", ".join(value for value, _ in self.returned)
        types = ", ".join(type for _, type in self.returned)
        body = "\n  ".join(self.lines + [f"return {values} : {types}"])
        return (f"func.func @step({', '.join(self.arguments)}) -> ({types}) {{"
                f"\n  {body}\n}}\n")

    def run(self, work):
        """Says what differs."""
        files = {kind: os.path.join(work, f"step.{kind}")
                 for kind in ("mlir", "in.npz", "out.npz")}
        with open(files["mlir"], "w") as file:
            file.write(self.format())
        write_npz(files["in.npz"], self.inputs)
        done = subprocess.run(
            ["grad-run", files["mlir"], f"--ranks={self.ranks}",
             "--inputs=" + files["in.npz"], "--outputs=" + files["out.npz"]],
            capture_output=True, text=True)
        if done.returncode != 0:
            return [done.stderr or str(done.returncode)]
        got = read_npz(files["out.npz"], self.elements)
        return [f"{name}: expected {expected}, got {got[name][1]}"
                for name, expected in self.expected.items()
                if len(expected) != len(got[name][1]) or
                not all(map(same, expected, got[name][1]))]


def format_float(value):
    """As MLIR reads it, which wants a point."""
    text = repr(value)
    return text if "." in text else text.replace("e", ".0e")


def choose_number(rng, element):
    """Often one of a few, for ties and sums that cancel; else any bits."""
    if not is_float(element):
        width = int(element[1:])
        return rng.choice([0, 1, -1, rng.getrandbits(width) - (1 << width - 1)])
    kind = rng.random()
    if kind < 0.4:
        return round_to(element, rng.choice([0.0, -0.0, 1.0, -1.0, 0.5, 1025.0,
                                             -3.0]))
    if kind < 0.9:
        return round_to(element, rng.gauss(0, 1))
    return from_bits(element, rng.getrandbits(WIDTHS[element]))


def choose_numbers(rng, element, count):
    return [choose_number(rng, element) for _ in range(count)]


def make_arithmetic(rng, ranks):
    program = Program(ranks)
    shape = [rng.randrange(6) for _ in range(rng.randrange(4))]
    count = 1
    for size in shape:
        count *= size
    open_shape = [rng.choice([n, "?"]) for n in shape]
    tensors, types = [], []
    for i in range(2):
        element = rng.choice(list(WIDTHS))
        tensor = [choose_numbers(rng, element, count) for _ in range(ranks)]
        type = f"tensor<{''.join(f'{n}x' for n in open_shape)}{element}>"
        program.add_argument(f"x{i}", element, shape, tensor, type)
        tensors.append((element, tensor))
        types.append(type)
    for i, (element, tensor) in enumerate(tensors):
        factor_element, result = rng.choice(list(WIDTHS)), rng.choice(
            list(WIDTHS))
        factor = round_to(factor_element, rng.choice([0.1, 3.0, 1 / 3, -2.5]))
        if rng.random() < 0.5:
            program.add_argument(f"f{i}", factor_element, [], [[factor]] * ranks)
        else:
            program.lines.append(f"%f{i} = arith.constant dense<{format_float(factor)}> : "
                                 f"tensor<{factor_element}>")
        to = f"tensor<{''.join(f'{n}x' for n in open_shape)}{result}>"
        program.lines.append(f"%r{i} = grad.scale %x{i}, %f{i} : {types[i]}, "
                             f"tensor<{factor_element}> -> {to}")
        program.add_result(f"%r{i}", to, result, [
            [reference.scale(value, element, factor, factor_element, result)
             for value in values] for values in tensor])
    both = [[tensor[rank] for _, tensor in tensors] for rank in range(ranks)]
    operands = f"%x0, %x1 : {', '.join(types)}"
    program.lines += [f"%n = grad.squared_norm {operands} -> tensor<f64>",
                      f"%ok = grad.all_finite {operands} -> tensor<i1>"]
    program.add_result("%n", "tensor<f64>", "f64",
                       [[reference.squared_norm(t)] for t in both])
    program.add_result("%ok", "tensor<i1>", "i1",
                       [[reference.all_finite(t)] for t in both])
    return program


def gather(group, by_rank):
    """What each rank gets, and from how many rows of each rank."""
    groups = group or [list(range(len(by_rank)))]
    rows, counts = [None] * len(by_rank), [None] * len(by_rank)
    for members in groups:
        for rank in members:
            rows[rank] = [row for member in members for row in by_rank[member]]
            counts[rank] = [len(by_rank[member]) for member in members]
    return rows, counts


def flatten(by_rank):
    """The indices and the values of sparse gradients."""
    return ([[index for index, _ in slices] for slices in by_rank],
            [[value for _, row in slices for value in row]
             for slices in by_rank])


class Slices:
    """The text of the types of a sparse gradient."""

    def __init__(self, rng, shape, element):
        self.shape, self.element = shape, element
        self.index = rng.choice(["i32", "i64"])
        rest = "".join(f"{n}x" for n in shape[1:])
        self.dense = f"tensor<{shape[0]}x{rest}{element}>"
        self.slices = (f"!grad.indexed_slices<?x{self.index}, "
                       f"{shape[0]}x{rest}{element}>")
        self.indices = f"tensor<?x{self.index}>"
        self.values = f"tensor<?x{rest}{element}>"
        self.row = (self.element, shape[1:])
        self.width = 1
        for size in shape[1:]:
            self.width *= size

    def make(self, program, name, indices, values):
        program.lines.append(f"%{name} = grad.indexed_slices {indices}, "
                             f"{values} : {self.slices}")

    def return_dense(self, program, name, by_rank):
        program.lines.append(f"%{name}_dense = grad.to_dense %{name} : "
                             f"{self.slices} -> {self.dense}")
        program.add_result(
            f"%{name}_dense", self.dense, self.element,
            [reference.to_dense(slices, self.shape[0], self.width,
                                self.element) for slices in by_rank])

    def return_parts(self, program, name, by_rank):
        indices, values = flatten(by_rank)
        program.lines += [
            f"%{name}_i = grad.indices %{name} : {self.slices}",
            f"%{name}_v = grad.values %{name} : {self.slices}"]
        program.add_result(f"%{name}_i", self.indices, self.index, indices)
        program.add_result(f"%{name}_v", self.values, self.element, values)

    def gather(self, program, name, group, by_rank):
        """Gathers the sparse gradient %own; its parts can be returned where
        there is one group."""
        on = f" on <{group}>" if group else ""
        size = len(group[0]) if group else "?"
        program.lines += [
            f"%{name}_oi = grad.indices %own : {self.slices}",
            f"%{name}_ov = grad.values %own : {self.slices}",
            f"%{name}_gi, %{name}_gv, %{name}_counts = grad.all_gather_v "
            f"%{name}_oi, %{name}_ov{on} : {self.indices}, {self.values} -> "
            f"{self.indices}, {self.values}, tensor<{size}xi64>"]
        self.make(program, name, f"%{name}_gi", f"%{name}_gv")
        rows, counts = gather(group, by_rank)
        program.add_result(f"%{name}_counts", f"tensor<{size}xi64>", "i64",
                           counts)
        self.return_dense(program, name, rows)
        if group is None or len(group) == 1:
            self.return_parts(program, name, rows)
        return rows


def make_rows(rng, ranks):
    program = Program(ranks)
    element = rng.choice(["f16", "bf16", "f32", "f64", "i8", "i32", "i64"])
    shape = [rng.randrange(1, 9)] + [rng.randrange(1, 4)
                                     for _ in range(rng.randrange(3))]
    types = Slices(rng, shape, element)
    room = rng.choice([1, 12])
    counts = [rng.randrange(room + 1) for _ in range(ranks)]
    own = [[(rng.randrange(-2, shape[0] + 2),
             choose_numbers(rng, element, types.width))
            for _ in range(room)] for _ in range(ranks)]
    indices, values = flatten(own)
    program.add_argument("count", "i64", [], [[count] for count in counts])
    program.add_argument("rows_i", types.index, [room], indices)
    program.add_argument("rows_v", element, [room, *shape[1:]], values)
    own = [slices[:count] for slices, count in zip(own, counts)]
    rest = "".join(f", {n}" for n in shape[1:])
    zeros, ones = ", 0" * (len(shape) - 1), ", 1" * (len(shape) - 1)
    program.lines += [
        "%c = tensor.extract %count[] : tensor<i64>",
        "%rows = arith.index_cast %c : i64 to index",
        f"%i = tensor.extract_slice %rows_i[0] [%rows] [1] : "
        f"tensor<{room}x{types.index}> to {types.indices}",
        f"%v = tensor.extract_slice %rows_v[0{zeros}] [%rows{rest}] [1{ones}] : "
        f"tensor<{types.values[7:].replace('?', str(room))} to {types.values}"]
    types.make(program, "own", "%i", "%v")
    types.return_dense(program, "own", own)
    group = rng.choice(GROUPS[ranks])
    rows = types.gather(program, "all", group, own)
    program.lines.append(f"%sums = grad.coalesce %all : {types.slices} -> "
                         f"{types.slices}")
    sums = [reference.coalesce(slices, shape[0], types.width, element)
            for slices in rows]
    types.return_dense(program, "sums", sums)
    if group is None or len(group) == 1:
        types.return_parts(program, "sums", sums)
    return program


def make_vector(rng, ranks):
    program = Program(ranks)
    element = rng.choice(["f32", "f64"])
    size = rng.choice([1, 7, 100])
    vectors = [choose_numbers(rng, element, size) for _ in range(ranks)]
    program.add_argument("x", element, [size], vectors)
    types = Slices(rng, [size], element)
    k = rng.choice([1, size, rng.randrange(1, size + 1)])
    static = types.slices.replace("?", str(k))
    program.lines += [
        f"%k = grad.sparsify %x top_k {k} : {types.dense} -> {static}",
        f"%ki = grad.indices %k : {static}", f"%kv = grad.values %k : {static}"]
    largest = [reference.top_k(vector, k) for vector in vectors]
    indices, values = flatten(largest)
    program.add_result("%ki", f"tensor<{k}x{types.index}>", types.index, indices)
    program.add_result("%kv", f"tensor<{k}x{element}>", element, values)
    # With a static number of rows.
    program.lines.append(
        f"%gi, %gv, %gc = grad.all_gather_v %ki, %kv : tensor<{k}x{types.index}"
        f">, tensor<{k}x{element}> -> {types.indices}, {types.values}, "
        f"tensor<?xi64>")
    rows, counts = gather(None, largest)
    types.make(program, "g", "%gi", "%gv")
    types.return_parts(program, "g", rows)
    program.add_result("%gc", "tensor<?xi64>", "i64", counts)
    bound = rng.choice([1.0, 0.7, 1e-300, 1e300, 1025.0])
    program.lines.append(f"%own = grad.sparsify %x threshold {format_float(bound)} : "
                         f"{types.dense} -> {types.slices}")
    types.gather(program, "t", rng.choice(GROUPS[ranks]),
                 [reference.threshold(vector, bound) for vector in vectors])
    return program


KINDS = {"arithmetic": make_arithmetic, "rows": make_rows,
         "vector": make_vector}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--work", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=8)
    args = parser.parse_args()
    os.makedirs(args.work, exist_ok=True)
    results = failures = 0
    for kind, make in KINDS.items():
        for number in range(args.count):
            rng = random.Random(f"{args.seed} {kind} {number}")
            program = make(rng, [1, 2, 4][number % 3])
            problems = program.run(args.work)
            results += len(program.expected)
            failures += len(problems)
            if problems:
                print(f"FAIL {kind} {number} on {program.ranks} ranks:",
                      *problems, program.format(), sep="\n")
    print(f"{len(KINDS) * args.count} programs, {results} results, "
          f"{failures} failures")
    return failures != 0 or results == 0


if __name__ == "__main__":
    sys.exit(main())
