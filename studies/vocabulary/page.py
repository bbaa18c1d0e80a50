"""docs/operations-study.md: the results of the study, operation by operation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from lastdigit.operations.operation import GRADIENT
from studies.vocabulary.table import Row
from studies.vocabulary.trial import FORMATS, NOT_RIGHT

OPENING = """# Every operation in four formats

`python -m studies.vocabulary --elements 48770000 --table` generates this page and
[its table](../studies/vocabulary/found.csv); with `--only OPERATION …` it replaces the rows of these, from one seed.

Right results: the exact one rounded once, torch's, and emulations that round each step of the definition to the
format, or keep steps in float32, with sums in pairs, in order and backwards; on generic numbers, with an offset, large,
small and tiny ones, ties, constants, long tails, on arrays of thousands of elements, and, for elementwise functions
and their gradients, on all numbers of the half formats. {elements:,} elements of {right:,} results were judged:
**{refused} were refused**, {undecided:,} are undecided, since the format is too coarse or may overflow.

Wrong results: every mistake of the catalogue that applies to the call, computed in float64 and rounded once. Those are
counted that change some element by more than ten standard deviations of a right result's error, in the widest
arithmetic model that may fit; none if that error is unknown (–). {caught:,} of {wrong:,} were refused; of the others
{left:,} are undecided and {missed:,} agree.

Some of torch's own results are wrong and are refused; they count as neither:

{not_right}
"""

CLOSING = """
## KernelBench

`python -m studies.kernelbench CHECKOUT` judges torch's own results of the 100 problems of KernelBench's level 1, and
wrong ones, in float32, float16 and bfloat16: all 300 right results agree. Of 300 results of zeros, 299 are refused and
one is undecided; of 300 with half of the work, 297 are refused; of the 261 that a wrong axis changes, 260. The five
others are losses in half formats, single numbers that change by less than stored partial sums and steps may: half
of the cross-entropy in bfloat16, half of the KL divergence in both and zeros of it in bfloat16, and a wrong axis of the
triplet margin loss in bfloat16. Where `arithmetic="fused"` is declared, all five are refused; torch's own losses on
the CPU store their steps, and are not fused.
"""


def page(rows: Iterable[Row]) -> str:
    """The page for the rows of a table."""
    rows = list(rows)
    total = {
        name: sum(getattr(row, name) for row in rows) for name in vars(rows[0]) if name not in ("operation", "format")
    }
    told = [f"- `{name}`, {dtype}: {reason}." for (name, dtype, _), reason in NOT_RIGHT.items()]
    opening = OPENING.format(left=total.pop("left_undecided"), not_right="\n".join(told), **total)
    operations = [row for row in rows if GRADIENT not in row.operation]
    gradients = [row for row in rows if GRADIENT in row.operation]
    return "\n".join(
        [
            *(opening, "## Operations", "", *_table(operations), "", "## Gradients", "", *_table(gradients)),
            CLOSING,
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
