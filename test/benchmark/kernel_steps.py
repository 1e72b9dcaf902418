"""The steps that run_kernels.py measures: their MLIR, and what they compute.

Each is one operation on every parameter, which writes over an argument, so that it
lowers to one kernel and nothing else: no collective, and no copy of a result.
"""

import array
import dataclasses

from generate_resnet50 import tensor

BYTES = {"f32": 4, "bf16": 2}
# Values repeat after so many elements, a prime, which no vector divides.
PERIOD = 521
FACTOR = 0.999
RATE = 0.01
# The default of grad.momentum.
DECAY = 0.9


def as_f32(values):
    """Rounded as hardware does: the product or the sum of two f32 in f64 rounds
    to the f32 that the exact one rounds to."""
    return array.array("f", values)


def as_bf16(values):
    """The bits, rounded to nearest even; no NaN is among the values."""
    return array.array("H", (
        (bits + 0x7fff + (bits >> 16 & 1)) >> 16
        for bits in array.array("I", values.tobytes())))


def expect_cast(values, _):
    return {"wire": as_bf16(values["gradient"])}


def expect_scale(values, count):
    gradient = values["gradient"]
    factor, = as_f32([FACTOR])
    for _ in range(count):
        gradient = as_f32(factor * g for g in gradient)
    return {"gradient": gradient}


def expect_update(values, count):
    weight, velocity = values["weight"], values["velocity"]
    decay, rate = as_f32([DECAY, RATE])
    for _ in range(count):
        decayed = as_f32(decay * v for v in velocity)
        velocity = as_f32(map(sum, zip(decayed, values["gradient"])))
        change = as_f32(rate * v for v in velocity)
        weight = as_f32(w - d for w, d in zip(weight, change))
    return {"weight": weight, "velocity": velocity}


@dataclasses.dataclass(frozen=True)
class Step:
    name: str
    # For each parameter an argument of each role: its element type.
    roles: dict
    # Those that are written over, in the order of the operation's results.
    written: tuple
    # Those that are read.
    read: tuple
    # The operation on a parameter, by the names and the types of its arguments.
    operation: str
    # An argument for all parameters, tensor<f32>; None: there is none.
    scalar: float | None
    # The values of each role, and how many steps, to what is written.
    expect: callable

    def bytes_per_element(self):
        return sum(BYTES[self.roles[role]] for role in self.read + self.written)


STEPS = [
    Step("cast", {"gradient": "f32", "wire": "bf16"}, ("wire",), ("gradient",),
         "arith.truncf {gradient} : {gradient_type} to {wire_type}",
         None, expect_cast),
    Step("scale", {"gradient": "f32"}, ("gradient",), ("gradient",),
         "grad.scale {gradient}, %scalar : {gradient_type}, tensor<f32>",
         FACTOR, expect_scale),
    Step("update", {"weight": "f32", "velocity": "f32", "gradient": "f32"},
         ("weight", "velocity"), ("weight", "velocity", "gradient"),
         "grad.momentum {weight}, {gradient}, {velocity}, %scalar : "
         "{weight_type}, {gradient_type}, {velocity_type}, tensor<f32>",
         RATE, expect_update),
]


def write_step(step, parameters):
    """Lines of MLIR. Arguments of one role follow each other; the scalar is last."""
    arguments, results, values, types, body = [], [], [], [], []
    for role, element in step.roles.items():
        for name, shape in parameters:
            mark = (f'grad.state = "{role}.{name}"' if role in step.written
                    else "grad.batch")
            arguments.append(f"%{name}.{role}: {tensor(shape, element)} {{{mark}}}")
    if step.scalar is not None:
        arguments.append("%scalar: tensor<f32> {grad.replicated}")
    for name, shape in parameters:
        words = {role: f"%{name}.{role}" for role in step.roles}
        words |= {f"{role}_type": tensor(shape, element)
                  for role, element in step.roles.items()}
        names = [f"%{name}.new_{role}" for role in step.written]
        body.append(f"  {', '.join(names)} = {step.operation.format(**words)}")
        for role, value in zip(step.written, names):
            values.append(value)
            types.append(words[f"{role}_type"])
            results.append(f'{types[-1]} {{grad.updates = "{role}.{name}"}}')
    yield f"func.func @{step.name}({', '.join(arguments)})"
    yield f"    -> ({', '.join(results)}) {{"
    yield from body
    yield f"  return {', '.join(values)} : {', '.join(types)}"
    yield "}"
