"""Where a word stands in a case file: its line within the table that it belongs to."""

from __future__ import annotations

import re
from pathlib import Path

_HEADER = re.compile(r"^\s*\[\[?\s*(?P<name>[\w.\-]+)\s*\]\]?\s*(?:#.*)?$")

Span = tuple[int, int]
"""First line of a table, counted from 1, and the first one behind it."""


def whole_file(path: Path) -> Span:
    """The span of a file."""
    return 1, len(_lines(path)) + 1


def table_spans(path: Path, kind: str) -> list[Span]:
    """The spans of the tables called ``kind``, in order; their sub-tables belong to them."""
    headers = [(number, match["name"]) for number, line in _numbered(path) if (match := _HEADER.match(line))]
    ends = [*(number for number, _ in headers[1:]), whole_file(path)[1]]
    spans: list[Span] = []
    inside = False
    for (start, name), end in zip(headers, ends, strict=False):
        if name == kind:
            spans.append((start, end))
            inside = True
        elif inside and name.startswith(f"{kind}."):
            spans[-1] = (spans[-1][0], end)
        else:
            inside = False
    return spans


def named_span(path: Path, kind: str, name: str) -> Span:
    """The span of the table of ``kind`` whose name or id is ``name``; the whole file where there is none."""
    for span in (*table_spans(path, kind), *table_spans(path, f"{kind}.{name}")):
        lines = _lines(path)[span[0] - 1 : span[1] - 1]
        if _HEADER.match(lines[0]) and f"{kind}.{name}" in lines[0]:
            return span
        if any(re.match(rf"""\s*(?:name|id)\s*=\s*["']{re.escape(name)}["']""", line) for line in lines):
            return span
    return whole_file(path)


def line_of_word(path: Path, span: Span, word: str) -> int:
    """The line in ``span`` where ``word`` is a key, else a string, else anything; the first where it is not."""
    patterns = (rf"(?<![\w.]){re.escape(word)}\s*=", rf"""["']{re.escape(word)}["']""", re.escape(word))
    for pattern in patterns if word else ():
        for number in range(*span):
            if re.search(pattern, _lines(path)[number - 1]):
                return number
    return span[0]


def _numbered(path: Path) -> list[tuple[int, str]]:
    return list(enumerate(_lines(path), start=1))


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()
