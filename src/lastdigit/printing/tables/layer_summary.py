"""Reads the summary of a network's layers, as Keras and torchinfo print it: the number of parameters of each layer."""

from __future__ import annotations

import re

from lastdigit.base.rule import Rule
from lastdigit.printing.printers import TABLE
from lastdigit.printing.tables.table_print import TableColumn, TablePrint
from lastdigit.printing.tables.text_lines import Line
from lastdigit.printing.tokens import Token

PARAMETERS = "Param #"
_TOTAL = "Total params"
HEADER = Rule(
    r"\A\s{0,3}Layer \(",
    "the header of a network's summary",
    " Layer (type)     Output Shape     Param #",
    "the Layer (0)",
)
_COUNT = re.compile(r"\(?(\d{1,3}(?:,\d{3}){1,6}|\d{1,18})\)?(?!\S)")
_BRANCHES = " │├└─|"
"""The characters that draw the tree of layers."""
_GAP = re.compile(r"\s{2,}")
_CONNECTED = re.compile(r"^([ ]{0,3}Layer \([^\n]{1,160}Param #[ ]{1,20})Connected to[^\n]*", re.MULTILINE)
_BRACKETS = re.compile(r"[\[\]]")
_OPEN_SHAPE = re.compile(
    r"\[(?=\([^()\[\]\n]{0,80}\),[ ]{1,80}(?:\d|\([^()\[\]\n]{0,80} \d))|\((?=[^()\[\]\n]{0,80} \d{1,18} {2})"
)


def with_closed_shapes(text: str) -> str:
    """The same text without brackets that are closed in a later row only, and so look like those of arrays.

    Shapes have such brackets, and lists of connected layers, the last column.
    """
    if PARAMETERS not in text:
        return text
    header = _CONNECTED.search(text)
    closed = _OPEN_SHAPE.sub(" ", text)
    if header is None:
        return closed
    end = closed.find(_TOTAL, header.end())
    rows = closed[header.end() : end if end >= 0 else None].split("\n")
    below = "\n".join(_without_brackets(row, len(header[1])) for row in rows)
    return closed[: header.end()] + below + closed[header.end() + len(below) :]


def _without_brackets(row: str, begin: int) -> str:
    """A row without the brackets from ``begin`` on, if a space stands before."""
    return row[:begin] + _BRACKETS.sub(" ", row[begin:]) if row[begin - 1 : begin] == " " else row


def is_summary(line: Line) -> bool:
    """Whether ``line`` is the header of such a table."""
    return PARAMETERS in line.text and HEADER.match(line.text) is not None


def read_layer_summary(lines: list[Line], header: int) -> tuple[TablePrint | None, int]:
    """The column of counts below the line ``header``, or None if there are none; and the next line.

    The column is left-aligned; parentheses mark frozen counts. A rule of equals signs or the line of totals ends it.
    Rows without a count, such as groups of layers, are skipped.
    """
    begin = lines[header].text.index(PARAMETERS)
    tokens: list[Token] = []
    labels: list[str] = []
    last = number = header
    while number + 1 < len(lines):
        number += 1
        text = lines[number].text
        if text.startswith("=") and tokens:
            break
        count = _COUNT.match(text, begin) if text[begin - 1 : begin] == " " else None
        if count is not None:
            tokens.append(Token(count[1].replace(",", ""), lines[number].offset + count.start(1)))
            labels.append(_GAP.split(text.lstrip(_BRANCHES), maxsplit=1)[0])
            last = number
        elif text.startswith(_TOTAL) or is_summary(lines[number]):
            break
    if not tokens:
        return None, header + 1
    column = TableColumn((PARAMETERS,), tuple(tokens), "int64")
    end = lines[last].offset + len(lines[last].text)
    return TablePrint((column,), tuple(labels), lines[header].offset, end, TABLE.name), last + 1
