"""Trains LeNet on scikit-learn's digits with gradient accumulation, and tests it.

    train_digits.py --work DIR [--tools BIN] [--plot FILE.svg] [CASE ...]

single   one machine: plain sums of 4 micro-steps, an update, a function that clears
two      2 ranks, means of 6 micro-steps, 30 epochs
four     the same on 4 ranks, 60 epochs
scaled   `two` in f16 with a dynamic loss scale; a row of rank 1 overflows in each epoch
sharded  `two` with the optimizer's state sharded

Each prints its test accuracy, of which 95 % are asserted, the state of the optimizer
on each rank, and how many collectives a window has.
"""

import argparse
import math
import pathlib
import re
import struct
import sys
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
TORCH = HERE.parents[1] / "Export/torch"
DATA = TORCH / "Inputs"
sys.path.insert(0, str(TORCH))
sys.path.insert(0, str(HERE))
import npz  # noqa: E402
from tool_runner import ToolRunner  # noqa: E402

OPTIMIZER = "optimizer=momentum momentum=0.9 learning-rate=0.01"
ROWS = "--rename=arg10=train_x,arg11=train_y"
# Name: ranks, epochs, model, flags of grad-opt.
CASES = {
    "single": (1, 30, "lenet", [f"--insert-optimizer={OPTIMIZER}",
                                "--split-accumulation=steps=4 clear=separate average=false"]),
    "two": (2, 30, "lenet", [f"--grad-data-parallel-pipeline={OPTIMIZER} steps=6"]),
    "four": (4, 60, "lenet", [f"--grad-data-parallel-pipeline={OPTIMIZER} steps=6"]),
    "scaled": (2, 30, "lenet-mixed",
               [f"--grad-data-parallel-pipeline={OPTIMIZER} steps=6 "
                "loss-scale-preset=pytorch growth-interval=10"]),
    "sharded": (2, 30, "lenet",
                [f"--grad-data-parallel-pipeline={OPTIMIZER} steps=6 shard-optimizer "
                 "world-size=2"]),
}


def spoil(source, target, rows):
    """The digits with an infinite pixel in these training rows."""
    with zipfile.ZipFile(source) as old:
        members = {name.removesuffix(".npy"): old.read(name) for name in old.namelist()}
    shape, _ = npz.read_array(members["train_x"])
    data = bytearray(members["train_x"])
    start = len(data) - 4 * math.prod(shape)
    for row in rows:
        struct.pack_into("<f", data, start + 4 * row * math.prod(shape[1:]), math.inf)
    npz.write(target, members | {"train_x": bytes(data)})


def get_accuracy(runner, model, state):
    """Of the test rows, by the forward function."""
    names = re.findall(r'grad.param = "([\w.]+)"', (DATA / f"{model}.mlir").read_text())
    renames = [f"{name.removeprefix('module.')}={name}" for name in names
               if name.startswith("module.")]
    logits = runner.work / "logits.npz"
    runner.call("grad-run", DATA / "lenet-eval.mlir",
                f"--inputs={state},{DATA / 'digits.npz'}",
                "--rename=" + ",".join(["arg10=test_x", *renames]), f"--outputs={logits}")
    (_, rows, classes), values = npz.read(logits)["output"]
    _, wanted = npz.read(DATA / "digits.npz")["test_y"]
    chosen = [max(range(classes), key=lambda c: values[r * classes + c]) for r in range(rows)]
    return sum(a == b for a, b in zip(chosen, wanted, strict=True)) / rows


def count_launches(runner, program, ranks, inputs):
    """Collectives of the functions, in one window on rank 0."""
    text = runner.call("grad-run", program, "--steps=1", f"--ranks={ranks}", *inputs,
                       "--backend=record")
    name, launches = None, {"accumulate": set(), "update": set(), "clear": set()}
    for line in text.splitlines():
        if match := re.match(r"rank 0 call \w+_(\w+)", line):
            name = match[1]
        elif match := re.match(r"rank 0 (launch \d+): (\w+)", line):
            launches[name].add(match.groups())
    return {name: len(found) for name, found in launches.items()}


def get_state_bytes(program):
    """Bytes of the optimizer's state on each rank."""
    total = 0
    update = program.read_text().split("@step_update(", 1)[1].split("\n", 1)[0]
    for shape in re.findall(r'tensor<([\dx]*)f32> {grad.init[^}]*grad.state = "momentum', update):
        total += 4 * math.prod(int(n) for n in shape.split("x") if n)
    return total


