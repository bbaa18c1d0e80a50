"""docs/operations-study.md: what the study found, operation by operation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from lastdigit.operations.operation import GRADIENT
from studies.vocabulary.by_right import BY_RIGHT
from studies.vocabulary.table import Row
from studies.vocabulary.trial import FORMATS

OPENING = """# Every operation in four formats

`python -m studies.vocabulary --elements 10000000 --table` made this page and
[its table](../studies/vocabulary/found.csv).

Right results: the exact one rounded once, torch's, and emulations that round each step of the definition to the
format, or keep steps in float32, with sums in pairs, in order and backwards; on generic numbers, with an offset, large,
small and tiny ones, ties, constants, long tails, and on arrays of thousands of elements. {elements:,} elements of
{right:,} results were judged: **{refused} were refused**, {undecided:,} left undecided, where the format is too coarse
or may overflow.

Wrong results: every mistake of the catalogue that can be made in the call, computed in float64 and rounded once.
Counted are those that change some element by more than ten standard deviations of a right result's error, in the
widest arithmetic model that may fit. {caught:,} of {wrong:,} were refused; of the others {left:,} were left undecided
and {missed:,} agree.
"""

LEFT = """
## Left by right

What is left where fewer than nine in ten are caught, and why:

"""


def page(rows: Iterable[Row]) -> str:
    """The page of the rows of a table."""
    rows = list(rows)
    total = {
        name: sum(getattr(row, name) for row in rows) for name in vars(rows[0]) if name not in ("operation", "format")
    }
    opening = OPENING.format(left=total.pop("left_undecided"), **total)
    operations = [row for row in rows if GRADIENT not in row.operation]
    gradients = [row for row in rows if GRADIENT in row.operation]
    low = sorted({row.operation for row in rows if row.share_caught < 0.9})
    left = [f"- `{name}`: {BY_RIGHT.get(name, 'not explained')}" for name in low]
    return "\n".join(
        [
            *(opening, "## Operations", "", *_table(operations), "", "## Gradients", "", *_table(gradients)),
            *([LEFT.rstrip("\n"), "", *left] if left else []),
            "",
        ]
    )


def _table(rows: Sequence[Row]) -> list[str]:
    heads = [*("operation", "elements", "right", "refused"), *(f"caught in {name}" for name in FORMATS)]
    lines = [f"| {' | '.join(heads)} |", f"|---|{'---:|' * (len(heads) - 1)}"]
    for operation, group in groupby(rows, key=lambda row: row.operation):
        formats = {row.format: row for row in group}
        each = list(formats.values())
        counts = [str(sum(getattr(row, name) for row in each)) for name in ("elements", "right", "refused")]
        caught = [_caught(formats[name]) if name in formats else "" for name in FORMATS]
        lines.append(f"| {operation} | {' | '.join([*counts, *caught])} |")
    return lines


def _caught(row: Row) -> str:
    return f"{row.caught} of {row.wrong}" if row.wrong else "–"
