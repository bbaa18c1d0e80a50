"""Bounds, typical errors and radii of every operation that is loaded on demand, as figures.

``python -m studies.pinned_operations`` regenerates them, as :mod:`studies.pinned_bounds` does for the others; do this
only after a derived change of a bound.
"""

from __future__ import annotations

import csv
import itertools
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from lastdigit.base.number_format import FORMATS
from lastdigit.enclosure.arithmetic import MODELS, Arithmetic
from lastdigit.enclosure.exact import precision
from lastdigit.enclosure.fast import FastBalls
from lastdigit.enclosure.upward import quietly
from lastdigit.operations import find_operation
from studies.pinned_bounds import Figure, read_array, summed
from studies.pinned_radii import RELATIVE
from studies.pinned_radii import summed as radii_summed
from studies.vocabulary_calls import calls

FIGURES = Path(__file__).parents[1] / "tests" / "harness" / "enclosure" / "pinned_operations.csv"
FORMATS_OF_FIGURES = ("float32", "bfloat16")
Call = tuple[str, list[Any], dict[str, Any]]


def named_calls() -> dict[str, Call]:
    """The calls of the study of all operations, by operation and number."""
    counts: Counter[str] = Counter()
    found = {}
    for call in calls():
        counts[call[0]] += 1
        found[f"{call[0]} {counts[call[0]]}"] = call
    return found


def figures(name: str, call: Call) -> Iterator[Figure]:
    """The figures of a call on given and on computed arrays; of radii on points and on boxes."""
    operation, arrays, parameters = call
    definition = find_operation(operation).definition
    for format, model, computed in itertools.product(FORMATS_OF_FIGURES, MODELS, (False, True)):
        arithmetic = Arithmetic.usual(FORMATS[format]).in_model(model)
        with precision(), quietly():
            given = [
                x if _is_no_number(x) else read_array(np.asarray(x), arithmetic, computed=computed) for x in arrays
            ]
            found = definition(*given, **parameters).stored()
            yield summed(f"{name}, {format}, {model}, {'computed' if computed else 'given'}", found)
    for boxes, relative in {"points": 0.0, "boxes": RELATIVE}.items():
        with quietly():
            balls = [x if _is_no_number(x) else FastBalls(np.asarray(x), np.abs(x) * relative) for x in arrays]
            yield radii_summed(f"{name}, {boxes}", definition(*balls, **parameters))


def _is_no_number(array: Any) -> bool:
    return array is None or np.asarray(array).dtype == bool


def main() -> int:
    """Write them."""
    with FIGURES.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(list(Figure.__dataclass_fields__))
        for name, call in named_calls().items():
            for each in figures(name, call):
                writer.writerow((each.call, f"{each.error:.9g}", f"{each.typical:.9g}", each.unknown))
    return 0


if __name__ == "__main__":
    sys.exit(main())
