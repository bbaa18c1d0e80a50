"""A section as plain values, for the page's script: its facts, what is held of the document, and every choice."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import Any

from lastdigit.golden import Golden
from lastdigit.reports.html_elements import LISTED, NONE, Judged, keep
from lastdigit.reports.html_facts import LARGEST_MATRIX, facts, printed_matrix
from lastdigit.reports.html_view import Section, View, state
from lastdigit.reports.html_words import compared, words
from lastdigit.run import Run
from lastdigit.verdicts.explain import OR
from lastdigit.verdicts.verdict import Verdict


def section_json(section: Section, run: Run, share: int) -> dict[str, Any]:
    """All that a section shows. ``share`` is how many elements of it are kept that nothing asks to look at.

    ``verdicts`` are those of the choices, one choice after the other, and then what relations say of the document.
    What several of them say alike is ``said`` once.
    """
    golden = section.golden
    related = {relation.name for relation in section.relations}
    choices = section.choices
    whole = _whole(choices, golden, share)
    shown = [(verdict, at in whole) for at, view in enumerate(choices) for verdict in view.verdicts]
    own = section.own
    shown += [(verdict, True) for verdict in own if verdict.case in related]
    kept = keep(
        Judged(
            verdict,
            golden if verdict.golden and verdict.case not in related else None,
            everything,
            elements,
            terms,
        )
        for (verdict, everything), (elements, terms) in zip(shown, run.columns(each for each, _ in shown), strict=True)
    )
    said = Said()
    plain = {
        "facts": facts(section),
        "golden": printed_matrix(golden) if golden else None,
        "errata": [[erratum.id, erratum.case, erratum.reason] for erratum in section.errata],
        "own": [_own(verdict, relation=verdict.case in related) for verdict in own],
        "chosen": section.chosen,
        "case": [view.case for view in choices],
        "name": [view.implementation for view in choices],
        "dtype": [view.dtype for view in choices],
        "count": [len(view.verdicts) for view in choices],
        "verdicts": [said.number(verdict, kind != NONE) for (verdict, _), kind in zip(shown, kept.kinds, strict=True)],
        "said": said.found,
        **kept.plain(),
    }
    return {key: value for key, value in plain.items() if value or (key == "least" and value is not None)}


class Said:
    """What verdicts say beside their elements, each once."""

    def __init__(self) -> None:
        self.found: list[dict[str, Any]] = []
        self._numbers: dict[tuple[Any, ...], int] = {}

    def number(self, verdict: Verdict, has_elements: bool) -> int:
        """The number of what a verdict says."""
        key = (_SAID(verdict), None if has_elements else (verdict.expected, verdict.observed))
        number = self._numbers.setdefault(key, len(self.found))
        if number == len(self.found):
            self.found.append(verdict_json(verdict, has_elements=has_elements))
        return number


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
    order = sorted(range(len(choices)), key=lambda at: choices[at].badness, reverse=True)
    found: set[int] = set()
    for at in order:
        share -= sum(map(_elements, choices[at].verdicts))
        if share < 0 and found:
            break
        found.add(at)
    return found if golden else set()


def verdict_json(verdict: Verdict, *, has_elements: bool) -> dict[str, Any]:
    """What a verdict says beside its elements as plain values, those that say nothing left out."""
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
        "shapes": [verdict.expected, verdict.observed] if verdict.expected and not has_elements else None,
        "matrix": bool(verdict.golden),
        "total": verdict.elements,
        "disagreeing": verdict.disagreeing,
    }
    return {key: value for key, value in plain.items() if value}


# All that :func:`verdict_json` reads of a verdict, but for its shapes.
_SAID = attrgetter(
    *("against", "verdict", "gate", "digits", "elements", "reason", "erratum", "explanation", "rules_out"),
    *("mistakes", "missed", "golden", "disagreeing"),
)


def _own(verdict: Verdict, *, relation: bool) -> dict[str, Any]:
    """What is held of the document itself: its golden with its definition, or a relation with its comparisons."""
    said = {"case": verdict.case, "relation": relation, "words": words(verdict)}
    return {**verdict_json(verdict, has_elements=relation), **said}
