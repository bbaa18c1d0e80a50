"""The scoreboard's overview: what came of every operation in every implementation, one cell each."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from lastdigit.records.run import Place, Run
from lastdigit.reports.outcome.states import NAMES, SYMBOLS, state
from lastdigit.reports.page.facts import operation_summary
from lastdigit.reports.page.view import WORSE
from lastdigit.verdicts.relations import RELATIONS
from lastdigit.verdicts.verdict import SKIPPED, THE_DOCUMENT, Verdict

ROWS, COLUMNS = 60, 40
"""The most operations and implementations of the overview; verdicts.csv has all of them."""
NARROW = 16
"""Implementations up to which each has a column of its own; of more, those of one file share one."""
HELD = "relations"
"""The row of what holds between printed numbers."""


@dataclass(frozen=True)
class Cell:
    """Some verdicts: the worst state among them, how many have it, how many the gate stops, and all in words."""

    state: str
    count: int
    failing: int
    words: str
    search: str

    @property
    def symbol(self) -> str:
        """The symbol of its state."""
        return SYMBOLS[self.state]


@dataclass(frozen=True)
class Row:
    """An operation: its cells, None if an implementation has none, and the totals of all of them."""

    name: str
    summary: str
    cells: tuple[Cell | None, ...]
    total: Cell


@dataclass(frozen=True)
class Overview:
    """Operations by implementations; ``rows_left`` and ``columns_left`` are not shown."""

    columns: tuple[tuple[str, str], ...]
    rows: tuple[Row, ...]
    rows_left: int
    columns_left: int


def overview(run: Run) -> Overview:
    """The overview of a run: first the operations and the implementations stopped by the gate, then by name."""
    groups: dict[tuple[str, str], list[Verdict]] = defaultdict(list)
    for verdict in run.verdicts:
        if verdict.verdict != SKIPPED:
            operation = HELD if verdict.operation in RELATIONS else verdict.operation
            groups[operation, verdict.implementation].append(verdict)
    columns = _columns({name for _, name in groups}, run.places)
    by_operation: dict[str, list[Verdict]] = defaultdict(list)
    failing: set[str] = set()
    for (operation, name), found in groups.items():
        by_operation[operation] += found
        if any(verdict.gate != "pass" for verdict in found):
            failing |= {operation, name}
    titles = sorted(columns, key=lambda title: (title != THE_DOCUMENT, failing.isdisjoint(columns[title]), title))
    names = sorted(by_operation, key=lambda name: (name not in failing, name == HELD, name))
    rows = [
        _row(name, by_operation[name], groups, {title: columns[title] for title in titles[:COLUMNS]})
        for name in names[:ROWS]
    ]
    heads = tuple((title, ", ".join(columns[title])) for title in titles[:COLUMNS])
    return Overview(heads, tuple(rows), max(len(names) - ROWS, 0), max(len(titles) - COLUMNS, 0))


def _columns(names: Iterable[str], places: Mapping[str, Place]) -> dict[str, list[str]]:
    """Implementations by the heading of their column: their own name, or that of their file where there are many."""
    ordered = sorted(names)
    if len(ordered) <= NARROW:
        return {name: [name] for name in ordered}
    files: dict[str, str] = {}
    for key, (path, _) in places.items():
        kind, _, rest = key.partition(" ")
        if kind == "implementation":
            files[rest.rpartition(" ")[0]] = PurePosixPath(path).stem
    found: dict[str, list[str]] = defaultdict(list)
    for name in ordered:
        stem = files.get(name, name)
        found[stem if name.startswith(stem) else name].append(name)
    return {own[0] if len(own) == 1 else title: own for title, own in found.items()}


def _row(
    name: str,
    verdicts: Sequence[Verdict],
    groups: Mapping[tuple[str, str], list[Verdict]],
    columns: Mapping[str, list[str]],
) -> Row:
    word = "" if name == HELD else f"={name}"
    cells = []
    for title, members in columns.items():
        found = [verdict for member in members for verdict in groups.get((name, member), ())]
        who = f"={members[0]}" if len(members) == 1 else title
        cells.append(_cell(found, f"{who} {word}".strip()) if found else None)
    summary = "what must hold between printed numbers" if name == HELD else operation_summary(name)
    return Row(name, summary, tuple(cells), _cell(verdicts, word))


def _cell(verdicts: Sequence[Verdict], search: str) -> Cell:
    states = Counter(map(state, verdicts))
    worst = max(states, key=WORSE.__getitem__)
    failing = sum(verdict.gate != "pass" for verdict in verdicts)
    words = ", ".join(f"{states[name]:,} {NAMES[name]}" for name in SYMBOLS if states[name])
    printed = [verdict for verdict in verdicts if verdict.digits is not None]
    if printed:
        same, of = sum(verdict.digits or 0 for verdict in printed), sum(verdict.elements for verdict in printed)
        words += f"; {same:,} of {of:,} elements print the same digits"
    if failing:
        words += f"; the gate stops {failing:,}"
    return Cell(worst, failing if failing and worst == "agrees" else states[worst], failing, words, search)
