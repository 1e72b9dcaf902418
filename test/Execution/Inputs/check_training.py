"""Runs random training steps that were split, scaled and sharded against the plain
step on the large batch.

    check_training.py --work DIR [--seed N] [--count N] [--tools BIN]

Each case is a network (training_steps.py), K micro-steps of B rows on N ranks, and
random options of the pipeline. The program runs over 20 updates, and so does the step
as it was, on one rank with K * N * B rows. After 1 update parameters agree within 1e-6
of a tensor's largest element, after 20 within 1e-5, state of the optimizer within 1e-4.
The programs also count their collectives: none in a micro-step, and in an update as
many as there are buckets.

That the net holds is shown by wrong variants of some cases: each has to differ by more
than 1e-3 in some parameter, and one that reduces in each micro-step, which gives the
same values, in the number of collectives.
"""

import argparse
import collections
import pathlib
import random
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
sys.path.insert(0, str(HERE.parents[1] / "Export/torch"))
import npz  # noqa: E402
from tool_runner import ToolRunner  # noqa: E402
from training_steps import Step, tensor  # noqa: E402
from write_npz import make_npy  # noqa: E402

UPDATES = 20
OPTIMIZERS = ("sgd", "sgd", "momentum", "momentum nesterov", "adam", "adamw")


class Case:
    def __init__(self, number, rng):
        self.number = number
        self.step = Step(rng)
        self.ranks = rng.choice((1, 2, 4))
        self.micro_steps = rng.choice((2, 3, 4, 6))
        self.rows = rng.choice((1, 2, 4))
        optimizer = rng.choice(OPTIMIZERS)
        self.optimizer = f"optimizer={optimizer} learning-rate=0.05"
        if "adam" in optimizer:
            # Where a gradient is next to 0 its sign is rounding; with a large epsilon
            # such an element hardly moves.
            self.optimizer += " epsilon=0.1"
        if rng.random() < 0.3:
            self.optimizer += " weight-decay=0.01"
        # What both programs have.
        self.shared = [rng.choice(("", "", "clip-norm=0.05"))]
        self.loss_scale = rng.choice(
            ("", "", "loss-scale-preset=mindspore init-scale=1024 growth-interval=3",
             "loss-scale-preset=pytorch growth-interval=4",
             "loss-scale-preset=megatron init-scale=65536",
             "loss-scale-preset=fixed init-scale=256"))
        self.split = [
            f"steps={self.micro_steps}", f"preset={rng.choice(('mindspore', 'ddp', 'horovod'))}",
            f"update={rng.choice(('after', 'last-micro-step'))}",
            f"clear={rng.choice(('in-update', 'separate'))}",
            f"loss={rng.choice(('each', 'window-mean'))}"]
        self.is_sharded = rng.random() < 0.4
        if self.is_sharded:
            self.split.append("shard-optimizer")
        if self.is_sharded or rng.random() < 0.5:
            self.split.append(f"world-size={self.ranks}")
        self.all_rows = self.rows * self.micro_steps * self.ranks

    def options(self):
        return " ".join(filter(None, [self.optimizer, *self.shared, self.loss_scale,
                                      *self.split]))

    def plain_options(self):
        return " ".join(filter(None, [self.optimizer, *self.shared]))

    def write_data(self, path, rng, extra=()):
        arrays = {}
        for name, shape in self.step.params():
            arrays[name] = shape
        if self.step.has_mean:
            arrays["mean"] = (self.step.sizes[0],)
        # Not as many windows as updates, so that epochs begin inside of them.
        rows = self.all_rows * 5
        arrays["x"] = (rows, self.step.sizes[0])
        arrays["y"] = (rows, self.step.sizes[-1])
        data = {}
        for name, shape in arrays.items():
            number = 1
            for size in shape:
                number *= size
            data[name] = (shape, [rng.uniform(-1, 1) for _ in range(number)])
        for new, old in extra:
            data[new] = data[old]
        npz.write(path, {name: make_npy("<f4", shape, values)
                         for name, (shape, values) in data.items()})


