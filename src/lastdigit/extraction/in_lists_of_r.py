"""Vectors as R prints them, ``[1] 0.25``: the number in brackets is an index, and the line above may name the item."""

from __future__ import annotations

import re
from dataclasses import replace

from lastdigit.extraction.labels import Print
from lastdigit.printing.array_print import ArrayPrint

INDEX = "[1] "
_FARTHEST = 300
_INDEX = re.compile(r"(?:\A|\n)[ \t]*(?:(\$\S[^\n]{0,200}|\[\[\d{1,9}\]\])[ \t]*\n[ \t]*)?\[1\][ \t]*\Z")
_OF_AN_ITEM = re.compile(r"\[\[\d{1,9}\]\][ \t]*\n[ \t]*\[1\][ \t]")


def named_by_its_list(entry: Print) -> Print:
    """The same print, named by the item of a list that R shows above it instead of by its index."""
    if not entry.passage.contains(INDEX):
        return entry
    start = entry.found.array.start
    index = _INDEX.search(entry.passage.text[max(start - _FARTHEST, 0) : start])
    return entry if index is None else replace(entry, found=entry.found._replace(label=index[1] or ""))


def is_an_item_of_r(text: str, array: ArrayPrint) -> bool:
    """Whether brackets hold the number of an item of a list, whose vector stands below."""
    return len(array.tokens) == 1 and _OF_AN_ITEM.match(text, array.start) is not None
