"""Which expression each output of ``display`` shows, if a cell displays as many things as its source says."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from lastdigit.document import Cell, Output
from lastdigit.extraction.labels import Print
from lastdigit.source.printed_expressions import PrintedExpression

_IS_DRAWN = re.compile(r"\s*(?:<[^<>\n]*>|(?:Figure|Axes\w*)\([^\n]*\))?\s*\Z")


def one_by_one(
    cell: Cell, displays: Sequence[Print], expressions: Sequence[PrintedExpression]
) -> Iterator[tuple[Sequence[Print], Sequence[PrintedExpression]]]:
    """The prints in displayed outputs, with the expressions that they show: one for each output if their numbers agree.

    Figures do not count. Without agreement, all prints and all expressions are matched in order.
    """
    shown = [output.number for output in cell.outputs if output.kind == "display" and not _is_drawn(output)]
    plain = all(one.displayed and not one.loop and not one.either for one in expressions)
    if len(expressions) < 2 or not plain or len(shown) != len(expressions):
        yield displays, expressions
        return
    for number, expression in zip(shown, expressions, strict=True):
        yield [entry for entry in displays if entry.output.number == number], (expression,)


def _is_drawn(output: Output) -> bool:
    """Whether an output is a figure: its text is a representation, and it has no HTML."""
    return output.html is None and _IS_DRAWN.match(output.passage.text) is not None
