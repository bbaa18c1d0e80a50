"""Syntax trees of sources, and the positions of nodes in the text. Nothing is executed."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator
from functools import cached_property, lru_cache
from itertools import pairwise

from lastdigit.document import Passage
from lastdigit.source.other_dialects import as_python_3

_NO_PYTHON = re.compile(
    r"^([ \t]*)(?:%(?=\S|[ \t]+(?:matplotlib|pylab|config|load_ext|reload_ext|autoreload|time|run)\b)|!(?!\[)(?=\S))",
    re.MULTILINE,
)
_TIMES = re.compile(r"^([ \t]*)%time(?=[ \t]+[^\W\d]\w*[ \t]*[.(\[=,])", re.MULTILINE)
"""The magic before a statement that IPython times, and executes as if it stood there alone."""
_PRINT_STATEMENT = re.compile(
    r"^([ \t]*)print[ \t](?![ \t]*[=(])((?:[^#\n\"']|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*')*?)"
    r"(?:[ \t]*,)?[ \t]*(#[^\n]*)?$",
    re.MULTILINE,
)
_PRINTS_LINES = re.compile(r"^[ \t]*print[ \t](?=[^=(\n][^\n]*[(\[{,\\][^\n]*\n)", re.MULTILINE)
"""A print statement that goes on below."""
_PRINTS = re.compile("print|display")
_MARK = re.compile(
    r"\\\n|#[^\n]*|\"\"\".*?\"\"\"|'''.*?'''|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|[][(){}\n]", re.DOTALL
)


def without_magics(source: str) -> str:
    """Replace IPython's line magics and shell escapes by comments of the same length."""
    return _NO_PYTHON.sub(r"\1#", source)


def with_print_calls(source: str) -> str:
    """Convert print statements of Python 2 to calls, with their arguments in place."""
    text = source
    for start, end in reversed(list(statements(text)) if _PRINTS_LINES.search(text) else []):
        begins = _PRINTS_LINES.match(text, start, end)
        if begins is not None and "#" not in text[text.rfind("\n", start, end) + 1 : end]:
            text = f"{text[: begins.end() - 1]}({text[begins.end() : end].rstrip(', ')}){text[end:]}"
    return _PRINT_STATEMENT.sub(r"\1print(\2)\3", text)


