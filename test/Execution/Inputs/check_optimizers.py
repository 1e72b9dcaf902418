"""Runs optimizers over several steps, and compares with their formulas.

    check_optimizers.py --work DIR [--tools BIN]

Each optimizer, with and without weight decay, in f16, bf16, f32 and f64, for gradients
of another type too, on 1 and 2 ranks. The formulas are evaluated in Python's doubles;
f32 state may differ by 2e-6 of its largest element, f64 by 1e-14, and a 16-bit
parameter by a rounding for each step. Partial updates, and residuals of gradients of
which only the largest elements are sent, over several steps as well.
"""

import argparse
import math
import pathlib
import random
import struct
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "Export/torch"))
sys.path.insert(0, str(HERE))
import npz  # noqa: E402
from tool_runner import ToolRunner  # noqa: E402
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


def find_partitions(sizes, threshold):
    """SINGA's buckets."""
    buckets, bucket, total = [], [], 0
    for i, size in enumerate(sizes):
        if size > threshold:
            buckets.append([i])
            continue
        bucket.append(i)
        total += size
        if total > threshold:
            buckets.append(bucket)
            bucket, total = [], 0
    return buckets + [bucket] * bool(bucket)


def check_partial(runner, ranks, threshold, rng):
    """Each rank by itself, and one partition averaged in turn."""
    sizes, steps, names = [4, 2, 3, 9, 1], 7, "abcde"
    arguments = ", ".join(f'%{n}: tensor<{k}xf32> {{grad.param = "{n}"}}'
                          for n, k in zip(names, sizes))
    total = sum(sizes)
    body, results, values, types, at = "", [], [], [], 0
    for n, k in zip(names, sizes):
        body += (f"  %g{n} = tensor.extract_slice %x[0, {at}] [1, {k}] [1, 1] : "
                 f"tensor<1x{total}xf32> to tensor<{k}xf32>\n")
        results.append(f'tensor<{k}xf32> {{grad.gradient = "{n}"}}')
        values.append(f"%g{n}")
        types.append(f"tensor<{k}xf32>")
        at += k
    source, program = runner.work / "step.mlir", runner.work / "program.mlir"
    source.write_text(
        f"func.func @step({arguments}, %x: tensor<1x{total}xf32> {{grad.batch, grad.name = "
        f'"x"}}) -> ({", ".join(results)}) {{\n{body}'
        f'  return {", ".join(values)} : {", ".join(types)}\n}}\n')
    runner.call("grad-opt", source, "--insert-optimizer=optimizer=momentum partial-update "
                f"learning-rate=0.125 momentum=0.5 partition-elements={threshold}",
                "--verify-collectives", "-o", program)
    start = {n: [rng.randint(-8, 8) / 8 for _ in range(k * ranks)] for n, k in zip(names, sizes)}
    rows = [rng.randint(-64, 64) / 64 for _ in range(steps * ranks * total)]
    data, out = runner.work / "data.npz", runner.work / "out.npz"
    npz.write(data, {"x": make_npy("<f4", (steps * ranks, total), rows)} |
              {n: make_npy("<f4", (ranks, k), start[n]) for n, k in zip(names, sizes)})
    runner.call("grad-run", program, f"--steps={steps}", f"--ranks={ranks}",
                f"--inputs={data}", f"--outputs={out}")
    got = npz.read(out)
    partitions = find_partitions(sizes, threshold)
    w = {n: [start[n][r * k:(r + 1) * k] for r in range(ranks)] for n, k in zip(names, sizes)}
    v = {n: [[0.0] * k for _ in range(ranks)] for n, k in zip(names, sizes)}
    for t in range(steps):
        for r in range(ranks):
            at = (t * ranks + r) * total
            for n, k in zip(names, sizes):
                for i in range(k):
                    v[n][r][i] = 0.5 * v[n][r][i] + rows[at + i]
                    w[n][r][i] -= 0.125 * v[n][r][i]
                at += k
        for p in partitions[t % len(partitions)]:
            n = names[p]
            for i in range(sizes[p]):
                mean = sum(w[n][r][i] for r in range(ranks)) / ranks
                for r in range(ranks):
                    w[n][r][i] = mean
    for n in names:
        for name, wanted in ((n, w[n]), (f"momentum.{n}", v[n])):
            flat = [value for rank in wanted for value in rank]
            gap = max(abs(a - b) for a, b in zip(got[name][1], flat, strict=True))
            if not gap <= 1e-6 * max(map(abs, flat)):
                sys.exit(f"FAIL: partial update on {ranks} ranks: {name} is "
                         f"{list(got[name][1])}, expected {flat}")
    if list(got["partial_update"][1]) != [steps % len(partitions)]:
        sys.exit("FAIL: partial update: another partition is next")
    runner.runs += 1


def check_residuals(runner, ranks, rng):
    """What is not sent is added in the next step."""
    steps, size, rate, top = 8, 6, 0.5, 2
    source, program = runner.work / "step.mlir", runner.work / "program.mlir"
    source.write_text(f"""
func.func @step(%w: tensor<{size}xf32> {{grad.param = "w"}}, %x: tensor<1x{size}xf32> {{grad.batch, grad.name = "x"}})
    -> (tensor<{size}xf32> {{grad.gradient = "w"}}) {{
  %g = tensor.collapse_shape %x [[0, 1]] : tensor<1x{size}xf32> into tensor<{size}xf32>
  return %g : tensor<{size}xf32>
}}
""")
    runner.call("grad-opt", source, f"--insert-gradient-reducer=top-k={top} residuals",
                f"--insert-optimizer=optimizer=sgd learning-rate={rate}", "-o", program)
    rows = [rng.randint(-64, 64) / 64 for _ in range(steps * ranks * size)]
    data, out = runner.work / "data.npz", runner.work / "out.npz"
    npz.write(data, {"w": make_npy("<f4", (size,), [0.0] * size),
                     "x": make_npy("<f4", (steps * ranks, size), rows)})
    runner.call("grad-run", program, f"--steps={steps}", f"--ranks={ranks}",
                f"--inputs={data}", f"--outputs={out}")
    got = npz.read(out)
    w, kept = [0.0] * size, [[0.0] * size for _ in range(ranks)]
    for t in range(steps):
        for r in range(ranks):
            at = (t * ranks + r) * size
            whole = [g + k for g, k in zip(rows[at:at + size], kept[r])]
            chosen = sorted(range(size), key=lambda i: (-abs(whole[i]), i))[:top]
            kept[r] = [0.0 if i in chosen else whole[i] for i in range(size)]
            for i in chosen:
                w[i] -= rate * whole[i] / ranks
    for name, wanted in (("w", w), ("residual.w", [v for rank in kept for v in rank])):
        if list(got[name][1]) != wanted:
            sys.exit(f"FAIL: residuals on {ranks} ranks: {name} is {list(got[name][1])}, "
                     f"expected {wanted}")
    runner.runs += 1


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--work", required=True)
    parser.add_argument("--tools", default="")
    args = parser.parse_args()
    runner, rng = ToolRunner(args.tools, args.work), random.Random(1)
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
    for ranks in (1, 2, 4):
        check_residuals(runner, ranks, rng)
        for threshold in (5, 100):
            check_partial(runner, ranks, threshold, rng)
    print(f"{len(RULES)} optimizers, {runner.runs} trainings, 0 failures")


if __name__ == "__main__":
    main()
