#!/usr/bin/env python3
"""How many all-reduces a module should hold once they are fused.

    expected_buckets.py MODULE.mlir [options]       all-reduces of a module
    expected_buckets.py --sizes 4,4,12 [options]    independent tensors, in elements

Written from the rules' text and without grad-opt, to check it: sizes, types
and dependencies are read from the module before fusion, the buckets are formed
by the plain procedure with a search through the graph. Prints the buckets, or
with --count the number of stablehlo.all_reduce left, and nothing else.
"""

import argparse
import collections
import dataclasses
import pathlib
import sys

MIB = 1048576
BYTES = {"f64": 8, "f32": 4, "f16": 2, "bf16": 2, "i64": 8, "i32": 4, "i16": 2, "i8": 1,
         "i1": 1, "ui64": 8, "ui32": 4, "ui16": 2, "ui8": 1}
# Operations that no collective may be moved across.
EFFECTS = {"stablehlo.infeed", "stablehlo.outfeed", "stablehlo.send", "stablehlo.recv"}
COLLECTIVES = {"stablehlo.all_reduce", "stablehlo.all_gather", "stablehlo.all_to_all",
               "stablehlo.reduce_scatter", "stablehlo.collective_permute",
               "stablehlo.collective_broadcast"}


@dataclasses.dataclass
class Rule:
    """One fusion policy; `limit` counts bytes or elements, 0 switches it off."""
    name: str = "at-most"
    limit: int = 25 * MIB
    first: int | None = None        # ddp: limit of each key's first bucket
    in_elements: bool = False
    entries: tuple[int, ...] = ()   # of split-indices or split-ends
    max_operands: int = 0


@dataclasses.dataclass
class Candidate:
    """One all-reduce; `node` is its operation's index in the block."""
    name: str
    key: tuple
    elements: int
    bytes: int
    node: int
    stretch: int = 0                # number of fences before it

    def size(self, rule: Rule) -> int:
        return self.elements if rule.in_elements else self.bytes


class Graph:
    """Def-use edges between a block's operations, and the buckets formed."""

    def __init__(self, edges: dict[int, set[int]]):
        self._after = collections.defaultdict(set, edges)
        self._before = collections.defaultdict(set)
        for source, targets in edges.items():
            for target in targets:
                self._before[target].add(source)
        self._bucket: dict[int, set[int]] = {}

    def join(self, nodes: set[int]):
        """From here on these operations are one."""
        for node in nodes:
            self._bucket[node] = nodes

    def connected(self, nodes: set[int]) -> set[int]:
        """Every operation with a path to or from one of `nodes`."""
        return self._search(nodes, self._after) | self._search(nodes, self._before)

    def _search(self, nodes, edges):
        seen, todo = set(), list(nodes)
        while todo:
            for target in edges[todo.pop()]:
                # Who waits for one member of a bucket waits for all.
                for node in self._bucket.get(target, {target}):
                    if node not in seen:
                        seen.add(node)
                        todo.append(node)
        return seen


def segment(rule: Rule, position: int) -> int:
    """Number of the segment that the rule's entries put a position in."""
    if rule.name == "split-indices":
        ended = sum(entry <= position for entry in rule.entries)
        return min(ended, len(rule.entries) - 1)
    if rule.name == "split-ends":
        return sum(entry < position for entry in rule.entries)
    return 0


def grow(rule: Rule, open_one: list[Candidate], visited, graph: Graph, limit: int):
    """Adds to an open bucket whatever the rule admits, until it closes it."""
    sized = not rule.name.startswith("split")
    total = open_one[0].size(rule)
    near = graph.connected({open_one[0].node})

    def closed():
        if rule.max_operands and len(open_one) >= rule.max_operands:
            return True
        if not sized or rule.name == "at-most":
            return False
        return total >= limit if rule.name == "ddp" else total > limit

    # Above the limit goes alone, whichever candidate opened the bucket.
    if sized and rule.name in ("at-most", "singa") and total > limit:
        return
    for candidate in visited:
        if closed():
            return
        if candidate.node in near or candidate.stretch != open_one[0].stretch:
            continue
        size = candidate.size(rule)
        if sized and rule.name in ("at-most", "singa") and size > limit:
            continue
        if rule.name == "at-most" and total + size > limit:
            return
        open_one.append(candidate)
        total += size
        near = graph.connected({c.node for c in open_one})


def plan(candidates: list[Candidate], graph: Graph, rule: Rule) -> list[list[int]]:
    """Positions of each bucket, in the order of the buckets' last members."""
    if rule.limit == 0 and not rule.entries:
        return [[i] for i in range(len(candidates))]
    position = {c.node: i for i, c in enumerate(candidates)}
    streams: dict[tuple, list[Candidate]] = {}
    for i, candidate in enumerate(candidates):
        streams.setdefault((segment(rule, i), candidate.key), []).append(candidate)
    buckets = []
    for stream in streams.values():
        left, limit = list(stream), rule.limit
        if rule.name == "ddp" and rule.first is not None:
            limit = rule.first
        while left:
            bucket = [left[0]]
            grow(rule, bucket, left[1:], graph, limit)
            limit = rule.limit
            graph.join({c.node for c in bucket})
            left = [c for c in left if c not in bucket]
            buckets.append([position[c.node] for c in bucket])
    return sorted(buckets, key=lambda b: b[-1])


