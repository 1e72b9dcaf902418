#!/usr/bin/env python3
"""Exports data-parallel JAX training steps as StableHLO text in generic form.

    export_steps.py --list
    export_steps.py --out DIR [--which PATTERN]     write DIR/NAME.mlir
    export_steps.py --check DIR [--which PATTERN]   compare with DIR/NAME.mlir

Every export is checked before it is written: the number of all-reduces
(gradients, losses, statistics), that each gradient's name stands in the
location of exactly one of them, and that the text holds no path.
"""

import argparse
import collections
import fnmatch
import functools
import itertools
import math
import os
import pathlib
import re
import sys
import time

MAX_DEVICES = 8

# Set before jax is imported: it reads them once.
os.environ["JAX_PLATFORMS"] = "cpu"
os.environ["XLA_FLAGS"] = f"--xla_force_host_platform_device_count={MAX_DEVICES}"

import jax  # noqa: E402
import numpy as np  # noqa: E402
from jax.sharding import AxisType, NamedSharding, PartitionSpec  # noqa: E402
from jaxlib.mlir import ir  # noqa: E402

import step_common as common  # noqa: E402
import step_gpt2  # noqa: E402
import step_resnet50  # noqa: E402
import step_tiny  # noqa: E402


def catalog():
    """All exports: name to a function that makes its step."""
    models = {
        "resnet50": (step_resnet50, step_resnet50.FULL, (8,)),
        "resnet50-narrow": (step_resnet50, step_resnet50.NARROW, (2, 4)),
        "gpt2": (step_gpt2, step_gpt2.FULL, (8,)),
        "gpt2-narrow": (step_gpt2, step_gpt2.NARROW, (2, 4)),
        "gpt2-narrow-mixed": (step_gpt2, step_gpt2.MIXED, (4,)),
    }
    out = {}
    for model, (module, config, counts) in models.items():
        for form in common.FORMS:
            for devices in counts:
                name = f"{model}-{form}-{devices}"
                out[name] = (lambda n=name, m=module, c=config, f=form, d=devices:
                             m.make(c, f, d, n))
    tiny = {f"tiny-mlp-{form}": functools.partial(step_tiny.mlp, form)
            for form in common.FORMS}
    tiny |= {"tiny-psum-scatter": step_tiny.psum_scatter,
             "tiny-while": step_tiny.control_flow,
             "tiny-subgroups": step_tiny.subgroups,
             "tiny-mesh-2d": step_tiny.mesh_2d,
             "tiny-mesh-axes": step_tiny.mesh_2d}
    for name, make in tiny.items():
        out[name] = lambda n=name, m=make: m(n)
    return out


def lower(step: common.Step) -> ir.Module:
    """The step through shard_map and jit, as a StableHLO module."""
    devices = 1
    for size in step.mesh.values():
        devices *= size
    mesh = jax.make_mesh(tuple(step.mesh.values()), tuple(step.mesh),
                         axis_types=(AxisType.Auto,) * len(step.mesh),
                         devices=jax.devices()[:devices])

    def shardings(specs):
        return jax.tree.map(lambda spec: NamedSharding(mesh, spec), specs,
                            is_leaf=lambda x: isinstance(x, PartitionSpec))

    jax.config.update("jax_include_full_tracebacks_in_locations", step.frames > 0)
    jax.config.update("jax_traceback_in_locations_limit", step.frames)
    # Without folders, which differ from machine to machine.
    jax.config.update("jax_hlo_source_file_canonicalization_regex", r".*/")
    mapped = jax.shard_map(step.function, mesh=mesh, in_specs=step.in_specs,
                           out_specs=step.out_specs, check_vma=step.check_vma)
    jitted = jax.jit(mapped, in_shardings=shardings(step.in_specs),
                     out_shardings=shardings(step.out_specs),
                     donate_argnums=step.donate)
    return jitted.lower(*step.arguments).compiler_ir("stablehlo")


def operations(module: ir.Module):
    """Every operation of the module, in order."""
    found = []

    def visit(op):
        found.append(op)
        return ir.WalkResult.ADVANCE
    module.operation.walk(visit, ir.WalkOrder.PRE_ORDER)
    return found


def location_name(location: ir.Location) -> str:
    """The names in a location, innermost first, joined with slashes."""
    names = []
    while isinstance(location, ir.NameLoc):
        names.insert(0, location.name_str)
        location = location.child_loc
    return "/".join(names)


