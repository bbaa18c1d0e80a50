"""The elements of a section's verdicts as plain values: which of them the page keeps, and how little it needs for them.

A run of ordinary size keeps every element of every golden. A large one keeps all numbers of the verdicts to look at
first, up to :data:`WHOLE` elements on the page, and of the others the worst ones and, for every element, in which
band its error lies and whether it prints the same digits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from lastdigit.golden import Golden
from lastdigit.reports.html_columns import Pools
from lastdigit.reports.html_facts import LARGEST_MATRIX
from lastdigit.reports.html_places import places_of, spelled, worst_of
from lastdigit.reports.html_singles import Singles, flags
from lastdigit.verdicts.elements import Elements, Terms
from lastdigit.verdicts.texts import AsciiTexts
from lastdigit.verdicts.verdict import AGAINST_DOCUMENT, AGREES, Verdict

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
_LETTERS = bytes.maketrans(bytes(range(2 * BEYOND + 2)), b"abcdefghABCDEFGH")

NONE, SINGLE, SEVERAL = "-", "1", "n"
"""What the page keeps of a verdict: no element, one, or several."""


class Judged(NamedTuple):
    """A verdict of which elements are kept: beside a golden's tokens or None, and whether all numbers are."""

    verdict: Verdict
    golden: Golden | None
    whole: bool
    elements: Elements
    terms: Terms


class Kept:
    """What the page keeps of a section's verdicts, verdict by verdict."""

    def __init__(self) -> None:
        self.pools = Pools()
        self.kinds: list[str] = []
        self.several: list[dict[str, Any]] = []
        self.singles = Singles(self.pools)

    def plain(self) -> dict[str, Any]:
        """All of it; of verdicts of which one element is kept in columns, of others one by one."""
        singles = self.singles.plain()
        return {"kinds": "".join(self.kinds), "several": self.several, "singles": singles, **self.pools.plain()}


def keep(judged: Iterable[Judged]) -> Kept:
    """Choose what is kept of every verdict."""
    kept = Kept()
    for chunk in _chunks(judged):
        _keep(chunk, kept)
    return kept


def _chunks(judged: Iterable[Judged]) -> Iterator[list[Judged]]:
    chunk: list[Judged] = []
    held = 0
    for one in judged:
        chunk.append(one)
        held += len(one.elements.error)
        if held >= CHUNK:
            yield chunk
            chunk, held = [], 0
    if chunk:
        yield chunk


def _keep(chunk: Sequence[Judged], kept: Kept) -> None:
    """Arrays are made of all elements at once: of each verdict's own they would cost more than they hold."""
    errors = np.concatenate([one.elements.error for one in chunk])
    allowed = np.concatenate([one.elements.allowed for one in chunk])
    shares = share(errors, allowed)
    counts = [len(one.elements.error) for one in chunk]
    agree = _of_all(chunk, counts, [one.verdict.verdict == AGREES or None for one in chunk], "agrees")
    same = _of_all(chunk, counts, [_same(one.verdict) for one in chunk], "same")
    letters = _letters(shares, agree, same)
    worst = _worst(shares, counts)
    chosen: list[int] = []
    start = 0
    for number, (one, count) in enumerate(zip(chunk, counts, strict=True)):
        verdict, golden, whole, elements, terms = one
        end = start + count
        if count > LARGEST_MATRIX:
            golden = None
        most = count if whole and golden is not None else LISTED if golden is None or verdict.disagreeing else 1
        if not count:
            kept.kinds.append(NONE)
        elif count == 1 or most == 1:
            at = worst[number]
            chosen.append(start + at)
            kept.kinds.append(SINGLE)
            expected = golden is None or verdict.against != AGAINST_DOCUMENT
            kept.singles.add(elements, terms, at, golden, letters[start:end], expected=expected)
        else:
            listed = None if golden and most >= count else np.argsort(-shares[start:end], kind="stable")[:most]
            kept.kinds.append(SEVERAL)
            kept.several.append(_several(one, golden, listed, letters[start:end], kept.pools))
        start = end
    kept.singles.gather(errors[chosen], allowed[chosen], agree[chosen], same[chosen])


