"""Values in brackets that the source writes itself around several values: each has a name of its own.

``print("(node, weight) = (%d, %.2f)" % (i, w))`` prints no array, nor does ``print(f"interval: [{low}, {high}]")``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TypeGuard

from lastdigit.document import Cell, Output
from lastdigit.extraction.labels import Print
from lastdigit.printing.found import FoundPrint, LeftOut
from lastdigit.printing.python_values import python_number
from lastdigit.printing.words.reasons import REASONS
from lastdigit.printing.words.scalars import scalars_in_line
from lastdigit.source.laid_upon import PutIn
from lastdigit.source.printed_lines import PrintedLine, holes_at

_MOST = 8
"""A line of a source has at most as many values."""
_NEAR = 2
"""Characters before a bracket that a string of the source has as well, unless they end another value."""
_PLACEHOLDERS_END = "}dfgesr"
_AROUND_ONE = re.compile(r"\[(?:\{([^{}\[\]:!\n]{1,80})(?:[:!][^{}\[\]\n]{0,40})?\}|%[-+ #0]*\d*(?:\.\d+)?[a-z])\]")
"""Brackets of a string around a single value."""
_IN_BRACKETS = re.compile(r"\[\s{0,80}([-+]?\d{1,30}\.\d{1,30}(?:e[-+]?\d{1,4})?)\s{0,80}\]")


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
    names = [(name, None) for name in _names(entry, lines)] or _name_of_one(cell.source.text, entry)
    if not names:
        yield entry
        return
    array, text = entry.found.array, entry.passage.text
    for found in scalars_in_line(text[array.start + 1 : array.end - 1], shift=array.start + 1):
        if isinstance(found, LeftOut):
            yield LeftOut(found.start, found.end, found.reason, cell, entry.output)
            continue
        name, put_in = names[sum(token.offset < found.array.start for token in array.tokens)]
        yield Print(entry.output, entry.passage, found._replace(label=name), put_in)


def taken_out(cell: Cell, entry: LeftOut, output: Output) -> Print | LeftOut:
    """The number in brackets that were left out, if a string of the source writes brackets around one value."""
    text = output.passage.text
    number = _IN_BRACKETS.fullmatch(text, entry.start, entry.end) if entry.reason == REASONS["container"] else None
    expression = _put_in(cell.source.text, text, entry.start) if number is not None else None
    if number is None or expression is None:
        return entry
    words = _before(text, entry.start).strip(" \t:=,|")
    found = FoundPrint(python_number(number[1], number.start(1)), words or expression)
    return Print(output, output.passage, found, _said(found.label, expression))


def _name_of_one(source: str, entry: Print) -> list[tuple[str, PutIn | None]]:
    """The name and the expression of a single value in brackets that a string of the source writes around it."""
    array, label = entry.found.array, entry.found.label
    is_one = len(array.tokens) == 1 and not array.texts[0].endswith(".")
    expression = _put_in(source, entry.passage.text, array.start) if is_one else None
    return [] if expression is None else [(label or expression, _said(label, expression))]


def _put_in(source: str, text: str, start: int) -> str | None:
    """The expression of the only value in brackets that begin at ``start``; "" if it stands elsewhere.

    None if no string of the source has such brackets behind the same two characters, or behind another value.
    """
    before = _before(text, start).rstrip()[-_NEAR:]
    for written in _AROUND_ONE.finditer(source):
        above = source[: written.start()].rstrip()
        if above.endswith(before or "\n") or above.endswith(tuple(_PLACEHOLDERS_END)):
            return (written[1] or "").strip()
    return None


def _before(text: str, start: int) -> str:
    return text[text.rfind("\n", 0, start) + 1 : start]


def _said(label: str, expression: str) -> PutIn | None:
    return PutIn(label, expressions=(expression,), repeats=True) if expression else None


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