def read_blocks(module):
    """Each block with all-reduces: block, candidates, graph, ineligible all-reduces."""
    from jaxlib.mlir import ir

    def blocks_of(op):
        for region in op.regions:
            for block in region.blocks:
                yield block
                for inner in block.operations:
                    yield from blocks_of(inner.operation)

    def nested(op):
        yield op
        for block in blocks_of(op):
            for inner in block.operations:
                yield inner.operation

    functions = {ir.StringAttr(op.operation.attributes["sym_name"]).value: op.operation
                 for op in module.body.operations if op.operation.name == "func.func"}

    def acts(op):
        """Whether the operation, or a function it calls, communicates or acts."""
        for inner in nested(op):
            if inner.name in COLLECTIVES | EFFECTS:
                return True
            if inner.name == "stablehlo.custom_call" and "has_side_effect" in inner.attributes \
                    and inner.attributes["has_side_effect"].value:
                return True
            if inner.name == "func.call":
                callee = ir.FlatSymbolRefAttr(inner.attributes["callee"]).value
                if acts(functions[callee]):
                    return True
        return False

    for block in blocks_of(module.operation):
        ops = [op.operation for op in block.operations]
        if not any(op.name == "stablehlo.all_reduce" for op in ops):
            continue
        made_by, edges = {}, collections.defaultdict(set)
        for index, op in enumerate(ops):
            for result in op.results:
                made_by[result] = index
        for index, op in enumerate(ops):
            for inner in nested(op):
                for operand in inner.operands:
                    source = made_by.get(operand, index)
                    if source != index:
                        edges[source].add(index)
        candidates, single, stretch = [], 0, 0
        for index, op in enumerate(ops):
            if op.name != "stablehlo.all_reduce":
                stretch += acts(op) and op.name not in COLLECTIVES
            elif len(op.operands) != 1:
                single += 1
            else:
                candidates.append(candidate(op, index, stretch))
        yield block, candidates, Graph(edges), single


def candidate(op, node: int, stretch: int) -> Candidate:
    """What the rules need to know of a stablehlo.all_reduce."""
    from jaxlib.mlir import ir
    kind = op.regions[0].blocks[0].operations[0].operation.name
    tensor = ir.RankedTensorType(op.operands[0].type)
    elements = 1
    for size in tensor.shape:
        elements *= size
    element = str(tensor.element_type)
    same = tuple(str(op.attributes[name]) if name in op.attributes else "" for name in
                 ("replica_groups", "use_global_device_ids"))
    name = getattr(op.location, "name_str", "?")
    return Candidate(name, (kind, element, *same), elements, elements * BYTES[element],
                     node, stretch)


def parse_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("module", nargs="?", type=pathlib.Path)
    parser.add_argument("--sizes", help="element counts of independent f32 tensors")
    parser.add_argument("--rule", choices=("at-most", "ddp", "singa"), default="at-most")
    parser.add_argument("--threshold-bytes", type=int)
    parser.add_argument("--threshold-elements", type=int)
    parser.add_argument("--first-bucket-bytes", type=int)
    parser.add_argument("--split-indices")
    parser.add_argument("--split-ends")
    parser.add_argument("--max-operands", type=int, default=0)
    parser.add_argument("--count", action="store_true", help="print the number alone")
    args = parser.parse_args()
    if (args.module is None) == (args.sizes is None):
        parser.error("give a module or --sizes")
    return args


def rule_of(args) -> Rule:
    """The policy, with each rule's default limits."""
    for name in ("split_indices", "split_ends"):
        if getattr(args, name):
            entries = tuple(int(e) for e in getattr(args, name).split(","))
            return Rule(name.replace("_", "-"), entries=entries,
                        max_operands=args.max_operands)
    rule = Rule(args.rule, max_operands=args.max_operands)
    if args.threshold_elements is not None:
        rule.limit, rule.in_elements = args.threshold_elements, True
    elif args.threshold_bytes is not None:
        rule.limit = args.threshold_bytes
    elif args.rule == "singa":
        rule.limit, rule.in_elements = 2097152, True
    elif args.rule == "ddp":
        rule.first = MIB
    if args.first_bucket_bytes is not None:
        rule.first = args.first_bucket_bytes
    return rule


def main() -> int:
    args = parse_arguments()
    rule = rule_of(args)
    if args.sizes:
        sizes = [int(s) for s in args.sizes.split(",")]
        blocks = [(None, [Candidate(str(i), (), n, 4 * n, i) for i, n in enumerate(sizes)],
                   Graph({}), 0)]
    else:
        import xla_modules
        module = xla_modules.parse(args.module.read_text(), str(args.module))
        blocks = list(read_blocks(module))
    total = 0
    for number, (_, candidates, graph, single) in enumerate(blocks):
        buckets = plan(candidates, graph, rule)
        total += len(buckets) + single
        if args.count:
            continue
        print(f"block {number}: {len(candidates)} all-reduces, {single} already "
              f"with several operands; {len(buckets)} buckets")
        for bucket in buckets:
            members = [candidates[i] for i in bucket]
            kind = ", ".join(("", *members[0].key[:2]))
            print(f"  {len(bucket)} operands, {sum(c.bytes for c in members)} bytes{kind}: "
                  f"{', '.join(map(str, bucket))}")
            print(f"    {', '.join(c.name for c in members)}")
    print(total if args.count else f"all-reduces left: {total}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
