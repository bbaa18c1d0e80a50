"""``grades.csv``, a row per copy and golden, and ``copies.csv``, a row per copy."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from lastdigit.grading.mark import MEANINGS, Graded, Mark
from lastdigit.reports.tables.csv_cells import Value, write_table
from lastdigit.verdicts.explain import looks, names_in
from lastdigit.verdicts.words.evidence import BETWEEN

GRADES, COPIES = "grades.csv", "copies.csv"

GRADE_COLUMNS = (
    "copy",
    "golden",
    "verdict",
    "mistake",
    "look_at",
    "evidence",
    "follows",
    "reason",
    "label",
    "cell",
    "output",
    "line",
    "worst_index",
    "printed",
    "exact",
    "error",
    "allowed",
    "notes",
    "blind_to",
)
COPY_COLUMNS = ("copy", *MEANINGS, "of", "first_wrong_cell", "first_wrong_golden", "mistake", "inputs", "failure")


def write_grade_tables(graded: Sequence[Graded], folder: Path) -> None:
    """Write both tables."""
    write_table(folder / GRADES, GRADE_COLUMNS, _grades(graded))
    write_table(folder / COPIES, COPY_COLUMNS, map(_copy, graded))


def look_at(mark: Mark) -> str:
    """The places to check for the mistakes that a mark names."""
    known = looks()
    return BETWEEN.join(dict.fromkeys(known[name] for name in names_in(mark.mistake) if name in known))


def _grades(graded: Sequence[Graded]) -> Iterator[tuple[Value, ...]]:
    for copy in graded:
        for mark in copy.marks:
            yield (
                copy.name,
                mark.golden,
                mark.verdict,
                mark.mistake,
                look_at(mark),
                mark.evidence,
                mark.follows,
                mark.reason,
                mark.label,
                mark.cell,
                mark.output,
                mark.line,
                mark.index,
                mark.printed,
                mark.exact,
                mark.error,
                mark.allowed,
                BETWEEN.join(mark.notes),
                BETWEEN.join(mark.blind_to),
            )


def _copy(copy: Graded) -> tuple[Value, ...]:
    wrong = copy.first_wrong
    return (
        copy.name,
        *(copy.count(verdict) for verdict in MEANINGS),
        len(copy.marks),
        None if wrong is None else wrong.cell,
        "" if wrong is None else wrong.golden,
        "" if wrong is None else wrong.mistake or wrong.reason,
        BETWEEN.join(copy.notes),
        copy.failure,
    )
