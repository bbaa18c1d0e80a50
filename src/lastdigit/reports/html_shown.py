"""What a section shows: its verdicts, and which of them list all elements; known without the elements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from lastdigit.reports.html_facts import LARGEST_MATRIX
from lastdigit.reports.html_view import Section, View
from lastdigit.verdicts.verdict import Verdict

LISTED = 48
"""Elements listed, the worst first, where not all are kept and some disagree, or where there is no printed matrix."""


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