def name_mesh_axes(step: common.Step, module: ir.Module):
    """Writes replica groups as axes of the mesh, as other exporters do.

    JAX itself lists the ranks.
    """
    sizes = tuple(step.mesh.values())
    ranks = np.arange(math.prod(sizes)).reshape(sizes)
    groups = {}
    for count in range(1, len(sizes) + 1):
        for axes in itertools.combinations(range(len(sizes)), count):
            rows = np.moveaxis(ranks, axes, range(-count, 0)).reshape(
                -1, math.prod(sizes[a] for a in axes))
            refs = ", ".join(f'#stablehlo.axis_ref<name = "{list(step.mesh)[a]}">' for a in axes)
            groups[str(rows.tolist())] = (
                f"#stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [{refs}]>")
    for op in operations(module):
        if op.name == "stablehlo.all_reduce":
            rows = np.array(ir.DenseIntElementsAttr(op.attributes["replica_groups"]))
            op.attributes["replica_groups"] = ir.Attribute.parse(
                groups[str(rows.tolist())], module.context)


def check(step: common.Step, module: ir.Module) -> str:
    """Checks the counts and names; returns one line that states them."""
    ops = operations(module)
    counts = collections.Counter(op.name for op in ops)
    for name, expected in step.operations.items():
        got = counts[f"stablehlo.{name}"]
        assert got == expected, f"{step.name}: expected {expected} {name}, got {got}"
    if not step.gradients:
        return ", ".join(f"{n} {k}" for k, n in step.operations.items())

    expected = len(step.gradients) + len(step.losses) + len(step.statistics)
    got = counts["stablehlo.all_reduce"]
    text = (f"{got} all_reduce: {len(step.gradients)} gradients + "
            f"{len(step.losses)} loss + {len(step.statistics)} statistics")
    assert got == expected, f"{step.name}: expected {expected}, got {text}"

    locations = [location_name(op.location) for op in ops if op.name == "stablehlo.all_reduce"]
    for name in (*step.gradients, *step.losses, *step.statistics):
        # NAME/psum_invariant, jvp(NAME)/... or transpose(jvp(NAME))/...; before
        # it may stand the name of the Python function.
        pattern = re.compile(r"(^|[(/])" + re.escape(name) + r"\)*/psum_invariant:?$")
        hits = [loc for loc in locations if pattern.search(loc)]
        assert len(hits) == 1, f"{step.name}: '{name}' in {len(hits)} locations: {hits}"
    return text


def export(step: common.Step) -> tuple[str, str]:
    """The module's text, and a line about it."""
    module = lower(step)
    about = check(step, module)
    if step.name == "tiny-mesh-axes":
        name_mesh_axes(step, module)
    text = module.operation.get_asm(print_generic_op_form=True,
                                    enable_debug_info=True)
    paths = re.findall(r'"(?:/|[A-Za-z]:\\)[^"]*"', text)
    assert not paths, f"{step.name}: paths in the text: {sorted(set(paths))[:3]}"
    header = (f"// {step.name}: {about}.\n"
              f"// Written by export_steps.py with jax {jax.__version__}; do not edit.\n")
    return header + text, about


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    mode = parser.add_mutually_exclusive_group(required=True)
    mode.add_argument("--out", type=pathlib.Path, metavar="DIR")
    mode.add_argument("--check", type=pathlib.Path, metavar="DIR")
    mode.add_argument("--list", action="store_true", help="print the names")
    parser.add_argument("--which", default="*", metavar="PATTERN",
                        help="only names that match, such as 'gpt2-*-4'")
    args = parser.parse_args()

    entries = {n: m for n, m in catalog().items() if fnmatch.fnmatch(n, args.which)}
    if not entries:
        parser.error(f"no export matches '{args.which}'; --list prints the names")
    if args.list:
        print("\n".join(entries))
        return 0

    if args.out:
        args.out.mkdir(parents=True, exist_ok=True)
    different = []
    for index, (name, make) in enumerate(entries.items(), 1):
        start = time.monotonic()
        text, about = export(make())
        if args.out:
            (args.out / f"{name}.mlir").write_text(text)
        else:
            path = args.check / f"{name}.mlir"
            if not path.exists() or path.read_text() != text:
                different.append(name)
                about += "; DIFFERS from the file" if path.exists() else "; NO FILE"
        print(f"[{index}/{len(entries)}] {name}: {about} "
              f"({len(text) / 1e6:.2f} MB, {time.monotonic() - start:.1f} s)", flush=True)
    if different:
        print("error: export again with export_steps.py --out and look at the "
              f"difference: {', '.join(different)}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
