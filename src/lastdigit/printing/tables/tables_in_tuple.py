"""A tuple with Series or DataFrames, as IPython shows it: rows are indented by a space, and items end with a comma.

The text is rewritten as if each of them stood alone, with all offsets unchanged, and read as any other text.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator

from lastdigit.base.rule import Rule
from lastdigit.printing.found import Found, FoundPrint

HOLDS_SERIES = Rule(
    r"\A\((?:.*\n)+ (?:Freq: .*, )?(?:Name: .*, )?(?:Length: \d+, )?dtype: \w+(?:\)\s*\Z|,)",
    "a tuple with a Series among its items",
    "(a    0.5\n b    1.5\n dtype: float64, 3)",
    "a    0.5\nb    1.5\ndtype: float64",
)
HOLDS_FRAMES = Rule(
    r"\A\( {2,}[^\s\d\[({'\"][^\n]*\n \S[^\n]* {2}",
    "a tuple with a DataFrame as its first item",
    "(   rate  count\n 0   0.5      3,\n 0.25)",
    "(0.5,\n 0.25)",
)
_OPENS = re.compile(r"\A\((?!\w+(?:\.\w+)*\(|[\[{('\"])")
"""A parenthesis before the first row of a Series, and not before another bracket, call or string."""
_FOOTER = re.compile(r"\n ((?:Freq: .*, )?(?:Name: .*, )?(?:Length: \d+, )?dtype: \w+)([,)])")
_SEPARATOR = re.compile(r",\n(?= \S)|\n(?=\S)[^\n]*dtype: \w+\n(?= )")
_FRAME = re.compile(r" {3,}\S[^\n]*(?:\n(?: [^\n]*[^\n,]| )?)*?(?:,\n|\)\s*\Z)")
_NEXT_ITEM = re.compile(r",\n(?= \S| {3,}\S)")


def with_tables_alone(text: str) -> tuple[str, list[int]]:
    """``text`` with each table on its own lines, and the ends of the items; unchanged if it is not such a tuple."""
    if not text.startswith("("):
        return text, []
    if HOLDS_FRAMES.match(text):
        return _with_frames_alone(f" {text[1:]}")
    if "dtype: " not in text or not HOLDS_SERIES.match(text):
        return text, []
    text = _FOOTER.sub(lambda footer: f" \n{footer[1]}{chr(10) if footer[2] == ',' else ' '}", _OPENS.sub(" ", text))
    return text, [separator.end() for separator in _SEPARATOR.finditer(text)]


def _with_frames_alone(text: str) -> tuple[str, list[int]]:
    parts, ends, at = [], [], 0
    while item := _FRAME.match(text, at) or _NEXT_ITEM.search(text, at):
        shown = text[at : item.end()]
        if item.re is _FRAME:
            shown = f"{shown[:-2]}\n\n" if shown.endswith(",\n") else f"{shown.rstrip()[:-1]} "
        parts.append(shown)
        at = item.end()
        ends.append(at)
    return "".join(parts) + text[at:], ends


def as_items(found: Iterator[Found], ends: list[int]) -> Iterator[Found]:
    """The prints in such a tuple, each with its index there as path."""
    for entry in found:
        if isinstance(entry, FoundPrint):
            at = bisect_right(ends, entry.array.start)
            yield entry._replace(label="", path=f"[{at}]{entry.path}", begins=at == 0)
        else:
            yield entry
