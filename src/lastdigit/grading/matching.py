"""Matches a copy's goldens with the document's: by labels, shapes and order, and never by numbers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from lastdigit.extraction.names import slug
from lastdigit.grading.due import Due, Shape, squeezed
from lastdigit.printing.golden import Golden

LABEL, LABEL_ALONE, SHAPE, CELL = 8, 5, 2, 1
"""Weights of a pair: same label and shape; same label; same shape; same cell in addition."""


def matched(dues: Sequence[Due], found: Sequence[Golden]) -> dict[str, Golden]:
    """The copy's golden for each of the document's, by the document's name. Both lists are aligned in order with
    maximal weight (Needleman and Wunsch 1970); then goldens with the same label elsewhere are paired.
    """
    weights = [[_weight(due, golden) for golden in found] for due in dues]
    pairs = _aligned(np.array(weights).reshape(len(dues), len(found)))
    free = [number for number in range(len(found)) if number not in set(pairs.values())]
    for row in range(len(dues)):
        if row in pairs:
            continue
        other = max(free, key=lambda number: weights[row][number], default=None)
        if other is not None and weights[row][other] >= LABEL_ALONE:
            pairs[row] = other
            free.remove(other)
    return {dues[row].name: found[number] for row, number in pairs.items()}


def _weight(due: Due, golden: Golden) -> int:
    """The weight of a pair; 0 if impossible."""
    if (golden.kind == "shape") != (due.golden.kind == "shape") or golden.column != due.golden.column:
        return 0
    if golden.is_printed != due.golden.is_printed and golden.kind != "shape":
        return 0
    named = due.slug not in ("", "unnamed") and slug(golden.label) == due.slug
    fits = fits_shape(due.shape, golden)
    if not named and not fits:
        return 0
    here = CELL if golden.provenance.cell == due.golden.provenance.cell else 0
    return (LABEL if named and fits else LABEL_ALONE if named else SHAPE) + here


def fits_shape(shape: Shape, golden: Golden) -> bool:
    """Whether a golden has a shape, apart from axes of length one; a scalar must also match by label."""
    own = whole_shape(golden)
    if golden.cut:
        return len(own) == len(shape) and own[1:] == shape[1:] and own[:1] <= shape[:1]
    return bool(squeezed(shape)) and squeezed(own) == squeezed(shape)


def whole_shape(golden: Golden) -> Shape:
    """The shape of the array that a golden prints, as far as its print tells."""
    summary = golden.summary
    return summary.full_shape if summary and summary.full_shape else golden.shape


def _aligned(weights: np.ndarray) -> dict[int, int]:
    """Pairs of rows and columns, both increasing, with the largest sum of weights."""
    rows, columns = weights.shape
    best = np.zeros((rows + 1, columns + 1), dtype=np.int64)
    for row in range(rows - 1, -1, -1):
        for column in range(columns - 1, -1, -1):
            paired = weights[row, column] + best[row + 1, column + 1] if weights[row, column] else 0
            best[row, column] = max(best[row + 1, column], best[row, column + 1], paired)
    pairs: dict[int, int] = {}
    row = column = 0
    while row < rows and column < columns:
        weight = weights[row, column]
        if weight and best[row, column] == weight + best[row + 1, column + 1]:
            pairs[row] = column
            row, column = row + 1, column + 1
        elif best[row, column] == best[row + 1, column]:
            row += 1
        else:
            column += 1
    return pairs
