"""Lines of printed text as readers of tables need them: their offsets, their width, and where words end."""

from __future__ import annotations

import re
from functools import cached_property

from lastdigit.base.frozen import frozen

_WORD = re.compile(r"\S+")
_SERIES_AND_MORE = re.compile(r"(?:Freq: [^,]*, )?Name: .*?, (?:Length: \d{1,18}, )?dtype: \w+(?= {2,}\S)")
"""The last line of a Series, behind which ``print(series, frame)`` begins a frame."""


@frozen
class Line:
    r"""A line without trailing spaces and without the ``\`` by which pandas says that more columns follow."""

    text: str
    offset: int
    continued: bool = False

    @cached_property
    def word_ends(self) -> frozenset[int]:
        """The columns (character positions) at which words end."""
        return frozenset([match.end() for match in _WORD.finditer(self.text)])

    def part(self, start: int) -> Line:
        """The line from character ``start``."""
        return Line(self.text[start:], self.offset + start, self.continued)


def lines_of(text: str) -> list[Line]:
    """All lines of ``text``."""
    lines = []
    offset = 0
    for raw in text.split("\n"):
        series = _SERIES_AND_MORE.match(raw) if "dtype: " in raw else None
        behind = series.end() if series is not None else 0
        if series is not None:
            lines.append(Line(series.group(), offset))
        stripped = raw[behind:].rstrip()
        continued = stripped.endswith(" \\")
        lines.append(Line(stripped[:-1].rstrip() if continued else stripped, offset + behind, continued))
        offset += len(raw) + 1
    return lines


def whole_index(index: str, above: str) -> str:
    """The index of a row, completed by the outer levels, which pandas prints in the first of their rows only.

    ``above`` is the result for the row above, "" if no level can continue.
    """
    indent = len(index) - len(index.lstrip())
    if indent and above[indent - 1 : indent] == " ":
        return above[:indent] + index[indent:]
    return index


def common_word_ends(lines: list[Line]) -> frozenset[int]:
    """The columns at which words end in every line."""
    common = lines[0].word_ends
    for line in lines[1:]:
        if not common:
            break
        common = common & line.word_ends
    return common
