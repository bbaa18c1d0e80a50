"""A golden: one printed array, scalar or shape, with where it stands and how it was printed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from lastdigit.printing.print_format import PrintFormat
from lastdigit.printing.value import PrintedValue

KINDS = ("printed", "shape", "typed", "literal")


@dataclass(frozen=True)
class Provenance:
    """Where a golden stands: document, code cell (by number, and the kernel's count), output, lines."""

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


@dataclass(frozen=True)
class Golden:
    """One printed array (or scalar, or shape) of a document.

    ``kind``: ``printed`` by a cell, the ``shape`` that a cell printed, ``typed`` into a string of the source, or a
    ``literal`` input of the source. ``tokens`` are flat in row-major order. ``shape`` is what was printed; where the
    output was cut, its last row may be short and the last token a part of one. ``options`` says where the precision
    comes from.
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

    @cached_property
    def values(self) -> tuple[PrintedValue | None, ...]:
        """The printed values; None for a cut token that bounds nothing."""
        whole = len(self.tokens) - self.cut
        read: list[PrintedValue | None] = [self.format.read(token) for token in self.tokens[:whole]]
        return (*read, *(self.format.read_cut(token) for token in self.tokens[whole:]))

    @property
    def rows(self) -> list[list[str]]:
        """The tokens as the rows of its CSV: one row per index of all axes but the last."""
        width = max(self.shape[-1], 1) if self.shape else 1
        return [list(self.tokens[start : start + width]) for start in range(0, len(self.tokens), width)]

    def record(self) -> dict[str, Any]:
        """What its document's TOML says of it; the tokens stand in its CSV."""
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
            "options": self.options,
            "dtype": self.format.dtype,
            "quantum": "exact" if self.format.precision is None else f"1e-{self.format.precision}",
            "shape": list(self.shape),
            "cut": self.cut,
        }
        return {key: value for key, value in record.items() if value is not None}

    @classmethod
    def from_record(cls, document: str, record: Mapping[str, Any], tokens: tuple[str, ...]) -> Golden:
        """The golden of a TOML record and the tokens of its CSV; raises KeyError for what is missing."""
        first, last = record["lines"]
        return cls(
            name=record["name"],
            kind=record["kind"],
            label=record["label"],
            provenance=Provenance(document, record["cell"], record.get("count"), record.get("output"), first, last),
            format=PrintFormat(record["printer"], record.get("precision"), record["scientific"], record["dtype"]),
            options=record["options"],
            shape=tuple(record["shape"]),
            tokens=tokens,
            cut=record["cut"],
        )
