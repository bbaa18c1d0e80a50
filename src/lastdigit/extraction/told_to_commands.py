"""Numbers that a command of a cell is told by an option, and that what it runs shows again."""

from __future__ import annotations

import re

from lastdigit.base.rule import Rule
from lastdigit.document import Cell
from lastdigit.extraction.labels import Print

OPTION = Rule(
    r"(?<!\S)--?([A-Za-z][\w-]{1,60})[= ]['\"]?(-?\d[\d.]{0,30}(?:e-?\d{1,3})?)(?![\w.])",
    "an option of a command with a number",
    "!python train.py --num-samples 1000",
    "!python train.py --name run_1000",
)
_WORD = re.compile(r"[a-z]{3,}")


def is_told_to_a_command(cell: Cell, entry: Print, label: str) -> bool:
    """Whether a number is that of an option of a command in the cell, one of whose words is in the label."""
    array, source = entry.found.array, cell.source.text
    if array.shape or entry.output.kind != "stream" or "!" not in source or "-" not in source:
        return False
    commands = [line for line in source.replace("\\\n", " ").split("\n") if line.lstrip().startswith("!")]
    words = set(_WORD.findall(label.lower()))
    options = (found for line in commands for found in OPTION.expression.finditer(line))
    return any(found[2] == array.texts[0] and words & set(_WORD.findall(found[1].lower())) for found in options)
