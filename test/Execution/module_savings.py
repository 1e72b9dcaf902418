"""Collectives that simplify-collectives can save, or nearly so."""

from module_ranges import REDUCTIONS, add
from module_types import FLOATS, WIDER, get_kinds, on_group


class Savings:
    """The part of `Body` that writes them; for exact modules."""

    def save(self):
        choices = [self.reduce_equal, self.reduce_twice, self.repeat_collective,
                   self.drop] + [self.add_sums] * 3
        if self.module.has_shards:
            choices += [self.reduce_alone] + [self.take_shard] * 4
        if self.reduces:
            self.rng.choice(choices)()

    def hide(self):
        """Takes the newest value out of the scope, so that nothing else uses
        it."""
        return self.scope.pop()

    def reduce_equal(self):
        """A value that is the same on every rank."""
        a = self.pick(lambda type: type.is_static() and type.element != "ui8")
        equal = [v for v in self.module.equal]
        if equal and self.rng.random() < 0.6:
            self.reduce(self.rng.choice(equal))
        elif a:
            self.constant()
            self.reduce(self.scope[-1])

    def reduce_twice(self):
        """Over the same group, but for some, of perhaps another kind."""
        group = self.module.pick_group(even=True)
        value = self.reduce(group=group)
        if value:
            same = self.rng.random() < 0.8
            self.reduce(value, group=group if same else None)

    def repeat_collective(self):
        value = self.reduce() if self.rng.random() < 0.8 else self.broadcast()
        text = self.lines[-1].split(" = ", 1)[1]
        if value:
            self.define(value.type, text, value.range)

    def reduce_alone(self):
        self.reduce(group="single")

    def drop(self):
        """A result that nothing uses."""
        if self.reduce():
            self.hide()

    def add_sums(self):
        """The sum of two sums, also through casts and reshapes."""
        a = self.pick(lambda type: "sum" in get_kinds(type.element) and
                      type.element != "ui8")
        if not a:
            return
        element = a.type.element
        others = [v for v in self.scope if v.type == a.type and v != a]
        if not others:
            return
        b = self.rng.choice(others)
        self.used.add(b.name)
        kind = self.rng.choice(["sum", "avg"]) if element in FLOATS else "sum"
        groups = [self.module.pick_group(even=True)] * 2
        if self.rng.random() < 0.1:
            groups[1] = None
        combine = lambda r, s: add(REDUCTIONS[kind](r), REDUCTIONS[kind](s))
        (a, b), values = self.make_exact([a, b], combine, element)
        reshaped = a.type.is_static() and len(a.type.shape) == 2 and \
            self.rng.random() < 0.5
        wide = self.rng.choice(WIDER[element]) if element in WIDER and \
            self.rng.random() < 0.5 else element
        type, names = a.type.with_element(wide), []
        for value, group in zip((a, b), groups):
            name = self.make_scalar(f"grad.all_reduce<{kind}> {value.name}"
                                    f"{on_group(group)}"
                                    f"{self.module.pick_fusion()} : {a.type}")
            if wide != element:
                name = self.make_scalar(f"arith.extf {name} : {a.type} to {type}")
            if reshaped:
                flat = type._replace(shape=(type.shape[0] * type.shape[1],))
                name = self.make_scalar(f"tensor.collapse_shape {name} [[0, 1]] : "
                                        f"{type} into {flat}")
            names.append(name)
        if reshaped:
            type = flat
        op = "arith.addf" if element in FLOATS else "arith.addi"
        self.define(type, f"{op} {names[0]}, {names[1]} : {type}", values)

    def take_shard(self):
        """This rank's part of a reduction."""
        group = self.rng.choice(["every", "every", None])
        a = self.pick(lambda type: any(n in (4, 8) for n in type.shape))
        if not a:
            return
        value = self.reduce(a, group=group)
        whole = value.type.shape
        dim = self.rng.choice([d for d, n in enumerate(whole) if n in (4, 8)])
        size = f"@{{{whole[dim]}/every}}"
        type = value.type.with_size(dim, size)
        if not value.type.is_static():
            return
        if self.rng.random() < 0.9:
            self.hide()
        rank = self.make_scalar("grad.rank : index")
        factor = self.make_scalar(f"arith.constant {size} : index")
        start = self.make_scalar(f"arith.muli {rank}, {factor} : index")
        offsets = [start if d == dim else "0" for d in range(len(whole))]
        sizes = [size if d == dim else str(n) for d, n in enumerate(whole)]
        strides = ["1"] * len(whole)
        where = " ".join(f"[{', '.join(part)}]" for part in (offsets, sizes, strides))
        self.define(type, f"tensor.extract_slice {value.name}{where} : "
                          f"{value.type} to {type}", value.range)