class Runner(ToolRunner):
    def train(self, program, data, ranks, updates=UPDATES, extra=()):
        self.runs += 1
        out = self.work / "out.npz"
        self.call("grad-run", program, f"--steps={updates}", f"--ranks={ranks}",
                  f"--inputs={data}", f"--outputs={out}", *extra)
        return npz.read(out)

    def count(self, program, data, ranks):
        """Collectives of each function, in one window on rank 0. The operands of a
        bucket are one."""
        text = self.call("grad-run", program, "--steps=1", f"--ranks={ranks}",
                         f"--inputs={data}", "--backend=record")
        launches, name, calls = set(), None, 0
        for line in text.splitlines():
            if match := re.match(r"rank 0 call (\w+)", line):
                name = match[1].rsplit("_", 1)[-1]
                calls += 1
            elif match := re.match(r"rank 0 (launch \d+): (\w+)", line):
                launches.add((name, calls, match[1], match[2]))
        counts = collections.Counter(name for name, *_ in launches)
        return counts


def distance(a, b):
    largest = max((abs(v) for v in b), default=0)
    gap = max((abs(u - v) for u, v in zip(a, b, strict=True)), default=0)
    return gap / largest if largest else gap


def compare(case, got, expected, updates):
    """The largest difference of parameters; fails where one is too large."""
    worst = 0.0
    params = {name for name, _ in case.step.params()}
    for name, (shape, values) in expected.items():
        if name.startswith("metric/") or name not in got or got[name][0] != shape:
            continue
        difference = distance(got[name][1], values)
        is_param = name in params
        limit = (1e-6 if updates == 1 else 1e-5) if is_param else 1e-4
        if not difference <= limit:
            sys.exit(f"FAIL: case {case.number} after {updates} updates: {name} differs "
                     f"by {difference:.2g}: {case.options()}")
        if is_param:
            worst = max(worst, difference)
    missing = params - got.keys()
    if missing:
        sys.exit(f"FAIL: case {case.number}: no {missing}")
    return worst


def mutate(name, text, case):
    """The wrong variants of a step that was split."""
    number = 0

    def fresh():
        nonlocal number
        number += 1
        return f"%m{number}"
    if name == "last micro-batch only":
        def replace(match):
            zero = fresh()
            return (f"{zero} = arith.constant dense<0.0> : {match[4]}\n    "
                    f"{match[1]} = grad.accumulate {zero}, {match[3]} : {match[4]}")
        return re.sub(r"(%\S+) = grad.accumulate (%\S+), (%\S+) : (tensor<\S+>)", replace, text)
    if name == "divided twice":
        return re.sub(r"( *)(%\S+)( = grad.reduce_gradients .*accumulated\()(%\S+) :",
                      r"\1%twice = arith.mulf \4, \4 : tensor<f32>\n\1\2\3%twice :", text)
    if name == "no division by K":
        return re.sub(r" accumulated\(.*? : tensor<f32>\)", "", text)
    if name == "old parameters":
        param, shape = case.step.params()[0]
        type_ = tensor(*shape)
        head, update = text.split("func.func @step_update(", 1)
        argument = re.search(rf"(%arg\d+): \S+ {{grad.param = \"{param}\"}}", update)[1]
        update = (f"%old: {type_} {{grad.state = \"old\"}}, " + update)
        update = re.sub(r"\) -> \(", f") -> ({type_} {{grad.updates = \"old\"}}, ", update, 1)
        update = re.sub(rf"(grad\.\w+) {argument}, (%reduced)", r"\1 %old, \2", update, 1)
        update = re.sub(r"return (.*) : ", rf"return {argument}, \1 : {type_}, ", update, 1)
        return head + "func.func @step_update(" + update
    assert name == "reduced in each micro-step"
    head, update = text.split("func.func @step_update(", 1)

    def reduce(match):
        mean = fresh()
        return (f"{mean} = grad.all_reduce<avg> {match[3]} : {match[4]}\n    "
                f"{match[1]} = grad.accumulate {match[2]}, {mean} : {match[4]}")
    head = re.sub(r"(%\S+) = grad.accumulate (%\S+), (%\S+) : (tensor<\S+>)", reduce, head)
    return head + "func.func @step_update(" + update


MUTANTS = ("last micro-batch only", "divided twice", "no division by K", "old parameters",
           "reduced in each micro-step")


