"""Steps as users write them, for export.test."""

import torch
import torch.nn.functional as F
from torch import nn

from grad_torch import Step


class Linear(nn.Module):
    """Each role: a parameter that is trained and one that is not, a buffer that
    is replaced in each step and one that is only read."""

    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(2, 3))
        self.frozen = nn.Parameter(torch.ones(3), requires_grad=False)
        self.register_buffer("calls", torch.tensor(0))
        self.register_buffer("mask", torch.ones(2))

    def forward(self, x):
        self.calls = self.calls + 1
        return (x + self.frozen) @ self.weight.T * self.mask


class Call(nn.Module):
    """A weight, and a function of its product with the input."""

    def __init__(self, function):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(16, 16))
        self.function = function

    def forward(self, x):
        return self.function(x @ self.weight)


def square(x):
    return (x * x).mean()


def call(function):
    return Step(Call(function), square, (torch.randn(4, 16),))


def linear():
    return Step(Linear(), square, (torch.randn(4, 3),), name="linear")


def max_pool():
    return call(lambda x: F.max_pool2d(x[None], 2))


def baked_in():
    data = torch.randn(4, 64, 16)
    return call(lambda x: x + data[0, :4] + data.sum())


def dropout():
    return call(lambda x: F.dropout(x, 0.5))


def vector_loss():
    return Step(Call(torch.tanh), lambda x: x.sum(1), (torch.randn(4, 16),))
