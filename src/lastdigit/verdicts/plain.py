"""What plain float64 gives for mistakes: it proves nothing, and proposes what an enclosure then verifies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from lastdigit.mistakes import Mistake, NotApplicable, changed_result, read_mistakes
from lastdigit.operations import Operation

KEPT = 4096
"""Elements up to which the results of two mistakes at once are kept; they are met again in every number format."""


@dataclass(frozen=True, eq=False)
class PlainReadings:
    """An operation on float64 arrays, with mistakes in it; None is an argument that is left out."""

    operation: Operation
    parameters: dict[str, Any]
    arguments: Sequence[np.ndarray | None]
    _read: dict[tuple[Mistake, ...], np.ndarray] = field(default_factory=dict)

    def of(self, mistakes: Sequence[Mistake]) -> np.ndarray | None:
        """The result with mistakes that are made together, or of the definition; None where they cannot be made."""
        inner = tuple(mistake for mistake in mistakes if not mistake.of_result)
        try:
            with np.errstate(all="ignore"):
                return np.asarray(changed_result(mistakes, self._inside(inner)))
        except (NotApplicable, ValueError, ZeroDivisionError):
            return None

    def _inside(self, inner: tuple[Mistake, ...]) -> np.ndarray:
        """Mistakes inside the operation; what is alone there is met again, under each of a result."""
        if inner in self._read:
            return self._read[inner]
        read = np.asarray(read_mistakes(inner, self.operation.name, self.arguments, self.parameters))
        if len(inner) < 2 or read.size <= KEPT:
            self._read[inner] = read
        return read
