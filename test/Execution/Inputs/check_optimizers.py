"""Runs optimizers over several steps, and compares with their formulas.

    check_optimizers.py --work DIR [--tools BIN]

Each optimizer, with and without weight decay, in f16, bf16, f32 and f64, for gradients
of another type too, on 1 and 2 ranks. The formulas are evaluated in Python's doubles;
f32 state may differ by 2e-6 of its largest element, f64 by 1e-14, and a 16-bit
parameter by a rounding for each step.
"""

import argparse
import math
import pathlib
import random
import struct
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "Export/torch"))
sys.path.insert(0, str(HERE))
import npz  # noqa: E402
from write_npz import make_npy  # noqa: E402

STEPS, SIZE = 6, 4
DESCR = {"f16": "<f2", "f32": "<f4", "f64": "<f8"}
EPSILON = {"f16": 2.0**-11, "f32": 2.0**-24, "f64": 2.0**-53}


def sgd(w, g, state, t, c):
    return w - c["rate"] * (g + c["decay"] * w), state


def momentum(w, g, state, t, c, nesterov=False):
    g = g + c["decay"] * w
    v = c["momentum"] * state[0] + g
    return w - c["rate"] * (g + c["momentum"] * v if nesterov else v), [v]


def nesterov(w, g, state, t, c):
    return momentum(w, g, state, t, c, nesterov=True)


def adam(w, g, state, t, c, decoupled=False):
    if decoupled:
        w = w - c["rate"] * c["decay"] * w
    else:
        g = g + c["decay"] * w
    m = c["beta1"] * state[0] + (1 - c["beta1"]) * g
    v = c["beta2"] * state[1] + (1 - c["beta2"]) * g * g
    step = c["rate"] / (1 - c["beta1"]**t)
    return w - step * m / (math.sqrt(v) / math.sqrt(1 - c["beta2"]**t) + c["epsilon"]), [m, v]


def adamw(w, g, state, t, c):
    return adam(w, g, state, t, c, decoupled=True)


RULES = {"sgd": (sgd, []), "momentum": (momentum, ["momentum"]),
         "momentum nesterov": (nesterov, ["momentum"]),
         "adam": (adam, ["exp_avg", "exp_avg_sq"]), "adamw": (adamw, ["exp_avg", "exp_avg_sq"])}


def round_to(value, kind):
    if kind == "f64":
        return value
    code = {"f16": "<e", "f32": "<f"}[kind]
    return struct.unpack(code, struct.pack(code, value))[0]


def check(runner, name, kind, gradient, ranks, rng, **changed):
    c = {"rate": 0.1, "decay": 0.01 if name == "adamw" else 0.0, "momentum": 0.9,
         "beta1": 0.9, "beta2": 0.999, "epsilon": 1e-8} | changed
    options = {"rate": "learning-rate", "decay": "weight-decay", "momentum": "momentum",
               "beta1": "beta1", "beta2": "beta2", "epsilon": "epsilon"}
    flags = f"optimizer={name} learning-rate={c['rate']}"
    for key, value in changed.items():
        if key != "rate":
            flags += f" {options[key]}={value}"
    text = f"""
func.func @step(%w: tensor<{SIZE}x{kind}> {{grad.param = "w"}}, %x: tensor<1x{SIZE}x{gradient}> {{grad.batch, grad.name = "x"}})
    -> (tensor<{SIZE}x{gradient}> {{grad.gradient = "w"}}) {{
  %g = tensor.collapse_shape %x [[0, 1]] : tensor<1x{SIZE}x{gradient}> into tensor<{SIZE}x{gradient}>
  return %g : tensor<{SIZE}x{gradient}>
}}
"""
    source, program = runner.work / "step.mlir", runner.work / "program.mlir"
    source.write_text(text)
    runner.call("grad-opt", source, f"--insert-optimizer={flags}",
                "--insert-gradient-reducer", "-o", program)
    start = [round_to(rng.uniform(-1, 1), kind) for _ in range(SIZE)]
    # Multiples of 1/64, whose mean over 2 ranks is exact.
    rows = [rng.randint(-64, 64) / 64 for _ in range(STEPS * ranks * SIZE)]
    data, out = runner.work / "data.npz", runner.work / "out.npz"
    npz.write(data, {"w": make_npy(DESCR[kind], (SIZE,), start),
                     "x": make_npy(DESCR[gradient], (STEPS * ranks, SIZE), rows)})
    runner.call("grad-run", program, f"--steps={STEPS}", f"--ranks={ranks}",
                f"--inputs={data}", f"--outputs={out}")
    got = npz.read(out)
    rule, names = RULES[name]
    # The rate is an f32.
    c["rate"] = round_to(c["rate"], "f32")
    wanted = {n: [] for n in ["w", *names]}
    for i in range(SIZE):
        w, state = start[i], [0.0] * len(names)
        for t in range(1, STEPS + 1):
            at = [rows[((t - 1) * ranks + r) * SIZE + i] for r in range(ranks)]
            w, state = rule(w, sum(at) / ranks, state, t, c)
            w = round_to(w, kind)
        wanted["w"].append(w)
        for n, value in zip(names, state):
            wanted[n].append(value)
    for n, values in wanted.items():
        have = got[n if n == "w" else f"{n}.w"][1]
        computed = "f64" if kind == "f64" else "f32"
        limit = {"f32": 2e-6, "f64": 1e-14}[computed]
        if n == "w" and kind == "f16":
            limit = 2 * STEPS * EPSILON[kind]
        elif kind == "f16":
            # State follows a parameter that may be rounded the other way.
            limit = 1e-3 if c["decay"] else 2e-6
        gap = max(abs(a - b) for a, b in zip(have, values, strict=True))
        if not gap <= limit * max(abs(b) for b in values):
            sys.exit(f"FAIL: {name} of {kind} on {ranks} ranks, {changed}: {n} is {list(have)}, "
                     f"expected {values}")
    runner.runs += 1


class Runner:
    def __init__(self, tools, work):
        self.tools, self.work, self.runs = tools, pathlib.Path(work), 0
        self.work.mkdir(parents=True, exist_ok=True)

    def call(self, tool, *arguments):
        command = [f"{self.tools}/{tool}" if self.tools else tool, *map(str, arguments)]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"FAIL: {' '.join(command)}\n{done.stderr}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--work", required=True)
    parser.add_argument("--tools", default="")
    args = parser.parse_args()
    runner, rng = Runner(args.tools, args.work), random.Random(1)
    for name in RULES:
        for kind in ("f32", "f64", "f16"):
            for ranks in (1, 2):
                check(runner, name, kind, kind, ranks, rng)
        check(runner, name, "f32", "f16", 2, rng, decay=0.1)
        check(runner, name, "f32", "f32", 1, rng, decay=0.0, rate=0.5)
        if "momentum" in name:
            check(runner, name, "f32", "f32", 1, rng, momentum=0.5)
        if "adam" in name:
            check(runner, name, "f32", "f32", 1, rng, beta1=0.5, beta2=0.9, epsilon=0.01)
    print(f"{len(RULES)} optimizers, {runner.runs} trainings, 0 failures")


if __name__ == "__main__":
    main()
