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
    """The names in the last line of words separated by two spaces or bars; none after another kind of line.

    Rows may begin with a name of their own, to the left of all of these names, and have words instead of numbers.
    ``beside``: a row above has such a name, so that a row without one is not a row of its own.
    """

    names: list[re.Match[str]] = field(default_factory=list)
    beside: bool = False

    def seen(self, line: str, found: list[Found], shift: int) -> list[Found]:
        """The findings of a line that begins at ``shift``; numbers with equal labels also get column names."""
        fields = list(_FIELD.finditer(line))
        if not fields or _RULE.fullmatch(line):
            self.names = self.names if fields else []
            return found
        columns = self._columns(fields) if self.names else None
        if not any(isinstance(entry, FoundPrint) for entry in found):
            if columns is None or columns[0][1] is fields[0]:
                are_names = len(fields) >= FEWEST_NAMES and all(_LETTER.search(one.group()) for one in fields)
                self.names, self.beside = fields if are_names else [], False
            return found
        if columns is None:
            self.names = self.names if self.beside else []
            return found
        shared = Counter(entry.label for entry in found if isinstance(entry, FoundPrint) and not entry.array.shape)
        return [_named(entry, columns, shift) if _shares(entry, shared) else entry for entry in found]

    def _columns(self, fields: list[re.Match[str]]) -> list[tuple[str, re.Match[str]]] | None:
        """Each value of a row with the name of its column; None if the names do not fit the row.

        Behind a name of its own, a row may leave columns empty: each value stands below its name.
        """
        if fields[0].end() < self.names[0].start() and _LETTER.search(fields[0].group()) and len(fields) > 1:
            below = [[name for name in self.names if _overlap(name, one)] for one in fields[1:]]
            names = [name[0].start() for name in below if len(name) == 1]
            if len(set(names)) == len(fields) - 1:
                self.beside = True
                return [(name[0].group(), one) for name, one in zip(below, fields[1:], strict=True)]
        if len(fields) == len(self.names) and not self.beside:
            return [(name.group(), one) for name, one in zip(self.names, fields, strict=True)]
        return None


def _overlap(one: re.Match[str], other: re.Match[str]) -> bool:
    return one.start() < other.end() and other.start() < one.end()


def _named(entry: Found, columns: list[tuple[str, re.Match[str]]], shift: int) -> Found:
    assert isinstance(entry, FoundPrint)
    at = max(bisect_right([shift + one.start() for _, one in columns], entry.array.start) - 1, 0)
    label = _name_of_row(entry.label, [one.group() for _, one in columns[:at]])
    return entry._replace(label=f"{label} {columns[at][0]}".strip())


def _name_of_row(label: str, before: list[str]) -> str:
    """A label without the values of the columns before it, other than the first."""
    for count in range(len(before), 1, -1):
        if label == " ".join(before[:count]):
            return before[0]
    return label


def _shares(entry: Found, shared: Counter[str]) -> bool:
    return isinstance(entry, FoundPrint) and not entry.array.shape and not entry.path and shared[entry.label] > 1
