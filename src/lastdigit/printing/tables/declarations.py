"""Reads the values of variables and constraints as Pyomo prints its models: fields between colons, a row for each key.

Bounds and flags are what a model was given; formulas are no values.
"""

from __future__ import annotations

import re

from lastdigit.base.rule import Rule
from lastdigit.printing.printers import TABLE
from lastdigit.printing.tables.table_cells import VALUE, dtype_of_cells
from lastdigit.printing.tables.table_print import TableColumn, TablePrint
from lastdigit.printing.tables.text_lines import Line
from lastdigit.printing.tokens import Token

KEY = " Key "
HEADER = Rule(
    r"\s+Key\s+: (?:Lower|Active) : [^\n]{0,80}\b(?:Value|Body)\b",
    "the header of the declarations of a model",
    "        Key     : Lower : Value            : Upper : Fixed : Stale : Domain",
    "Key : Value",
)
_COMPONENT = re.compile(r"\s+(\S{1,80}) : Size=\d{1,18}\b")
_FIELD = " : "


def is_declaration(line: Line) -> bool:
    """Whether ``line`` is the header of such declarations."""
    return HEADER.match(line.text) is not None


def read_declarations(lines: list[Line], header: int) -> tuple[TablePrint | None, int]:
    """The values below the line ``header``, with the key of each as the label of its row; and the next line.

    None if any of them is no number, as before a model is solved.
    """
    names = [name.strip() for name in lines[header].text.split(_FIELD)]
    component = _COMPONENT.match(lines[header - 1].text) if header else None
    taken = next(at for at, name in enumerate(names) if name in ("Value", "Body"))
    rows: list[Token] = []
    labels: list[str] = []
    number = header + 1
    while number < len(lines):
        fields = lines[number].text.rsplit(_FIELD, len(names) - 1)
        if len(fields) < len(names):
            break
        text = fields[taken].strip()
        before = len(_FIELD.join(fields[:taken])) + len(_FIELD)
        rows.append(Token(text, lines[number].offset + before + fields[taken].find(text)))
        labels.append(fields[0].strip())
        number += 1
    if component is None or not rows or not all(row.text[-1:].isdigit() and VALUE.fullmatch(row.text) for row in rows):
        return None, number
    levels = (component[1],) if names[taken] == "Value" else (component[1], names[taken])
    column = TableColumn(levels, tuple(rows), dtype_of_cells([row.text for row in rows]) or "float64")
    last = lines[number - 1]
    end = last.offset + len(last.text)
    return TablePrint((column,), tuple(labels), lines[header].offset, end, TABLE.name), number
