"""Lists that the verdicts of a block share: numbers in decimal, each told by what differs from a list like it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from lastdigit.reports.page.numbers import FIRST, LARGEST, coded
from lastdigit.verdicts.texts import AsciiTexts, texts_of

SEPARATOR = ","
"""Between the ends of numbers. No decimal number has one; a text that has one stays as it is."""
HELD = 50_000
"""Texts that are coded at a time."""


class Pools:
    """A block's lists. Implementations in one number format give nearly the same digits, and share their bounds.

    Lists of texts are front coded against an earlier one: how many characters each takes over from the text in the same
    place there, and what follows. The first of them is whole, and so are lists that would not come back. Lists of
    numbers are :func:`~lastdigit.reports.page.numbers.coded`.
    """

    def __init__(self) -> None:
        self._columns: list[AsciiTexts | tuple[str, ...]] = []
        self._after: list[int | None] = []
        self._numbers: list[np.ndarray] = []
        self._letters: dict[str, int] = {}
        self._texts: dict[tuple[Any, ...], int] = {}
        self._floats: dict[bytes, int] = {}
        self._latest: dict[tuple[str, int], int] = {}

    def column(self, texts: Sequence[str], family: str) -> int:
        """The number of a list of texts; of those of a ``family`` (a number format) the latest is the nearest."""
        column = texts_of(texts)
        key: tuple[Any, ...]
        if isinstance(column, AsciiTexts) and SEPARATOR.encode() not in (plain := column.array.tobytes()):
            key = (plain, column.array.itemsize)
        else:
            key = column = tuple(column)
        known = self._texts.setdefault(key, len(self._columns))
        if known == len(self._columns):
            self._columns.append(column)
            self._after.append(self._nearest(known, family) if isinstance(column, AsciiTexts) else None)
        return known

    def _nearest(self, number: int, family: str) -> int | None:
        """Of the lists of as many texts the latest one, of the same family where there is one."""
        latest, count = self._latest, len(self._columns[number])
        found = latest.get((family, count), latest.get(("", count)))
        latest[family, count] = latest["", count] = number
        return found

    def number(self, values: np.ndarray) -> int:
        """The number of a list of numbers."""
        known = self._floats.setdefault(values.tobytes(), len(self._numbers))
        if known == len(self._numbers):
            self._numbers.append(values)
        return known

    def letters(self, text: str) -> int:
        """The number of a text with a letter per element."""
        return self._letters.setdefault(text, len(self._letters))

    def plain(self) -> dict[str, Any]:
        """All lists, as the page keeps them: ``columns``, ``bands``, ``numbers`` and the ``least`` power of ten."""
        numbers, least = coded(self._numbers)
        plain = {"columns": self._coded(), "numbers": numbers, "bands": [*self._letters]}
        return plain if least is None else plain | {"least": least}

    def _coded(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = [{} for _ in self._columns]
        groups: dict[int, list[int]] = defaultdict(list)
        for at, (column, after) in enumerate(zip(self._columns, self._after, strict=True)):
            if after is not None:
                groups[len(column)].append(at)
            elif isinstance(column, AsciiTexts):
                found[at] = {"ends": SEPARATOR.encode().join(column.array.tolist()).decode("ascii")}
            else:
                found[at] = {"texts": column}
        for count, group in groups.items():
            step = max(HELD // count, 1)
            for start in range(0, len(group), step):
                part = group[start : start + step]
                before = [after for at in part if (after := self._after[at]) is not None]
                held = {at: place for place, at in enumerate(dict.fromkeys([*part, *before]))}
                characters = self._characters(held)
                coded_part = front_coded(characters[: len(part)], characters[[held[at] for at in before]])
                for at, after, (taken, ends) in zip(part, before, coded_part, strict=True):
                    found[at] = {"after": after, "taken": taken, "ends": ends}
        return found

    def _characters(self, numbers: Iterable[int]) -> np.ndarray:
        """Columns of as many texts each as characters (columns, n, w), with a zero after the longest text."""
        arrays = [column.array for at in numbers if isinstance(column := self._columns[at], AsciiTexts)]
        width = max(array.itemsize for array in arrays) + 1
        joined = np.concatenate(arrays, dtype=f"S{width}", casting="safe")
        return joined.view(np.uint8).reshape(len(arrays), len(arrays[0]), width)


def front_coded(lists: np.ndarray, before: np.ndarray) -> Iterator[tuple[str, str]]:
    """How much each text of lists (m, n, w), ended by zeros, has in common with ``before`` (m, n, w), and what follows.

    Of every list there are two texts. How much is a character per text, counted from
    :data:`~lastdigit.reports.page.numbers.FIRST`; what follows is separated by :data:`SEPARATOR`.
    """
    width = lists.shape[2]
    parted = lists != before
    parted |= lists == 0
    taken = np.minimum(parted.argmax(axis=2), LARGEST).astype(np.uint8)
    rest = lists * _following(width).take(taken, axis=0)
    rest[:, :, -1] = ord(SEPARATOR)
    taken += np.uint8(FIRST)
    for codes, ends in zip(taken, rest, strict=True):
        # What is taken over, and what texts are filled up with, are zeros.
        joined = ends.tobytes().translate(None, b"\0")
        yield codes.tobytes().decode("ascii"), joined[: -len(SEPARATOR)].decode("ascii")


@lru_cache
def _following(width: int) -> np.ndarray:
    """By how many characters of a text are taken over: 0 for each of these, 1 for those that follow."""
    return np.triu(np.ones((min(width, LARGEST + 1), width), dtype=np.uint8))
