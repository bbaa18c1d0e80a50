"""A result against printed numbers, with an independent interval per element. Rules 1, 2 and 6."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from lastdigit.enclosure.upward import quietly
from lastdigit.verdicts.examination import Examination, beside_nan, hidden_gross
from lastdigit.verdicts.plain import Direction
from lastdigit.verdicts.shares import in_nearest_element


@dataclass(frozen=True, eq=False)
class PrintedResult:
    """Flat arrays of the compared elements, those ``at`` some indices of the result.

    ``error`` is observed less printed ``values``, nan for non-finite values. ``allowed`` is its only known bound.
    ``least`` is the allowance of the tightest arithmetic model, ``printing`` the allowance without any arithmetic: what
    printing alone hides is not the arithmetic's fault.
    """

    error: np.ndarray
    at: np.ndarray | slice
    values: np.ndarray
    allowed: np.ndarray
    least: np.ndarray
    printing: np.ndarray

    def examined(self, directions: Sequence[Direction]) -> Examination:
        """The shares of mistakes in these directions, and the gross ones that the arithmetic hides."""
        with quietly():
            within = np.where(np.isfinite(self.least), self.least, np.inf)
        told = [beside_nan(self.error, direction, self.at) for direction in directions]
        changes = [direction.change[self.at] for direction in directions]
        shares = in_nearest_element(self.error, changes, self.allowed)
        found = [(each, nan or share) for each, nan, share in zip(directions, told, shares, strict=True)]
        gross = [place for place, direction in enumerate(directions) if direction.gross]
        printed = in_nearest_element(np.zeros_like(self.error), [changes[place] for place in gross], self.printing)
        shown = [found[place] for place, share in zip(gross, printed, strict=True) if share.excludes]
        return Examination(found, hidden=hidden_gross(shown, self.values, within, self.at))
