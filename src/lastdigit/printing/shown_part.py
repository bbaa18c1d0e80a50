"""Which part of an array or of a table a print shows."""

from __future__ import annotations

from dataclasses import dataclass

from lastdigit.base.frozen import frozen


@dataclass(frozen=True)
class Summary:
    """What of a summarised array is shown.

    ``edges`` has per axis how many leading and how many trailing items stand around its dots, or None for an axis that
    is shown whole. ``full_shape`` is the shape of the array behind it, where that was printed.
    """

    edges: tuple[tuple[int, int] | None, ...]
    full_shape: tuple[int, ...] | None = None


@frozen
class Column:
    """Which column of a printed table an array is.

    ``name`` are the words above it, ``number`` counts the columns of numbers of that name from 0, ``rows`` are the
    labels of the rows that are shown.
    """

    name: str
    number: int
    rows: tuple[str, ...]