def check_mutants(runner, case, data, plain, expected):
    """Each has to be noticed."""
    split = runner.work / "split.mlir"
    optimizer = f"--insert-optimizer={case.optimizer}"
    runner.call("grad-opt", plain, "--insert-gradient-reducer", optimizer,
                f"--split-accumulation=steps={case.micro_steps}", "-o", split)
    text = split.read_text()
    for name in MUTANTS:
        changed = mutate(name, text, case)
        if changed == text:
            sys.exit(f"FAIL: case {case.number}: no place for the mutant '{name}'")
        source, program = runner.work / "mutant.mlir", runner.work / "mutated.mlir"
        source.write_text(changed)
        runner.call("grad-opt", source, "--expand-gradient-reducers", "--fuse-allreduce",
                    "-o", program)
        if name == "reduced in each micro-step":
            if runner.count(program, data, case.ranks)["accumulate"] == 0:
                sys.exit(f"FAIL: case {case.number}: '{name}' was not noticed")
            continue
        got = runner.train(program, data, case.ranks)
        largest = max(distance(got[p][1], expected[p][1]) for p, _ in case.step.params())
        if not largest > 1e-3:
            sys.exit(f"FAIL: case {case.number}: '{name}' differs by {largest:.2g} only")


def check(runner, number, seed, with_mutants):
    rng = random.Random(f"{seed} {number}")
    case = Case(number, rng)
    if with_mutants:
        # What the mutants change must matter.
        case.optimizer, case.shared = "optimizer=momentum learning-rate=0.2", [""]
        case.micro_steps, case.ranks = 3, 2
        case.split[0] = "steps=3"
        case.split = [o for o in case.split if not o.startswith("world-size")]
        case.split += ["world-size=2"] if case.is_sharded else []
        case.all_rows = case.rows * 6
    small, large = runner.work / "small.mlir", runner.work / "large.mlir"
    program, whole = runner.work / "program.mlir", runner.work / "whole.mlir"
    data = runner.work / "data.npz"
    small.write_text(case.step.text(case.rows))
    large.write_text(case.step.text(case.all_rows))
    case.write_data(data, rng, [("old", case.step.params()[0][0])])
    runner.call("grad-opt", small, f"--grad-data-parallel-pipeline={case.options()}",
                "-o", program)
    runner.call("grad-opt", large, f"--grad-data-parallel-pipeline={case.plain_options()}",
                "-o", whole)
    worst = 0.0
    for updates in (1, UPDATES):
        expected = runner.train(whole, data, 1, updates)
        got = runner.train(program, data, case.ranks, updates)
        worst = max(worst, compare(case, got, expected, updates))
    counts = runner.count(program, data, case.ranks)
    # One bucket of gradients, or a bucket of parts and one of parameters; a norm; a
    # flag; the running mean.
    most = (2 if case.is_sharded else 1) + 3
    if counts["accumulate"] or not 1 <= counts["update"] <= most:
        sys.exit(f"FAIL: case {number}: collectives {dict(counts)}: {case.options()}")
    if with_mutants:
        check_mutants(runner, case, data, small, expected)
    return case, worst


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--work", required=True)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--tools", default="")
    args = parser.parse_args()
    runner = Runner(args.tools, args.work)
    reached, worst, mutants = collections.Counter(), 0.0, 0
    for number in range(args.count):
        with_mutants = number % 10 == 0
        case, difference = check(runner, number, args.seed, with_mutants)
        mutants += with_mutants
        worst = max(worst, difference)
        for option in case.options().split():
            reached[option] += 1
        reached[f"ranks={case.ranks}"] += 1
        reached["tied"] += case.step.is_tied
        reached["running mean"] += case.step.has_mean
    wanted = ["ranks=1", "ranks=2", "ranks=4", "tied", "running mean", "shard-optimizer",
              "update=last-micro-step", "clear=separate", "loss=window-mean",
              "clip-norm=0.05", "preset=ddp", "preset=horovod"]
    wanted += [f"optimizer={name}" for name in ("sgd", "momentum", "adam", "adamw")]
    wanted += [f"loss-scale-preset={name}"
               for name in ("mindspore", "pytorch", "megatron", "fixed")]
    missing = [option for option in wanted if not reached[option]]
    print(f"seed {args.seed}: {args.count} programs, {runner.runs} trainings, "
          f"{mutants} times {len(MUTANTS)} mutants noticed, 0 failures")
    print(f"largest relative difference of a parameter: {worst:.1g}")
    print("not reached: " + (", ".join(missing) or "nothing"))


if __name__ == "__main__":
    main()
