#!/usr/bin/env python3
"""Checks by execution that XLA computes what grad collectives mean.

    check_conversions.py --grad-opt PATH [--devices 2,4]

For replicas and for partitions, on host CPU devices: buckets of
several collectives, shapes, dimensions, types and groups are written as
StableHLO by --convert-grad-to-stablehlo, run by XLA on values that differ by
rank, and compared with what NumPy computes from the collective's definition.
Each module also goes through --convert-stablehlo-to-grad and back. The values
are small whole numbers, so that every result is exact. Exit status 0: equal.
"""

import argparse
import dataclasses
import functools
import os
import pathlib
import subprocess
import sys

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "Export"))

TYPES = {"f32": np.float32, "f16": np.float16, "i32": np.int32, "i1": np.bool_}
REDUCTIONS = {"sum": np.add, "avg": np.add, "prod": np.multiply,
              "min": np.minimum, "max": np.maximum}


@dataclasses.dataclass(frozen=True)
class World:
    replicas: int
    partitions: int

    @property
    def size(self):
        return self.replicas * self.partitions


@dataclasses.dataclass(frozen=True)
class Case:
    """One bucket: `text` before the operands, shapes and types of the operands
    as one rank has them, and the groups or nothing."""
    name: str
    kind: str = ""
    dim: int = 0
    operands: tuple = ()
    groups: tuple = ()
    delivered: str = ""

    def result_shape(self, shape, size):
        shape = list(shape)
        if self.name == "reduce_scatter":
            shape[self.dim] //= size
        if self.name == "all_gather":
            shape[self.dim] *= size
        return tuple(shape)

    def compute(self, values, world):
        """Results of one operand, by rank, from its values by rank."""
        results = [None] * world.size
        for group in self.groups or (tuple(range(world.size)),):
            parts = [values[rank] for rank in group]
            if self.name == "all_gather":
                whole = np.concatenate(parts, self.dim)
            else:
                whole = functools.reduce(REDUCTIONS[self.kind], parts)
            if self.kind == "avg":
                whole = (whole / len(group)).astype(whole.dtype)
            if self.delivered:
                whole = whole.astype(TYPES[self.delivered])
            shards = ([whole] * len(group) if self.name != "reduce_scatter"
                      else np.split(whole, len(group), self.dim))
            for rank, shard in zip(group, shards):
                results[rank] = shard
        return results


def tensor(shape, element):
    return f"tensor<{''.join(f'{size}x' for size in shape)}{element}>"


def make_module(case: Case, world: World) -> str:
    """The bucket in a function of its operands. Scalars pass the function's
    border with one dimension, since a partition is a part of a dimension."""
    size = len(case.groups[0]) if case.groups else world.size
    border = lambda shape: shape or (1,)
    local, inner, results, outer = [], [], [], []
    for shape, element in case.operands:
        result = case.result_shape(shape, size)
        local.append(tensor(border(shape), element))
        inner.append(tensor(shape, element))
        delivered = case.delivered or element
        results.append(tensor(result, delivered))
        outer.append(tensor(border(result), delivered))
    count = len(case.operands)
    reshape = lambda to, value, source, target: (
        f'%{to} = "stablehlo.reshape"(%{value}) : ({source}) -> {target}')
    body = [reshape(f"i{i}", f"a{i}", local[i], inner[i]) for i in range(count)]
    groups = f" on <{[list(g) for g in case.groups]}>" if case.groups else ""
    kind = f"<{case.kind}>" if case.kind else ""
    dim = "" if case.name == "all_reduce" else f" dim {case.dim}"
    body.append(f"%r:{count} = grad.{case.name}{kind} "
                f"{', '.join(f'%i{i}' for i in range(count))}{dim}{groups} : "
                f"{', '.join(inner)} -> {', '.join(results)}")
    body += [reshape(f"o{i}", f"r#{i}", results[i], outer[i]) for i in range(count)]
    values = ", ".join(f"%o{i}" for i in range(count))
    arguments = ", ".join(f"%a{i}: {t}" for i, t in enumerate(local))
    head = (f"module attributes {{mhlo.num_partitions = {world.partitions} : i32, "
            f"mhlo.num_replicas = {world.replicas} : i32}} {{\n")
    if world.partitions == 1:
        return (head + f"func.func public @main({arguments}) -> ({', '.join(outer)}) {{\n" +
                "\n".join(body) + f"\nreturn {values} : {', '.join(outer)}\n}}\n}}\n")
    return head + in_partitions(world, arguments, local, outer, body, values) + "}\n"


