"""Finds tables in printed text: DataFrames as pandas prints them, and similar tables."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import NamedTuple

from lastdigit.printing.printers import PANDAS, TABLE
from lastdigit.printing.tables.class_report import read_averages, with_averages
from lastdigit.printing.tables.declarations import KEY, is_declaration, read_declarations
from lastdigit.printing.tables.fit_summary import P_VALUE, is_fit_header, read_fit_summary
from lastdigit.printing.tables.layer_summary import PARAMETERS, is_summary, read_layer_summary
from lastdigit.printing.tables.pairs_table import DIFFERENCE, begins_pairs, read_pairs
from lastdigit.printing.tables.pipe_table import BAR, read_pipe_table
from lastdigit.printing.tables.ruled_table import has_rule, is_ruled, read_ruled_table
from lastdigit.printing.tables.running_words import are_running_words
from lastdigit.printing.tables.simple_table import has_simple_rule, is_simple, read_simple_table
from lastdigit.printing.tables.sparse_rows import is_sparse_row, read_sparse_rows
from lastdigit.printing.tables.tab_table import read_tab_table
from lastdigit.printing.tables.table_cells import VALUE_FIELD
from lastdigit.printing.tables.table_header import is_rule
from lastdigit.printing.tables.table_print import TablePrint
from lastdigit.printing.tables.text_block import TextBlock, read_block
from lastdigit.printing.tables.text_lines import Line, lines_of
from lastdigit.printing.tables.text_series import SERIES_FOOTER, read_series

LONG_FLOAT = re.compile(r"-?\d{1,30}\.\d{6,30}")
FOOTER = re.compile(r" ?\[(\d{1,18}) rows x (\d{1,18}) columns\]")


class _Kind(NamedTuple):
    """A kind of table that its first line tells; a text without its ``sign`` holds none."""

    sign: str
    begins: Callable[[Line], bool]
    read: Callable[[list[Line], int], tuple[TablePrint | None, int]]


_KINDS = (
    _Kind(PARAMETERS, is_summary, read_layer_summary),
    _Kind(P_VALUE, is_fit_header, read_fit_summary),
    _Kind(DIFFERENCE, begins_pairs, read_pairs),
    _Kind(KEY, is_declaration, read_declarations),
)


def tables_in_text(text: str) -> Iterator[TablePrint]:
    """Every table of ``text`` with a numeric column, in order. Takes linear time.

    pandas pads the lines of a table to one width and right-aligns its columns. So a table is a run of lines of one
    width whose words end at common positions, below a header whose words end there too.
    """
    lines = lines_of(text)
    kinds = [kind for kind in _KINDS if kind.sign in text]
    is_of_classes, with_rules, with_simple_rules = "f1-score" in text, has_rule(text), has_simple_rule(text)
    number = floor = 0
    while number < len(lines):
        if not lines[number].text:
            number += 1
            continue
        kind = next((kind for kind in kinds if kind.begins(lines[number])), None)
        if kind is not None:
            table, after = kind.read(lines, number)
        elif with_rules and is_ruled(lines, number):
            table, after = read_ruled_table(lines, number)
        elif with_simple_rules and is_simple(lines, number):
            table, after = read_simple_table(lines, number)
        elif is_sparse_row(lines[number]):
            table, after = read_sparse_rows(lines, number)
        elif is_of_classes and (averages := read_averages(lines, number))[0] is not None:
            table, after = averages
        elif BAR.match(lines[number].text):
            table, after = read_pipe_table(lines, number)
        elif "\t" in lines[number].text and (tabbed := read_tab_table(lines, number))[0] is not None:
            table, after = tabbed
        else:
            after = _end_of_run(lines, number)
            table, after = _read_run(lines, number, after, floor)
        if table is not None:
            table, after = with_averages(table, lines, after) if is_of_classes else (table, after)
            yield table
            floor = after
        number = after


def _end_of_run(lines: list[Line], start: int) -> int:
    width = len(lines[start].text)
    end = start + 1
    while end < len(lines) and len(lines[end].text) == width and not _begins_anew(lines[end]):
        if end - start > 1 and _is_next_header(lines[start], lines[end - 1], lines[end]):
            break
        if _is_above_index_names(lines, end):
            break
        end += 1
    return end


def _is_next_header(first: Line, above: Line, line: Line) -> bool:
    """Whether a table of the same width begins directly below another: its header has nothing at the left either."""
    is_indented = [text[:1] == " " for text in (first.text, above.text, line.text)]
    if is_indented != [True, False, True]:
        return False
    return not VALUE_FIELD.search(line.text) or _names_columns(line.text.split(), first.text.split())


def _is_above_index_names(lines: list[Line], number: int) -> bool:
    """Whether a line below a row of numbers is the header of another table, whose index names stand on a line below."""
    if (
        number + 2 >= len(lines)
        or VALUE_FIELD.search(lines[number].text)
        or not VALUE_FIELD.search(lines[number - 1].text)
    ):
        return False
    names, row = lines[number + 1].text, lines[number + 2].text
    is_shorter = 0 < len(names) < len(row) and names[-1] != ":" and not VALUE_FIELD.search(names)
    return is_shorter and len(row) == len(lines[number].text) and VALUE_FIELD.search(row) is not None


def _names_columns(words: list[str], header: list[str]) -> bool:
    """Whether words are a header although they may be numbers: those of the one above again, or 0, 1, 2, ...

    A row below an outer level of its index holds more words than the header.
    """
    return words == header or (1 < len(words) <= len(header) and words == [str(place) for place in range(len(words))])


def _begins_anew(line: Line) -> bool:
    """Whether ``line`` ends a run although it has the same width."""
    return SERIES_FOOTER.fullmatch(line.text) is not None or is_fit_header(line) or is_sparse_row(line)


def _read_run(lines: list[Line], start: int, end: int, floor: int) -> tuple[TablePrint | None, int]:
    """The table whose first rows are the lines from ``start`` to ``end``, or None; and the next line."""
    if end < len(lines) and (footer := SERIES_FOOTER.fullmatch(lines[end].text)):
        return read_series(lines, start, end, floor, footer), end + 1
    behind_run = end
    while start < end and is_rule(lines[start]):
        start += 1
    while start < end and is_rule(lines[end - 1]):
        end -= 1
    first = read_block(lines, start, end, floor) if start < end and _may_have_header(lines, start, end, floor) else None
    if first is None or _is_headed_by_values(first) or are_running_words(first.header, lines, first.first_row, end):
        return None, behind_run
    block = first
    columns = list(first.columns)
    header_height = first.first_row - first.header.top
    while block.header.continued:
        begin = end + 1 + header_height
        end_of_next = begin + len(first.labels) + (first.gap is not None)
        following = _next_block(lines, begin, end_of_next, end + 1)
        if following is None:
            break
        groups = block.header.levels[-1][:-1]
        columns += [replace(column, levels=_below(groups, column.levels)) for column in following.columns]
        block, end = following, end_of_next
    last = lines[end - 1]
    rows = columns_in_all = None
    if end + 1 < len(lines) and (footer := FOOTER.fullmatch(lines[end + 1].text)) and not lines[end].text:
        rows, columns_in_all = int(footer[1]), int(footer[2])
        last, end = lines[end + 1], end + 2
    begin, behind = first.header.first, last.offset + len(last.text)
    table = TablePrint(
        columns=tuple(columns),
        row_labels=first.labels,
        start=begin,
        end=behind,
        printer=(TABLE if first.header.detached else PANDAS).name,
        gap=first.gap,
        rows=rows,
        columns_in_all=columns_in_all,
    )
    return table, end


def _may_have_header(lines: list[Line], start: int, end: int, floor: int) -> bool:
    """Whether the lines from ``start`` to ``end``, or those above, can include a header and a row."""
    above = start - 1
    return end - start > 1 or (above >= floor and bool(lines[above].text or (above > floor and lines[above - 1].text)))


def _is_headed_by_values(block: TextBlock) -> bool:
    """Whether what would be the names of the columns of a single row are floats with many digits, another row."""
    return len(block.labels) == 1 and any(LONG_FLOAT.fullmatch(level) for one in block.columns for level in one.levels)


def _below(groups: tuple[str, ...], levels: tuple[str, ...]) -> tuple[str, ...]:
    """``levels`` below the ``groups`` that the previous block left open, if they name no groups of their own."""
    own = ("",) * (len(groups) + 1 - len(levels)) + levels
    return (*(name or group for name, group in zip(own, groups, strict=False)), *own[len(groups) :])


def _next_block(lines: list[Line], start: int, end: int, floor: int) -> TextBlock | None:
    """The block of further columns in the lines from ``start`` to ``end``, below an empty line."""
    if end > len(lines) or lines[floor - 1].text or len({len(line.text) for line in lines[start:end]}) != 1:
        return None
    block = read_block(lines, start, end, floor)
    return block if block is not None and block.first_row == start else None
