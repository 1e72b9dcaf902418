"""How operations become ones that torch-mlir has a good linalg form for.

torch-mlir's own table writes the gradients of negative log-likelihood and of
embeddings as scatters in a dialect of its own. Here they are comparisons with
the class numbers, which are plain elementwise operations and sums. Variances
stay in the type they are in (torch-mlir goes through f64), and a square is a
product rather than a call of powi.
"""

import functools

import torch
from torch._decomp import get_decompositions
from torch_mlir.extras.fx_decomp_util import get_decomposition_table

aten = torch.ops.aten
NONE, MEAN = 0, 1  # at::Reduction; 2 is the sum


def _classes(scores, target, weight, ignore_index):
    """Where the scores of the targets are, the weight of each row, and where a
    target is no class."""
    dim = 0 if scores.dim() == 1 else 1
    count = scores.shape[dim]
    shape = [1] * scores.dim()
    shape[dim] = count
    numbers = torch.arange(count, dtype=target.dtype, device=target.device)
    hit = target.unsqueeze(dim) == numbers.view(shape)
    used = target != ignore_index
    wrong = used & ((target < 0) | (target >= count))
    if weight is None:
        rows = used.to(scores.dtype)
    else:
        rows = torch.where(hit & used.unsqueeze(dim), weight.view(shape), 0.0).sum(dim)
    return dim, hit, rows, wrong


def nll_loss_forward(scores, target, weight, reduction, ignore_index):
    """A target that is no class makes the loss NaN; PyTorch raises an error."""
    dim, hit, rows, wrong = _classes(scores, target, weight, ignore_index)
    picked = torch.where(hit, scores, 0.0).sum(dim)
    loss = torch.where(wrong, float("nan"), -picked * rows)
    total = rows.sum()
    if reduction == NONE:
        return loss, total.new_zeros(())
    return (loss.sum() / total if reduction == MEAN else loss.sum()), total


def nll_loss_backward(grad, scores, target, weight, reduction, ignore_index, total):
    dim, hit, rows, wrong = _classes(scores, target, weight, ignore_index)
    if reduction == MEAN:
        grad = grad / total
    rows = torch.where(wrong, float("nan"), -rows * grad)
    return torch.where(hit | wrong.unsqueeze(dim), rows.unsqueeze(dim), 0.0)


def embedding_dense_backward(grad, indices, num_weights, padding_idx, scale_by_freq):
    """The sum over the positions of each number, as a product of matrices."""
    indices = indices.reshape(-1)
    numbers = torch.arange(num_weights, dtype=indices.dtype, device=indices.device)
    hit = numbers.unsqueeze(1) == indices.unsqueeze(0)
    if padding_idx >= 0:
        hit = hit & (indices != padding_idx).unsqueeze(0)
    hit = hit.to(grad.dtype)
    if scale_by_freq:
        hit = hit / hit.sum(1, keepdim=True).clamp(min=1)
    return hit @ grad.reshape(-1, grad.shape[-1])


def var_mean(x, dim=None, *, correction=None, keepdim=False):
    if not x.is_floating_point():
        return NotImplemented
    dims = list(range(x.dim())) if not dim else [d % x.dim() for d in dim]
    count = torch.Size([x.shape[d] for d in dims]).numel()
    mean = x.mean(dims, keepdim=True)
    squares = (x - mean) * (x - mean)
    free = max(count - (1 if correction is None else correction), 0)
    variance = squares.sum(dims, keepdim=keepdim) / free
    return variance, mean if keepdim else mean.squeeze(dims)


def pow_scalar(x, exponent):
    return x * x if exponent == 2 else NotImplemented


@functools.cache
def decomposition_table():
    table = dict(get_decomposition_table())
    table |= get_decompositions([aten._native_batch_norm_legit_functional,
                                 aten.native_batch_norm_backward])
    table[aten.nll_loss_forward.default] = nll_loss_forward
    table[aten.nll_loss2d_forward.default] = nll_loss_forward
    table[aten.nll_loss_backward.default] = nll_loss_backward
    table[aten.nll_loss2d_backward.default] = nll_loss_backward
    table[aten.embedding_dense_backward.default] = embedding_dense_backward
    table[aten.var_mean.correction] = var_mean
    table[aten.pow.Tensor_Scalar] = pow_scalar
    return table


@functools.cache
def visible_writes():
    """What makes writes visible that an operation's schema keeps silent about.

    native_batch_norm writes the running statistics.
    """
    return get_decompositions([aten.native_batch_norm])
