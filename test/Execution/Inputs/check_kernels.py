#!/usr/bin/env python3
"""Compares kernels with the CPU, for all element types and odd sizes.

    check_kernels.py --tools BUILD/bin --temp DIR

Each program is run by grad-test-run --backend=nccl, where the kernels of
grad-gpu-pipeline run on emulated threads, and compared with what the backend
local computes (--against). Elementwise results have to be equal bit by bit, sums
of floats within a tolerance, since blocks add in another order. The environment
names the doubles of CUDA, NCCL and cuBLAS.
"""

import argparse
import math
import pathlib
import subprocess
import sys

FLOATS = {"f16": 1e-2, "bf16": 5e-2, "f32": 1e-5, "f64": 1e-12}
INTEGERS = ["i8", "i16", "i32", "i64"]
LENGTHS = [0, 1, 3, 4, 7, 1023, 1024, 4099, 20000]


def module(arguments, body, results):
    names = ", ".join(name for name, _ in results)
    types = ", ".join(type for _, type in results)
    signature = ", ".join(f"%{name}: {type}" for name, type in arguments)
    return (f"func.func @step({signature}) -> ({types}) {{\n" + "\n".join(body)
            + f"\n  return {names} : {types}\n}}\n")


def elementwise(element):
    """All lengths, addresses that 16 does not divide, and one element."""
    is_float = element in FLOATS
    suffix = "f" if is_float else "i"
    arguments, body, results = [], [], []
    for length in LENGTHS:
        type = f"tensor<{length}x{element}>"
        arguments += [(f"a{length}", type), (f"b{length}", type)]
        body += [f"  %s{length} = arith.add{suffix} %a{length}, %b{length} : {type}",
                 f"  %p{length} = arith.mul{suffix} %s{length}, %a{length} : {type}"]
        results += [(f"%p{length}", type)]
    type = f"tensor<4096x{element}>"
    body += [f"  %odd = tensor.extract_slice %a4099[3] [4096] [1] : "
             f"tensor<4099x{element}> to {type}",
             f"  %twice = arith.add{suffix} %odd, %odd : {type}"]
    results.append(("%twice", type))
    if is_float:
        body += [f"  %root0 = math.absf %a1023 : tensor<1023x{element}>",
                 f"  %root1 = math.sqrt %root0 : tensor<1023x{element}>",
                 f"  %root = arith.divf %root1, %b1023 : tensor<1023x{element}>"]
        results.append(("%root", f"tensor<1023x{element}>"))
        for other in FLOATS:
            if other != element:
                op = ("extf" if int(other.strip("bf")) > int(element.strip("bf"))
                      else "truncf")
                if {other, element} == {"f16", "bf16"}:
                    continue
                body.append(f"  %c{other} = arith.{op} %a4099 : "
                            f"tensor<4099x{element}> to tensor<4099x{other}>")
                results.append((f"%c{other}", f"tensor<4099x{other}>"))
    comparison = "cmpf olt" if is_float else "cmpi slt"
    body.append(f"  %less = arith.{comparison}, %a1023, %b1023 : tensor<1023x{element}>")
    results.append(("%less", "tensor<1023xi1>"))
    return module(arguments, body, results)


def reduction(element, op, shape, dims, name):
    kept = [size for i, size in enumerate(shape) if i not in dims]
    source = "x".join(map(str, shape + [element]))
    target = "x".join(map(str, kept + [element]))
    return [f"  %{name} = linalg.reduce ins(%x{name} : tensor<{source}>) "
            f"outs(%y{name} : tensor<{target}>) dimensions = {dims}",
            f"    (%in: {element}, %out: {element}) {{",
            f"      %{name}v = arith.{op} %out, %in : {element}",
            f"      linalg.yield %{name}v : {element}", "    }"], source, target


def reductions(element):
    """To one element, to rows of few and of many elements."""
    ops = (["addf", "maximumf", "minimumf"] if element in FLOATS
           else ["andi", "ori"] if element == "i1"
           else ["addi", "muli", "maxsi", "minsi", "xori"])
    arguments, body, results = [], [], []
    for op in ops:
        for i, (shape, dims) in enumerate([([5000], [0]), ([3, 7], [0, 1]), ([0], [0]),
                                           ([6, 5], [1]), ([5, 700], [1]),
                                           ([600, 3], [0]), ([2, 3, 4], [0, 2])]):
            # One after the other, more 16-bit numbers lose more than they keep.
            summands = math.prod(shape[dim] for dim in dims)
            if op == "addf" and element in ("f16", "bf16") and summands > 64:
                continue
            name = f"{op}{i}"
            lines, source, target = reduction(element, op, shape, dims, name)
            arguments += [(f"x{name}", f"tensor<{source}>"),
                          (f"y{name}", f"tensor<{target}>")]
            body += lines
            results.append((f"%{name}", f"tensor<{target}>"))
    return module(arguments, body, results)


