"""A dict of DataFrames as Python prints it: the name of the next frame stands behind the last row of the one before.

The text is rewritten with each name on a line of its own, with all offsets unchanged, and read as any other text.
"""

from __future__ import annotations

import re

from lastdigit.base.rule import Rule

HOLDS_FRAMES = Rule(
    r"\A\{'[^'\n]{1,80}': [^\n]*\S {2,}\S[^\n]*\n",
    "a dict whose first item is a table",
    "{'a':    x    y\n0  0.5  1.5}",
    "{'a': 0.5,\n 'b': 1.5}",
)
_BEHIND_ROWS = re.compile(
    r"^([^\n]{0,400}\d {2,40}-?[\d.]{1,30}|\[\d{1,18} rows x \d{1,18} columns\])(, )(?='[^'\n]{1,80}': )", re.MULTILINE
)
_END = re.compile(r"(?<=\d)\}(?=\s*\Z)")


def with_frames_apart(text: str) -> str:
    """``text`` with the tables of a dict on lines of their own; unchanged if it is no such dict."""
    if not text.startswith("{'") or HOLDS_FRAMES.match(text) is None:
        return text
    return _END.sub(" ", _BEHIND_ROWS.sub(r"\1\n\n", text))
