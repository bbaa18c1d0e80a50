"""Values that stand on numbered lines, ``3: 0.25``: the source names them, and the number tells them apart."""

from __future__ import annotations

import re
from dataclasses import replace

from lastdigit.extraction.labels import Print

_NUMBERS = re.compile(r"[-+]?\d[\d ,./]{0,40}")
_SIGN = re.compile(r"(?!(?<=\d)e[-+]?\d)[^\d\s.,+-]")
"""A sign or a letter that is no exponent's."""


def is_numbered(entry: Print) -> bool:
    """Whether numbers alone name it."""
    return _NUMBERS.fullmatch(entry.found.label) is not None


def called_by_its_row(entry: Print) -> Print:
    """The same print with the name that the source gives it; a number in a row of several is no name."""
    named = with_name(entry)
    if named is not entry:
        return named
    text, start = entry.passage.text, entry.found.array.start
    before = text[text.rfind("\n", 0, start) + 1 : start]
    line_end = text.find("\n", entry.found.array.end)
    behind = text[entry.found.array.end : line_end if line_end >= 0 else len(text)]
    is_key = before.strip() == entry.found.label and not behind.strip() and " " not in entry.found.label
    return entry if is_key or _SIGN.search(before) else replace(entry, found=entry.found._replace(label=""))


def with_name(entry: Print) -> Print:
    """The same print with the name that the source gives it before its numbers."""
    if entry.put_in is None or not entry.put_in.in_words:
        return entry
    return replace(entry, found=entry.found._replace(label=f"{entry.put_in.label} {entry.found.label}"))
