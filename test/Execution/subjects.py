"""The passes that the equivalence run puts to the test."""

import dataclasses
from typing import Callable


def get_world_size(number, ranks):
    """The number of ranks of a module that is for one, where a pass is told."""
    return ranks[0] if len(ranks) == 1 and number % 4 else 0


@dataclasses.dataclass
class Subject:
    name: str
    # The pipelines to compare with the program before, for a module and the
    # number of ranks, or 0. The first is the pass itself.
    get_pipelines: Callable
    # Whether the modules have arithmetic that does not round.
    is_exact: bool = False
    # What a remark says, and what it counts as.
    reasons: dict = dataclasses.field(default_factory=dict)
    least_count: int = 5
    least_share: float = 0.5
    mutants: tuple = ()
    # The pipeline of a mutant, for a module and the number of ranks, or 0.
    get_mutant: Callable = None

    @staticmethod
    def of_pipeline(pipeline, is_exact):
        return Subject("other", lambda module, size: [pipeline], is_exact)


def fuse(module):
    return f"fuse-allreduce{{{module.options}}}"


def simplify(size):
    return f"simplify-collectives{{world-size={size}}}"


SUBJECTS = {subject.name: subject for subject in [
    Subject(
        "fuse-allreduce",
        lambda module, size: [fuse(module)],
        reasons={
            "passed over: depends": r"passed-over \|.* Cause=depends",
            "passed over: needed": r"passed-over \|.* Cause=needed",
            "passed over: fence": r"passed-over \|.* Cause=fence",
            "closed: at-most size": r"Reason=\"the next candidate would exceed",
            "closed: ddp size": r"Reason=\"it reached",
            "closed: singa size": r"Reason=\"it exceeded",
            "closed: count": r"Reason=\"max-operands=\d+ allows no more",
            "closed: threshold 0": r"Reason=\"a threshold of 0 switches",
            "closed: oversize": r"Reason=\"one tensor exceeds",
            "closed: dynamic": r"Reason=\"its shape is dynamic",
            "closed: segment": r"Reason=\"end of segment",
            "closed: fusion id": r"Reason=\"fusion id",
            "closed: end": r"Reason=\"no further candidate",
        },
        mutants=("paths", "users", "swap", "group", "empty"),
        get_mutant=lambda mutant, module, size:
            f"test-fuse-allreduce-mutant{{mutant={mutant} {module.options}}}"),
    Subject(
        "simplify-collectives",
        lambda module, size: [simplify(size), f"{simplify(size)},{fuse(module)}"],
        is_exact=True,
        reasons={
            **{rule: rf"\[Passed\] {rule} " for rule in (
                "single-rank", "replicated", "reduced-twice", "repeated",
                "sum-of-sums", "reduce-scatter", "dead")},
            **{f"refused: {rule}": rf"\[Missed\] {rule} " for rule in (
                "replicated", "reduced-twice", "sum-of-sums", "reduce-scatter")},
        },
        mutants=("uniform", "size"),
        get_mutant=lambda mutant, module, size:
            f"test-simplify-collectives-mutant{{mutant={mutant} world-size={size}}}"),
    # Sums of 16-bit floats are rounded once, wide or narrow.
    Subject(
        "insert-reduction-casts",
        lambda module, size: ["insert-reduction-casts",
                              f"insert-reduction-casts,{fuse(module)}"],
        reasons={rule: rf"\] {rule} " for rule in ("widened",)},
        least_share=0.2),
]}
