"""From a module and its loss to one graph with forward and backward."""

import dataclasses
import itertools
from typing import Any, Callable

import torch
from torch import nn
from torch.fx.experimental.proxy_tensor import make_fx

from .decompositions import decomposition_table, visible_writes


class ExportError(Exception):
    """The step has something that cannot be exported."""


@dataclasses.dataclass
class Step:
    """What is exported: the gradient of `loss(module(*inputs), *targets)`.

    The loss is one number, and what the function does to it is multiplied by
    the argument marked grad.seed. Inputs and targets give types and shapes;
    their values matter to Python's own branches only. The module is exported in
    the mode it is in, training or evaluation.
    """

    module: nn.Module
    loss: Callable[..., torch.Tensor]
    inputs: tuple[torch.Tensor, ...]
    targets: tuple[torch.Tensor, ...] = ()
    name: str = "step"


@dataclasses.dataclass
class Signature:
    """The attributes of each argument and result, in order.

    An attribute's value is the name it gives, or True where it has none.
    """

    arguments: list[dict[str, Any]]
    results: list[dict[str, Any]]


class _WithBuffers(nn.Module):
    """Returns the buffers after the call, too, changed in place or replaced."""

    def __init__(self, module: nn.Module):
        super().__init__()
        self.module = module

    def forward(self, *inputs):
        output = self.module(*inputs)
        return output, dict(self.module.named_buffers())


def _call(step: Step, values, inputs, targets):
    """The loss with these parameters and buffers, and the buffers afterwards."""
    named = {f"module.{name}": value for name, value in values.items()}
    output, buffers = torch.func.functional_call(
        _WithBuffers(step.module), named, tuple(inputs))
    return step.loss(output, *targets), buffers


def _run_once(step: Step, parameters, buffers):
    """The example's loss and buffers afterwards."""
    copies = {name: buffer.clone() for name, buffer in buffers.items()}
    with torch.no_grad():
        return _call(step, {**parameters, **copies}, step.inputs, step.targets)


def _make_graph(function, arguments) -> torch.fx.GraphModule:
    # Fake tensors: nothing is computed. What the module holds besides parameters
    # and buffers becomes a constant.
    def make(f, table):
        return make_fx(f, tracing_mode="fake", _allow_non_fake_inputs=True,
                       decomposition_table=table)(*arguments)

    graph = make(function, visible_writes())
    graph = make(torch.func.functionalize(graph), decomposition_table())
    graph.graph.eliminate_dead_code()
    graph.recompile()
    for node in graph.graph.nodes:
        if isinstance(node.target, torch._ops.OpOverload) and node.target._schema.is_mutable:
            raise ExportError(f"'{node.target}' writes in place")
    return graph


def _check_values(graph, arguments, loss, buffers: dict[str, torch.Tensor]):
    """The graph has to compute what the module does."""
    got = graph(*arguments)
    after = got[len(got) - len(buffers):]
    for name, value, wanted in [("the loss", got[0], loss),
                                *((f"'{n}'", a, b) for a, (n, b) in zip(after, buffers.items()))]:
        if not torch.allclose(value, wanted, rtol=1e-2, atol=1e-4, equal_nan=True):
            raise ExportError(f"{name} is not what the module computes; is it random?")


def trace(step: Step) -> tuple[torch.fx.GraphModule, Signature]:
    """The step as a graph of plain tensor operations.

    Arguments: parameters, buffers, inputs, targets, seed. Results: the loss,
    the gradients, the buffers that change.
    """
    parameters = {n: p.detach() for n, p in step.module.named_parameters()}
    trained = [n for n, p in step.module.named_parameters() if p.requires_grad]
    buffers = {n: b.detach() for n, b in step.module.named_buffers()}
    loss, after = _run_once(step, parameters, buffers)
    changed = {n: after[n] for n, b in buffers.items() if not torch.equal(after[n], b)}
    if loss.dim() != 0 or not loss.is_floating_point():
        raise ExportError("the loss has to be one floating-point number, got "
                          f"{loss.dtype} of shape {tuple(loss.shape)}")

    groups = (parameters.values(), buffers.values(), step.inputs, step.targets)
    arguments = [*itertools.chain(*groups), torch.ones_like(loss)]
    sizes = [len(group) for group in groups]

    def function(*flat):
        flat = iter(flat)
        p, b, inputs, targets = (list(itertools.islice(flat, n)) for n in sizes)
        (seed,) = flat
        values = dict(zip(parameters, p))

        def forward(variables):
            # Copies: PyTorch forbids writing to what the caller still holds.
            copies = {name: value.clone() for name, value in zip(buffers, b)}
            value, after = _call(step, {**values, **variables, **copies}, inputs, targets)
            return value, [after[name] for name in changed]

        value, pullback, after = torch.func.vjp(
            forward, {name: values[name] for name in trained}, has_aux=True)
        (gradients,) = pullback(seed)
        return (value, *(gradients[name] for name in trained), *after)

    graph = _make_graph(function, arguments)
    _check_values(graph, arguments, loss, changed)
    batch = len(step.inputs) + len(step.targets)
    return graph, Signature(
        [{"grad.param": name} for name in parameters] +
        [{"grad.state": name} for name in buffers] +
        [{"grad.batch": True}] * batch +
        [{"grad.replicated": True, "grad.seed": True}],
        [{}] + [{"grad.gradient": name} for name in trained] +
        [{"grad.updates": name} for name in changed])


def trace_forward(step: Step) -> tuple[torch.fx.GraphModule, Signature]:
    """The module alone, as a graph of plain tensor operations.

    Arguments: parameters, buffers, inputs. Result: the output, one tensor.
    """
    parameters = {n: p.detach() for n, p in step.module.named_parameters()}
    buffers = {n: b.detach() for n, b in step.module.named_buffers()}
    names = [*parameters, *buffers]
    arguments = [*parameters.values(), *buffers.values(), *step.inputs]

    def function(*flat):
        values = {name: value.clone() for name, value in zip(names, flat)}
        return (torch.func.functional_call(step.module, values, flat[len(names):]),)

    with torch.no_grad():
        graph = _make_graph(function, arguments)
        _check_values(graph, arguments, function(*arguments)[0], {})
    return graph, Signature(
        [{"grad.param": name} for name in parameters] +
        [{"grad.state": name} for name in buffers] +
        [{"grad.batch": True}] * len(step.inputs),
        [{"grad.metric": "output"}])
