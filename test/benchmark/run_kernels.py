#!/usr/bin/env python3
"""Times the kernels that cast, scale and update ResNet-50's parameters on a GPU.

    run_kernels.py --tools BUILD/bin --runtime BUILD/runtime/lib/libgradrt.so \
        --chip sm_90 [--target 0.9] [--torch PYTHON]

For each of the steps of kernel_steps.py, prints how fast it reads and writes memory,
and that rate as a part of the rate of a device copy that reads and writes as many
bytes. Steps and copies take turns; of each, many are issued before the host waits.
Compiled ahead of time, with LLVM's tools on the PATH. Every element is compared with
what the step has to have made of it, bit by bit.

With --torch, also how long torch._foreach operations take that do the same on
tensors of the same shapes. With --target, fails where the part is below.

--emulate runs the kernels on emulated threads, with doubles of the libraries named
in the environment: to test this script. The times then say nothing.
"""

import argparse
import ctypes
import json
import math
import os
import pathlib
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time

from device_memory import Device
from generate_resnet50 import parameters
from kernel_steps import BYTES, PERIOD, STEPS, as_bf16, as_f32, write_step

# Matrices and vectors, lengths that no vector divides, and one element.
SMALL = [("conv.weight", (8, 3, 3, 3)), ("norm.scale", (8,)),
         ("fc.weight", (33, 70)), ("fc.bias", (33,)), ("one", (1,))]


def start(*command):
    try:
        return subprocess.run([str(word) for word in command], text=True,
                              capture_output=True, stdin=subprocess.DEVNULL)
    except OSError as error:
        sys.exit(f"{command[0]}: {error.strerror}")


def run(*command):
    result = start(*command)
    if result.returncode:
        sys.exit(f"{command[0]}: status {result.returncode}\n{result.stderr[:2000]}")
    return result.stdout


def lower(args, folder, params):
    (folder / "steps.mlir").write_text("\n".join(
        line for step in STEPS for line in write_step(step, params)) + "\n")
    tool, pipeline = (
        ("grad-test-opt", "--test-emulated-gpu-pipeline") if args.emulate
        else ("grad-opt", f"--grad-gpu-pipeline=chip={args.chip}"))
    run(args.tools / tool, folder / "steps.mlir", pipeline, "-o",
        folder / "steps.llvm.mlir")
    return (folder / "steps.llvm.mlir").read_text()


def count_kernels(lowered):
    """How many kernels each step launches; it has to do nothing else."""
    counts = {}
    for function in lowered.split("llvm.func ")[1:]:
        calls = re.findall(r"llvm\.call @gradrt_(\w+)\(", function)
        name = re.match(r"(?:internal )?@([a-z]+)(?:_\d+)?\(", function)
        if not calls:
            continue
        others = set(calls) - {"launch", "table"}
        assert name and not others, f"a step does not only launch kernels: {others}"
        counts[name[1]] = counts.get(name[1], 0) + calls.count("launch")
    return counts


def write_loops(params):
    """C functions that issue a step many times: with hundreds of arguments, a call
    through ctypes costs several times what the step does on the host."""
    for step in STEPS:
        count = len(params) * len(step.roles) + (step.scalar is not None)
        types = ", ".join(["void *"] * (count + 1))
        arguments = ", ".join(f"a[{i}]" for i in range(count))
        yield f"""void *{step.name}({types});
void *repeat_{step.name}(void *context, void **a, long times) {{
  void *status = 0;
  while (times-- && !status)
    status = {step.name}(context, {arguments});
  return status;
}}"""


def compile_steps(args, folder, params):
    """A shared object of the steps, and how many kernels each launches."""
    counts = count_kernels(lower(args, folder, params))
    run("mlir-translate", "--mlir-to-llvmir", folder / "steps.llvm.mlir",
        "-o", folder / "steps.ll")
    run("llc", "-O2", "-relocation-model=pic", "-filetype=obj",
        folder / "steps.ll", "-o", folder / "steps.o")
    (folder / "loops.c").write_text("\n".join(write_loops(params)) + "\n")
    run("cc", "-O2", "-fPIC", "-shared", folder / "loops.c", folder / "steps.o",
        args.runtime, "-lm", "-o", folder / "steps.so")
    return folder / "steps.so", counts


