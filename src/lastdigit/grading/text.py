"""The output of ``lastdigit grade``: a line per copy, and a summary of the class."""

from __future__ import annotations

from collections.abc import Sequence

from lastdigit.base.extras import needs
from lastdigit.grading.due import Dues
from lastdigit.grading.mark import MEANINGS, RIGHT, Graded

with needs("report"):
    from rich.console import Console
    from rich.table import Table

ROWS = 40
"""The most copies shown individually; the tables list all of them."""


def print_grades(graded: Sequence[Graded], dues: Dues, console: Console) -> None:
    """Print every copy with its first wrong cell, then the totals of the class."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in ("copy", "right", "first wrong", "what it is"):
        table.add_column(name, justify="right" if name == "right" else "left", overflow="fold")
    for copy in graded[:ROWS]:
        table.add_row(*_row(copy))
    console.print(table, markup=False)
    if len(graded) > ROWS:
        console.print(f"… and {len(graded) - ROWS} more copies in the tables")
    console.print(headline(graded, dues), soft_wrap=True, markup=False)


def headline(graded: Sequence[Graded], dues: Dues) -> str:
    """The numbers of copies, of goldens in each, and of marks by verdict."""
    unreadable = sum(bool(copy.failure) for copy in graded)
    counts = [(sum(copy.count(verdict) for copy in graded), verdict) for verdict in MEANINGS]
    told = ", ".join(f"{count} {verdict}" for count, verdict in counts if count)
    left = f"; {unreadable} not read" if unreadable else ""
    return f"{_many(len(graded), 'copy', 'copies')} × {_many(len(dues.graded), 'golden', 'goldens')}: {told}{left}"


def what_is_wrong(copy: Graded) -> tuple[str, str]:
    """The first wrong cell of a copy and its mistake; other notes if nothing is wrong."""
    if copy.failure:
        return "", copy.failure
    notes = "; ".join(copy.notes)
    wrong = copy.first_wrong
    if wrong is not None:
        return f"cell {wrong.cell}, {wrong.golden}", "; ".join(filter(None, (wrong.mistake or wrong.reason, notes)))
    left = [f"{count} {verdict}" for verdict in MEANINGS if verdict != RIGHT and (count := copy.count(verdict))]
    return "", "; ".join(filter(None, (", ".join(left), notes)))


def _row(copy: Graded) -> tuple[str, str, str, str]:
    where, what = what_is_wrong(copy)
    return copy.name, "" if copy.failure else f"{copy.count(RIGHT)}/{len(copy.marks)}", where, what


def _many(number: int, one: str, several: str) -> str:
    return f"{number} {one if number == 1 else several}"
