"""Reads a CSV report back into a table, with every text as it was and nothing guessed."""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from lastdigit.base.errors import InvalidStore
from lastdigit.base.extras import needs
from lastdigit.base.files import read_content
from lastdigit.reports.tables.columns import COUNT, TEXT
from lastdigit.reports.tables.csv_cells import text_of_cell

with needs("tables"):
    import pandas

Row = tuple[int, list[str]]
"""The line in which a row ends, and its cells."""


def read_table(path: Path, columns: Mapping[str, str]) -> pandas.DataFrame:
    """A report with these columns; raises :class:`InvalidStore` where it has others, or a cell that is no number."""
    rows = list(_rows(path))
    heading = rows[0][1] if rows else []
    if heading != list(columns):
        raise InvalidStore(path, 1, f"the columns {', '.join(columns)}", ", ".join(heading) or "none")
    for line, row in rows[1:]:
        if len(row) != len(columns):
            raise InvalidStore(path, line, f"{len(columns)} cells", str(len(row)))
    return pandas.DataFrame(
        {name: _column(path, rows[1:], at, name, kind) for at, (name, kind) in enumerate(columns.items())}
    )


def _rows(path: Path) -> Iterator[Row]:
    content = read_content(path)
    limit = csv.field_size_limit(sys.maxsize)
    try:
        reader = csv.reader(io.StringIO(content.decode("utf-8")), strict=True)
        for row in reader:
            yield reader.line_num, row
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise InvalidStore(path, line, "UTF-8 text", f"byte {content[error.start]:#04x}") from error
    except csv.Error as error:
        raise InvalidStore(path, reader.line_num, "comma-separated values", str(error)) from error
    finally:
        csv.field_size_limit(limit)


def _column(path: Path, rows: Sequence[Row], at: int, name: str, kind: str) -> pandas.Series:
    if kind == TEXT:
        return pandas.Series([text_of_cell(row[at]) for _, row in rows], dtype="object", name=name)
    read = int if kind == COUNT else float
    values: list[float | None] = []
    for line, row in rows:
        try:
            values.append(read(row[at]) if row[at] else None)
        except ValueError as error:
            raise InvalidStore(path, line, f"a number or nothing for {name}", repr(row[at])) from error
    return pandas.Series(pandas.array(values, dtype="Int64" if kind == COUNT else "Float64"), name=name)
