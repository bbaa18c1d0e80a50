"""Header lines of a printed table, and the names that they give to each column."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import pairwise

from lastdigit.printing.tables.table_cells import MISSING, VALUE, VALUE_FIELD
from lastdigit.printing.tables.text_lines import Line
from lastdigit.printing.thresholds import HEADER_LINES, WIDEST_NUMBER

_WIDE_GAP = re.compile(r"\s{2,}")
_INTEGER_OR_DOTS = re.compile(r"-?\d+|\.{3}")
_RULE = re.compile(r"[-=─━_ ]{3,}")


@dataclass(frozen=True)
class Header:
    """The ends of the columns, in characters from the start of the line, and the levels of names of each.

    The levels go from the top down. ``top`` is the header's first line and ``first`` its offset in the text.
    ``continued``: more columns follow in another block; ``detached``: an empty line or a rule follows it, which pandas
    never prints.
    """

    ends: tuple[int, ...]
    levels: tuple[tuple[str, ...], ...]
    top: int
    first: int
    continued: bool
    detached: bool = False


def is_rule(line: Line) -> bool:
    """Whether ``line`` is a horizontal rule."""
    return _RULE.fullmatch(line.text) is not None


def header_above(lines: list[Line], below: int, ends: frozenset[int], width: int, floor: int) -> Header | None:
    """The header directly above line ``below``, whose words end at ``ends``; None if there is none.

    A line with the names of the index levels may lie between. The first line of a print is shifted to the right if
    other text precedes it on its line, as in ``print("head:", frame)``.
    """
    leaf = below - 1
    detached = leaf > floor and (is_rule(lines[leaf]) or (not lines[leaf].text and lines[leaf - 1].text[:1] == " "))
    leaf -= detached
    if leaf < floor or not lines[leaf].text:
        return None
    row = lines[below]
    if detached:
        header = header_of(lines, leaf, leaf, ends, width, leaf, row)
        return replace(header, detached=True) if header is not None else None
    header = header_of(lines, leaf, leaf, ends, width, floor, row)
    may_be_index_names = len(lines[leaf].text) < max(ends) and not _last_number(lines[leaf].text)
    if header is None and leaf - 1 >= floor and may_be_index_names:
        header = header_of(lines, leaf - 1, leaf - 1, ends, width, floor, row, named_index=True)
    return header


def header_of(
    lines: list[Line],
    top: int,
    leaf: int,
    ends: frozenset[int],
    width: int,
    floor: int,
    row: Line,
    *,
    named_index: bool = False,
) -> Header | None:
    """The header in lines ``top`` to ``leaf``, with upper levels above ``top``; None if these lines are not a header.

    ``row`` is one of the rows below, ``ends`` are the ends of words common to all of them.
    """
    detached = is_rule(lines[leaf])
    leaf -= detached
    while top < leaf and lines[leaf].text[:1] == " " and is_a_sentence(lines[top].text):
        top += 1
    text = lines[leaf].text
    if leaf < top or (len(text) < max(ends) and not _INTEGER_OR_DOTS.fullmatch(text[text.rfind(" ") + 1 :])):
        return None
    levels = [aligned for line in lines[top : leaf + 1] if (aligned := _aligned(line, width)) is not None]
    if len(levels) <= leaf - top:
        return None
    while top > floor and len(levels) < HEADER_LINES:
        upper = _aligned(lines[top - 1], width)
        if upper is None or not _is_upper_level(upper, ends):
            break
        levels.insert(0, upper)
        top -= 1
    named = _named_ends(levels, ends)
    if not named or named[-1] != max(ends) or _is_a_row(levels[-1], named, row, named_index=named_index):
        return None
    names = _names(levels, named)
    leaf_reaches = len(levels[-1].text) == named[-1] or _INTEGER_OR_DOTS.fullmatch(names[-1][-1])
    if not leaf_reaches or _are_values(names):
        return None
    return Header(tuple(named), names, top, levels[0].offset, any(line.continued for line in levels), detached)


def is_a_sentence(text: str) -> bool:
    """Whether the line is unindented and its words are one space apart, unlike names of groups of columns."""
    return text[:1] != " " and " " in text and len(_WIDE_GAP.split(text)) < 2


def _aligned(line: Line, width: int) -> Line | None:
    """The last ``width`` characters of ``line``; None if they begin inside a word, or ``line`` is empty."""
    shift = len(line.text) - width
    if shift <= 0:
        return line if line.text else None
    return line.part(shift) if line.text[shift - 1] == " " else None


def _is_upper_level(line: Line, ends: frozenset[int]) -> bool:
    """Whether ``line`` names groups of columns: each name ends where a column does, with wide gaps between them."""
    fields = _WIDE_GAP.split(line.text)
    if line.text[:1] != " " and (len(fields) < 2 or fields[0].endswith(":")):
        return False
    words = [match.end() for match in re.finditer(r"\S+(?: \S+)*", line.text)]
    if line.text[:1] != " ":
        words = words[1:]
    return bool(words) and all(end in ends for end in words)


def _named_ends(levels: list[Line], ends: frozenset[int]) -> list[int]:
    """The column ends at which a header line has a name; the others are ends of words in the index.

    Integers as column names are left-aligned in the width of the widest, which may be in a later block.
    """
    stated = set().union(*(line.word_ends for line in levels))
    leaf = levels[-1].text
    widest = WIDEST_NUMBER if any(line.continued for line in levels) else max(map(len, leaf.split()))
    named = []
    previous = 0
    for end in sorted(ends):
        name = leaf[previous:end].strip()
        begin = leaf.find(name, previous) if name else end
        to_the_left = _INTEGER_OR_DOTS.fullmatch(name) and begin + widest >= end > begin + len(name)
        if end in stated or to_the_left:
            named.append(end)
            previous = end
    return named


def _is_a_row(leaf: Line, named: list[int], row: Line, *, named_index: bool) -> bool:
    """Whether ``leaf`` could be a row like ``row``: it has numbers in the same columns, and a label.

    A header has nothing to the left of the columns, unless the columns have a common name, and then they may be
    integers. Such frames are read if their index is named too; otherwise their header is indistinguishable from a row.
    A row that begins with a missing value is named by it, as the class ``None`` is in a report.
    """
    starts = (0, *named[:-1])
    names = {end: leaf.text[start:end].strip() for start, end in zip(starts, named, strict=True)}
    names[named[0]] = _WIDE_GAP.split(names[named[0]])[-1]
    values = {end: name for end, name in names.items() if VALUE.fullmatch(name)}
    begins = len(row.text) - len(row.text.lstrip())
    fields = VALUE_FIELD.finditer(row.text)
    below = {field.end() for field in fields if field.start() > begins or field[0] not in MISSING}
    if not values and len(named) == 1:
        return all("." in _last_number(one) for one in (names[named[0]], _WIDE_GAP.split(row.text)[-1]))
    if not values or any(end in below and end not in values for end in named):
        return False
    words = len(leaf.text.split())
    if leaf.text[:1] == " ":
        whole = all(value.lstrip("-").isdigit() for value in values.values()) or len(values) == words
        return not whole or words != len(named) or words >= len(row.text.split())
    numbers = list(values.values())
    may_name = all(map(str.isdigit, numbers)) or ascend(numbers)
    return not (named_index and may_name and leaf.text.split()[0] != row.text.split()[0])


def _are_values(names: tuple[tuple[str, ...], ...]) -> bool:
    """Whether names of several levels are all numbers with decimals, and thus rows above a row of dots."""
    columns = [[name for name in levels if name not in ("", "...")] for levels in names]
    is_value = all("." in name and VALUE.fullmatch(name) for levels in columns for name in levels)
    return is_value and any(len(levels) > 1 for levels in columns)


def _last_number(text: str) -> str:
    """The last of several words if it is a number, as in ``5%, -2.86``; else ""."""
    *before, last = text.split() or [""]
    return last if before and VALUE.fullmatch(last) else ""


def ascend(texts: list[str]) -> bool:
    """Whether texts are increasing numbers, as names of columns may be."""
    if len(texts) < 2 or not all(text.replace(".", "", 1).isdigit() for text in texts):
        return False
    return all(float(one) < float(other) for one, other in pairwise(texts))


def _names(levels: list[Line], named: list[int]) -> tuple[tuple[str, ...], ...]:
    """The names of each column from the top level; pandas prints the name of a group above its first column only."""
    rows: list[list[str]] = []
    for depth, line in enumerate(levels):
        row: list[str] = []
        previous = 0
        for number, end in enumerate(named):
            name = line.text[previous:end].strip()
            if number == 0 and line.text[:1] != " ":
                fields = _WIDE_GAP.split(name)
                name = fields[-1] if len(fields) > 1 or depth == len(levels) - 1 else ""
            if not name and row and depth < len(levels) - 1:
                name = row[-1]
            row.append(name)
            previous = end
        rows.append(row)
    return tuple(zip(*rows, strict=True))