def in_partitions(world, arguments, local, outer, body, values) -> str:
    """The function for the whole, with the body inside a manual computation."""
    def whole(text):
        first, rest = text.removeprefix("tensor<").split("x", 1)
        return f"tensor<{int(first) * world.partitions}x{rest}"

    def shardings(types):
        dims = ["{\"d\"}, " + "{}, " * (t.count("x") - 1) for t in types]
        return ", ".join(f"<@mesh, [{d.rstrip(', ')}]>" for d in dims)
    ins, outs = [whole(t) for t in local], [whole(t) for t in outer]
    operands = ", ".join(f"%w{i}" for i in range(len(ins)))
    parameters = ", ".join(f"%w{i}: {t}" for i, t in enumerate(ins))
    results = ", ".join(f"%m#{i}" for i in range(len(outs)))
    return (
        f'"sdy.mesh"() <{{mesh = #sdy.mesh<["d"={world.partitions}]>, sym_name = "mesh"}}> : () -> ()\n'
        f"func.func public @main({parameters}) -> ({', '.join(outs)}) {{\n"
        f'%m:{len(outs)} = "sdy.manual_computation"({operands}) <{{'
        f"in_shardings = #sdy.sharding_per_value<[{shardings(local)}]>, "
        'manual_axes = #sdy<manual_axes{"d"}>, '
        f"out_shardings = #sdy.sharding_per_value<[{shardings(outer)}]>}}> ({{\n"
        f"^bb0({arguments}):\n" + "\n".join(body) +
        f'\n"sdy.return"({values}) : ({", ".join(outer)}) -> ()\n'
        f"}}) : ({', '.join(ins)}) -> ({', '.join(outs)})\n"
        f"return {results} : {', '.join(outs)}\n}}\n")


def make_values(case: Case, world: World):
    """By operand, by rank."""
    rng = np.random.default_rng(0)
    top = 2 if any(element == "i1" for _, element in case.operands) else 4
    return [[rng.integers(0, top, shape).astype(TYPES[element]) for _ in range(world.size)]
            for shape, element in case.operands]


def run_xla(text: str, world: World, values):
    """Results by output, by rank."""
    import xla_modules as xm
    jax = xm.jax
    devices = jax.devices("cpu")[:world.size]
    assignment = np.array(devices).reshape(world.replicas, world.partitions)
    options = xm.compiler.get_compile_options(
        world.replicas, world.partitions, device_assignment=assignment,
        env_options_overrides={"xla_allow_excess_precision": False},
        backend=devices[0].client)
    module = xm.parse(text, "converted module")
    with module.context:
        loaded = devices[0].client.compile_and_load(
            module, executable_devices=xm._jax.DeviceList(tuple(devices)),
            compile_options=options)
    mesh = jax.sharding.Mesh(np.array(devices), ("rank",))
    sharding = jax.sharding.NamedSharding(mesh, jax.sharding.PartitionSpec("rank"))
    arrays = []
    for ranks in values:
        parts = [jax.device_put(np.atleast_1d(v), d) for v, d in zip(ranks, devices)]
        shape = (parts[0].shape[0] * world.size, *parts[0].shape[1:])
        arrays.append(jax.make_array_from_single_device_arrays(shape, sharding, parts))
    results = loaded.execute_sharded(arrays).disassemble_into_single_device_arrays()
    return [[np.asarray(part) for part in output] for output in results]


