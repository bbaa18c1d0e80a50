"""The explanation of what was observed: one mistake, two at once, or a coarser arithmetic. It knows no engine."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, islice, permutations

import numpy as np

from lastdigit.mistakes import Mistake, all_mistakes
from lastdigit.mistakes.observed import DROPOUT, DROPOUT_LOOK, OVERFLOW, OVERFLOW_LOOK
from lastdigit.verdicts.coarser import coarser_looks

Combination = tuple[Mistake, ...]
Plain = Callable[[Combination], np.ndarray | None]
Contains = Callable[[Combination], bool]

OR, AND = "; ", ", and "
NO_MISTAKE = "no known mistake gives these numbers"
NO_PAIR = "no known mistake, nor two of them, gives these numbers"
TOO_LARGE = "no known mistake gives these numbers (two at once are looked for in up to {} elements)"

LARGEST = 4096
"""Elements beyond which two mistakes at once are not looked for."""

VERIFIED = 12
"""How many pairs, the nearest by a plain reading, are verified by their enclosures."""

SAME = 2.0**-40
"""Relative to the largest element: plain readings that differ by less are taken for the same one. The last 13 of
float64's digits are left to their rounding. It drops candidates of a search, and decides no verdict."""


def explain(
    mistakes: Sequence[Mistake],
    observed: np.ndarray,
    contains: Contains,
    plain: Plain | None = None,
    coarser: Iterable[tuple[str, Callable[[], bool]]] = (),
) -> str:
    """Which of the ``mistakes``, by their names, give the ``observed`` values (flat, float64).

    ``contains`` says whether the enclosure of a combination contains them. ``plain`` gives a combination's values in
    float64, or the definition's for an empty one; None where it cannot be made. Without ``plain`` no pair is looked
    for; with it, of large results only the nearest mistakes are verified. ``coarser`` are names with the same question,
    the finest first, asked where no mistake explains.
    """
    nothing = NO_MISTAKE if plain is None else NO_PAIR if observed.size <= LARGEST else TOO_LARGE.format(LARGEST)
    likely = mistakes if plain is None or observed.size <= LARGEST else _nearest(mistakes, observed, plain)
    causes = [mistake.name for mistake in likely if contains((mistake,))]
    if not causes and plain is not None and observed.size <= LARGEST:
        causes = _pairs(mistakes, observed, contains, plain)
    if not causes:
        causes = list(islice((name for name, holds in coarser if holds()), 1))
    return OR.join(dict.fromkeys(causes)) or nothing


def explain_not_finite(mistakes: Iterable[Mistake], observed: np.ndarray, plain: Plain) -> str:
    """The mistakes that give no finite number just where there is none in ``observed``; empty for none of them."""
    finite, true = np.isfinite(observed), plain(())
    if true is not None and np.array_equal(np.isfinite(true), finite):
        return ""
    found = [(mistake.name, plain((mistake,))) for mistake in mistakes]
    causes = [name for name, read in found if read is not None and np.array_equal(np.isfinite(read), finite)]
    return OR.join(dict.fromkeys(causes))


def names_in(explanation: str) -> list[str]:
    """The names of mistakes in an explanation, each once, in their order."""
    return list(dict.fromkeys(name for cause in explanation.split(OR) for name in cause.split(AND)))


def looks() -> dict[str, str]:
    """What to look at, by the name of a mistake or of a coarser arithmetic."""
    catalogue = {mistake.name: mistake.look for mistake in all_mistakes()}
    return {**catalogue, DROPOUT: DROPOUT_LOOK, OVERFLOW: OVERFLOW_LOOK, **coarser_looks()}


def _nearest(mistakes: Sequence[Mistake], observed: np.ndarray, plain: Plain) -> list[Mistake]:
    """The mistakes whose plain readings are nearest to the observed values, and nearer than the definition's."""
    reads = [(mistake, plain((mistake,))) for mistake in mistakes]
    true = plain(())
    limit = np.inf if true is None else _distance(true, observed)
    distances = [(_distance(read, observed), mistake) for mistake, read in reads if read is not None]
    ranked = sorted((entry for entry in distances if entry[0] < limit), key=lambda entry: entry[0])
    return [mistake for _, mistake in ranked[:VERIFIED]]


def _pairs(mistakes: Sequence[Mistake], observed: np.ndarray, contains: Contains, plain: Plain) -> list[str]:
    """The nearest pairs that give the observed values; a pair that gives what was refuted before is passed over."""
    causes: dict[frozenset[str], str] = {}
    refuted: list[np.ndarray] = []
    for pair, read in _ranked(mistakes, observed, plain):
        if len(causes) + len(refuted) == VERIFIED:
            break
        names = [mistake.name for mistake in pair]
        if frozenset(names) in causes or any(_same(read, other) for other in refuted):
            continue
        if contains(pair):
            causes[frozenset(names)] = AND.join(names)
        else:
            refuted.append(read)
    return list(causes.values())


def _ranked(mistakes: Sequence[Mistake], observed: np.ndarray, plain: Plain) -> list[tuple[Combination, np.ndarray]]:
    """Pairs of which both members change something, the nearest first; none that is no nearer than the definition."""
    single = {mistake: plain((mistake,)) for mistake in mistakes}
    true = plain(())
    limit = np.inf if true is None else _distance(true, observed)
    ranked = []
    for pair in _candidates(mistakes):
        read = plain(pair)
        if read is None or any(_same(read, single[member]) for member in pair):
            continue
        if (distance := _distance(read, observed)) < limit:
            ranked.append((distance, pair, read))
    return [(pair, read) for _, pair, read in sorted(ranked, key=lambda entry: entry[0])]


def _candidates(mistakes: Sequence[Mistake]) -> Iterator[Combination]:
    """All pairs; those of one operation in both orders, since one of them sees the other."""
    for pair in combinations(mistakes, 2):
        yield from permutations(pair) if pair[0].operation == pair[1].operation else [pair]


def _distance(read: np.ndarray, observed: np.ndarray) -> float:
    """The largest difference; ∞ where one is not finite."""
    distance = float(np.max(np.abs(read - observed), initial=0.0))
    return distance if np.isfinite(distance) else np.inf


def _same(read: np.ndarray, other: np.ndarray | None) -> bool:
    return other is not None and _distance(read, other) <= SAME * float(np.max(np.abs(other), initial=0.0))
