"""A data-parallel training step of a transformer shaped like GPT-2 small.

Two embeddings (the token embedding is also the output layer), 12 blocks of 12
parameters and the last layer norm make 148 gradients. Plain SGD.
"""

import dataclasses
import math

import jax
import jax.numpy as jnp
from jax import lax
from jax.sharding import PartitionSpec as P

import step_common as common

LAYERS = 12
GRADIENTS = 148


@dataclasses.dataclass(frozen=True)
class Config:
    width: int
    heads: int
    vocabulary: int
    context: int
    batch: int          # per device
    half: bool = False  # parameters in bf16, but for layer norms; f32 otherwise


FULL = Config(width=768, heads=12, vocabulary=50257, context=1024, batch=4)
NARROW = Config(width=24, heads=3, vocabulary=96, context=16, batch=2)
MIXED = dataclasses.replace(NARROW, half=True)


def shapes(cfg: Config):
    """Shapes of the parameters, by name, in forward order."""
    d = cfg.width
    out = {"wte": (cfg.vocabulary, d), "wpe": (cfg.context, d)}
    for i in range(LAYERS):
        at = f"h.{i}"
        out |= {
            f"{at}.ln_1.g": (d,), f"{at}.ln_1.b": (d,),
            f"{at}.attn.c_attn.w": (d, 3 * d), f"{at}.attn.c_attn.b": (3 * d,),
            f"{at}.attn.c_proj.w": (d, d), f"{at}.attn.c_proj.b": (d,),
            f"{at}.ln_2.g": (d,), f"{at}.ln_2.b": (d,),
            f"{at}.mlp.c_fc.w": (d, 4 * d), f"{at}.mlp.c_fc.b": (4 * d,),
            f"{at}.mlp.c_proj.w": (4 * d, d), f"{at}.mlp.c_proj.b": (d,),
        }
    return out | {"ln_f.g": (d,), "ln_f.b": (d,)}


def _dtype(cfg: Config, name: str):
    return jnp.bfloat16 if cfg.half and "ln_" not in name else jnp.float32


def _layer_norm(p, name, x):
    """Computed in f32, given back in the type of x."""
    dtype, x = x.dtype, x.astype(jnp.float32)
    mean = x.mean(-1, keepdims=True)
    x = x - mean
    inv = lax.rsqrt(jnp.square(x).mean(-1, keepdims=True) + 1e-5)
    return (x * inv * p(f"{name}.g") + p(f"{name}.b")).astype(dtype)


def _linear(p, name, x):
    return x @ p(f"{name}.w") + p(f"{name}.b")


def _attention(cfg, p, name, x):
    batch, length, d = x.shape
    qkv = _linear(p, f"{name}.c_attn", x)
    q, k, v = jnp.split(
        qkv.reshape(batch, length, 3 * cfg.heads, d // cfg.heads), 3, axis=2)
    scores = jnp.einsum("bqhd,bkhd->bhqk", q, k)
    scores = scores / math.sqrt(d // cfg.heads)
    causal = lax.iota(jnp.int32, length)
    scores = jnp.where(causal[:, None] >= causal, scores, -1e9)
    mixed = jnp.einsum("bhqk,bkhd->bqhd", jax.nn.softmax(scores), v)
    return _linear(p, f"{name}.c_proj", mixed.reshape(batch, length, d))


def _logits(cfg, p, tokens):
    table = p("wte")
    x = table[tokens] + p("wpe")
    for i in range(LAYERS):
        at = f"h.{i}"
        x = x + _attention(cfg, p, f"{at}.attn", _layer_norm(p, f"{at}.ln_1", x))
        y = _linear(p, f"{at}.mlp.c_fc", _layer_norm(p, f"{at}.ln_2", x))
        x = x + _linear(p, f"{at}.mlp.c_proj", jax.nn.gelu(y))
    return _layer_norm(p, "ln_f", x) @ table.T


def make(cfg: Config, form: str, devices: int, name: str) -> common.Step:
    """The step, for `devices` ranks.

    auto averages the loss over the ranks inside the differentiated function,
    so that the division comes before the gradients' sums; in the pmean form
    it comes after.
    """
    param_shapes = shapes(cfg)
    assert len(param_shapes) == GRADIENTS

    def step(params, tokens, targets, lr):
        def loss_fn(params):
            logits = _logits(cfg, common.Reader(params, form), tokens)
            logp = jax.nn.log_softmax(logits.astype(jnp.float32))
            picked = jnp.take_along_axis(logp, targets[..., None], axis=-1)
            loss = -picked.mean()
            return common.named_pmean({"loss": loss})["loss"] if form == "auto" else loss

        local = common.make_varying(params, form)
        loss, grads = jax.value_and_grad(loss_fn)(local)
        # grad returns a dict sorted by name; go on in the model's order.
        grads = {k: grads[k] for k in param_shapes}
        if form == "pmean":
            grads = common.named_pmean(grads)
            loss = common.named_pmean({"loss": loss})["loss"]
        new = {k: (params[k] - lr * grads[k]).astype(params[k].dtype) for k in grads}
        return new, loss

    batch = (cfg.batch * devices, cfg.context)
    return common.Step(
        name=name, function=step,
        arguments=({k: jax.ShapeDtypeStruct(v, _dtype(cfg, k))
                    for k, v in param_shapes.items()},
                   jax.ShapeDtypeStruct(batch, jnp.int32),
                   jax.ShapeDtypeStruct(batch, jnp.int32),
                   jax.ShapeDtypeStruct((), jnp.float32)),
        in_specs=(P(), P(common.AXIS), P(common.AXIS), P()),
        out_specs=(P(), P()),
        gradients=tuple(param_shapes), losses=("loss",), donate=(0,),
        mesh={common.AXIS: devices})
