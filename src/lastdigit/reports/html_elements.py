"""The elements of a section's verdicts as plain values: which of them the page keeps, and how little it needs for them.

A run of ordinary size keeps every element of every golden. A large one keeps all numbers of the verdicts to look at
first, up to :data:`WHOLE` elements on the page, and of the others the worst ones and, for every element, in which
band its error lies and whether it prints the same digits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from operator import attrgetter
from typing import Any

import numpy as np

from lastdigit.golden import Golden
from lastdigit.reports.html_columns import Pools
from lastdigit.reports.html_facts import LARGEST_MATRIX
from lastdigit.verdicts.verdict import AGAINST_DOCUMENT, AGREES, Element, Verdict

WHOLE = 1_000_000
"""Elements of a page whose numbers are kept although nothing asks to look at them."""
LISTED = 48
"""Elements listed, the worst first, where not all are kept and some disagree, or where there is no printed matrix."""
CHUNK = 50_000
"""Elements that are held at a time."""

BANDS = (1e-3, 1e-2, 0.1, 0.25, 0.5, 0.75, 1.0)
"""Ends of the bands of error ÷ allowed; the page's script names them."""
BEYOND = len(BANDS)
"""The band of what disagrees."""
_LETTERS = np.frombuffer(b"abcdefghABCDEFGH", dtype=np.uint8)

_DIGITS = bytes.maketrans(b"\0\1", b"01")

_errors, _alloweds = attrgetter("error"), attrgetter("allowed")
_agrees, _sames = attrgetter("agrees"), attrgetter("same_digits")


@dataclass(frozen=True)
class Wanted:
    """A verdict of which elements are wanted: beside a golden's tokens or None, and whether all numbers are."""

    golden: Golden | None
    whole: bool


def elements_json(
    verdicts: Iterable[Verdict], wanted: Sequence[Wanted], pools: Pools
) -> Iterator[tuple[Verdict, dict[str, Any] | None]]:
    """Every verdict, in detail, with its elements as plain values; None where it has none."""
    chunk: list[Verdict] = []
    held, done = 0, 0
    for verdict in verdicts:
        chunk.append(verdict)
        held += len(verdict.details)
        if held >= CHUNK:
            yield from _chunk(chunk, wanted[done : done + len(chunk)], pools)
            done += len(chunk)
            chunk, held = [], 0
    yield from _chunk(chunk, wanted[done : done + len(chunk)], pools)


def _chunk(
    verdicts: Sequence[Verdict], wanted: Sequence[Wanted], pools: Pools
) -> Iterator[tuple[Verdict, dict[str, Any] | None]]:
    """Arrays are made of all elements at once: of each verdict's own they would cost more than they hold."""
    details = list(chain.from_iterable(verdict.details for verdict in verdicts))
    count = len(details)
    shares = share(*(np.fromiter(map(get, details), np.float64, count) for get in (_errors, _alloweds)))
    bands = np.searchsorted(np.array(BANDS), shares, side="left")
    bands[~_of_all(verdicts, [verdict.verdict == AGREES or None for verdict in verdicts], _agrees)] = BEYOND
    same = _of_all(verdicts, [_same(verdict) for verdict in verdicts], _sames)
    letters = _LETTERS[np.minimum(bands, BEYOND) + np.where(same, 0, BEYOND + 1)].tobytes().decode()
    start = 0
    for verdict, want in zip(verdicts, wanted, strict=True):
        end = start + len(verdict.details)
        yield verdict, _verdict(verdict, want, pools, shares[start:end], letters[start:end]) if end > start else None
        start = end


def _same(verdict: Verdict) -> bool | None:
    """Whether all elements print the same digits, or none; None where some do."""
    return {0: False, None: False, verdict.elements: True}.get(verdict.digits)


