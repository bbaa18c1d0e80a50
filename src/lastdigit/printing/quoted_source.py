"""Tracebacks, warnings and definitions in printed text: they are or quote source code, which prints nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from lastdigit.base.rule import Rule

_BEGINS = "Traceback (most recent call last)"
_RULE = re.compile(r"^-{10,}\n", re.MULTILINE)
_ENDS = re.compile(
    r"^[A-Za-z_][\w.]{0,200}(?:Error|Exception|Interrupt|Warning|Exit|Iteration|Group)\b(?!.*Traceback).*$",
    re.MULTILINE,
)
PROGRAM = Rule(
    r"(?m)^([ \t]{0,40})(?:(?:async )?def \w+\(|class \w+\([\w., =]*\):)[^\n]*(?:\n(?:\1[ \t]+\S[^\n]*|[ \t]*$))*",
    "a definition with its indented body",
    "def f(x):\n    return 3",
    "the definition of x: 3",
)
WARNING = Rule(
    r"(?m)^\S.*:\d+: \w*Warning: .*(?:\n[ \t]+\S.*)?",
    "a warning with its source line",
    "a.py:3: UserWarning: too few\n  x = 3",
    "Warning: 3 too few",
)
_NEAR = 2000
_ITEM, _ITEM_ENDS = "None", re.compile(r"\s{0,200}[,)\]}]")


def quoting_source(text: str) -> list[tuple[int, int, str]]:
    """The spans and kinds of tracebacks, of warnings with their source line, and of definitions."""
    found = [(start, end, "traceback") for start, end in _tracebacks(text)] if _BEGINS in text else []
    if "Warning: " in text:
        outside = WARNING.expression.finditer(blanked(text, found) if found else text)
        found += [(match.start(), match.end(), "warning") for match in outside]
    if "def " in text or "class " in text:
        outside = PROGRAM.expression.finditer(blanked(text, found) if found else text)
        found += [(match.start(), match.end(), "program") for match in outside]
    return sorted(found)


def _tracebacks(text: str) -> Iterator[tuple[int, int]]:
    """The spans of tracebacks, from the heading or the rule above it to the line of the error."""
    position = 0
    while (found := text.find(_BEGINS, position)) >= 0:
        start = text.rfind("\n", position, found) + 1 or position
        above = text.rfind("\n", position, max(start - 1, position)) + 1 or position
        if _RULE.fullmatch(text, above, start):
            start = above
        line_end = text.find("\n", found)
        end = _ENDS.search(text, line_end) if line_end >= 0 else None
        stop = end.end() if end else len(text)
        yield start, stop
        position = stop


def _is_within_brackets(text: str, start: int) -> bool:
    """Whether a bracket before ``start`` is still open there."""
    before = text[max(start - _NEAR, 0) : start]
    return sum(map(before.count, "([{")) > sum(map(before.count, ")]}"))


def blanked(text: str, spans: Sequence[tuple[int, int, str]]) -> str:
    """``text`` with the spans replaced by spaces, so that all other offsets are unchanged.

    An item of a container becomes ``None``, since an item must remain.
    """
    if not spans:
        return text
    parts = []
    position = 0
    for start, end, _ in spans:
        blank = "\n".join([" " * len(line) for line in text[start:end].split("\n")])
        if (
            _ITEM_ENDS.match(text, end)
            and _is_within_brackets(text, start)
            and end - start >= len(_ITEM)
            and "\n" not in blank[: len(_ITEM)]
        ):
            blank = _ITEM + blank[len(_ITEM) :]
        parts += [text[position:start], blank]
        position = end
    return "".join([*parts, text[position:]])
