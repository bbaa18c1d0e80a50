"""Whether a source plainly says which expression printed a value.

A label that rests on counting prints, or on words that nobody is seen to write, may be that of another value: such a
value is no golden, unless its words name a measure.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from lastdigit.document import Cell
from lastdigit.extraction.beside import (
    ENDS_IN_ARRAY,
    before,
    follows_another,
    goes_on,
    is_all,
    is_an_argument,
    is_named_by_its_column,
    names_another,
    stands_among_words,
    stands_in_a_row,
)
from lastdigit.extraction.by_itself import MEASURE
from lastdigit.extraction.context import Context
from lastdigit.extraction.labels import Print
from lastdigit.extraction.no_labels import is_half
from lastdigit.extraction.numbered_lines import are_numbers
from lastdigit.printing.printers import PYTHON
from lastdigit.source.own_writing import writes
from lastdigit.source.printed_expressions import PrintedExpression

_COUNTED = re.compile(r"output \d+(?:\Z|\[)")
_LETTER = re.compile(r"[^\W\d_]")


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
    if not entry.found.label and context.tells_results and _COUNTED.match(label):
        return False
    if not (context.tells_results and context.is_python(cell)) or not cell.source.text:
        return True
    if goes_on(entry) or (entry.found.label and _is_no_name(entry, label)):
        return False
    return _is_named(context, cell, entry, label, by_count=by_count)


def _is_no_name(entry: Print, label: str) -> bool:
    """Whether words are half of something, have no letter, or are those of another value."""
    if not entry.found.path and (is_half(label) or not (are_numbers(label) or _LETTER.search(label))):
        return True
    return not (entry.found.array.shape or entry.found.path) and names_another(entry, label)


def _is_named(context: Context, cell: Cell, entry: Print, label: str, *, by_count: bool) -> bool:
    found, put_in = entry.found, entry.put_in
    is_result = entry.output.kind == "result"
    is_array = bool(found.array.shape or found.path)
    in_words = put_in is not None and put_in.in_words
    if not (is_array or is_result or found.label or in_words) and stands_among_words(entry):
        return False
    if put_in is not None and (in_words or not found.label):
        return True
    if is_array and found.array.by is PYTHON and is_an_argument(entry):
        return False
    if not found.label or are_numbers(found.label):
        if is_result:
            return not found.label and (is_array or is_all(entry))
        return by_count and (is_array or not stands_in_a_row(entry))
    if is_array:
        return _array_is_named(context, cell, entry)
    return _scalar_is_named(context, entry, label)


def _array_is_named(context: Context, cell: Cell, entry: Print) -> bool:
    """Whether words beside an array name it: on its line, or above where the source writes them."""
    found, line = entry.found, before(entry)
    if found.label in cell.source.text:
        return True
    begins_its_line = line.lstrip()[:1] in ("", "[", "(", "{")
    if found.path and (found.array.column or not begins_its_line):
        return ENDS_IN_ARRAY.search(line) is None
    if entry.output.kind == "result":
        return found.array.by is not PYTHON
    if found.array.column or not begins_its_line or MEASURE.search(found.label):
        return True
    return not writes(cell.source.text) or context.written.before(found.label)


def _scalar_is_named(context: Context, entry: Print, label: str) -> bool:
    """Whether words beside a number name it: those of its column, of a measure, or that a source writes."""
    is_result = entry.output.kind == "result"
    if not is_result and is_named_by_its_column(entry):
        return True
    if follows_another(entry, label):
        return False
    return MEASURE.search(label) is not None or (not is_result and context.written.before(before(entry)))
