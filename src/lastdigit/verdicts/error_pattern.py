"""Patterns of error in a whole result: a common offset or factor, or the appearance of rounding."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

ENOUGH = 8
"""The fewest elements in which a pattern is sought: this many independent roundings share a sign once in 128 times."""

ROUNDINGS = 8.0
"""How many times larger than one rounding of each input, or of the result, the errors of a few steps are taken to be.
It only drops names of causes, and never decides a verdict."""


def common_offset(error: np.ndarray) -> float | None:
    """What all errors are, give or take less than half of it; None if they differ by more."""
    if error.size < ENOUGH:
        return None
    low, high = float(np.min(error)), float(np.max(error))
    middle = low + (high - low) / 2
    return middle if high - low < abs(middle) else None


def common_factor(error: np.ndarray, true: np.ndarray) -> float | None:
    """By what all true values are multiplied, where that is not one; None if there is no such factor.

    Elements that are smaller than the median show it least, since rounding hides it there.
    """
    shown = (true != 0) & (np.abs(true) >= np.median(np.abs(true)))
    if error.size < ENOUGH or np.sum(shown) < ENOUGH // 2:
        return None
    gain = common_offset(np.resize(error[shown] / true[shown], max(ENOUGH, int(np.sum(shown)))))
    return None if gain is None else 1.0 + gain


def shortest_first(number: float) -> Iterator[tuple[str, float]]:
    """A number rounded to one significant digit, two, and so on, with its text."""
    for digits in range(1, 18):
        text = f"{number:.{digits}g}"
        yield text, float(text)


def looks_rounded(error: np.ndarray, true: np.ndarray, typical: np.ndarray, fine: float, coarse: float) -> bool:
    """Whether errors look as if the unit roundoff were ``coarse``, not ``fine``.

    They have both signs. The typical relative error is nearer to the coarse one by its order of magnitude: an error of
    a few elements alone leaves all others where the fine one has them. And it is not much larger than it would be:
    ``typical`` is the change that inputs rounded to the coarse format make.
    """
    signs = np.sign(error[error != 0])
    if signs.size >= ENOUGH and abs(int(np.sum(signs))) == signs.size:
        return False
    seen = true != 0
    if not np.any(seen) or np.median(np.abs(error[seen] / true[seen])) ** 2 < fine * coarse:
        return False
    return _size(error) <= ROUNDINGS * max(_size(typical), coarse * _size(true))


def _size(numbers: np.ndarray) -> float:
    """The root of the mean square."""
    return float(np.sqrt(np.mean(numbers * numbers)))
