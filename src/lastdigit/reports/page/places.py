"""Where elements stand: among the tokens of a golden, in words, and in which band of what is allowed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from operator import ge

import numpy as np

from lastdigit.base.errors import LastdigitError
from lastdigit.printing.golden import Golden
from lastdigit.verdicts.elements import Elements, Grid
from lastdigit.verdicts.verdict import Verdict

BANDS = (1e-3, 1e-2, 0.1, 0.25, 0.5, 0.75, 1.0)
"""Ends of the bands of error ÷ allowed; the page's script names them."""
BEYOND = len(BANDS)
"""The band of what disagrees."""


class ForeignElement(LastdigitError):
    """An element of a verdict that the golden does not have: the record contradicts its own reference data."""

    def __init__(self, index: Sequence[int], golden: Golden) -> None:
        found = f"one at {list(index)}"
        super().__init__(f"expected elements of golden {golden.name}, of shape {golden.shape}, found {found}")


@lru_cache(maxsize=1 << 12)
def spelled(index: tuple[int, ...]) -> str:
    """An index as the reports have it."""
    return ",".join(map(str, index))


def places_of(elements: Elements, golden: Golden) -> list[int] | None:
    """Where the elements stand among the golden's tokens; None if they are all of them, in their order."""
    if len(elements) == len(golden.tokens) and not golden.cut:
        return None
    indices, shape = elements.indices, tuple(golden.shape)
    if isinstance(indices, Grid) and indices.shape == shape:
        places = [*map(int, indices.places)]
    else:
        for index in indices:
            if len(index) != len(shape) or any(map(ge, index, shape)):
                raise ForeignElement(index, golden)
        places = [place(index, shape) for index in indices]
    if max(places, default=0) >= max(len(golden.tokens), 1):
        raise ForeignElement(indices[places.index(max(places))], golden)
    return places


def place(index: Sequence[int], shape: Sequence[int]) -> int:
    """The position of an element in an array of this shape, in row-major order."""
    found = 0
    for position, extent in zip(index, shape, strict=True):
        found = found * extent + position
    return found


def worst_of(verdict: Verdict, elements: Elements, kept: Sequence[int]) -> int:
    """The position of the worst element among those kept; the first if it is not among them."""
    indices, worst = elements.indices, verdict.worst_index
    if isinstance(indices, Grid) and isinstance(indices.places, range) and isinstance(kept, range):
        # All of an array's elements are kept, in their order: there is nothing to search.
        index = tuple(int(part) for part in worst.split(",") if part.isdecimal())
        at = place(index, indices.shape) if len(index) == len(indices.shape) else 0
        return at if at < len(kept) else 0
    return next((at for at, element in enumerate(kept) if spelled(indices[element]) == worst), 0)


def share(errors: np.ndarray, allowed: np.ndarray) -> np.ndarray:
    """The errors in units of what is allowed; ∞ where nothing is, 0 where there is no error."""
    with np.errstate(all="ignore"):
        found: np.ndarray = errors / allowed
    unknown = np.isnan(found)
    if unknown.any():
        found[unknown] = np.where(errors[unknown] > 0, np.inf, 0.0)
    return found


def letters(shares: np.ndarray, agree: np.ndarray, same: np.ndarray) -> str:
    """A letter per element: its band, in capitals where it prints other digits."""
    bands = np.full(len(shares), ord("a"), dtype=np.uint8)
    above = np.empty(len(shares), dtype=np.bool_)
    for end in BANDS:
        np.greater(shares, end, out=above)
        bands += above.view(np.uint8)
    if not agree.all():
        bands[~agree] = ord("a") + BEYOND
    bands -= (~same).view(np.uint8) * np.uint8(ord("a") - ord("A"))
    return bands.tobytes().decode("ascii")
