"""A Series as pandas prints it: the index at the left, numbers at the right, and a footer with its dtype."""

from __future__ import annotations

import re

from lastdigit.base.rule import Rule
from lastdigit.printing.printers import PANDAS
from lastdigit.printing.tables.table_cells import DOTS, VALUE, dtype_by_name
from lastdigit.printing.tables.table_print import TableColumn, TablePrint
from lastdigit.printing.tables.text_lines import Line, lines_of, whole_index
from lastdigit.printing.tokens import Token

SERIES_FOOTER = re.compile(
    r"(?:Freq: [^,]*, )?(?:Name: (?P<name>.*?), )?(?:Length: (?P<length>\d{1,18}), )?dtype: (?P<dtype>\w+)"
)
OF_WORDS = Rule(
    r"(?:Freq: [^,]*, )?(?:Name: .*, )?(?:Length: \d{1,18}, )?"
    r"dtype: (?:str|string|category|(?!\w+\[pyarrow)[a-z]\w{0,30}\[[^]\n]{1,60}\])",
    "the footer of a Series without plain numbers; items of dtype ``object`` may be anything",
    "Name: pears, dtype: category",
    "Name: pears, dtype: object",
)
IN_A_DICT = Rule(
    r"(?:Freq: [^,]*, )?(?:Name: .{0,80}, )?(?:Length: \d{1,18}, )?"
    r"dtype: (?:float|int)\d+(?:, '[^'\n]{1,80}': [^\n]*|\})",
    "the footer of a Series in a dict, whose rows are not aligned with its first one",
    "Length: 32, dtype: float64, 'rate': 3}",
    "Length: 32, dtype: float64",
)
_CATEGORIES = re.compile(r"Categories \(\d+, ")
_WORDS_BEFORE = re.compile(r"[^\W\d](?:[^:=\n]{0,80}[:=]|\S{0,20}(?: \S{1,20}){2,12}) {1,2}(?=\S+ {2,}\S+\Z)")
"""Words before the only row of a Series, as ``print("mode:", series)`` writes them."""
_OF_SEVERAL_WORDS = re.compile(r"\s{0,80}\S{1,80} {2,400}\S{1,400}(?: \S{1,400}){1,40}\Z")
"""A row whose value is a string with spaces in it."""
_WIDE_GAP = re.compile(r"\s{2,}")


def is_series(text: str) -> bool:
    """Whether the last line of ``text`` is the footer of a Series."""
    text = text.rstrip()
    return SERIES_FOOTER.fullmatch(text, text.rfind("\n") + 1) is not None


def read_series(lines: list[Line], start: int, end: int, floor: int, footer: re.Match[str]) -> TablePrint | None:
    """The Series whose last rows are the lines from ``start`` to ``end``, all of one width, above its ``footer``.

    None if it holds no numbers. A row of dots may be narrower than the others, with more rows above it. The first row
    is shifted to the right if other text precedes it on its line.
    """
    rows = lines[start:end]
    width = len(rows[0].text)
    if start - 2 >= floor and _is_dots(lines[start - 1]):
        above = _rows_above(lines, start - 1, floor)
        rows, start = [*above, lines[start - 1], *rows], start - 1 - len(above)
    if _begin_with_a_name(rows):
        rows, start = rows[1:], start + 1
    first = _shifted_row(lines, start, width, floor)
    if first is None and (above := _left_aligned_above(lines, start, floor)):
        rows, start = [*above, *rows], start - len(above)
        first = _shifted_left_aligned_row(lines, start, floor)
    if first is not None:
        rows.insert(0, first)
    if len(rows) == 1 and (words := _WORDS_BEFORE.match(rows[0].text)) is not None:
        rows = [rows[0].part(words.end())]
    gap = next((number for number, line in enumerate(rows) if _is_dots(line)), None)
    rows = [line for line in rows if not _is_dots(line)]
    if footer["dtype"] == "object" and not footer["length"]:
        rows = [line for line in rows if not _OF_SEVERAL_WORDS.match(line.text)]
    if not rows:
        return None
    cells = [line.text.rpartition(" ")[2] for line in rows]
    dtype = dtype_by_name(footer["dtype"], cells)
    if dtype is None:
        return None
    tokens = tuple(
        Token(cell, line.offset + len(line.text) - len(cell)) for line, cell in zip(rows, cells, strict=True)
    )
    labels = _labels([line.text[: -len(cell)] for line, cell in zip(rows, cells, strict=True)])
    name = footer["name"] or ""
    total = int(footer["length"]) if footer["length"] else None
    column = TableColumn((name,), tokens, dtype)
    behind = lines[end].offset + len(lines[end].text)
    return TablePrint(
        columns=(column,),
        row_labels=labels,
        start=rows[0].offset,
        end=behind,
        printer=PANDAS.name,
        name=name,
        gap=gap,
        rows=total,
        is_series=True,
    )


