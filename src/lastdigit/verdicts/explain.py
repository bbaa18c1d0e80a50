"""Explains observed values: one mistake, two at once, or a coarser arithmetic. Independent of engines."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import islice

import numpy as np

from lastdigit.operations.mistakes import Mistake, all_mistakes
from lastdigit.operations.mistakes.observed import DROPOUT, DROPOUT_LOOK, OVERFLOW, OVERFLOW_LOOK
from lastdigit.verdicts.coarse_directions import coarse_looks
from lastdigit.verdicts.coarser import coarser_looks
from lastdigit.verdicts.coarser_steps import step_looks
from lastdigit.verdicts.nearness import Combination, Nearness, Plain, same

Contains = Callable[[Combination], bool]
Questions = Iterable[tuple[str, Callable[[], bool]]]

OR, AND = "; ", ", and "
NO_MISTAKE = "no known mistake explains these numbers"
NO_PAIR = "no known mistake, and no pair of them, explains these numbers"
TOO_LARGE = "no known mistake explains these numbers (pairs are tried for up to {} elements)"

LARGEST = 4096
"""Above this many elements pairs of mistakes are not tested."""

MOST = 0.5
"""The largest fraction of the squared error left by a mistake that accounts for most of it."""

VERIFIED = 12
"""The number of pairs, nearest by plain readings, verified by enclosures."""


def explain(
    mistakes: Sequence[Mistake],
    observed: np.ndarray,
    contains: Contains,
    plain: Plain | None = None,
    simpler: Questions = (),
    coarser: Questions = (),
    *,
    excluded: Collection[Mistake] = (),
    size: int = 0,
    measured: bool = False,
) -> str:
    """The names of the ``mistakes`` that explain the ``observed`` values (flat, float64).

    ``contains`` says whether the enclosure of a combination contains them. ``plain`` gives a combination's values in
    float64, or the definition's for an empty one; None if it cannot be made. With it, only what comes near is
    verified; without it all mistakes are, and no pair. ``simpler`` and ``coarser`` are names with the same question,
    the likeliest first: asked where no mistake explains, those of ``coarser`` where no pair does either. What is
    ``excluded`` is in the result with no other alone. ``size`` is that of a result of which a part is observed. Where a
    result is ``measured`` its enclosures may be wide, and a mistake must also account for most of the squared error.
    """
    if plain is None:
        causes = _singles(mistakes, contains)
        return OR.join(dict.fromkeys(causes or _first(coarser))) or NO_MISTAKE
    near = Nearness(mistakes, observed, plain)
    present, nearest = (
        [each for each in some if each not in excluded and not (measured and near.left(each) > MOST)]
        for some in (near.present(), near.nearest())
    )
    causes = _singles(present, contains) or _singles(nearest, contains) or _first(simpler)
    paired = max(size, observed.size) <= LARGEST
    if not causes and paired:
        causes = _pairs(near, contains)
    causes = causes or _first(coarser)
    return OR.join(dict.fromkeys(causes)) or (NO_PAIR if paired else TOO_LARGE.format(LARGEST))


def _singles(mistakes: Iterable[Mistake], contains: Contains) -> list[str]:
    return [mistake.name for mistake in mistakes if contains((mistake,))]


def _first(questions: Questions) -> list[str]:
    """The name of the first that holds, or an empty text."""
    return list(islice((name for name, holds in questions if holds()), 1))


def explain_not_finite(mistakes: Iterable[Mistake], observed: np.ndarray, plain: Plain) -> str:
    """The mistakes whose non-finite numbers are exactly where those of ``observed`` are; empty if there are none."""
    finite, true = np.isfinite(observed), plain(())
    if true is not None and np.array_equal(np.isfinite(true), finite):
        return ""
    found = [(mistake.name, plain((mistake,))) for mistake in mistakes]
    causes = [name for name, read in found if read is not None and np.array_equal(np.isfinite(read), finite)]
    return OR.join(dict.fromkeys(causes))


def names_in(explanation: str) -> list[str]:
    """The unique names of mistakes in an explanation, in order."""
    return list(dict.fromkeys(name for cause in explanation.split(OR) for name in cause.split(AND)))


def looks() -> dict[str, str]:
    """What to check in the code, by the name of a mistake or a coarser arithmetic."""
    catalogue = {mistake.name: mistake.look for mistake in all_mistakes()}
    return {
        **catalogue,
        DROPOUT: DROPOUT_LOOK,
        OVERFLOW: OVERFLOW_LOOK,
        **coarser_looks(),
        **coarse_looks(),
        **step_looks(),
    }


def _pairs(near: Nearness, contains: Contains) -> list[str]:
    """The nearest pairs that explain the observed values; pairs with already refuted values are skipped."""
    causes: dict[frozenset[str], str] = {}
    refuted: list[np.ndarray] = []
    for pair, read in near.pairs():
        if len(causes) + len(refuted) == VERIFIED:
            break
        names = [mistake.name for mistake in pair]
        if frozenset(names) in causes or any(same(read, other) for other in refuted):
            continue
        if contains(pair):
            causes[frozenset(names)] = AND.join(names)
        else:
            refuted.append(read)
    return list(causes.values())
