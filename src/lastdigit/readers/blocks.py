"""Blocks of code and of output in a text, in order, and the cells that they form."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass, field, replace

from lastdigit.document import Cell, Output, Passage
from lastdigit.readers.session import PROMPT, Span, session_cells, without_blank_edges
from lastdigit.readers.terminal import shown
from lastdigit.source.python_source import is_echo
from lastdigit.source.syntax import parse

CODE = frozenset(
    "python py python2 python3 py3 ipython ipython2 ipython3 pycon pycon3 doctest default code-cell testcode "  # noqa: SIM905
    "jupyter-execute".split()
)
"""The languages of blocks with Python source or sessions."""

OUTPUT = frozenset(
    "output out stdout stderr text txt plaintext none console result testoutput parsed-literal myst-ansi ansi "  # noqa: SIM905
    "ipythontb".split()
)
"""The languages of blocks with printed output, if they follow code."""

_TRACEBACK = re.compile(r"\s*(?:Traceback \(most recent call last\):|-{20,}\s)")
_ANNOUNCED = re.compile(r"\b(?:out(?:put)?s?|results?|prints?|printed|displays?|shows?|gives|returns?|yields?)\b", re.I)
_MARKED = re.compile(r"[ \t]*(?:#[ \t]?>>>|#>|#[ \t]*Out(?:put)?(?:\[\d+\])?:)[ \t]?")
_COMMENT = re.compile(r"[ \t]*#[ \t]?")
_NEVER_PRINTED = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.ClassDef, ast.For, ast.With)
_STATEMENTS = (ast.Assign, ast.AugAssign, ast.Import, ast.ImportFrom, ast.FunctionDef, ast.For, ast.With, ast.Call)


def announces_output(words: str) -> bool:
    """Whether a short paragraph after code announces that the next block is the output, as in ``Output:``."""
    words = words.strip(" \t\n*_:[]()<>")
    return len(words) <= 60 and "\n" not in words and _ANNOUNCED.search(words) is not None


def has_prompt(passage: Passage) -> bool:
    """Whether the first non-blank line begins with a prompt."""
    return PROMPT.match(passage.text.lstrip()) is not None


def is_code(passage: Passage) -> bool:
    """Whether a block without a language is Python with a statement that has an effect."""
    tree = parse(passage)
    if tree is None or not tree.body or is_echo(tree.body[0]):
        return False
    return any(isinstance(node, _STATEMENTS) for node in ast.walk(tree))


def is_certainly_code(passage: Passage) -> bool:
    """Whether a block that may be an output is certainly code: it contains statements that no printed value looks like.

    A block that ends with a name that it assigns is code as well.
    """
    tree = parse(passage)
    if tree is None or not tree.body:
        return False
    last = tree.body[-1]
    assigned = {target.id for node in tree.body if isinstance(node, ast.Assign) for target in _names(node.targets)}
    return (isinstance(last, ast.Expr) and any(name.id in assigned for name in _names([last.value]))) or any(
        isinstance(node, _NEVER_PRINTED)
        or (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print")
        for node in ast.walk(tree)
    )


def _names(nodes: list[ast.expr]) -> list[ast.Name]:
    return [node for node in nodes if isinstance(node, ast.Name)]


@dataclass
class Blocks:
    """Collects the blocks of a document in order; while ``open``, the next block may be an output of the last code."""

    open: bool = False
    _cells: list[Cell] = field(default_factory=list)
    _outputs: list[Output] = field(default_factory=list)

    def cells(self) -> tuple[Cell, ...]:
        """The cells of all blocks so far."""
        self._finish()
        return tuple(self._cells)

    def close(self) -> None:
        """Ends the last code: what follows is not its output."""
        self.open = False

    def block(self, language: str | None, passage: Passage, *, indented: bool = False) -> None:
        """Adds a block with its language, None without one. ``indented``: only indentation marks it as a block."""
        certain = language is None and not indented and is_certainly_code(passage)
        if language in CODE or has_prompt(passage) or certain:
            self.code(passage)
        elif self.open and (language is None or language in OUTPUT):
            self.output(passage)
        elif language is None and is_code(passage):
            self.code(passage)
        else:
            self.close()

    def cell(self, source: Passage, count: int | None) -> None:
        """Adds a notebook cell, whose outputs follow, whatever its comments say."""
        self._finish()
        self._cells.append(Cell(len(self._cells) + 1, count, source, ()))
        self.open = True

    def code(self, passage: Passage) -> None:
        """Adds a block of code: a session, or a source, which may show its outputs in comments."""
        if has_prompt(passage):
            self.session(passage, doctest=False)
            return
        self._finish()
        self._cells += commented_cells(passage, len(self._cells) + 1)
        self.open = True

    def session(self, passage: Passage, *, doctest: bool) -> None:
        """Adds a session with its outputs."""
        self._finish()
        self._cells += session_cells(passage, len(self._cells) + 1, doctest=doctest)
        self.open = False

    def output(self, passage: Passage, kind: str = "stream", html: Passage | None = None) -> None:
        """Adds an output of the last code."""
        visible = without_blank_edges(passage, passage.lines())
        if not (self.open and (visible or html)):
            return
        text = shown(passage.part(visible[0][0], visible[-1][1]) if visible else passage.part(0, 0))
        kind = "error" if _TRACEBACK.match(text.text) else kind
        number = len(self._cells[-1].outputs) + len(self._outputs) + 1
        self._outputs.append(Output(number, text, False, kind, html))

    def _finish(self) -> None:
        """Attach the collected outputs to the last cell, all at once: a cell may have many."""
        if self._outputs:
            cell = self._cells[-1]
            self._cells[-1] = replace(cell, outputs=(*cell.outputs, *self._outputs))
            self._outputs = []


def commented_cells(source: Passage, first_number: int) -> list[Cell]:
    """A cell for every run of code that ends with its outputs in comments, and one for the code after the last.

    An output begins with ``# >>>``, ``#>`` or ``# Out:``. The comments below continue it while one of its brackets is
    open, or if ``# Out:`` stands alone.
    """
    pieces: list[tuple[list[Span], list[Span]]] = [([], [])]
    depth, alone, following = 0, False, False
    for start, end in source.lines():
        line = source.text[start:end]
        marked = _MARKED.match(line)
        comment = marked or (_COMMENT.match(line) if following and (depth > 0 or alone) else None)
        code, outputs = pieces[-1]
        following = comment is not None
        if comment:
            alone = comment.end() == len(line) if marked else alone
            depth = line.count("[") - line.count("]") + (0 if marked else depth)
            outputs.append((start + comment.end(), end))
        elif outputs and line.strip():
            pieces.append(([(start, end)], []))
        elif not outputs:
            code.append((start, end))
    return [
        Cell(number, None, source.joined(code) if code else source.part(0, 0), _commented(source, outputs))
        for number, (code, outputs) in enumerate(pieces, start=first_number)
    ]


def _commented(source: Passage, spans: list[Span]) -> tuple[Output, ...]:
    visible = without_blank_edges(source, spans)
    return (Output(1, shown(source.joined(visible)), cut=False),) if visible else ()
