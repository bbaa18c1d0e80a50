"""A section as plain values, for the page's script: its facts, what is held of the document, and every choice."""

from __future__ import annotations

from operator import attrgetter
from typing import Any

from lastdigit.reports.outcome.states import state
from lastdigit.reports.page.elements import elements_json
from lastdigit.reports.page.facts import facts, printed_matrix
from lastdigit.reports.page.shown import Columns, Shown
from lastdigit.reports.page.view import Section
from lastdigit.verdicts.explain import OR
from lastdigit.verdicts.verdict import Verdict
from lastdigit.verdicts.words.evidence import interval_words, names_words, told
from lastdigit.verdicts.words.numbers import number


def section_json(shown: Shown, columns: Columns, *, complete: bool = True) -> dict[str, Any]:
    """All that a section shows; ``columns`` are the elements of its verdicts. ``complete``: the run judged everything.

    ``verdicts`` are those of the choices, one choice after the other, and then what relations say of the document.
    What several of them say alike is ``said`` once.
    """
    section = shown.section
    golden, related, choices = section.golden, section.related, section.choices
    said, verdicts, of_verdicts = Said(), [], []
    for verdict, whole, (elements, terms) in zip(shown.verdicts, shown.whole, columns, strict=True):
        beside = golden if verdict.golden and verdict.case not in related else None
        found = elements_json(verdict, beside, elements, terms, whole=whole)
        verdicts.append(said.number(verdict, found is not None))
        of_verdicts.append(found)
    plain = {
        "facts": facts(section),
        "unjudged": "" if section.views else unjudged(section, complete=complete),
        "golden": printed_matrix(golden) if golden else None,
        "errata": [[erratum.id, erratum.case, erratum.reason] for erratum in section.errata],
        "own": [_own(said, verdict, relation=verdict.case in related) for verdict in section.own],
        "chosen": section.chosen,
        "case": [view.case for view in choices],
        "name": [view.implementation for view in choices],
        "dtype": [view.dtype for view in choices],
        "count": [len(view.verdicts) for view in choices],
        "verdicts": verdicts,
        "elements": of_verdicts,
        "said": said.found,
        "measured": [*said.measured],
    }
    return {key: value for key, value in plain.items() if value}


def unjudged(section: Section, *, complete: bool) -> str:
    """Why there is no verdict about a golden, where nothing else says it."""
    golden = section.golden
    if golden is None or golden.unverifiable or section.unused:
        return ""
    if section.cases or section.relations:
        return "No verdict." if complete else "Not judged in this partial run."
    return "An input of other cases; nothing to judge." if section.used else ""


class Said:
    """What verdicts say beside their elements, each once."""

    def __init__(self) -> None:
        self.found: list[dict[str, Any]] = []
        self.measured: dict[tuple[str, ...], int] = {}
        self._numbers: dict[tuple[Any, ...], int] = {}

    def number(self, verdict: Verdict, has_elements: bool) -> int:
        """The number of what a verdict says."""
        key = _SAID(verdict) if has_elements else (_SAID(verdict), verdict.expected, verdict.observed)
        number = self._numbers.setdefault(key, len(self.found))
        if number == len(self.found):
            self.found.append(self.of(verdict, has_elements=has_elements))
        return number

    def of(self, verdict: Verdict, *, has_elements: bool) -> dict[str, Any]:
        """What a verdict says as plain values; the names of its shares, which many have alike, are ``measured``."""
        plain = verdict_json(verdict, has_elements=has_elements)
        if verdict.shares:
            names = tuple([names_words(share.names) for share in verdict.shares])
            plain["measured"] = self.measured.setdefault(names, len(self.measured))
            plain["shares"] = [interval_words(share) for share in verdict.shares]
            if above := [at for at, share in enumerate(verdict.shares) if told(share, verdict)]:
                plain["told"] = above
        return plain


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
        "blind_to": verdict.blind_to,
        "evidence": verdict.evidence,
        "arithmetic": verdict.arithmetic,
        "rows_read": verdict.rows_read,
        "notes": list(verdict.notes),
        "shapes": [verdict.expected, verdict.observed] if verdict.expected and not has_elements else None,
        "matrix": bool(verdict.golden),
        "total": verdict.elements,
        "disagreeing": verdict.disagreeing,
    }
    return {key: value for key, value in plain.items() if value}


# All that :func:`verdict_json` reads of a verdict, but for its shapes.
_SAID = attrgetter(
    *("against", "verdict", "gate", "digits", "elements", "reason", "erratum", "explanation", "rules_out"),
    *("mistakes", "blind_to", "golden", "disagreeing", "evidence", "arithmetic", "shares", "rows_read", "notes"),
)


def _own(known: Said, verdict: Verdict, *, relation: bool) -> dict[str, Any]:
    """What is held of the document itself: its golden with its definition, or a relation with its comparisons."""
    said = {"case": verdict.case, "relation": relation, "words": words(verdict)}
    return {**known.of(verdict, has_elements=relation), **said}


def compared(verdict: Verdict) -> str:
    """How much a verdict rests on: elements, and those of them that print the same digits."""
    if verdict.digits is not None:
        return f"{verdict.digits:,} of {verdict.elements:,} print the same digits"
    plural = "" if verdict.elements == 1 else "s"
    return f"{verdict.elements:,} element{plural} compared" if verdict.elements else ""


def words(verdict: Verdict) -> str:
    """What a verdict rests on, in one line."""
    parts = [compared(verdict)] if verdict.digits is not None else []
    if verdict.error is not None:
        at = f" at [{verdict.worst_index.replace(',', ', ')}]" if verdict.worst_index else ""
        parts.append(f"error {number(verdict.error)}, allowed {number(verdict.allowed)}{at}")
    if verdict.mistakes:
        parts.append(f"rules out {verdict.rules_out} of {verdict.mistakes} mistakes")
    return "; ".join(parts)