def products(element):
    """Plain and transposed operands, a batch, a vector, a convolution."""
    maps = "affine_map<(m, n, k) -> ({})>"
    arguments, body, results = [], [], []
    for i, (a, b) in enumerate([("m, k", "k, n"), ("k, m", "k, n"), ("m, k", "n, k"),
                                ("k, m", "n, k")]):
        size = {"m": 5, "n": 6, "k": 7}
        types = ["x".join(str(size[d]) for d in dims.split(", ")) + f"x{element}"
                 for dims in (a, b, "m, n")]
        arguments += [(f"a{i}", f"tensor<{types[0]}>"), (f"b{i}", f"tensor<{types[1]}>"),
                      (f"c{i}", f"tensor<{types[2]}>")]
        body.append(
            f"  %p{i} = linalg.matmul indexing_maps = [{maps.format(a)}, "
            f"{maps.format(b)}, {maps.format('m, n')}] ins(%a{i}, %b{i} : "
            f"tensor<{types[0]}>, tensor<{types[1]}>) outs(%c{i} : tensor<{types[2]}>)"
            f" -> tensor<{types[2]}>")
        results.append((f"%p{i}", f"tensor<{types[2]}>"))
    e = element
    arguments += [("ba", f"tensor<3x4x5x{e}>"), ("bb", f"tensor<3x5x2x{e}>"),
                  ("bc", f"tensor<3x4x2x{e}>"), ("ma", f"tensor<4x5x{e}>"),
                  ("mb", f"tensor<5x{e}>"), ("mc", f"tensor<4x{e}>"),
                  ("x", f"tensor<2x3x8x7x{e}>"), ("w", f"tensor<4x3x3x2x{e}>"),
                  ("y", f"tensor<2x4x3x3x{e}>"), ("hx", f"tensor<2x6x6x3x{e}>"),
                  ("hw", f"tensor<3x3x3x5x{e}>"), ("hy", f"tensor<2x4x4x5x{e}>")]
    body += [
        f"  %bp = linalg.batch_matmul ins(%ba, %bb : tensor<3x4x5x{e}>, "
        f"tensor<3x5x2x{e}>) outs(%bc : tensor<3x4x2x{e}>) -> tensor<3x4x2x{e}>",
        f"  %mp = linalg.matvec ins(%ma, %mb : tensor<4x5x{e}>, tensor<5x{e}>) "
        f"outs(%mc : tensor<4x{e}>) -> tensor<4x{e}>",
        "  %cp = linalg.conv_2d_nchw_fchw {strides = dense<2> : vector<2xi64>} "
        f"ins(%x, %w : tensor<2x3x8x7x{e}>, tensor<4x3x3x2x{e}>) "
        f"outs(%y : tensor<2x4x3x3x{e}>) -> tensor<2x4x3x3x{e}>",
        f"  %hp = linalg.conv_2d_nhwc_hwcf ins(%hx, %hw : tensor<2x6x6x3x{e}>, "
        f"tensor<3x3x3x5x{e}>) outs(%hy : tensor<2x4x4x5x{e}>) -> tensor<2x4x4x5x{e}>",
        f"  %zero = arith.constant 0.0 : {e}",
        f"  %z = linalg.fill ins(%zero : {e}) outs(%c0 : tensor<5x6x{e}>) -> "
        f"tensor<5x6x{e}>",
        f"  %zp = linalg.matmul ins(%a0, %b0 : tensor<5x7x{e}>, tensor<7x6x{e}>) "
        f"outs(%z : tensor<5x6x{e}>) -> tensor<5x6x{e}>"]
    results += [("%bp", f"tensor<3x4x2x{e}>"), ("%mp", f"tensor<4x{e}>"),
                ("%cp", f"tensor<2x4x3x3x{e}>"), ("%hp", f"tensor<2x4x4x5x{e}>"),
                ("%zp", f"tensor<5x6x{e}>")]
    return module(arguments, body, results)


