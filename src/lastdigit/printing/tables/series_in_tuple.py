"""A tuple that holds Series, as IPython shows it: each row stands a space to the right, and a footer ends with a comma.

The text is written as the Series alone would be, with every number in its place, and read as any other.
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
_OPENS = re.compile(r"\A\((?!\w+(?:\.\w+)*\(|[\[{('\"])")
"""A parenthesis before the first row of a Series, and not before something in brackets."""
_FOOTER = re.compile(r"\n ((?:Freq: .*, )?(?:Name: .*, )?(?:Length: \d+, )?dtype: \w+)([,)])")
_SEPARATOR = re.compile(r",\n(?= \S)|\n(?=\S)[^\n]*dtype: \w+\n(?= )")


def with_series_alone(text: str) -> tuple[str, list[int]]:
    """``text`` with its Series on lines of their own, and where its items end; as it is where it is no such tuple."""
    if not text.startswith("(") or "dtype: " not in text or not HOLDS_SERIES.match(text):
        return text, []
    text = _FOOTER.sub(lambda footer: f" \n{footer[1]}{chr(10) if footer[2] == ',' else ' '}", _OPENS.sub(" ", text))
    return text, [separator.end() for separator in _SEPARATOR.finditer(text)]


def as_items(found: Iterator[Found], ends: list[int]) -> Iterator[Found]:
    """What was found in such a tuple, each by its place there."""
    for entry in found:
        if isinstance(entry, FoundPrint):
            at = bisect_right(ends, entry.array.start)
            yield entry._replace(label="", path=f"[{at}]{entry.path}", begins=at == 0)
        else:
            yield entry
