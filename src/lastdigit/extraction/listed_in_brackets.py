"""Values in brackets that the source writes itself around several values: each has a name of its own.

``print("(node, weight) = (%d, %.2f)" % (i, w))`` prints no array, nor does ``print(f"interval: [{low}, {high}]")``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeGuard

from lastdigit.document import Cell
from lastdigit.extraction.labels import Print
from lastdigit.extraction.one_in_brackets import around_one
from lastdigit.printing.found import LeftOut
from lastdigit.printing.words.scalars import scalars_in_line
from lastdigit.source.printed_lines import PrintedLine, holes_at

_MOST = 8
"""A line of a source has at most as many values."""
_NEAR = 2
"""Characters before a bracket that a string of the source has as well, unless they end another value."""
_PLACEHOLDERS_END = "}dfgesr"


def may_be_listed(entry: Print | LeftOut, source: str) -> TypeGuard[Print]:
    """Whether brackets hold few enough values to be written one by one, and a string of the source opens them."""
    if isinstance(entry, LeftOut) or entry.found.path:
        return False
    array, text = entry.found.array, entry.passage.text
    if len(array.shape) != 1 or not 1 <= len(array.tokens) <= _MOST:
        return False
    line = text.rfind("\n", 0, array.start) + 1
    before, bracket = text[max(array.start - _NEAR, line) : array.start], text[array.start]
    if any(f"{quote}{bracket}" in source for quote in "'\""):
        return True
    if before.isspace() and any(f"{end} {bracket}" in source for end in _PLACEHOLDERS_END):
        return True
    if before[:1].isdigit():
        return any(f"{end}{before[1:]}{bracket}" in source for end in _PLACEHOLDERS_END)
    return before != "" and f"{before}{bracket}" in source


def apart(cell: Cell, entry: Print, lines: Sequence[PrintedLine]) -> Iterator[Print | LeftOut]:
    """The values in the brackets, each with its name; the same print if the source did not write these brackets."""
    names = _names(entry, lines)
    if not names:
        yield around_one(cell, entry)
        return
    array, text = entry.found.array, entry.passage.text
    for found in scalars_in_line(text[array.start + 1 : array.end - 1], shift=array.start + 1):
        if isinstance(found, LeftOut):
            yield LeftOut(found.start, found.end, found.reason, cell, entry.output)
            continue
        name = names[sum(token.offset < found.array.start for token in array.tokens)]
        yield Print(entry.output, entry.passage, found._replace(label=name))


def _names(entry: Print, lines: Sequence[PrintedLine]) -> list[str]:
    """The name of each value: from the words before the brackets, if those list as many; else its expression."""
    array, text, label = entry.found.array, entry.passage.text, entry.found.label
    start = text.rfind("\n", 0, array.start) + 1
    end = text.find("\n", array.end)
    line = text[start : end if end >= 0 else len(text)]
    indent = start + len(line) - len(line.lstrip())
    places = [(token.offset - indent, token.offset + len(token.text) - indent) for token in array.tokens]
    holes = holes_at(lines, line.strip(), places)
    names = [name.strip(" ()[]:=") for name in label.split(",")]
    if len(names) == len(holes) and all(names):
        return names
    return [f"{label} {hole.expression}".strip() for hole in holes]
