"""The scoreboard: implementations × goldens, every cell with its state, its digits and a link to the golden."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from lastdigit.reports.html_json import words
from lastdigit.reports.html_view import NAMES, SYMBOLS, Section, badness, dtype_order, state
from lastdigit.verdicts.verdict import AGAINST_DOCUMENT, THE_DOCUMENT, Verdict


@dataclass(frozen=True)
class Cell:
    """All verdicts of one implementation, in one number format, on one golden.

    ``part``: not all digits are the same. ``symbols``: two where the printed and the exact values lead to different
    states.
    """

    state: str
    fails: bool
    part: bool
    symbols: str
    digits: str
    title: str


@dataclass(frozen=True)
class Row:
    """One number format of one implementation, a cell or None per column."""

    implementation: str
    dtype: str
    cells: tuple[Cell | None, ...]


@dataclass(frozen=True)
class Scoreboard:
    """Columns by document, and rows by implementation."""

    columns: tuple[Section, ...]
    groups: tuple[tuple[Row, ...], ...]

    @property
    def documents(self) -> list[tuple[str, int]]:
        """Every document with the number of its columns."""
        return [(document, len(list(group))) for document, group in groupby(self.columns, key=lambda c: c.document)]


def scoreboard(sections: Sequence[Section]) -> Scoreboard:
    """The scoreboard of all sections in which anything was judged."""
    columns = tuple(section for section in sections if section.views)
    found: dict[tuple[str, str], dict[int, list[Verdict]]] = defaultdict(lambda: defaultdict(list))
    for position, column in enumerate(columns):
        for verdict in column.verdicts:
            # A document has one row, though each of its goldens was printed in a dtype of its own.
            dtype = "" if verdict.implementation == THE_DOCUMENT else verdict.dtype
            found[verdict.implementation, dtype][position].append(verdict)
    order = sorted(found, key=lambda key: (key[0] != THE_DOCUMENT, key[0], dtype_order(key[1])))
    rows = [Row(*key, tuple(_cell(found[key].get(position)) for position in range(len(columns)))) for key in order]
    groups = tuple(tuple(group) for _, group in groupby(rows, key=lambda row: row.implementation))
    return Scoreboard(columns, groups)


def _cell(verdicts: Sequence[Verdict] | None) -> Cell | None:
    if not verdicts:
        return None
    worst = max(verdicts, key=badness)
    on_printed = [verdict for verdict in verdicts if verdict.golden]
    on_exact = [verdict for verdict in verdicts if not verdict.golden]
    symbols = [SYMBOLS[state(max(part, key=badness))] for part in (on_printed, on_exact) if part]
    counted = [verdict for verdict in on_printed if verdict.digits is not None]
    fewest = min(counted, key=lambda verdict: (verdict.digits or 0) - verdict.elements, default=None)
    return Cell(
        state=state(worst),
        fails=any(verdict.gate != "pass" for verdict in verdicts),
        part=fewest is not None and fewest.digits != fewest.elements,
        symbols="".join(dict.fromkeys(symbols)),
        digits=f"{fewest.digits}/{fewest.elements}" if fewest else "",
        title="\n".join(_line(verdict, several=len({other.case for other in verdicts}) > 1) for verdict in verdicts),
    )


def _line(verdict: Verdict, *, several: bool) -> str:
    with_what = "document" if verdict.against == AGAINST_DOCUMENT else "definition"
    case = f"{verdict.case}: " if several else ""
    gate = "; the gate fails" if verdict.gate != "pass" else ""
    facts = "; ".join(part for part in (words(verdict), verdict.reason) if part)
    return f"{case}{NAMES[state(verdict)]} with the {with_what}{gate}" + (f"\n  {facts}" if facts else "")
