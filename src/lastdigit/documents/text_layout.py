"""Reads the text rendering of a notebook: ``In [n]:``, code, blank line, outputs, blank line, prose.

Nothing in this layout marks where code ends and an output begins, or an output ends and prose begins; both are found
from what the text is. An output of more than 1,000 characters is cut there, in the middle of a number if need be.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from lastdigit.documents.document import Cell, Document, Output, Passage
from lastdigit.documents.python_source import is_printed_echo
from lastdigit.documents.terminal import shown
from lastdigit.documents.text_file import TextFile
from lastdigit.errors import UnreadableDocument

HEADER = re.compile(r"^In \[(?P<count>\d+|None| )\]:[ \t]*$", re.MULTILINE)
CUT_AT = 1000
_MARKDOWN = re.compile(r"#{1,6}\s|!\[|\*\*|```|>\s|[-*+]\s+\S|\||\$|\d+\.\s+[A-Z]|<[a-zA-Z/]")
_NUMBERS_IN_BRACKETS = re.compile(r"\[\s*[-+]?\d|torch\.Size")


@dataclass(frozen=True)
class _Paragraph:
    """A run of lines that are not blank, as a span of offsets; ``blank_lines`` stand before it."""

    start: int
    end: int
    blank_lines: int


def text_layout(file: TextFile) -> Document:
    """The document of a file in this layout; raises :class:`UnreadableDocument` where it has no cell."""
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
    """The paragraphs of a cell. A cell's first paragraph may be indented; its white space belongs to it."""
    previous = start
    for match in re.finditer(r"(?:^[ \t]*\S.*(?:\n|\Z))+", text[start:end], re.MULTILINE):
        first, last = start + match.start(), start + match.end()
        yield _Paragraph(first, last - text[first:last].endswith("\n"), text.count("\n", previous, first))
        previous = last


def _code_paragraphs(text: str, paragraphs: list[_Paragraph]) -> int:
    """How many paragraphs are code: the longest beginning that parses, up to one that only echoes printed values."""
    code = 1 if paragraphs else 0
    for index, paragraph in enumerate(paragraphs):
        source = _without_magics(text[paragraphs[0].start : paragraph.end])
        try:
            ast.parse(source)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue
        added = text[paragraphs[code].start : paragraph.end] if index >= code else ""
        if added and is_printed_echo(added):
            break
        code = index + 1
    return code


def _without_magics(source: str) -> str:
    """IPython's line magics and shell escapes are no Python; a comment of the same length stands for them."""
    return re.sub(r"^([ \t]*)(?:%|!(?!\[))(?=\S)", r"\1#", source, flags=re.MULTILINE)


def _is_prose(text: str, paragraph: _Paragraph) -> bool:
    """Whether a paragraph after the code is prose: Markdown, or words set apart from an output by blank lines.

    An output that ends its last line is followed by two blank lines.
    """
    content = text[paragraph.start : paragraph.end]
    if _MARKDOWN.match(content):
        return True
    return paragraph.blank_lines >= 2 and not _NUMBERS_IN_BRACKETS.search(content)


def _outputs(whole: Passage, start: int, end: int) -> Iterator[Output]:
    """The outputs from ``start`` to ``end``: two, where the first one was cut after 1,000 characters."""
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
    """A span of the text; it begins at the beginning of a line, so that columns are those of the file."""
    return whole.part(whole.text.rfind("\n", 0, start) + 1, end)