def make_cases(world: World):
    n = world.size
    everyone = tuple(range(n))
    groupings = [(), (everyone,), (everyone[::-1],)]
    if n == 4:
        groupings += [((0, 1), (2, 3)), ((3, 0), (2, 1))]
    shapes = ((4,), (2, 3), (), (1, 2, 5))
    for kind in REDUCTIONS:
        yield Case("all_reduce", kind, operands=tuple((s, "f32") for s in shapes))
    yield Case("all_reduce", "max", operands=(((3,), "i1"), ((2, 2), "i1")))
    yield Case("all_reduce", "min", operands=(((3,), "i1"), ((2, 2), "i1")))
    yield Case("all_reduce", "sum", operands=(
        ((4,), "f32"), ((2, 3), "i32"), ((5,), "f16"), ((3,), "f32"), ((2,), "i32")))
    yield Case("all_reduce", "sum", delivered="f32",
               operands=(((4,), "f16"), ((2, 3), "f16")))
    yield Case("all_reduce", "avg", delivered="f16", operands=(((4,), "f32"), ((3,), "f32")))
    if n == 4:
        yield Case("all_reduce", "sum", operands=(((4,), "f32"), ((3,), "f32")),
                   groups=((0, 2, 3), (1,)))
    for groups in groupings:
        g = len(groups[0]) if groups else n
        yield Case("all_reduce", "sum", operands=(((4,), "f32"), ((3,), "f32")), groups=groups)
        for dim in range(3):
            whole = [[2, 3, 2], [1, 1, 5], [4, 2, 1]]
            for shape in whole:
                shape[dim] *= g
            yield Case("reduce_scatter", "sum", dim, groups=groups, operands=tuple(
                (tuple(s), t) for s, t in zip(whole, ("f32", "f32", "i32"))))
            yield Case("reduce_scatter", "avg", dim, groups=groups, operands=tuple(
                (tuple(s), "f32") for s in whole[:2]))
            yield Case("all_gather", "", dim, groups=groups, operands=(
                ((2, 3, 2), "f32"), ((1, 1, 5), "f32"), ((4, 2, 1), "f16")))


def check(case: Case, world: World, grad_opt: str) -> str:
    """Nothing if all is equal, or what is not."""
    values = make_values(case, world)
    expected = [case.compute(ranks, world) for ranks in values]
    once = ["--convert-grad-to-stablehlo"]
    for passes in (once, once + ["--convert-stablehlo-to-grad"] + once):
        done = subprocess.run([grad_opt, *passes], input=make_module(case, world),
                              capture_output=True, text=True)
        if done.returncode != 0:
            return done.stderr
        outputs = run_xla(done.stdout, world, values)
        for number, (got, want) in enumerate(zip(outputs, expected, strict=True)):
            for rank, (a, b) in enumerate(zip(got, want, strict=True)):
                if a.dtype != b.dtype or not np.array_equal(a.reshape(b.shape), b):
                    return f"result {number} on rank {rank}: {a}, expected {b}"
    return ""


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--grad-opt", required=True)
    parser.add_argument("--devices", default="2,4", help="numbers of devices")
    args = parser.parse_args()
    sizes = [int(size) for size in args.devices.split(",")]
    os.environ["XLA_FLAGS"] = (os.environ.get("XLA_FLAGS", "") +
                               f" --xla_force_host_platform_device_count={max(sizes)}")
    passed = failed = 0
    for size in sizes:
        # Not both at once: JAX's client aborts on such modules.
        for partitions in (1, size):
            world = World(size // partitions, partitions)
            for case in make_cases(world):
                problem = check(case, world, args.grad_opt)
                passed, failed = passed + (not problem), failed + bool(problem)
                if problem:
                    print(f"FAIL: {case} on {world}: {problem}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
