"""A golden's verdicts as plain values, for the page's script: element by element, with the allowance term by term."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from typing import Any

from lastdigit.golden import Golden
from lastdigit.reports.html_digits import number, short, split_digits
from lastdigit.reports.html_view import Section, state
from lastdigit.run import Run
from lastdigit.verdicts.explain import OR, looks
from lastdigit.verdicts.verdict import AGAINST_DOCUMENT, THE_DOCUMENT, Element, Verdict

LISTED = 48
"""Elements listed, the worst first, where there is no printed matrix to show them in."""

Bounds = dict[tuple[float | None, ...], int]
"""Lists of bounds, each with its number: most implementations share theirs."""


def data(run: Run, sections: Sequence[Section]) -> str:
    """All that the script needs, as JSON that can stand inside of a script element."""
    bounds: Bounds = {}
    plain = {
        "sections": {section.id: section_json(section, bounds) for section in sections if section.choices},
        "bounds": list(bounds),
        "look": looks(),
        "errata": {erratum.id: erratum.reason for erratum in run.reference.errata},
    }
    text = json.dumps(plain, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    # "<" could end the script element. ">" and "&" go with it, and the two line separators that older scripts end at.
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text


def section_json(section: Section, bounds: Bounds) -> dict[str, Any]:
    """The golden's shape and errata, and one entry per choice."""
    golden = section.golden
    views = [
        {
            "pick": view.pick,
            "own": view.implementation == THE_DOCUMENT,
            "verdicts": [verdict_json(v, golden if v.golden else None, bounds) for v in view.verdicts],
        }
        for view in section.choices
    ]
    errata = [erratum.id for erratum in section.errata]
    return {"shape": golden.shape if golden else [], "errata": errata, "views": views}


def verdict_json(verdict: Verdict, golden: Golden | None, bounds: Bounds) -> dict[str, Any]:
    """A verdict as plain values, those that say nothing left out.

    Its elements are those of the golden's matrix; without one the worst are listed.
    """
    details = verdict.details
    kept = list(range(len(details)))
    if golden is None:
        kept = sorted(kept, key=lambda at: -_share(details[at]))[:LISTED]
    indices = [",".join(map(str, details[at].index)) for at in kept]

    def pooled(values: Sequence[float]) -> int:
        return bounds.setdefault(tuple(short(values[at]) for at in kept), len(bounds))

    plain = {
        "against": verdict.against,
        "state": state(verdict),
        "worst": indices.index(verdict.worst_index) if verdict.worst_index in indices else 0,
        "fails": verdict.gate != "pass",
        "compared": compared(verdict),
        "reason": verdict.reason,
        "erratum": verdict.erratum,
        "why": [cause for cause in verdict.explanation.split(OR) if cause],
        "power": [verdict.rules_out, verdict.mistakes] if verdict.mistakes else None,
        "missed": verdict.missed,
        "shapes": [verdict.expected, verdict.observed] if verdict.expected and not details else None,
        "matrix": golden is not None,
        "left": len(details) - len(kept),
        "allowed": pooled([detail.allowed for detail in details]) if details else None,
        "terms": [[name, pooled(values)] for name, values in verdict.terms.items()],
        "elements": [_element(verdict, details[at], golden) for at in kept],
    }
    always = ("against", "state", "worst", "allowed")
    return {key: value for key, value in plain.items() if value or key in always}


def _element(verdict: Verdict, detail: Element, golden: Golden | None) -> list[Any]:
    """Place or index, expected (nothing where it is the printed token), observed, digits, error, whether it agrees."""
    rest = [short(detail.error), int(detail.agrees)]
    if golden is None:
        return [", ".join(map(str, detail.index)), detail.printed, detail.observed, "", *rest]
    place = _place(detail.index, golden)
    cut = golden.cut and place == len(golden.tokens) - 1
    digits = split_digits(verdict, detail, golden, golden.tokens[place], cut=cut)
    expected = "" if verdict.against == AGAINST_DOCUMENT else detail.printed
    return [place, expected, detail.observed, digits, *rest]


def compared(verdict: Verdict) -> str:
    """How much a verdict rests on: elements, and those of them that print the same digits."""
    if verdict.digits is not None:
        return f"{verdict.digits} of {verdict.elements} print the same digits"
    plural = "" if verdict.elements == 1 else "s"
    return f"{verdict.elements} element{plural} compared" if verdict.elements else ""


def words(verdict: Verdict) -> str:
    """What a verdict rests on, in one line."""
    parts = [compared(verdict)] if verdict.digits is not None else []
    if verdict.error is not None:
        at = f" at [{verdict.worst_index.replace(',', ', ')}]" if verdict.worst_index else ""
        parts.append(f"error {number(verdict.error)}, allowed {number(verdict.allowed)}{at}")
    if verdict.mistakes:
        parts.append(f"rules out {verdict.rules_out} of {verdict.mistakes} mistakes")
    return "; ".join(parts)


def _share(detail: Element) -> float:
    """The error in units of what is allowed."""
    if detail.allowed:
        return detail.error / detail.allowed
    return math.inf if detail.error else 0.0


def _place(index: tuple[int, ...], golden: Golden) -> int:
    """Where an element stands among the golden's tokens."""
    place = 0
    for position, extent in zip(index, golden.shape, strict=True):
        place = place * extent + position
    return place