def _begin_with_a_name(rows: list[Line]) -> bool:
    """Whether the first of the rows is the name of their index, which happens to be as wide as they are."""
    word = rows[0].text
    return len(rows) > 1 and " " not in word and not VALUE.fullmatch(word) and not _is_dots(rows[0])


def _labels(indices: list[str]) -> tuple[str, ...]:
    labels = []
    above = ""
    for index in indices:
        above = whole_index(index, above)
        labels.append("/".join(_WIDE_GAP.split(above.strip())))
    return tuple(labels)


def series_of_words(text: str) -> list[tuple[int, int, str]]:
    """The spans and kinds of all Series with a non-numeric dtype, such as strings and dates, and of those in dicts."""
    if "dtype: " not in text:
        return []
    lines = lines_of(text)
    found = []
    for number, line in enumerate(lines):
        if not number or "dtype: " not in line.text:
            continue
        is_object = line.text.endswith("dtype: object") and SERIES_FOOTER.fullmatch(line.text)
        if is_object or OF_WORDS.fullmatch(line.text):
            first = _first_row(lines, number)
            rows = [row.text for row in lines[first:number] if not _is_dots(row)]
            if is_object and (_are_named(rows) or all(VALUE.fullmatch(row.rpartition(" ")[2]) for row in rows)):
                continue
            last = line
            if number + 1 < len(lines) and _CATEGORIES.match(lines[number + 1].text):
                last = lines[number + 1]
            found.append((lines[first].offset, last.offset + len(last.text), "words"))
        elif IN_A_DICT.fullmatch(line.text):
            first = _first_row_of_all(lines, number)
            found.append((lines[first].offset, line.offset + (line.text + ", '").find(", '"), "container"))
    return found


def _are_named(rows: list[str]) -> bool:
    """Whether words label the rows, as in a row of a frame, whose items may include numbers."""
    return any(not row.lstrip()[:1].isdigit() for row in rows)


def _first_row(lines: list[Line], footer: int) -> int:
    """The first row of a Series that ends above its footer."""
    first, width = footer, len(lines[footer - 1].text)
    while first and (len(lines[first - 1].text) == width or _is_dots(lines[first - 1])):
        first -= 1
    return min(first, footer - 1)


def _first_row_of_all(lines: list[Line], footer: int) -> int:
    """The first row of a Series above its footer, whose rows above a row of dots may have another width."""
    first = _first_row(lines, footer)
    return first if not first or not _is_dots(lines[first]) else _first_row(lines, first)


def _is_dots(line: Line) -> bool:
    return line.text.endswith("..") and DOTS.issuperset(line.text.split())


def _rows_above(lines: list[Line], below: int, floor: int) -> list[Line]:
    """The rows above a row of dots, all of one width; pandas before 0.20 aligned them separately from those below."""
    first, width = below, len(lines[below - 1].text)
    while first > floor and len(lines[first - 1].text) == width:
        first -= 1
    return lines[first:below]


def _left_aligned_above(lines: list[Line], start: int, floor: int) -> list[Line]:
    """The rows above one whose numbers begin below each other, as old versions of pandas aligned integers."""
    text = lines[start].text
    at = len(text) - len(text.rpartition(" ")[2])
    first = start
    while first > floor and _has_value_at(lines[first - 1].text, at):
        first -= 1
    return lines[first:start]


def _shifted_left_aligned_row(lines: list[Line], start: int, floor: int) -> Line | None:
    """The first of such rows, if other text precedes it on its line."""
    if start - 1 < floor:
        return None
    text, below = lines[start - 1].text, lines[start].text
    value, value_below = (line.rpartition(" ")[2] for line in (text, below))
    shift = (len(text) - len(value)) - (len(below) - len(value_below))
    begins_there = shift > 0 and text[shift - 1] == " " != text[shift]
    return lines[start - 1].part(shift) if begins_there and VALUE.fullmatch(value) else None


def _has_value_at(text: str, at: int) -> bool:
    return text[max(at - 2, 0) : at] == "  " and bool(text[:at].strip()) and VALUE.fullmatch(text[at:]) is not None


def _shifted_row(lines: list[Line], start: int, width: int, floor: int) -> Line | None:
    """The first row, if other text precedes it on its line, such as the space of ``print("x:\n", x)``."""
    if start - 1 < floor:
        return None
    line = lines[start - 1]
    shift = len(line.text) - width
    if shift <= 0 or line.text[shift - 1] != " " or line.text[shift] == " ":
        return None
    words = line.text[shift:].split()
    return line.part(shift) if len(words) > 1 and VALUE.fullmatch(words[-1]) else None
