#!/usr/bin/env python3
"""Unit tests of tools/python/grad_torch, whose steps are in Inputs/user_steps.py.

    check_exporter.py GRAD-OPT
"""

import pathlib
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parents[2] / "tools" / "python"), str(HERE / "Inputs")]

import torch  # noqa: E402
import torch.nn.functional as F  # noqa: E402

import user_steps  # noqa: E402
from grad_torch import ExportError, Step, export_step  # noqa: E402
from grad_torch.decompositions import (  # noqa: E402
    embedding_dense_backward, nll_loss_backward, nll_loss_forward, var_mean)

GRAD_OPT = None


class Refused(unittest.TestCase):
    """What cannot be exported is named."""

    def refuse(self, step, message):
        with self.assertRaises(ExportError) as caught:
            export_step(step, GRAD_OPT)
        self.assertIn(message, str(caught.exception))

    def test_max_pool(self):
        self.refuse(user_steps.max_pool(),
                    "torch-mlir cannot convert 'torch.aten.max_pool2d_with_indices")

    def test_scan(self):
        self.refuse(user_steps.call(lambda x: x.cumsum(1)), "'tm_tensor.scan' is left")

    def test_data_in_module(self):
        self.refuse(user_steps.baked_in(), "a constant of 4096 elements")

    def test_dropout(self):
        self.refuse(user_steps.dropout(), "the loss is not what the module computes")

    def test_vector_loss(self):
        self.refuse(user_steps.vector_loss(), "one floating-point number, got "
                                              "torch.float32 of shape (4,)")

    def test_integer_loss(self):
        step = user_steps.call(torch.tanh)
        step.loss = lambda x: (x > 0).sum()
        self.refuse(step, "one floating-point number, got torch.int64")

    def test_grad_opt(self):
        step = user_steps.linear()
        with self.assertRaisesRegex(ExportError, "refuses the module"):
            export_step(step, sys.executable)


class Accepted(unittest.TestCase):
    def test_signature(self):
        text = export_step(user_steps.linear(), GRAD_OPT)
        for part in ["func.func @linear(",
                     'tensor<2x3xf32> {grad.param = "weight"}',
                     'tensor<3xf32> {grad.param = "frozen"}',
                     'tensor<i64> {grad.state = "calls"}',
                     'tensor<2xf32> {grad.state = "mask"}',
                     "tensor<4x3xf32> {grad.batch}",
                     "tensor<f32> {grad.replicated, grad.seed}",
                     '-> (tensor<f32>, tensor<2x3xf32> {grad.gradient = "weight"}, '
                     'tensor<i64> {grad.updates = "calls"}) {']:
            self.assertIn(part, text)

    def test_module_is_left_alone(self):
        step = user_steps.linear()
        before = {n: t.clone() for n, t in step.module.state_dict().items()}
        export_step(step)
        for name, value in step.module.state_dict().items():
            self.assertTrue(torch.equal(value, before[name]), name)
        self.assertTrue(all(p.grad is None for p in step.module.parameters()))

    def test_layers(self):
        functions = {
            "layer norm": lambda x: F.layer_norm(x, (16,)),
            "group norm": lambda x: F.group_norm(x, 4),
            "attention": lambda x: F.scaled_dot_product_attention(
                x[None], x[None], x[None], is_causal=True),
            "activations": lambda x: F.silu(x) + F.softplus(x) + F.elu(x) + F.gelu(x),
            "in place": lambda x: x.add_(1).mul_(2),
            "convolution": lambda x: F.conv1d(x.view(1, 4, 16), x.view(4, 4, 4)[..., :3])}
        for name, function in functions.items():
            with self.subTest(name):
                export_step(user_steps.call(function), GRAD_OPT)

    def test_half_loss(self):
        step = user_steps.call(torch.tanh)
        step.module.half()
        step.inputs = tuple(x.half() for x in step.inputs)
        text = export_step(step, GRAD_OPT)
        self.assertIn("tensor<f16> {grad.replicated, grad.seed}", text)


class Decompositions(unittest.TestCase):
    """They compute what PyTorch computes."""

    def test_nll_loss(self):
        for shape, target in [((5, 4), [0, 3, -100, 1, 2]), ((4,), 2),
                              ((2, 4, 3), [[0, 3, -100], [1, 2, 2]])]:
            target = torch.tensor(target)
            classes = 1 if len(shape) > 1 else 0
            for weight in (None, torch.rand(shape[classes])):
                for number, kind in enumerate(("none", "mean", "sum")):
                    with self.subTest(shape=shape, kind=kind, weight=weight is not None):
                        x = torch.randn(shape, requires_grad=True)
                        wanted = F.nll_loss(x, target, weight, reduction=kind)
                        grad = torch.randn(wanted.shape)
                        wanted.backward(grad)
                        loss, total = nll_loss_forward(x.detach(), target, weight, number, -100)
                        torch.testing.assert_close(loss, wanted.detach())
                        torch.testing.assert_close(nll_loss_backward(
                            grad, x.detach(), target, weight, number, -100, total), x.grad)

    def test_wrong_label(self):
        x = torch.randn(3, 4)
        for wrong in (4, -1):
            target = torch.tensor([0, wrong, 1])
            loss, total = nll_loss_forward(x, target, None, 1, -100)
            self.assertTrue(loss.isnan())
            rows = nll_loss_backward(torch.ones(()), x, target, None, 1, -100, total)
            self.assertEqual(rows.isnan().all(1).tolist(), [False, True, False])

    def test_infinite_score(self):
        x = torch.tensor([[0.0, -float("inf")]])
        loss, _ = nll_loss_forward(x, torch.tensor([0]), None, 1, -100)
        self.assertEqual(loss.item(), 0)

    def test_embedding(self):
        indices = torch.tensor([[1, 2, 2], [0, 1, 2]])
        grad = torch.randn(2, 3, 5)
        for padding in (-1, 1):
            for scale in (False, True):
                torch.testing.assert_close(
                    embedding_dense_backward(grad, indices, 4, padding, scale),
                    torch.ops.aten.embedding_dense_backward(grad, indices, 4, padding, scale))

    def test_var_mean(self):
        x = torch.randn(3, 4, 5)
        for dim in (None, [1], [0, -1]):
            for correction in (None, 0, 1):
                for keep in (False, True):
                    got = var_mean(x, dim, correction=correction, keepdim=keep)
                    wanted = torch.ops.aten.var_mean.correction(
                        x, dim, correction=correction, keepdim=keep)
                    for a, b in zip(got, wanted):
                        torch.testing.assert_close(a, b)


if __name__ == "__main__":
    GRAD_OPT = sys.argv.pop()
    unittest.main()
