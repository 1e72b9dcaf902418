#!/usr/bin/env python3
"""Exports the models, with reference values from PyTorch itself.

    export_models.py --list
    export_models.py --out DIR [--which PATTERN]     write DIR/NAME.mlir, NAME.npz
    export_models.py --check DIR [--which PATTERN]   compare with the files there

Modules have to be equal, numbers nearly: processors differ. README.md says what
the .npz files hold. grad-opt is taken from the PATH, or from --grad-opt.
"""

import argparse
import copy
import fnmatch
import pathlib
import sys
import time

import numpy as np
import torch

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[2] / "tools" / "python"))

from grad_torch import Step, export_forward, export_step  # noqa: E402
import make_digits  # noqa: E402
import models  # noqa: E402

RATE, MOMENTUM = 0.01, 0.9
RTOL = 1e-4


def named(step: Step):
    """Parameters and buffers, in the order of the arguments."""
    return {**dict(step.module.named_parameters()), **dict(step.module.named_buffers())}


def batch_names(step: Step):
    first = len(named(step))
    return [f"arg{first + i}" for i in range(len(step.inputs) + len(step.targets))]


def arrays_of(tensors, prefix=""):
    return {prefix + n: t.detach().numpy().copy() for n, t in tensors.items()}


def backward(step: Step, batch):
    """One forward and backward by PyTorch's own engine."""
    step.module.zero_grad()
    inputs = len(step.inputs)
    loss = step.loss(step.module(*batch[:inputs]), *batch[inputs:])
    loss.backward()
    return loss.item()


def references(step: Step, batches):
    """Inputs, results of one step, and of a short training."""
    names = batch_names(step)
    seed = f"arg{len(named(step)) + len(names)}"
    arrays = arrays_of(named(step))
    arrays |= arrays_of(dict(zip(names, batches[0])))
    arrays[seed] = np.float32(1)

    once = copy.deepcopy(step)
    arrays["step/loss"] = np.float32(backward(once, batches[0]))
    arrays |= arrays_of({n: torch.zeros_like(p) if p.grad is None else p.grad
                         for n, p in once.module.named_parameters()}, "step/")
    arrays |= arrays_of(dict(once.module.named_buffers()), "step/")

    trained = copy.deepcopy(step)
    optimizer = torch.optim.SGD(trained.module.parameters(), lr=RATE, momentum=MOMENTUM)
    losses = []
    for batch in batches:
        losses.append(backward(trained, batch))
        optimizer.step()
    for name, parts in zip(names, zip(*batches)):
        arrays[f"training/{name}"] = torch.stack(parts).numpy()
    arrays["training/loss"] = np.float32(losses)
    arrays |= arrays_of(named(trained), "training/")
    return arrays


def differences(old, new, rtol=RTOL):
    """What differs between two .npz files, as lines."""
    lines = [f"array '{n}' is in one of them only" for n in sorted(set(old) ^ set(new))]
    for name in sorted(set(old) & set(new)):
        a, b = old[name], new[name]
        if a.shape != b.shape or a.dtype != b.dtype:
            lines.append(f"array '{name}' is {a.dtype}{a.shape} and {b.dtype}{b.shape}")
        elif a.size and not (np.abs(a - b).max() <= rtol * np.abs(a).max()):
            lines.append(f"array '{name}' differs by {np.abs(a - b).max():.3g}")
    return lines


def header(name, what="forward and backward"):
    return (f"// {name}: {what} of a model in models.py.\n"
            f"// Written by export_models.py with torch "
            f"{torch.__version__.partition('+')[0]}; do not edit.\n")


def check_module(path, name, text):
    module = path / f"{name}.mlir"
    if module.exists() and module.read_text() == text:
        return []
    return ["the module differs" if module.exists() else "there is no module"]


def check(path, name, text, arrays):
    lines = check_module(path, name, text)
    with np.load(path / f"{name}.npz") as old:
        return lines + differences(dict(old), arrays)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    mode = parser.add_mutually_exclusive_group(required=True)
    mode.add_argument("--out", type=pathlib.Path, metavar="DIR")
    mode.add_argument("--check", type=pathlib.Path, metavar="DIR")
    mode.add_argument("--list", action="store_true", help="print the names")
    parser.add_argument("--which", default="*", metavar="PATTERN")
    parser.add_argument("--grad-opt", default="grad-opt", metavar="PROGRAM")
    args = parser.parse_args()
    torch.set_num_threads(1)

    chosen = {n: f for n, f in models.MODELS.items() if fnmatch.fnmatch(n, args.which)}
    if not chosen:
        parser.error(f"no model matches '{args.which}'; --list prints the names")
    if args.list:
        print("\n".join(chosen))
        return 0

    failed = 0
    digits = make_digits.make()
    if args.out:
        args.out.mkdir(parents=True, exist_ok=True)
        np.savez_compressed(args.out / "digits.npz", **digits)
    else:
        with np.load(args.check / "digits.npz") as old:
            lines = differences(dict(old), digits)
        failed += len(lines)
        print("digits:", "; ".join(lines) or "equal")
    for name, make in chosen.items():
        start = time.monotonic()
        model = make(digits)
        text = header(name) + export_step(model.step, args.grad_opt)
        arrays = references(model.reference or model.step, model.batches)
        about = f"{len(text)} bytes, {time.monotonic() - start:.1f} s"
        if args.out:
            (args.out / f"{name}.mlir").write_text(text)
            np.savez_compressed(args.out / f"{name}.npz", **arrays)
        else:
            lines = check(args.check, name, text, arrays)
            failed += len(lines)
            about += "; " + ("; ".join(lines) or "equal")
        print(f"{name}: {about}", flush=True)
    if "lenet" in chosen:
        # All test rows at once.
        step = copy.deepcopy(models.MODELS["lenet"](digits).step)
        step.module.eval()
        step.inputs, step.name = (torch.from_numpy(digits["test_x"]),), "eval"
        text = header("lenet-eval", "forward") + export_forward(step, args.grad_opt)
        if args.out:
            (args.out / "lenet-eval.mlir").write_text(text)
        else:
            lines = check_module(args.check, "lenet-eval", text)
            failed += len(lines)
            print("lenet-eval:", "; ".join(lines) or "equal")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