class Arrays:
    """The arguments of a step on the device: of parameter number i, values from
    number i of a pattern on, again and again."""

    def __init__(self, device, step, params):
        self.device, self.step, self.params = device, step, params
        numbers = random.Random(step.name)
        self.values, self.blocks, self.descriptors = {}, {}, []
        for role, element in step.roles.items():
            values = as_f32(numbers.uniform(-1, 1) for _ in range(PERIOD))
            self.values[role] = as_bf16(values) if element == "bf16" else values
            self.blocks[role] = [
                self.add(shape, self.fill(self.values[role], i, shape))
                for i, (_, shape) in enumerate(params)]
        if step.scalar is not None:
            self.add((), as_f32([step.scalar]).tobytes())
        self.pointers = (ctypes.c_void_p * len(self.descriptors))(
            *map(ctypes.addressof, self.descriptors))

    @staticmethod
    def fill(values, first, shape):
        count = math.prod(shape)
        first %= PERIOD
        pattern = values[first:] + values[:first]
        return (pattern * (count // PERIOD + 1))[:count].tobytes()

    def add(self, shape, content):
        """MLIR's ranked memref descriptor of a new block that holds the content."""
        block = self.device.allocate(len(content))
        self.device.write(block, content)
        strides = [math.prod(shape[i + 1:]) for i in range(len(shape))]
        fields = [block.value, block.value, 0, *shape, *strides]
        self.descriptors.append((ctypes.c_int64 * len(fields))(*fields))
        return block

    def check(self, count):
        """Compares every element that is written after so many steps."""
        for role, values in self.step.expect(self.values, count).items():
            size = BYTES[self.step.roles[role]]
            for i, (name, shape) in enumerate(self.params):
                expected = self.fill(values, i, shape)
                got = self.device.read(self.blocks[role][i], len(expected))
                if got == expected:
                    continue
                at = next(at for at in range(0, len(got), size)
                          if got[at:at + size] != expected[at:at + size])
                sys.exit(f"{self.step.name}: {role} of {name} is wrong after {count} "
                         f"steps at element {at // size}: expected bits "
                         f"{expected[at:at + size][::-1].hex()}, got "
                         f"{got[at:at + size][::-1].hex()}")


def time_passes(args, device, library, arrays, count):
    """Seconds of a copy and of a step that read and write `count` bytes, in each
    pass. They take turns, since a device may be faster at one time than at
    another. Of each, `args.steps` are issued before the host waits."""
    repeat = getattr(library, f"repeat_{arrays.step.name}")
    repeat.restype = ctypes.c_void_p
    # Written, since memory that never was may be slower or faster.
    source, target = (device.allocate(count // 2) for _ in range(2))
    for block in (source, target):
        device.write(block, bytes(count // 2))
    subjects = [
        lambda: device.copy(target, source, count // 2, args.steps),
        lambda: device.check(repeat(device.context, arrays.pointers,
                                    ctypes.c_long(args.steps)))]
    times = [[], []]
    for _ in range(args.passes + 1):
        for subject, seconds in zip(subjects, times):
            device.synchronize()
            start = time.perf_counter()
            subject()
            device.synchronize()
            seconds.append((time.perf_counter() - start) / args.steps)
    # The first pass warms up.
    return (seconds[1:] for seconds in times)


def measure(args, device, library, kernels, step, params):
    """Prints what a step gets, and returns its time and its ratio to a copy."""
    arrays = Arrays(device, step, params)
    count = step.bytes_per_element() * sum(math.prod(shape) for _, shape in params)
    copies, steps = time_passes(args, device, library, arrays, count)
    arrays.check((args.passes + 1) * args.steps)
    device.free_all()
    ratios = sorted(copy / own for copy, own in zip(copies, steps))
    copy, own, ratio = map(statistics.median, (copies, steps, ratios))
    print(f"{step.name}: {count:,} bytes in {kernels} kernel"
          f"{'s' * (kernels != 1)}: {own * 1e6:.1f} us, {count / own / 1e9:,.1f} "
          f"GB/s; copy: {copy * 1e6:.1f} us, {count / copy / 1e9:,.1f} GB/s; ratio: "
          f"{ratio:.2f}, from {ratios[0]:.2f} to {ratios[-1]:.2f}", flush=True)
    return own, ratio


def compare_torch(args, params, times):
    if not args.torch:
        print("torch: not compared; name a Python that has it by --torch")
        return
    options = {"shapes": [shape for _, shape in params], "steps": args.steps,
               "passes": args.passes}
    result = start(args.torch, pathlib.Path(__file__).with_name("time_foreach.py"),
                   json.dumps(options))
    if result.returncode == 77:
        print(f"torch: not compared: {result.stdout.strip()}")
        return
    if result.returncode:
        sys.exit(f"torch: status {result.returncode}\n{result.stderr[-2000:]}")
    for name, seconds in json.loads(result.stdout).items():
        print(f"torch, {name}: {seconds * 1e6:.1f} us, {seconds / times[name]:.2f} "
              f"times as long as the step")


def parse_arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tools", type=pathlib.Path, required=True)
    parser.add_argument("--runtime", required=True)
    kernels = parser.add_mutually_exclusive_group(required=True)
    kernels.add_argument("--chip", help="chip of the GPU, such as sm_90")
    kernels.add_argument("--emulate", action="store_true")
    parser.add_argument("--steps", type=int, default=128)
    parser.add_argument("--passes", type=int, default=11)
    parser.add_argument("--small", action="store_true",
                        help="few small parameters")
    parser.add_argument("--target", type=float, default=0,
                        help="ratio to a copy that every step has to reach")
    parser.add_argument("--torch", metavar="PYTHON",
                        default=os.environ.get("GRADOPT_TORCH_PYTHON"),
                        help="a Python that has torch with CUDA (default: that "
                             "of GRADOPT_TORCH_PYTHON)")
    return parser.parse_args()


def main():
    args = parse_arguments()
    params = SMALL if args.small else list(parameters())
    times, below = {}, []
    with tempfile.TemporaryDirectory() as folder:
        path, kernels = compile_steps(args, pathlib.Path(folder), params)
        device = Device(args.runtime)
        library = ctypes.CDLL(str(path))
        for step in STEPS:
            times[step.name], ratio = measure(args, device, library,
                                              kernels[step.name], step, params)
            if ratio < args.target:
                below.append(f"{step.name} ({ratio:.2f})")
        device.close()
    print(f"every element of {len(params)} parameters is right")
    compare_torch(args, params, times)
    if below:
        sys.exit(f"below {args.target} of a copy's rate: {', '.join(below)}")


if __name__ == "__main__":
    main()
