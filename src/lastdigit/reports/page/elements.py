"""The elements of verdicts as plain values: which of them the page keeps, and how little it needs for them.

A run of ordinary size keeps every element of every golden. A large one keeps all numbers of the verdicts to look at
first, up to :data:`WHOLE` elements on the page, and of the others the worst ones and, for every element, in which
band its error lies and whether it prints the same digits.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from lastdigit.printing.golden import Golden
from lastdigit.reports.page.facts import LARGEST_MATRIX
from lastdigit.reports.page.places import letters, places_of, share, spelled, worst_of
from lastdigit.reports.page.pools import Pools
from lastdigit.reports.page.shown import LISTED
from lastdigit.reports.page.singles import Singles, flags
from lastdigit.verdicts.elements import Elements, Terms
from lastdigit.verdicts.texts import AsciiTexts
from lastdigit.verdicts.verdict import AGAINST_DOCUMENT, Verdict

WHOLE = 1_000_000
"""Elements of a page whose numbers are written although nothing needs them."""
NONE, SINGLE, SEVERAL = "-", "1", "n"
"""What the page keeps of a verdict: no element, one, or several."""


class KeptOfSection(NamedTuple):
    """Of every verdict the kind, of those that have one element the group and the place in it, and of others all."""

    kinds: list[str]
    of: list[int]
    at: list[int]
    several: list[dict[str, Any]]


class Kept:
    """What the page keeps of the verdicts of a block's sections: lists that they share."""

    def __init__(self) -> None:
        self._pools = Pools()
        self._singles = Singles(self._pools)

    def add(
        self,
        kept: KeptOfSection,
        verdict: Verdict,
        golden: Golden | None,
        elements: Elements,
        terms: Terms,
        *,
        whole: bool,
    ) -> None:
        """Keep what is needed of a verdict's elements: beside a golden's tokens or not, and all numbers or not."""
        count = len(elements.error)
        if count > LARGEST_MATRIX:
            golden = None
        if not count:
            kept.kinds.append(NONE)
        elif count == 1 or (golden is not None and not whole and not verdict.disagreeing):
            kept.kinds.append(SINGLE)
            beside = golden is not None and verdict.against == AGAINST_DOCUMENT
            of, at = self._singles.add(elements, terms, golden, expected=not beside)
            kept.of.append(of)
            kept.at.append(at)
        else:
            kept.kinds.append(SEVERAL)
            most = count if whole and golden is not None else LISTED
            kept.several.append(_several(verdict, golden, elements, terms, most, self._pools))

    def plain(self) -> dict[str, Any]:
        """All lists that sections share."""
        return {"singles": self._singles.plain(), **self._pools.plain()}


def _several(
    verdict: Verdict, golden: Golden | None, elements: Elements, terms: Terms, most: int, pools: Pools
) -> dict[str, Any]:
    """The elements of a verdict: beside a golden's tokens all of them in their order, or the ``most`` worst ones."""
    places: slice | np.ndarray = slice(None)
    kept: Sequence[int] = range(len(elements))
    bands = None
    if golden is None or most < len(elements):
        shares = share(elements.error, elements.allowed)
        places = np.argsort(-shares, kind="stable")[:most]
        kept = places.tolist()
        if golden is not None:
            bands = pools.letters(letters(shares, elements.agrees, elements.same == 1))
    beside = verdict.against == AGAINST_DOCUMENT and golden is not None
    plain = {
        "count": len(elements),
        "kept": None if isinstance(kept, range) else kept,
        "worst": worst_of(verdict, elements, kept),
        "places": places_of(elements, golden) if golden is not None else None,
        "indices": [spelled(elements.indices[at]) for at in kept] if golden is None else None,
        "observed": pools.column(_taken(elements.observed, places), verdict.dtype),
        "expected": None if beside else pools.column(_taken(elements.printed, places), "expected"),
        "error": pools.number(elements.error[places]),
        "allowed": pools.number(elements.allowed[places]),
        "terms": [[name, pools.number(bounds[places])] for name, bounds in terms.items()],
        "bands": bands,
        # Where all of them agree, or print the same digits, one flag says so.
        "agrees": flags(elements.agrees[places]),
        "same": flags(elements.same[places] == 1),
    }
    return {key: value for key, value in plain.items() if value is not None}


def _taken(texts: Sequence[str], places: slice | np.ndarray) -> Sequence[str]:
    if isinstance(places, slice):
        return texts
    return AsciiTexts(texts.array[places]) if isinstance(texts, AsciiTexts) else [texts[at] for at in places.tolist()]
