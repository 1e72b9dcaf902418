"""What check_arithmetic.py executes: operations and chains of them with what
NumPy computes. Every operation that --convert-grad-to-stablehlo writes stands
here, on every element type."""

import dataclasses
import typing

import ml_dtypes
import numpy as np

FLOATS = {"f16": np.float16, "bf16": ml_dtypes.bfloat16, "f32": np.float32,
          "f64": np.float64}
INTEGERS = {"i8": np.int8, "i32": np.int32, "i64": np.int64}
TYPES = {**FLOATS, **INTEGERS, "i1": np.bool_}
UNSIGNED = {"i8": np.uint8, "i32": np.uint32, "i64": np.uint64}
LENGTH = 160


def vector(element, length=LENGTH):
    return f"tensor<{length}x{element}>"


@dataclasses.dataclass
class Result:
    """One result of the function: its text, and what NumPy computes from the
    arguments of one rank, or of all."""
    name: str
    text: str
    type: str
    compute: typing.Callable
    rtol: float = 0.0
    over_ranks: bool = False


#===----------------------------------------------------------------------===#
# Values
#===----------------------------------------------------------------------===#

def make_arguments(rank):
    """For each float type `a` and `b`, all pairs of special values, `c`, in
    reach of every integer type, and `p`, which is positive; for integers `a`,
    `b` and the distances `s`; by name."""
    rng = np.random.default_rng(rank)
    values = {}
    for element, dtype in FLOATS.items():
        info = ml_dtypes.finfo(dtype)
        tiny = float(info.smallest_normal)
        special = np.array([0.0, -0.0, 1.0, -1.5, np.inf, -np.inf, np.nan, tiny / 2,
                            tiny, float(info.max), 150.0]).astype(dtype)
        tail = LENGTH - special.size ** 2
        pairs = (np.repeat(special, special.size), np.tile(special, special.size))
        for name, part in zip("ab", pairs):
            values[f"{name}_{element}"] = np.concatenate(
                [part, (10 * rng.standard_normal(tail)).astype(dtype)])
        values[f"c_{element}"] = rng.uniform(-100, 100, LENGTH).astype(dtype)
        values[f"p_{element}"] = rng.uniform(0.01, 4, LENGTH).astype(dtype)
    for element, dtype in INTEGERS.items():
        info = np.iinfo(dtype)
        special = np.array([0, 1, -1, 7, info.max, info.min + 1], dtype)
        for name in "ab":
            values[f"{name}_{element}"] = np.concatenate(
                [special, rng.integers(info.min + 1, info.max, LENGTH - special.size, dtype)])
        b = values[f"b_{element}"]
        b[b == 0] = 3
        rng.shuffle(b)
        values[f"s_{element}"] = rng.integers(0, 8, LENGTH).astype(dtype)
    for name in "ab":
        values[f"{name}_i1"] = rng.integers(0, 2, LENGTH).astype(np.bool_)
    # Where one rounding differs from two, by way of f32.
    values["h_f64"] = np.concatenate([1 + 2.0**-8 + 2.0**-40 * np.arange(-4.0, 4.0),
                                      1 + 2.0**-11 + 2.0**-40 * np.arange(-4.0, 4.0),
                                      rng.standard_normal(LENGTH - 16)])
    return values


def cast(value, dtype):
    """Rounded once; ml_dtypes rounds doubles to f32 first."""
    if value.dtype == np.float64 and dtype == ml_dtypes.bfloat16:
        mantissa, exponent = np.frexp(value)
        value = np.where(np.isfinite(value),
                         np.ldexp(np.rint(mantissa * 256), exponent - 8), value)
    return value.astype(dtype)


#===----------------------------------------------------------------------===#
# Operations
#===----------------------------------------------------------------------===#