def _of_all(verdicts: Sequence[Verdict], known: Sequence[bool | None], get: Callable[[Element], Any]) -> np.ndarray:
    """A flag of every element of all verdicts; the elements are asked where it is not ``known`` of all at once."""
    counts = [len(verdict.details) for verdict in verdicts]
    flags = np.repeat([bool(flag) for flag in known], counts)
    start = 0
    for verdict, flag, count in zip(verdicts, known, counts, strict=True):
        if flag is None:
            flags[start : start + count] = np.fromiter(map(bool, map(get, verdict.details)), np.bool_, count)
        start += count
    return flags


def share(errors: np.ndarray, allowed: np.ndarray) -> np.ndarray:
    """The errors in units of what is allowed; ∞ where nothing is, 0 where there is no error."""
    with np.errstate(divide="ignore", invalid="ignore"):
        found: np.ndarray = np.where(errors > 0, errors / allowed, 0.0)
    found[np.isnan(found)] = np.inf
    return found


def _verdict(verdict: Verdict, want: Wanted, pools: Pools, shares: np.ndarray, letters: str) -> dict[str, Any]:
    details = verdict.details
    golden = want.golden if len(details) <= LARGEST_MATRIX else None
    whole = want.whole and golden is not None
    kept: Sequence[int] = range(len(details))
    if not whole:
        most = LISTED if golden is None or verdict.disagreeing else 1
        if most < len(details):
            kept = [int(np.argmax(shares))] if most == 1 else np.argsort(-shares, kind="stable")[:most].tolist()
        elif golden is None:
            kept = np.argsort(-shares, kind="stable").tolist()
    shown: Sequence[Element] = details if whole else [details[at] for at in kept]
    terms = {name: values if whole else [values[at] for at in kept] for name, values in verdict.terms.items()}
    indices = [",".join(map(str, detail.index)) for detail in shown] if golden is None else None
    plain = {
        "count": len(details),
        "kept": None if len(kept) == len(details) and golden else kept,
        "worst": _worst(verdict, shown),
        "places": _places(details, golden) if golden else None,
        "indices": indices,
        "observed": pools.column([detail.observed for detail in shown], verdict.dtype),
        "expected": None
        if verdict.against == AGAINST_DOCUMENT and golden
        else pools.column([detail.printed for detail in shown], "expected"),
        **_numbers(shown, terms, pools),
        "bands": letters if golden and len(kept) < len(details) else None,
        # Where all of them agree, or print the same digits, one flag says so.
        "agrees": _flags([detail.agrees for detail in shown]),
        "same": _flags([bool(detail.same_digits) for detail in shown]),
    }
    return {key: value for key, value in plain.items() if value is not None}


def _numbers(shown: Sequence[Element], terms: Mapping[str, Sequence[float]], pools: Pools) -> dict[str, Any]:
    """Errors, allowances and their terms: a list of each, or of one element all of them in one list."""
    if len(shown) == 1:
        together = [shown[0].error, shown[0].allowed, *(values[0] for values in terms.values())]
        return {"one": pools.number(together), "terms": list(terms)}
    return {
        "error": pools.number([detail.error for detail in shown]),
        "allowed": pools.number([detail.allowed for detail in shown]),
        "terms": [[name, pools.number(values)] for name, values in terms.items()],
    }


def _flags(values: Sequence[bool]) -> str:
    return "1" if all(values) else bytes(values).translate(_DIGITS).decode("ascii")


def _worst(verdict: Verdict, shown: Sequence[Element]) -> int:
    """Where the worst element stands among those shown."""
    if len(shown) == 1:
        return 0
    worst = verdict.worst_index
    return next((at for at, detail in enumerate(shown) if ",".join(map(str, detail.index)) == worst), 0)


def _places(details: Sequence[Element], golden: Golden) -> list[int] | None:
    """Where the elements stand among the golden's tokens; None where they are all of them, in their order."""
    if len(details) == len(golden.tokens) and not golden.cut:
        return None
    return [place(detail.index, golden) for detail in details]


def place(index: tuple[int, ...], golden: Golden) -> int:
    """Where an element stands among the golden's tokens, which are in row-major order."""
    found = 0
    for position, extent in zip(index, golden.shape, strict=True):
        found = found * extent + position
    return found
