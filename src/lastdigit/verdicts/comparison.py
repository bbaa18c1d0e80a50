"""One comparison, element by element: |observed − expected| against the sum of allowances."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from lastdigit.enclosure.upward import quietly
from lastdigit.verdicts.bands import Bands
from lastdigit.verdicts.reals import ROUGHLY, Reals, apart, exceeds, total

PRINTING = "printing"
DOCUMENT = "document's rounding"
INPUTS = "uncertain inputs"
IMPLEMENTATION = "implementation's rounding"
TYPICAL = "typical rounding"
"""Replaces the implementation's rounding and uncertain inputs in calibrated evidence."""


class Digits(Sequence[str]):
    """Seventeen significant digits of every number, formatted on demand."""

    def __init__(self, numbers: Reals) -> None:
        self._numbers = numbers

    def __len__(self) -> int:
        return len(self._numbers)

    def __getitem__(self, index):  # type: ignore[no-untyped-def]
        return f"{self._numbers.high[index]:.17g}"


@dataclass(frozen=True, eq=False)
class Comparison:
    """Observed against expected values, flat, with the terms of the allowance by name.

    ``shape`` is the shape of the golden or result; a truncated print has fewer elements. ``shown`` is each expected
    value as text: the printed token, or certified digits. Non-finite observed values are not compared.
    """

    shape: tuple[int, ...]
    shown: Sequence[str]
    expected: Reals
    observed: Reals
    terms: Mapping[str, Reals]

    @cached_property
    def differences(self) -> np.ndarray:
        """observed − expected in float64; nan if the observed value is not finite."""
        with quietly():
            apart = (self.observed.high - self.expected.high) + (self.observed.low - self.expected.low)
        return np.where(self.observed.known, apart, np.nan)

    @cached_property
    def errors(self) -> Reals:
        """|observed − expected|."""
        return apart(self.observed, self.expected)

    @cached_property
    def bounds(self) -> Reals:
        """The sum of all terms; unknown if one of them is."""
        return total(list(self.terms.values()), len(self.expected))

    @cached_property
    def allowed(self) -> Reals:
        """The same, and also unknown if the observed value is not finite."""
        if self.observed.known.all():
            return self.bounds
        return replace(self.bounds, high=np.where(self.observed.known, self.bounds.high, np.inf))

    @cached_property
    def disagreeing(self) -> np.ndarray:
        """The elements whose error exceeds what rounding and printing can explain."""
        return np.flatnonzero(exceeds(self.errors, self.allowed))

    @cached_property
    def unknown(self) -> int:
        """The number of elements without a finite allowance."""
        return int(np.sum(~self.allowed.known))

    @cached_property
    def excess(self) -> np.ndarray:
        """Every error in units of its allowance; −1 if that is unknown."""
        errors = self.errors.floats64()
        with quietly():
            excess = np.where(errors == 0.0, 0.0, errors / self.allowed.floats64())
        return np.where(self.allowed.known, excess, -1.0)

    @cached_property
    def worst(self) -> int | None:
        """The element with the largest error in units of what is allowed; None if there are no elements."""
        if not self.excess.size:
            return None
        first = int(np.argmax(self.excess))
        if not 0.0 < self.excess[first] < np.inf:
            return first
        alike: list[int] = np.flatnonzero(self.excess >= self.excess[first] * (1.0 - ROUGHLY)).tolist()
        return first if len(alike) == 1 else max(alike, key=self._exact_excess)

    def _exact_excess(self, place: int) -> float:
        """The exact excess of an element whose float64 excess is finite and nonzero."""
        error, allowed = self.errors.exactly(place), self.allowed.exactly(place)
        assert error is not None
        assert allowed
        return float(error / allowed)

    def rules_out(self, bands: Bands) -> bool:
        """Whether values in these bands would have been detected: some band lies outside the allowance."""
        expected, allowed = self.expected, self.allowed
        if bands.places is not None:
            expected, allowed = expected[bands.places], allowed[bands.places]
        reach = total([bands.radius, allowed], len(allowed))
        return bool(exceeds(apart(bands.centre, expected), reach).any())

    def explained_by(self, bands: Bands, *, printed: bool) -> bool:
        """Whether every observed value lies in its band, widened by its printing if ``printed``."""
        observed, printing = self.observed, self.terms[PRINTING] if printed else None
        if bands.places is not None:
            observed = observed[bands.places]
            printing = None if printing is None else printing[bands.places]
        reach = bands.radius if printing is None else total([bands.radius, printing], len(observed))
        if not len(observed) or not reach.known.all() or not observed.known.all():
            return False
        return not exceeds(apart(bands.centre, observed), reach).any()

    def at(self, elements: np.ndarray, shape: tuple[int, ...]) -> Comparison:
        """The comparison of some elements, with their own shape."""
        expected = self.expected[elements]
        terms = {name: term[elements] for name, term in self.terms.items()}
        return Comparison(shape, Digits(expected), expected, self.observed[elements], terms)

    def of_zeros(self) -> Comparison:
        """The same comparison with zeros as observed values."""
        return replace(self, observed=Reals.floats(np.zeros(len(self.observed))))

    def index(self, element: int) -> tuple[int, ...]:
        """The index of a flat element in the array's shape."""
        return tuple(int(i) for i in np.unravel_index(element, self.shape)) if self.shape else ()
