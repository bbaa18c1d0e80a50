"""A single value in brackets that a string of the source writes, which is no array: ``f"{word} [{weight:.3f}]"``."""

from __future__ import annotations

import re

from lastdigit.document import Cell, Output
from lastdigit.extraction.labels import Print
from lastdigit.printing.found import FoundPrint, LeftOut
from lastdigit.printing.python_values import python_number
from lastdigit.printing.words.reasons import REASONS
from lastdigit.source.laid_upon import PutIn

_WRITTEN = re.compile(r"\[(?:\{([^{}\[\]:!\n]{1,80})(?:[:!][^{}\[\]\n]{0,40})?\}|%[-+ #0]*\d*(?:\.\d+)?[a-z])\]")
_SHOWN = re.compile(r"\[\s{0,80}([-+]?\d{1,30}\.\d{1,30}(?:e[-+]?\d{1,4})?)\s{0,80}\]")
_NEAR = 2
"""Characters before the brackets that stand before those of the string as well, unless these follow another value."""
_ENDS_IN_A_PLACEHOLDER = re.compile(r"(?:\}|%[-+ #0]*\d*(?:\.\d+)?[a-z])\Z")


def around_one(cell: Cell, entry: Print) -> Print:
    """The number in brackets that were read as an array; the same print if the source does not write them."""
    array = entry.found.array
    number = _SHOWN.fullmatch(entry.passage.text, array.start, array.end) if len(array.tokens) == 1 else None
    return entry if number is None else _taken_out(cell, entry.output, number, entry.found.label) or entry


def taken_out(cell: Cell, entry: LeftOut, output: Output) -> Print | LeftOut:
    """The number in brackets that were left out; the same entry if the source does not write them."""
    text = output.passage.text
    number = _SHOWN.fullmatch(text, entry.start, entry.end) if entry.reason == REASONS["container"] else None
    return entry if number is None else _taken_out(cell, output, number, _before(number).strip(" \t:=,|")) or entry


def _taken_out(cell: Cell, output: Output, number: re.Match[str], words: str) -> Print | None:
    """A number without its brackets, named by ``words`` or its expression; None if no string has such brackets."""
    expression = _expression(cell.source.text, number)
    if expression is None:
        return None
    found = FoundPrint(python_number(number[1], number.start(1)), words or expression)
    put_in = PutIn(found.label, expressions=(expression,), repeats=True) if expression else None
    return Print(output, output.passage, found, put_in)


def _expression(source: str, number: re.Match[str]) -> str | None:
    """The expression in the brackets of a string, behind the same characters; "" if it stands elsewhere."""
    before = _before(number).rstrip()[-_NEAR:]
    for written in _WRITTEN.finditer(source):
        above = source[: written.start()].rstrip()
        if above.endswith(before or "\n") or _ENDS_IN_A_PLACEHOLDER.search(above):
            return (written[1] or "").strip()
    return None


def _before(number: re.Match[str]) -> str:
    """The text before a number's brackets on its line."""
    text, start = number.string, number.start()
    return text[text.rfind("\n", 0, start) + 1 : start]
