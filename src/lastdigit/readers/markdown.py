"""Reads Markdown and MyST: fenced code, the blocks of output after it, and sessions in either.

markdown-it finds the blocks; its inline rules and the rules for other blocks are disabled.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from pathlib import Path
from typing import TYPE_CHECKING

from lastdigit.base.extras import needs
from lastdigit.document import Document, Passage
from lastdigit.readers.blocks import Blocks, announces_output
from lastdigit.readers.html_text import visible_text
from lastdigit.readers.text_file import read_text_file

if TYPE_CHECKING:
    from markdown_it.token import Token

_COLON_FENCE = re.compile(r"(?P<indent> {0,3})(?P<colons>:{3,})(?P<info>[ \t]*\{(?P<name>[\w.-]+)\}.*)?[ \t]*")
_LANGUAGE = re.compile(r"[ \t]*(?:\{(?P<directive>[\w.-]+)[^}]*\}[ \t]*(?P<argument>[\w+-]*)|(?P<plain>[\w+#-]+))")
_BY_ARGUMENT = ("code-block", "code", "sourcecode")
_CODE_DIRECTIVES = (*_BY_ARGUMENT, "code-cell", "testcode", "output", "testoutput", "jupyter-execute")
_OF_MARKDOWN = re.compile(
    r"note|tip|hint|important|warning|caution|attention|danger|error|seealso|admonition|callout|todo|topic|toggle|details"
    r"|dropdown|margin|sidebar|aside|epigraph|pull-quote|container|div|card\w*|grid[\w-]*|tabs?|tab-\w+|(?:prf|proof):\w+"
    r"|(?:exercise|solution|example|theorem|proof|definition|lemma|remark|corollary|algorithm)(?:-start)?"
    r"|version(?:added|changed)|deprecated",
    re.IGNORECASE,
)
"""Directives whose content is Markdown."""
_DIRECTIVE = re.compile(r"[ \t]*\{([\w:-]+)\}")
_DEEPEST = 8
_OPTION = re.compile(r":[\w-]+:.*|-{3,}[ \t]*")
_FENCE = re.compile(r" {0,3}(?:```|~~~)")


def read_markdown(path: Path) -> Document:
    """Read ``path``; raises :class:`~lastdigit.base.errors.UnreadableDocument` if it is not text."""
    file = read_text_file(path)
    reader = _Reader(file.text)
    reader.read()
    return Document(path, file.sha256, reader.blocks.cells())


class _Reader:
    """Processes the blocks of one text."""

    def __init__(self, text: str) -> None:
        self.whole = Passage(text, 1)
        self.spans = self.whole.lines()
        self.lines = [text[start:end] for start, end in self.spans]
        self.blocks = Blocks()
        self.fences = [row for row, line in enumerate(self.lines) if _FENCE.match(line)]
        self.table_ends = [row for row, line in enumerate(self.lines) if "</table>" in line]

    def read(self) -> None:
        self.part(self.lines, 0, 0)

    def part(self, lines: list[str], above: int, depth: int) -> None:
        """Adds the blocks of ``lines``, which follow ``above`` lines, inside ``depth`` directives."""
        behind = 0
        for token in _tokens("\n".join(_with_code_fenced(lines))):
            if token.map is None or token.map[0] + above < behind:
                continue
            first, last = (row + above for row in token.map)
            if token.type == "fence" and depth < _DEEPEST and _holds_markdown(token.info):
                self.part(token.content.removesuffix("\n").split("\n"), first + 1, depth + 1)
                self.blocks.close()
            elif token.type == "fence":
                self.fence(token, first, last)
            elif token.type == "code_block":
                self.blocks.block(None, self.content(token.content, first), indented=True)
            elif token.type == "html_block":
                behind = self.html(first, last)
            elif token.type == "inline":
                self.paragraph(token.content)
            elif token.type in ("heading_open", "hr"):
                self.blocks.close()

    def fence(self, token: Token, first: int, last: int) -> None:
        content = self.content(token.content, first + 1)
        language = _LANGUAGE.match(token.info)
        if language is None:
            self.blocks.block(None, content)
            return
        name = (language["directive"] or language["plain"]).lower().lstrip(".")
        if language["directive"] in _BY_ARGUMENT:
            name = language["argument"].lower() or "python"
        if language["directive"] in _CODE_DIRECTIVES:
            content = _without_options(content)
        self.blocks.block(name, content)

    def content(self, content: str, first: int) -> Passage:
        """The content of a block whose container has removed the beginning of each line."""
        if not content:
            return self.whole.part(0, 0)
        spans = []
        for row, line in enumerate(content.removesuffix("\n").split("\n"), start=first):
            start, end = self.spans[row]
            whole = self.lines[row].endswith(line)
            spans.append((end - len(line) if whole else start, end))
        return self.whole.joined(spans)

    def html(self, first: int, last: int) -> int:
        """Adds a block of HTML; a table after code is its output. Returns the next line.

        pandas writes a style sheet with blank lines, which end a block of HTML, before its tables: the table then
        extends to the end of its own markup, if that comes before the next fence.
        """
        opening = "\n".join(self.lines[first:last])
        if "<table" in opening or "<style" in opening:
            table_end = bisect_left(self.table_ends, first)
            fence = bisect_left(self.fences, first)
            next_fence = self.fences[fence] if fence < len(self.fences) else len(self.lines)
            if table_end < len(self.table_ends) and self.table_ends[table_end] < next_fence:
                last = max(last, self.table_ends[table_end] + 1)
                html = self.whole.part(self.spans[first][0], self.spans[last - 1][1])
                self.blocks.output(visible_text(html), "display", html)
        return last

    def paragraph(self, words: str) -> None:
        picture = words.startswith("![") and words.endswith(")")
        if not (announces_output(words) or picture):
            self.blocks.close()


def _holds_markdown(info: str) -> bool:
    """Whether a fence is a directive, such as a note, whose content is Markdown."""
    directive = _DIRECTIVE.match(info)
    return directive is not None and _OF_MARKDOWN.fullmatch(directive[1]) is not None


def _tokens(text: str) -> list[Token]:
    with needs("documents"):
        from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark")
    parser.disable("reference")
    tokens: list[Token] = []
    parser.block.parse(text, parser, {}, tokens)
    return tokens


def _with_code_fenced(lines: list[str]) -> list[str]:
    """The lines with MyST's colon fences of code replaced by tildes, which CommonMark knows."""
    fenced = list(lines)
    colons = 0
    for row, line in enumerate(lines):
        match = _COLON_FENCE.fullmatch(line) if ":::" in line else None
        if match is None:
            continue
        opens = not colons and match["name"] in _CODE_DIRECTIVES
        closes = colons and match["info"] is None and len(match["colons"]) >= colons
        if opens or closes:
            colons = len(match["colons"]) if opens else 0
            fenced[row] = match["indent"] + "~" * len(match["colons"]) + (match["info"] or "")
    return fenced


def _without_options(content: Passage) -> Passage:
    """The content of a directive without leading options: ``:tags: […]``, or YAML between dashes."""
    spans = content.lines()
    lines = [content.text[start:end] for start, end in spans]
    first = 0
    if lines[0].startswith("---"):
        closing = next((row for row, line in enumerate(lines[1:], start=1) if line.startswith("---")), None)
        first = 0 if closing is None else closing + 1
    else:
        while first < len(lines) and _OPTION.fullmatch(lines[first]):
            first += 1
    return content.part(spans[first][0], spans[-1][1]) if first < len(spans) else content.part(0, 0)
