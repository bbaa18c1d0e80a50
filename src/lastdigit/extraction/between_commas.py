"""Fields of rows with commas between them, which look like one number with separators of thousands."""

from __future__ import annotations

import re

from lastdigit.base.rule import Rule
from lastdigit.document import Cell
from lastdigit.extraction.labels import Print

WRITES_COMMAS = Rule(
    r"\bprint\([^\n]{0,80}\.to_csv\(|\bto_csv\((?:sys\.)?stdout|\bcsv\.writer\(|\bsavetxt\((?:sys\.)?stdout"
    r"|\bsep ?= ?['\"],['\"]|['\"],['\"]\.join\(|\w\},\{\w|%[\d.]{0,6}[a-z],%|\+ ?['\"],['\"] ?\+",
    "a source writes a comma between values",
    "print(f'{i},{x:.3f}')",
    "frame.to_csv('pears.csv')",
)
GROUPS_DIGITS = Rule(
    r":[<>^+ \d]{0,6},(?:\.\d{1,2})?[fdgn%]?\}|\bformat\([^()\n]{1,80}, ?['\"],|\bgrouping ?= ?True",
    "a format separates thousands by commas",
    "f'{x:,.2f}'",
    "f'{x:.2f}'",
)
ENDS_AT_A_COMMA = Rule(
    r"(?<![\d.])\d{1,30}\.\d{1,30},[-+]?[\d.]",
    "a comma without a space stands behind the decimals of a number",
    "3,2.5,4",
    "3,200.5, 4",
)
_HEADER = re.compile(r"[^\d\s,.;:=]?[^\s,;:=]{0,40}(?:,[^\W\d][^\s,;:=]{0,40}){1,400}")


def stands_between_commas(entry: Print, cell: Cell) -> bool:
    """Whether the commas in a number separate fields: the source writes them so, or its line is a row of fields."""
    array, text = entry.found.array, entry.passage.text
    if array.shape or array.column is not None or "," not in text[array.start : array.end]:
        return False
    ends = text.find("\n", array.end)
    line = text[entry.line_begins : ends if ends >= 0 else len(text)].strip()
    if ENDS_AT_A_COMMA.search(line):
        return True
    source = cell.source.text
    if WRITES_COMMAS.search(source) and not GROUPS_DIGITS.search(source):
        return True
    above = text[: entry.line_begins].split("\n")
    return any(one.count(",") == line.count(",") and _HEADER.fullmatch(one) for one in map(str.strip, above))
