#!/usr/bin/env python3
"""Runs steps through grad-data-parallel-pipeline and XLA, against numpy.

    check_pipeline.py --grad-opt grad-opt [CASE ...]

A case is a module with bare all-reduces, the pipeline's options, and what
reducer_reference.py makes of the same gradients. Gradients are inputs of
generated modules, or what an exported step computes before it reduces. Every
element on every device has to have the expected bits, with two exceptions: the
order of the sum of a norm is XLA's choice, and so is how an exported step
computes its gradients; there 1e-6 of the tensor's largest element is allowed.
On 4 devices the generated values add up without rounding in any order.
"""

import argparse
import dataclasses
import os
import pathlib
import subprocess
import sys
import tempfile

MOST_DEVICES = 4
os.environ["XLA_FLAGS"] = (os.environ.get("XLA_FLAGS", "") +
                           f" --xla_force_host_platform_device_count={MOST_DEVICES}")
os.environ["JAX_ENABLE_X64"] = "1"

import numpy as np  # noqa: E402

import reducer_reference as ref  # noqa: E402
import xla_modules as xm  # noqa: E402
from jaxlib.mlir import ir  # noqa: E402

HERE = pathlib.Path(__file__).parent
SPECIAL = (np.nan, np.inf, -np.inf, 150.0, 0.0, -0.0)


@dataclasses.dataclass
class Case:
    name: str
    options: str
    # How to compute what has to come out.
    reduction: ref.Reduction
    # A file of Inputs/, or element types and shapes of gradients.
    source: object = (("f32", (3, 5)), ("f16", (7,)), ("bf16", (4, 2)))
    devices: tuple = (2, 4)
    # What stands after each sum: nothing, or a division by the number of ranks.
    divided: bool = True
    groups: object = None
    # The element in front on rank 0 is this one, and 0 on the others.
    first: float = None
    special: bool = False
    all_reduces: int = None


F32 = (("f32", (3, 5)), ("f32", (8,)))
WIRE16 = (("f32", (3, 5)), ("f16", (7,)))
R = ref.Reduction

CASES = [
    Case("f32-reduction", "", R()),
    Case("f32-reduction-range", "", R(), source=(("f16", (4,)),), first=60000.0),
    Case("f32-sum", "", R(mean=False), divided=False),
    Case("f32-sum-made-mean", "mean=true", R(), divided=False),
    Case("f64-reduction", "reduce-type=f64", R(reduce="f64"),
         source=(("f32", (3, 5)), ("f64", (4,)))),
    Case("own-type", "reduce-type=keep", R(reduce=None)),
    Case("own-type-before", "reduce-type=keep scale=before",
         R(reduce=None, scale="before")),
    Case("not-finite", "", R(), special=True),
    Case("wire-f16-after", "wire=f16 scale=after", R(wire="f16"), source=WIRE16,
         first=70000.0),
    Case("wire-f16-before", "wire=f16 scale=before", R(wire="f16", scale="before"),
         source=WIRE16, first=70000.0),
    Case("wire-f16-split", "wire=f16 scale=split", R(wire="f16", scale="split"),
         source=WIRE16, first=70000.0),
    Case("wire-f16-default", "wire=f16", R(wire="f16", scale="split"), source=WIRE16),
    Case("wire-f16-sum", "wire=f16", R(wire="f16", mean=False), source=WIRE16,
         divided=False),
    Case("wire-bf16", "wire=bf16", R(wire="bf16"),
         source=(("f32", (3, 5)), ("bf16", (7,))), first=70000.0),
    Case("clip-value", "clip-value=100", R(clip_value=100.0), special=True),
    Case("clip-value-wire", "wire=f16 clip-value=100",
         R(wire="f16", scale="split", clip_value=100.0), source=WIRE16, special=True),
    Case("clip-norm", "clip-norm=1", R(clip_norm=1.0)),
    Case("clip-norm-not-reached", "clip-norm=1e6", R(clip_norm=1e6)),
    Case("clip-norm-sum", "clip-norm=1", R(mean=False, clip_norm=1.0), divided=False),
    Case("clip-norm-not-finite", "clip-norm=1", R(clip_norm=1.0), special=True),
    Case("clip-both", "clip-value=2 clip-norm=1", R(clip_value=2.0, clip_norm=1.0)),
    Case("singa", "preset=singa clip", R(wire="f16", clip_value=100.0),
         source=WIRE16, special=True),
    Case("ddp", "preset=ddp", R(reduce=None, scale="before")),
    Case("horovod", "preset=horovod", R(reduce=None)),
    Case("mindspore", "preset=mindspore", R()),
    Case("degree", "degree=7 mean=true", R(degree=7), source=F32, divided=False),
    Case("groups", "", R(), devices=(4,), groups=((0, 1), (2, 3))),
    Case("groups-wire", "wire=f16 scale=before", R(wire="f16", scale="before"),
         source=WIRE16, devices=(4,), groups=((0, 2), (1, 3))),
    # With the loss, one all-reduce for each bucket.
    Case("one-bucket", "", R(), source=F32 * 3, all_reduces=2),
    Case("never-fused", "fusion-type=0", R(), source=F32 * 3, all_reduces=7),
    Case("split-indices", "split-indices=2,5", R(), source=F32 * 3, all_reduces=3),
    Case("by-size", "threshold-elements=23", R(), source=F32 * 3, all_reduces=4),
    Case("export-f32", "", R(), source="tiny-mlp-pmean.mlir", devices=(4,),
         all_reduces=2),
    Case("export-auto", "", R(), source="tiny-mlp-auto.mlir", devices=(4,),
         all_reduces=2),
    Case("export-before", "scale=before clip-value=1e-3",
         R(scale="before", clip_value=1e-3), source="tiny-mlp-auto.mlir", devices=(4,)),
    Case("export-norm", "clip-norm=1e-2", R(clip_norm=1e-2),
         source="tiny-mlp-pmean.mlir", devices=(4,)),
]


