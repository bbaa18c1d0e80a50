"""Text that only looks like a table: lines of words or of labelled numbers that happen to have equal widths."""

from __future__ import annotations

import re

from lastdigit.printing.tables.table_cells import VALUE
from lastdigit.printing.tables.table_header import Header
from lastdigit.printing.tables.text_lines import Line

_WORD = re.compile(r"[^\W\d_]")


def are_running_words(header: Header, lines: list[Line], first_row: int, end: int) -> bool:
    """Whether the rows below ``header``, lines ``first_row`` to ``end``, are not a table.

    pandas puts two spaces before every column, or one and a sign, and so do tables aligned by hand. With a single
    space, as from formatted floats or without an index, every word of the header and the rows must be a cell. A number
    after a colon or an equals sign is labelled by the words before it, not by a header.
    """
    rows = [line.text for line in lines[first_row:end]]
    labelled = header.ends if len(header.ends) == 1 else header.ends[1:]
    if all(any(_character_before(row, end) in ":=?>" for end in labelled) for row in rows):
        return True
    starts = (0, *header.ends[:-1])
    names = [level[-1] for level in header.levels]
    columns = len(names)
    leaf = lines[header.top + len(header.levels[0]) - 1].text
    if any(
        VALUE.fullmatch(name) and _character_before(leaf, end) == ":"
        for name, end in zip(names, header.ends, strict=True)
    ):
        return True
    first_is_of_numbers = all(VALUE.fullmatch(_last_word(row[: header.ends[0]])) for row in rows if row.strip(" ."))
    if not any(_is_tight(row, starts, header.ends, with_first=first_is_of_numbers) for row in rows):
        return columns == 1 and leaf[:2] != "  " and "  " not in leaf.strip()
    widths = {len(row.split()) for row in rows if row.strip(" .")}
    if len(leaf.split()) != columns:
        return True
    has_an_index = leaf[:1] == " " and widths == {columns + 1}
    has_columns_alone = widths == {columns} and all(map(_WORD.match, names))
    return not (has_an_index or has_columns_alone)


def _character_before(row: str, end: int) -> str:
    """The last character other than a space before the word that ends at ``end``; a space if there is none."""
    at = row.rfind(" ", 0, end)
    while at >= 0 and row[at] == " ":
        at -= 1
    return row[at] if at >= 0 else " "


def _is_tight(row: str, starts: tuple[int, ...], ends: tuple[int, ...], *, with_first: bool) -> bool:
    """Whether a column has one space before it instead of two; ``with_first`` includes the first column."""
    for start, end in zip(starts, ends, strict=True):
        cell = row[start:end].strip() if start else _last_word(row[:end]) if with_first else ""
        begin = end - len(cell)
        if cell and begin >= 2 and row[begin - 2] != " " and cell[0] not in "-.":
            return True
    return False


def _last_word(text: str) -> str:
    return text.rpartition(" ")[2]
