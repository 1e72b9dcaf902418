"""Fails where a pass that changes programs has no execution test.

    check_passes.py SOURCE

Such a test is a file of test/Execution that runs grad-opt with the pass, and
grad-run on what it gives. The pass also has to be a subject of the equivalence run,
or of a script that compares random programs with numbers.
"""

import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from subjects import SUBJECTS

# Passes that no execution test of their own needs, and why.
EXEMPT = {
    "convert-grad-to-runtime": "part of every run",
    "convert-linalg-to-kernels": "see gpu-kernels.test and gpu-training.test",
    "fit-collectives": "see gpu-training.test, where gradients travel in bf16",
    "grad-flatten-loops": "part of every run, see place-buckets.mlir",
    "grad-fuse-elementwise": "part of every run, see fused-loops.mlir",
    "grad-place-buckets": "part of every run, see place-buckets.mlir",
    "grad-prepare-buffers": "part of every run",
    "grad-prepare-entries": "part of every run",
    "grad-prepare-floats": "part of every run",
    "grad-prepare-kernels": "see gpu-kernels.test",
    "grad-serialize-kernels": "needs a GPU, see gpu-device.test",
    "grad-prepare-inits": "part of every run, see fused-loops.mlir",
    "grad-prepare-yields": "part of every run",
    "grad-update-in-place": "part of every run, see updates.mlir",
    "grad-verify-lowerable": "changes nothing",
    "verify-collectives": "changes nothing",
    "verify-gradient-scale": "changes nothing",
    "convert-stablehlo-to-grad": "StableHLO is run by XLA, see test/Export",
    "convert-grad-to-stablehlo": "StableHLO is run by XLA, see test/Export",
}
# Passes that other scripts put to the test by random programs.
NUMBERS = {
    "convert-grad-to-linalg": "check_gradient_arithmetic.py",
    "expand-gradient-reducers": "check_gradient_reducer.py",
    "insert-loss-scaling": "check_loss_scaling.py",
    "insert-optimizer": "check_optimizers.py",
    "shard-optimizer": "check_training.py",
    "split-accumulation": "check_training.py",
    "insert-gradient-reducer": "check_gradient_reducer.py",
}
RUNNERS = r"check_gradient_\w+\.py|grad-run|run_cases\.py|run_equivalence\.py"


def find_passes(source):
    for path in sorted((source / "include/grad").rglob("*.td")):
        for name in re.findall(r':\s*Pass<"([\w-]+)"', path.read_text()):
            yield name, path.relative_to(source)


def is_run(name, tests):
    return any(re.search(rf"RUN:.*--{name}\b(?!-)", text) and
               re.search(rf"RUN:.*({RUNNERS})", text) for text in tests)


def is_random(name, tests):
    """Whether random programs put the pass to the test."""
    script = NUMBERS.get(name)
    return name in SUBJECTS or bool(script) and any(
        re.search(rf"RUN:.*{script}", text) for text in tests)


def main():
    source = pathlib.Path(sys.argv[1])
    tests = [path.read_text() for pattern in ("*.mlir", "*.test")
             for path in sorted((source / "test/Execution").glob(pattern))]
    passes = dict(find_passes(source))
    missing = [name for name in passes
               if name not in EXEMPT and not
               ((is_run(name, tests) or name in NUMBERS) and
                is_random(name, tests))]
    for name in missing:
        print(f"FAIL {name} ({passes[name]}): no test in test/Execution runs a "
              f"program before and after it, or subjects.py lacks it")
    tested = [name for name in passes if name not in EXEMPT]
    print(f"{len(tested)} passes change programs, {len(missing)} without an "
          f"execution test")
    return bool(missing) or not tested


if __name__ == "__main__":
    sys.exit(main())
