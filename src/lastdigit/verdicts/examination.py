"""The examination of a result: the shares of mistakes in its error, and the mistakes it does not exclude."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from lastdigit.enclosure.upward import quietly
from lastdigit.operations.mistakes import Mistake
from lastdigit.verdicts.plain import Direction
from lastdigit.verdicts.shares import Measured
from lastdigit.verdicts.verdict import Share


@dataclass(frozen=True, eq=False)
class Examination:
    """The result of measuring shares of mistakes. ``measured`` has each direction's share. ``patterns`` describes error
    patterns that no mistake makes. ``hidden`` are the gross mistakes that only the width of the arithmetic hides,
    ``present`` the directions along which the error goes further than rounding carries it, and ``causes`` the mistakes
    that leave nothing but rounding. ``definite`` is the pattern that says what is wrong, where one is all that there
    is. ``rows_read`` is the number of rows in which shares are read, 0 for all.
    """

    measured: Sequence[tuple[Direction, Measured]]
    patterns: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()
    causes: tuple[Mistake, ...] = ()
    present: tuple[Direction, ...] = ()
    definite: str = ""
    rows_read: int = 0

    @cached_property
    def shares(self) -> tuple[Share, ...]:
        """The share of every mistake, to four digits, with its uncertainty rounded up."""
        return tuple(
            Share(direction.names, _digits(found.share), _digits(found.uncertainty, up=True))
            for direction, found in self.measured
        )

    @cached_property
    def names(self) -> set[str]:
        """All mistakes that were tested."""
        return {name for direction, _ in self.measured for name in direction.names}

    @cached_property
    def blind_to(self) -> tuple[str, ...]:
        """The mistakes that the result does not exclude."""
        return tuple(
            dict.fromkeys(name for direction, found in self.measured if not found.excludes for name in direction.names)
        )


def beside_nan(error: np.ndarray, direction: Direction, at: np.ndarray | slice = slice(None)) -> Measured | None:
    """The share, zero, of a mistake that makes a finite observed element nan or ∞."""
    if direction.is_finite:
        return None
    change = direction.change[at]
    if np.all(np.isfinite(change)):
        return None
    wrong = ~np.isfinite(change) & np.isfinite(error)
    return Measured(0.0, 0.0 if np.any(wrong) else float("inf"), False)


def hidden_gross(
    found: Sequence[tuple[Direction, Measured]],
    values: np.ndarray,
    least: np.ndarray,
    at: np.ndarray | slice = slice(None),
) -> tuple[str, ...]:
    """Gross mistakes that are not excluded because of the arithmetic. They change an element by more than two right
    results in the tightest model can differ, or by more than half of its magnitude. For partial mistakes the criterion
    applies to an element of median size.
    """
    hidden: list[str] = []
    with quietly():
        reach = np.minimum(2.0 * least, 0.5 * np.abs(values))
        clear = np.median(np.abs(values) / least) > 2.0 if values.size else False
        for direction, share in found:
            if not direction.gross or share.excludes or (direction.part and clear):
                continue
            change = np.abs(direction.change[at])
            if np.any(np.isfinite(change) & (change > reach)):
                hidden += direction.names
    return tuple(dict.fromkeys(hidden))


def _digits(number: float, *, up: bool = False) -> float:
    rounded = float(f"{number:.4g}")
    return float(f"{number * 1.0005:.4g}") if up and rounded < number else rounded


def names_of(mistakes: Sequence[Mistake]) -> Iterator[str]:
    """Unique names of mistakes."""
    yield from dict.fromkeys(mistake.name for mistake in mistakes)
