"""A verdict in words: what a failing test says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from lastdigit.verdicts.explain import looks, names_in
from lastdigit.verdicts.verdict import AGAINST_DOCUMENT, FAILED, THE_DOCUMENT, UNDECIDED, Element, Verdict
from lastdigit.verdicts.words.evidence import BETWEEN, evidence_words, found_shares, share_words
from lastdigit.verdicts.words.numbers import allowance_words

if TYPE_CHECKING:
    from lastdigit.cases.reference import Reference

SHOWN = 8


def describe(verdict: Verdict, reference: Reference | None) -> str:
    """A verdict that fails, for the person who has to mend it."""
    return "\n".join(_lines(verdict, reference))


def _lines(verdict: Verdict, reference: Reference | None) -> Iterator[str]:
    name = "/".join(part for part in (verdict.document, verdict.golden or verdict.case) if part)
    yield f"{name} failed" if verdict.verdict == FAILED else f"{name}: {verdict.verdict} with the {verdict.against}"
    operation = f", operation {verdict.operation}" if verdict.operation else ""
    yield f"  implementation  {verdict.implementation} in {verdict.dtype}{operation}"
    document = reference.documents.get(verdict.document) if reference else None
    golden = document.stored.goldens.get(verdict.golden) if document else None
    if document and golden:
        yield f"  printed in      {document.stored.file_name}, {golden.provenance.place}"
    if verdict.reason:
        yield f"  reason          {verdict.reason}"
    if verdict.notes:
        yield f"  noted           {BETWEEN.join(verdict.notes)}"
    if rests := evidence_words(verdict):
        yield f"  evidence        {rests}"
    for at, share in enumerate(found_shares(verdict)):
        yield f"  {'' if at else 'shares':<14}  {share_words(share)}"
    if verdict.verdict == UNDECIDED and verdict.blind_to:
        more = len(verdict.blind_to) - SHOWN
        names = BETWEEN.join(verdict.blind_to[:SHOWN])
        yield f"  blind spots     {names}{f'; and {more} more' if more > 0 else ''}"
    refuted = [detail for detail in verdict.details if not detail.agrees]
    if refuted:
        count = max(verdict.disagreeing, len(refuted))
        yield f"  {count} of {verdict.elements} elements differ by more than rounding can explain; the worst:"
        expected = (
            "printed" if verdict.against == AGAINST_DOCUMENT or verdict.implementation == THE_DOCUMENT else "exact"
        )
        heading = (
            ("index", "exact", "printed") if verdict.implementation == THE_DOCUMENT else ("index", expected, "observed")
        )
        yield from _table((*heading, "error", "allowed"), refuted, count)
        yield f"  allowed there   {_terms(verdict)}"
    if verdict.explanation:
        yield f"  explanation     {verdict.explanation}"
        known = looks()
        for look in dict.fromkeys(known[name] for name in names_in(verdict.explanation) if name in known):
            yield f"  look at         {look}"


def _table(heading: tuple[str, ...], refuted: list[Element], count: int) -> Iterator[str]:
    worst = sorted(refuted, key=lambda detail: -detail.error)[:SHOWN]
    rows = [
        (str(list(detail.index)), detail.printed, detail.observed, f"{detail.error:.3g}", f"{detail.allowed:.3g}")
        for detail in worst
    ]
    widths = [max(len(row[column]) for row in (heading, *rows)) for column in range(len(heading))]
    for row in (heading, *rows):
        yield "    " + "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True))
    if count > SHOWN:
        yield f"    and {count - SHOWN} more"


def _terms(verdict: Verdict) -> str:
    """The tolerance at the worst element, term by term."""
    indices = [",".join(map(str, detail.index)) for detail in verdict.details]
    worst = indices.index(verdict.worst_index)
    terms = {name: float(bounds[worst]) for name, bounds in verdict.terms.items()}
    return f"at [{verdict.worst_index}] = {allowance_words(terms, verdict.allowed)}"
