"""The interface of every engine's arrays of balls; rounding bounds are tracked on top of it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Protocol

import numpy as np

from lastdigit.enclosure.spread import Spread


class Balls(Protocol):
    """An array of balls: each element contains the exact value."""

    @classmethod
    def of(cls, values: Any) -> Any:
        """Exactly known numbers."""

    @classmethod
    def between(cls, low: Sequence[Fraction], high: Sequence[Fraction], shape: tuple[int, ...]) -> Any:
        """All numbers of the closed intervals [low, high], flat in row-major order."""

    @property
    def shape(self) -> tuple[int, ...]:
        """The array's shape."""

    @property
    def ndim(self) -> int:
        """The number of axes."""

    @property
    def mT(self) -> Any:
        """The transpose of the last two axes."""

    def __array_namespace__(self, api_version: str | None = None) -> Any: ...
    def __getitem__(self, key: Any) -> Any: ...
    def __neg__(self) -> Any: ...
    def __add__(self, other: Any) -> Any: ...
    def __sub__(self, other: Any) -> Any: ...
    def __mul__(self, other: Any) -> Any: ...
    def __truediv__(self, other: Any) -> Any: ...
    def __matmul__(self, other: Any) -> Any: ...

    def bounds(self) -> list[tuple[Fraction, Fraction] | None]:
        """Lower and upper bounds, flat; None for an unknown element."""

    @property
    def spread(self) -> Spread:
        """The distances of each column's elements from its median, or from a number near it."""

    def magnitudes(self) -> np.ndarray:
        """Upper bounds of the absolute values: infinite if unknown."""

    @property
    def largest(self) -> float:
        """An upper bound of all absolute values; not finite if one is unknown."""

    def minus_infinity(self) -> np.ndarray | None:
        """Where an element is known to be −∞, as in an additive mask; None if none is."""

    def distances(self, numbers: np.ndarray) -> np.ndarray:
        """Upper bounds of the distance of each element from a number; 0 if it is known to be that number."""

    def low(self) -> tuple[np.ndarray, np.ndarray]:
        """Numbers, and for each row a bound on how far its elements' lower bounds lie below them."""

    def depths(self) -> tuple[np.ndarray, np.ndarray]:
        """Numbers, and for each row a bound on how much an element's depth below the row's maximum exceeds them."""

    def smallest_magnitudes(self) -> np.ndarray:
        """Lower bounds of the absolute values: 0 if unknown."""
