"""The name of the index of a Series, which pandas writes on a line above it: it does not name the values."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from lastdigit.base.rule import Rule
from lastdigit.extraction.labels import PRINTS_A_NAME, PRINTS_A_VALUE, Print
from lastdigit.printing.tables.text_series import is_series

NAME_OF_INDEX = Rule(
    r"\A[^\W\d]\w*(?: {1,40}[^\W\d]\w*){0,3}\Z",
    "words above a Series may name its index",
    "Country Name",
    "fit of a, b",
)
DAY = Rule(r"\d{4}-\d\d-\d\d\b", "a row is named by a day", "2022-01-03", "2022")
PRINTS_A_WORD_ABOVE = Rule(
    r"(?m)^[ \t]*print(?:\(\w+(?:\[[^\]\n]{0,40}\])?\)| \w+)[ \t]*(?:#.*)?\n\s*(?:print|display)\b",
    "a line prints a variable, which may hold words, right before another print",
    "print(key)\nprint(table)",
    "print(table)\n",
)
_LEVELS = re.compile(r" {2,}")


def without_index_name(entry: Print, source: str, says: Callable[[str], bool]) -> Print:
    """The same print of a Series without the name of its index above, a word that no ``print`` of a source says.

    ``source`` is that of its cell.
    """
    column, label = entry.found.array.column, entry.found.label
    if column is None or not label or entry.found.path or entry.is_called_so:
        return entry
    above = entry.passage.text[: entry.line_begins].rstrip("\n").rpartition("\n")[2]
    if above.strip() != label or not (column.name or _is_of_days(entry) or _is_bare(entry, source)):
        return entry
    may_be_a_name = NAME_OF_INDEX.search(label) is not None
    if not may_be_a_name or any(says(f"print({quote}{_LEVELS.split(label)[0]}") for quote in "'\""):
        return entry
    return replace(entry, found=entry.found._replace(label=""))


def _is_of_days(entry: Print) -> bool:
    column = entry.found.array.column
    return column is not None and bool(column.rows) and DAY.match(column.rows[0]) is not None


def _is_bare(entry: Print, source: str) -> bool:
    """Whether a Series is the value of its cell, or a cell prints values alone."""
    array = entry.found.array
    if not is_series(entry.passage.text[array.start : array.end]):
        return False
    if entry.output.kind == "result":
        return True
    if PRINTS_A_VALUE.search(source) is None:
        return False
    may_print_words = PRINTS_A_NAME.search(source) or PRINTS_A_WORD_ABOVE.search(source)
    return source.count("print") == 1 or not may_print_words
