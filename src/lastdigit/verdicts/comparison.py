"""One comparison, element by element: |observed − expected| against the sum of what is allowed, in exact arithmetic."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

import numpy as np

PRINTING = "printing"
DOCUMENT = "document's rounding"
INPUTS = "uncertain inputs"
IMPLEMENTATION = "implementation's rounding"

Bound = Fraction | None
"""A non-negative bound; None where nothing is known, which allows everything and proves nothing."""


@dataclass(frozen=True)
class Band:
    """Where a value can lie: within ``radius`` of ``centre``; None where it can lie anywhere."""

    centre: Fraction
    radius: Bound


@dataclass(frozen=True)
class Comparison:
    """Observed against expected values, flat, with the terms of the allowance by name.

    ``shape`` is that of the golden or result the elements belong to; there may be fewer elements, where a print was
    cut. ``shown`` is each expected value as a person reads it: the printed token, or certified digits.
    """

    shape: tuple[int, ...]
    shown: tuple[str, ...]
    expected: tuple[Fraction, ...]
    observed: tuple[Fraction, ...]
    terms: Mapping[str, Sequence[Bound]]

    @cached_property
    def errors(self) -> list[Fraction]:
        """|observed − expected|."""
        return [abs(y - p) for y, p in zip(self.observed, self.expected, strict=True)]

    @cached_property
    def allowed(self) -> list[Bound]:
        """The sum of all terms; None where one of them is not known."""
        sums: list[Bound] = []
        for index in range(len(self.expected)):
            terms = [bounds[index] for bounds in self.terms.values()]
            known = [term for term in terms if term is not None]
            sums.append(sum(known, Fraction(0)) if len(known) == len(terms) else None)
        return sums

    @cached_property
    def disagreeing(self) -> list[int]:
        """The elements whose error exceeds everything that rounding and printing can explain."""
        return [
            index
            for index, (error, allowed) in enumerate(zip(self.errors, self.allowed, strict=True))
            if allowed is not None and error > allowed
        ]

    @property
    def unknown(self) -> int:
        """How many elements have no finite allowance."""
        return sum(allowed is None for allowed in self.allowed)

    @cached_property
    def excess(self) -> list[float]:
        """Every error in units of what is allowed; −1 where that is not known."""

        def of(error: Fraction, allowed: Bound) -> float:
            if error == 0 or allowed is None:
                return -1.0 if allowed is None else 0.0
            return float(error / allowed) if allowed else float("inf")

        return [of(error, allowed) for error, allowed in zip(self.errors, self.allowed, strict=True)]

    @cached_property
    def worst(self) -> int | None:
        """The element with the largest error in units of what is allowed; None where there are no elements."""
        return max(range(len(self.errors)), key=self.excess.__getitem__, default=None)

    def rules_out(self, bands: Sequence[Band]) -> bool:
        """Whether values of these bands would have been seen: some band lies outside of what was allowed."""
        return any(
            allowed is not None and band.radius is not None and abs(band.centre - expected) - band.radius > allowed
            for band, expected, allowed in zip(bands, self.expected, self.allowed, strict=False)
        )

    def explained_by(self, bands: Sequence[Band], *, printed: bool) -> bool:
        """Whether every observed value lies in its band, give or take its printing where it was ``printed``."""
        for index, (band, observed) in enumerate(zip(bands, self.observed, strict=False)):
            printing = self.terms[PRINTING][index] if printed else Fraction(0)
            if band.radius is None or printing is None or abs(band.centre - observed) > band.radius + printing:
                return False
        return bool(bands)

    def of_zeros(self) -> Comparison:
        """The same comparison of nothing but zeros."""
        return replace(self, observed=(Fraction(0),) * len(self.observed))

    def index(self, element: int) -> tuple[int, ...]:
        """The index of a flat element in the array's shape."""
        return tuple(int(i) for i in np.unravel_index(element, self.shape)) if self.shape else ()