def divide(a, b):
    return (np.sign(a) * np.sign(b) * (np.abs(a) // np.abs(b))).astype(a.dtype)


BINARY_FLOAT = {"addf": np.add, "subf": np.subtract, "mulf": np.multiply, "divf": np.divide,
                "maximumf": np.maximum, "minimumf": np.minimum, "maxnumf": np.fmax,
                "minnumf": np.fmin}
BINARY_INTEGER = {"addi": np.add, "subi": np.subtract, "muli": np.multiply, "divsi": divide,
                  "remsi": np.fmod, "maxsi": np.maximum, "minsi": np.minimum,
                  "andi": np.bitwise_and, "ori": np.bitwise_or, "xori": np.bitwise_xor}
BINARY_UNSIGNED = {"divui": np.floor_divide, "remui": np.remainder, "maxui": np.maximum,
                   "minui": np.minimum}
FUNCTIONS = {"sqrt": np.sqrt, "rsqrt": lambda x: 1 / np.sqrt(x), "cbrt": np.cbrt,
             "exp": np.exp, "expm1": np.expm1, "log": np.log, "log1p": np.log1p,
             "tanh": np.tanh}
ROUNDINGS = {"absf": np.abs, "ceil": np.ceil, "floor": np.floor,
             "round": lambda x: np.copysign(np.floor(np.abs(x) + x.dtype.type(0.5)), x),
             "roundeven": np.rint}
ORDERS = {"eq": np.equal, "gt": np.greater, "ge": np.greater_equal, "lt": np.less,
          "le": np.less_equal, "ne": np.not_equal}


def unordered(a, b):
    return np.isnan(a) | np.isnan(b)


def compare_floats(predicate, a, b):
    if predicate in ("false", "true"):
        return np.full(a.shape, predicate == "true")
    if predicate in ("ord", "uno"):
        return unordered(a, b) == (predicate == "uno")
    order = ORDERS[predicate[1:]](a, b)
    return order | unordered(a, b) if predicate[0] == "u" else order & ~unordered(a, b)


def one(operation, element, compute, names="ab", to=None, prefix="arith.", **options):
    """An operation on arguments of one type, elementwise."""
    operands = ", ".join(f"%{name}_{element}" for name in names)
    target = f" to {vector(to)}" if to else ""
    return Result(
        f"{operation} {element} {to or ''}",
        f"%r = {prefix}{operation} {operands} : {vector(element)}{target}",
        vector(options.pop("type", to or element)),
        lambda v: compute(*(v[f"{name}_{element}"] for name in names)), **options)


def make_elementwise():
    for e in FLOATS:
        for name, compute in BINARY_FLOAT.items():
            yield one(name, e, compute)
        yield one("remf", e, np.fmod, "cp")
        yield one("negf", e, np.negative, "a")
        precision = 4 * float(ml_dtypes.finfo(FLOATS[e]).eps)
        for name, compute in FUNCTIONS.items():
            yield one(name, e, lambda x, f=compute: f(x.astype(np.float64)).astype(x.dtype),
                      "p", prefix="math.", rtol=precision)
        yield one("powf", e, lambda x, y: np.power(x.astype(np.float64), y).astype(x.dtype),
                  "pp", prefix="math.", rtol=precision)
        for name, compute in ROUNDINGS.items():
            yield one(name, e, compute, "c", prefix="math.")
        yield one("absf", e, np.abs, "a", prefix="math.")
        yield one("isfinite", e, np.isfinite, "a", prefix="math.", type="i1")
        yield one("isnan", e, np.isnan, "a", prefix="math.", type="i1")
        for predicate in ("false", "true", "ord", "uno", *("o" + order for order in ORDERS),
                          *("u" + order for order in ORDERS)):
            yield one(f"cmpf {predicate},", e,
                      lambda a, b, p=predicate: compare_floats(p, a, b), type="i1")
    for e, dtype in INTEGERS.items():
        for name, compute in BINARY_INTEGER.items():
            yield one(name, e, compute)
        unsigned = lambda x, e=e: x.view(UNSIGNED[e])
        for name, compute in BINARY_UNSIGNED.items():
            yield one(name, e, lambda a, b, f=compute, u=unsigned, d=dtype:
                      f(u(a), u(b)).view(d))
        yield one("shli", e, np.left_shift, "as")
        yield one("shrsi", e, np.right_shift, "as")
        yield one("shrui", e, lambda a, s, u=unsigned, d=dtype:
                  np.right_shift(u(a), u(s)).view(d), "as")
        yield one("absi", e, np.abs, "a", prefix="math.")
        for order, compute in ORDERS.items():
            if order in ("eq", "ne"):
                yield one(f"cmpi {order},", e, compute, type="i1")
                continue
            yield one(f"cmpi s{order},", e, compute, type="i1")
            yield one(f"cmpi u{order},", e, lambda a, b, f=compute, u=unsigned:
                      f(u(a), u(b)), type="i1")
    for name, compute in {"andi": np.logical_and, "ori": np.logical_or,
                          "xori": np.logical_xor, "maxui": np.logical_or,
                          "minui": np.logical_and, "cmpi ult,": np.less,
                          "cmpi uge,": np.greater_equal, "cmpi ne,": np.not_equal}.items():
        yield one(name, "i1", compute)


def make_casts():
    for a, narrow in FLOATS.items():
        for b, wide in FLOATS.items():
            if np.dtype(narrow).itemsize < np.dtype(wide).itemsize:
                yield one("extf", a, lambda x, d=wide: cast(x, d), "a", to=b)
                yield one("truncf", b, lambda x, d=narrow: cast(x, d), "a", to=a)
    for element in ("f16", "bf16", "f32"):
        yield one("truncf", "f64", lambda x, d=FLOATS[element]: cast(x, d), "h", to=element)
    for a, narrow in INTEGERS.items():
        for b, wide in INTEGERS.items():
            if np.dtype(narrow).itemsize < np.dtype(wide).itemsize:
                yield one("extsi", a, lambda x, d=wide: x.astype(d), "a", to=b)
                yield one("extui", a, lambda x, u=UNSIGNED[a], d=wide: x.view(u).astype(d),
                          "a", to=b)
                yield one("trunci", b, lambda x, d=narrow: x.astype(d), "a", to=a)
        for b, real in FLOATS.items():
            yield one("fptosi", b, lambda x, d=narrow: np.trunc(x.astype(np.float64)).astype(d),
                      "c", to=a)
            yield one("fptoui", b, lambda x, d=narrow: x.astype(np.float64).astype(d), "p", to=a)
            # Not every i32 and i64 is in reach of f16, nor rounded once to bf16.
            if a == "i8" or b in ("f32", "f64"):
                yield one("sitofp", a, lambda x, d=real: x.astype(d), "a", to=b)
                yield one("uitofp", a, lambda x, u=UNSIGNED[a], d=real: x.view(u).astype(d),
                          "a", to=b)
    yield one("uitofp", "i1", lambda x: x.astype(np.float16), "a", to="f16")
    yield one("extui", "i1", lambda x: x.astype(np.int32), "a", to="i32")
    yield one("bitcast", "f32", lambda x: x.view(np.int32), "c", to="i32")


#===----------------------------------------------------------------------===#
# Tensors and chains
#===----------------------------------------------------------------------===#

def make_tensors():
    whole = vector("f32")
    first = "tensor<5x32xf32>"
    grid = lambda v: v["c_f32"].reshape(5, 32)
    unfold = f"%g = tensor.expand_shape %c_f32 [[0, 1]] output_shape [5, 32] : {whole} into {first}\n"
    yield Result("slice and reshape", unfold + (
        f"%s = tensor.extract_slice %g[1, 2] [2, 8] [2, 3] : {first} to tensor<2x8xf32>\n"
        "%r = tensor.collapse_shape %s [[0, 1]] : tensor<2x8xf32> into tensor<16xf32>"),
        vector("f32", 16), lambda v: grid(v)[1:4:2, 2:24:3].reshape(16))
    yield Result("row", unfold + (
        f"%r = tensor.extract_slice %g[3, 0] [1, 32] [1, 1] : {first} to tensor<32xf32>"),
        vector("f32", 32), lambda v: grid(v)[3])

    def insert(v):
        values = grid(v).copy()
        values[2:4, 3:7] = v["p_f32"][:8].reshape(2, 4)
        return values.reshape(-1)
    yield Result("insert", unfold + (
        "%s = tensor.extract_slice %p_f32[0] [8] [1] : " + f"{whole} to tensor<8xf32>\n"
        "%t = tensor.expand_shape %s [[0, 1]] output_shape [2, 4] : tensor<8xf32> into tensor<2x4xf32>\n"
        f"%u = tensor.insert_slice %t into %g[2, 3] [2, 4] [1, 1] : tensor<2x4xf32> into {first}\n"
        f"%r = tensor.collapse_shape %u [[0, 1]] : {first} into {whole}"), whole, insert)
    yield Result("concat", f"%r = tensor.concat dim(0) %c_f32, %p_f32 : ({whole}, {whole}) -> "
                 + vector("f32", 2 * LENGTH), vector("f32", 2 * LENGTH),
                 lambda v: np.concatenate([v["c_f32"], v["p_f32"]]))
    yield Result("elements", (
        "%i = arith.constant 5 : index\n%j = arith.constant 9 : index\n"
        f"%a = tensor.extract %c_f32[%i] : {whole}\n%b = tensor.extract %c_f32[%j] : {whole}\n"
        "%c = arith.addf %a, %b : f32\n%r = tensor.from_elements %a, %b, %c : tensor<3xf32>"),
        vector("f32", 3), lambda v: np.array([v["c_f32"][5], v["c_f32"][9],
                                              v["c_f32"][5] + v["c_f32"][9]]))
    yield Result("choice by a number", (
        "%i = arith.constant 0 : index\n"
        f"%a = tensor.extract %c_f32[%i] : {whole}\n%zero = arith.constant 0.0 : f32\n"
        "%less = arith.cmpf olt, %a, %zero : f32\n"
        f"%r = arith.select %less, %c_f32, %p_f32 : {whole}"), whole,
        lambda v: v["c_f32"] if v["c_f32"][0] < 0 else v["p_f32"])
    yield Result("choice by element", f"%r = arith.select %a_i1, %c_f32, %p_f32 : "
                 f"{vector('i1')}, {whole}", whole,
                 lambda v: np.where(v["a_i1"], v["c_f32"], v["p_f32"]))
    for element, dtype in TYPES.items():
        splat, listed = ("true", "[true, false]") if element == "i1" else (
            (f"-3.5 : {element}", "[0.1, 2.0e-2]") if element in FLOATS else
            (f"-3 : {element}", "[5, -7]"))
        numbers = np.array([0.1, 2e-2] if element in FLOATS else [5, -7])
        if element == "i1":
            numbers = np.array([True, False])
        yield Result(f"splat {element}", f"%s = arith.constant {splat}\n"
                     f"%r = tensor.splat %s : {vector(element)}", vector(element),
                     lambda v, d=dtype: np.full(LENGTH, -3.5 if d in FLOATS.values() else
                                                d(True) if d is np.bool_ else -3).astype(d))
        yield Result(f"list {element}", f"%r = arith.constant dense<{listed}> : "
                     + vector(element, 2), vector(element, 2),
                     lambda v, d=dtype, n=numbers: cast(n, d))


def scale(name, x, factor, to):
    wide = np.float64 if "f64" in (x, factor, to) else np.float32
    value = np.float64(1 / 3) if factor == "f64" else np.float32(1 / 3)
    value = cast(np.asarray(value, np.float64), FLOATS[factor])
    return Result(
        f"scale {name}_{x} {factor} {to}",
        f"%f = arith.constant dense<{float(value)!r}> : tensor<{factor}>\n"
        f"%r = grad.scale %{name}_{x}, %f : {vector(x)}, tensor<{factor}> -> {vector(to)}",
        vector(to), lambda v: cast(v[f"{name}_{x}"].astype(wide) * value.astype(wide), FLOATS[to]))


def to_vector(element):
    return (f"\n%r = tensor.expand_shape %n [] output_shape [1] : tensor<{element}> into "
            + vector(element, 1))


def make_chains(world):
    for x in FLOATS:
        for factor in FLOATS:
            for to in FLOATS:
                yield scale("a", x, factor, to)
    yield scale("h", "f64", "f32", "bf16")

    def mean(v):
        return v["a_f16"].astype(np.float32) * (np.float32(1) / np.float32(world.size))
    yield Result("mean", (
        "%g = grad.group_size : index\n%i = arith.index_cast %g : index to i64\n"
        "%f = arith.sitofp %i : i64 to f32\n%one = arith.constant 1.0 : f32\n"
        "%q = arith.divf %one, %f : f32\n%t = tensor.from_elements %q : tensor<f32>\n"
        f"%r = grad.scale %a_f16, %t : {vector('f16')}, tensor<f32>"),
        vector("f16"), lambda v: mean(v).astype(np.float16))

    def norm(names):
        def compute(v):
            with np.errstate(all="ignore"):
                return np.array([sum((v[n].astype(np.float64) ** 2).sum() for n in names)])
        operands = ", ".join(f"%{n}" for n in names)
        types = ", ".join(vector(n.split("_")[1]) for n in names)
        return Result(f"norm {operands}", f"%n = grad.squared_norm {operands} : {types} -> "
                      "tensor<f64>" + to_vector("f64"), vector("f64", 1), compute, rtol=1e-13)
    yield norm(["c_f32"])
    yield norm(["c_f16", "p_bf16", "c_f32", "h_f64"])
    yield norm(["a_f32", "c_f16"])
    yield Result("infinite norm", (
        "%x = arith.constant dense<[1.0, 0x7F800000, -3.0]> : tensor<3xf32>\n"
        "%n = grad.squared_norm %x : tensor<3xf32> -> tensor<f64>") + to_vector("f64"),
        vector("f64", 1), lambda v: np.array([np.inf]))

    def clip_by_norm(v):
        size = np.sqrt((v["c_f32"].astype(np.float64) ** 2).sum())
        return (v["c_f32"] * (1 / max(size, 1.0))).astype(np.float32)
    yield Result("clip by norm", (
        f"%s = grad.squared_norm %c_f32 : {vector('f32')} -> tensor<f64>\n"
        "%n = math.sqrt %s : tensor<f64>\n%one = arith.constant dense<1.0> : tensor<f64>\n"
        "%m = arith.maximumf %n, %one : tensor<f64>\n%q = arith.divf %one, %m : tensor<f64>\n"
        f"%r = grad.scale %c_f32, %q : {vector('f32')}, tensor<f64>"),
        vector("f32"), clip_by_norm, rtol=1e-6)
    for e, dtype in FLOATS.items():
        yield Result(f"clip by value {e}", (
            f"%low = arith.constant dense<-100.0> : {vector(e)}\n"
            f"%high = arith.constant dense<100.0> : {vector(e)}\n"
            f"%m = arith.maximumf %a_{e}, %low : {vector(e)}\n"
            f"%r = arith.minimumf %m, %high : {vector(e)}"), vector(e),
            lambda v, e=e, d=dtype: np.minimum(np.maximum(v[f"a_{e}"], d(-100)), d(100)))

    def wire(ranks):
        total = sum(v["s_i8"].astype(np.float32) for v in ranks)
        return [total for _ in ranks]
    yield Result("cast around a reduction", (
        f"%h = arith.sitofp %s_i8 : {vector('i8')} to {vector('f16')}\n"
        f"%w = arith.extf %h : {vector('f16')} to {vector('f32')}\n"
        f"%t = arith.truncf %w : {vector('f32')} to {vector('bf16')}\n"
        f"%u = grad.all_reduce<sum> %t : {vector('bf16')}\n"
        f"%r = arith.extf %u : {vector('bf16')} to {vector('f32')}"),
        vector("f32"), wire, over_ranks=True)

    # What simplify-collectives turns into arithmetic.
    yield Result("sum of equal numbers", (
        f"%c = arith.constant dense<3.0> : {vector('f16')}\n"
        f"%r = grad.all_reduce<sum> %c : {vector('f16')} -> {vector('f32')}"), vector("f32"),
        lambda v: np.full(LENGTH, 3.0 * world.size, np.float32))
    yield Result("sum of sums", (
        f"%x = grad.all_reduce<sum> %s_i32 : {vector('i32')}\n"
        f"%y = grad.all_reduce<sum> %a_i32 : {vector('i32')}\n"
        f"%r = arith.addi %x, %y : {vector('i32')}"), vector("i32"),
        lambda ranks: [sum(v["s_i32"] + v["a_i32"] for v in ranks)] * len(ranks),
        over_ranks=True)


def make_results(world):
    yield from make_elementwise()
    yield from make_casts()
    yield from make_tensors()
    yield from make_chains(world)
