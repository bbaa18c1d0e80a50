"""Which changed definitions come near an observed result, by their plain float64 values. It proves nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import permutations

import numpy as np

from lastdigit.operations.mistakes import Mistake

Combination = tuple[Mistake, ...]
Plain = Callable[[Combination], np.ndarray | None]

SHARE = 0.1
"""Tolerance of a share of one: the room for rounding in a result with the mistake."""

NEAREST = 4
"""The number of nearest mistakes that are candidates whatever their share."""

MEMBERS = 6
"""Pairs with one of the n nearest mistakes are read whatever the other one is."""

FITTED = 32
"""The number of best pairs read assuming that mistakes add up, and again with arbitrary shares of the two."""

LEFT = 0.5
"""A pair is a candidate if it leaves less than this fraction of the error that either mistake leaves alone; a rounding
step, if it leaves less than this fraction of the whole error."""

SAME = 2.0**-40
"""Relative to the largest element: plain readings that differ by less count as equal. The last 13 bits of float64 are
left to their rounding. It only drops candidates of a search, and never decides a verdict."""


class Nearness:
    """Observed values (flat, float64) against plain float64 values of the mistakes and the definition."""

    def __init__(self, mistakes: Sequence[Mistake], observed: np.ndarray, plain: Plain) -> None:
        self._observed = observed
        self._plain = plain
        self._mistakes = mistakes

    @cached_property
    def true(self) -> np.ndarray | None:
        """The definition's values; None if float64 gives none that are finite."""
        read = self._plain(())
        return read if read is not None and np.all(np.isfinite(read)) else None

    @cached_property
    def error(self) -> np.ndarray:
        """Observed less true values."""
        return np.asarray(self._observed - self.true)

    @cached_property
    def _reads(self) -> dict[Mistake, np.ndarray]:
        reads = ((mistake, self._plain((mistake,))) for mistake in self._mistakes)
        return {mistake: read for mistake, read in reads if read is not None and np.all(np.isfinite(read))}

    @cached_property
    def _apart(self) -> dict[Mistake, float]:
        """The distance of each from the observed values."""
        return {mistake: distance(read, self._observed) for mistake, read in self._reads.items()}

    @cached_property
    def _limit(self) -> float:
        """The definition's distance from them; ∞ if it is not finite in float64."""
        return np.inf if self.true is None else distance(self.true, self._observed)

    @cached_property
    def _ranked(self) -> list[Mistake]:
        """The mistakes nearer to the observed values than the definition, nearest first."""
        if self.true is None:
            return list(self._mistakes)
        apart = self._apart
        return sorted((mistake for mistake in apart if apart[mistake] < self._limit), key=apart.__getitem__)

    def present(self) -> list[Mistake]:
        """The mistakes with a share of one in the error, within :data:`SHARE`; all if shares are unknown."""
        if self.true is None:
            return self._ranked
        return [mistake for mistake in self._ranked if abs(self._share(self._reads[mistake]) - 1.0) <= SHARE]

    def explaining(self) -> list[Mistake]:
        """The mistakes that leave less than :data:`LEFT` of the error, whatever their share."""
        if self.true is None:
            return []
        return [mistake for mistake in self._ranked if self._apart[mistake] < LEFT * self._limit]

    def nearest(self) -> list[Mistake]:
        """The nearest mistakes, whatever their share, that are not among those present."""
        present = self.present()
        return [mistake for mistake in self._ranked[:NEAREST] if mistake not in present]

    def left(self, mistake: Mistake) -> float:
        """The fraction of the squared error that a mistake leaves; 0 if unknown."""
        if self.true is None:
            return 0.0
        whole, rest = self.error @ self.error, self._reads[mistake] - self._observed
        return float(rest @ rest / whole) if whole > 0.0 else 0.0

    def pairs(self) -> list[tuple[Combination, np.ndarray]]:
        """Pairs that leave much less of the error than either mistake alone, with their values; nearest first."""
        if self.true is None:
            return []
        ranked = []
        for pair in self._candidates():
            read = self._plain(pair)
            if read is None or not np.all(np.isfinite(read)):
                continue
            apart = distance(read, self._observed)
            if apart < LEFT * min(self._limit, *(self._apart[mistake] for mistake in pair)):
                ranked.append((apart, pair, read))
        return [(pair, read) for _, pair, read in sorted(ranked, key=lambda entry: entry[0])]

    def _share(self, read: np.ndarray) -> float:
        """The projection of the error on the direction of a mistake."""
        direction = read - self.true
        return float(direction @ self.error) / float(direction @ direction)

    def _candidates(self) -> Iterator[Combination]:
        """Pairs with one of the nearest mistakes, and best-fitting pairs; pairs in one operation in both orders."""
        changing = [mistake for mistake, read in self._reads.items() if not same(read, self.true)]
        if len(changing) < 2:
            return
        directions = np.array([self._reads[mistake] - self.true for mistake in changing])
        chosen = dict.fromkeys(self._best(directions))
        for first, second in chosen:
            pair = changing[first], changing[second]
            yield from permutations(pair) if pair[0].operation == pair[1].operation else [pair]

    def _best(self, directions: np.ndarray) -> Iterator[tuple[int, int]]:
        """Indices of pairs, lower first: by the nearest members, by their sum, and by arbitrary shares."""
        products, along = directions @ directions.T, directions @ self.error
        squares = np.diag(products)
        lower, upper = np.triu_indices(len(directions), 1)
        apart = squares - 2 * along
        for member in np.argsort(apart)[:MEMBERS]:
            yield from ((min(member, other), max(member, other)) for other in range(len(directions)) if other != member)
        added = apart[lower] + apart[upper] + 2 * products[lower, upper]
        with np.errstate(all="ignore"):
            determinant = squares[lower] * squares[upper] - products[lower, upper] ** 2
            explained = (
                along[lower] ** 2 * squares[upper]
                + along[upper] ** 2 * squares[lower]
                - 2 * along[lower] * along[upper] * products[lower, upper]
            ) / determinant
        explained = np.where(determinant > SAME * squares[lower] * squares[upper], explained, 0.0)
        for order in (np.argsort(added)[:FITTED], np.argsort(-explained)[:FITTED]):
            yield from ((int(lower[place]), int(upper[place])) for place in order)


def distance(read: np.ndarray, observed: np.ndarray) -> float:
    """The largest difference; ∞ if one is not finite."""
    with np.errstate(invalid="ignore"):
        apart = float(np.max(np.abs(read - observed), initial=0.0))
    return apart if np.isfinite(apart) else np.inf


def same(read: np.ndarray, other: np.ndarray | None) -> bool:
    """Whether two readings differ by no more than their own rounding."""
    return other is not None and distance(read, other) <= SAME * float(np.max(np.abs(other), initial=0.0))
