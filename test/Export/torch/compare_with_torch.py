#!/usr/bin/env python3
"""Runs an exported step by grad-run and compares with PyTorch's values.

    compare_with_torch.py NAME.mlir [--steps] [--rtol 1e-4] [--temp DIR]

NAME.npz beside the module holds the values; README.md says which. One step:
the loss, the gradients, and the buffers that change. With --steps a training by
SGD with momentum: every loss, and the parameters and buffers at the end. The
measure is the largest difference over the largest magnitude, tensor by tensor.
"""

import argparse
import math
import pathlib
import subprocess
import sys

import npz
import signature
import train_module

RATE, MOMENTUM = 0.01, 0.9


def run(module, entry, inputs, outputs):
    done = subprocess.run(
        ["grad-run", module, f"--entry={entry}", f"--inputs={inputs}",
         f"--outputs={outputs}"], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"error: grad-run failed:\n{done.stderr}")
    return npz.read(outputs)


def difference(wanted, got):
    """The largest difference, relative to the largest magnitude."""
    (shape, a), (ranked, b) = wanted, got
    assert ranked == (1, *shape), f"shape {ranked} against {shape}"
    worst = max((abs(x - y) for x, y in zip(a, b)), default=0)
    if not all(math.isfinite(y) for y in b):
        return math.inf
    scale = max((abs(x) for x in a), default=0)
    return worst / scale if scale else worst


def check_step(module, reference, temp):
    results = signature.Signature(module.read_text()).results
    got = run(module, "step", module.with_suffix(".npz"), temp / "step.npz")
    return {name if role != "loss" else "loss": difference(
                reference["step/" + (name if role != "loss" else "loss")], got[name])
            for name, _, role in results}


def check_training(module, reference, temp):
    text = module.read_text()
    sign = signature.Signature(text)
    steps = reference["training/loss"][0][0]
    path = temp / "train.mlir"
    path.write_text(train_module.write(text, steps, RATE, MOMENTUM))
    kept, batches = sign.names("param", "state"), sign.names("batch")
    npz.copy(module.with_suffix(".npz"), temp / "inputs.npz",
             {n: n for n in kept} | {f"training/{n}": n for n in batches})
    got = run(path, "train", temp / "inputs.npz", temp / "train.npz")
    found = {n: difference(reference[f"training/{n}"], got[n]) for n in kept}
    return {"loss": difference(reference["training/loss"], got[f"result{len(kept)}"]),
            **found}


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("module", type=pathlib.Path)
    parser.add_argument("--steps", action="store_true")
    parser.add_argument("--rtol", type=float, default=1e-4)
    parser.add_argument("--temp", type=pathlib.Path, default=".")
    args = parser.parse_args()
    args.temp.mkdir(parents=True, exist_ok=True)

    reference = npz.read(args.module.with_suffix(".npz"))
    check = check_training if args.steps else check_step
    found = check(args.module, reference, args.temp)
    wrong = {name: value for name, value in found.items() if not value <= args.rtol}
    for name, value in wrong.items():
        print(f"error: '{name}' differs by {value:.3g}")
    kind = "training" if args.steps else "step"
    print(f"{args.module.stem}: {kind}: {len(found)} tensors, "
          f"largest difference {max(found.values()):.2g}")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
