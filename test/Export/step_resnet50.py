"""A data-parallel ResNet-50 training step with momentum, in plain JAX.

53 convolutions, 53 batch norms (scale and offset) and one linear layer make
161 gradients. Batch norm normalizes with the rank's own batch; the running
mean and variance of each (106 statistics) are averaged over the ranks.
"""

import dataclasses

import jax
import jax.numpy as jnp
from jax import lax
from jax.sharding import PartitionSpec as P

import step_common as common

BLOCKS = (3, 4, 6, 3)
GRADIENTS = 161
STATISTICS = 106


@dataclasses.dataclass(frozen=True)
class Config:
    width: int          # channels of the stem; the last stage ends with 32 times as many
    image: int
    classes: int
    batch: int          # per device


FULL = Config(width=64, image=224, classes=1000, batch=32)
NARROW = Config(width=4, image=32, classes=10, batch=4)


def _convs(cfg: Config):
    """(name, kernel, in, out) of each convolution, in forward order."""
    yield "conv1", 7, 3, cfg.width
    channels = cfg.width
    for stage, blocks in enumerate(BLOCKS):
        mid = cfg.width << stage
        for block in range(blocks):
            at = f"layer{stage + 1}.{block}"
            yield f"{at}.conv1", 1, channels, mid
            yield f"{at}.conv2", 3, mid, mid
            yield f"{at}.conv3", 1, mid, 4 * mid
            if block == 0:
                yield f"{at}.downsample", 1, channels, 4 * mid
            channels = 4 * mid


def _norm_name(conv: str) -> str:
    return (conv + ".bn" if conv.endswith("downsample")
            else conv.replace("conv", "bn"))


def shapes(cfg: Config):
    """Shapes of the parameters and of the running statistics, by name."""
    params, stats = {}, {}
    for name, kernel, cin, cout in _convs(cfg):
        norm = _norm_name(name)
        params[f"{name}.w"] = (kernel, kernel, cin, cout)
        params[f"{norm}.scale"] = (cout,)
        params[f"{norm}.offset"] = (cout,)
        stats[f"{norm}.mean"] = (cout,)
        stats[f"{norm}.var"] = (cout,)
    params["fc.w"] = (32 * cfg.width, cfg.classes)
    params["fc.b"] = (cfg.classes,)
    return params, stats


def _forward(p, images):
    """Logits and the batch's statistics."""
    stats = {}

    def conv_norm(x, name, stride=1):
        w = p(f"{name}.w")
        pad = (w.shape[0] - 1) // 2
        x = lax.conv_general_dilated(
            x, w, (stride, stride), [(pad, pad)] * 2,
            dimension_numbers=("NHWC", "HWIO", "NHWC"))
        norm = _norm_name(name)
        mean = x.mean((0, 1, 2))
        var = jnp.square(x - mean).mean((0, 1, 2))
        stats[f"{norm}.mean"] = lax.stop_gradient(mean)
        stats[f"{norm}.var"] = lax.stop_gradient(var)
        inv = lax.rsqrt(var + 1e-5) * p(f"{norm}.scale")
        return (x - mean) * inv + p(f"{norm}.offset")

    x = jax.nn.relu(conv_norm(images, "conv1", 2))
    x = lax.reduce_window(x, -jnp.inf, lax.max, (1, 3, 3, 1), (1, 2, 2, 1),
                          [(0, 0), (1, 1), (1, 1), (0, 0)])
    for stage, blocks in enumerate(BLOCKS):
        for block in range(blocks):
            at = f"layer{stage + 1}.{block}"
            stride = 2 if stage and not block else 1
            y = jax.nn.relu(conv_norm(x, f"{at}.conv1"))
            y = jax.nn.relu(conv_norm(y, f"{at}.conv2", stride))
            y = conv_norm(y, f"{at}.conv3")
            if block == 0:
                x = conv_norm(x, f"{at}.downsample", stride)
            x = jax.nn.relu(x + y)
    return x.mean((1, 2)) @ p("fc.w") + p("fc.b"), stats


def make(cfg: Config, form: str, devices: int, name: str) -> common.Step:
    """The step, for `devices` ranks.

    auto divides the summed gradients by the number of ranks, and averages the
    statistics in the forward pass; pmean averages them after the gradients.
    """
    param_shapes, stat_shapes = shapes(cfg)
    assert len(param_shapes) == GRADIENTS and len(stat_shapes) == STATISTICS

    def step(params, velocity, running, images, labels, lr):
        def loss_fn(params):
            logits, stats = _forward(common.Reader(params, form), images)
            if form == "auto":
                stats = common.named_pmean(stats)
            hot = labels[:, None] == jnp.arange(cfg.classes)
            logp = jax.nn.log_softmax(logits)
            return -jnp.where(hot, logp, 0.0).sum(-1).mean(), stats

        local = common.make_varying(params, form)
        (loss, stats), grads = jax.value_and_grad(loss_fn, has_aux=True)(local)
        # grad returns a dict sorted by name; go on in the model's order.
        grads = {k: grads[k] for k in param_shapes}
        if form == "auto":
            grads = common.divide_by_ranks(grads)
        else:
            grads = common.named_pmean(grads)
            stats = common.named_pmean(stats)
        loss = common.named_pmean({"loss": loss})["loss"]
        velocity = {k: 0.9 * velocity[k] + grads[k] for k in grads}
        params = {k: params[k] - lr * velocity[k] for k in grads}
        running = {k: 0.9 * running[k] + 0.1 * stats[k] for k in stats}
        return params, velocity, running, loss

    def f32(shape):
        return jax.ShapeDtypeStruct(shape, jnp.float32)

    batch = cfg.batch * devices
    params = {k: f32(v) for k, v in param_shapes.items()}
    return common.Step(
        name=name, function=step,
        arguments=(params, dict(params),
                   {k: f32(v) for k, v in stat_shapes.items()},
                   f32((batch, cfg.image, cfg.image, 3)),
                   jax.ShapeDtypeStruct((batch,), jnp.int32), f32(())),
        in_specs=(P(), P(), P(), P(common.AXIS), P(common.AXIS), P()),
        out_specs=(P(), P(), P(), P()),
        gradients=tuple(param_shapes), statistics=tuple(stat_shapes),
        losses=("loss",), donate=(0, 1, 2), mesh={common.AXIS: devices})
