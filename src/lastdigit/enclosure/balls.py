"""What every engine's arrays of balls can do; rounding bounds are carried along on top of any of them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Protocol

import numpy as np

from lastdigit.enclosure.spread import Spread


class Balls(Protocol):
    """An array of balls: each element certainly contains the exact value of what was computed."""

    @classmethod
    def of(cls, values: Any) -> Any:
        """Numbers that are known exactly."""

    @classmethod
    def between(cls, low: Sequence[Fraction], high: Sequence[Fraction], shape: tuple[int, ...]) -> Any:
        """All numbers of the closed intervals [low, high], flat in row-major order."""

    @property
    def shape(self) -> tuple[int, ...]:
        """The array's shape."""

    @property
    def ndim(self) -> int:
        """How many axes it has."""

    @property
    def mT(self) -> Any:
        """The last two axes swapped."""

    def __array_namespace__(self, api_version: str | None = None) -> Any: ...
    def __getitem__(self, key: Any) -> Any: ...
    def __neg__(self) -> Any: ...
    def __add__(self, other: Any) -> Any: ...
    def __sub__(self, other: Any) -> Any: ...
    def __mul__(self, other: Any) -> Any: ...
    def __truediv__(self, other: Any) -> Any: ...
    def __matmul__(self, other: Any) -> Any: ...

    def bounds(self) -> list[tuple[Fraction, Fraction] | None]:
        """Lower and upper bounds, flat; None if nothing is known."""

    @property
    def spread(self) -> Spread:
        """How far the numbers of each column lie from its median, or a number near it."""

    def magnitudes(self) -> np.ndarray:
        """Upper bounds of the absolute values: infinite where nothing is known."""

    @property
    def largest(self) -> float:
        """An upper bound of all absolute values; not finite where nothing is known of one."""

    def minus_infinity(self) -> np.ndarray | None:
        """Where a number is known to be −∞, as a mask that is added has it; None if none is."""

    def distances(self, numbers: np.ndarray) -> np.ndarray:
        """Upper bounds of how far each element is from a number; 0 where it is known to be that number."""

    def low(self) -> tuple[np.ndarray, np.ndarray]:
        """Numbers, and for each row how far the lower bounds of its elements lie below them at most."""

    def depths(self) -> tuple[np.ndarray, np.ndarray]:
        """Numbers, and for each row how far beyond them each element lies at most below the largest of its row."""

    def smallest_magnitudes(self) -> np.ndarray:
        """Lower bounds of the absolute values: 0 where nothing is known."""
