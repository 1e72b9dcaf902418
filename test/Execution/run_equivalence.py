"""Runs generated modules before and after a pass, and compares.

Each module runs on 1, 2 and 4 ranks with different data on each rank; every
result has to be the same, bit by bit, or within --rtol.

For fuse-allreduce, each module brings its options; prints and asserts how much
of the pass the modules reach, and that each mutant of the pass (see
test/lib/TestFuseAllReduceMutants.cpp) is noticed.
"""

import argparse
import collections
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

from generate_modules import generate, write_module

FUSION = "fuse-allreduce"
MUTANTS = ["paths", "users", "swap", "group", "empty"]
# Modules in a batch of a mutant: it is given up as soon as it was noticed.
BATCH = 20
# What the remarks say, and what it counts as.
REASONS = {
    "passed over: depends": r"passed-over \|.* Cause=depends",
    "passed over: needed": r"passed-over \|.* Cause=needed",
    "passed over: fence": r"passed-over \|.* Cause=fence",
    "closed: at-most size": r"Reason=\"the next candidate would exceed",
    "closed: ddp size": r"Reason=\"it reached",
    "closed: singa size": r"Reason=\"it exceeded",
    "closed: count": r"Reason=\"max-operands=\d+ allows no more",
    "closed: threshold 0": r"Reason=\"a threshold of 0 switches",
    "closed: oversize": r"Reason=\"one tensor exceeds",
    "closed: dynamic": r"Reason=\"its shape is dynamic",
    "closed: segment": r"Reason=\"end of segment",
    "closed: fusion id": r"Reason=\"fusion id",
    "closed: end": r"Reason=\"no further candidate",
}
LEAST_PER_REASON = 5
LEAST_SHARE_FUSED = 0.5

# A program before and after, and the numbers of ranks to run it on.
Pair = collections.namedtuple("Pair", "module before after ranks")


class Failure(Exception):
    pass


def run_pass(tool, flag, module, paths, suffix):
    """Gives pairs, the remarks, and the error of the verifier, if any."""
    pairs, remarks = [], ""
    for before, ranks in paths:
        after = before.with_suffix(f".{suffix}.mlir")
        done = subprocess.run(
            [tool, before, flag, "-o", after, f"--remarks-filter={FUSION}",
             "--mlir-disable-threading"], capture_output=True, text=True)
        if done.returncode < 0:
            raise Failure(f"{before}: {flag} crashed\n{done.stderr}")
        if done.returncode != 0:
            return [], "", done.stderr
        pairs.append(Pair(module, before, after, ranks))
        remarks = done.stderr
    return pairs, remarks, ""


