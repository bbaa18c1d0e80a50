"""Which part of an array or of a table a print shows."""

from __future__ import annotations

from dataclasses import dataclass

from lastdigit.base.frozen import frozen


@dataclass(frozen=True)
class Summary:
    """The visible part of a summarised array.

    ``edges`` has one entry per axis: the numbers of leading and trailing items around its dots, or None if the axis is
    complete. ``full_shape`` is the shape of the whole array, if it is printed.
    """

    edges: tuple[tuple[int, int] | None, ...]
    full_shape: tuple[int, ...] | None = None


@frozen
class Column:
    """The column of a printed table that an array is.

    ``name`` is its header, ``number`` counts the numeric columns of that name from 0, and ``rows`` are the labels of
    the visible rows.
    """

    name: str
    number: int
    rows: tuple[str, ...]
