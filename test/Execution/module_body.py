"""Writes the bodies of generated functions, one random statement at a time."""

from module_types import (FLOATS, INTEGERS, TensorType, Value, WIDER,
                          gather_size, get_kinds, on_group, scatter_size)

FLOAT_BINARY = ["arith.addf", "arith.subf", "arith.mulf", "arith.maximumf"]
# No xori: MLIR folds that of a dynamic tensor with itself to an invalid
# constant.
INTEGER_BINARY = ["arith.addi", "arith.subi", "arith.muli", "arith.ori"]


class Body:
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

    def define(self, type, text):
        """Adds `%n = text` and its result to the scope."""
        value = Value(self.module.make_name(), type)
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
                      (self.switch, 0.5), (self.loop, 1), (self.repeat, 0.5)]
        if self.module.has_shards:
            statements += [(self.scatter, 3), (self.gather, 3)]
        if self.module.has_fences:
            statements += [(self.store, 2), (self.reduce_memory, 0.5)]
        choices, weights = zip(*statements)
        self.rng.choices(choices, weights)[0]()

    # Collectives.

    def reduce(self, operand=None, fusion=None):
        operand = operand or self.pick()
        if not operand or not self.reduces:
            return None
        type = operand.type
        kind = self.module.pick_kind(type.element)
        element = type.element
        if element in WIDER and self.rng.random() < self.module.widening:
            element = self.rng.choice(WIDER[element])
        result = type.with_element(element)
        types = f"{type}" if result == type else f"{type} -> {result}"
        group = on_group(self.module.pick_group())
        fusion = fusion or self.module.pick_fusion()
        return self.define(
            result,
            f"grad.all_reduce<{kind}> {operand.name}{group}{fusion} : {types}")

    def move(self, name, get_size, kind=""):
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
        self.define(result,
                    f"grad.{name}{kind and f'<{kind(type.element)}>'} "
                    f"{operand.name} dim {dim}{on_group(group)}"
                    f"{self.module.pick_fusion()} : {type} -> {result}")

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
                                      f"{group} : {operand.type}")

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
        if self.rng.random() < 0.2 and a.type.element in FLOATS:
            op = self.rng.choice(["arith.negf", "math.absf"])
            return self.define(a.type, f"{op} {a.name} : {a.type}")
        b = self.pick(lambda type: type == a.type)
        ops = FLOAT_BINARY if a.type.element in FLOATS else INTEGER_BINARY
        if a.type.element == "i1":
            ops = ["arith.ori", "arith.andi"]
        return self.define(
            a.type, f"{self.rng.choice(ops)} {a.name}, {b.name} : {a.type}")

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
        if op:
            result = a.type.with_element(target)
            self.define(result, f"{op} {a.name} : {a.type} to {result}")

    def constant(self):
        a = self.pick(lambda type: type.is_static() and type.element != "ui8")
        if a:
            number = {"i1": "true"}.get(
                a.type.element, "1.5" if a.type.element in FLOATS else "3")
            self.define(a.type, f"arith.constant dense<{number}> : {a.type}")

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
        self.define(type, f"tensor.splat {scalar} : {type}")

    def fuse_loop(self):
        """A linalg.generic with two results, of which both are used."""
        a = self.pick(lambda type: type.element in FLOATS and type.is_static())
        if not a:
            return
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
        self.scope += [Value(f"{name}#0", type), Value(f"{name}#1", type)]

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
                                  f": {a.type} into {flat}")
        value = self.reduce(value)
        if value and value.type == flat:
            shape = ", ".join(str(n) for n in a.type.shape)
            self.define(a.type, f"tensor.expand_shape {value.name} [[{dims}]] "
                                f"output_shape [{shape}] : {flat} into {a.type}")

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
                                  f"{type} to {part}")
        value = self.reduce(value)
        if value and value.type == part:
            self.define(type, f"tensor.insert_slice {value.name} into "
                              f"{a.name}{where} : {part} into {type}")

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
        self.define(a.type, f"tensor.splat {scalar} : {a.type}")

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
        self.define(TensorType((4,), "f32"), f"tensor.splat {scalar} : tensor<4xf32>")

    def call(self):
        functions = [f for f in self.module.functions
                     if self.reduces or not f.reduces]
        if not functions:
            return
        function = self.rng.choice(functions)
        a = self.pick(lambda type: type == function.type)
        if a:
            self.define(a.type, f"func.call @{function.name}({a.name}) : "
                                f"({a.type}) -> {a.type}")

    # Regions.

    def make_inner(self, extra=()):
        """The block of a region."""
        reduces = self.reduces and self.rng.random() < self.module.nesting
        body = Body(self.module, self.scope + list(extra), self.indent + "  ",
                    self.depth + 1, reduces)
        body.write(self.rng.randint(1, 4))
        return body

    def pick_carried(self):
        """Values that a region takes and gives back."""
        count = self.rng.randint(1, 2)
        return [v for v in (self.pick() for _ in range(count)) if v]

    def splice(self, body):
        self.lines += body.lines
        self.used |= body.used

    def add_results(self, name, types):
        if len(types) == 1:
            self.scope.append(Value(name, types[0]))
            return
        self.scope += [Value(f"{name}#{i}", t) for i, t in enumerate(types)]

    def branch(self):
        carried = self.pick_carried()
        if not carried or self.depth > 1:
            return
        types = [v.type for v in carried]
        text = ", ".join(map(str, types))
        name = self.module.make_name()
        head = name if len(types) == 1 else f"{name}:{len(types)}"
        self.emit(f"{head} = scf.if {self.module.condition} -> ({text}) {{")
        for last in (False, True):
            body = self.make_inner()
            results = ", ".join(body.newest(t).name for t in types)
            body.emit(f"scf.yield {results} : {text}")
            self.splice(body)
            self.emit("}" if last else "} else {")
        self.add_results(name, types)

    def switch(self):
        value = self.pick()
        if not value or self.depth > 1:
            return
        name, type = self.module.make_name(), value.type
        self.emit(f"{name} = scf.index_switch {self.module.trips} -> {type}")
        for case in ("case 0", "case 2", "default"):
            self.emit(f"{case} {{")
            body = self.make_inner()
            body.emit(f"scf.yield {body.newest(type).name} : {type}")
            self.splice(body)
            self.emit("}")
        self.scope.append(Value(name, type))

    def loop(self):
        carried = self.pick_carried()
        if not carried or self.depth > 1:
            return
        types = [v.type for v in carried]
        text = ", ".join(map(str, types))
        inner = [Value(self.module.make_name(), t) for t in types]
        inits = ", ".join(f"{i.name} = {v.name}" for i, v in zip(inner, carried))
        name, module = self.module.make_name(), self.module
        head = name if len(types) == 1 else f"{name}:{len(types)}"
        counter = module.make_name()
        self.emit(f"{head} = scf.for {counter} = {module.zero} to {module.trips} "
                  f"step {module.one} iter_args({inits}) -> ({text}) {{")
        body = self.make_inner(inner)
        results = ", ".join(body.newest(t).name for t in types)
        body.emit(f"scf.yield {results} : {text}")
        self.splice(body)
        self.emit("}")
        self.add_results(name, types)

    def repeat(self):
        """An scf.while that counts."""
        value = self.pick()
        if not value or self.depth > 1:
            return
        module, type = self.module, value.type
        name, i, x, j, y = (module.make_name() for _ in range(5))
        self.emit(f"{name}:2 = scf.while ({i} = {module.zero}, {x} = {value.name})"
                  f" : (index, {type}) -> (index, {type}) {{")
        condition = module.make_name()
        self.emit(f"  {condition} = arith.cmpi ult, {i}, {module.trips} : index")
        self.emit(f"  scf.condition({condition}) {i}, {x} : index, {type}")
        self.emit("} do {")
        self.emit(f"^bb0({j}: index, {y}: {type}):")
        body = self.make_inner([Value(y, type)])
        following = body.make_scalar(f"arith.addi {j}, {module.one} : index")
        body.emit(f"scf.yield {following}, {body.newest(type).name} : "
                  f"index, {type}")
        self.splice(body)
        self.emit("}")
        self.scope.append(Value(f"{name}#1", type))


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