def parse_text(text: str) -> ast.Module:
    """The syntax tree of a text; raises what :func:`ast.parse` raises. Warnings are suppressed."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(without_magics(text))


@lru_cache(maxsize=256)
def parse(source: Passage) -> ast.Module | None:
    """The syntax tree of a source, or None if it is no Python; Python 2 and IPython are accepted."""
    text = source.text.replace("\r", " ")
    for one in (text, with_print_calls(text)) if "print " in text else (text,):
        if tree := _parsed(one):
            return tree
    if text.startswith((" ", "\t")):
        return _indented(with_print_calls(text))
    other = as_python_3(with_print_calls(text))
    return None if other == text else _parsed(other)


def expression_of(text: str) -> ast.expr | None:
    """The expression that a text is, or what it spreads as an argument with a star; None if it is anything else.

    >>> spelled(expression_of("f( x )")), spelled(expression_of("*x")), expression_of("x = 3"), expression_of("f(")
    ('f(x)', 'x', None, None)
    """
    tree = parse(Passage(text, 1))
    first = tree.body[0] if tree is not None and len(tree.body) == 1 else None
    value = first.value if isinstance(first, ast.Expr) else None
    return value.value if isinstance(value, ast.Starred) else value


def _indented(text: str) -> ast.Module | None:
    """The syntax tree of a source that is indented as a whole, as IPython accepts it, with all places unchanged."""
    tree = _parsed(f"if True:\n{text}")
    if tree is None or len(tree.body) != 1 or not isinstance(tree.body[0], ast.If):
        return None
    for node in tree.body[0].body:
        ast.increment_lineno(node, -1)
    return ast.Module(tree.body[0].body, [])


def _parsed(text: str) -> ast.Module | None:
    tree = _without_ellipses(_parsed_as_it_is(timed)) if (timed := _TIMES.sub(r"\1...; ", text)) != text else None
    return tree or _parsed_as_it_is(text)


def _parsed_as_it_is(text: str) -> ast.Module | None:
    try:
        return parse_text(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _without_ellipses(tree: ast.Module | None) -> ast.Module | None:
    """A tree without the ellipses that stand for ``%time`` before a statement."""
    for node in ast.walk(tree) if tree is not None else ():
        body = getattr(node, "body", None)
        if isinstance(body, list):
            body[:] = [one for one, behind in pairwise([*body, None]) if not _stands_before(one, behind)]
    return tree


def _stands_before(one: ast.stmt, behind: ast.stmt | None) -> bool:
    is_an_ellipsis = isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant) and one.value.value is ...
    return is_an_ellipsis and behind is not None and behind.lineno == one.lineno


def statements(text: str) -> Iterator[tuple[int, int]]:
    """The logical lines of a source, each with its continuation lines."""
    start = depth = 0
    for mark in _MARK.finditer(text):
        sign = mark.group()
        if sign == "\n" and depth <= 0:
            yield start, mark.start()
            start, depth = mark.end(), 0
        elif len(sign) == 1:
            depth += (sign in "([{") - (sign in ")]}")
    yield start, len(text)


def from_line(source: Passage, start: int) -> Passage:
    """The lines of ``source`` from ``start`` on, if they are complete statements.

    Otherwise all of it. Parsing only some lines is faster.
    """
    if start == 0 or not may_begin_statement(source.text, start):
        return source
    alone = Passage(source.text[start:], source.line(start), source.within)
    return source if parse(alone) is None else alone


def first_print(text: str) -> int | None:
    """The start of the first line with ``print`` or ``display``; None if there is none."""
    named = _PRINTS.search(text)
    return None if named is None else text.rfind("\n", 0, named.start()) + 1


def may_begin_statement(text: str, start: int) -> bool:
    """Whether the line at ``start`` is not indented and continues neither the previous line nor a string."""
    goes_on = text[start : start + 1].isspace() or text[: max(start - 1, 0)].endswith("\\")
    return not (goes_on or '"""' in text or "'''" in text)


def last_line(text: str) -> int:
    """The start of the last line that is no comment."""
    text = text.rstrip()
    start = text.rfind("\n") + 1
    while text.startswith("#", start) and start > 0:
        text = text[:start].rstrip()
        start = text.rfind("\n") + 1
    return start


def spelled(node: ast.AST) -> str:
    """A node as source code; empty if it is nested too deeply."""
    try:
        return ast.unparse(node)
    except RecursionError:
        return ""


def names_in(node: ast.AST) -> Iterator[str]:
    """The names and the attributes in a node."""
    for inner in ast.walk(node):
        if isinstance(inner, ast.Name):
            yield inner.id
        elif isinstance(inner, ast.Attribute):
            yield inner.attr


class Offsets:
    """The positions of nodes in the text of a source; nodes count columns in UTF-8 bytes."""

    def __init__(self, source: Passage) -> None:
        self.source = source
        self.ascii = source.text.isascii()
        self.characters: dict[int, list[int]] = {}

    @cached_property
    def lines(self) -> list[tuple[int, int]]:
        """The span of every line of the source."""
        return self.source.lines()

    def start(self, node: ast.expr) -> int:
        """The offset of the first character of ``node``."""
        return self._offset(node.lineno, node.col_offset)

    def end(self, node: ast.expr) -> int:
        """The offset after the last character of ``node``."""
        return self._offset(node.end_lineno or node.lineno, node.end_col_offset or 0)

    def text(self, node: ast.expr) -> str:
        """The source text of ``node``."""
        return self.source.text[self.start(node) : self.end(node)]

    def _offset(self, line: int, column: int) -> int:
        first, last = self.lines[line - 1]
        if self.ascii:
            return first + column
        if line not in self.characters:
            self.characters[line] = _characters_by_byte(self.source.text[first:last])
        return first + self.characters[line][column]


def _characters_by_byte(line: str) -> list[int]:
    """The character index of every UTF-8 byte of a line, and of its end."""
    found = [row for row, character in enumerate(line) for _ in range(len(character.encode("utf-8", "replace")))]
    return [*found, len(line)]
