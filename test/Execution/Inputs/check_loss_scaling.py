"""Runs steps with a loss scale whose gradients overflow in chosen steps, on chosen ranks.

    check_loss_scaling.py --work DIR [--tools BIN]

Every number is exact: gradients are powers of two, so the parameter says how many
updates were made. Compared are the scale after each step, the overflow flags, and
parameters and state of the optimizer, which a bad window must leave bit by bit.
"""

import argparse
import pathlib
import struct
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "Export/torch"))
sys.path.insert(0, str(HERE))
import npz  # noqa: E402
from tool_runner import ToolRunner  # noqa: E402
from write_npz import make_npy  # noqa: E402

RATE, ROW = 0.25, 0.5

# The gradient of `w` is the row times the cotangent; so is that of `own`.
STEP = """
func.func @step(%w: tensor<2xf32> {grad.param = "w"}, %own: tensor<2xf32> {grad.param = "own"OWN},
    %x: tensor<1x2xTYPE> {grad.batch, grad.name = "x"}, %seed: tensor<SEED> {grad.seed, grad.replicated})
    -> (tensor<2xTYPE> {grad.gradient = "w"}, tensor<2xf32> {grad.gradient = "own"}) {
  %g = tensor.collapse_shape %x [[0, 1]] : tensor<1x2xTYPE> into tensor<2xTYPE>
  %s = grad.scale %g, %seed : tensor<2xTYPE>, tensor<SEED>
  %half = arith.constant dense<0.5> : tensor<2xf32>
  %one = arith.constant dense<1.0> : tensor<f32>
  %f = grad.scale %half, %seed : tensor<2xf32>, tensor<SEED>
  return %s, %f : tensor<2xTYPE>, tensor<2xf32>
}
"""

MINDSPORE = "loss-scale-preset=mindspore growth-interval"
# Options, overflow bits, scale after each step.
TABLE = [
    (f"{MINDSPORE}=2 init-scale=16", "0000100", [16, 32, 32, 64, 32, 32, 64]),
    (f"{MINDSPORE}=3 init-scale=1024", "001000000",
     [1024, 1024, 512, 512, 512, 1024, 1024, 1024, 2048]),
    ("loss-scale-preset=pytorch growth-interval=3 init-scale=65536", "1011000000",
     [32768, 32768, 16384, 8192, 8192, 8192, 16384, 16384, 16384, 32768]),
    # The first overflow since the scale grew is let pass; growth refills.
    ("loss-scale-preset=megatron growth-interval=2 init-scale=64", "110010011100",
     [64, 32, 32, 64, 64, 64, 128, 128, 64, 32, 32, 64]),
    ("loss-scale-preset=megatron growth-interval=100 hysteresis=3 init-scale=64", "0110101",
     [64, 64, 64, 64, 32, 32, 16]),
    ("loss-scale-preset=fixed init-scale=256", "0100", [256] * 4),
    # At least the minimum; PyTorch's has none.
    ("loss-scale-preset=mindspore init-scale=4", "11111", [2, 1, 1, 1, 1]),
    ("loss-scale-preset=pytorch init-scale=1", "111", [0.5, 0.25, 0.125]),
    ("loss-scale-preset=mindspore init-scale=4 min-scale=2", "111", [2, 2, 2]),
    # Other factors.
    ("loss-scale-preset=pytorch init-scale=8 growth-factor=4 backoff-factor=0.25 growth-interval=1",
     "0100", [32, 8, 32, 128]),
    ("loss-scale-preset=pytorch", "0", [65536]),
    ("loss-scale-preset=mindspore", "0", [2.0**24]),
    ("loss-scale-preset=megatron", "0", [2.0**32]),
]


