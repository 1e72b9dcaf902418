"""Random gradient reducers, and the programs that have them.

A program has three forms: with the reducer itself; with gradients that are
marked, for insert-gradient-reducer to find; and with bare all-reduces, for it
to replace.
"""

import math

import reducer_reference as reference
from numbers_of_types import WIDTHS, from_bits, is_float, round_to

GROUPS = {1: [None, None, [[0]]],
          2: [None, None, [[1, 0]], [[0], [1]]],
          4: [None, None, [[0, 2], [3, 1]], [[3, 1, 0, 2]], [[2], [0, 1, 3]]],
          8: [None, None, [[0, 1, 2, 3], [7, 5, 6, 4]],
              [[0, 7], [1, 6], [2, 5], [3, 4]], [[0, 1], [2, 3, 4, 5, 6, 7]]]}
DENSE_INTEGERS = ["i32", "ui8", "i8", "i64"]
SPARSE_INTEGERS = ["i32", "i8", "i64"]
STYLES = ["normal", "whole", "special", "any bits", "large"]


def choose_number(rng, element, style):
    if not is_float(element):
        width = int(element.lstrip("ui"))
        return round_to(element, rng.choice([0, 1, rng.getrandbits(width)]))
    if style == "whole":
        return float(rng.randrange(-4, 5))
    if style == "special" and rng.random() < 0.15:
        return rng.choice([math.nan, math.inf, -math.inf, -0.0])
    if style == "any bits" and rng.random() < 0.4:
        return from_bits(element, rng.getrandbits(WIDTHS[element]))
    return round_to(element, rng.gauss(0, 40000 if style == "large" else 1))


def choose_options(rng, is_uniform):
    options = {}

    def maybe(share, name, choices):
        if rng.random() < share:
            options[name] = rng.choice(choices)

    maybe(0.35, "mean", [False])
    maybe(0.3, "degree", [7, 1, 1000])
    maybe(0.6, *rng.choice([("reduce_type", ["f32", "f64", "keep"]),
                            ("wire", ["f16", "bf16"])]))
    if options.get("mean", True):
        maybe(0.5, "scale", ["after", "before", "split"])
    maybe(0.3, "clip_value", [1.0, 0.3, 100.0, 1e5])
    maybe(0.3, "clip_norm", [1.0, 0.7, 1e6])
    maybe(0.6, *rng.choice([("fusion_type", [0, 1, 5]),
                            ("split_indices", [[1], [2, 3], [1, 4]])]))
    if is_uniform:
        maybe(0.5, *rng.choice([("sparse_as_dense", [True]),
                                ("dense_above", [0.0, 0.5, 1.0])]))
        maybe(0.5, *rng.choice([
            ("top_k", [1, 2, 1000]), ("top_k_ratio", [0.01, 0.1, 0.07, 1.0]),
            ("threshold", [0.5, 1.0, 3.0])]))
    return options


def apply_preset(options, preset):
    """What is done where the pass gets these options and this preset."""
    filled = dict(reference.PRESETS[preset])
    if "reduce_type" in options or "wire" in options:
        filled.pop("reduce_type", None)
        filled.pop("wire", None)
    if options.get("mean") is False:
        filled.pop("scale", None)
    return {**filled, **options}


def format_option(value):
    if isinstance(value, list):
        return "[" + ", ".join(map(str, value)) + "]"
    return str(value).lower()


def format_dims(shape, element):
    return "".join(f"{n}x" for n in shape) + element


def format_tensor(shape, element):
    return f"tensor<{format_dims(shape, element)}>"


