"""The elements that sections show, read for several small sections at once and bit by bit for a large one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lastdigit.records.run import Run
from lastdigit.reports.html_shown import Shown
from lastdigit.verdicts.elements import Elements, Terms

HELD = 50_000
"""Elements that are held at a time, those of one verdict aside."""

Columns = Iterable[tuple[Elements, Terms]]


def columns_of(run: Run, shown: Iterable[Shown]) -> Iterator[tuple[Shown, Columns]]:
    """The elements of every section's verdicts.

    Reading and writing take turns once in many sections: what a processor needs for the one drives what it needs for
    the other out of its caches.
    """
    waiting: list[Shown] = []
    held = 0
    for each in shown:
        elements = sum([verdict.elements for verdict in each.verdicts])
        if held + elements > HELD:
            yield from _read(run, waiting)
            waiting, held = [], 0
        if elements > HELD:
            yield each, run.columns(each.verdicts)
        else:
            waiting.append(each)
            held += elements
    yield from _read(run, waiting)


def _read(run: Run, waiting: list[Shown]) -> list[tuple[Shown, Columns]]:
    return [(each, [*run.columns(each.verdicts)]) for each in waiting]
