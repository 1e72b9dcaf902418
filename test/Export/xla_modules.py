"""StableHLO text to XLA: parse, make inputs, compile, run, compare.

Uses the Python bindings and the client that jaxlib ships. What is not public
API there is kept in this file; it is tested with the version that
requirements.txt pins.
"""

import dataclasses
import os
import pathlib

import numpy as np

os.environ.setdefault("JAX_PLATFORMS", "cpu")

import jax  # noqa: E402
from jax._src import compiler, sharding_impls  # noqa: E402
from jax._src.interpreters import mlir as jax_mlir  # noqa: E402
from jax._src.lib import _jax  # noqa: E402
from jaxlib.mlir import ir  # noqa: E402
import ml_dtypes  # noqa: E402

DTYPES = {
    "f16": np.float16, "bf16": ml_dtypes.bfloat16, "f32": np.float32,
    "f64": np.float64, "i1": np.bool_, "i8": np.int8, "i16": np.int16,
    "i32": np.int32, "i64": np.int64, "ui8": np.uint8, "ui16": np.uint16,
    "ui32": np.uint32, "ui64": np.uint64,
}
# XLA's passes that would join all-reduces by themselves.
COMBINERS = "all-reduce-combiner,cpu-all-reduce-combiner"


class ModuleError(Exception):
    """The module cannot be parsed, compiled or run; the text says why."""


def walk(module: ir.Module):
    """All operations in the order of the text."""
    found = []

    def visit(op):
        found.append(op)
        return ir.WalkResult.ADVANCE
    module.operation.walk(visit, ir.WalkOrder.PRE_ORDER)
    return found


def parse(text: str, what: str) -> ir.Module:
    """The module; generic or pretty form, with XLA's dialects registered."""
    with jax_mlir.make_ir_context():
        try:
            return ir.Module.parse(text)
        except ir.MLIRError as error:
            raise ModuleError(f"{what}: cannot be parsed: {error}") from error


def refine(text: str, what: str) -> str:
    """The module with every shape that follows from its arguments' types; XLA
    takes no others."""
    module = parse(text, what)
    try:
        refined = _jax.mlir.refine_polymorphic_shapes(
            jax_mlir.module_to_bytecode(module), enable_shape_assertions=True,
            validate_static_shapes=True)
    except (ValueError, jax.errors.JaxRuntimeError) as error:
        raise ModuleError(f"{what}: shapes cannot be refined: {error}") from error
    with jax_mlir.make_ir_context():
        return ir.Module.parse(refined).operation.get_asm()


def location_name(location: ir.Location) -> str:
    """The outermost name in a location, or nothing."""
    return getattr(location, "name_str", "")


class Module:
    """A StableHLO module with an entry function, which becomes @main."""

    def __init__(self, path: pathlib.Path, entry: str = "main"):
        self.path = path
        self._module = parse(path.read_text(), str(path))
        if entry != "main":
            self._keep(entry)
        self._ops = walk(self._module)
        attributes = self._module.operation.attributes

        def number(name):
            return attributes[name].value if name in attributes else 1
        self.devices = number("mhlo.num_partitions")
        if number("mhlo.num_replicas") != 1:
            raise ModuleError(f"{path}: num_replicas is not 1; only partitioned "
                              "modules (jit, shard_map) can be run")
        mains = [op for op in self._module.body.operations
                 if op.operation.name == "func.func"
                 and ir.StringAttr(op.operation.attributes["sym_name"]).value == "main"]
        if not mains:
            raise ModuleError(f"{path}: no function @{entry}")
        main = mains[0].operation
        self._arguments = list(main.regions[0].blocks[0].arguments)
        self.argument_names = [location_name(a.location) for a in self._arguments]
        # The type alone: it does not depend on attributes a pass may drop.
        self.signature = str(main.attributes["function_type"])
        function_type = ir.FunctionType(ir.TypeAttr(main.attributes["function_type"]).value)
        self.result_shapes = [tuple(ir.RankedTensorType(t).shape) for t in function_type.results]
        results = main.attributes["res_attrs"] if "res_attrs" in main.attributes else []
        self.output_names = [
            ir.StringAttr(a["jax.result_info"]).value if "jax.result_info" in a else f"result {i}"
            for i, a in enumerate(results)]

    def _keep(self, entry: str):
        """Makes `entry` @main, of which XLA runs one, and drops other entries."""
        with self._module.context:
            for op in list(self._module.body.operations):
                if op.operation.name != "func.func":
                    continue
                attributes = op.operation.attributes
                if ir.StringAttr(attributes["sym_name"]).value == entry:
                    attributes["sym_name"] = ir.StringAttr.get("main")
                elif ("sym_visibility" not in attributes or
                      ir.StringAttr(attributes["sym_visibility"]).value == "public"):
                    op.operation.erase()

    @property
    def argument_types(self):
        """Shape and NumPy type of each argument."""
        kinds = [ir.RankedTensorType(a.type) for a in self._arguments]
        return [(tuple(k.shape), np.dtype(DTYPES[str(k.element_type)])) for k in kinds]

    def count(self, name: str) -> int:
        return sum(op.name == name for op in self._ops)

    def operands(self, name: str) -> int:
        return sum(len(op.operands) for op in self._ops if op.name == name)

    def make_inputs(self, seed: int, int_below: int):
        """One array per argument, at a training step's usual scale.

        Scalars (learning rates) are 0.25 to 0.75. Vectors are near 1, so that
        a scale or variance is positive, and near 0 if named as an offset.
        Matrices and kernels are normal, scaled by the fan-in. Inputs with the
        batch in front (integers, and what the module splits) are normal.
        """
        rng = np.random.default_rng(seed)
        return [self._make_input(rng, a, int_below) for a in self._arguments]

    def _make_input(self, rng, argument, int_below):
        kind = ir.RankedTensorType(argument.type)
        shape = tuple(kind.shape)
        element = str(kind.element_type)
        if element not in DTYPES:
            raise ModuleError(f"{self.path}: no input of element type {element}")
        dtype = np.dtype(DTYPES[element])
        name = location_name(argument.location).rstrip("']")
        if element == "i1":
            return rng.integers(0, 2, shape).astype(dtype)
        if "i" in element:
            return rng.integers(0, int_below, shape).astype(dtype)
        if not shape:
            value = rng.uniform(0.25, 0.75)
        elif len(shape) == 1:
            center = 0.0 if name.endswith((".b", ".offset", ".mean")) else 1.0
            value = center + 0.1 * rng.standard_normal(shape)
        elif "[" in name:     # an entry of a tree of parameters
            value = rng.standard_normal(shape) / np.sqrt(np.prod(shape[:-1]))
        else:
            value = rng.standard_normal(shape)
        return np.asarray(value).astype(dtype)

    def compile(self, combine: bool):
        """XLA's executable for one device per partition."""
        devices = jax.devices("cpu")
        if len(devices) < self.devices:
            raise ModuleError(f"needs {self.devices} devices, has {len(devices)}")
        devices = devices[:self.devices]
        # Without this flag XLA may skip a rounding to 16 bits between two
        # operations, and does so in one module but not in the other.
        options = compiler.get_compile_options(
            1, self.devices, device_assignment=np.array([devices]),
            env_options_overrides={"xla_allow_excess_precision": False},
            backend=devices[0].client)
        if not combine:
            debug = options.executable_build_options.debug_options
            debug.xla_disable_hlo_passes = COMBINERS
        try:
            loaded = devices[0].client.compile_and_load(
                self._module, executable_devices=_jax.DeviceList(tuple(devices)),
                compile_options=options)
        except jax.errors.JaxRuntimeError as error:
            raise ModuleError(f"XLA cannot compile it: {error}") from error
        return Executable(loaded, devices)


