"""Whether outputs that figures split hold whole rounds of a loop, so that its expressions name their values in turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from lastdigit.extraction.labels import Print
from lastdigit.source.printed_expressions import PrintedExpression

_SHOWS = ("show(", "display(")


def hold_whole_rounds(prints: Sequence[Print], expressions: Sequence[PrintedExpression], source: str) -> bool:
    """Whether the outputs between the first and the last one have as many values as rounds print.

    A ``source`` that shows figures by itself may do so within a round; a function that is called in each does not tell.
    """
    if len(expressions) < 2 or any(one.loop != expressions[0].loop for one in expressions):
        return True
    counts = Counter(entry.output.number for entry in prints if entry.found.begins and not entry.found.label)
    inner = [counts[number] for number in sorted(counts)[1:-1]]
    if not expressions[0].loop or not inner or any(shows in source for shows in _SHOWS):
        return True
    return not any(count % len(expressions) for count in inner)
