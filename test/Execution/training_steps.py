"""Random training steps: networks of a few layers with a loss, forward and backward,
for any number of rows."""

import random

BATCH = "{grad.batch}"


class Step:
    """A network: sizes of its layers, whether a weight is used twice, and whether it
    has a running mean that all ranks share."""

    def __init__(self, rng: random.Random):
        self.sizes = [rng.randint(2, 6) for _ in range(rng.randint(2, 4))]
        self.is_tied = rng.random() < 0.4
        if self.is_tied:
            # The weight of the first two layers is one square matrix.
            self.sizes = [self.sizes[0]] * 3 + self.sizes[1:2]
        self.has_mean = rng.random() < 0.5

    @property
    def layers(self):
        return list(zip(self.sizes, self.sizes[1:]))

    def weight(self, layer):
        return 0 if self.is_tied and layer == 1 else layer

    def params(self):
        """Name and shape of each parameter."""
        weights = sorted({self.weight(i) for i in range(len(self.layers))})
        return ([(f"w{i}", self.layers[i]) for i in weights] +
                [(f"b{i}", (self.layers[i][1],)) for i in range(len(self.layers))])

    def text(self, rows, name="step"):
        return Writer(self, rows).write(name)


def tensor(*sizes):
    return f"tensor<{''.join(f'{n}x' for n in sizes)}f32>"


class Writer:
    """Writes one step as MLIR."""

    def __init__(self, step, rows):
        self.step, self.rows = step, rows
        self.lines, self.number = [], 0

    def emit(self, text):
        self.number += 1
        self.lines.append(f"  %v{self.number} = {text}")
        return f"%v{self.number}"

    def zeros(self, *sizes):
        return self.emit(f"arith.constant dense<0.0> : {tensor(*sizes)}")

    def binary(self, op, a, b, *sizes):
        return self.emit(f"arith.{op} {a}, {b} : {tensor(*sizes)}")

    def matmul(self, a, b, n, k, m):
        init = self.zeros(n, m)
        return self.emit(f"linalg.matmul ins({a}, {b} : {tensor(n, k)}, {tensor(k, m)}) "
                         f"outs({init} : {tensor(n, m)}) -> {tensor(n, m)}")

    def transpose(self, a, n, m):
        init = self.emit(f"tensor.empty() : {tensor(m, n)}")
        self.lines.append(f"  %t{self.number} = linalg.transpose ins({a} : {tensor(n, m)}) "
                          f"outs({init} : {tensor(m, n)}) permutation = [1, 0]")
        return f"%t{self.number}"

    def broadcast(self, a, n, m):
        init = self.emit(f"tensor.empty() : {tensor(n, m)}")
        self.lines.append(f"  %t{self.number} = linalg.broadcast ins({a} : {tensor(m)}) "
                          f"outs({init} : {tensor(n, m)}) dimensions = [0]")
        return f"%t{self.number}"

    def sum_rows(self, a, n, m):
        init = self.zeros(m)
        self.lines.append(f"  %t{self.number} = linalg.reduce ins({a} : {tensor(n, m)}) "
                          f"outs({init} : {tensor(m)}) dimensions = [0] "
                          "(%in: f32, %acc: f32) { %s = arith.addf %acc, %in : f32 "
                          "linalg.yield %s : f32 }")
        return f"%t{self.number}"

    def write(self, name):
        step, rows = self.step, self.rows
        inputs, outputs = step.sizes[0], step.sizes[-1]
        arguments = [f"%{p}: {tensor(*shape)} {{grad.param = \"{p}\"}}"
                     for p, shape in step.params()]
        if step.has_mean:
            arguments.append(f"%mean: {tensor(inputs)} {{grad.state = \"mean\"}}")
        arguments += [f"%x: {tensor(rows, inputs)} {{grad.batch, grad.name = \"x\"}}",
                      f"%y: {tensor(rows, outputs)} {{grad.batch, grad.name = \"y\"}}",
                      f"%seed: {tensor()} {{grad.seed, grad.replicated, grad.name = \"seed\"}}"]
        # Forward.
        h, kept = "%x", []
        for i, (n, m) in enumerate(step.layers):
            z = self.matmul(h, f"%w{step.weight(i)}", rows, n, m)
            z = self.binary("addf", z, self.broadcast(f"%b{i}", rows, m), rows, m)
            out = self.emit(f"math.tanh {z} : {tensor(rows, m)}")
            kept.append((h, out))
            h = out
        gap = self.binary("subf", h, "%y", rows, outputs)
        square = self.binary("mulf", gap, gap, rows, outputs)
        factor = self.emit(f"arith.constant {1 / (rows * outputs):.17e} : f32")
        flat = self.emit(f"tensor.collapse_shape {square} [[0, 1]] : {tensor(rows, outputs)} "
                         f"into {tensor(rows * outputs)}")
        init = self.zeros()
        self.lines.append(f"  %total = linalg.reduce ins({flat} : {tensor(rows * outputs)}) "
                          f"outs({init} : {tensor()}) dimensions = [0] "
                          "(%in: f32, %acc: f32) { %s = arith.addf %acc, %in : f32 "
                          "linalg.yield %s : f32 }")
        scale = self.emit(f"tensor.from_elements {factor} : {tensor()}")
        loss = self.binary("mulf", "%total", scale)
        # Backward: 2 / (rows * outputs) * gap * seed.
        both = self.binary("mulf", self.binary("addf", scale, scale), "%seed")
        d = self.emit(f"grad.scale {gap}, {both} : {tensor(rows, outputs)}, {tensor()}")
        gradients = {}
        for i in reversed(range(len(step.layers))):
            n, m = step.layers[i]
            h, out = kept[i]
            one = self.emit(f"arith.constant dense<1.0> : {tensor(rows, m)}")
            slope = self.binary("subf", one, self.binary("mulf", out, out, rows, m), rows, m)
            d = self.binary("mulf", d, slope, rows, m)
            dw = self.matmul(self.transpose(h, rows, n), d, n, rows, m)
            w = f"w{step.weight(i)}"
            gradients[w] = (self.binary("addf", gradients[w], dw, n, m)
                            if w in gradients else dw)
            gradients[f"b{i}"] = self.sum_rows(d, rows, m)
            if i:
                d = self.matmul(d, self.transpose(f"%{w}", n, m), rows, m, n)
        values = [loss] + [gradients[p] for p, _ in step.params()]
        types = [tensor()] + [tensor(*shape) for _, shape in step.params()]
        results = [tensor() + " {grad.metric = \"loss\"}"] + [
            f"{tensor(*shape)} {{grad.gradient = \"{p}\"}}" for p, shape in step.params()]
        if step.has_mean:
            rate = self.emit(f"arith.constant dense<{0.1 / rows:.17e}> : {tensor(inputs)}")
            part = self.binary("mulf", self.sum_rows("%x", rows, inputs), rate, inputs)
            share = self.emit(f"grad.all_reduce<avg> {part} {{grad.param = \"mean\"}} "
                              f": {tensor(inputs)}")
            keep = self.emit(f"arith.constant dense<0.9> : {tensor(inputs)}")
            new = self.binary("addf", self.binary("mulf", "%mean", keep, inputs), share, inputs)
            values.append(new)
            types.append(tensor(inputs))
            results.append(f"{tensor(inputs)} {{grad.updates = \"mean\"}}")
        body = "\n".join(self.lines)
        return (f"func.func @{name}({', '.join(arguments)})\n    -> ({', '.join(results)}) {{\n"
                f"{body}\n  return {', '.join(values)} : {', '.join(types)}\n}}\n")
