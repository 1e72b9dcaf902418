"""Runs random gradient reducers, and compares every number.

    check_gradient_reducer.py --work DIR [--seed 1] [--count 80] [--only N]

Makes programs for 1, 2, 4 and 8 ranks in turn, has grad-run run each as it is
and after the passes, and compares with reducer_reference.py, bit by bit. Prints
how often each option was reached, and fails where one was too seldom.
"""

import argparse
import collections
import concurrent.futures
import math
import os
import random
import subprocess
import sys

from numbers_of_types import WIDTHS, read_npz, same, write_npz
from reducer_programs import (DENSE_INTEGERS, SPARSE_INTEGERS, STYLES, Program,
                              format_option)
from reducer_reference import PRESETS

RANKS = [1, 2, 4, 8]
EXPAND, FUSE = "--expand-gradient-reducers", "--fuse-allreduce"
CASTS = "--insert-reduction-casts"
# What programs have to reach, as `count_features` says it, and how often.
LEAST = 3
REQUIRED = [
    *(f"ranks: {n}" for n in RANKS), *(f"preset: {name}" for name in PRESETS),
    *(f"numbers: {style}" for style in STYLES), "groups: equal",
    "groups: unequal", "mean: False", "degree: 7", "fusion_type",
    "split_indices", "reduce_type: f32", "reduce_type: f64",
    "reduce_type: keep", "wire: f16", "wire: bf16", "scale: after",
    "scale: before", "scale: split", "clip_value", "clip_norm",
    "sparse_as_dense", "dense_above", "top_k", "top_k_ratio", "threshold",
    "residuals", "sparsified", "no elements", "rows: equal",
    "rows: differ by rank", "comes back dense", "comes back sparse",
    *(f"{kind} {place}" for kind in ("dense", "sparse")
      for place in ("layerwise_parallel", "parameter_server")),
    *(f"dense {element}" for element in [*WIDTHS, *DENSE_INTEGERS]),
    *(f"sparse {element}" for element in [*WIDTHS, *SPARSE_INTEGERS]),
    *(f"dense of {n} dimensions" for n in range(4)),
    *(f"sparse of {n} dimensions" for n in range(1, 4)),
    "reducer", "expanded", "fused, cast", "cast, fused", "marked", "pipeline",
    "bare"]


def format_flag(program, name, **more):
    """A pass or pipeline with the program's options."""
    given = dict(program.given)
    words = [f"preset={program.preset}"]
    if program.preset == "singa" and given.get("clip_value") == 100.0:
        del given["clip_value"]
        words.append("clip")
    for key, value in {**given, **more}.items():
        text = (",".join(map(str, value)) if isinstance(value, list) else
                format_option(value))
        words.append(f"{key.replace('_', '-')}={text}")
    return f"--{name}={' '.join(words)}"


def format_marked_flag(program, name):
    places = {}
    for gradient in program.gradients:
        if gradient.place:
            places.setdefault(gradient.place, []).append(gradient.name)
    if program.groups:
        places["group"] = str(program.groups).replace(" ", "")
    return format_flag(program, name, **places)


def find_variants(program):
    """(name, form, flags, whether the number of ranks is known)."""
    known = [f"{EXPAND}=world-size={program.ranks}"]
    yield "reducer", "reducer", [], False
    yield "expanded", "reducer", [EXPAND, FUSE], False
    yield "fused, cast", "reducer", known + [FUSE, CASTS], True
    yield "cast, fused", "reducer", known + [CASTS, FUSE], True
    if program.residuals:
        return
    yield "marked", "marked", [
        format_marked_flag(program, "insert-gradient-reducer")], False
    yield "pipeline", "marked", [
        format_marked_flag(program, "grad-data-parallel-pipeline") +
        f" world-size={program.ranks}"], True
    if program.is_bare:
        mean = program.options.get("mean", True)
        yield "bare", "bare", [format_flag(
            program, "insert-gradient-reducer", gradients="all-reduces",
            mean=mean)], False


