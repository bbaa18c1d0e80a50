"""Reads HTML: notebooks exported by nbconvert, MyST-NB and nbsphinx, and pages with blocks of code and output.

The classes of an element say what it is, and apply to everything inside it.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from lastdigit.document import Document, Passage
from lastdigit.readers.blocks import Blocks, announces_output
from lastdigit.readers.html_lexer import Tag, Text, tokens
from lastdigit.readers.html_text import Piece, passage_of, visible_text
from lastdigit.readers.text_file import read_text_file

_REGIONS = {
    **dict.fromkeys(("jp-InputArea-editor", "input_area", "cell_input", "inputarea"), "input"),
    **dict.fromkeys(("jp-OutputArea-output", "output_area", "output_subarea", "cell_output", "output"), "output"),
    **dict.fromkeys(("jp-InputPrompt", "jp-OutputPrompt", "prompt", "input_prompt", "output_prompt"), "prompt"),
    **dict.fromkeys(("jp-MarkdownCell", "jp-RenderedMarkdown", "text_cell", "text_cell_render"), "prose"),
}
_KINDS = {
    **dict.fromkeys(("jp-OutputArea-executeResult", "output_execute_result", "output_pyout"), "result"),
    **dict.fromkeys(("output_stderr", "stderr", "application/vnd.jupyter.stderr"), "stderr"),
    **dict.fromkeys(("output_error", "traceback", "application/vnd.jupyter.error"), "error"),
    **dict.fromkeys(("output_html", "text_html", "jp-RenderedHTML"), "display"),
}
_DISPLAYED = frozenset(("output_html", "text_html", "jp-RenderedHTML"))
_LANGUAGE = re.compile(r"(?:highlight|hl|language|lang)-(\S+)")
_COUNT = re.compile(r"\[(\d{1,9})\]")
_EMPTY = frozenset("area base br col embed hr img input link meta param source track wbr".split())  # noqa: SIM905


@dataclass(frozen=True)
class _Element:
    """An open element, and what its classes or those around it say about it."""

    name: str
    start: int
    region: str = ""
    kind: str = "stream"
    language: str | None = None
    displayed: bool = False
    within_displayed: bool = False


def read_html(path: Path) -> Document:
    """Read ``path``; raises :class:`~lastdigit.base.errors.UnreadableDocument` if it is not text."""
    file = read_text_file(path)
    reader = _Reader(file.text)
    for token in tokens(file.text):
        if isinstance(token, Text):
            reader.text(token)
        elif token.closing:
            reader.closes(token)
        else:
            reader.opens(token)
    return Document(path, file.sha256, reader.blocks.cells())


class _Reader:
    """Processes the tags of one file."""

    def __init__(self, markup: str) -> None:
        self.whole = Passage(markup, 1)
        self.blocks = Blocks()
        self.elements = [_Element("", 0)]
        self.names: Counter[str] = Counter()
        self.pieces: list[Piece] | None = None
        self.language: str | None = None
        self.words: list[str] = []
        self.count: int | None = None

    def text(self, token: Text) -> None:
        if self.pieces is not None:
            self.pieces.append((token.text, token.start))
        elif self.elements[-1].region in ("", "prompt") and not token.text.isspace():
            self.words.append(token.text)

    def opens(self, tag: Tag) -> None:
        if tag.name == "br" and self.pieces is not None:
            self.pieces.append(("\n", None))
        if tag.empty or tag.name in _EMPTY:
            return
        element = self.element(tag)
        if self.pieces is not None:
            self.language = self.language or element.language
        elif tag.name == "pre" and element.region not in ("prompt", "prose"):
            self.pieces, self.language = [], element.language
        elif element.region == "prompt" and self.elements[-1].region != "prompt":
            self.words = []
        self.elements.append(element)
        self.names[tag.name] += 1

    def element(self, tag: Tag) -> _Element:
        around, classes = self.elements[-1], tag.classes
        if not tag.attributes:
            inside = around.within_displayed
            return _Element(tag.name, tag.end, around.region, around.kind, around.language, within_displayed=inside)
        said = [*classes, tag.attributes.get("data-mime-type", "")]
        regions = [_REGIONS[name] for name in said if name in _REGIONS]
        kinds = [_KINDS[name] for name in said if name in _KINDS]
        languages = [match[1] for name in classes if (match := _LANGUAGE.fullmatch(name))]
        if "sourceCode" in classes:
            languages += [name for name in classes if name != "sourceCode"]
        region = regions[-1] if regions else around.region
        displayed = region == "output" and not _DISPLAYED.isdisjoint(said)
        return _Element(
            tag.name,
            tag.end,
            "output" if around.region == "output" and region == "input" else region,
            "result" if "result" in (around.kind, *kinds) and region == "output" else (*kinds, around.kind)[0],
            languages[0].lower() if languages else around.language,
            displayed and not around.within_displayed,
            displayed or around.within_displayed,
        )

    def closes(self, tag: Tag) -> None:
        if not self.names[tag.name]:
            return
        while True:
            element = self.elements.pop()
            self.names[element.name] -= 1
            self.ends(element, tag)
            if element.name == tag.name:
                return

    def ends(self, element: _Element, tag: Tag) -> None:
        """Ends an element, at its own end tag or at that of an outer one."""
        if element.name == "pre" and self.pieces is not None:
            pieces, self.pieces = _without_first_line_feed(self.pieces), None
            self.block(element, passage_of(self.whole, pieces))
        elif element.displayed and self.pieces is None:
            html = self.whole.part(element.start, tag.start)
            self.blocks.output(visible_text(html), element.kind, html)
        elif element.region == "prompt" and self.elements[-1].region != "prompt":
            count = _COUNT.search("".join(self.words))
            self.count, self.words = int(count[1]) if count else None, []

    def block(self, element: _Element, passage: Passage) -> None:
        """Adds a block of preformatted text."""
        if element.region == "output":
            if not element.within_displayed:
                self.blocks.output(passage, element.kind)
        elif element.region == "input":
            self.blocks.cell(passage, self.count)
        else:
            words = " ".join(self.words)
            if words and not announces_output(words):
                self.blocks.close()
            self.blocks.block(self.language, passage)
        self.words = []


def _without_first_line_feed(pieces: list[Piece]) -> list[Piece]:
    """Drops a line feed directly after ``<pre>``, which is not shown, and one at the end."""
    if pieces and pieces[0][1] is not None and pieces[0][0].startswith("\n"):
        pieces[0] = (pieces[0][0][1:], pieces[0][1] + 1)
    return pieces
