"""Runs generated modules before and after passes, and compares.

Each module runs on 1, 2 and 4 ranks with different data on each rank; every
result has to be the same, bit by bit, or within --rtol.

For the passes in subjects.py, prints and asserts how much of the pass the
modules reach, and that each mutant of the pass (see test/lib) is noticed.
"""

import argparse
import collections
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

from generate_modules import generate, write_module
from subjects import SUBJECTS, Subject, get_world_size

# Modules in a batch of a mutant: it is given up as soon as it was noticed.
BATCH = 20

# A program before, the programs after, and the numbers of ranks to run on.
Case = collections.namedtuple("Case", "module before after ranks")


class Failure(Exception):
    pass


def run_tool(tool, args, lines):
    """The answer of a tool of test/lib to each line, by what comes first."""
    done = subprocess.run(
        [tool, "-", *args], input="".join(f"{line}\n" for line in lines),
        stdout=subprocess.PIPE, text=True,
        env={**os.environ, "GRADRT_TIMEOUT_MS": "20000"})
    answers = {}
    for line in done.stdout.split("\n")[:-1]:
        number, answer = line.split(" ", 1)
        answers[int(number)] = answer
    if done.returncode != 0 or len(answers) != len(lines):
        missing = [i for i in range(len(lines)) if i not in answers][:2]
        raise Failure(f"{tool.name}: exit status {done.returncode} with "
                      f"{len(answers)} of {len(lines)} lines answered, not: "
                      + "; ".join(lines[i] for i in missing))
    return [answers[i] for i in range(len(lines))]


class Run:
    """All modules of one pass."""

    def __init__(self, subject, args, folder):
        self.subject = subject
        self.args = args
        self.tools = pathlib.Path(args.tools)
        self.folder = folder / subject.name
        self.folder.mkdir(parents=True, exist_ok=True)
        self.modules = [generate(args.seed, i, subject.is_exact)
                        for i in range(args.count)]
        self.files = [write_module(m, self.folder) for m in self.modules]

    def transform(self, numbers, get_pipelines, suffix):
        """Runs pipelines on modules; gives the cases, the remarks of the first
        pipeline for each module, and errors."""
        cases, lines, owners = [], [], []
        for number in numbers:
            module = self.modules[number]
            for before, ranks in self.files[number]:
                pipelines = get_pipelines(module, get_world_size(number, ranks))
                after = [before.with_suffix(f".{suffix}{i}.mlir")
                         for i in range(len(pipelines))]
                owners += [(len(cases), i) for i in range(len(pipelines))]
                cases.append(Case(module, before, after, ranks))
                lines += [f"{before} {path} {pipeline}"
                          for path, pipeline in zip(after, pipelines)]
        answers = run_tool(self.tools / "grad-pass-runner",
                           [f"--jobs={self.args.jobs}"], lines)
        remarks, errors = {}, {}
        for line, (owner, i), answer in zip(lines, owners, answers):
            word, text = answer.split(" ", 1)
            text = text.replace("\f", "\n")
            if word == "refused":
                errors[owner] = f"{line}\n{text}"
            elif i == 0:
                # That of the largest number of ranks.
                remarks[cases[owner].module.name] = text
        return cases, list(remarks.values()), errors

    def compare(self, cases):
        """The answer of grad-equivalence-runner to each case."""
        lines = []
        for case in cases:
            # Each text once.
            after = {path.read_text(): path for path in reversed(case.after)}
            lines.append(f"{','.join(map(str, case.ranks))} {case.before} "
                         f"{' '.join(map(str, after.values()))}")
        return run_tool(
            self.tools / "grad-equivalence-runner",
            [f"--jobs={self.args.jobs}", f"--seed={self.args.seed}",
             f"--rtol={self.args.rtol}"], lines)

    def check_pass(self):
        """Compares all modules; gives the remarks of each."""
        cases, remarks, errors = self.transform(
            range(len(self.modules)), self.subject.get_pipelines, "after")
        for error in errors.values():
            raise Failure(error)
        answers = self.compare(cases)
        wrong = [(c, a) for c, a in zip(cases, answers) if a != "equal"]
        for case, answer in wrong[:20]:
            print(f"FAIL {case.before}: {answer}")
        if wrong:
            raise Failure(f"{len(wrong)} of {len(cases)} programs are not equal")
        runs = sum(len(case.ranks) * len(case.after) for case in cases)
        how = ", bit by bit" if self.args.rtol < 0 else f" within {self.args.rtol}"
        print(f"{self.subject.name}: {len(self.modules)} modules, {runs} runs on "
              f"1, 2 and 4 ranks: all results equal{how}")
        return remarks

    def transform_mutant(self, numbers, mutant):
        """The cases that a mutant changes in another way than the pass, and
        errors."""
        cases, _, errors = self.transform(
            numbers, lambda *of: [self.subject.get_mutant(mutant, *of)], mutant)
        changed = [case for i, case in enumerate(cases) if i not in errors and
                   case.after[0].read_text() !=
                   case.before.with_suffix(".after0.mlir").read_text()]
        return changed, list(errors.values())

    def check_no_mutant(self):
        """The mutant in which nothing is wrong does what the pass does."""
        changed, errors = self.transform_mutant(range(len(self.modules)), "none")
        if changed or errors:
            raise Failure(f"mutant 'none' differs from {self.subject.name}: "
                          f"{errors[0] if errors else changed[0].before}")

    def check_mutant(self, mutant):
        """Runs a mutant until it is noticed."""
        for start in range(0, len(self.modules), BATCH):
            numbers = range(start, min(start + BATCH, len(self.modules)))
            changed, errors = self.transform_mutant(numbers, mutant)
            different = [a for a in self.compare(changed) if a != "equal"]
            if errors or different:
                print(f"  mutant '{mutant}' noticed within {numbers.stop} modules: "
                      f"{len(errors)} refused by the verifier, {len(different)} "
                      f"of {len(changed)} changed programs differ")
                return
        raise Failure(f"mutant '{mutant}' was not noticed")


