"""Reads reStructuredText line by line: code directives, literal blocks, doctests, and the outputs that follow them.

docutils is not used: it executes directives, and a document is untrusted.
"""

from __future__ import annotations

import re
from pathlib import Path

from lastdigit.document import Document, Passage
from lastdigit.readers.blocks import CODE, OUTPUT, Blocks, announces_output
from lastdigit.readers.html_text import visible_text
from lastdigit.readers.text_file import read_text_file

_DIRECTIVE = re.compile(r"(?P<indent>[ \t]*)\.\.[ \t]+(?P<name>[\w:.+-]+?)::[ \t]*(?P<argument>\S*)")
_COMMENT = re.compile(r"(?P<indent>[ \t]*)\.\.(?=[ \t]|$)")
_OPTION = re.compile(r"[ \t]*:[\w-]+:")
_BY_ARGUMENT = ("code-block", "code", "sourcecode", "highlight-block")
_PICTURES = ("image", "figure")


def read_rest(path: Path) -> Document:
    """Read ``path``; raises :class:`~lastdigit.base.errors.UnreadableDocument` if it is not text."""
    file = read_text_file(path)
    reader = _Reader(file.text)
    row = 0
    while row < len(reader.lines):
        row = reader.element(row)
    return Document(path, file.sha256, reader.blocks.cells())


class _Reader:
    """Processes the lines of one text; each method takes its first line and returns the line after it."""

    def __init__(self, text: str) -> None:
        self.whole = Passage(text, 1)
        self.spans = self.whole.lines()
        self.lines = [text[start:end] for start, end in self.spans]
        self.blocks = Blocks()

    def element(self, row: int) -> int:
        line = self.lines[row]
        directive = _DIRECTIVE.match(line)
        if directive:
            return self.directive(row, directive)
        comment = _COMMENT.match(line)
        if comment:
            return self.behind_block(row + 1, len(comment["indent"]))
        if line.lstrip().startswith(">>>"):
            return self.doctest(row)
        return self.paragraph(row) if line.strip() else row + 1

    def directive(self, row: int, directive: re.Match[str]) -> int:
        name, argument = directive["name"].lower(), directive["argument"].lower()
        if name not in CODE | OUTPUT and name not in (*_BY_ARGUMENT, *_PICTURES, "raw"):
            self.blocks.close()
            return row + 1
        behind = self.behind_block(row + 1, len(directive["indent"]))
        if name in _BY_ARGUMENT:
            self.blocks.block(argument or None, self.content(row + 1, behind))
        elif name == "raw":
            self.html(self.content(row + 1, behind), argument)
        elif name not in _PICTURES:
            self.blocks.block(name, self.content(row + 1, behind))
        return behind

    def html(self, content: Passage, form: str) -> None:
        if form == "html" and "<table" in content.text:
            self.blocks.output(visible_text(content), "display", content)

    def doctest(self, row: int) -> int:
        behind = row
        while behind < len(self.lines) and self.lines[behind].strip():
            behind += 1
        self.blocks.session(self.whole.part(self.spans[row][0], self.spans[behind - 1][1]), doctest=True)
        return behind

    def paragraph(self, row: int) -> int:
        """A paragraph, with the literal block after it if it ends with two colons."""
        behind = row
        while behind < len(self.lines) and self.lines[behind].strip() and not self.lines[behind].endswith("::"):
            behind += 1
        literal = behind < len(self.lines) and self.lines[behind].endswith("::")
        behind += literal
        words = "\n".join(self.lines[row:behind])
        if words.strip() != "::" and not announces_output(words):
            self.blocks.close()
        if not literal:
            return behind
        indent = len(self.lines[behind - 1]) - len(self.lines[behind - 1].lstrip())
        end = self.behind_block(behind, indent)
        if end > behind:
            self.blocks.block(None, self.content(behind, end))
        return end

    def behind_block(self, row: int, indent: int) -> int:
        """The line after the block that is indented by more than ``indent``."""
        behind = row
        while row < len(self.lines):
            line = self.lines[row]
            if line.strip():
                if len(line) - len(line.lstrip()) <= indent:
                    break
                behind = row + 1
            row += 1
        return behind

    def content(self, row: int, behind: int) -> Passage:
        """The lines of a block, dedented and without its options."""
        while row < behind and _OPTION.match(self.lines[row]):
            row += 1
        while row < behind and not self.lines[row].strip():
            row += 1
        if row == behind:
            return self.whole.part(0, 0)
        indent = min(len(line) - len(line.lstrip()) for line in self.lines[row:behind] if line.strip())
        return self.whole.joined([(min(start + indent, end), end) for start, end in self.spans[row:behind]])
