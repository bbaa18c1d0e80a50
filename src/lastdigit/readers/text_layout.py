"""Reads the text rendering of a notebook: ``In [n]:``, code, blank line, outputs, blank line, prose.

Nothing in this layout marks where code ends and output begins, or where output ends and prose begins; both are inferred
from the content. An output of more than 1,000 characters is truncated there, possibly inside a number.
"""

from __future__ import annotations

import ast
import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from lastdigit.base.errors import UnreadableDocument
from lastdigit.document import Cell, Document, Output, Passage
from lastdigit.readers.terminal import shown
from lastdigit.readers.text_file import TextFile
from lastdigit.source.python_source import is_echo
from lastdigit.source.syntax import parse_text

HEADER = re.compile(r"^In \[(?P<count>\d+|None| )\]:[ \t]*$", re.MULTILINE)
CUT_AT = 1000
_ATTEMPTS, _SMALL_STEPS = 300, 16
_LEFT_OPEN = re.compile(r" on line (\d+)$")
_MARKDOWN = re.compile(r"#{1,6}\s|!\[|\*\*|```|>\s|[-*+]\s+\S|\||\$|\d+\.\s+[A-Z]|<[a-zA-Z/]")
_NUMBERS_IN_BRACKETS = re.compile(r"\[\s*[-+]?\d|torch\.Size")


@dataclass(frozen=True)
class _Paragraph:
    """A run of non-blank lines, as a span of offsets, after ``blank_lines`` blank lines."""

    start: int
    end: int
    blank_lines: int


def text_layout(file: TextFile) -> Document:
    """The document of a file in this layout; raises :class:`UnreadableDocument` if it has no cell."""
    text = file.text
    headers = list(HEADER.finditer(text))
    if not headers:
        raise UnreadableDocument(file.path, 1, "a cell that begins with a line 'In [n]:'", "none in the whole file")
    ends = [header.start() for header in headers[1:]] + [len(text)]
    whole = Passage(text, 1)
    cells = tuple(
        _read_cell(whole, number, header, end)
        for number, (header, end) in enumerate(zip(headers, ends, strict=True), start=1)
    )
    return Document(file.path, file.sha256, cells)


def _read_cell(whole: Passage, number: int, header: re.Match[str], end: int) -> Cell:
    text = whole.text
    paragraphs = list(_paragraphs(text, header.end(), end))
    code = _code_paragraphs(text, paragraphs)
    printed = paragraphs[code:]
    for index, paragraph in enumerate(printed):
        if _is_prose(text, paragraph):
            printed = printed[:index]
            break
    source_start = paragraphs[0].start if paragraphs else header.end()
    source_end = paragraphs[code - 1].end if code else source_start
    count = header["count"]
    return Cell(
        number,
        int(count) if count.isdigit() else None,
        _passage(whole, source_start, source_end),
        tuple(_outputs(whole, printed[0].start, printed[-1].end)) if printed else (),
    )


def _paragraphs(text: str, start: int, end: int) -> Iterator[_Paragraph]:
    """The paragraphs of a cell. The first one may be indented; its white space belongs to it."""
    previous = start
    for match in re.finditer(r"(?:^[ \t]*\S.*(?:\n|\Z))+", text[start:end], re.MULTILINE):
        first, last = start + match.start(), start + match.end()
        yield _Paragraph(first, last - text[first:last].endswith("\n"), text.count("\n", previous, first))
        previous = last


def _code_paragraphs(text: str, paragraphs: list[_Paragraph]) -> int:
    """The number of code paragraphs: the longest prefix that parses, up to one that only repeats printed values."""
    rows = [0]
    for before, paragraph in pairwise(paragraphs):
        rows.append(rows[-1] + text.count("\n", before.start, paragraph.start))
    tree, count = _longest_that_parses(text, paragraphs, rows)
    behind = 0
    for statement in tree.body:
        paragraph_of_it = _paragraph_of(rows, statement.lineno)
        if paragraph_of_it > behind and is_echo(statement):
            return paragraph_of_it
        behind = _paragraph_of(rows, statement.end_lineno or statement.lineno)
    return max(count, min(1, len(paragraphs)))


def _longest_that_parses(text: str, paragraphs: list[_Paragraph], rows: list[int]) -> tuple[ast.Module, int]:
    """The tree of the longest prefix that parses, and its number of paragraphs.

    Prefixes are tried from the longest down: one that contains the line of an error, or of the bracket or block that
    the error says is left open, has the same error. Python nests brackets to a depth of 200 and blocks to 100, and
    every attempt removes one. If only the end is wrong many times, since more must follow, the step size grows.
    """
    count, at_the_end = len(paragraphs), 0
    for _ in range(_ATTEMPTS):
        if count <= 0:
            break
        try:
            return parse_text(text[paragraphs[0].start : paragraphs[count - 1].end]), count
        except SyntaxError as error:
            opened = _LEFT_OPEN.search(error.msg)
            wrong = _paragraph_of(rows, int(opened[1]) if opened else error.lineno or 1)
            at_the_end = at_the_end + 1 if wrong >= count - 1 else 0
            count = min(wrong, count - 8 ** max(0, at_the_end - _SMALL_STEPS))
        except (ValueError, RecursionError, MemoryError):
            count //= 2
    return ast.Module([], []), 0


def _paragraph_of(rows: list[int], line: int) -> int:
    """The paragraph of a line, counted from 1 at the first of the cell."""
    return bisect_right(rows, line - 1) - 1


def _is_prose(text: str, paragraph: _Paragraph) -> bool:
    """Whether a paragraph after the code is prose: Markdown, or words separated from an output by blank lines.

    An output that ends with a line feed is followed by two blank lines.
    """
    content = text[paragraph.start : paragraph.end]
    if _MARKDOWN.match(content):
        return True
    return paragraph.blank_lines >= 2 and not _NUMBERS_IN_BRACKETS.search(content)


def _outputs(whole: Passage, start: int, end: int) -> Iterator[Output]:
    """The outputs from ``start`` to ``end``: two, if the first one was truncated after 1,000 characters."""
    text = whole.text
    cut_at = start + CUT_AT
    if end >= cut_at and text[cut_at : cut_at + 2] in ("\n\n", "\n", ""):
        yield Output(1, shown(_passage(whole, start, cut_at)), cut=True)
        rest = re.compile(r"\s*\n").match(text, cut_at)
        start = rest.end() if rest else cut_at
        if start < end:
            yield Output(2, shown(_passage(whole, start, end)), cut=False)
    else:
        yield Output(1, shown(_passage(whole, start, end)), cut=False)


def _passage(whole: Passage, start: int, end: int) -> Passage:
    """A span of the text, extended to the beginning of its line, so that columns are those of the file."""
    return whole.part(whole.text.rfind("\n", 0, start) + 1, end)