def call(command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(command)}: {done.returncode}\n"
                           f"{done.stderr}")


def check_variant(program, form, flags, expected, path):
    """What differs."""
    text, elements = program.format(form)
    with open(path + ".mlir", "w") as file:
        file.write(text)
    source = path + ".mlir"
    if flags:
        call(["grad-opt", source, *flags, "-o", path + ".out.mlir"])
        source = path + ".out.mlir"
    call(["grad-run", source, f"--ranks={program.ranks}",
          f"--inputs={path}.in.npz", f"--outputs={path}.out.npz"])
    got = read_npz(path + ".out.npz", elements)
    assert len(got) == len(expected)
    problems = []
    for (name, (_, values)), numbers in zip(got.items(), expected):
        if len(values) != len(numbers) or not all(map(same, values, numbers)):
            problems.append(f"{name}: expected {numbers}, got {values}")
    return problems


def check(number, args):
    """The program, how often its variants ran, and what differs."""
    rng = random.Random(f"{args.seed} {number}")
    program = Program(rng, RANKS[number % len(RANKS)])
    path = os.path.join(args.work, f"step{number}")
    write_npz(path + ".in.npz", program.inputs)
    expected = {knows: program.compute_results(knows)
                for knows in (False, True)}
    names, problems = [], []
    for name, form, flags, knows_size in find_variants(program):
        names.append(name)
        groups = program.groups
        knows_size |= bool(groups) and program.is_uniform
        try:
            found = check_variant(program, form, flags, expected[knows_size],
                                  path)
        except RuntimeError as error:
            found = [str(error)]
        if found:
            problems += [f"FAIL program {number}, {name}, {program.ranks} ranks"
                         f" {flags}:", *found, program.format(form)[0]]
    return program, names, problems


def count_features(program):
    """What the program reaches."""
    options = program.options
    yield f"ranks: {program.ranks}"
    yield f"preset: {program.preset}"
    yield f"numbers: {program.style}"
    if program.groups:
        yield "groups: " + ("equal" if program.is_uniform else "unequal")
    if program.residuals:
        yield "residuals"
    for key, value in options.items():
        yield key
        if isinstance(value, (str, bool)) or key == "degree":
            yield f"{key}: {value}"
    for gradient in program.gradients:
        kind = "sparse" if gradient.is_sparse() else "dense"
        yield f"{kind} {gradient.element}"
        yield f"{kind} of {len(gradient.shape)} dimensions"
        if gradient.place:
            yield f"{kind} {gradient.place}"
        if math.prod(gradient.shape) == 0:
            yield "no elements"
        if gradient.is_sparse():
            rows = {len(own) for own in gradient.values}
            yield "rows: " + ("differ by rank" if len(rows) > 1 else "equal")
            yield ("comes back " +
                   ("dense" if gradient.comes_back_dense else "sparse"))
        elif gradient.is_sparsified(options):
            yield "sparsified"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--work", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=80)
    parser.add_argument("--only", type=int, help="the number of one program")
    args = parser.parse_args()
    os.makedirs(args.work, exist_ok=True)
    print(f"seed {args.seed}")
    numbers = range(args.count) if args.only is None else [args.only]
    features = collections.Counter()
    runs = failures = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for program, names, problems in pool.map(
                lambda number: check(number, args), numbers):
            features.update(set(count_features(program)) | set(names))
            runs += len(names)
            failures += bool(problems)
            if problems:
                print(*problems, sep="\n")
    for name in REQUIRED:
        print(f"  {features[name]:4} {name}")
    rare = [name for name in REQUIRED if features[name] < LEAST]
    if args.only is None and rare:
        print(f"FAIL: fewer than {LEAST} programs with: {', '.join(rare)}")
        failures += 1
    print(f"{len(numbers)} programs, {runs} runs, {failures} failures")
    return failures != 0


if __name__ == "__main__":
    sys.exit(main())
