"""Reads the last rows of scikit-learn's classification report: the accuracy and the averages over the classes.

They are separated from the rows of the classes by an empty line and have no header of their own.
"""

from __future__ import annotations

import re

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
