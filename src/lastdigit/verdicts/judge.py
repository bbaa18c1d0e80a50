"""The judge: what was expected, what was observed and the terms of what may lie between them become a verdict."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from lastdigit.mistakes import Mistake
from lastdigit.verdicts.comparison import Comparison
from lastdigit.verdicts.decide import decided, with_power
from lastdigit.verdicts.reading import Reading
from lastdigit.verdicts.search import Search
from lastdigit.verdicts.verdict import FAILED, THE_DOCUMENT, UNDECIDED, Verdict


@dataclass(frozen=True)
class Power:
    """What a comparison is asked for: mistakes in a ``reading``, of which ``elements`` are compared.

    Without ``every`` an agreement is only told to rule out some mistake or none.
    """

    mistakes: Sequence[Mistake]
    reading: Reading
    elements: Sequence[int] | np.ndarray
    every: bool = True


def judge(
    base: Verdict,
    comparison: Comparison,
    observed: Sequence[str],
    power: Power | None,
    *,
    of: int,
    same: np.ndarray | None = None,
    most: int | None = None,
) -> Verdict:
    """The verdict of a comparison.

    ``observed``: the observed values as people read them; ``of``: how many elements the result has; ``same``: which
    print the same digits; ``most``: how many of the elements that disagree are kept in detail.
    """
    verdict = decided(base, comparison, observed, same, of=of, most=most)
    if verdict.verdict == UNDECIDED and not comparison.observed.known.all():
        verdict = replace(verdict, reason=_nothing_finite(comparison, observed, base.dtype))
    if power is None:
        return verdict
    elements = power.elements
    printed = verdict.implementation == THE_DOCUMENT
    search = Search(power.mistakes, power.reading, elements, comparison, printed)  # type: ignore[arg-type]
    bands = ((mistake, power.reading.changed_bands(mistake)) for mistake in power.mistakes)
    changed = ((mistake, found.at(elements)) for mistake, found in bands if found is not None)
    return with_power(verdict, comparison, changed, search, every=power.every)


def refused(base: Verdict, result: np.ndarray, shape: Sequence[int], dtype: str = "") -> Verdict | None:
    """The verdict of what is no result: of the wrong ``dtype``, where one is declared, or of the wrong shape."""
    reason = ""
    if dtype and dtype != base.dtype:
        reason = f"returned {dtype}; declared {base.dtype}"
    elif result.shape != tuple(shape):
        reason = f"returned shape {result.shape}; expected {tuple(shape)}"
    return replace(base, verdict=FAILED, reason=reason) if reason else None


def not_finite(base: Verdict, comparison: Comparison, result: np.ndarray) -> Verdict | None:
    """The verdict of a ``result`` that is nan or ∞ where it must be a finite number; None where it is nowhere so.

    Where the definition has no value, or the format may overflow, nan and ∞ are neither right nor wrong.
    """
    if comparison.observed.known.all():
        return None
    wrong = np.flatnonzero(~comparison.observed.known & comparison.bounds.known)
    if not wrong.size:
        return None
    index = comparison.index(int(wrong[0]))
    return replace(base, verdict=FAILED, reason=f"returned {result[index]} at {list(index)}")


def _nothing_finite(comparison: Comparison, observed: Sequence[str], dtype: str) -> str:
    place = int(np.flatnonzero(~comparison.observed.known)[0])
    told = f"returned {observed[place]} at {list(comparison.index(place))}"
    return f"{told}, where {dtype} may overflow or the definition has no value"
