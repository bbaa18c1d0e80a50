"""Column names for rows of numbers below a line of words, in tables that a source aligns by hand."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass, field

from lastdigit.printing.found import Found, FoundPrint
from lastdigit.printing.thresholds import FEWEST_NAMES

_FIELD = re.compile(r"[^\s|](?:[^\s|]| (?=[^\s|]))*")
_LETTER = re.compile(r"[^\W\d_]")
_RULE = re.compile(r"[-=─━_+|\s]{3,}")


@dataclass
class ColumnNames:
    """The names in the last line of words separated by two spaces or bars; none after another kind of line."""

    names: list[str] = field(default_factory=list)

    def seen(self, line: str, found: list[Found], shift: int) -> list[Found]:
        """The findings of a line that begins at ``shift``; numbers with equal labels also get column names."""
        fields = list(_FIELD.finditer(line))
        if not fields or _RULE.fullmatch(line):
            self.names = self.names if fields else []
            return found
        if not any(isinstance(entry, FoundPrint) for entry in found):
            are_names = len(fields) >= FEWEST_NAMES and all(_LETTER.search(one.group()) for one in fields)
            self.names = [one.group() for one in fields] if are_names else []
            return found
        if len(fields) != len(self.names):
            self.names = []
            return found
        shared = Counter(entry.label for entry in found if isinstance(entry, FoundPrint) and not entry.array.shape)
        starts = [shift + one.start() for one in fields]
        return [self._named(entry, starts) if _shares(entry, shared) else entry for entry in found]

    def _named(self, entry: Found, starts: list[int]) -> Found:
        assert isinstance(entry, FoundPrint)
        column = self.names[bisect_right(starts, entry.array.start) - 1]
        return entry._replace(label=f"{entry.label} {column}".strip())


def _shares(entry: Found, shared: Counter[str]) -> bool:
    return isinstance(entry, FoundPrint) and not entry.array.shape and not entry.path and shared[entry.label] > 1
