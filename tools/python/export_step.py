#!/usr/bin/env python3
"""Writes a PyTorch training step as an MLIR function for grad-opt and grad-run.

    export_step.py FILE.py:FUNCTION [-o STEP.mlir] [--grad-opt GRAD-OPT]

FUNCTION takes nothing and returns a grad_torch.Step: a module, its loss, and
example inputs. With --grad-opt the module is verified by that grad-opt and
written in its pretty form, otherwise in the generic form, which it reads.
grad_torch/README.md describes the result.
"""

import argparse
import importlib.util
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))


def load(path: str, function: str):
    """What the function of that file returns."""
    sys.path.insert(0, str(pathlib.Path(path).resolve().parent))
    spec = importlib.util.spec_from_file_location("user_step", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return getattr(module, function)()


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("step", metavar="FILE.py:FUNCTION")
    parser.add_argument("-o", "--output", default="-", metavar="STEP.mlir")
    parser.add_argument("--grad-opt", metavar="PROGRAM")
    args = parser.parse_args()
    path, _, function = args.step.rpartition(":")
    if not path:
        parser.error(f"expected FILE.py:FUNCTION, got '{args.step}'")

    from grad_torch import ExportError, Step, export_step  # takes seconds
    step = load(path, function)
    if not isinstance(step, Step):
        sys.exit(f"error: {args.step} returned no grad_torch.Step")
    try:
        text = export_step(step, args.grad_opt)
    except ExportError as error:
        sys.exit(f"error: {error}")
    if args.output == "-":
        sys.stdout.write(text)
    else:
        pathlib.Path(args.output).write_text(text)


if __name__ == "__main__":
    main()
