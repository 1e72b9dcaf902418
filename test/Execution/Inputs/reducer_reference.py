"""What a gradient reducer gives, number by number and rank by rank.

Follows the rules of the documentation, in plain Python. A dense gradient is a
flat list of numbers, a sparse one a list of pairs of an index and a row.
"""

import fractions
import math
import sys

import sparse_reference as sparse
from numbers_of_types import is_float, round_to

# What presets fill in.
PRESETS = {"mindspore": {}, "singa": {"wire": "f16", "scale": "after"},
           "ddp": {"reduce_type": "keep", "scale": "before"},
           "horovod": {"reduce_type": "keep", "scale": "after"}}
LARGEST = {"f16": 65504.0, "bf16": math.ldexp(255, 120),
           "f32": math.ldexp(2**24 - 1, 104), "f64": sys.float_info.max}


class Gradient:
    """`values` has the gradient of each rank."""

    def __init__(self, name, element, shape, values, place="", index=None,
                 comes_back_dense=True, static_rows=None):
        self.name, self.element, self.shape = name, element, shape
        self.values, self.place = values, place
        # Of a sparse one: the type of its indices; how it comes back; and how
        # many rows its type says.
        self.index, self.comes_back_dense = index, comes_back_dense
        self.static_rows = static_rows
        self.width = math.prod(shape[1:])

    def is_sparse(self):
        return self.index is not None

    def is_sparsified(self, options):
        return (any(key in options for key in
                    ("top_k", "top_k_ratio", "threshold")) and
                not self.is_sparse() and is_float(self.element) and
                not self.place)

    def map(self, function, slices):
        """Of a gradient of one rank, every number."""
        if not self.is_sparse():
            return [function(value) for value in slices]
        return [(index, [function(value) for value in row])
                for index, row in slices]


def get_scale_type(element):
    return "f64" if element == "f64" else "f32"


def clamp(value, limit):
    return value if math.isnan(value) else min(max(value, -limit), limit)


def add(element, a, b):
    return round_to(element, a + b)


def divide(a, b):
    if math.isnan(b):
        return b
    return 0.0 if math.isinf(b) else a / b


