"""The elements of a verdict as plain values: those that the page keeps.

A run of ordinary size keeps every element of every golden. A large one keeps all numbers of the verdicts to look at
first, up to :data:`WHOLE` elements on the page, and of the others the worst ones and, for every element, in which
band its error lies and whether it prints the same digits.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from lastdigit.printing.golden import Golden
from lastdigit.reports.page.facts import LARGEST_MATRIX
from lastdigit.reports.page.numbers import decimals
from lastdigit.reports.page.places import letters, places_of, share, spelled, worst_of
from lastdigit.reports.page.shown import LISTED
from lastdigit.verdicts.elements import Elements, Terms
from lastdigit.verdicts.texts import AsciiTexts
from lastdigit.verdicts.verdict import AGAINST_DOCUMENT, Verdict

WHOLE = 1_000_000
"""Elements of a page whose numbers are written although nothing needs them."""

_FLAGS = bytes.maketrans(b"\0\1", b"01")


def elements_json(
    verdict: Verdict, golden: Golden | None, elements: Elements, terms: Terms, *, whole: bool
) -> dict[str, Any] | None:
    """The elements of a verdict; None if it has none.

    Beside a golden's tokens these are all of them in their order (``whole``), or the worst ones and a letter for every
    element; without a golden, or with one too large to draw, the worst ones and their indices.
    """
    count = len(elements.error)
    if not count:
        return None
    if count > LARGEST_MATRIX:
        golden = None
    if golden is None:
        most = LISTED
    elif whole:
        most = count
    else:
        most = LISTED if verdict.disagreeing else 1
    places: slice | np.ndarray = slice(None)
    kept: Sequence[int] = range(count)
    bands = None
    if golden is None or most < count:
        shares = share(elements.error, elements.allowed)
        places = np.argsort(-shares, kind="stable")[:most]
        kept = places.tolist()
        if golden is not None:
            bands = letters(shares, elements.agrees, elements.same == 1)
    beside = verdict.against == AGAINST_DOCUMENT and golden is not None
    plain = {
        "count": count,
        "kept": None if isinstance(kept, range) else kept,
        "worst": worst_of(verdict, elements, kept),
        "places": places_of(elements, golden) if golden is not None else None,
        "indices": [spelled(elements.indices[at]) for at in kept] if golden is None else None,
        "observed": _taken(elements.observed, places),
        "expected": None if beside else _taken(elements.printed, places),
        "error": decimals(elements.error[places]),
        "allowed": decimals(elements.allowed[places]),
        "terms": [[name, decimals(bounds[places])] for name, bounds in terms.items()],
        "bands": bands,
        "agrees": flags(elements.agrees[places]),
        "same": flags(elements.same[places] == 1),
    }
    return {key: value for key, value in plain.items() if value is not None}


def _taken(texts: Sequence[str], places: slice | np.ndarray) -> list[str]:
    if isinstance(places, slice):
        return list(texts)
    return list(AsciiTexts(texts.array[places])) if isinstance(texts, AsciiTexts) else [texts[at] for at in places]


def flags(values: np.ndarray) -> str:
    """A character per flag; where all are set, one says so."""
    plain = values.tobytes()
    return plain.translate(_FLAGS).decode("ascii") if b"\0" in plain else "1"
