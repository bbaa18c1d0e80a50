"""A result against printed numbers: of each element alone is known what may lie between them. Rules 1, 2 and 6."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from lastdigit.enclosure.upward import quietly
from lastdigit.verdicts.examination import Examination, beside_nan, hidden_gross
from lastdigit.verdicts.plain import Direction
from lastdigit.verdicts.shares import interval_share


@dataclass(frozen=True, eq=False)
class PrintedResult:
    """Flat arrays of the elements that are compared, which are those ``at`` some places of the result.

    ``error`` is observed less printed ``values``, nan where nothing finite was observed. All that is known of it is
    what is ``allowed``. ``least`` is what the tightest arithmetic model allows, ``printing`` what is allowed apart from any
    arithmetic: what printing alone hides is no fault of the arithmetic.
    """

    error: np.ndarray
    at: np.ndarray | slice
    values: np.ndarray
    allowed: np.ndarray
    least: np.ndarray
    printing: np.ndarray

    def examined(self, directions: Sequence[Direction]) -> Examination:
        """The shares of mistakes that lead in these directions, and which gross ones the arithmetic hides."""
        nothing = np.zeros_like(self.error)
        with quietly():
            within = np.where(np.isfinite(self.least), np.maximum(self.least, self.printing), np.inf)
        found, shown = [], []
        for direction in directions:
            change = direction.change[self.at]
            share = beside_nan(self.error, direction, self.at) or interval_share(self.error, change, self.allowed)
            found.append((direction, share))
            if direction.gross and interval_share(nothing, change, self.printing).excludes:
                shown.append((direction, share))
        return Examination(found, hidden=hidden_gross(shown, self.values, within, self.at))
