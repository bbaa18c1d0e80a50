"""Counters: integers under one label that increase from line to line by a constant step, and names that a source
increments."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping, Sequence

from lastdigit.extraction.labels import Print

FEWEST = 4
"""The fewest such integers that make a counter; three may be values."""

_BEGIN_WITH_WORDS = ("('", '("', "(u'")
_DIGITS = re.compile(r"\d+")


def counters_of_lines(prints: Iterable[Print]) -> set[tuple[int, int]]:
    """The places of counters among ``prints``: output numbers, and offsets in them."""
    found: set[tuple[int, int]] = set()
    runs: dict[tuple[int, str], list[Print]] = {}
    for entry in prints:
        array = entry.found.array
        if array.shape or array.dtype != "int64":
            continue
        label = _words_of_tuple(entry) if entry.found.path else entry.found.label
        if not label:
            continue
        run = runs.setdefault((entry.output.number, _DIGITS.sub("0", label)), [])
        if len(run) > 1 and _value(entry) - _value(run[-1]) != _value(run[-1]) - _value(run[-2]):
            found |= _places(run)
            del run[:-1]
        run.append(entry)
    return found.union(*map(_places, runs.values()))


def _words_of_tuple(entry: Print) -> str:
    """The line of a number that Python 2 prints in a tuple behind a string, and its place there; "" for any other."""
    text, array = entry.passage.text, entry.found.array
    begin = text.rfind("\n", 0, array.start) + 1
    if entry.output.kind != "stream" or not text.startswith(_BEGIN_WITH_WORDS, begin):
        return ""
    if text[begin : array.start].count(",") != 1:
        return ""
    return text[begin : array.start]


def is_incremented(name: str, definitions: Mapping[str, Sequence[ast.stmt]]) -> bool:
    """Whether a name is one that a source only sets to integers and adds integers to, as ``count += 1``."""
    statements = definitions.get(name, ())
    adds = any(isinstance(one, ast.AugAssign) and isinstance(one.op, ast.Add) for one in statements)
    return adds and all(isinstance(one, (ast.AugAssign, ast.Assign)) and _is_integer(one.value) for one in statements)


def _is_integer(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) is int


def _places(run: list[Print]) -> set[tuple[int, int]]:
    counts = len(run) >= FEWEST and _value(run[0]) != _value(run[1])
    return {(entry.output.number, entry.found.array.start) for entry in run} if counts else set()


def _value(entry: Print) -> int:
    return int(entry.found.array.texts[0].replace(",", "").replace("_", ""))
