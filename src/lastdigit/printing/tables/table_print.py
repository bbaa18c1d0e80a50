"""One printed table: its numeric columns, the names of its rows and columns, and which part is visible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from lastdigit.printing.array_print import ArrayPrint
from lastdigit.printing.shown_part import Column, Summary
from lastdigit.printing.tokens import Token


@dataclass(frozen=True)
class TableColumn:
    """A column whose cells are all numbers, or all booleans; some may be missing (``NaN``, ``<NA>``).

    ``levels`` are its headers from the top; a column with one header has one. ``tokens`` are those of the visible rows.
    ``dtype`` is ``int64``, ``float64`` or ``bool`` unless the table names another. ``row_labels`` are those of its
    rows, if it has not all of the table's.
    """

    levels: tuple[str, ...]
    tokens: tuple[Token, ...]
    dtype: str
    row_labels: tuple[str, ...] | None = None

    @property
    def name(self) -> str:
        """Its headers, joined by ``/``."""
        return "/".join(level for level in self.levels if level)


@dataclass(frozen=True)
class TablePrint:
    """A printed table; offsets are those of the text, and the table is ``text[start:end]``.

    ``name`` is the name of a Series (``is_series``). ``row_labels`` are those of the visible rows. ``gap`` is the
    number of rows above the ``...``, if rows are omitted. ``rows`` and ``columns_in_all`` are the full size, if a
    footer states it. ``continues``: it belongs to the table above. ``said_shape`` is the shape that its caption says.
    ``printer`` is ``pandas``, ``styler``, ``tabulate``, ``polars``, or ``table`` for printers that trim nothing.
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
    continues: bool = False
    said_shape: ArrayPrint | None = None

    def arrays(self, shift: int = 0) -> Iterator[ArrayPrint]:
        """Its columns as prints, each with the extent of the whole table; offsets are larger by ``shift``."""
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
                column=Column(column.name, seen[column.name], column.row_labels or self.row_labels),
            )
            seen[column.name] += 1
