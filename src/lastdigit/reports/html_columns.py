"""Lists that the verdicts of a section share: numbers in decimal, each told by what differs from a list like it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

SEPARATOR = ","
"""Between the ends of numbers. No decimal number has one; a text that has one is kept as it is."""


def short(value: float) -> float | None:
    """A number for the page's script, to three significant digits; None for what is not bounded."""
    return float(f"{value:.3g}") if math.isfinite(value) else None


class Pools:
    """A section's lists. Implementations in one number format give nearly the same digits, and share their bounds.

    ``columns`` are lists of texts, each front coded against an earlier one: how many characters it takes over from the
    text in the same place there, and what follows. ``numbers`` are lists of numbers to three significant digits, each
    list one text, in which ``inf`` stands for what is not bounded.
    """

    def __init__(self) -> None:
        self.columns: list[dict[str, Any]] = []
        self.numbers: list[str] = []
        self._texts: dict[tuple[str, ...], int] = {}
        self._floats: dict[tuple[float, ...], int] = {}
        self._latest: dict[tuple[str, int], tuple[int, np.ndarray]] = {}

    def column(self, texts: Sequence[str], family: str) -> int:
        """The number of a list of texts; of those of a ``family`` (a number format) the latest is the nearest."""
        key = tuple(texts)
        if key not in self._texts:
            self._texts[key] = len(self.columns)
            self.columns.append(self._coded(key, family))
        return self._texts[key]

    def number(self, values: Sequence[float]) -> int:
        """The number of a list of numbers."""
        key = tuple(values)
        if key not in self._floats:
            self._floats[key] = len(self.numbers)
            self.numbers.append(SEPARATOR.join(["%.3g"] * len(key)) % key)
        return self._floats[key]

    def _coded(self, texts: tuple[str, ...], family: str) -> dict[str, Any]:
        joined = SEPARATOR.join(texts)
        if not joined.isascii() or joined.count(SEPARATOR) != len(texts) - 1 or "\0" in joined:
            return {"texts": texts}
        characters = np.array(texts, dtype=np.bytes_)
        matrix = characters.view(np.uint8).reshape(len(texts), -1)
        if not matrix.shape[1]:
            return {"texts": texts}
        after, before = self._latest.get((family, len(texts))) or self._latest.get(("", len(texts))) or (-1, matrix[:0])
        self._latest[family, len(texts)] = self._latest["", len(texts)] = (len(self.columns), matrix)
        if after < 0:
            return {"texts": texts}
        taken, ends = front_coded(matrix, before)
        return {"after": after, "taken": taken, "ends": ends}


def front_coded(matrix: np.ndarray, before: np.ndarray) -> tuple[list[int], str]:
    """How much each row of characters (n, w), ended by zeros, has in common with ``before`` (n, v), and what follows.

    What follows is one text, separated by :data:`SEPARATOR`.
    """
    width = min(matrix.shape[1], before.shape[1])
    common = matrix[:, :width] == before[:, :width]
    common &= matrix[:, :width] != 0
    taken = np.logical_and.accumulate(common, axis=1).sum(axis=1)
    kept = np.ones((len(matrix), matrix.shape[1] + 1), dtype=bool)
    kept[:, :-1] = (np.arange(matrix.shape[1]) >= taken[:, np.newaxis]) & (matrix != 0)
    separators = np.full((len(matrix), 1), ord(SEPARATOR), dtype=np.uint8)
    ends = np.concatenate([matrix, separators], axis=1)[kept].tobytes().decode("ascii")
    return taken.tolist(), ends[: -len(SEPARATOR)]
