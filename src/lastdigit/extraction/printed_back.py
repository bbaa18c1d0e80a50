"""Whether a print repeats a literal of the source: its name holds one there, and it shows the same numbers."""

from __future__ import annotations

import re

from lastdigit.document import Cell
from lastdigit.extraction.labels import Print
from lastdigit.printing.same_numbers import shows_any
from lastdigit.source.constant_arrays import MAKES
from lastdigit.source.literals import UNKNOWN, OneOf, Value
from lastdigit.source.spelled_values import NO_WORDS, SpelledValues

_NAME = re.compile(r"[^\W\d]\w*")
_WRITTEN = re.compile(
    r"\A(?:[^\W\d][\w.]{0,60}\(){0,3}[\[({\d]|\b(?:"
    + "|".join(sorted(MAKES))
    + r")\(|\w\([^\n]{1,400}\)\[[^\n]{1,80}\]"
)
"""A list, or what calls make of one or of numbers, or an item of that."""
_COMPUTES = re.compile(r"[\w\])] / [\w(]| for |[)}] ?[-+*@]|\bsum\(")
_TAKES_ALL = re.compile(r"\A\[\(?([\w, ]{1,80})\)? for \(?\1\)? in [^\n]{1,200}\]\Z")
"""What is computed of a literal, apart from a repeated list."""
_CLOSES = ("]", ")", "}")
_FIRST_INDEX = re.compile(r"\A\[\d+\]")
_KEY = re.compile(r"\[(?:(-?\d{1,9})|'((?:[^'\\]|\\.){0,200})'|\"((?:[^\"\\]|\\.){0,200})\")\]|\.iloc\[:, (\d{1,4})\]")


def is_printed_back(entry: Print, label: str, cell: Cell, spelled: SpelledValues) -> bool:
    """Whether all numbers of a print are those of a literal, or of a part of one, that its source spells out.

    A number alone may equal one by chance: then its name must hold literals at every statement of the cell.
    """
    behind = spelled.behind.get(cell.number)
    if behind is not None and entry.output.kind == "stream" and _line_of(entry) in spelled.lines[cell.number]:
        return True
    said = entry.put_in.expressions if entry.put_in and not entry.is_an_array_behind_words else ()
    if behind is None and not said and not label.endswith(_CLOSES) and not label.startswith("["):
        return False
    found = entry.found
    words = "" if said else found.label.strip(NO_WORDS)
    path = _path_behind(label, found.path)
    expressions = said or (label.removesuffix(path),)
    if (behind is None or words not in behind) and not any(
        _may_be_a_literal(one, behind, spelled) for one in expressions
    ):
        return False
    values = spelled.of(expressions, words, cell, any_known=len(found.array.tokens) > 1)
    at = [_at(value, found.path if said else path) for value in values]
    known = [
        one for value in at if value is not UNKNOWN for one in (value.values if isinstance(value, OneOf) else [value])
    ]
    return bool(known) and shows_any(found.array, known)


def _path_behind(label: str, path: str) -> str:
    """The end of a path that a label has as well: an item of a tuple that the source writes is named by itself."""
    if label.endswith(path):
        return path
    inner = _FIRST_INDEX.sub("", path)
    return inner if label.endswith(inner) else ""


def _line_of(entry: Print) -> str:
    """The line on which a print stands; "" if there are several."""
    text, array = entry.passage.text, entry.found.array
    end = text.find("\n", array.start)
    if 0 <= end < array.end:
        return ""
    return text[text.rfind("\n", 0, array.start) + 1 : end if end >= 0 else None].strip()


def _may_be_a_literal(expression: str, behind: object, spelled: SpelledValues) -> bool:
    """Whether an expression has a name that holds a literal somewhere, or may be one that it writes itself."""
    if _COMPUTES.search(expression) and not _TAKES_ALL.match(expression):
        return False
    if behind is not None and expression.startswith("output "):
        return True
    if behind is not None and not spelled.ever.isdisjoint(_NAME.findall(expression)):
        return True
    return _WRITTEN.search(expression) is not None


def _at(value: Value, path: str) -> Value:
    """The part of a value that a path leads to."""
    while path and value is not UNKNOWN:
        key = _KEY.match(path)
        if key is None:
            return UNKNOWN
        path = path[key.end() :]
        if isinstance(value, dict):
            name = key[1] or key[2] or key[3] or key[4]
            value = next((value[one] for one in value if str(one) == name), UNKNOWN)
        elif isinstance(value, list) and key[1] and -len(value) <= int(key[1]) < len(value):
            value = value[int(key[1])]
        elif isinstance(value, list) and len(value) == 2 and value[0] == (key[2] or key[3]):
            value = value[1]
        else:
            return UNKNOWN
    return value
