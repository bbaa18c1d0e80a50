"""What stands around a number on its line, and whether a string of the source spells the line out."""

from __future__ import annotations

import re

from lastdigit.base.rule import Rule
from lastdigit.extraction.labels import Print

OTHER_WORDS = Rule(
    r"[^\W\d_]{2,}[^\n]*[|,].*\0|\0.*[|,][^\n]*[^\W\d_]{2,}",
    "a number stands in a field beside others with words",
    "PF.00 | 2011-03-11T05:46 | \0 Hz, 1200 samples",
    "\0 Hz",
)
OTHER_NUMBERS = Rule(
    r"(?:(?<![\w.])[-+]?\d[\d.]*[ \t]+){2}.*\0|\0(?:[ \t]+[-+]?\d[\d.]*(?![\w.])){2}|\d[ \t]+\0[ \t]+[-+]?\d",
    "a number stands in a row of others",
    " 1  2 \0  0",
    "\0 3",
)
IN_A_TABLE = Rule(
    r"\A[ \t]{0,80}\d[\d.]{0,20} {2,80}\d[\d.]{0,20} {2}.*[^\W\d_]",
    "a line begins with two numbers in columns and has words in others, as a row of a table does",
    "  3    1   (4,1)   pears  ",
    "  3    1   42.5   ",
)
NAMED = Rule(r"[^\W\d_]{2}[^\W_]*[ ]?[:=][ ]{0,3}\Z", "words and a sign stand before a number", "loss: ", "mu 3 ")
_OPENS = ("'", '"', "\\n", "\\t")
_CLOSES = ("\n", "'", '"')
_IN_A_TEXT = re.compile("\"\"\"|'''")


def before(entry: Print) -> str:
    """The text before a number on its line."""
    return entry.passage.text[_ends(entry)[0] : entry.found.array.start]


def is_in_a_row(entry: Print) -> bool:
    """Whether a number that no source is seen to print stands in a row of a table, behind two others in columns."""
    if entry.output.kind != "stream" or entry.put_in is not None:
        return False
    line = before(entry)
    return IN_A_TABLE.search(line) is not None and NAMED.search(line) is None


def has_others_beside(entry: Print) -> bool:
    """Whether a number without words is a field of a line, or one of several in its row."""
    around = _around(entry)
    return OTHER_WORDS.search(around) is not None or (
        entry.output.kind == "stream" and entry.put_in is None and OTHER_NUMBERS.search(around) is not None
    )


def _around(entry: Print) -> str:
    """The line of a number, with a NUL character in its place."""
    start, end = _ends(entry)
    text, array = entry.passage.text, entry.found.array
    return f"{text[start : array.start]}\0{text[array.end : end]}"


def _ends(entry: Print) -> tuple[int, int]:
    """Where the line of a number begins, and where it ends."""
    text, array = entry.passage.text, entry.found.array
    end = text.find("\n", array.end)
    return text.rfind("\n", 0, array.start) + 1, end if end >= 0 else len(text)


def is_spelled_out(source: str, entry: Print) -> bool:
    """Whether a single string of the source contains the whole line of a number."""
    start, end = _ends(entry)
    line = entry.passage.text[start:end].strip()
    at = source.find(line)
    while at >= 0:
        before, behind = source[:at].rstrip(" "), source[at + len(line) :].lstrip(" ")
        is_a_line = before.endswith("\n") and behind.startswith(_CLOSES)
        if before.endswith(_OPENS) or (is_a_line and _IN_A_TEXT.search(source)):
            return True
        at = source.find(line, at + 1)
    return False
