"""A golden: one printed array, scalar or shape, with its provenance and print format."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from lastdigit.base.frozen import frozen
from lastdigit.printing.by_digits import widest_format
from lastdigit.printing.print_format import PrintFormat
from lastdigit.printing.shown_part import Column, Summary
from lastdigit.printing.value import AnyPrintedValue, PrintedValue

CANDIDATE = "candidate"
"""The kind of what a cell printed though nothing shows that it is a result, and not a setting or an input."""

KINDS = ("printed", CANDIDATE, "shape", "typed", "literal")

DOTS = "..."
"""Marks omitted items of a summarised print in the CSV."""


@frozen
class Provenance:
    """The place of a golden: document, code cell (number and execution count), output, lines."""

    document: str
    cell: int
    count: int | None
    output: int | None
    first_line: int
    last_line: int

    @property
    def place(self) -> str:
        """The place in words."""
        counted = f"cell {self.cell}" + (f" (In [{self.count}])" if self.count is not None else "")
        output = "source" if self.output is None else f"output {self.output}"
        one_line = self.first_line == self.last_line
        lines = f"line {self.first_line}" if one_line else f"lines {self.first_line}–{self.last_line}"
        return f"{counted}, {output}, {lines}"


@frozen
class Golden:
    """One printed array (or scalar, or shape) of a document.

    ``kind``: ``printed`` by a cell, a ``candidate`` that a cell printed though nothing in the document shows that it
    is a result, a ``shape`` that a cell printed, ``typed`` into a string of the source, or a ``literal`` input of the
    source. No case is due for a candidate; a case may use one as any other golden. ``tokens`` are flat in row-major
    order. ``shape`` is the printed shape; if the output was truncated, its last row may be short and the last token
    incomplete. ``summary`` gives the numbers of items before and after the dots of a summarised array. ``options`` is
    the source of the precision. ``inferred`` names the facts that the document does not state: ``dtype``,
    ``precision``, ``label``, ``kind``. ``said`` names the facts that the case file states, and ``unverifiable`` is the
    reason why the golden cannot be computed again. ``computed_in`` is the coarsest dtype in which the document may have
    computed it, where that is not the dtype of its format: a float64 may be the mean of float32 losses.

    ``column`` is its column, if it is part of a table; ``frame`` is the common name of all columns of that table.
    """

    name: str
    kind: str
    label: str
    provenance: Provenance
    format: PrintFormat
    options: str
    shape: tuple[int, ...]
    tokens: tuple[str, ...]
    cut: bool
    summary: Summary | None = None
    inferred: tuple[str, ...] = ()
    said: tuple[str, ...] = ()
    unverifiable: str = ""
    column: Column | None = None
    frame: str = ""
    computed_in: str = ""

    @property
    def coarsest(self) -> str:
        """The coarsest dtype in which the document may have computed it."""
        return self.computed_in or self.format.dtype

    @property
    def is_printed(self) -> bool:
        """Whether a cell printed it, and it is no shape."""
        return self.kind in ("printed", CANDIDATE)

    @cached_property
    def values(self) -> tuple[AnyPrintedValue | None, ...]:
        """The printed values; None for a truncated token without information."""
        whole = len(self.tokens) - self.cut
        read: list[AnyPrintedValue | None] = [self.format.value(token) for token in self.tokens[:whole]]
        return (*read, *(self.format.read_cut(token) for token in self.tokens[whole:]))

    @cached_property
    def numbers(self) -> tuple[PrintedValue | None, ...]:
        """The printed values that are intervals of reals; None for all others: nan, infinities, complex numbers."""
        return tuple(value if isinstance(value, PrintedValue) else None for value in self.values)

    @cached_property
    def widest(self) -> PrintFormat:
        """Its format from its digits alone, for refusals that must not rest on inferred facts."""
        return widest_format(self.format, self.tokens)

    @property
    def rows(self) -> list[list[str]]:
        """The rows of its CSV: one per index of all axes but the last, with dots where a summarised print has them."""
        edges = self.summary.edges if self.summary and not self.cut else (None,) * len(self.shape)
        width = self.shape[-1] if self.shape else 1
        rows = [list(self.tokens[start : start + width]) for start in range(0, len(self.tokens), max(width, 1))]
        if edges and edges[-1]:
            rows = [[*row[: edges[-1][0]], DOTS, *row[edges[-1][0] :]] for row in rows]
        blocks = [[row] for row in rows]
        for extent, edge in zip(reversed(self.shape[:-1]), reversed(edges[:-1]), strict=True):
            grouped = [blocks[start : start + extent] for start in range(0, len(blocks), max(extent, 1))]
            if edge:
                grouped = [[*group[: edge[0]], [[DOTS]], *group[edge[0] :]] for group in grouped]
            blocks = [[row for block in group for row in block] for group in grouped]
        return [row for block in blocks for row in block]

    def record(self) -> dict[str, Any]:
        """Its entry in the document's TOML; the tokens are in its CSV."""
        provenance = self.provenance
        record: dict[str, Any] = {
            "name": self.name,
            "kind": self.kind,
            "label": self.label,
            "cell": provenance.cell,
            "count": provenance.count,
            "output": provenance.output,
            "lines": [provenance.first_line, provenance.last_line],
            "printer": self.format.printer,
            "precision": self.format.precision,
            "scientific": self.format.scientific,
            "floatmode": self.format.floatmode,
            "rounded_to": self.format.rounded_to,
            "others": [_plain(other) for other in self.format.others] or None,
            "dtypes": list(self.format.inferred.dtypes) if self.format.inferred else None,
            "options": self.options,
            "dtype": self.format.dtype,
            "computed_in": self.computed_in or None,
            "quantum": _quantum(self.format, self.tokens),
            "shape": list(self.shape),
            "cut": self.cut,
            "edges": [list(edge or ()) for edge in self.summary.edges] if self.summary else None,
            "full_shape": list(self.summary.full_shape) if self.summary and self.summary.full_shape else None,
            "inferred": list(self.inferred) or None,
            "frame": self.frame or None,
            "column": self.column.name if self.column else None,
            "number": self.column.number if self.column else None,
            "rows": list(self.column.rows) if self.column else None,
        }
        return {key: value for key, value in record.items() if value is not None}


def _plain(form: PrintFormat) -> dict[str, Any]:
    """An alternative print format of a golden, as a table of its record."""
    plain = {
        "printer": form.printer,
        "precision": form.precision,
        "scientific": form.scientific,
        "dtype": form.dtype,
        "floatmode": form.floatmode,
        "rounded_to": form.rounded_to,
    }
    return {key: value for key, value in plain.items() if value is not None}


def _quantum(form: PrintFormat, tokens: Sequence[str]) -> str:
    """A description of the quantum; shortest unique digits have none."""
    if form.rounded_to is not None:
        return f"1e{-form.rounded_to} before it was printed"
    if form.precision is None:
        return "exact" if form.floatmode is None else "shortest unique digits"
    if form.differs_by_token(tokens):
        return "one unit of each number's last digit"
    return f"{form.precision} significant digits" if form.floatmode == "general" else f"1e-{form.precision}"
