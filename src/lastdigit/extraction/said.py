"""Whether a source plainly says which expression printed a value.

A label that rests on counting prints, or on words that nobody is seen to write, may be that of another value: such a
value is no golden, unless its words name a measure.
"""

from __future__ import annotations

from collections.abc import Sequence

from lastdigit.document import Cell
from lastdigit.extraction.by_itself import MEASURE
from lastdigit.extraction.context import Context
from lastdigit.extraction.labels import Print
from lastdigit.extraction.numbered_lines import are_numbers
from lastdigit.extraction.thresholds import NEAR_ABOVE
from lastdigit.source.printed_expressions import PrintedExpression


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
    if put_in is not None and (put_in.in_words or not found.label):
        return True
    if not found.label or are_numbers(found.label):
        return entry.output.kind == "result" or by_count
    if found.array.shape or found.path or MEASURE.search(label) or _is_named_by_its_column(entry):
        return True
    return entry.output.kind != "result" and context.written.before(_before(entry))


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
