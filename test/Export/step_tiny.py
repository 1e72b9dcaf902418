"""Small functions with the collectives that training steps do not show.

But for mlp these are not training steps: each is a handful of collectives that
a reader of exported modules meets sooner or later. All run on 4 devices.
"""

import jax
import jax.numpy as jnp
from jax import lax
from jax.sharding import PartitionSpec as P

import step_common as common

AXIS = common.AXIS


def _f32(*shape):
    return jax.ShapeDtypeStruct(shape, jnp.float32)


def mlp(form: str, name: str) -> common.Step:
    """A training step small enough to read: four equal layers, plain SGD.

    The two forms also show the two other kinds of location that JAX writes:
    the whole Python stack (its default), and no stack.
    """
    width, layers = 8, 4
    shapes = {}
    for i in range(layers):
        shapes |= {f"dense{i}.w": (width, width), f"dense{i}.b": (width,)}

    def step(params, x, y, lr):
        def loss_fn(params):
            p, h = common.Reader(params, form), x
            for i in range(layers):
                h = jnp.tanh(h @ p(f"dense{i}.w") + p(f"dense{i}.b"))
            return ((h - y) ** 2).mean()

        loss, grads = jax.value_and_grad(loss_fn)(common.make_varying(params, form))
        grads = (common.divide_by_ranks if form == "auto" else common.named_pmean)(grads)
        loss = common.named_pmean({"loss": loss})["loss"]
        return {k: params[k] - lr * grads[k] for k in grads}, loss

    return common.Step(
        name=name, function=step,
        arguments=({k: _f32(*v) for k, v in shapes.items()}, _f32(16, width),
                   _f32(16, width), _f32()),
        in_specs=(P(), P(AXIS), P(AXIS), P()), out_specs=(P(), P()),
        gradients=tuple(shapes), losses=("loss",), mesh={AXIS: 4},
        frames=100 if form == "auto" else 0)


def psum_scatter(name: str) -> common.Step:
    """Every collective and kind, several element types, tiled and not."""

    def step(x, y, i):
        # A tree in one psum: JAX makes one all-reduce for each leaf.
        sums = lax.psum({"x": x, "y": y, "i": i, "xy": (x * 2, y + 1)}, AXIS)
        largest, smallest = lax.pmax(x, AXIS), lax.pmin(y, AXIS)
        scattered = lax.psum_scatter(x, AXIS, scatter_dimension=0, tiled=True)
        scattered_row = lax.psum_scatter(x, AXIS, scatter_dimension=0)
        gathered = lax.all_gather(y, AXIS, axis=1, tiled=True)
        stacked = lax.all_gather(y, AXIS)
        return (sums, largest, smallest, gathered, stacked), (scattered, scattered_row)

    return common.Step(
        name=name, function=step,
        arguments=(_f32(16, 3), jax.ShapeDtypeStruct((8, 5), jnp.bfloat16),
                   jax.ShapeDtypeStruct((12,), jnp.int32)),
        in_specs=(P(AXIS), P(AXIS), P(AXIS)), out_specs=(P(), P(AXIS)),
        operations={"all_reduce": 7, "reduce_scatter": 2, "all_gather": 2},
        mesh={AXIS: 4}, check_vma=False)


def control_flow(name: str) -> common.Step:
    """Sums inside a loop, a scan and a branch, and two outside."""

    def step(x, y, flag):
        first = lax.psum(x, AXIS)

        def add(i, total):
            return total + lax.psum(x * i, AXIS)
        looped = lax.fori_loop(0, 3, add, jnp.zeros_like(x))

        def scan_body(carry, row):
            total = lax.psum(row, AXIS)
            return carry + total, total
        carry, rows = lax.scan(scan_body, jnp.zeros_like(y[0]), y)

        # The condition is equal on every rank, or the sum would hang.
        branched = lax.cond(flag > 0, lambda v: lax.psum(v, AXIS),
                            lambda v: v * 4.0, first)
        last = lax.psum(y, AXIS)
        return first, looped, carry, rows, branched, last

    return common.Step(
        name=name, function=step,
        arguments=(_f32(32, 3), _f32(20, 7), jax.ShapeDtypeStruct((), jnp.int32)),
        in_specs=(P(AXIS), P(AXIS), P()), out_specs=P(),
        operations={"all_reduce": 5}, mesh={AXIS: 4}, check_vma=False)


def subgroups(name: str) -> common.Step:
    """Groups of the axis' ranks, even and uneven (padded with -1)."""

    def step(x, y):
        pairs = [[0, 1], [2, 3]]
        crossed = [[0, 2], [1, 3]]
        uneven = [[0, 1, 2], [3]]
        return (lax.psum(x, AXIS, axis_index_groups=pairs),
                lax.psum(y, AXIS, axis_index_groups=pairs),
                lax.psum(x * 2, AXIS, axis_index_groups=crossed),
                lax.psum(y * 2, AXIS, axis_index_groups=uneven),
                lax.psum(x * 3, AXIS, axis_index_groups=uneven),
                lax.psum(x + 1, AXIS), lax.psum(y + 1, AXIS))

    return common.Step(
        name=name, function=step, arguments=(_f32(16, 3), _f32(8, 5)),
        in_specs=(P(AXIS), P(AXIS)), out_specs=P(AXIS),
        operations={"all_reduce": 7}, mesh={AXIS: 4}, check_vma=False)


def mesh_2d(name: str) -> common.Step:
    """Sums over one axis of a 2-D mesh, over the other, and over both."""

    def step(x, y):
        return (lax.psum(x, "data"), lax.psum(y, "data"),
                lax.psum(x + 1, "model"), lax.psum(y + 1, "model"),
                lax.psum(x + 2, ("data", "model")), lax.psum(y + 2, ("data", "model")))

    return common.Step(
        name=name, function=step, arguments=(_f32(8, 6), _f32(4, 10)),
        in_specs=(P("data", "model"), P("data", "model")),
        out_specs=((P(None, "model"), P(None, "model"), P("data"), P("data"), P(), P())),
        operations={"all_reduce": 6}, mesh={"data": 2, "model": 2})