@dataclasses.dataclass
class Executable:
    _loaded: object
    _devices: list

    def count(self, opcode: str) -> int:
        """Ops of the optimized HLO; an asynchronous pair counts once."""
        text = "".join(m.to_string() for m in self._loaded.hlo_modules())
        return text.count(f" {opcode}(") + text.count(f" {opcode}-start(")

    def run(self, inputs):
        """Outputs as a list per output of a list per device.

        Inputs are whole arrays, split as XLA decided for each parameter.
        """
        shardings = self._loaded.get_parameter_shardings()
        if shardings is None:
            shardings = [None] * len(inputs)
        if len(shardings) != len(inputs):
            raise ModuleError(f"XLA kept {len(shardings)} of {len(inputs)} parameters")
        arrays = []
        for value, sharding in zip(inputs, shardings):
            if sharding is None and len(self._devices) == 1:
                arrays.append(jax.device_put(value, self._devices[0]))
                continue
            placed = (sharding_impls.GSPMDSharding.get_replicated(tuple(self._devices))
                      if sharding is None else
                      sharding_impls.GSPMDSharding(tuple(self._devices), sharding))
            arrays.append(jax.make_array_from_callback(
                value.shape, placed, lambda index, v=value: v[index]))
        try:
            results = self._loaded.execute_sharded(arrays)
            parts = results.disassemble_into_single_device_arrays()
            return [[np.asarray(part) for part in out] for out in parts]
        except jax.errors.JaxRuntimeError as error:
            raise ModuleError(f"XLA cannot run it: {error}") from error


def compare(before, after, names, rtol: float):
    """Differences as text, one for each tensor and device, and a summary."""
    if len(before) != len(after):
        return [f"{len(before)} and {len(after)} outputs"], "not compared"
    problems, worst, equal, finite = [], 0.0, True, True
    for index, (outs_a, outs_b) in enumerate(zip(before, after)):
        name = names[index] if index < len(names) else f"result {index}"
        for device, (a, b) in enumerate(zip(outs_a, outs_b, strict=True)):
            where = f"output {index} ({name}) on device {device}"
            if a.shape != b.shape or a.dtype != b.dtype:
                problems.append(f"{where}: {a.dtype}{a.shape} and {b.dtype}{b.shape}")
                continue
            if a.tobytes() == b.tobytes():
                finite &= bool(np.isfinite(a.astype(np.float64)).all())
                continue
            equal = False
            x, y = a.astype(np.float64), b.astype(np.float64)
            ok = np.isfinite(x)
            finite &= bool(ok.all())
            if not np.array_equal(x[~ok], y[~ok], equal_nan=True) or not np.isfinite(y[ok]).all():
                problems.append(f"{where}: NaN or infinity at different places")
                continue
            gap = np.abs(np.where(ok, x - y, 0.0))
            scale = np.abs(x[ok]).max(initial=0.0)
            relative = gap.max(initial=0.0) / scale if scale else gap.max(initial=0.0)
            worst = max(worst, relative)
            if gap.max(initial=0.0) > rtol * scale:
                at = np.unravel_index(gap.argmax(), gap.shape)
                problems.append(f"{where}: {a[at]} and {b[at]} at {tuple(map(int, at))}, "
                                f"difference {relative:.3g} of the largest value")
    if not finite:
        problems.append("outputs are not finite: a comparison of them shows little")
    return problems, (
        f"compared {len(before)} outputs on {len(before[0]) if before else 0} devices; "
        f"bit-equal: {'yes' if equal else 'no'}; largest relative difference {worst:.3g} "
        f"(allowed {rtol:g})")
