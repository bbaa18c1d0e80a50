"""Values in a row below one label, or of one expression: in ``cell: 2.5 2.5 4.0`` each is told apart by its place."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise

from lastdigit.base.frozen import frozen
from lastdigit.base.rule import Rule
from lastdigit.extraction.labels import Print

ENDS_OTHERWISE = Rule(
    r"(?m)\bend ?=|\bwrite\(|\bprint\b[^\n(][^\n]{0,300},[ \t]*$",
    "a source prints something without going on to the next line",
    "print(x, end=' ')",
    "print(x)",
)
_NUMBERS_BEFORE = re.compile(r"(?<=\s)(?:[-+]?\d[\d.]{0,20}[ \t]{1,40}){1,20}\Z")
_SEPARATORS = " \t,;*"
"""The stars mark significance in tables of statistics."""


@frozen
class Placed:
    """A print with its label, which ends in its index if it stands in a row.

    ``is_of_a_text``: without words of its own, it stands in one of several rows of one expression, which is a text
    then, whose columns nothing names.
    """

    entry: Print
    label: str
    is_of_a_text: bool = False


def with_places_in_rows(labelled: Iterable[tuple[Print, str]], source: str) -> Iterator[Placed]:
    """The same prints and labels; the labels of values in a row end in their index, from 0, also those of ``*x``.

    Where a source prints with an ``end`` of its own, values without words may be printed one by one.
    """
    entries = list(labelled)
    may_be_nameless = ENDS_OTHERWISE.search(source) is None
    goes_on = [_goes_on(before, entry, may_be_nameless=may_be_nameless) for before, entry in pairwise(entries)]
    begin = [behind and not before for behind, before in zip([*goes_on, False], [False, *goes_on], strict=True)]
    rows = Counter(_of_one_value(*entry) for entry, begins in zip(entries, begin, strict=True) if begins)
    place = 0
    for (entry, label), behind, before in zip(entries, [*goes_on, False], [False, *goes_on], strict=True):
        place = place + 1 if before else _left_out_before(entry)
        name = label.removeprefix("*")
        is_in_a_row = before or behind
        is_of_a_text = is_in_a_row and not entry.found.label and rows[_of_one_value(entry, label)] > 1
        placed = f"{name}[{place}]" if is_in_a_row else name
        yield Placed(entry, placed, is_of_a_text and not label.startswith("*"))


def _left_out_before(entry: Print) -> int:
    """How many numbers stand between the words of a row and its first value; those that end its words do not count."""
    text, start = entry.passage.text, entry.found.array.start
    numbers = _NUMBERS_BEFORE.search(text, text.rfind("\n", 0, start) + 1, start)
    is_named_by_one = not entry.found.label or entry.found.label[-1:].isdigit()
    return 0 if numbers is None or is_named_by_one else len(numbers.group().split())


def _of_one_value(entry: Print, label: str) -> tuple[int, str]:
    """What all rows have in common that show one value: its output and its name."""
    return entry.output.number, label


def _goes_on(before: tuple[Print, str], entry: tuple[Print, str], *, may_be_nameless: bool) -> bool:
    """Whether a value follows another one, with the same words before both and nothing but separators in between."""
    (first, label), (second, other) = before, entry
    is_without_name = label.startswith("output ") and not first.found.label
    if label != other or not any(map(str.isalpha, label)) or is_without_name:
        return False
    are_named = (first.found.label and second.found.label) or label.startswith("*") or may_be_nameless
    if not are_named or first.found.path or second.found.path:
        return False
    one, next_one = first.found.array, second.found.array
    if first.output is not second.output or one.kind != next_one.kind or bool(one.shape) != bool(next_one.shape):
        return False
    between = first.passage.text[first.found.array.end : second.found.array.start]
    return bool(between) and not between.strip(_SEPARATORS)
