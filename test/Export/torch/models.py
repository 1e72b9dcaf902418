"""The models whose steps are exported, with their data.

Each function returns a Model.
"""

import dataclasses

import torch
import torch.nn.functional as F
from torch import nn

from grad_torch import Step

STEPS = 20
ROWS = 8


@dataclasses.dataclass
class Model:
    """The step, and what the reference values are computed from.

    `batches` are those of a short training: tuples (inputs..., targets...), of
    which the first is the step's own. `reference` is the step whose values are
    the expected ones, where it is not the exported step itself.
    """

    step: Step
    batches: list[tuple[torch.Tensor, ...]]
    reference: Step | None = None


def initialise(module: nn.Module, seed: int):
    """He's initialisation; biases are zero, scales of batch norms one."""
    generator = torch.Generator().manual_seed(seed)
    for name, parameter in module.named_parameters():
        if parameter.dim() > 1:
            nn.init.kaiming_normal_(parameter, nonlinearity="relu", generator=generator)
        elif name.endswith("bias"):
            nn.init.zeros_(parameter)


def digit_batches(digits, *shape):
    """The first rows of the digits that are trained on, ROWS at a time."""
    images = torch.from_numpy(digits["train_x"]).reshape(-1, *shape)
    labels = torch.from_numpy(digits["train_y"])
    return [(images[i:i + ROWS], labels[i:i + ROWS])
            for i in range(0, STEPS * ROWS, ROWS)]


def make_step(module, loss, batches, inputs=1):
    first = batches[0]
    return Model(Step(module, loss, first[:inputs], first[inputs:]), batches)


class LeNet(nn.Module):
    """LeNet-5's layers for images of 8x8 pixels."""

    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 6, 3, padding=1)
        self.conv2 = nn.Conv2d(6, 16, 3, padding=1)
        self.fc1 = nn.Linear(64, 120)
        self.fc2 = nn.Linear(120, 84)
        self.fc3 = nn.Linear(84, 10)

    @staticmethod
    def pool(x):
        """The mean of squares of 2x2: the gradient of avg_pool2d has no linalg form."""
        n, c, h, w = x.shape
        return x.reshape(n, c, h // 2, 2, w // 2, 2).mean((3, 5))

    def forward(self, x):
        x = self.pool(F.relu(self.conv1(x)))
        x = self.pool(F.relu(self.conv2(x)))
        x = F.relu(self.fc1(x.flatten(1)))
        return self.fc3(F.relu(self.fc2(x)))


class Cast(nn.Module):
    """Computes in another type: parameters are f32, and cast where they are used."""

    def __init__(self, module, dtype):
        super().__init__()
        self.module = module
        self.dtype = dtype

    def forward(self, x):
        cast = {name: p.to(self.dtype) for name, p in self.module.named_parameters()}
        return torch.func.functional_call(self.module, cast, (x.to(self.dtype),)).float()


class Tied(nn.Module):
    """One weight used twice, and one that is used in one branch only.

    Where the mean of a batch is not above 0, the gradient of `branch` is 0.
    """

    def __init__(self):
        super().__init__()
        self.code = nn.Parameter(torch.empty(6, 12))
        self.branch = nn.Parameter(torch.empty(12, 12))
        self.bias = nn.Parameter(torch.zeros(12))

    def forward(self, x):
        decoded = torch.tanh(x @ self.code.T) @ self.code + self.bias
        return torch.where(x.mean() > 0, decoded + x @ self.branch, decoded)


class Words(nn.Module):
    """The weight of the embedding is that of the last layer, too."""

    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(20, 8)
        self.hidden = nn.Linear(8, 8)
        self.out = nn.Linear(8, 20, bias=False)
        self.out.weight = self.embedding.weight

    def forward(self, words):
        x = self.embedding(words)
        return self.out(x + F.gelu(self.hidden(x)))


def mlp(digits):
    module = nn.Sequential(nn.Linear(64, 32), nn.ReLU(), nn.Linear(32, 16), nn.Tanh(),
                           nn.Linear(16, 10))
    initialise(module, 1)
    return make_step(module, F.cross_entropy, digit_batches(digits, 64))


def lenet(digits):
    module = LeNet()
    initialise(module, 11)
    return make_step(module, F.cross_entropy, digit_batches(digits, 1, 8, 8))


def lenet_mixed(digits):
    """Forward and backward in f16, compared with f32.

    PyTorch's own gradients in f16 are no reference: its rounding differs, and an
    activation on the other side of a ReLU changes a gradient by several percent.
    """
    module = LeNet()
    initialise(module, 11)
    batches = digit_batches(digits, 1, 8, 8)
    model = make_step(Cast(module, torch.float16), F.cross_entropy, batches)
    model.reference = make_step(Cast(module, torch.float32), F.cross_entropy, batches).step
    return model


def reducer_example(digits):
    """MindSpore's documented example of the reducer: the first loss is 256."""
    module = nn.Linear(16, 10, bias=False)
    nn.init.ones_(module.weight)
    batch = (torch.ones(16, 16), torch.zeros(16, 10))
    return make_step(module, F.mse_loss, [batch] * STEPS)


def tied(digits):
    module = Tied()
    initialise(module, 3)
    generator = torch.Generator().manual_seed(4)
    batches = [(x, x) for x in torch.randn(STEPS, ROWS, 12, generator=generator)]
    return make_step(module, F.mse_loss, batches)


def words(digits):
    module = Words()
    initialise(module, 5)
    generator = torch.Generator().manual_seed(6)
    numbers = torch.randint(20, (STEPS, 2, ROWS, 3), generator=generator)

    def loss(scores, targets):
        return F.cross_entropy(scores.flatten(0, 1), targets.flatten())
    return make_step(module, loss, [(x, y) for x, y in numbers])


def batch_norm(digits):
    """Strided convolutions, and running statistics as state."""
    module = nn.Sequential(nn.Conv2d(1, 4, 3, stride=2, padding=1, bias=False),
                           nn.BatchNorm2d(4), nn.ReLU(),
                           nn.Conv2d(4, 8, 3, stride=2, padding=1, bias=False),
                           nn.BatchNorm2d(8), nn.ReLU(),
                           nn.Flatten(), nn.Linear(32, 10))
    initialise(module, 7)
    return make_step(module, F.cross_entropy, digit_batches(digits, 1, 8, 8))


MODELS = {"mlp": mlp, "lenet": lenet, "lenet-mixed": lenet_mixed,
          "reducer-example": reducer_example, "tied": tied, "words": words,
          "batch-norm": batch_norm}