#===--- Generated modules ------------------------------------------------------

def tensor(shape, element):
    return f"tensor<{''.join(f'{size}x' for size in shape)}{element}>"


def all_reduce(result, operand, kind, element, groups):
    listed = str([list(group) for group in groups])
    shape = f"{len(groups)}x{len(groups[0])}"
    return f'''
      {result} = "stablehlo.all_reduce"({operand}) <{{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<{listed}> : tensor<{shape}xi64>, use_global_device_ids}}> ({{
      ^bb0(%p: tensor<{element}>, %q: tensor<{element}>):
        %s = "stablehlo.add"(%p, %q) : (tensor<{element}>, tensor<{element}>) -> tensor<{element}>
        "stablehlo.return"(%s) : (tensor<{element}>) -> ()
      }}) : ({kind}) -> {kind}'''


def generate(case, devices):
    """Sums, and maybe means, of arguments that are split over the devices, and
    of a number, as a loss is."""
    groups = case.groups or (tuple(range(devices)),)
    size = len(groups[0])
    body, values = [], []
    for i, (element, shape) in enumerate((*case.source, ("f32", ()))):
        kind = tensor(shape, element)
        operand = f"%g{i}"
        if shape == ():
            operand = f"%number{i}"
            body.append(f'      {operand} = "stablehlo.reshape"(%g{i}) : '
                        f'({tensor((1,), element)}) -> {kind}')
        result = f"%r{i}"
        body.append(all_reduce(result, operand, kind, element, groups))
        if case.divided or shape == ():
            body.append(f'''
      %n{i} = "stablehlo.constant"() <{{value = dense<{size}.0> : tensor<{element}>}}> : () -> tensor<{element}>
      %b{i} = "stablehlo.broadcast_in_dim"(%n{i}) <{{broadcast_dimensions = array<i64>}}> : (tensor<{element}>) -> {kind}
      %m{i} = "stablehlo.divide"({result}, %b{i}) : ({kind}, {kind}) -> {kind}''')
            result = f"%m{i}"
        if shape == ():
            body.append(f'      %w{i} = "stablehlo.reshape"({result}) : '
                        f'({kind}) -> {tensor((1,), element)}')
            result = f"%w{i}"
        values.append(result)
    inner = [(element, shape or (1,)) for element, shape in (*case.source, ("f32", ()))]
    parts = [tensor(shape, element) for element, shape in inner]
    wholes = [tensor((devices * shape[0], *shape[1:]), element)
              for element, shape in inner]
    shardings = ", ".join(
        '<@mesh, [{"data"}' + ", {}" * (len(shape) - 1) + "]>" for _, shape in inner)
    count = len(inner)
    arguments = ", ".join(f"%a{i}: {whole}" for i, whole in enumerate(wholes))
    names = ", ".join(f"%a{i}" for i in range(count))
    block = ", ".join(f"%g{i}: {part}" for i, part in enumerate(parts))
    results = ", ".join(f"%0#{i}" for i in range(count))
    lines = "\n".join(body)
    return f'''module attributes {{mhlo.num_partitions = {devices} : i32, mhlo.num_replicas = 1 : i32}} {{
  "sdy.mesh"() <{{mesh = #sdy.mesh<["data"={devices}]>, sym_name = "mesh"}}> : () -> ()
  func.func public @main({arguments}) -> ({", ".join(wholes)}) {{
    %0:{count} = "sdy.manual_computation"({names}) <{{in_shardings = #sdy.sharding_per_value<[{shardings}]>, manual_axes = #sdy<manual_axes{{"data"}}>, out_shardings = #sdy.sharding_per_value<[{shardings}]>}}> ({{
    ^bb0({block}):
{lines}
      "sdy.return"({", ".join(values)}) : ({", ".join(parts)}) -> ()
    }}) : ({", ".join(wholes)}) -> ({", ".join(wholes)})
    return {results} : {", ".join(wholes)}
  }}
}}
'''


