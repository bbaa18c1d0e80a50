"""Reads the last rows of scikit-learn's classification report: the accuracy and the averages over the classes.

They are separated from the rows of the classes by an empty line and have no header of their own. The accuracy stands in
the column of the F1 scores.
"""

from __future__ import annotations

import re
from dataclasses import replace

from lastdigit.printing.printers import TABLE
from lastdigit.printing.tables.table_print import TableColumn, TablePrint
from lastdigit.printing.tables.text_lines import Line
from lastdigit.printing.tokens import Token

_ROW = re.compile(
    r"\s*(?P<label>(?:micro|macro|weighted|samples) avg|avg / total) {2,80}"
    r"(?P<precision>\d\.\d{1,9}) {2,40}(?P<recall>\d\.\d{1,9}) {2,40}(?P<f1>\d\.\d{1,9}) {2,40}(?P<support>\d{1,12})"
)
_ACCURACY = re.compile(r"\s*(?P<label>accuracy) {2,160}(?P<f1>\d\.\d{1,9}) {2,40}(?P<support>\d{1,12})")
_NAMES = {"precision": "precision", "recall": "recall", "f1": "f1-score", "support": "support"}


def read_averages(lines: list[Line], start: int) -> tuple[TablePrint | None, int]:
    """The table of averages from line ``start``, or the accuracy alone, or None if it is neither; and the next line."""
    accuracy = _ACCURACY.fullmatch(lines[start].text)
    rows = [accuracy] if accuracy else []
    number = start
    while not accuracy and number < len(lines) and (row := _ROW.fullmatch(lines[number].text)) is not None:
        rows.append(row)
        number += 1
    if not rows:
        return None, start + 1
    columns = tuple(
        TableColumn(
            ("accuracy" if accuracy else "avg", name),
            tuple(Token(row[group], lines[start + n].offset + row.start(group)) for n, row in enumerate(rows)),
            "int64" if group == "support" else "float64",
        )
        for group, name in _NAMES.items()
        if group in rows[0].re.groupindex
    )
    after = start + len(rows)
    end = lines[after - 1].offset + len(lines[after - 1].text)
    labels = tuple(row["label"] for row in rows)
    return TablePrint(columns, labels, lines[start].offset, end, TABLE.name, continues=True), after


def with_averages(table: TablePrint, lines: list[Line], after: int) -> tuple[TablePrint, int]:
    """A table of classes with the rows below it, which ends at line ``after``; and the next line.

    Any other table is returned as it is.
    """
    if [column.levels[-1] for column in table.columns] != list(_NAMES.values()):
        return table, after
    number = after
    columns = [replace(column, row_labels=table.row_labels) for column in table.columns]
    while number < len(lines):
        if not lines[number].text:
            number += 1
            continue
        below, number = read_averages(lines, number)
        if below is None:
            break
        added = {column.levels[-1]: column.tokens for column in below.columns}
        columns = [_extended(column, added.get(column.levels[-1], ()), below.row_labels) for column in columns]
        table, after = replace(table, columns=tuple(columns), end=below.end), number
    return table, after


def _extended(column: TableColumn, tokens: tuple[Token, ...], labels: tuple[str, ...]) -> TableColumn:
    if not tokens or column.row_labels is None:
        return column
    return replace(column, tokens=column.tokens + tokens, row_labels=column.row_labels + labels)
