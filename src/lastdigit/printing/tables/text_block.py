"""One block of a printed DataFrame: a header and right-aligned columns below it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from lastdigit.base.rule import Rule
from lastdigit.printing.tables.table_cells import DOTS, VALUE, VALUE_FIELD, dtype_of_cells
from lastdigit.printing.tables.table_header import Header, ascend, header_above, header_of, is_a_sentence
from lastdigit.printing.tables.table_print import TableColumn
from lastdigit.printing.tables.text_lines import Line, common_word_ends, whole_index
from lastdigit.printing.thresholds import FEWEST_NAMES, HEADER_LINES
from lastdigit.printing.tokens import Token

_WIDE_GAP = re.compile(r"\s{2,}")
_FIELD = re.compile(r"\S+(?: \S+)*")
_LAST_WORD = re.compile(r"\s")
_LAST_FIELD = re.compile(r"\s{2,}|(?<=\d) (?=\d{4}-\d\d-\d\d\b)")
"""What separates the fields of a row of words; a date is as wide as its column, and one space from the index."""
NOT_A_TABLE = Rule(
    r"\A\s*#\s+Column\s+(?:Non-Null Count\s+)?Dtype",
    "the output of ``DataFrame.info``",
    " #   Column  Non-Null Count  Dtype",
    "Column  Count",
)


@dataclass(frozen=True)
class TextBlock:
    """A header and its rows, from line ``first_row``.

    ``gap`` is the number of rows above a row of dots.
    """

    header: Header
    labels: tuple[str, ...]
    columns: tuple[TableColumn, ...]
    gap: int | None
    first_row: int


def read_block(lines: list[Line], start: int, end: int, floor: int) -> TextBlock | None:
    """The block in the lines from ``start`` to ``end``, which have equal widths and may include headers.

    Its header may begin as high as line ``floor``. None if the lines are not rows of numbers below a header.
    """
    if not VALUE_FIELD.search(lines[end - 1].text) or _names_of_the_index_follow(lines, start, end):
        return None
    if end - start == 1 and floor < start and _may_name_the_index(lines, start):
        return None
    width = len(lines[start].text)
    found = _split(lines, start, end, floor, width)
    if found is None:
        return None
    header, first_row = found
    if any(NOT_A_TABLE.match(line.text) for line in lines[max(start - 2, floor) : start + 1]):
        return None
    if _is_a_row_itself(lines[first_row - 1 - header.detached].text):
        return None
    if any("|" in level[-1].split() or _WIDE_GAP.search(level[-1]) for level in header.levels):
        return None
    if end - first_row == 1 and _announces(lines[first_row - 1 - header.detached].text):
        return None
    if header.top > floor and _is_below_its_names(header, lines[header.top - 1]):
        return None
    if _are_left_aligned(lines[first_row - 1 - header.detached], lines[first_row:end]):
        return None
    return _columns(header, lines[first_row:end], first_row)


def _split(lines: list[Line], start: int, end: int, floor: int, width: int) -> tuple[Header, int] | None:
    """The header and the first row; the header begins within the lines, or lies directly above them."""
    first_row = _first_row(lines, start, end)
    if lines[start].text[0] == " " and first_row < end:
        ends = common_word_ends(lines[first_row:end])
        within = header_of(lines, start, first_row - 1, ends, width, floor, lines[first_row]) if ends else None
        if within is not None and not _is_row_of_values(lines[start], within):
            return within, first_row
    ends = common_word_ends(lines[start:end])
    above = header_above(lines, start, ends, width, floor) if ends else None
    if above is not None:
        return above, start
    if first_row >= end:
        return None
    ends = common_word_ends(lines[first_row:end])
    within = header_of(lines, start, first_row - 1, ends, width, floor, lines[first_row]) if ends else None
    return (within, first_row) if within is not None else None


def _is_row_of_values(line: Line, header: Header) -> bool:
    """Whether ``line`` has an index to the left of its columns, which a header of one level has not."""
    return len(line.word_ends) > len(header.ends) and bool(VALUE_FIELD.search(line.text))


def _first_row(lines: list[Line], start: int, end: int) -> int:
    """The first line after ``start`` that is not a header: a header has no index, or no numbers."""
    unindented = next((n for n in range(start + 1, min(start + HEADER_LINES, end)) if lines[n].text[0] != " "), None)
    words = len(lines[unindented].word_ends) if unindented is not None else 0
    number = start + 1
    while number < min(start + HEADER_LINES, end):
        line = lines[number]
        if VALUE_FIELD.search(line.text) and not (line.text[0] == " " and len(line.word_ends) < words):
            break
        number += 1
    return number


def _may_name_the_index(lines: list[Line], number: int) -> bool:
    """Whether a lone number between a header and a row of the same width is the name of the index."""
    above, line = lines[number - 1].text, lines[number].text
    below = lines[number + 1].text if number + 1 < len(lines) else ""
    return above[:1] == " " and line.isdigit() and len(below) == len(above) and len(below.split()) > 1


def _are_left_aligned(leaf: Line, rows: list[Line]) -> bool:
    """Whether all fields of the rows begin, but not all end, with those of the header; pandas right-aligns.

    The first field does not count: pandas left-aligns its index and the common name of the columns above it.
    """
    names = [one.span() for one in _FIELD.finditer(leaf.text)]
    if len(names) < FEWEST_NAMES:
        return False
    ends_elsewhere = False
    for row in rows:
        fields = [one.span() for one in _FIELD.finditer(row.text)]
        if len(fields) < 2 or [start for start, _ in fields] != [start for start, _ in names[: len(fields)]]:
            return False
        ends_elsewhere = ends_elsewhere or fields[1:] != names[1:]
    return ends_elsewhere


def _is_below_its_names(header: Header, above: Line) -> bool:
    """Whether a numeric header is actually the first row below a line of names that is aligned differently.

    Such is the log of a solver with centred column names.
    """
    words = (word for level in header.levels for word in level[-1].split())
    if not all(map(VALUE.fullmatch, words)):
        return False
    fields = _WIDE_GAP.split(above.text.strip())
    return len(fields) >= max(len(header.ends), FEWEST_NAMES) and all(any(map(str.isalpha, one)) for one in fields)


def _announces(line: str) -> bool:
    """Whether a line is prose that ends in a colon, which names no columns.

    >>> _announces("The 3 rates (in Hz) are:"), _announces("rate  mass:")
    (True, False)
    """
    return line.endswith(":") and is_a_sentence(line)


def _is_a_row_itself(line: str) -> bool:
    """Whether numbers of an unindented line, some with decimals, name no columns: such names ascend."""
    numbers = [word for word in line.split() if VALUE.fullmatch(word)]
    return line[:1] != " " and any("." in one for one in numbers) and not ascend(numbers)


def _names_of_the_index_follow(lines: list[Line], start: int, end: int) -> bool:
    """Whether these lines are a header: a shorter line of index names follows, and then rows of the same width."""
    if end + 1 >= len(lines) or not lines[end].text:
        return False
    width = len(lines[start].text)
    short = len(lines[end].text)
    following = lines[end + 1].text
    names = short < width and not VALUE_FIELD.search(lines[end].text) and not lines[end].text.endswith(":")
    return names and len(following) == width and VALUE_FIELD.search(following) is not None


def _columns(header: Header, rows: list[Line], first_row: int) -> TextBlock | None:
    """The numeric columns; the span of the first one also contains the index, to the left of its number."""
    shown = [line for line in rows if not (line.text.endswith("..") and DOTS.issuperset(line.text.split()))]
    gap = next((number for number, (line, kept) in enumerate(zip(rows, shown, strict=False)) if line is not kept), None)
    gap = len(shown) if gap is None and len(shown) < len(rows) else gap
    columns: list[TableColumn] = []
    labels: list[str] = []
    start = 0
    for number, end in enumerate(header.ends):
        cells = [line.text[start:end].strip() for line in shown]
        start = end
        if number == 0:
            labels, cells = _index_and_first_column(shown, cells, _LAST_WORD)
            is_alone = not any(labels) and all(line.text[0] != " " for line in shown)
            may_be_index = not header.detached or dtype_of_cells(cells) is None
            if len(header.ends) > 1 and is_alone and may_be_index:
                labels = cells  # the index, below the common name of the columns
                continue
        dtype = dtype_of_cells(cells)
        if dtype is None and number == 0:
            words = [line.text[:end].strip() for line in shown]
            labels, _ = _index_and_first_column(shown, words, _LAST_FIELD)
        if dtype is not None:
            tokens = tuple(Token(cell, line.offset + end - len(cell)) for line, cell in zip(shown, cells, strict=True))
            columns.append(TableColumn(header.levels[number], tokens, dtype))
    is_number_below_a_word = len(shown) == len(header.ends) == 1 and not any(labels)
    return (
        TextBlock(header, tuple(labels), tuple(columns), gap, first_row)
        if columns and not is_number_below_a_word
        else None
    )


def _index_and_first_column(rows: list[Line], cells: list[str], last: re.Pattern[str]) -> tuple[list[str], list[str]]:
    """The index of each row, joined by ``/``, and the value of its first column, which ``last`` splits off.

    A right-aligned index, as in scikit-learn's reports, has no outer levels.
    """
    labels: list[str] = []
    values: list[str] = []
    above = ""
    is_left_aligned = rows[0].text[:1] != " "
    for line, cell in zip(rows, cells, strict=True):
        value = last.split(cell)[-1]
        index = line.text[: line.text.find(cell) + len(cell) - len(value)]
        above = index = whole_index(index, above) if is_left_aligned else index
        labels.append("/".join(_WIDE_GAP.split(index.strip())))
        values.append(value)
    return labels, values
