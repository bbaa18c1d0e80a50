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
from lastdigit.source.printed_expressions import PrintedExpression

_NUMBER = re.compile(r"[-+]?(?:\d[\d.]*(?:e[-+]?\d+)?|nan|inf)", re.IGNORECASE)
_LAST_NUMBER = re.compile(r"(?:\A|[\s(=:])[-+]?(\d[\d.]*(?:e[-+]?\d+)?)%?[ \t,|/]*\Z")
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
    if _goes_on(entry):
        return False
    if found.label and not found.array.shape and (is_half(label) or not (are_numbers(label) or _LETTER.search(label))):
        return False
    if put_in is not None and (put_in.in_words or not found.label):
        return True
    if not found.label or are_numbers(found.label):
        return not found.label if entry.output.kind == "result" else by_count
    is_list = found.array.by is PYTHON and not found.path
    if found.path or (found.array.shape and not is_list):
        return True
    before = _before(entry)
    if entry.output.kind != "result" and _is_named_by_its_column(entry):
        return True
    if _OF_A_NAME.match(entry.passage.text, found.array.end) or _follows_a_number(before, label):
        return False
    return MEASURE.search(label) is not None or (entry.output.kind != "result" and context.written.before(before))


def _goes_on(entry: Print) -> bool:
    """Whether the line behind a table that somebody aligned has as many numbers: its rows are not all told."""
    array, text = entry.found.array, entry.passage.text
    if array.column is None or array.by is not TABLE or entry.output.html is not None or "\n" not in text[: array.end]:
        return False
    begin = text.rfind("\n", 0, array.end) + 1
    last, _, behind = text[begin:].partition("\n")
    following = behind.partition("\n")[0].split()
    return bool(following) and len(following) == len(last.split()) and all(map(_NUMBER.fullmatch, following))


def _follows_a_number(before: str, label: str) -> bool:
    """Whether another number stands right before a value, which its words name, and not this one."""
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
