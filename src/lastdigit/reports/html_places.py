"""Where elements stand: among the tokens of a golden, and in words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from operator import ge

from lastdigit.errors import LastdigitError
from lastdigit.printing.golden import Golden
from lastdigit.verdicts.elements import Elements, Grid
from lastdigit.verdicts.verdict import Verdict


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
    """Where the elements stand among the golden's tokens; None where they are all of them, in their order."""
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
    """Where an element stands in an array of this shape, in row-major order."""
    found = 0
    for position, extent in zip(index, shape, strict=True):
        found = found * extent + position
    return found


def worst_of(verdict: Verdict, elements: Elements, kept: Sequence[int]) -> int:
    """Where the worst element stands among those kept; the first where it is none of them."""
    indices, worst = elements.indices, verdict.worst_index
    if isinstance(indices, Grid) and isinstance(indices.places, range) and isinstance(kept, range):
        # All of an array's elements are kept, in their order: there is nothing to search.
        index = tuple(int(part) for part in worst.split(",") if part.isdecimal())
        at = place(index, indices.shape) if len(index) == len(indices.shape) else 0
        return at if at < len(kept) else 0
    return next((at for at, element in enumerate(kept) if spelled(indices[element]) == worst), 0)
