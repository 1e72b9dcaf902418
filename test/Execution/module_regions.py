"""Calls and regions of generated functions."""

from module_ranges import CALM, join
from module_types import Value


class Regions:
    """The part of `Body` that writes calls, branches and loops."""

    def call(self):
        functions = [f for f in self.module.functions
                     if self.reduces or not f.reduces]
        if not functions:
            return
        function = self.rng.choice(functions)
        a = self.pick(lambda type: type == function.type)
        if not a:
            return
        a, name = self.calm(a), self.module.make_name()
        types = [function.type] * len(function.ranges)
        self.emit(f"{self.get_head(name, types)} = func.call @{function.name}"
                  f"({a.name}) : ({a.type}) -> ({', '.join(map(str, types))})")
        self.add_results(name, types, function.ranges)

    # What all regions share.

    def make_inner(self, extra=()):
        """The block of a region."""
        reduces = self.reduces and self.rng.random() < self.module.nesting
        body = type(self)(self.module, self.scope + list(extra),
                          self.indent + "  ", self.depth + 1, reduces)
        body.write(self.rng.randint(1, 4))
        return body

    def pick_carried(self):
        """Values that a region takes and gives back."""
        count = self.rng.randint(1, 3)
        return [v for v in (self.pick() for _ in range(count)) if v]

    def give(self, types, calmed=False):
        """What a region gives back: new values, or any of their type."""
        values = []
        for type in types:
            value = self.newest(type)
            if self.rng.random() < 0.3:
                value = self.pick(lambda other: other == type)
            values.append(self.calm(value) if calmed else value)
        return values

    def finish(self, word, values, before=()):
        """Ends the block with `word`, and gives the ranges of its values."""
        names = [v.name for v in values]
        types = [str(v.type) for v in values]
        names, types = [n for n, _ in before] + names, [t for _, t in before] + types
        self.emit(f"{word} {', '.join(names)} : {', '.join(types)}")
        return [v.range for v in values]

    def splice(self, body):
        self.lines += body.lines
        self.used |= body.used

    def get_head(self, name, types):
        return name if len(types) == 1 else f"{name}:{len(types)}"

    def add_results(self, name, types, ranges, first=0):
        count = first + len(types)
        names = [name] if count == 1 else \
            [f"{name}#{i}" for i in range(first, count)]
        self.scope += [Value(*parts) for parts in zip(names, types, ranges)]

    # Regions.

    def write_cases(self, head, cases):
        """Regions of which one is executed."""
        carried = self.pick_carried()
        if not carried or self.depth > 1:
            return
        types = [v.type for v in carried]
        name, ranges = self.module.make_name(), []
        text = ", ".join(map(str, types))
        if "index_switch" not in head:
            text = f"({text})"
        self.emit(f"{self.get_head(name, types)} = {head} -> {text} {cases[0]} {{")
        for i, case in enumerate(cases):
            if i:
                self.emit(f"{case} {{")
            body = self.make_inner()
            ranges.append(body.finish("scf.yield", body.give(types)))
            self.splice(body)
            self.emit("}")
        exact = [self.is_exact(t.element) for t in types]
        self.add_results(name, types, [
            join(*parts) if is_exact else None
            for is_exact, parts in zip(exact, zip(*ranges))])

    def branch(self):
        self.write_cases(f"scf.if {self.module.condition}", ["", "else"])

    def switch(self):
        self.write_cases(f"scf.index_switch {self.module.trips}",
                         ["\n" + self.indent + "case 0", "case 2", "default"])

    def execute(self):
        self.write_cases("scf.execute_region", [""])

    def make_arguments(self, types):
        """Of a loop's body."""
        return [Value(self.module.make_name(), type,
                      CALM if self.is_exact(type.element) else None)
                for type in types]

    def loop(self):
        carried = self.pick_carried()
        if not carried or self.depth > 1:
            return
        types = [v.type for v in carried]
        values, inner = [self.calm(v) for v in carried], self.make_arguments(types)
        inits = ", ".join(f"{i.name} = {v.name}" for i, v in zip(inner, values))
        module, name, counter = self.module, *self.make_names(2)
        self.emit(f"{self.get_head(name, types)} = scf.for {counter} = "
                  f"{module.zero} to {module.trips} step {module.one} "
                  f"iter_args({inits}) -> ({', '.join(map(str, types))}) {{")
        body = self.make_inner(inner)
        ranges = body.finish("scf.yield", body.give(types, calmed=True))
        self.splice(body)
        self.emit("}")
        self.add_results(name, types, ranges)

    def make_names(self, count):
        return [self.module.make_name() for _ in range(count)]

    def repeat(self):
        """An scf.while that counts, and whose condition also mixes values."""
        carried = self.pick_carried()
        if not carried or self.depth > 1:
            return
        types = [v.type for v in carried]
        values, inner = [self.calm(v) for v in carried], self.make_arguments(types)
        module, name, i, j, condition = self.module, *self.make_names(4)
        inits = "".join(f", {i.name} = {v.name}" for i, v in zip(inner, values))
        text = ", ".join(["index", *map(str, types)])
        self.emit(f"{self.get_head(name, ['index', *types])} = scf.while ({i} = "
                  f"{module.zero}{inits}) : ({text}) -> ({text}) {{")
        before = type(self)(module, self.scope + inner, self.indent + "  ", 2,
                            reduces=False)
        before.write(self.rng.randint(0, 1))
        before.emit(f"{condition} = arith.cmpi ult, {i}, {module.trips} : index")
        before.finish(f"scf.condition({condition})",
                      before.give(types, calmed=True), [(i, "index")])
        self.splice(before)
        after = self.make_arguments(types)
        self.emit("} do {")
        arguments = "".join(f", {v.name}: {v.type}" for v in after)
        self.emit(f"^bb0({j}: index{arguments}):")
        body = self.make_inner(after)
        following = body.make_scalar(f"arith.addi {j}, {module.one} : index")
        ranges = body.finish("scf.yield", body.give(types, calmed=True),
                             [(following, "index")])
        self.splice(body)
        self.emit("}")
        self.add_results(name, types, ranges, first=1)
