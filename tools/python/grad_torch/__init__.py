"""Training steps from PyTorch as MLIR functions for grad-opt.

    from grad_torch import Step, export_step
    text = export_step(Step(module, loss, inputs, targets))

README.md beside this file says what the function looks like, and
export_step.py is the command. Needs torch and torch-mlir.
"""

from .convert import export_forward, export_step
from .step import ExportError, Step

__all__ = ["ExportError", "Step", "export_forward", "export_step"]