def _worst(shares: np.ndarray, counts: Sequence[int]) -> list[int]:
    """Where in every verdict's own elements the largest share stands, of those that are drawn as a matrix."""
    sizes = np.array(counts)
    starts = np.cumsum(sizes) - sizes
    found = np.zeros(len(counts), dtype=np.int64)
    for size in set(counts):
        if 1 < size <= LARGEST_MATRIX:
            of_size = sizes == size
            found[of_size] = shares[starts[of_size, np.newaxis] + np.arange(size)].argmax(axis=1)
    return found.tolist()


def _letters(shares: np.ndarray, agree: np.ndarray, same: np.ndarray) -> str:
    """A letter per element: its band, in capitals where it prints other digits."""
    bands = np.zeros(len(shares), dtype=np.uint8)
    for end in BANDS:
        bands += (shares > end).view(np.uint8)
    np.copyto(bands, BEYOND, where=~agree)
    bands += (~same).view(np.uint8) * np.uint8(BEYOND + 1)
    return bands.tobytes().translate(_LETTERS).decode("ascii")


def _same(verdict: Verdict) -> bool | None:
    """Whether all elements print the same digits, or none; None where some do."""
    digits = verdict.digits
    return False if not digits else True if digits == verdict.elements else None


def _of_all(chunk: Sequence[Judged], counts: Sequence[int], known: Sequence[bool | None], name: str) -> np.ndarray:
    """A flag of every element of all verdicts; the elements are asked where it is not ``known`` of all at once."""
    flags = np.repeat(np.array(known, dtype=np.bool_), counts)
    if None in known:
        start = 0
        for one, flag, count in zip(chunk, known, counts, strict=True):
            if flag is None:
                flags[start : start + count] = getattr(one.elements, name) == 1
            start += count
    return flags


def share(errors: np.ndarray, allowed: np.ndarray) -> np.ndarray:
    """The errors in units of what is allowed; ∞ where nothing is, 0 where there is no error."""
    with np.errstate(all="ignore"):
        found: np.ndarray = errors / allowed
    unknown = np.isnan(found)
    if unknown.any():
        found[unknown] = np.where(errors[unknown] > 0, np.inf, 0.0)
    return found


def _several(
    judged: Judged, golden: Golden | None, listed: np.ndarray | None, letters: str, pools: Pools
) -> dict[str, Any]:
    """The elements ``listed``, or all of them, of a verdict."""
    verdict, _, _, elements, terms = judged
    places = slice(None) if listed is None else listed
    kept = range(len(elements)) if listed is None else listed.tolist()
    beside = verdict.against == AGAINST_DOCUMENT and golden
    plain = {
        "count": len(elements),
        "kept": None if listed is None else kept,
        "worst": worst_of(verdict, elements, kept),
        "places": places_of(elements, golden) if golden else None,
        "indices": None if golden else [spelled(elements.indices[at]) for at in kept],
        "observed": pools.column(_taken(elements.observed, places), verdict.dtype),
        "expected": None if beside else pools.column(_taken(elements.printed, places), "expected"),
        "error": pools.number(elements.error[places]),
        "allowed": pools.number(elements.allowed[places]),
        "terms": [[name, pools.number(bounds[places])] for name, bounds in terms.items()],
        "bands": letters if golden and len(kept) < len(elements) else None,
        # Where all of them agree, or print the same digits, one flag says so.
        "agrees": flags(elements.agrees[places]),
        "same": flags(elements.same[places] == 1),
    }
    return {key: value for key, value in plain.items() if value is not None}


def _taken(texts: Sequence[str], places: Any) -> Sequence[str]:
    if isinstance(places, slice):
        return texts
    return texts.take(places) if isinstance(texts, AsciiTexts) else [texts[at] for at in places.tolist()]