class Program:
    def __init__(self, rng, ranks):
        self.rng, self.ranks = rng, ranks
        self.groups = rng.choice(GROUPS[ranks])
        self.is_uniform = len({len(group) for group in self.groups or [[]]}) == 1
        # Whether bare all-reduces could be all of it.
        self.is_bare = rng.random() < 0.15
        self.given = choose_options(rng, self.is_uniform and not self.is_bare)
        self.preset = rng.choice(["mindspore", *reference.PRESETS])
        self.options = apply_preset(self.given, self.preset)
        self.style = rng.choice(STYLES)
        self.arguments, self.inputs = [], {}
        # The operations before the reducer. An operation that makes a gradient
        # has its number, and its text ends before the attributes.
        self.lines = []
        self.gradients, self.types, self.residuals = [], [], {}
        for number in range(rng.randrange(1, 6)):
            if self.is_uniform and not self.is_bare and rng.random() < 0.35:
                self.add_sparse(number)
            else:
                self.add_dense(number)
        self.add_residuals()

    # Gradients.

    def choose_place(self):
        if self.is_bare:
            return ""
        return self.rng.choice([""] * 5 + ["layerwise_parallel",
                                           "parameter_server"])

    def choose_element(self, integers, place):
        options = self.options
        floats = list(WIDTHS)
        if not place and "wire" in options:
            floats = ["f32", "f32", options["wire"]]
        may_be_integer = "clip_norm" not in options and not self.is_bare and (
            place or options.get("mean") is False)
        if may_be_integer and self.rng.random() < 0.5:
            return self.rng.choice(integers)
        return self.rng.choice(floats)

    def choose_numbers(self, element, count):
        return [[choose_number(self.rng, element, self.style)
                 for _ in range(count)] for _ in range(self.ranks)]

    def add_argument(self, name, element, shape, by_rank, type=None):
        self.inputs[f"arg{len(self.arguments)}"] = (
            element, (self.ranks, *shape),
            [value for values in by_rank for value in values])
        self.arguments.append(f"%{name}: {type or format_tensor(shape, element)}")

    def add_dense(self, number):
        rng, place = self.rng, self.choose_place()
        element = self.choose_element(DENSE_INTEGERS, place)
        shape = [rng.choice([0, 1, 2, 3, 5])
                 for _ in range(rng.randrange(self.is_bare, 4))]
        values = self.choose_numbers(element, math.prod(shape))
        gradient = reference.Gradient(f"w{number}", element, shape, values,
                                      place)
        is_open = (not gradient.is_sparsified(self.options) and
                   rng.random() < 0.2)
        type = format_tensor([rng.choice([n, "?"]) if is_open else n
                              for n in shape], element)
        self.gradients.append(gradient)
        self.types.append((type, type))
        if shape:
            source = format_tensor(["?"] * len(shape), element)
            self.add_argument(f"a{number}", element, shape, values, source)
            start, end = f"tensor.cast %a{number}", f"{source} to {type}"
        else:
            self.add_argument(f"a{number}", element, [1], values)
            start = f"tensor.collapse_shape %a{number} []"
            end = f"tensor<1x{element}> into {type}"
        self.lines.append((f"%g{number} = {start}", number, f" : {end}"))

    def add_sparse(self, number):
        rng, place = self.rng, self.choose_place()
        element = self.choose_element(SPARSE_INTEGERS, place)
        shape = [rng.randrange(1, 7)] + [rng.randrange(1, 4) for _ in
                                         range(rng.randrange(3))]
        index, width = rng.choice(["i32", "i64"]), math.prod(shape[1:])
        room = rng.choice([0, 1, 4])
        is_static = room == 0 or rng.random() < 0.4
        counts = [room if is_static else rng.randrange(room + 1)
                  for _ in range(self.ranks)]
        numbers = self.choose_numbers(element, room * width)
        slices = [[(rng.randrange(-1, shape[0] + 1),
                    own[row * width:(row + 1) * width])
                   for row in range(room)] for own in numbers]
        self.add_argument(f"i{number}", index, [room],
                          [[at for at, _ in own] for own in slices])
        self.add_argument(f"v{number}", element, [room, *shape[1:]], numbers)
        has_to_be_dense = ("sparse_as_dense" in self.options or
                           "dense_above" in self.options or is_static)
        is_dense = not place and (has_to_be_dense or rng.random() < 0.4)
        self.gradients.append(reference.Gradient(
            f"w{number}", element, shape,
            [own[:count] for own, count in zip(slices, counts)], place, index,
            is_dense, room if is_static else None))
        rows = room if is_static else "?"
        type = (f"!grad.indexed_slices<{rows}x{index}, "
                f"{format_dims(shape, element)}>")
        self.types.append(
            (type, format_tensor(shape, element) if is_dense else type))
        i, v = f"%i{number}", f"%v{number}"
        if not is_static:
            self.add_argument(f"n{number}", "i64", [],
                              [[count] for count in counts])
            i, v = self.take_rows(number, room)
        self.lines.append((f"%g{number} = grad.indexed_slices {i}, {v}",
                           number, f" : {type}"))

    def take_rows(self, number, room):
        """The first rows of the arguments, as many as this rank has."""
        gradient = self.gradients[number]
        rest = gradient.shape[1:]
        zeros, ones = ", 0" * len(rest), ", 1" * len(rest)
        sizes = "".join(f", {n}" for n in rest)
        whole, part = (format_tensor([n, *rest], gradient.element)
                       for n in (room, "?"))
        rows = f"%rows{number}"
        self.lines += [(line, None, "") for line in (
            f"%c{number} = tensor.extract %n{number}[] : tensor<i64>",
            f"{rows} = arith.index_cast %c{number} : i64 to index",
            f"%ti{number} = tensor.extract_slice %i{number}[0] [{rows}] [1] : "
            f"tensor<{room}x{gradient.index}> to tensor<?x{gradient.index}>",
            f"%tv{number} = tensor.extract_slice %v{number}[0{zeros}] "
            f"[{rows}{sizes}] [1{ones}] : {whole} to {part}")]
        return f"%ti{number}", f"%tv{number}"

    def add_residuals(self):
        numbers = [number for number, gradient in enumerate(self.gradients)
                   if gradient.is_sparsified(self.options)]
        if self.rng.random() < 0.3:
            return
        for number in numbers:
            gradient = self.gradients[number]
            element = reference.get_scale_type(gradient.element)
            values = self.choose_numbers(element, math.prod(gradient.shape))
            self.residuals[number] = values
            self.add_argument(f"e{number}", element, gradient.shape, values)

    # Text.

    def format(self, form):
        """The text of a form, and the type of each result by its name."""
        lines = [start + (f' {{grad.gradient = "w{number}"}}'
                          if form == "marked" and number is not None else "") +
                 end for start, number, end in self.lines]
        lines += getattr(self, f"format_{form}")()
        returned, elements = self.format_results(form, lines)
        values = ", ".join(value for value, _ in returned)
        types = ", ".join(type for _, type in returned)
        body = "\n  ".join(lines + [f"return {values} : {types}"])
        text = (f"func.func @step({', '.join(self.arguments)}) -> ({types}) {{"
                f"\n  {body}\n}}\n")
        return text, {f"result{i}": element
                      for i, element in enumerate(elements)}

    def format_group(self):
        return f" on <{self.groups}>" if self.groups else ""

    def format_reducer(self):
        names, types = [], []
        for number, gradient in enumerate(self.gradients):
            place = f", {gradient.place}" if gradient.place else ""
            names.append(f'%g{number}<"w{number}"{place}>')
        results = [f"%r{i}" for i in range(len(self.gradients))]
        results += [f"%k{i}" for i in self.residuals]
        residuals = ""
        if self.residuals:
            types = ", ".join(self.get_residual_type(i) for i in self.residuals)
            values = ", ".join(f"%e{i}" for i in self.residuals)
            residuals = f" residuals({values} : {types})"
        parts = [name if name == "sparse_as_dense" else
                 f"{name} = {format_option(value)}"
                 for name, value in self.options.items()]
        options = f" with<{', '.join(parts)}>" if parts else ""
        before, after = (", ".join(types) for types in zip(*self.types))
        return [f"{', '.join(results)} = grad.reduce_gradients "
                f"{', '.join(names)}{residuals}{self.format_group()}{options} : "
                f"{before} -> {after}"]

    def format_marked(self):
        return [f"%r{number} = grad.to_dense %g{number} : {before} -> {after}"
                for number, (before, after) in enumerate(self.types)
                if before != after]

    def format_bare(self):
        return [f"%r{number} = grad.all_reduce<sum> %g{number}"
                f"{self.format_group()} : {type}"
                for number, (type, _) in enumerate(self.types)]

    def get_residual_type(self, number):
        gradient = self.gradients[number]
        return format_tensor(gradient.shape,
                             reference.get_scale_type(gradient.element))

    def has_equal_counts(self, number):
        """Whether all ranks get as many rows."""
        gradient = self.gradients[number]
        groups = self.groups or [list(range(self.ranks))]
        if gradient.place:
            groups = [[rank] for rank in range(self.ranks)]
        return len({sum(len(gradient.values[rank]) for rank in group)
                    for group in groups}) == 1

    def format_results(self, form, lines):
        returned, elements = [], []

        def give(value, type, element):
            returned.append((value, type))
            elements.append(element)

        for number, gradient in enumerate(self.gradients):
            before, type = self.types[number]
            is_same = form == "marked" and before == type
            value = f"%{'g' if is_same else 'r'}{number}"
            element, shape = gradient.element, gradient.shape
            dense = format_tensor(shape, element)
            if not type.startswith("!"):
                give(value, type, element)
            elif self.has_equal_counts(number):
                lines += [f"%ri{number} = grad.indices {value} : {type}",
                          f"%rv{number} = grad.values {value} : {type}"]
                rows = "?" if "<?" in type else str(gradient.static_rows)
                give(f"%ri{number}", f"tensor<{rows}x{gradient.index}>",
                     gradient.index)
                give(f"%rv{number}", format_tensor([rows, *shape[1:]], element),
                     element)
            else:
                open_type = type.replace(f"<{gradient.static_rows}x", "<?x")
                lines += [f"%rc{number} = grad.coalesce {value} : {type} -> "
                          f"{open_type}",
                          f"%rd{number} = grad.to_dense %rc{number} : "
                          f"{open_type} -> {dense}"]
                give(f"%rd{number}", dense, element)
        for number in self.residuals:
            type = self.get_residual_type(number)
            give(f"%k{number}", type, reference.get_scale_type(
                self.gradients[number].element))
        return returned, elements

    # What is expected.

    def compute_results(self, knows_size):
        """The numbers of all ranks, result by result."""
        reduced, residuals = reference.Reference(
            self.gradients, self.options, self.groups, knows_size,
            self.residuals).run()
        results = []

        def give(by_rank):
            results.append([value for values in by_rank for value in values])

        for number, by_rank in enumerate(reduced):
            gradient = self.gradients[number]
            if not self.types[number][1].startswith("!"):
                give(by_rank)
            elif self.has_equal_counts(number):
                give([[at for at, _ in own] for own in by_rank])
                give([[value for _, row in own for value in row]
                      for own in by_rank])
            else:
                give([reference.sparse.to_dense(
                    own, gradient.shape[0], gradient.width, gradient.element)
                    for own in by_rank])
        for number in self.residuals:
            give(residuals[number])
        return results
