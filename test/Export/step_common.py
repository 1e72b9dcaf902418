"""What the exported training steps share: parameters, gradients, names.

A step is written in one of two forms:

auto   The loss reads replicated parameters. shard_map (check_vma=True, its
       default) sums a replicated parameter's gradient over the ranks when it
       transposes the cast from "same on every rank" to "differs by rank".
pmean  Parameters are made varying before grad, so gradients stay local, and
       the step calls jax.lax.pmean once for each.

In both forms each all-reduce carries its gradient's name in its location.
"""

import dataclasses
from typing import Any, Callable

import jax

AXIS = "data"
FORMS = ("auto", "pmean")


@dataclasses.dataclass
class Step:
    """A step to export, with what is known about it before JAX lowers it.

    gradients, statistics, losses: names, one all-reduce each.
    operations: how often further ops appear, for a step without gradients.
    """

    name: str
    function: Callable
    arguments: tuple
    in_specs: tuple
    out_specs: tuple
    gradients: tuple = ()
    statistics: tuple = ()
    losses: tuple = ()
    operations: dict = dataclasses.field(default_factory=dict)
    donate: tuple = ()
    mesh: dict = dataclasses.field(default_factory=dict)    # axis to size
    check_vma: bool = True
    # Frames of the Python stack in locations; 0: JAX's mode without tracebacks,
    # where a scope's name is a location of its own inside the operation's.
    frames: int = 1


class Reader:
    """Hands out parameters by name and makes each one varying at most once.

    In the auto form the cast stands at the first use, inside a scope with the
    parameter's name: its transpose is the gradient's all-reduce, which then
    stands in the backward pass where the gradient is complete. A parameter
    used twice (tied embeddings) must be cast once, or its gradient is summed
    over the ranks twice and the two sums are added.
    """

    def __init__(self, params: dict[str, Any], form: str):
        assert form in FORMS, form
        self._params = params
        self._form = form
        self._varying: dict[str, Any] = {}

    def __call__(self, name: str):
        if self._form == "pmean":
            return self._params[name]
        if name not in self._varying:
            with jax.named_scope(name):
                self._varying[name] = jax.lax.pcast(
                    self._params[name], AXIS, to="varying")
        return self._varying[name]


def make_varying(params: dict[str, Any], form: str) -> dict[str, Any]:
    """Parameters as grad sees them: local copies in the pmean form."""
    if form == "auto":
        return params
    return {k: jax.lax.pcast(v, AXIS, to="varying") for k, v in params.items()}


def named_pmean(values: dict[str, Any]) -> dict[str, Any]:
    """One pmean for each value, in order, in a scope with the value's name."""
    out = {}
    for name, value in values.items():
        with jax.named_scope(name):
            out[name] = jax.lax.pmean(value, AXIS)
    return out


def divide_by_ranks(values: dict[str, Any]) -> dict[str, Any]:
    """Turns sums over the ranks into means."""
    n = jax.lax.axis_size(AXIS)
    return {k: v / n for k, v in values.items()}