def others():
    """Transposes, broadcasts, indices, gathers, integers' products, strides."""
    return """
func.func @step(%x: tensor<37x53xf32>, %row: tensor<53xf32>, %col: tensor<37xf32>,
                %i: tensor<11xindex>, %a: tensor<4x8xi32>, %b: tensor<8x6xi32>,
                %flags: tensor<100xi1>, %n: tensor<?xf32>)
    -> (tensor<53x37xf32>, tensor<37x53xf32>, tensor<11x53xf32>, tensor<4x6xi32>,
        tensor<100xi1>, tensor<37x53xindex>, tensor<?xf32>, tensor<19x18xf32>) {
  %e0 = tensor.empty() : tensor<53x37xf32>
  %t = linalg.transpose ins(%x : tensor<37x53xf32>) outs(%e0 : tensor<53x37xf32>)
      permutation = [1, 0]
  %e1 = tensor.empty() : tensor<37x53xf32>
  %s = linalg.generic {
      indexing_maps = [affine_map<(r, c) -> (r, c)>, affine_map<(r, c) -> (c)>,
                       affine_map<(r, c) -> (r)>, affine_map<(r, c) -> (r, c)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%x, %row, %col : tensor<37x53xf32>, tensor<53xf32>, tensor<37xf32>)
      outs(%e1 : tensor<37x53xf32>) {
  ^bb0(%v: f32, %r: f32, %c: f32, %o: f32):
    %0 = arith.mulf %v, %r : f32
    %1 = arith.addf %0, %c : f32
    %2 = math.tanh %1 : f32
    linalg.yield %2 : f32
  } -> tensor<37x53xf32>
  %e2 = tensor.empty() : tensor<11x53xf32>
  %g = linalg.generic {
      indexing_maps = [affine_map<(r, c) -> (r)>, affine_map<(r, c) -> (r, c)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%i : tensor<11xindex>) outs(%e2 : tensor<11x53xf32>) {
  ^bb0(%at: index, %o: f32):
    %limit = arith.constant 37 : index
    %fine = arith.cmpi ult, %at, %limit : index
    cf.assert %fine, "a row that is there"
    %c = linalg.index 1 : index
    %0 = tensor.extract %x[%at, %c] : tensor<37x53xf32>
    linalg.yield %0 : f32
  } -> tensor<11x53xf32>
  %e3 = tensor.empty() : tensor<4x6xi32>
  %zero = arith.constant 0 : i32
  %z = linalg.fill ins(%zero : i32) outs(%e3 : tensor<4x6xi32>) -> tensor<4x6xi32>
  %p = linalg.matmul ins(%a, %b : tensor<4x8xi32>, tensor<8x6xi32>)
      outs(%z : tensor<4x6xi32>) -> tensor<4x6xi32>
  %not = arith.constant dense<true> : tensor<100xi1>
  %f = arith.xori %flags, %not : tensor<100xi1>
  %e4 = tensor.empty() : tensor<37x53xindex>
  %k = linalg.generic {indexing_maps = [affine_map<(r, c) -> (r, c)>],
      iterator_types = ["parallel", "parallel"]} outs(%e4 : tensor<37x53xindex>) {
  ^bb0(%o: index):
    %r = linalg.index 0 : index
    %c = linalg.index 1 : index
    %0 = arith.muli %r, %c : index
    linalg.yield %0 : index
  } -> tensor<37x53xindex>
  %d = arith.addf %n, %n : tensor<?xf32>
  %h = tensor.extract_slice %x[0, 1] [19, 18] [2, 3]
      : tensor<37x53xf32> to tensor<19x18xf32>
  return %t, %s, %g, %p, %f, %k, %d, %h : tensor<53x37xf32>, tensor<37x53xf32>,
      tensor<11x53xf32>, tensor<4x6xi32>, tensor<100xi1>, tensor<37x53xindex>,
      tensor<?xf32>, tensor<19x18xf32>
}
"""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tools", type=pathlib.Path, required=True)
    parser.add_argument("--temp", type=pathlib.Path, required=True)
    args = parser.parse_args()
    args.temp.mkdir(parents=True, exist_ok=True)
    programs = {}
    for element in [*FLOATS, *INTEGERS]:
        programs[f"elementwise {element}"] = (elementwise(element), None)
    for element in [*FLOATS, *INTEGERS, "i1"]:
        programs[f"reductions {element}"] = (reductions(element), FLOATS.get(element))
    for element in FLOATS:
        programs[f"products {element}"] = (products(element), FLOATS[element])
    programs["others"] = (others(), 1e-6)
    failures = 0
    for name, (text, rtol) in programs.items():
        path = args.temp / "program.mlir"
        path.write_text(text)
        result = subprocess.run(
            [str(args.tools / "grad-test-run"), str(path), "--backend=nccl",
             "--compile-kernels=test-emulate-kernels", f"--against={path}",
             *([f"--rtol={rtol}"] if rtol else [])],
            capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=300)
        if result.returncode or "are equal" not in result.stdout:
            failures += 1
            print(f"{name}: status {result.returncode}\n" + result.stderr[:800])
    print(f"{len(programs)} programs, {failures} failures")
    return int(failures > 0)


if __name__ == "__main__":
    sys.exit(main())
