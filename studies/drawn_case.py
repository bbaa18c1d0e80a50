"""Random cases of the study: attention of real sizes with masks, batches and shared heads; every other operation."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from lastdigit.operations import find_operation
from studies.hard_arrays import Draw, log_uniform
from studies.random_cases import Arrays, Parameters, Sizes, arguments, drawn_operations

ATTENTION = ("scaled_dot_product_attention", "grouped_query_attention")
MOST_TOKENS, MOST_WIDTH, MOST_ELSEWHERE = 512, 128, 24
SMALLEST_SCALE, LARGEST_SCALE = 1e-3, 30.0

MOST_WORK = 2**26
"""Batches and heads are omitted from a case if they would need more work."""

WORK_OF_A_WEIGHT = 64
"""The cost of a weight (exp, sum, quotient) in multiplications, in addition to its products."""

OTHERS = 40
"""Cases of attention for each case of another operation."""


@dataclass(frozen=True)
class DrawnCase:
    """An operation with its arguments: float64 arrays, not yet rounded to any format, and its parameters."""

    number: int
    operation: str
    arrays: Arrays
    parameters: Parameters

    @property
    def tokens(self) -> int:
        """The number of keys of attention: the terms of its sums."""
        return int(self.arrays[1].shape[-2])

    @property
    def work(self) -> int:
        """The approximate number of multiplications."""
        sizes = [array.size for array in self.arrays if array is not None]
        if self.operation not in ATTENTION:
            return max(sizes) * MOST_ELSEWHERE
        q, _, v = self.arrays
        return _work(q.shape, self.tokens, v.shape[-1])

    def __str__(self) -> str:
        shapes = ", ".join("none" if array is None else "×".join(map(str, array.shape)) for array in self.arrays)
        masks = [f"{name} {np.shape(value) or value}" for name, value in self.parameters.items()]
        return f"case {self.number}: {self.operation} of {'; '.join([shapes, *masks])}"


def case_numbers(cases: int) -> Iterator[tuple[int, str]]:
    """Every case's number and operation: ``cases`` of attention, and one per forty for each other operation."""
    for number in range(cases):
        yield number, ATTENTION[number % 4 == 3]
    others = [name for name in drawn_operations() if name not in ATTENTION]
    for number in range(max(1, cases // OTHERS) * len(others)):
        yield cases + number, others[number % len(others)]


def drawn_case(number: int, operation: str) -> DrawnCase:
    """The case of this number, deterministically."""
    draw = Draw([number, len(operation)])
    if operation not in ATTENTION:
        arrays, parameters = arguments(operation, draw, _scale(draw), _sizes_elsewhere(draw))
        return DrawnCase(number, operation, arrays, _set(operation, parameters))
    shapes = _shapes(operation, draw)
    queries, values = _scale(draw), _scale(draw)
    arrays = [draw.normal(size=shape) * scale for shape, scale in zip(shapes, (queries, queries, values), strict=True)]
    return DrawnCase(number, operation, arrays, _set(operation, _masks(operation, draw, *shapes[:2])))


def _work(q: tuple[int, ...], keys: int, c: int) -> int:
    """The approximate number of multiplications of attention with this shape."""
    return math.prod(q[:-1]) * keys * (q[-1] + c + WORK_OF_A_WEIGHT)


def _scale(draw: Draw) -> float:
    return float(log_uniform(draw, SMALLEST_SCALE, LARGEST_SCALE))


def _length(draw: Draw, most: int) -> int:
    return int(log_uniform(draw, 1.0, most + 1.0))


def _sizes_elsewhere(draw: Draw) -> Sizes:
    lengths = [_length(draw, MOST_ELSEWHERE) for _ in range(4)]
    e, f, heads = (_length(draw, most) for most in (8, MOST_ELSEWHERE, 4))
    return Sizes(*lengths, e, f, heads, [(), (2,)][draw.randint(2)])


def _shapes(operation: str, draw: Draw) -> list[tuple[int, ...]]:
    """Shapes of q, k and v: half of the cases are self-attention, one in sixteen has a single query."""
    n, m, d, c = (_length(draw, most) for most in (MOST_TOKENS, MOST_TOKENS, MOST_WIDTH, MOST_WIDTH))
    m, c = [m, n][draw.randint(2)], [c, d][draw.randint(2)]
    groups, shared, samples = 1 + draw.randint(3), 1 + draw.randint(4), 1 + draw.randint(3)
    if operation == "grouped_query_attention":
        if _work((groups * shared, n, d), m, c) > MOST_WORK:
            groups, shared = 1, 2
        return [(groups * shared, n, d), (groups, m, d), (groups, m, c)]
    if draw.randint(16) == 0:
        return [(d,), (m, d), (m, c)]
    batch = [(), (samples,), (samples, groups * shared)][draw.randint(3)]
    batch = batch if _work((*batch, n, d), m, c) <= MOST_WORK else ()
    return [(*batch, n, d), (*batch, m, d), (*batch, m, c)]


def _masks(operation: str, draw: Draw, q: tuple[int, ...], k: tuple[int, ...]) -> Parameters:
    """None, causal, padding, scattered keys, or causal with one of these; every query sees a key."""
    n, m = (1 if len(q) == 1 else q[-2]), k[-2]
    causal = bool(draw.randint(2)) and len(q) > 1
    kind = draw.randint(4)
    last = np.minimum(np.arange(n), m - 1) if causal else np.full(n, m - 1)
    scattered = draw.uniform(size=(n, m)) < draw.uniform()
    scattered[np.arange(n), draw.randint(last + 1)] = True
    padding = np.arange(m) < draw.randint(1, m + 1)
    if kind == 1 and len(q) > 2 and operation not in ATTENTION[1:]:
        lengths = draw.randint(1, m + 1, size=(*q[:-2], 1, 1))
        padding = np.arange(m) < lengths
    mask = [None, padding, scattered if len(q) > 1 else scattered[0], None][kind]
    return {"causal": causal, "mask": mask}


def _set(operation: str, parameters: Parameters) -> Parameters:
    """The parameters that differ from their defaults, which an implementation must support."""
    defaults = find_operation(operation).parameters
    return {name: value for name, value in parameters.items() if value is not None and value is not defaults[name]}
