"""Printed frames: each numeric column is a golden with its own format; all share one file and record."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

from lastdigit.base.frozen import frozen
from lastdigit.base.toml_table import Table
from lastdigit.printing.golden import DOTS, Golden
from lastdigit.store.golden_record import golden_of

FRAME = "frame"
"""The kind of a record of columns."""

_OF_THE_FRAME = ("frame", "rows", "cell", "count", "output", "lines", "edges", "full_shape")
"""Keys that a record has once for all columns of a frame."""


@frozen
class Frame:
    """The numeric columns of one printed frame, in order."""

    name: str
    columns: tuple[Golden, ...]

    @property
    def rows(self) -> list[list[str]]:
        """The rows of its CSV, one per printed row; dots mark omitted rows."""
        first = self.columns[0]
        rows = [list(row) for row in zip(*(column.tokens for column in self.columns), strict=True)]
        edges = first.summary.edges[0] if first.summary else None
        if edges:
            rows.insert(edges[0], [DOTS] * len(self.columns))
        return rows

    def record(self) -> dict[str, Any]:
        """Its entry in the document's TOML: row labels, and the entry of each column."""
        records = [column.record() for column in self.columns]
        shared = {key: records[0][key] for key in _OF_THE_FRAME[1:] if key in records[0]}
        own = [{key: value for key, value in record.items() if key not in _OF_THE_FRAME} for record in records]
        return {"name": self.name, "kind": FRAME, **shared, "column": own}


def by_frame(goldens: Iterable[Golden]) -> Iterator[Golden | Frame]:
    """Goldens in order, with the columns of each frame grouped."""
    for name, found in groupby(goldens, key=lambda golden: golden.frame or id(golden)):
        one, *others = found
        yield Frame(one.frame, (one, *others)) if name == one.frame else one


def columns_of(document: str, table: Table) -> Iterator[Golden]:
    """The columns of a frame from its record, without their tokens."""
    table.take("kind", str)
    shared = {key: table.take(key, object) for key in _OF_THE_FRAME[1:] if key in table.content}
    shared["frame"] = table.file_name("name")
    columns = [golden_of(document, column.with_more(shared)) for column in table.tables("column")]
    table.done()
    if len({column.shape for column in columns}) != 1 or len(columns[0].shape) != 1:
        shapes = ", ".join(str(column.shape) for column in columns) or "none"
        raise table.error(f"columns of one length in {table.what}", shapes, "column")
    yield from columns
