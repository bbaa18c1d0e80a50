"""Where a word is in a TOML file: its line within its table."""

from __future__ import annotations

import re
from functools import cached_property
from pathlib import Path

from lastdigit.base.errors import LastdigitError
from lastdigit.base.files import read_content

_HEADER = re.compile(r"^\s*\[\[?\s*(?P<name>[\w.\-]+)\s*\]\]?\s*(?:#.*)?$")

Span = tuple[int, int]
"""First line of a table, counted from 1, and the first line after it."""


class TomlLines:
    """The lines of a TOML file; none if it no longer exists."""

    def __init__(self, path: Path) -> None:
        try:
            self.lines = read_content(path).decode("utf-8", "replace").splitlines()
        except LastdigitError:
            self.lines = []

    @property
    def whole(self) -> Span:
        """The span of the file."""
        return 1, len(self.lines) + 1

    @cached_property
    def _headers(self) -> list[tuple[int, str]]:
        return [(number, m["name"]) for number, line in enumerate(self.lines, start=1) if (m := _HEADER.match(line))]

    def tables(self, kind: str) -> list[Span]:
        """The spans of the tables called ``kind``, in order; their sub-tables belong to them."""
        ends = [*(number for number, _ in self._headers[1:]), self.whole[1]]
        spans: list[Span] = []
        inside = False
        for (start, name), end in zip(self._headers, ends, strict=False):
            if name == kind:
                spans.append((start, end))
                inside = True
            elif inside and name.startswith(f"{kind}."):
                spans[-1] = (spans[-1][0], end)
            else:
                inside = False
        return spans

    def table(self, kind: str, number: int) -> Span:
        """The span of one of these tables, counted from 0; that of the file if it is written in another style."""
        spans = self.tables(kind)
        return spans[number] if number < len(spans) else self.whole

    def named(self, kind: str, name: str) -> Span:
        """The span of the table of ``kind`` whose name or id is ``name``; that of the file if there is none."""
        for span in (*self.tables(kind), *self.tables(f"{kind}.{name}")):
            lines = self.lines[span[0] - 1 : span[1] - 1]
            if _HEADER.match(lines[0]) and f"{kind}.{name}" in lines[0]:
                return span
            if any(re.match(rf"""\s*(?:name|id)\s*=\s*["']{re.escape(name)}["']""", line) for line in lines):
                return span
        return self.whole

    def line_of(self, word: str, span: Span | None = None) -> int:
        """The line in ``span`` with ``word`` as a key, else as a string, else as any text; by default the first
        line."""
        first, end = span or self.whole
        patterns = (rf"(?<![\w.]){re.escape(word)}\s*=", rf"""["']{re.escape(word)}["']""", re.escape(word))
        for pattern in patterns if word else ():
            for number in range(first, end):
                if re.search(pattern, self.lines[number - 1]):
                    return number
        return first
