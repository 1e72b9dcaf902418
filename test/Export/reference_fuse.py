#!/usr/bin/env python3
"""Fuses a module's all-reduces the slow and plain way, without grad-opt.

    reference_fuse.py IN.mlir OUT.mlir [options of expected_buckets.py]

Takes the buckets from expected_buckets.py and writes each as one all-reduce of
the concatenated operands, then sorts the block so that every operation follows
what it needs. It shows that XLA takes such a module, and gives the tests
something known to be right to break.

An all-reduce with several operands would be shorter, but XLA's partitioner
refuses it in manual code, that is, inside a shard_map.
"""

import heapq
import math
import pathlib
import sys

import expected_buckets
import xla_modules
from jaxlib.mlir import ir


def _create(name, results, operands, attributes=None, regions=0):
    return ir.Operation.create(f"stablehlo.{name}", results=results, operands=operands,
                               attributes=attributes or {}, regions=regions)


def _all_reduce(like, operands):
    """An all-reduce with another one's attributes and body."""
    attributes = {name: like.attributes[name] for name in
                  ("replica_groups", "channel_handle", "use_global_device_ids")
                  if name in like.attributes}
    merged = _create("all_reduce", [o.type for o in operands], operands, attributes, 1)
    like.regions[0].blocks[0].append_to(merged.regions[0])
    return list(merged.results)


def _packed(ops):
    """Results of one all-reduce over the concatenation of the operands."""
    def flat(value, count):
        kind = ir.RankedTensorType.get([count], value.type.element_type)
        return value if value.type == kind else _create("reshape", [kind], [value]).result

    types = [ir.RankedTensorType(op.results[0].type) for op in ops]
    counts = [math.prod(kind.shape) for kind in types]
    whole = ir.RankedTensorType.get([sum(counts)], types[0].element_type)
    parts = [flat(op.operands[0], count) for op, count in zip(ops, counts)]
    joined = _create("concatenate", [whole], parts,
                     {"dimension": ir.IntegerAttr.get(ir.IntegerType.get_signless(64), 0)})
    reduced, = _all_reduce(ops[0], [joined.result])
    results, start = [], 0
    for kind, count in zip(types, counts):
        part = _create("slice", [ir.RankedTensorType.get([count], kind.element_type)], [reduced],
                       {"start_indices": ir.DenseI64ArrayAttr.get([start]),
                        "limit_indices": ir.DenseI64ArrayAttr.get([start + count]),
                        "strides": ir.DenseI64ArrayAttr.get([1])}).result
        results.append(part if part.type == kind else _create("reshape", [kind], [part]).result)
        start += count
    return results


def _merge(ops, variadic: bool):
    """One all-reduce in place of several; it stands at the last."""
    with ir.InsertionPoint(ops[-1]), ir.Location.fused([op.location for op in ops]):
        results = (_all_reduce(ops[0], [op.operands[0] for op in ops]) if variadic
                   else _packed(ops))
    for op, result in zip(ops, results):
        op.results[0].replace_all_uses_with(result)
    for op in ops:
        op.erase()


def _sort(block):
    """Puts users below what they use; keeps the order otherwise."""
    ops = [op.operation for op in block.operations]
    made_by = {result: i for i, op in enumerate(ops) for result in op.results}
    waits, users = [0] * len(ops), [[] for _ in ops]
    for i, op in enumerate(ops):
        needs = {made_by[operand] for inner in _nested(op) for operand in inner.operands
                 if operand in made_by} - {i}
        waits[i] = len(needs)
        for need in needs:
            users[need].append(i)
    ready = [i for i, count in enumerate(waits) if not count]
    order = []
    while ready:
        i = heapq.heappop(ready)
        order.append(i)
        for user in users[i]:
            waits[user] -= 1
            if not waits[user]:
                heapq.heappush(ready, user)
    assert len(order) == len(ops), "the buckets form a cycle"
    terminator = len(ops) - 1
    for i in order:
        if i != terminator:
            ops[i].move_before(ops[terminator])


def _nested(op):
    yield op
    for region in op.regions:
        for block in region.blocks:
            for inner in block.operations:
                yield from _nested(inner.operation)


def fuse(module: ir.Module, rule: expected_buckets.Rule, variadic: bool = False) -> int:
    """Fuses in place; returns the number of all-reduces left."""
    left = 0
    for block, candidates, graph, single in list(expected_buckets.read_blocks(module)):
        ops = [op.operation for op in block.operations]
        buckets = expected_buckets.plan(candidates, graph, rule)
        left += len(buckets) + single
        for bucket in buckets:
            if len(bucket) > 1:
                _merge([ops[candidates[i].node] for i in bucket], variadic)
        _sort(block)
    assert module.operation.verify()
    return left


def text_of(module: ir.Module) -> str:
    return module.operation.get_asm(print_generic_op_form=True, enable_debug_info=True)


def main() -> int:
    source, target = map(pathlib.Path, sys.argv[1:3])
    sys.argv[1:3] = [str(source)]
    rule = expected_buckets.rule_of(expected_buckets.parse_arguments())
    module = xla_modules.parse(source.read_text(), str(source))
    with module.context:
        print(f"all-reduces left: {fuse(module, rule)}")
        target.write_text(text_of(module))
    return 0


if __name__ == "__main__":
    sys.exit(main())
