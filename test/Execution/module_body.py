"""Writes the bodies of generated functions, one random statement at a time."""

from module_ranges import (Range, Ranges, REDUCTIONS, add, fits, join,
                           multiply)
from module_regions import Regions
from module_savings import Savings
from module_types import (FLOATS, INTEGERS, TensorType, Value, WIDER,
                          gather_size, get_kinds, on_group, scatter_size)

FLOAT_BINARY = ["arith.addf", "arith.subf", "arith.mulf", "arith.maximumf"]
# No xori: MLIR folds that of a dynamic tensor with itself to an invalid
# constant.
INTEGER_BINARY = ["arith.addi", "arith.subi", "arith.muli", "arith.ori"]


class Body(Ranges, Regions, Savings):
    """A block that is being written. `scope` holds the tensors that can be
    used in it; `module` what all functions share."""

    def __init__(self, module, scope, indent="  ", depth=0, reduces=True):
        self.module = module
        self.rng = module.rng
        self.scope = list(scope)
        self.outer = len(scope)
        self.indent = indent
        self.depth = depth
        self.reduces = reduces
        self.lines = []
        self.used = set()

    # Helpers.

    def emit(self, text):
        self.lines.append(self.indent + text)

    def define(self, type, text, range=None):
        """Adds `%n = text` and its result to the scope."""
        value = Value(self.module.make_name(), type, range)
        self.emit(f"{value.name} = {text}")
        self.scope.append(value)
        return value

    def make_scalar(self, text):
        name = self.module.make_name()
        self.emit(f"{name} = {text}")
        return name

    def pick(self, accept=lambda type: True):
        """A value of an accepted type, new ones rather than old ones."""
        values = [v for v in self.scope if accept(v.type)]
        if not values:
            return None
        if self.rng.random() < 0.4:
            values = values[-4:]
        value = self.rng.choice(values)
        self.used.add(value.name)
        return value

    def newest(self, type):
        value = [v for v in self.scope if v.type == type][-1]
        self.used.add(value.name)
        return value

    def write(self, count):
        for _ in range(count):
            self.add_statement()

    def add_statement(self):
        statements = [(self.reduce, 10), (self.calculate, 6), (self.cast, 1),
                      (self.chain, 2), (self.pack, 1), (self.fuse_loop, 1),
                      (self.broadcast, 1), (self.slice, 1), (self.fill, 1),
                      (self.constant, 1), (self.call, 1), (self.branch, 1),
                      (self.switch, 0.5), (self.execute, 0.3), (self.loop, 1),
                      (self.repeat, 0.5)]
        if self.module.is_exact:
            statements += [(self.save, 12)]
        if self.module.has_shards:
            statements += [(self.scatter, 3), (self.gather, 3)]
        if self.module.has_fences:
            statements += [(self.store, 2), (self.reduce_memory, 0.5)]
        choices, weights = zip(*statements)
        self.rng.choices(choices, weights)[0]()

    # Collectives.

    def reduce(self, operand=None, fusion=None, kind=None, group=""):
        """`group`: as the module names it, None for every rank."""
        operand = operand or self.pick()
        if not operand or not self.reduces:
            return None
        element = operand.type.element
        kind = kind or self.module.pick_kind(element)
        if group == "":
            group = self.module.pick_group(
                even=kind == "avg" and self.module.is_exact)
        if element in WIDER and self.rng.random() < self.module.widening:
            element = self.rng.choice(WIDER[element])
        (operand,), values = self.make_exact([operand], REDUCTIONS[kind], element)
        result = operand.type.with_element(element)
        types = f"{operand.type}" if result == operand.type else \
            f"{operand.type} -> {result}"
        return self.define(
            result, f"grad.all_reduce<{kind}> {operand.name}{on_group(group)}"
                    f"{fusion or self.module.pick_fusion()} : {types}", values)

    def move(self, name, get_size, pick_kind=None):
        """A collective that changes the size of one dimension."""
        group = self.module.pick_group(even=True)
        operand = self.pick(lambda type: any(
            get_size(n, group) is not None for n in type.shape))
        if not operand or not self.reduces:
            return
        type = operand.type
        dim = self.rng.choice([d for d, n in enumerate(type.shape)
                               if get_size(n, group) is not None])
        result = type.with_size(dim, get_size(type.shape[dim], group))
        kind = pick_kind(type.element) if pick_kind else ""
        (operand,), values = self.make_exact(
            [operand], REDUCTIONS.get(kind, join), type.element)
        self.define(result,
                    f"grad.{name}{kind and f'<{kind}>'} "
                    f"{operand.name} dim {dim}{on_group(group)}"
                    f"{self.module.pick_fusion()} : {type} -> {result}", values)

    def scatter(self):
        for _ in range(self.rng.randint(1, 2)):
            self.move("reduce_scatter", scatter_size, self.module.pick_kind)

    def gather(self):
        for _ in range(self.rng.randint(1, 2)):
            self.move("all_gather", gather_size)

    def broadcast(self):
        operand = self.pick()
        if operand and self.reduces:
            group = on_group(self.module.pick_group())
            self.define(operand.type, f"grad.broadcast {operand.name} root 0"
                                      f"{group} : {operand.type}", operand.range)

    def chain(self):
        """A reduction, a user of it, perhaps a reduction of that."""
        value = self.reduce()
        if value:
            value = self.calculate(value)
        if value and self.rng.random() < 0.6:
            self.reduce(value)

    # Arithmetic.

    def calculate(self, operand=None):
        a = operand or self.pick(lambda type: type.element != "ui8")
        if not a or a.type.element == "ui8":
            return None
        element = a.type.element
        if self.rng.random() < 0.2 and element in FLOATS:
            op = self.rng.choice(["arith.negf", "math.absf"])
            return self.define(a.type, f"{op} {a.name} : {a.type}", a.range)
        b = self.pick(lambda type: type == a.type)
        ops = FLOAT_BINARY if element in FLOATS else INTEGER_BINARY
        if element == "i1":
            ops = ["arith.ori", "arith.andi"]
        op = self.rng.choice(ops)
        combine = {"arith.mulf": multiply, "arith.maximumf": join}.get(op, add)
        (a, b), values = self.make_exact([a, b], combine, element)
        return self.define(a.type, f"{op} {a.name}, {b.name} : {a.type}", values)

    def cast(self):
        """To another type of the palette."""
        a = self.pick(lambda type: type.element in FLOATS + INTEGERS)
        if not a:
            return
        source = a.type.element
        targets = [e for e in self.module.elements if e != source and
                   e in FLOATS + INTEGERS]
        if not targets:
            return
        target = self.rng.choice(targets)
        op = get_cast(source, target)
        if not op:
            return
        if self.is_exact(source) and not fits(a.range, target):
            a = self.calm(a)
        result = a.type.with_element(target)
        value = self.define(result, f"{op} {a.name} : {a.type} to {result}",
                            a.range if source in FLOATS else None)
        if self.is_exact(target) and source in INTEGERS:
            # Only what is calm is used: integers may be large.
            self.scope[-1] = self.calm(value)

    def constant(self):
        a = self.pick(lambda type: type.is_static() and type.element != "ui8")
        if a:
            number = {"i1": "true"}.get(
                a.type.element, "1.5" if a.type.element in FLOATS else "3")
            self.define(a.type, f"arith.constant dense<{number}> : {a.type}",
                        Range(1, 1))

    def fill(self):
        """A value that depends on the rank."""
        element = self.rng.choice(self.module.elements)
        if element not in FLOATS + INTEGERS:
            return
        type = TensorType(self.rng.choice(self.module.shapes), element)
        if not type.is_static():
            return
        scalar = self.make_scalar("grad.rank : index")
        width = element[1:] if element in INTEGERS else "32"
        scalar = self.make_scalar(f"arith.index_cast {scalar} : index to i{width}")
        if element in FLOATS:
            scalar = self.make_scalar(f"arith.sitofp {scalar} : i32 to {element}")
        self.define(type, f"tensor.splat {scalar} : {type}", Range(2, 0))

    def fuse_loop(self):
        """A linalg.generic with two results, of which both are used."""
        a = self.pick(lambda type: type.element in FLOATS and type.is_static())
        if not a:
            return
        (a,), values = self.make_exact(
            [a], lambda r: add(r, multiply(r, r)), a.type.element)
        type, rank = a.type, len(a.type.shape)
        init = self.make_scalar(f"tensor.empty() : {type}")
        dims = ", ".join(f"d{i}" for i in range(rank))
        same = f"affine_map<({dims}) -> ({dims})>"
        loops = ", ".join(['"parallel"'] * rank)
        name, element = self.module.make_name(), type.element
        self.emit(
            f"{name}:2 = linalg.generic {{indexing_maps = [{same}, {same}, "
            f"{same}], iterator_types = [{loops}]}} ins({a.name} : {type}) "
            f"outs({init}, {init} : {type}, {type}) {{")
        self.emit(f"^bb0(%x: {element}, %y: {element}, %z: {element}):")
        self.emit(f"  %p = arith.mulf %x, %x : {element}")
        self.emit(f"  %q = arith.addf %x, %p : {element}")
        self.emit(f"  linalg.yield %p, %q : {element}, {element}")
        self.emit(f"}} -> ({type}, {type})")
        self.scope += [Value(f"{name}#0", type, values),
                       Value(f"{name}#1", type, values)]

    def pack(self):
        """Reduces a flat view of a value."""
        a = self.pick(lambda type: type.is_static() and len(type.shape) > 1)
        if not a:
            return
        count = 1
        for n in a.type.shape:
            count *= n
        flat = TensorType((count,), a.type.element)
        dims = ", ".join(str(d) for d in range(len(a.type.shape)))
        value = self.define(flat, f"tensor.collapse_shape {a.name} [[{dims}]] "
                                  f": {a.type} into {flat}", a.range)
        value = self.reduce(value)
        if value and value.type == flat:
            shape = ", ".join(str(n) for n in a.type.shape)
            self.define(a.type, f"tensor.expand_shape {value.name} [[{dims}]] "
                                f"output_shape [{shape}] : {flat} into {a.type}",
                        value.range)

    def slice(self):
        """Reduces every second row and puts it back."""
        a = self.pick(lambda type: type.is_static() and type.shape and
                      type.shape[0] >= 4)
        if not a:
            return
        type, rest = a.type, a.type.shape[1:]
        part = type.with_size(0, 2)
        offset, stride = self.rng.choice([(1, 1), (0, 2), (1, 2)])
        strides = [f"[{', '.join(str(n) for n in entries)}]" for entries in
                   ((offset, *(0 for n in rest)), (2, *rest),
                    (stride, *(1 for n in rest)))]
        where = " ".join(strides)
        value = self.define(part, f"tensor.extract_slice {a.name}{where} : "
                                  f"{type} to {part}", a.range)
        value = self.reduce(value)
        if value and value.type == part:
            ranges = [v.range for v in (a, value) if v.range]
            self.define(type, f"tensor.insert_slice {value.name} into "
                              f"{a.name}{where} : {part} into {type}",
                        join(*ranges) if ranges else None)

    # Fences.

    def store(self):
        """A scalar through memory."""
        a = self.pick(lambda type: type.is_static() and type.element != "ui8"
                      and 0 not in type.shape)
        if not a:
            return
        element = a.type.element
        indices = ", ".join([self.module.zero] * len(a.type.shape))
        scalar = self.make_scalar(f"tensor.extract {a.name}[{indices}] : {a.type}")
        memory = self.make_scalar(f"memref.alloc() : memref<{element}>")
        self.emit(f"memref.store {scalar}, {memory}[] : memref<{element}>")
        if self.rng.random() < 0.5:
            self.reduce()
        scalar = self.make_scalar(f"memref.load {memory}[] : memref<{element}>")
        self.define(a.type, f"tensor.splat {scalar} : {a.type}", a.range)

    def reduce_memory(self):
        """A reduction in place."""
        if not self.reduces:
            return
        value = self.make_scalar("arith.constant 1.5 : f32")
        memory = self.make_scalar("memref.alloc() : memref<3xf32>")
        self.emit(f"linalg.fill ins({value} : f32) outs({memory} : memref<3xf32>)")
        self.emit(f"grad.all_reduce<sum> {memory} : memref<3xf32>")
        scalar = self.make_scalar(
            f"memref.load {memory}[{self.module.zero}] : memref<3xf32>")
        self.define(TensorType((4,), "f32"), f"tensor.splat {scalar} : tensor<4xf32>",
                    Range(4, 1))


def get_cast(source, target):
    """The operation that converts, or nothing for two of one width."""
    widths = {"bf16": 16, "f16": 16, "f32": 32, "f64": 64,
              "i8": 8, "i32": 32, "i64": 64}
    if source in FLOATS and target in FLOATS:
        if widths[source] == widths[target]:
            return None
        return "arith.truncf" if widths[source] > widths[target] else "arith.extf"
    if source in INTEGERS and target in INTEGERS:
        return "arith.trunci" if widths[source] > widths[target] else "arith.extsi"
    return "arith.sitofp" if source in INTEGERS else None
