#!/usr/bin/env python3
"""Times torch._foreach operations that do what kernel_steps.py's steps do.

    time_foreach.py '{"shapes": [[64, 3], ...], "steps": 32, "passes": 9}'

Run by run_kernels.py with a Python that has torch. Prints the seconds of one step of
each as JSON, or, with status 77, why there are none.
"""

import json
import statistics
import sys
import time

from kernel_steps import DECAY, FACTOR, RATE


def make_steps(torch, shapes):
    def make(element):
        return [torch.ones(shape, dtype=element, device="cuda") for shape in shapes]

    gradients, weights, velocities = (make(torch.float32) for _ in range(3))
    wire = make(torch.bfloat16)

    def update():
        torch._foreach_mul_(velocities, DECAY)
        torch._foreach_add_(velocities, gradients)
        torch._foreach_add_(weights, velocities, alpha=-RATE)

    return {"cast": lambda: torch._foreach_copy_(wire, gradients),
            "scale": lambda: torch._foreach_mul_(gradients, FACTOR),
            "update": update}


def time_step(torch, step, steps, passes):
    times = []
    for _ in range(passes + 1):
        torch.cuda.synchronize()
        start = time.perf_counter()
        for _ in range(steps):
            step()
        torch.cuda.synchronize()
        times.append((time.perf_counter() - start) / steps)
    # The first pass warms up.
    return statistics.median(times[1:])


def main():
    options = json.loads(sys.argv[1])
    try:
        import torch
    except ImportError as error:
        print(error)
        return 77
    if not torch.cuda.is_available():
        print("torch finds no GPU")
        return 77
    print(json.dumps({
        name: time_step(torch, step, options["steps"], options["passes"])
        for name, step in make_steps(torch, options["shapes"]).items()}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
