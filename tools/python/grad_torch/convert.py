"""From the graph to checked MLIR text, by way of torch-mlir."""

import re
import subprocess

import torch
from torch_mlir import fx, ir
from torch_mlir.compiler_utils import TorchMlirCompilerError
from torch_mlir.dialects import torch as torch_dialect
from torch_mlir.extras.fx_importer import FxImporter

from .step import ExportError, Signature, Step, trace, trace_forward

# What grad-run lowers, of what comes out of torch-mlir. Of cf there are
# assertions: that an index is in range.
DIALECTS = ("builtin", "func", "linalg", "tensor", "arith", "math", "scf", "cf")

# A larger constant is data that should have been an argument.
MAX_CONSTANT_ELEMENTS = 1024


def _convert(graph: torch.fx.GraphModule, name: str) -> ir.Module:
    context = ir.Context()
    torch_dialect.register_dialect(context)
    messages = []

    def keep(diagnostic):
        messages.append(diagnostic.message)
        return True

    try:
        with context.attach_diagnostic_handler(keep):
            return fx.stateless_fx_import(
                graph, output_type="linalg-on-tensors", model_name=name,
                fx_importer=FxImporter(context=context))
    except TorchMlirCompilerError:
        text = "\n".join(messages)
        found = re.search(r"failed to legalize operation '([^']+)'", text)
        what = f"'{found[1]}'" if found else f"the step: {text.strip()}"
        raise ExportError(f"torch-mlir cannot convert {what}") from None


def _annotate(function: ir.Operation, signature: Signature):
    def attributes(entries):
        return ir.ArrayAttr.get([
            ir.DictAttr.get({key: ir.UnitAttr.get() if value is True
                             else ir.StringAttr.get(value)
                             for key, value in entry.items()})
            for entry in entries])

    kind = ir.FunctionType(ir.TypeAttr(function.attributes["function_type"]).value)
    assert len(kind.inputs) == len(signature.arguments), "argument count"
    assert len(kind.results) == len(signature.results), "result count"
    function.attributes["arg_attrs"] = attributes(signature.arguments)
    function.attributes["res_attrs"] = attributes(signature.results)


def _operations(module: ir.Module) -> list[ir.Operation]:
    found = []

    def visit(op):
        found.append(op)
        return ir.WalkResult.ADVANCE
    module.operation.walk(visit, ir.WalkOrder.PRE_ORDER)
    return found


def _check(op: ir.Operation):
    """Refuses what grad-run could not run, and baked-in data."""
    if op.name.split(".")[0] not in DIALECTS:
        raise ExportError(f"'{op.name}' is left, and grad-run lowers only "
                          f"operations of {', '.join(DIALECTS[1:])}")
    if op.name == "cf.assert" or not op.name.endswith("constant"):
        return
    value = op.attributes["value"]
    shape = getattr(getattr(value, "type", None), "shape", [])
    elements = torch.Size(shape).numel()
    splat = isinstance(value, ir.DenseElementsAttr) and value.is_splat
    if elements > MAX_CONSTANT_ELEMENTS and not splat:
        raise ExportError(f"a constant of {elements} elements: a tensor that the "
                          "module holds has to be a parameter or a buffer")


def _print(module: ir.Module, grad_opt: str | None) -> str:
    # The generic form is what older and newer MLIR agree on.
    text = module.operation.get_asm(print_generic_op_form=True)
    if grad_opt is None:
        return text
    done = subprocess.run([grad_opt, "-", "--canonicalize", "--cse"], input=text,
                          capture_output=True, text=True)
    if done.returncode != 0:
        raise ExportError(f"{grad_opt} refuses the module:\n{done.stderr}")
    return done.stdout


def export_step(step: Step, grad_opt: str | None = None) -> str:
    """The step as the text of an MLIR module.

    In generic form; with grad_opt, the path of that program, verified by it and
    in its pretty form.
    """
    return _export(*trace(step), step.name, grad_opt)


def export_forward(step: Step, grad_opt: str | None = None) -> str:
    """The step's module alone, in the mode it is in, as `export_step` does."""
    return _export(*trace_forward(step), step.name, grad_opt)


def _export(graph, signature: Signature, name: str, grad_opt: str | None) -> str:
    module = _convert(graph, name)
    with module.context as context, ir.Location.unknown():
        context.allow_unregistered_dialects = True
        operations = _operations(module)
        for op in operations:
            _check(op)
            if "linalg.memoized_indexing_maps" in op.attributes:
                del op.attributes["linalg.memoized_indexing_maps"]
            if op.name == "func.func":
                _annotate(op, signature)
        return _print(module, grad_opt)
