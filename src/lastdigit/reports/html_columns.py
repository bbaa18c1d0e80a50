"""Lists that the verdicts of a section share: numbers in decimal, each told by what differs from a list like it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import numpy as np

from lastdigit.reports.html_numbers import FIRST, LARGEST, coded
from lastdigit.verdicts.texts import AsciiTexts, texts_of

SEPARATOR = ","
"""Between the ends of numbers. No decimal number has one; a text that has one is kept as it is."""
HELD = 50_000
"""Texts that are coded at a time."""


class Pools:
    """A section's lists. Implementations in one number format give nearly the same digits, and share their bounds.

    Lists of texts are front coded against an earlier one: how many characters each takes over from the text in the same
    place there, and what follows. Lists of numbers are :func:`~lastdigit.reports.html_numbers.coded`.
    """

    def __init__(self) -> None:
        self._columns: list[AsciiTexts | tuple[str, ...]] = []
        self._after: list[int] = []
        self._numbers: list[np.ndarray] = []
        self._texts: dict[tuple[Any, ...], int] = {}
        self._floats: dict[bytes, int] = {}
        self._latest: dict[tuple[str, int], int] = {}

    def column(self, texts: Sequence[str], family: str) -> int:
        """The number of a list of texts; of those of a ``family`` (a number format) the latest is the nearest."""
        column = texts_of(texts)
        plain = column.array.tobytes() if isinstance(column, AsciiTexts) else b","
        key = (plain, column.array.itemsize) if isinstance(column, AsciiTexts) else column
        known = self._texts.setdefault(key, len(self._columns))
        if known < len(self._columns):
            return known
        self._columns.append(column)
        if b"," in plain:
            self._after.append(-1)
            return known
        count = len(column)
        latest = self._latest
        self._after.append(latest.get((family, count), latest.get(("", count), -1)))
        latest[family, count] = latest["", count] = known
        return known

    def number(self, values: np.ndarray) -> int:
        """The number of a list of numbers."""
        known = self._floats.setdefault(values.tobytes(), len(self._numbers))
        if known == len(self._numbers):
            self._numbers.append(values)
        return known

    def plain(self) -> dict[str, Any]:
        """All lists, as the page keeps them: ``columns``, ``numbers`` and the ``least`` power of ten in these."""
        numbers, least = coded(self._numbers)
        return {"columns": self._coded(), "numbers": numbers, "least": least}

    def _coded(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = [{} for _ in self._columns]
        groups: dict[int, list[int]] = defaultdict(list)
        for at, (column, after) in enumerate(zip(self._columns, self._after, strict=True)):
            if after < 0:
                found[at] = {"texts": list(column)}
            else:
                groups[len(column)].append(at)
        for count, group in groups.items():
            step = max(HELD // count, 1)
            for start in range(0, len(group), step):
                part = group[start : start + step]
                before = [self._after[at] for at in part]
                taken, ends = front_coded(self._matrices(part), self._matrices(before))
                for at, after, some, rest in zip(part, before, taken, ends, strict=True):
                    found[at] = {"after": after, "taken": some, "ends": rest}
        return found

    def _matrices(self, numbers: Sequence[int]) -> np.ndarray:
        """Columns of as many texts each as characters (columns, n, longest)."""
        matrices = [column.matrix for at in numbers if isinstance(column := self._columns[at], AsciiTexts)]
        longest = max(matrix.shape[1] for matrix in matrices)
        stacked = np.zeros((len(matrices), len(matrices[0]), longest), dtype=np.uint8)
        for matrix, own in zip(matrices, stacked, strict=True):
            own[:, : matrix.shape[1]] = matrix
        return stacked


def front_coded(lists: np.ndarray, before: np.ndarray) -> tuple[list[str], list[str]]:
    """How much each text of lists (m, n, w), ended by zeros, has in common with ``before`` (m, n, v), and what follows.

    How much is a character per text, counted from :data:`~lastdigit.reports.html_numbers.FIRST`; what follows is one
    text per list, separated by :data:`SEPARATOR`.
    """
    m, n, w = lists.shape
    width = min(w, before.shape[2], LARGEST)
    common = np.zeros((m, n, width + 1), dtype=bool)
    np.equal(lists[:, :, :width], before[:, :, :width], out=common[:, :, :width])
    common[:, :, :width] &= lists[:, :, :width] != 0
    taken = common.argmin(axis=2)
    ended = np.full((m, n, w + 1), ord(SEPARATOR), dtype=np.uint8)
    ended[:, :, :w] = lists
    kept = (np.arange(w + 1) >= taken[:, :, np.newaxis]) & (ended != 0)
    ends = ended[kept].tobytes().decode("ascii")
    stops = kept.sum(axis=(1, 2)).cumsum().tolist()
    codes = (taken + FIRST).astype(np.uint8)
    return (
        [row.tobytes().decode("ascii") for row in codes],
        [ends[start : stop - len(SEPARATOR)] for start, stop in zip([0, *stops], stops, strict=False)],
    )
