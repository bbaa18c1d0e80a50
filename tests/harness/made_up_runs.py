"""Runs that were never run: verdicts of a test's own, with or without the elements that they rest on."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from hypothesis import strategies as st

from lastdigit.cases.reference import Reference
from lastdigit.records.run import Part, Run, make_run
from lastdigit.verdicts.verdict import Element, Share, Verdict

EMPTY = Reference(Path("reference_data"), {})

texts = st.text(st.characters(codec=None, exclude_categories=()), max_size=12)
"""Any text, with control characters and lone surrogates."""
numbers = st.floats(allow_nan=False)
elements = st.builds(
    Element,
    st.lists(st.integers(0, 99), max_size=3).map(tuple),
    texts,
    texts,
    numbers,
    numbers,
    st.booleans(),
    st.none() | st.booleans(),
)
shares = st.builds(Share, st.lists(texts, min_size=1, max_size=2).map(tuple), numbers, numbers.map(abs))
_any_verdicts = st.builds(
    Verdict,
    *[texts] * 6,
    st.sampled_from(["document", "definition"]),
    st.sampled_from(["agrees", "disagrees", "undecided", "failed"]),
    gate=st.sampled_from(["pass", "fail"]),
    elements=st.integers(0, 2**40),
    of=st.integers(0, 2**40),
    worst_index=texts,
    expected=texts,
    observed=texts,
    error=st.none() | numbers,
    allowed=st.none() | numbers,
    digits=st.none() | st.integers(0, 2**40),
    rules_out=st.none() | st.integers(0, 99),
    mistakes=st.none() | st.integers(0, 99),
    explanation=texts,
    erratum=texts,
    seconds=st.none() | numbers,
    reason=texts,
    evidence=st.sampled_from(["", "proven", "calibrated"]),
    arithmetic=st.sampled_from(["", "fused", "stored", "split"]),
    blind_to=st.lists(texts, max_size=2).map(tuple),
    shares=st.lists(shares, max_size=2).map(tuple),
    rows_read=st.integers(0, 999),
    notes=st.lists(texts, max_size=2).map(tuple),
    disagreeing=st.integers(0, 9),
    terms=st.dictionaries(texts, st.lists(numbers, min_size=4, max_size=4), max_size=2),
    details=st.lists(elements, max_size=4).map(tuple),
)


def _fitting(made: Verdict) -> Verdict:
    """The verdict with as many bounds in each term as it has elements."""
    return replace(made, terms={name: bounds[: len(made.details)] for name, bounds in made.terms.items()})


verdicts = _any_verdicts.map(_fitting)


def element(index: int, observed: str, *, allowed: float = 0.5, agrees: bool = True) -> Element:
    return Element((index,), "1.5", observed, abs(float(observed) - 1.5), allowed, agrees, agrees)


def verdict(
    implementation: str, *observed: str, golden: str = "y", found: str = "agrees", allowed: float = 0.5
) -> Verdict:
    """A verdict on as many elements as there are observed numbers; the first is its worst."""
    details = tuple(
        element(index, number, allowed=allowed, agrees=found != "disagrees") for index, number in enumerate(observed)
    )
    made = Verdict("007", "c", golden, "total", implementation, "float64", "document", found, seconds=0.25)
    if not details:
        return made
    return replace(
        made,
        gate="pass" if found in ("agrees", "undecided") else "fail",
        elements=len(details),
        of=len(details),
        worst_index="0",
        expected=details[0].printed,
        observed=details[0].observed,
        error=details[0].error,
        allowed=details[0].allowed,
        digits=sum(bool(detail.same_digits) for detail in details),
        disagreeing=sum(not detail.agrees for detail in details),
        terms={"printing": [allowed] * len(details)},
        details=details,
    )


def run_of(*made: Verdict, environment: str = "here", tests: int | None = None, **known: object) -> Run:
    """A complete run of these verdicts, one test each, in an environment of any name."""
    names = frozenset(f"{v.case}-{v.golden}-{v.implementation}" for v in made)
    part = Part(environment, len(names) if tests is None else tests, names)
    return make_run(EMPTY, made, parts=[part], files={}, complete=part.complete, **known)  # type: ignore[arg-type]
