"""Whether a source plainly says which expression printed a value.

A label that rests on counting prints, or on words that nobody is seen to write, may be that of another value: such a
value is no golden, unless its words name a measure.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from lastdigit.document import Cell
from lastdigit.extraction.by_itself import MEASURE
from lastdigit.extraction.context import Context
from lastdigit.extraction.labels import Print
from lastdigit.extraction.no_labels import is_half
from lastdigit.extraction.numbered_lines import are_numbers
from lastdigit.extraction.thresholds import NEAR_ABOVE
from lastdigit.printing.printers import PYTHON, TABLE
from lastdigit.source.own_writing import writes
from lastdigit.source.printed_expressions import PrintedExpression

_NUMBER = re.compile(r"[-+]?(?:\d[\d.]*(?:e[-+]?\d+)?|nan|inf)", re.IGNORECASE)
_LAST_NUMBER = re.compile(r"(?:\A|[\s(=:])[-+]?(\d[\d.]*(?:e[-+]?\d+)?)%?[ \t,|/]*\Z")
_COUNTED = re.compile(r"output \d+(?:\Z|\[)")
_CLOSED = re.compile(r"\{[^{}]*\}|\([^()]*\)")
_OPENS = re.compile(r"\{|\w\([^()]*\w ?= ?\Z")
_ENDS_IN_ARRAY = re.compile(r"\d\.?\](?: dtype=\w+\))?[ \t,|/(]*\Z")
_CALLS = re.compile(r"[^\W\d]\w*\((?=\s*[-+\d'\"])[^()]*\Z")
_HAS_WORDS = re.compile(r"[^\W\d_]{2}|\"")
_HOLDS_A_VALUE = re.compile(r"(?:\A|[ ,])[-+]?\d+\.\d+[:,](?: |\Z)")
_BEGINS_WITHIN = re.compile(r"(?:of|to|by|than|vs\.?) ")
_BEGINS_WITH_A_VALUE = re.compile(r"(\d[\d.,]*) [^\W\d_][^,]*, ")
_IS_AN_INDEX = re.compile(r"(?i)\b(?:index|idx)\Z")
_TWO_MORE = re.compile(r"(?:[ \t,;/]+[-+]?\d[\d.]*(?:e[-+]?\d+)?(?![\w%])){2}")
_LETTER = re.compile(r"[^\W\d_]")
_OF_A_NAME = re.compile(r"(?:(?<=%)| ?%) ?[^\W\d_]")
"""A percentage that is a part of a name, as in ``95% interval``."""


def count_tells(prints: Sequence[Print], expressions: Sequence[PrintedExpression]) -> bool:
    """Whether it is plain which of the ``expressions`` printed a value that no words name.

    There is one alone, or each printed one value, in no loop and no branch.
    """
    if any(one.either for one in expressions):
        return False
    if len({one.text for one in expressions}) <= 1:
        return True
    begun = [entry for entry in prints if entry.found.begins]
    return len(begun) == len(expressions) and not any(one.loop for one in expressions)


def is_said(context: Context, cell: Cell, entry: Print, label: str, *, by_count: bool) -> bool:
    """Whether a source says what printed an ``entry`` under its ``label``, or that names a measure.

    ``by_count``: how many values there are says which expression printed one without words.
    """
    if not (context.tells_results and context.is_python(cell)) or not cell.source.text:
        return True
    found, put_in = entry.found, entry.put_in
    is_result = entry.output.kind == "result"
    is_array = bool(found.array.shape or found.path)
    if _goes_on(entry) or (not found.label and _COUNTED.match(label)):
        return False
    if found.label and not found.path and (is_half(label) or not (are_numbers(label) or _LETTER.search(label))):
        return False
    if not is_array and found.label and (_is_no_name(entry, label) or _is_first_of_many(entry)):
        return False
    in_words = put_in is not None and put_in.in_words
    if not (is_array or is_result or found.label or in_words) and _HAS_WORDS.search(_line_without(entry)):
        return False
    if put_in is not None and (in_words or not found.label):
        return True
    if found.array.by is PYTHON and is_array and _CALLS.search(_CLOSED.sub("", _before(entry))):
        return False
    if not found.label or are_numbers(found.label):
        if is_result:
            return not found.label and (is_array or _is_all(entry))
        return by_count
    before = _before(entry)
    if is_array:
        return _array_is_named(context, cell, entry, before)
    if not is_result and _is_named_by_its_column(entry):
        return True
    if _follows_another(before, label) or _OF_A_NAME.match(entry.passage.text, found.array.end):
        return False
    return MEASURE.search(label) is not None or (not is_result and context.written.before(before))


def _is_no_name(entry: Print, label: str) -> bool:
    """Whether a label holds another value, begins in the middle of a sentence, or says that an integer is an index."""
    if _HOLDS_A_VALUE.search(label) or _BEGINS_WITHIN.match(label):
        return True
    begins = _BEGINS_WITH_A_VALUE.match(label)
    if begins is not None and entry.passage.text.startswith(begins[1], _line_start(entry)):
        return True
    return entry.found.array.dtype == "int64" and _IS_AN_INDEX.search(label) is not None


def _line_start(entry: Print) -> int:
    return entry.passage.text.rfind("\n", 0, entry.found.array.start) + 1


def _is_first_of_many(entry: Print) -> bool:
    """Whether several values stand behind a number with no words between: the words before it name them all."""
    array, text = entry.found.array, entry.passage.text
    if _TWO_MORE.match(text, array.end) is None or _LAST_NUMBER.search(_before(entry)):
        return False
    return not _is_named_by_its_column(entry)


def _line_without(entry: Print) -> str:
    """The line of a value without it."""
    array, text = entry.found.array, entry.passage.text
    end = text.find("\n", array.end)
    return _before(entry) + " " + text[array.end : end if end >= 0 else len(text)]


def _array_is_named(context: Context, cell: Cell, entry: Print, before: str) -> bool:
    """Whether words beside an array name it: on its line, or above where the source writes them."""
    found = entry.found
    if found.label in cell.source.text:
        return True
    begins_its_line = before.lstrip()[:1] in ("", "[", "(", "{")
    if found.path and (found.array.column or not begins_its_line):
        return _ENDS_IN_ARRAY.search(before) is None
    if entry.output.kind == "result":
        return found.array.by is not PYTHON
    if found.array.column or not begins_its_line or not writes(cell.source.text) or MEASURE.search(found.label):
        return True
    return context.written.before(found.label)


def _is_all(entry: Print) -> bool:
    """Whether a scalar is all that an output shows, signs and the name of its type aside."""
    array, text = entry.found.array, entry.passage.text
    return "\n" not in (text[: array.start] + text[array.end :]).strip()


def _goes_on(entry: Print) -> bool:
    """Whether the line behind a table that somebody aligned has as many numbers: its rows are not all told."""
    array, text = entry.found.array, entry.passage.text
    if array.column is None or array.by is not TABLE or entry.output.html is not None or "\n" not in text[: array.end]:
        return False
    begin = text.rfind("\n", 0, array.end) + 1
    last, _, behind = text[begin:].partition("\n")
    following = behind.partition("\n")[0].split()
    return bool(following) and len(following) == len(last.split()) and all(map(_NUMBER.fullmatch, following))


def _follows_another(before: str, label: str) -> bool:
    """Whether another value stands right before one, which its words name, or it stands inside of an object."""
    if _OPENS.search(_CLOSED.sub("", before)) or _ENDS_IN_ARRAY.search(before):
        return True
    last = _LAST_NUMBER.search(before)
    return last is not None and not label.endswith(last[1])


def _before(entry: Print) -> str:
    """What stands before a value on its line."""
    text, start = entry.passage.text, entry.found.array.start
    return text[text.rfind("\n", 0, start) + 1 : start]


def _is_named_by_its_column(entry: Print) -> bool:
    """Whether its label ends in words that stand on a line above, behind what begins its own line."""
    label, text, line = entry.found.label, entry.passage.text, _before(entry)
    begin = entry.found.array.start - len(line)
    above = text[max(begin - NEAR_ABOVE, 0) : begin]
    words = line.split()
    return any(
        label.startswith(row) and label != row and label[len(row) :].strip() in above
        for row in (" ".join(words[:count]) for count in range(1, len(words) + 1))
    )
