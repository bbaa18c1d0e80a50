"""Values whose words stand on the line below: an output begins with a value and ends in words, in turns.

``print(x)`` and ``print("added x")``, again and again: a heading would begin the output, and a value would end it.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache

from lastdigit.extraction.labels import Print

_BEGINS = re.compile(r"\s{0,20}[-+]?\d[\d.e+-]{0,30}(?: [-+]?\d[\d.e+-]{0,30}){0,5}[ \t]*\n[^\n]{0,100}[^\W\d_]{2}")
_VALUES = re.compile(r"\s{0,20}[-+]?\d[\d.e+-]{0,30}(?: [-+]?\d[\d.e+-]{0,30}){0,5}\s*\Z")
_WORDS = re.compile(r"\s{0,20}[^\W\d_][^\n]{1,100}[^:=\s]\s{0,20}\Z")
_NUMBER = re.compile(r"(?<![\w.])[-+]?\d")


def with_words_below(entry: Print) -> Print:
    """The same print, named by the line below if the lines of its output are values and words in turns."""
    found, text = entry.found, entry.passage.text
    if found.array.shape or entry.output.kind != "stream" or not _BEGINS.match(text):
        return entry
    below = _words_below(text)
    line = text.count("\n", 0, found.array.start)
    return replace(entry, found=found._replace(label=below[line])) if line in below else entry


@lru_cache(maxsize=8)
def _words_below(text: str) -> dict[int, str]:
    """The words below each line of values, by its number; none if the lines do not take turns up to the last words."""
    lines = text.rstrip().split("\n")
    turns = 0
    while 2 * turns + 1 < len(lines) and _VALUES.match(lines[2 * turns]) and _WORDS.match(lines[2 * turns + 1]):
        turns += 1
    behind = lines[2 * turns :]
    if turns < 2 or any(map(_VALUES.match, behind)) or (behind and _NUMBER.search(behind[0])):
        return {}
    return {2 * at: " ".join(lines[2 * at + 1].split()) for at in range(turns)}
