"""The comparison of large results: float64 arrays, bounds rounded outward, in place of exact rational numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from lastdigit.enclosure.fast import FastBalls
from lastdigit.enclosure.rounded import RoundedBalls
from lastdigit.enclosure.upward import quietly, up

NEARLY = 1.0 - 2.0**-50
"""A difference of two float64 numbers, times this, is at most the exact one."""


class ArrayBands:
    """Where the computed values of a reading on fast balls can lie, flat: within ``radius`` of ``centre``."""

    def __init__(self, read: RoundedBalls, elements: Sequence[int] | None = None) -> None:
        value = read.value
        assert isinstance(value, FastBalls)
        with quietly():
            radius = up(value.radii + read.error).ravel()
        unknown = ~(np.isfinite(radius) & np.isfinite(value.mid.ravel()))
        self.centre = np.where(unknown, 0.0, value.mid.ravel())
        self.radius = np.where(unknown, np.inf, radius)

    def __bool__(self) -> bool:
        return self.centre.size > 0


class _Digits(Sequence[str]):
    """Seventeen significant digits of every number, written when asked for."""

    def __init__(self, numbers: np.ndarray) -> None:
        self._numbers = numbers

    def __len__(self) -> int:
        return int(self._numbers.size)

    def __getitem__(self, index):  # type: ignore[no-untyped-def]
        return f"{self._numbers[index]:.17g}"


@dataclass(frozen=True, eq=False)
class ArrayComparison:
    """Observed against expected values, flat float64 arrays, with the terms of the allowance by name.

    It answers what :class:`lastdigit.verdicts.comparison.Comparison` answers. A difference counts as larger than what
    is allowed only where it certainly is.
    """

    shape: tuple[int, ...]
    expected: np.ndarray
    observed: np.ndarray
    terms: Mapping[str, np.ndarray]

    @property
    def shown(self) -> Sequence[str]:
        """Each expected value as a person reads it."""
        return _Digits(self.expected)

    @cached_property
    def errors(self) -> np.ndarray:
        """Lower bounds of |observed − expected|."""
        with quietly():
            return np.asarray(np.abs(self.observed - self.expected) * NEARLY)

    @cached_property
    def allowed(self) -> np.ndarray:
        """Upper bounds of the sum of all terms; ∞ where one of them is not known."""
        with quietly():
            total = up(sum(self.terms.values(), np.zeros(self.expected.shape)))
        return np.where(np.isfinite(total), total, np.inf)

    @cached_property
    def disagreeing(self) -> list[int]:
        """The elements whose error exceeds everything that rounding can explain."""
        with quietly():
            return [int(index) for index in np.flatnonzero(self.errors > self.allowed)]

    @cached_property
    def unknown(self) -> int:
        """How many elements have no finite allowance."""
        return int(np.sum(np.isinf(self.allowed)))

    @cached_property
    def excess(self) -> np.ndarray:
        """Every error in units of what is allowed; −1 where that is not known."""
        with quietly():
            excess = np.where(self.errors == 0.0, 0.0, self.errors / self.allowed)
        return np.where(np.isinf(self.allowed), -1.0, excess)

    @property
    def worst(self) -> int | None:
        """The element with the largest error in units of what is allowed; None where there are no elements."""
        return int(np.argmax(self.excess)) if self.excess.size else None

    def rules_out(self, bands: ArrayBands) -> bool:
        """Whether values of these bands would have been seen: some band lies outside of what was allowed."""
        n = min(bands.centre.size, self.expected.size)
        with quietly():
            nearest = np.abs(bands.centre[:n] - self.expected[:n]) * NEARLY - bands.radius[:n]
            return bool(np.any(nearest * NEARLY > self.allowed[:n]))

    def explained_by(self, bands: ArrayBands, *, printed: bool) -> bool:
        """Whether every observed value lies in its band."""
        assert not printed
        n = min(bands.centre.size, self.observed.size)
        with quietly():
            inside = np.abs(bands.centre[:n] - self.observed[:n]) * NEARLY <= bands.radius[:n]
        return bool(bands) and bool(np.all(inside & np.isfinite(bands.radius[:n])))

    def of_zeros(self) -> ArrayComparison:
        """The same comparison of nothing but zeros."""
        return replace(self, observed=np.zeros(self.observed.shape))

    def index(self, element: int) -> tuple[int, ...]:
        """The index of a flat element in the array's shape."""
        return tuple(int(i) for i in np.unravel_index(element, self.shape)) if self.shape else ()
