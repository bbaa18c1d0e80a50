"""A function of one number, described once for all engines: its values, slopes and library errors."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

import numpy as np

Slope = Callable[[np.ndarray, np.ndarray], Any]

NATIVE = 2.0
"""Units of roundoff, that is one in the last place, of a half format's own function (CUDA Math API, half functions)."""

SLACK = 1.0 + 2.0**-30
"""A factor on slopes that exceeds the error of their float64 evaluation, even through exp of a large argument."""

SMALLEST = 2.0**-1070
"""A bound on what a slope loses to underflow in its float64 evaluation."""


@dataclass(frozen=True, eq=False)
class Elementwise:
    """A function f of one real number.

    ``exact``: f of an Arb ball. ``plain``: f of float64 arrays, off by at most ``plain_ulps`` units in the last place
    of its result. ``slope``: an upper bound of |f′| between two numbers, ∞ where f jumps or has no value. ``span``: how
    far two values of f lie apart at most.

    ``library``: the relative error of a library's f, in units of roundoff of the format it is computed in. That is
    float32 at least; half formats may have a function of their own, with one unit in the last place (:data:`NATIVE`).
    ``cancelled``: a further absolute error in the same units, of formulas in which larger numbers cancel. It is allowed
    in the split model, and in units of the wider format wherever one is computed in. ``formula``: the same where each
    step of such a formula is stored in a half format. They are assumptions, which ``source`` accounts for. 0: f rounds
    nothing.

    ``known``: arguments at which every library's f is one number, exactly.
    """

    name: str
    exact: Callable[[Any], Any]
    plain: Callable[[np.ndarray], Any]
    slope: Slope
    plain_ulps: float = 0.0
    library: float = 0.0
    source: str = "no rounding"
    span: float = math.inf
    cancelled: float = 0.0
    formula: float = 0.0
    known: Mapping[float, float] = field(default_factory=lambda: MappingProxyType({}))

    def __call__(self, x: Any) -> Any:
        """Apply f to every element of an array of any engine."""
        if isinstance(x, np.ndarray | np.generic | float | int):
            return self.plain(np.asarray(x, dtype=np.float64))
        return x.__array_namespace__().elementwise(self, x)

    @property
    def rounds(self) -> bool:
        """Whether its value is rounded at all."""
        return self.library > 0.0

    def variation(self, low: np.ndarray, high: np.ndarray, reach: Any) -> np.ndarray:
        """The most that f changes between numbers of [low, high] that are ``reach`` apart; not rounded up.

        If the ends are unknown it is the span; if they are equal it is 0.
        """
        slope = np.asarray(self.slope(low, high)) * SLACK + SMALLEST
        moved = np.where(np.isnan(slope), np.inf, slope) * reach
        moved = np.where(np.isnan(moved), np.inf, moved)
        return np.where(np.asarray(reach) == 0.0, 0.0, np.minimum(moved, self.span * SLACK))
