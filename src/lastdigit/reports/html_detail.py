"""A section as plain values, for the page's script: its facts, what is held of the document, and every choice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lastdigit.golden import Golden
from lastdigit.reports.html_columns import Pools
from lastdigit.reports.html_elements import LISTED, Wanted, elements_json
from lastdigit.reports.html_facts import LARGEST_MATRIX, facts, printed_matrix
from lastdigit.reports.html_view import Section, View, badness, state
from lastdigit.reports.html_words import compared, words
from lastdigit.run import Run
from lastdigit.verdicts.explain import OR
from lastdigit.verdicts.verdict import Verdict


def section_json(section: Section, run: Run, share: int) -> dict[str, Any]:
    """All that a section shows. ``share`` is how many elements of it are kept that nothing asks to look at."""
    golden = section.golden
    related = {relation.name for relation in section.relations}
    choices = section.choices
    whole = _whole(choices, golden, share)
    shown = [(verdict, at in whole) for at, view in enumerate(choices) for verdict in view.verdicts]
    shown += [(verdict, True) for verdict in section.own if verdict.case in related]
    wanted = [
        Wanted(golden if verdict.golden and verdict.case not in related else None, everything)
        for verdict, everything in shown
    ]
    pools = Pools()
    found = elements_json(run.detailed([verdict for verdict, _ in shown]), wanted, pools)
    views = []
    for view in choices:
        verdicts = [verdict_json(*next(found)) for _ in view.verdicts]
        views.append({"case": view.case, "name": view.implementation, "dtype": view.dtype, "verdicts": verdicts})
    own = [
        _own(verdict, relation=True, elements=next(found)[1])
        if verdict.case in related
        else _own(verdict, relation=False, elements=None)
        for verdict in section.own
    ]
    plain = {
        "facts": facts(section),
        "golden": printed_matrix(golden) if golden else None,
        "errata": [[erratum.id, erratum.case, erratum.reason] for erratum in section.errata],
        "own": own,
        "chosen": section.chosen,
        "views": views,
        "columns": pools.columns,
        "numbers": pools.numbers,
    }
    return {key: value for key, value in plain.items() if value}


def cost(section: Section) -> int:
    """How many elements a section has to show, from what is known without its details."""
    return sum(_elements(verdict) for view in section.choices for verdict in view.verdicts)


def _elements(verdict: Verdict) -> int:
    if verdict.golden and verdict.elements <= LARGEST_MATRIX:
        return verdict.elements
    return min(verdict.elements, verdict.disagreeing + 1, LISTED)


def _whole(choices: Sequence[View], golden: Golden | None, share: int) -> set[int]:
    """The choices whose elements are all kept: the first to look at, until the share is used, and one at least."""
    if golden and sum(_elements(verdict) for view in choices for verdict in view.verdicts) <= share:
        return set(range(len(choices)))
    order = sorted(range(len(choices)), key=lambda at: badness(choices[at].worst), reverse=True)
    found: set[int] = set()
    for at in order:
        share -= sum(map(_elements, choices[at].verdicts))
        if share < 0 and found:
            break
        found.add(at)
    return found if golden else set()


def verdict_json(verdict: Verdict, elements: dict[str, Any] | None) -> dict[str, Any]:
    """A verdict as plain values, those that say nothing left out."""
    plain = {
        "against": verdict.against,
        "state": state(verdict),
        "fails": verdict.gate != "pass",
        "compared": compared(verdict),
        "reason": verdict.reason,
        "erratum": verdict.erratum,
        "why": [cause for cause in verdict.explanation.split(OR) if cause],
        "power": [verdict.rules_out, verdict.mistakes] if verdict.mistakes else None,
        "missed": verdict.missed,
        "shapes": [verdict.expected, verdict.observed] if verdict.expected and not elements else None,
        "matrix": bool(verdict.golden),
        "total": verdict.elements,
        "disagreeing": verdict.disagreeing,
        "elements": elements,
    }
    return {key: value for key, value in plain.items() if value}


def _own(verdict: Verdict, *, relation: bool, elements: dict[str, Any] | None) -> dict[str, Any]:
    """What is held of the document itself: its golden with its definition, or a relation with its comparisons."""
    said = {"case": verdict.case, "relation": relation, "words": words(verdict)}
    return {**verdict_json(verdict, elements), **said}
