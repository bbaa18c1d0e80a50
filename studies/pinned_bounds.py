"""Bounds and typical errors of a few small calls as figures, in which a missing or doubled term shows.

Emulations leave a bound some slack, in which a small term can go unnoticed. ``python -m studies.pinned_bounds``
regenerates the figures; do this only after a derived change of a bound.
"""

from __future__ import annotations

import csv
import itertools
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from lastdigit.base.number_format import FORMATS
from lastdigit.enclosure.arithmetic import FUSED, MODELS, SPLIT, Arithmetic
from lastdigit.enclosure.exact import precision
from lastdigit.enclosure.fast import FastBalls
from lastdigit.enclosure.rounded import RoundedBalls, exactly
from lastdigit.enclosure.upward import quietly
from lastdigit.operations import find_operation
from studies.array_functions import ARRAY_FUNCTIONS
from studies.hard_arrays import Draw
from studies.random_cases import GAIN, WEIGHTS, Sizes, slots

FIGURES = Path(__file__).parents[1] / "tests" / "harness" / "enclosure" / "pinned_bounds.csv"
SIZES = Sizes(n=5, m=7, d=6, c=4, e=3, f=5, heads=2)
CAUSAL = np.tril(np.ones((5, 7), dtype=bool), 2)
CALLS: dict[str, dict[str, Any]] = {
    "linear": {},
    "projection": {},
    "total": {},
    "mean_squared_error": {},
    "sum_normalization": {},
    "softmax": {},
    "layer_norm": {},
    "scaled_attention_scores": {},
    "attention_weights": {"mask": CAUSAL},
    "scaled_dot_product_attention": {"mask": CAUSAL},
    "dot_product_attention": {},
    "self_attention": {"causal": True},
    "multi_head_attention": {"heads": 2},
    "encoder_block": {"heads": 2},
}
PINNED = (*CALLS, *ARRAY_FUNCTIONS)
TILED = ("scaled_attention_scores", "attention_weights", "scaled_dot_product_attention")
TINY = {"float32": 2.0**-120, "float16": 2.0**-14, "bfloat16": 2.0**-120}
HUGE = {"float32": 2.0**62, "float16": 2.0**8, "bfloat16": 2.0**62}


@dataclass(frozen=True)
class Figure:
    """One call in one arithmetic: weighted sums of its known bounds and of the parts of its typical errors, and the
    numbers of unknown ones."""

    call: str
    error: float
    typical: float
    unknown: int


def figures(name: str) -> Iterator[Figure]:
    """All figures of an operation, or of an array function."""
    yield from _of_function(name) if name in ARRAY_FUNCTIONS else _of_operation(name)


def _of_function(name: str) -> Iterator[Figure]:
    """Figures for given and for computed arguments."""
    shapes, function = ARRAY_FUNCTIONS[name]
    for format, model in itertools.product(("float32", "float16"), (FUSED, SPLIT)):
        arithmetic = Arithmetic.usual(FORMATS[format]).in_model(model)
        for computed in (False, True):
            draw = Draw(0)
            numbers = [0.5 + draw.uniform(size=shape) for shape in shapes(SIZES)]
            arrays = [read_array(each, arithmetic, computed=computed) for each in numbers]
            with precision(), quietly():
                yield summed(f"{name}, {format}, {model}, {'computed' if computed else 'given'}", function(*arrays))


def _of_operation(operation: str) -> Iterator[Figure]:
    for format, model in itertools.product(TINY, MODELS):
        arithmetic = Arithmetic.usual(FORMATS[format]).in_model(model)
        tiny, huge = TINY[format], HUGE[format]
        sizes = {"ordinary": [1.0], "far": [12.0], "tiny": [tiny], "huge": [huge], "first tiny": [tiny, 1.0]}
        for name, scales in (sizes | {"others tiny": [1.0, tiny]}).items():
            yield _figure(f"{operation}, {format}, {model}, {name}", operation, arithmetic, scales)
        yield _figure(f"{operation}, {format}, {model}, computed", operation, arithmetic, [1.0], computed=True)
    for model in MODELS if operation in TILED else ():
        tiled = Arithmetic.usual(FORMATS["bfloat16"], key_tile=3).in_model(model)
        yield _figure(f"{operation}, {model}, in tiles", operation, tiled, [1.0])
        for format in ("float32", "bfloat16"):
            coarse = Arithmetic.usual(FORMATS[format], operands=FORMATS["tf32"]).in_model(model)
            yield _figure(f"{operation}, {format}, {model}, tf32 operands", operation, coarse, [1.0])
        narrow = Arithmetic(FORMATS["bfloat16"], FORMATS["float16"], exp_error=0.5, model=model)
        yield _figure(f"{operation}, {model}, narrow sums", operation, narrow, [2.0**-5])


def _figure(
    name: str, operation: str, arithmetic: Arithmetic, scales: list[float], *, computed: bool = False
) -> Figure:
    """The figure for arguments of these scales, the last one repeated; ``computed`` ones are multiplied by one."""
    draw, arrays = Draw(0), []
    for index, slot in enumerate(slots(operation, SIZES)):
        numbers = draw.normal(size=slot.shape)
        size = 1.0 if slot.drawn_as in (WEIGHTS, GAIN) else scales[min(index, len(scales) - 1)]
        arrays.append(read_array(numbers * size, arithmetic, computed=computed))
    with precision(), quietly():
        return summed(name, find_operation(operation).definition(*arrays, **CALLS[operation]).stored())


def read_array(numbers: np.ndarray, arithmetic: Arithmetic, *, computed: bool) -> RoundedBalls:
    """Numbers as given ones, or as the product of given ones with one."""
    given = exactly(arithmetic.storage.round(numbers), arithmetic, FastBalls)
    return given * exactly(np.ones(numbers.shape[-1:]), arithmetic, FastBalls) if computed else given


def summed(name: str, read: RoundedBalls) -> Figure:
    """The figure of one result."""
    typical = read.typical
    parts = (*typical.parts(), typical.factor * read.value.magnitudes())
    errors = [np.broadcast_to(part, read.shape) for part in (read.error, *parts)]
    weights = 1.0 + Draw(1).uniform(size=(len(errors), *read.shape))
    known = [np.where(np.isfinite(each), each, 0.0) * weight for each, weight in zip(errors, weights, strict=True)]
    unknown = sum(int(np.count_nonzero(~np.isfinite(each))) for each in errors)
    return Figure(name, float(np.sum(known[0])), float(np.sum(known[1:])), unknown)


def main() -> int:
    """Write them."""
    with FIGURES.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(list(Figure.__dataclass_fields__))
        found = itertools.chain.from_iterable(map(figures, PINNED))
        writer.writerows((each.call, f"{each.error:.9g}", f"{each.typical:.9g}", each.unknown) for each in found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
