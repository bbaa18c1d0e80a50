"""Whether a print repeats a literal of the source: its name holds one there, and it shows the same numbers."""

from __future__ import annotations

import re

from lastdigit.document import Cell
from lastdigit.extraction.labels import Print
from lastdigit.printing.same_numbers import shows_any
from lastdigit.source.literals import UNKNOWN, Value
from lastdigit.source.spelled_values import NO_WORDS, SpelledValues

_NAME = re.compile(r"[^\W\d]\w*")
_ITEM = re.compile(r"\w\([^\n]{1,400}\)\[[^\n]{1,80}\]")
"""An item of what a call makes."""
_KEY = re.compile(r"\[(?:(-?\d{1,9})|'((?:[^'\\]|\\.){0,200})'|\"((?:[^\"\\]|\\.){0,200})\")\]")


def is_printed_back(entry: Print, label: str, cell: Cell, spelled: SpelledValues) -> bool:
    """Whether all numbers of a print are those of a literal, or of a part of one, that its source spells out.

    A number alone may equal one by chance: then its name must hold literals at every statement of the cell.
    """
    behind = spelled.behind.get(cell.number)
    if behind is None and not label.endswith("]"):
        return False
    found = entry.found
    said = entry.put_in.expressions if entry.put_in else ()
    words = "" if said else found.label.strip(NO_WORDS)
    expressions = said or (label.removesuffix(found.path),)
    if (behind is None or words not in behind) and not any(
        _may_be_a_literal(one, behind, spelled) for one in expressions
    ):
        return False
    values = spelled.of(expressions, words, cell, any_known=len(found.array.tokens) > 1)
    return bool(values) and shows_any(found.array, [_at(value, found.path) for value in values])


def _may_be_a_literal(expression: str, behind: object, spelled: SpelledValues) -> bool:
    """Whether an expression has a name that holds a literal somewhere, or is an item of one that it writes itself."""
    if behind is not None and not spelled.ever.isdisjoint(_NAME.findall(expression)):
        return True
    return expression.endswith("]") and _ITEM.search(expression) is not None


def _at(value: Value, path: str) -> Value:
    """The part of a value that a path leads to."""
    while path and value is not UNKNOWN:
        key = _KEY.match(path)
        if key is None:
            return UNKNOWN
        path = path[key.end() :]
        if isinstance(value, dict):
            name = key[1] or key[2] or key[3]
            value = next((value[one] for one in value if str(one) == name), UNKNOWN)
        elif isinstance(value, list) and key[1] and -len(value) <= int(key[1]) < len(value):
            value = value[int(key[1])]
        else:
            return UNKNOWN
    return value
