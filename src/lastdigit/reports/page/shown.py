"""What a section shows: its verdicts, which of them list all elements, and the elements as they are read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from lastdigit.records.run import Run
from lastdigit.reports.page.facts import LARGEST_MATRIX
from lastdigit.reports.page.view import Section, View
from lastdigit.verdicts.elements import Elements, Terms
from lastdigit.verdicts.verdict import Verdict

LISTED = 48
"""Elements listed, the worst first, where not all are kept and some disagree, or where there is no printed matrix."""
HELD = 50_000
"""Elements that are held at a time, those of one verdict aside."""

Columns = Iterable[tuple[Elements, Terms]]


class Shown(NamedTuple):
    """A section's choices, one after the other, and then what its relations say of the document."""

    section: Section
    verdicts: list[Verdict]
    whole: list[bool]


def shown_of(section: Section, share: int) -> Shown:
    """What a section shows. ``share`` is how many elements of it are kept that nothing asks to look at."""
    choices = section.choices
    whole = _whole(choices, share) if section.golden else [False] * len(choices)
    verdicts = [verdict for view in choices for verdict in view.verdicts]
    everything = [kept for view, kept in zip(choices, whole, strict=True) for _ in view.verdicts]
    related = section.related
    own = [verdict for verdict in section.own if verdict.case in related] if related else []
    return Shown(section, verdicts + own, everything + [True] * len(own))


def cost(section: Section) -> int:
    """How many elements a section has to show, from what is known without its details."""
    return sum([_elements(verdict) for view in section.choices for verdict in view.verdicts])


def _elements(verdict: Verdict) -> int:
    count = verdict.elements
    if count < 2 or (verdict.golden and count <= LARGEST_MATRIX):
        return count
    return min(count, verdict.disagreeing + 1, LISTED)


def _whole(choices: Sequence[View], share: int) -> list[bool]:
    """The choices that list all elements: the first to look at, until the share is used, and one at least."""
    costs = [sum(map(_elements, view.verdicts)) for view in choices]
    if sum(costs) <= share:
        return [True] * len(choices)
    found = [False] * len(choices)
    for at in sorted(range(len(choices)), key=lambda at: choices[at].badness, reverse=True):
        share -= costs[at]
        if share < 0 and any(found):
            break
        found[at] = True
    return found


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
