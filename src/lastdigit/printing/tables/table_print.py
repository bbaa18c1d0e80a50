"""One printed table: its columns of numbers, the words of its rows and columns, and what was left out of the print."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from lastdigit.printing.array_print import ArrayPrint
from lastdigit.printing.shown_part import Column, Summary
from lastdigit.printing.tokens import Token


@dataclass(frozen=True)
class TableColumn:
    """A column whose cells are all numbers, or all booleans; missing values (``NaN``, ``<NA>``) may stand among them.

    ``levels`` are the words above it, from the top one down; a column with one header has one. ``tokens`` go down the
    shown rows. ``dtype`` is ``int64``, ``float64`` or ``bool`` where nothing names it.
    """

    levels: tuple[str, ...]
    tokens: tuple[Token, ...]
    dtype: str

    @property
    def name(self) -> str:
        """The words above it, joined by ``/``."""
        return "/".join(level for level in self.levels if level)


@dataclass(frozen=True)
class TablePrint:
    """A printed table; offsets are those of the text that was read, and ``start`` to ``end`` is the whole print.

    ``name`` is a Series' own; ``is_series``: it is one. ``row_labels`` name the rows that are shown. Where rows are
    left out, ``gap`` is how many are shown above the ``...``. ``rows`` and ``columns_in_all`` count the whole table
    where its footer says so. ``printer`` is ``pandas``, ``styler``, ``tabulate``, ``polars``, or ``table`` for what
    trims nothing.
    """

    columns: tuple[TableColumn, ...]
    row_labels: tuple[str, ...]
    start: int
    end: int
    printer: str
    name: str = ""
    gap: int | None = None
    rows: int | None = None
    columns_in_all: int | None = None
    is_series: bool = False

    def arrays(self, shift: int = 0) -> Iterator[ArrayPrint]:
        """Its columns as prints, each from the beginning of the table to its end; offsets grow by ``shift``."""
        summary = None
        if self.gap is not None:
            edges = (self.gap, len(self.row_labels) - self.gap)
            summary = Summary((edges,), None if self.rows is None else (self.rows,))
        seen = Counter[str]()
        for column in self.columns:
            yield ArrayPrint(
                kind="printed",
                tokens=tuple(Token(token.text, token.offset + shift) for token in column.tokens),
                shape=(len(column.tokens),),
                cut=False,
                printer=self.printer,
                dtype=column.dtype,
                start=self.start + shift,
                end=self.end + shift,
                summary=summary,
                column=Column(column.name, seen[column.name], self.row_labels),
            )
            seen[column.name] += 1
