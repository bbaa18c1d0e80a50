"""The evidence for four constants of typical errors: errors of weights, of similar rows and of partial sums.

``python -m studies.assumptions``
"""

from __future__ import annotations

import itertools
import math
import sys
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from lastdigit.base.number_format import FORMATS
from lastdigit.enclosure.arithmetic import SPLIT, Arithmetic
from lastdigit.enclosure.functionals import NEAR
from lastdigit.enclosure.rounded import exactly
from lastdigit.enclosure.rounded_weights import LINEAR
from lastdigit.operations import find_operation
from studies.emulations import Steps, stored_attention
from studies.engine import ENGINE
from studies.hard_arrays import Draw

Array = np.ndarray
FORMAT = "bfloat16"
PARTS = (2, 8, 32, 256)
DISTANCES = (0.0, 1.0, 2.0, 4.0, 8.0, NEAR, 2 * NEAR, 4 * NEAR)


def furthest_of_moved_weights(deviation: float, keys: int, draws: int, draw: Draw) -> float:
    """The largest |error| ÷ σ of a softmax times values, with a uniform error in each logarithm.

    σ is that of the linear terms, on which :data:`LINEAR` relies.
    """
    scores, values = draw.normal(size=(draws, keys)), draw.normal(size=(draws, keys))
    weights = np.exp(scores) / np.sum(np.exp(scores), axis=-1, keepdims=True)
    result = np.sum(weights * values, axis=-1, keepdims=True)
    moved = weights * np.exp(draw.uniform(-1.0, 1.0, size=weights.shape) * math.sqrt(3.0) * deviation)
    error = np.sum(moved * (values - result), axis=-1) / np.sum(moved, axis=-1)
    sigma = deviation * np.sqrt(np.sum(np.square(weights * (values - result)), axis=-1))
    return float(np.max(np.abs(error) / sigma))


@dataclass(frozen=True)
class LikeRows:
    """Pairs of rows whose median distance is at least ``least`` units of roundoff, the correlation of their errors, and
    the number of pairs."""

    least: float
    correlation: float
    pairs: int


def like_rows(rows: int, draw: Draw) -> Iterator[LikeRows]:
    """Groups of similar rows of an attention with every step stored."""
    steps, unit = Steps(Arithmetic.usual(FORMATS[FORMAT]), draw, worst=False), FORMATS[FORMAT].unit_roundoff
    k, v = (FORMATS[FORMAT].round(draw.normal(size=(64, 16))) for _ in range(2))
    q = draw.normal(size=(rows, 16))
    moved = q + draw.normal(size=q.shape) * np.exp(draw.uniform(math.log(1e-4), 0.0, size=(rows, 1)))
    exact, other = (find_operation("scaled_dot_product_attention").definition(each, k, v) for each in (q, moved))
    errors, others = stored_attention(steps, q, k, v) - exact, stored_attention(steps, moved, k, v) - other
    sizes = np.maximum(np.abs(exact), np.abs(other))
    apart = np.median(np.abs(exact - other) / (unit * sizes), axis=-1)
    for least, most in itertools.pairwise((*DISTANCES, math.inf)):
        pairs = (apart >= least) & (apart < most)
        first, second = errors[pairs], others[pairs]
        correlation = np.sum(first * second) / np.sqrt(np.sum(first**2) * np.sum(second**2))
        yield LikeRows(least, float(correlation), int(np.sum(pairs)))


def errors_of_parts(parts: int, offset: float, one_by_one: bool, draw: Draw) -> tuple[float, float]:
    """For a product of 2,048 terms in stored parts: its deviation ÷ the typical one, its largest error ÷ its bound."""
    arithmetic = Arithmetic.usual(FORMATS[FORMAT]).in_model(SPLIT)
    left, right = (FORMATS[FORMAT].round(draw.normal(size=shape) + offset) for shape in ((64, 2048), (2048, 64)))
    steps = Steps(arithmetic, draw, worst=False)
    ends = np.linspace(0, 2048, parts + 1).astype(int)
    cut = [slice(start, end) for start, end in itertools.pairwise(ends)]
    products = [steps.store(steps.product(left[:, part], right[part])) for part in cut]
    while len(products) > 1:
        if one_by_one:
            products = [steps.store(products[0] + products[1]), *products[2:]]
        else:
            products = [steps.store(a + b) for a, b in zip(products[::2], products[1::2], strict=True)]
    read = find_operation("projection").definition(*(exactly(each, arithmetic, ENGINE) for each in (left, right)))
    error = products[0] - read.value.mid
    return float(np.sqrt(np.mean(np.square(error / read.typical.sigma)))), float(np.max(np.abs(error) / read.error))


def main() -> int:
    """Print the figures."""
    draw = Draw(0)
    print("LINEAR: deviation of logarithms; largest |error| ÷ σ of 200,000 results, of 2, 8 and 64 keys")
    for deviation in (LINEAR / 10, LINEAR / 3, LINEAR, 3 * LINEAR, 10 * LINEAR):
        ratios = [furthest_of_moved_weights(deviation, keys, 200_000, draw) for keys in (2, 8, 64)]
        print(f"  {deviation:.2g}: " + ", ".join(f"{each:.2f}" for each in ratios))
    print(f"NEAR: distance of rows in units of roundoff from; correlation of errors ({FORMAT}, every step stored)")
    for found in like_rows(20_000, draw):
        print(f"  {found.least:g}: {found.correlation:.2f} of {found.pairs} pairs")
    print("PARTIALS, TYPICAL_PARTIALS: parts; deviation ÷ σ and largest |error| ÷ bound, in pairs and one by one")
    for parts, offset in itertools.product(PARTS, (0.0, 1.0)):
        pairs, chain = (errors_of_parts(parts, offset, one_by_one, draw) for one_by_one in (False, True))
        print(f"  {parts}, mean {offset:g}: {pairs[0]:.2f}, {pairs[1]:.2f}; {chain[0]:.2f}, {chain[1]:.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