class Reference:
    def __init__(self, gradients, options, groups, knows_size, residuals=None):
        self.gradients, self.options = gradients, options
        self.ranks = range(len(gradients[0].values))
        self.group_of = {rank: group for group in groups or [list(self.ranks)]
                         for rank in group}
        self.knows_size = knows_size
        # By the number of the gradient, then by rank.
        self.residuals = residuals or {}

    def get_types(self, element):
        """What is sent, what is delivered, and what is scaled in."""
        if "wire" in self.options:
            return self.options["wire"], "f32", "f32"
        order = ["f16", "f32", "f64"]
        wanted = self.options.get("reduce_type", "f32")
        if wanted == "keep" or (element in order and
                                order.index(element) > order.index(wanted)):
            wanted = element
        return wanted, wanted, get_scale_type(wanted)

    def get_factors(self, rank):
        """What a mean multiplies by before and after, as quotients."""
        options, size = self.options, len(self.group_of[rank])
        if options.get("mean") is False:
            return (1, 1), (1, 1)
        degree = options.get("degree", size)
        mode = options.get(
            "scale", "split" if options.get("wire") == "f16" else "after")
        if mode == "after":
            return (1, 1), (1, degree)
        if mode == "before":
            return (1, degree), (1, 1)
        pre = 1
        while size % pre == 0 and size / pre > pre:
            pre *= 2
        return (1, pre), (pre, degree)

    def scale(self, value, element, quotient, scale_type, result):
        a, b = quotient
        if a == b:
            return round_to(result, value)
        factor = round_to(scale_type, a / b)
        return sparse.scale(value, element, factor, scale_type, result)

    def clip(self, gradient):
        if "clip_value" not in self.options or not is_float(gradient.element):
            return gradient.values
        limit = round_to(gradient.element, min(self.options["clip_value"],
                                               LARGEST[gradient.element]))
        return [gradient.map(lambda value: clamp(value, limit), own)
                for own in gradient.values]

    def get_final_type(self, element):
        """Of a float that the norm still scales, else its own."""
        if "clip_norm" in self.options:
            return self.get_types(element)[2] if element != "f64" else "f64"
        return element

    # Dense and sparse gradients.

    def reduce_dense(self, element, by_rank):
        """What each rank gets of these values; those of integers are added."""
        sent = delivered = final = element
        if is_float(element):
            sent, delivered, scale_type = self.get_types(element)
            final = self.get_final_type(element)
            by_rank = [[self.scale(value, element, self.get_factors(rank)[0],
                                   scale_type, sent) for value in values]
                       for rank, values in enumerate(by_rank)]
        sum_type = sparse.get_sum_type(delivered)
        results = []
        for rank in self.ranks:
            first, *others = [by_rank[member] for member in
                              self.group_of[rank]]
            total = list(first)
            for other in others:
                total = [add(sum_type, a, b) for a, b in zip(total, other)]
            total = [round_to(delivered, value) for value in total]
            if is_float(element):
                total = [self.scale(value, delivered, self.get_factors(rank)[1],
                                    scale_type, final) for value in total]
            results.append(total)
        return results

    def is_reduced_dense(self, gradient):
        options = self.options
        if "sparse_as_dense" in options:
            return True
        if "dense_above" not in options or not self.knows_size:
            return False
        rows = gradient.static_rows
        return rows is not None and (
            rows * len(self.group_of[0]) / gradient.shape[0] >
            options["dense_above"])

    def reduce_sparse(self, gradient, own):
        element = gradient.element
        size, width = gradient.shape[0], gradient.width
        if self.is_reduced_dense(gradient):
            return self.reduce_dense(element, [
                sparse.to_dense(slices, size, width, element)
                for slices in own])
        gathered = self.gather(gradient, element, own)
        if not gradient.comes_back_dense:
            return gathered
        final = (self.get_final_type(element) if is_float(element) else
                 element)
        return [sparse.to_dense(slices, size, width, final)
                for slices in gathered]

    def gather(self, gradient, element, own):
        if not is_float(element):
            return [[row for member in self.group_of[rank]
                     for row in own[member]] for rank in self.ranks]
        sent, _, scale_type = self.get_types(element)
        sent = sent if "wire" in self.options else element
        final = self.get_final_type(element)
        sent_by_rank = [gradient.map(
            lambda value: self.scale(value, element, self.get_factors(rank)[0],
                                     scale_type, sent), slices)
            for rank, slices in enumerate(own)]
        return [gradient.map(
            lambda value: self.scale(value, sent, self.get_factors(rank)[1],
                                     scale_type, final),
            [row for member in self.group_of[rank]
             for row in sent_by_rank[member]]) for rank in self.ranks]

    # Sparsification.

    def get_bucket(self, number):
        """The fusion id of a gradient, by its number."""
        options = self.options
        if options.get("fusion_type", 1) == 0:
            return f"alone {number}"
        if "split_indices" not in options:
            return options.get("fusion_type", 1)
        ends = options["split_indices"]
        return next((i for i, end in enumerate(ends[:-1]) if end > number),
                    len(ends) - 1)

    def choose(self, vector):
        options = self.options
        if "threshold" in options:
            return sparse.threshold(vector, options["threshold"])
        k = options.get("top_k")
        if k is None:
            share = fractions.Fraction(str(options["top_k_ratio"]))
            k = math.ceil(share * len(vector))
        return sparse.top_k(vector, min(k, len(vector)))

    def reduce_sparsified(self, clipped):
        buckets = {}
        for number, gradient in enumerate(self.gradients):
            if gradient.is_sparsified(self.options) and math.prod(gradient.shape):
                key = (self.get_bucket(number), get_scale_type(gradient.element))
                buckets.setdefault(key, []).append(number)
        results, kept, is_finite = {}, {}, {rank: True for rank in self.ranks}
        for (_, bucket_type), members in buckets.items():
            accumulated = [
                [value for number in members for value in
                 self.accumulate(number, clipped[number][rank], rank,
                                 bucket_type)] for rank in self.ranks]
            chosen = [self.choose(vector) for vector in accumulated]
            vector = Gradient("", bucket_type, [len(accumulated[0])], chosen,
                              index="i32")
            # The bucket is of the type that is scaled in.
            unclipped = Reference([vector], {
                key: value for key, value in self.options.items()
                if key != "clip_norm"}, None, True)
            unclipped.group_of = self.group_of
            gathered = unclipped.gather(vector, bucket_type, chosen)
            dense = [sparse.to_dense(slices, vector.shape[0], 1, bucket_type)
                     for slices in gathered]
            for rank in self.ranks:
                is_finite[rank] &= self.is_sent_finite(unclipped, chosen,
                                                       bucket_type, rank)
            offset = 0
            for number in members:
                gradient = self.gradients[number]
                end = offset + math.prod(gradient.shape)
                final = self.get_final_type(gradient.element)
                results[number] = [[round_to(final, value) for value in
                                    dense[rank][offset:end]]
                                   for rank in self.ranks]
                sent = [dict(slices) for slices in chosen]
                kept[number] = [
                    [add(bucket_type, accumulated[rank][i],
                         -sent[rank].get(i, [0.0])[0])
                     for i in range(offset, end)] for rank in self.ranks]
                offset = end
        for number, old in self.residuals.items():
            kept[number] = [kept.get(number, old)[rank] if is_finite[rank] else
                            old[rank] for rank in self.ranks]
        return results, kept if self.residuals else {}

    def accumulate(self, number, values, rank, bucket_type):
        values = [round_to(bucket_type, value) for value in values]
        if number not in self.residuals:
            return values
        return [add(bucket_type, a, b)
                for a, b in zip(values, self.residuals[number][rank])]

    def is_sent_finite(self, unclipped, chosen, element, rank):
        """Whether all that the ranks of the group send is."""
        sent, _, scale_type = unclipped.get_types(element)
        sent = sent if "wire" in self.options else element
        return all(math.isfinite(unclipped.scale(
            value, element, unclipped.get_factors(member)[0], scale_type, sent))
            for member in self.group_of[rank]
            for _, row in chosen[member] for value in row)

    # The norm.

    def get_norms(self, results):
        shared = [[] for _ in self.ranks]
        local = [[] for _ in self.ranks]
        has_local = False
        for gradient, by_rank in zip(self.gradients, results):
            if gradient.place == "parameter_server":
                continue
            is_local = gradient.place == "layerwise_parallel"
            has_local |= is_local
            for rank in self.ranks:
                values = by_rank[rank]
                if gradient.is_sparse() and (is_local or
                                             not gradient.comes_back_dense):
                    final = (gradient.element if is_local else
                             self.get_final_type(gradient.element))
                    rows = sparse.coalesce(values, gradient.shape[0],
                                           gradient.width, final)
                    values = [value for _, row in rows for value in row]
                (local if is_local else shared)[rank].append(values)
        norms = []
        for rank in self.ranks:
            squares = sparse.squared_norm(shared[rank])
            if has_local:
                squares += sum(sparse.squared_norm(local[member])
                               for member in self.group_of[rank])
            norms.append(math.sqrt(squares))
        return norms

    def clip_to_norm(self, results):
        if all(g.place == "parameter_server" for g in self.gradients):
            return
        limit = self.options["clip_norm"]
        for rank, norm in enumerate(self.get_norms(results)):
            factor = divide(limit, norm if math.isnan(norm) else
                            max(norm, limit))
            for gradient, by_rank in zip(self.gradients, results):
                if gradient.place == "parameter_server":
                    continue
                element = gradient.element
                inner = (element if gradient.place else
                         self.get_final_type(element))
                wide = get_scale_type(inner)
                by = round_to(wide, factor)
                scale = lambda value: sparse.scale(value, inner, by, wide,
                                                   element)
                values = by_rank[rank]
                by_rank[rank] = (
                    gradient.map(scale, values)
                    if not gradient.comes_back_dense or gradient.place else
                    [scale(value) for value in values])

    def run(self):
        """The reduced gradients, and the residuals by number."""
        clipped = [self.clip(gradient) for gradient in self.gradients]
        sparsified, residuals = self.reduce_sparsified(clipped)
        results = []
        for number, gradient in enumerate(self.gradients):
            own = clipped[number]
            if gradient.place == "parameter_server":
                results.append(list(gradient.values))
            elif gradient.place:
                results.append(list(own))
            elif number in sparsified:
                results.append(sparsified[number])
            elif gradient.is_sparsified(self.options):
                results.append(list(own))  # Nothing in it.
            elif gradient.is_sparse():
                results.append(self.reduce_sparse(gradient, own))
            else:
                results.append(self.reduce_dense(gradient.element, own))
        if "clip_norm" in self.options:
            self.clip_to_norm(results)
        return results, residuals