class Runner(ToolRunner):
    def run(self, options, rows, ranks, steps, bits="f32", seed="f32", own=""):
        """Returns the arrays after the steps. `rows`: of all micro-steps and ranks."""
        self.runs += 1
        step, program = self.work / "step.mlir", self.work / "program.mlir"
        step.write_text(STEP.replace("TYPE", bits).replace("SEED", seed).replace("OWN", own))
        self.call("grad-opt", step, "--grad-data-parallel-pipeline=" + options, "-o", program)
        descr = {"f32": "<f4", "f16": "<f2"}
        shape = (ranks, 2) if own else (2,)
        zeros = [0.0] * (2 * ranks if own else 2)
        data, out = self.work / "data.npz", self.work / "out.npz"
        npz.write(data, {
            "w": make_npy("<f4", (2,), [0.0, 0.0]), "own": make_npy("<f4", shape, zeros),
            "x": make_npy(descr[bits], (len(rows) // 2, 2), rows)})
        self.call("grad-run", program, f"--steps={steps}", f"--ranks={ranks}",
                  f"--inputs={data}", f"--outputs={out}")
        return npz.read(out)


def expect(what, got, wanted):
    if list(got) != list(wanted):
        sys.exit(f"FAIL: {what}: expected {list(wanted)}, got {list(got)}")


def round_f32(value):
    return struct.unpack("<f", struct.pack("<f", value))[0]


def check_row(runner, options, bits, scales, ranks, micro_steps, optimizer):
    """One row of the table: the overflow comes in another micro-step and on another
    rank each time."""
    rows, bad_value = [], [float("inf"), float("-inf"), float("nan")]
    for step, bit in enumerate(bits):
        at = (step * 7 + 3) % (micro_steps * ranks)
        for i in range(micro_steps * ranks):
            is_bad = bit == "1" and i == at
            # What the other element is does not matter.
            rows += [ROW, bad_value[step % 3] if is_bad else ROW]
    pipeline = (f"{options} optimizer={optimizer} learning-rate={RATE}" +
                (f" steps={micro_steps}" if micro_steps > 1 else ""))
    what = f"{pipeline} on {ranks} ranks, {bits}"
    arrays = runner.run(pipeline, rows, ranks, len(bits))
    is_fixed = "fixed" in options
    used = arrays["metric/loss_scale"][1][::ranks]
    expect(what + ": scales", [*used[1:], *([] if is_fixed else arrays["loss_scale"][1])],
           [round_f32(s) for s in (scales[:-1] if is_fixed else scales)])
    expect(what + ": overflow", arrays["metric/overflow"][1],
           [int(bit) for bit in bits for _ in range(ranks)])
    updates = bits.count("0")
    if optimizer == "sgd":
        expect(what + ": w", arrays["w"][1], [-RATE * ROW * updates] * 2)
        expect(what + ": own", arrays["own"][1], [-RATE * 0.5 * updates] * 2)
    if "adam" in optimizer:
        expect(what + ": step", arrays["step"][1], [updates])
    # A bad window leaves everything as it was.
    for end in range(1, len(bits)):
        if bits[end] == "1" and optimizer != "sgd" and ranks == 2:
            before = runner.run(pipeline, rows, ranks, end)
            after = runner.run(pipeline, rows, ranks, end + 1)
            for name in after:
                if "." in name or name in ("w", "own", "step", "accu_steps"):
                    expect(f"{what}: {name} after a bad window", after[name][1],
                           before[name][1])
            break


def check_table(runner):
    for options, bits, scales in TABLE:
        for ranks, micro_steps, optimizer in ((1, 1, "sgd"), (2, 3, "sgd"), (4, 2, "sgd"),
                                              (2, 2, "adam"), (2, 1, "momentum")):
            check_row(runner, options, bits, scales, ranks, micro_steps, optimizer)


def check_growth_limit(runner):
    """The scale stays where it would be infinite in f32 or in the loss's type."""
    rows = [0.0] * 8
    for seed, start in (("f16", 32768.0), ("f32", 2.0**127)):
        step = (f"loss-scale-preset=pytorch growth-interval=1 init-scale={start:.0f} "
                "optimizer=sgd")
        text = STEP.replace("TYPE", "f32").replace("SEED", seed).replace("OWN", "")
        # No gradient, so that nothing overflows.
        text = text.replace("dense<0.5>", "dense<0.0>")
        path, program = runner.work / "limit.mlir", runner.work / "program.mlir"
        path.write_text(text)
        runner.call("grad-opt", path, "--grad-data-parallel-pipeline=" + step, "-o", program)
        data, out = runner.work / "data.npz", runner.work / "out.npz"
        npz.write(data, {"w": make_npy("<f4", (2,), [0, 0]), "own": make_npy("<f4", (2,), [0, 0]),
                         "x": make_npy("<f4", (4, 2), rows)})
        runner.call("grad-run", program, "--steps=4", f"--inputs={data}", f"--outputs={out}")
        runner.runs += 1
        expect(f"the limit of {seed}", npz.read(out)["metric/loss_scale"][1], [start] * 4)


def check_clip(runner):
    """A clip by value is at the limit times the scale, and hides no infinity."""
    options = ("loss-scale-preset=pytorch init-scale=64 optimizer=sgd learning-rate=1 "
               "clip-value=0.125 mean=false")
    arrays = runner.run(options, [ROW, ROW, ROW, ROW], 2, 1)
    # Each rank's gradient of 0.5 becomes 0.125.
    expect("clipped", arrays["w"][1], [-0.25] * 2)
    expect("clipped", arrays["metric/overflow"][1], [0, 0])
    arrays = runner.run(options, [ROW, ROW, ROW, float("inf")], 2, 1)
    expect("an infinity that is clipped", arrays["metric/overflow"][1], [1, 1])
    expect("an infinity that is clipped", arrays["w"][1], [0.0] * 2)


def check_own(runner):
    """A gradient that ranks do not exchange overflows on one of them."""
    options = ("loss-scale-preset=pytorch init-scale=64 optimizer=sgd learning-rate=0.25 "
               "layerwise-parallel=w steps=2")
    for ranks in (2, 4):
        rows = [ROW] * (2 * 2 * ranks * 2)
        rows[2 * ranks + 3] = float("nan")      # the second micro-step of the first window
        arrays = runner.run(options, rows, ranks, 2)
        expect("own: overflow", arrays["metric/overflow"][1], [1] * ranks + [0] * ranks)
        expect("own: w", arrays["w"][1], [-RATE * ROW] * 2)
        expect("own: own", arrays["own"][1], [-RATE * 0.5] * 2)


def check_small(runner):
    """f16 gradients of 1.0 and a scale of 2^25 give 2^-25, which f16 does not have."""
    options = f"loss-scale-preset=fixed init-scale={2**25} optimizer=sgd learning-rate=1"
    text = """
func.func @step(%w: tensor<2xf32> {grad.param = "w"}, %x: tensor<1x2xf16> {grad.batch, grad.name = "x"}, %seed: tensor<f32> {grad.seed})
    -> (tensor<2xf16> {grad.gradient = "w"}) {
  %g = tensor.collapse_shape %x [[0, 1]] : tensor<1x2xf16> into tensor<2xf16>
  return %g : tensor<2xf16>
}
"""
    path, program = runner.work / "small.mlir", runner.work / "program.mlir"
    path.write_text(text)
    data, out = runner.work / "data.npz", runner.work / "out.npz"
    npz.write(data, {"w": make_npy("<f4", (2,), [0, 0]),
                     "x": make_npy("<f2", (2, 2), [1.0] * 4)})
    # The update by hand widens the gradient itself.
    by_hand = runner.work / "by-hand.mlir"
    by_hand.write_text(text.replace(
        "(tensor<2xf16> {grad.gradient = \"w\"})", "(tensor<2xf32> {grad.updates = \"w\"})").replace(
        "  return %g : tensor<2xf16>",
        "  %r = grad.reduce_gradients %g<\"w\"> : tensor<2xf16>\n"
        "  %f = arith.extf %r : tensor<2xf16> to tensor<2xf32>\n"
        "  %n = arith.subf %w, %f : tensor<2xf32>\n  return %n : tensor<2xf32>"))
    scale = f"loss-scale-preset=fixed init-scale={2**25}"
    for ranks, source, flags in (
            (1, path, options), (2, path, options), (2, path, options + " steps=1"),
            (2, by_hand, scale), (1, by_hand, scale + " steps=2")):
        runner.call("grad-opt", source, "--grad-data-parallel-pipeline=" + flags, "-o", program)
        runner.call("grad-run", program, "--steps=1", f"--ranks={ranks}", f"--inputs={data}",
                    f"--outputs={out}")
        runner.runs += 1
        expect("2^-25", npz.read(out)["w"][1], [-2.0**-25] * 2)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--work", required=True)
    parser.add_argument("--tools", default="")
    args = parser.parse_args()
    runner = Runner(args.tools, args.work)
    check_table(runner)
    check_growth_limit(runner)
    check_clip(runner)
    check_own(runner)
    check_small(runner)
    print(f"{len(TABLE)} rows of the table, {runner.runs} trainings, 0 failures")


if __name__ == "__main__":
    main()