def train(runner, name):
    ranks, epochs, model, flags = CASES[name]
    program, out = runner.work / f"{name}.mlir", runner.work / f"{name}.npz"
    runner.call("grad-opt", DATA / f"{model}.mlir", *flags, "-o", program)
    digits = DATA / "digits.npz"
    if name == "scaled":
        # Window 3, micro-step 4 of 6, rank 1 of 2, row 5 of 8.
        digits = runner.work / "spoiled.npz"
        spoil(DATA / "digits.npz", digits, [((3 * 6 + 4) * 2 + 1) * 8 + 5])
    inputs = [f"--inputs={DATA / f'{model}.npz'},{digits}", ROWS]
    text = runner.call("grad-run", program, f"--epochs={epochs}", f"--ranks={ranks}",
                       *inputs, f"--outputs={out}")
    arrays = npz.read(out)
    updates = int(text.split()[0])
    if name == "scaled":
        flags = list(arrays["metric/overflow"][1])
        windows = updates // epochs
        if any(len(set(flags[i:i + ranks])) != 1 for i in range(0, len(flags), ranks)):
            sys.exit(f"FAIL: {name}: ranks disagree on an overflow")
        bad = {i for i, flag in enumerate(flags[::ranks]) if flag}
        forced = {epoch * windows + 3 for epoch in range(epochs)}
        if not forced <= bad:
            sys.exit(f"FAIL: {name}: windows {sorted(forced - bad)} did not overflow")
        print(f"{name}: {len(forced)} windows overflowed that had to, and "
              f"{len(bad - forced)} where the scale had grown too large")
    accuracy = get_accuracy(runner, model, out)
    launches = count_launches(runner, program, ranks, inputs)
    print(f"{name}: {ranks} ranks, {epochs} epochs, {updates} updates: "
          f"test accuracy {100 * accuracy:.1f} %; "
          f"{get_state_bytes(program)} bytes of optimizer state on each rank; "
          f"collectives in a micro-step {launches['accumulate']}, "
          f"in an update {launches['update']}", flush=True)
    if accuracy < 0.95:
        sys.exit(f"FAIL: {name}: a test accuracy of 95 % was expected")
    shape, losses = next(arrays[n] for n in ("metric/loss", "metric/result0") if n in arrays)
    means = [sum(losses[i:i + ranks]) / ranks for i in range(0, len(losses), ranks)]
    size = len(means) // epochs
    return [sum(means[e * size:(e + 1) * size]) / size for e in range(epochs)], accuracy


COLORS = ("#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e")


def plot(curves, path):
    """The mean loss of each epoch, on a logarithmic scale."""
    width, height, left, top = 640, 360, 60, 20
    right, bottom = width - 170, height - 50
    most = max(len(losses) for losses, _ in curves.values())
    values = [v for losses, _ in curves.values() for v in losses if 0 < v < math.inf]
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))

    def x(epoch):
        return left + (right - left) * epoch / most

    def y(loss):
        loss = min(max(loss, 10.0**low), 10.0**high) if loss == loss else 10.0**high
        return bottom - (bottom - top) * (math.log10(loss) - low) / (high - low)
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
             'font-family="sans-serif" font-size="12">',
             f'<rect width="{width}" height="{height}" fill="white"/>']
    for power in range(low, high + 1):
        at = y(10.0**power)
        lines += [f'<line x1="{left}" x2="{right}" y1="{at:.1f}" y2="{at:.1f}" stroke="#ddd"/>',
                  f'<text x="{left - 8}" y="{at + 4:.1f}" text-anchor="end">{10.0**power:g}</text>']
    for epoch in range(0, most + 1, 10):
        lines.append(f'<text x="{x(epoch):.1f}" y="{bottom + 18}" text-anchor="middle">{epoch}</text>')
    lines += [f'<text x="{(left + right) / 2}" y="{bottom + 38}" text-anchor="middle">epoch</text>',
              f'<text x="16" y="{(top + bottom) / 2}" text-anchor="middle" transform='
              f'"rotate(-90 16 {(top + bottom) / 2})">mean training loss</text>']
    for number, (name, (losses, accuracy)) in enumerate(curves.items()):
        color = COLORS[number % len(COLORS)]
        points = " ".join(f"{x(i + 1):.1f},{y(v):.1f}" for i, v in enumerate(losses)
                          if math.isfinite(v))
        lines += [f'<polyline points="{points}" fill="none" stroke="{color}" stroke-width="1.5"/>',
                  f'<text x="{right + 12}" y="{top + 16 + 20 * number}" fill="{color}">'
                  f'{name}: {100 * accuracy:.1f} %</text>']
    pathlib.Path(path).write_text("\n".join(lines + ["</svg>"]) + "\n")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--work", required=True)
    parser.add_argument("--tools", default="")
    parser.add_argument("--plot", metavar="FILE.svg")
    parser.add_argument("cases", nargs="*", metavar="CASE")
    args = parser.parse_args()
    runner = ToolRunner(args.tools, args.work)
    curves = {name: train(runner, name) for name in args.cases or CASES}
    sizes = []
    for ranks in (1, 2, 4):
        program = runner.work / "sharded.mlir"
        runner.call("grad-opt", DATA / "lenet.mlir", "--grad-data-parallel-pipeline="
                    f"{OPTIMIZER} steps=6 shard-optimizer world-size={ranks}", "-o", program)
        sizes.append(f"{get_state_bytes(program)} on {ranks} ranks")
    print("bytes of optimizer state on each rank with shard-optimizer: " + ", ".join(sizes))
    if args.plot:
        plot(curves, args.plot)


if __name__ == "__main__":
    main()
