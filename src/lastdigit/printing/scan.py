"""Finds the arrays, scalars and shapes in printed text, and the words that name them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from lastdigit.printing.array_print import ArrayPrint
from lastdigit.printing.array_reader import OPENER, read_array

_WRAPPER = re.compile(r"\s*Parameter containing:\s*\Z")
_LABEL_END = re.compile(r"[\s:=]+\Z")
_ITEM_GAP = re.compile(r"[\s,]*")


@dataclass(frozen=True)
class FoundPrint:
    """A print with the words that name it; ``path`` is where it stood in the list that it was printed in: ``[0]``."""

    array: ArrayPrint
    label: str
    path: str


def scan(text: str, *, cut: bool) -> Iterator[FoundPrint]:
    """Every array, scalar and shape that ``text`` prints, in order. ``cut``: the text may end inside the last one."""
    position = previous = 0
    while (opener := OPENER.search(text, position)) is not None:
        start = opener.start()
        label = _label(text, previous, start)
        found = [FoundPrint(array, label, path) for array, path in _read(text, start, cut=cut)]
        yield from found
        if found:
            position = previous = found[-1].array.end
        else:
            position = _behind(text, start)


def _read(text: str, start: int, *, cut: bool) -> list[tuple[ArrayPrint, str]]:
    items = list(_list_of_arrays(text, start, cut=cut)) if text.startswith("[", start) else []
    if items:
        return items
    array = read_array(text, start, cut=cut)
    if array is None or (text.startswith("[", start) and not _stands_alone(text, array)):
        return []
    return [(array, "")]


def _list_of_arrays(text: str, start: int, *, cut: bool) -> Iterator[tuple[ArrayPrint, str]]:
    """``[array(…), array(…)]``: the arrays of a printed list."""
    position, item = start + 1, 0
    while text.startswith(("array(", "tensor("), position):
        array = read_array(text, position, cut=cut)
        if array is None:
            return
        yield array, f"[{item}]"
        gap = _ITEM_GAP.match(text, array.end)
        position = gap.end() if gap else array.end
        item += 1


def _behind(text: str, start: int) -> int:
    """Where what opens at ``start`` closes; the end of its paragraph where it does not. No part of it is an array."""
    depth = 0
    for match in re.compile(r"[(\[]|[)\]]|\n[ \t]*\n").finditer(text, start):
        if match.group().isspace():
            return match.end()
        depth += 1 if match.group() in "([" else -1
        if depth == 0:
            return match.end()
    return len(text)


def _stands_alone(text: str, array: ArrayPrint) -> bool:
    """Whether bare brackets are a printed array: they end their line, and begin it or follow a label's colon.

    ``Epoch [12]`` and ``step [3/10]`` are log lines.
    """
    if array.cut:
        return True
    end = text.find("\n", array.end)
    if text[array.end : len(text) if end < 0 else end].strip():
        return False
    before = text[text.rfind("\n", 0, array.start) + 1 : array.start].rstrip(" ")
    if before == "" or before[-1] in ":=":
        return True
    return any("." in token.text for token in array.tokens)


def _label(text: str, previous: int, start: int) -> str:
    """The words that name what begins at ``start``: those on its line, or else on the line above."""
    before = _WRAPPER.sub("", text[previous:start])
    if "\n" in before and not before.rpartition("\n")[2].strip():
        before = before.rpartition("\n")[0]
    line = before.rpartition("\n")[2]
    return _LABEL_END.sub("", line).lstrip(" )],")
