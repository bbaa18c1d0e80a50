"""Names of goldens, derived from labels and unique in their document."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache

LONGEST = 48
_WORD = re.compile(r"[^\W_]+")


@lru_cache(maxsize=1024)
def slug(label: str) -> str:
    """A label as a file name: lower case, words joined by underscores, at most 48 characters."""
    words = _WORD.findall(label.lower())
    if len(label) <= LONGEST:
        return "_".join(words) or "unnamed"
    name = ""
    for word in words:
        if name and len(name) + len(word) >= LONGEST:
            break
        name = f"{name}_{word}" if name else word[:LONGEST]
    return name or "unnamed"


def unique_names(wanted: Iterable[tuple[str, int]]) -> Iterator[str]:
    """A unique name for each of ``wanted``: pairs of a slug and a cell number.

    The first golden keeps the slug; later ones append their cell, and a number if needed.
    """
    pairs = list(wanted)
    taken = {name for name, _ in pairs}
    given: set[str] = set()
    next_number: Counter[str] = Counter()
    for name, cell in pairs:
        unique = name
        if name in given:
            in_cell = f"{name}_cell_{cell}"
            unique = in_cell
            while unique in given or unique in taken:
                next_number[in_cell] += 1
                unique = f"{in_cell}_{next_number[in_cell] + 1}"
        given.add(unique)
        yield unique