class Run:
    def __init__(self, args, folder):
        self.args = args
        self.tools = pathlib.Path(args.tools)
        self.pool = concurrent.futures.ThreadPoolExecutor(args.jobs)
        self.modules = [generate(args.seed, i) for i in range(args.count)]
        self.paths = [write_module(m, folder) for m in self.modules]
        self.progress = sys.stderr.isatty()

    def get_flag(self, module, mutant=""):
        if mutant:
            return f"--test-{FUSION}-mutant=mutant={mutant} {module.options}"
        options = module.options if self.args.name == FUSION else ""
        return f"--{self.args.name}={options or self.args.options}"

    def transform(self, numbers, mutant=""):
        """Runs the pass, or a mutant, on modules; a list of what `run_pass`
        gives."""
        tool = self.tools / ("grad-test-opt" if mutant else "grad-opt")
        jobs = [self.pool.submit(run_pass, tool,
                                 self.get_flag(self.modules[i], mutant),
                                 self.modules[i], self.paths[i],
                                 mutant or "after") for i in numbers]
        return [job.result() for job in jobs]

    def compare(self, pairs):
        """The answer of grad-equivalence-runner to each pair."""
        answers = {}
        lines = "".join(f"{','.join(map(str, p.ranks))} {p.before} {p.after}\n"
                        for p in pairs)
        runner = subprocess.Popen(
            [self.tools / "grad-equivalence-runner", "-",
             f"--jobs={self.args.jobs}", f"--seed={self.args.seed}",
             f"--rtol={self.args.rtol}"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            env={**os.environ, "GRADRT_TIMEOUT_MS": "20000"})
        runner.stdin.write(lines)
        runner.stdin.close()
        for line in runner.stdout:
            number, answer = line.rstrip("\n").split(" ", 1)
            answers[int(number)] = answer
            if self.progress:
                print(f"\r{len(answers)} of {len(pairs)} programs", end="",
                      file=sys.stderr)
        if self.progress:
            print(file=sys.stderr)
        if runner.wait() != 0 or len(answers) != len(pairs):
            raise Failure(f"grad-equivalence-runner: exit status "
                          f"{runner.returncode} after {len(answers)} of "
                          f"{len(pairs)} programs")
        return [answers[i] for i in range(len(pairs))]

    def check_pass(self):
        """Compares all modules; gives the remarks of each."""
        transformed = self.transform(range(len(self.modules)))
        for module, (_, _, error) in zip(self.modules, transformed):
            if error:
                raise Failure(f"module {module.name}, {module.options}: {error}")
        pairs = [pair for pairs, _, _ in transformed for pair in pairs]
        answers = self.compare(pairs)
        wrong = [(p, a) for p, a in zip(pairs, answers) if a != "equal"]
        for pair, answer in wrong[:20]:
            print(f"FAIL {pair.before} '{self.get_flag(pair.module)}': {answer}")
        if wrong:
            raise Failure(f"{len(wrong)} of {len(pairs)} programs are not equal")
        runs = sum(len(pair.ranks) for pair in pairs)
        how = ", bit by bit" if self.args.rtol < 0 else f" within {self.args.rtol}"
        print(f"{len(self.modules)} modules, {runs} runs on 1, 2 and 4 ranks: "
              f"all results equal{how}")
        return [remarks for _, remarks, _ in transformed]

    def check_no_mutant(self):
        """The mutant in which nothing is wrong does what the pass does."""
        for pairs, _, error in self.transform(range(len(self.modules)), "none"):
            wrong = [p for p in pairs if p.after.read_text() !=
                     p.before.with_suffix(".after.mlir").read_text()]
            if error or wrong:
                raise Failure(f"mutant 'none' differs from {FUSION}: "
                              f"{error or wrong[0].before}")

    def check_mutant(self, mutant):
        """Runs a mutant until it is noticed."""
        for start in range(0, len(self.modules), BATCH):
            numbers = range(start, min(start + BATCH, len(self.modules)))
            transformed = self.transform(numbers, mutant)
            invalid = sum(error != "" for _, _, error in transformed)
            # Where the mutant did what the pass did, there is nothing to see.
            pairs = [p for pairs, _, _ in transformed for p in pairs
                     if p.after.read_text() !=
                     p.before.with_suffix(".after.mlir").read_text()]
            answers = self.compare(pairs)
            different = [p for p, a in zip(pairs, answers) if a != "equal"]
            if invalid or different:
                print(f"mutant '{mutant}' noticed within {numbers.stop} modules: "
                      f"{invalid} refused by the verifier, {len(different)} of "
                      f"{len(pairs)} changed programs differ")
                return
        raise Failure(f"mutant '{mutant}' was not noticed")


def check_coverage(remarks):
    """Counts what the modules reach, and asserts that it is enough."""
    fused = sum("[Passed] bucket" in text for text in remarks)
    share = fused / len(remarks)
    print(f"fused something: {fused} of {len(remarks)} modules ({share:.0%})")
    counts = {}
    for reason, pattern in REASONS.items():
        counts[reason] = sum(len(re.findall(pattern, text)) for text in remarks)
        modules = sum(re.search(pattern, text) is not None for text in remarks)
        print(f"  {reason:22} {counts[reason]:5} times in {modules} modules")
    if share < LEAST_SHARE_FUSED:
        raise Failure(f"expected something fused in {LEAST_SHARE_FUSED:.0%} of "
                      f"the modules")
    for reason, count in counts.items():
        if count < LEAST_PER_REASON:
            raise Failure(f"'{reason}': expected {LEAST_PER_REASON} times or "
                          f"more, got {count}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tools", required=True, help="folder of grad-opt")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--count", type=int, default=240)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--keep", help="folder for the modules")
    parser.add_argument("--pass", dest="name", default=FUSION)
    parser.add_argument("--options", default="", help="of the pass")
    parser.add_argument("--rtol", type=float, default=-1,
                        help="as of grad-run; below 0: bit by bit")
    parser.add_argument("--compare-only", action="store_true",
                        help="no coverage and no mutants")
    args = parser.parse_args()
    print(f"seed {args.seed}", flush=True)
    start = time.time()
    try:
        with tempfile.TemporaryDirectory() as folder:
            if args.keep:
                pathlib.Path(args.keep).mkdir(parents=True, exist_ok=True)
            run = Run(args, args.keep or folder)
            remarks = run.check_pass()
            print(f"compared in {time.time() - start:.1f} s", flush=True)
            if args.name == FUSION and not args.compare_only:
                check_coverage(remarks)
                run.check_no_mutant()
                for mutant in MUTANTS:
                    run.check_mutant(mutant)
    except Failure as failure:
        print(f"FAIL: {failure}")
        return 1
    finally:
        print(f"equivalence run: {time.time() - start:.1f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
