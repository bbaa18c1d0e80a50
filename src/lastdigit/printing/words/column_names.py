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

    Rows may begin with a name of their own, to the left of all of these names.
    """

    names: list[re.Match[str]] = field(default_factory=list)

    def seen(self, line: str, found: list[Found], shift: int) -> list[Found]:
        """The findings of a line that begins at ``shift``; numbers with equal labels also get column names."""
        fields = list(_FIELD.finditer(line))
        if not fields or _RULE.fullmatch(line):
            self.names = self.names if fields else []
            return found
        if not any(isinstance(entry, FoundPrint) for entry in found):
            are_names = len(fields) >= FEWEST_NAMES and all(_LETTER.search(one.group()) for one in fields)
            self.names = fields if are_names else []
            return found
        own_name = fields[0] if self._are_beside_a_name(fields) else None
        if own_name is None and len(fields) != len(self.names):
            self.names = []
            return found
        shared = Counter(entry.label for entry in found if isinstance(entry, FoundPrint) and not entry.array.shape)
        columns = fields[1:] if own_name is not None else fields
        return [self._named(entry, columns, shift) if _shares(entry, shared) else entry for entry in found]

    def _are_beside_a_name(self, fields: list[re.Match[str]]) -> bool:
        """Whether the fields are the name of a row, and one value below each of the names."""
        if not self.names or len(fields) != len(self.names) + 1 or fields[0].end() >= self.names[0].start():
            return False
        pairs = zip(self.names, fields[1:], strict=True)
        return bool(_LETTER.search(fields[0].group())) and all(one.start() < two.end() and two.start() < one.end() for one, two in pairs)

    def _named(self, entry: Found, columns: list[re.Match[str]], shift: int) -> Found:
        assert isinstance(entry, FoundPrint)
        at = max(bisect_right([shift + one.start() for one in columns], entry.array.start) - 1, 0)
        label = _name_of_row(entry.label, [one.group() for one in columns[:at]])
        return entry._replace(label=f"{label} {self.names[at].group()}".strip())


def _name_of_row(label: str, before: list[str]) -> str:
    """A label without the values of the columns before it, other than the first."""
    for count in range(len(before), 1, -1):
        if label == " ".join(before[:count]):
            return before[0]
    return label


def _shares(entry: Found, shared: Counter[str]) -> bool:
    return isinstance(entry, FoundPrint) and not entry.array.shape and not entry.path and shared[entry.label] > 1