def make_values(case, devices):
    """The gradients of each device, then its number."""
    rng = np.random.default_rng(0)
    ranks = []
    for rank in range(devices):
        arrays = []
        for element, shape in (*case.source, ("f32", (1,))):
            if devices == 2:
                values = rng.uniform(0.01, 4.0, shape) * rng.choice([-1, 1], shape)
            else:
                values = rng.integers(-15, 16, shape).astype(np.float64)
            values = values.astype(xm.DTYPES[element])
            if case.first is not None and len(arrays) < len(case.source):
                values.flat[0] = case.first if rank == 0 else 0
            if case.special and rank == 0 and len(arrays) < len(case.source):
                count = min(values.size, len(SPECIAL))
                values.flat[:count] = SPECIAL[:count]
            arrays.append(values)
        ranks.append(arrays)
    return ranks


#===--- Exported steps ---------------------------------------------------------

def keep_gradients(text):
    """The step with `learning rate * gradient` in place of each update, so that
    with a rate of 1 the reduced gradients come out."""
    module = xm.parse(text, "step")
    with module.context:
        returns = [op for op in xm.walk(module) if op.name == "sdy.return"]
        for i, value in enumerate(returns[0].operands):
            owner = value.owner
            if owner.name == "stablehlo.subtract":
                returns[0].operands[i] = owner.operands[1]
        return module.operation.get_asm(print_generic_op_form=True)


def reduce_alone(text, devices):
    """Each rank in a group of its own."""
    together = str([list(range(devices))])
    alone = str([[rank] for rank in range(devices)])
    assert f"dense<{together}> : tensor<1x{devices}xi64>" in text
    return text.replace(f"dense<{together}> : tensor<1x{devices}xi64>",
                        f"dense<{alone}> : tensor<{devices}x1xi64>")


#===--- The check --------------------------------------------------------------

def run_text(text, folder, inputs):
    path = pathlib.Path(folder) / "run.mlir"
    path.write_text(text)
    module = xm.Module(path)
    outputs = module.compile(combine=False).run(inputs(module))
    # By device, then by output.
    return module, [[out[d] for out in outputs] for d in range(module.devices)]


def transform(tool, case, text, folder):
    source, target = (str(pathlib.Path(folder) / name) for name in ("in.mlir", "out.mlir"))
    pathlib.Path(source).write_text(text)
    subprocess.run([tool, source, f"--grad-data-parallel-pipeline={case.options}",
                    "-o", target], check=True)
    return pathlib.Path(target).read_text()


def check(tool, case, devices):
    """Problems, as text."""
    with tempfile.TemporaryDirectory() as folder:
        if isinstance(case.source, str):
            text = keep_gradients((HERE / "Inputs" / case.source).read_text())

            def inputs(module):
                return [np.ones_like(value) if value.shape == () else value
                        for value in module.make_inputs(seed=0, int_below=8)]
            _, ranks = run_text(reduce_alone(text, devices), folder, inputs)
            # Back from what the step divides by; a power of two.
            ranks = [[value * np.float32(devices) for value in rank] for rank in ranks]
        else:
            text, ranks = generate(case, devices), make_values(case, devices)

            def inputs(module):
                return [np.concatenate(parts) for parts in zip(*ranks)]
        module, got = run_text(transform(tool, case, text, folder), folder, inputs)
    is_exact = case.reduction.clip_norm is None and not isinstance(case.source, str)
    expected = ref.reduce_all(ranks, case.reduction, case.groups)
    problems = []
    if case.all_reduces not in (None, module.count("stablehlo.all_reduce")):
        problems.append(f"{module.count('stablehlo.all_reduce')} all-reduces, "
                        f"expected {case.all_reduces}")
    for rank in range(devices):
        for i, (a, b) in enumerate(zip(got[rank], expected[rank], strict=True)):
            if not ref.is_equal(a, b, 0 if is_exact else 1e-6):
                problems.append(f"output {i} on rank {rank}: expected {b.ravel()}, "
                                f"got {a.ravel()}")
    return problems


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--grad-opt", required=True, dest="tool")
    parser.add_argument("cases", nargs="*", metavar="CASE")
    args = parser.parse_args()
    unknown = set(args.cases) - {case.name for case in CASES}
    if unknown:
        parser.error(f"no case {', '.join(sorted(unknown))}")
    failed = 0
    for case in CASES:
        if args.cases and case.name not in args.cases:
            continue
        for devices in case.devices:
            problems = check(args.tool, case, devices)
            failed += bool(problems)
            print(f"{'FAIL' if problems else 'ok  '} {case.name} on {devices} devices",
                  flush=True)
            for problem in problems[:4]:
                print(f"     {problem}")
    print(f"check_pipeline: {'FAIL' if failed else 'PASS'}")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
