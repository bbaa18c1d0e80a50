"""Mistakes in means and squared errors."""

from __future__ import annotations

from typing import Any

import numpy as np

from lastdigit.operations.means import mean, mean_squared_error
from lastdigit.operations.mistakes.mistake import NotApplicable, mistake


def _terms(x: Any, least: int) -> int:
    n = int(x.shape[-1])
    if n < least:
        raise NotApplicable("too few terms")
    return n


def _times(x: Any, factor: float) -> Any:
    return x * x.__array_namespace__().asarray(factor)


@mistake("mean", "mean divided by n − 1", look="the count: n, not that of a sample's variance")
def by_one_less(x: Any) -> Any:
    """Σ x ÷ (n − 1)."""
    n = _terms(x, 2)
    return _times(mean(x), n / (n - 1))


@mistake("mean", "sum in place of the mean", look="the division by n")
def summed(x: Any) -> Any:
    """Σ x."""
    return _times(mean(x), float(_terms(x, 2)))


@mistake("mean", "last term left out of the mean", look="the loop's upper end")
def last_left_out(x: Any) -> Any:
    """The sum of all terms but the last, divided by n."""
    n = _terms(x, 2)
    return _times(mean(x[..., :-1]), (n - 1) / n)


@mistake("mean", "mean of all terms but the last", look="the loop's upper end, and the count that was taken from it")
def last_not_counted(x: Any) -> Any:
    """The sum of all terms, divided by n − 1."""
    _terms(x, 2)
    return mean(x[..., :-1])


@mistake(
    "mean", "second half of the mean left out, the first counted twice", look="whether each partial sum is its own"
)
def half_doubled(x: Any) -> Any:
    """The mean of the first half."""
    n = _terms(x, 4)
    return mean(x[..., : n // 2])


@mistake("mean", "every other term of the mean skipped", look="the stride of the loop, or of the array")
def every_other(x: Any) -> Any:
    """The mean of every second term."""
    _terms(x, 3)
    return mean(x[..., ::2])


@mistake("mean", "first term counted twice", look="an accumulator that starts at the first term, which is added again")
def first_twice(x: Any) -> Any:
    """(x₀ + Σ x) ÷ n."""
    n = _terms(x, 2)
    return mean(x) + _times(x[..., 0], 1.0 / n)


@mistake("mean", "mean over the wrong axis", look="the axis of the mean: the last one")
def wrong_axis(x: Any) -> Any:
    """The mean over the rows instead of the columns."""
    if x.ndim < 2 or x.shape[-1] != x.shape[-2]:
        raise NotApplicable("the shape tells")
    return mean(x.mT)


@mistake("mean", "mean of all rows together", look="a mean without an axis, or of the means")
def of_all(x: Any) -> Any:
    """One mean over all rows."""
    if np.prod(x.shape[:-1]) < 2:
        raise NotApplicable("one row")
    xp, rows = x.__array_namespace__(), mean(x)
    return _times(rows, 0.0) + xp.mean(xp.reshape(rows, (-1,)), axis=-1)


@mistake("mean_squared_error", "root of the mean squared error", look="a square root: it is no RMSE")
def rooted(x: Any, y: Any) -> Any:
    """The square root of it."""
    return x.__array_namespace__().sqrt(mean_squared_error(x, y))


@mistake("mean_squared_error", "mean of absolute differences", look="the square of the differences")
def absolute(x: Any, y: Any) -> Any:
    """The mean of |x − y|."""
    difference = x - y
    return mean(x.__array_namespace__().maximum(difference, -difference))


@mistake("mean_squared_error", "differences not squared", look="the square of the differences")
def not_squared(x: Any, y: Any) -> Any:
    """The mean of x − y."""
    return mean(x - y)


@mistake("mean_squared_error", "half of the squared error", look="the factor ½ that makes a gradient simple")
def halved(x: Any, y: Any) -> Any:
    """The mean of (x − y)² ÷ 2."""
    return _times(mean_squared_error(x, y), 0.5)


@mistake("mean_squared_error", "difference of the squares", look="the order of subtraction and square")
def difference_of_squares(x: Any, y: Any) -> Any:
    """The mean of x² − y²."""
    return mean(x * x - y * y)


@mistake("mean_squared_error", "square of the mean difference", look="the order of square and mean")
def squared_mean(x: Any, y: Any) -> Any:
    """(the mean of x − y)²."""
    difference = mean(x - y)
    return difference * difference