def check_coverage(subject, remarks):
    """Counts what the modules reach, and asserts that it is enough."""
    changed = sum("[Passed]" in text for text in remarks)
    share = changed / len(remarks)
    print(f"  changed: {changed} of {len(remarks)} modules ({share:.0%})")
    counts = {}
    for reason, pattern in subject.reasons.items():
        counts[reason] = sum(len(re.findall(pattern, text)) for text in remarks)
        modules = sum(re.search(pattern, text) is not None for text in remarks)
        print(f"  {reason:22} {counts[reason]:5} times in {modules} modules")
    if share < subject.least_share:
        raise Failure(f"expected {subject.least_share:.0%} of the modules to be "
                      f"changed")
    for reason, count in counts.items():
        if count < subject.least_count:
            raise Failure(f"'{reason}': expected {subject.least_count} times or "
                          f"more, got {count}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tools", required=True, help="folder of grad-opt")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--count", type=int, default=240)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--keep", help="folder for the modules")
    parser.add_argument("--pass", dest="name", help="one pass only: " +
                        ", ".join(SUBJECTS) + ", or any pipeline of passes")
    parser.add_argument("--exact", action="store_true",
                        help="modules in which no arithmetic rounds")
    parser.add_argument("--rtol", type=float, default=-1,
                        help="as of grad-run; below 0: bit by bit")
    parser.add_argument("--compare-only", action="store_true",
                        help="no coverage and no mutants")
    args = parser.parse_args()
    subjects = list(SUBJECTS.values())
    if args.name:
        subjects = [SUBJECTS.get(args.name) or
                    Subject.of_pipeline(args.name, args.exact)]
    print(f"seed {args.seed}", flush=True)
    start = time.time()
    try:
        with tempfile.TemporaryDirectory() as folder:
            for subject in subjects:
                run = Run(subject, args, pathlib.Path(args.keep or folder))
                remarks = run.check_pass()
                print(f"  compared after {time.time() - start:.1f} s", flush=True)
                if args.compare_only or not subject.reasons:
                    continue
                check_coverage(subject, remarks)
                if subject.mutants:
                    run.check_no_mutant()
                for mutant in subject.mutants:
                    run.check_mutant(mutant)
    except Failure as failure:
        print(f"FAIL: {failure}")
        return 1
    finally:
        print(f"equivalence run: {time.time() - start:.1f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
