"""Which expressions a cell prints, in order, by which a value that no words name gets its label.

Words are found in the output itself. What is printed without any, as by ``print(x)``, is matched in order.
"""

from __future__ import annotations

import ast
import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from keyword import iskeyword

from lastdigit.documents.document import Passage
from lastdigit.documents.python_source import name_of, shown_value
from lastdigit.documents.syntax import Offsets, first_print, from_line, last_line, may_begin_statement, parse, spelled
from lastdigit.frozen import frozen

_PRINT = ("print", "display")
_ATTRIBUTE, _COMMENT = r"\.[^\W\d]\w*", r"[ \t]*(?:#[^\n]*)?"
_IN_BRACKETS = r"(?:[^()\[\]{}'\"#\\;?!\n]|'[^'\\\n]*'|\"[^\"\\\n]*\")*"
_SHOWS_A_VALUE = re.compile(rf"([^\W\d]\w*(?:\({_IN_BRACKETS}\)|\[{_IN_BRACKETS}\]|{_ATTRIBUTE})*){_COMMENT}")
"""A line that is an expression for sure: a name, and what it is asked for, called with and indexed by."""
_PRINTS_A_NAME = re.compile(rf"print\(([^\W\d]\w*(?:{_ATTRIBUTE})*)\){_COMMENT}")
_WORD = re.compile(r"\w+")
_WORDS = re.compile(r"[^\W\d_]")
_NEVER_NUMBERS = {"type", "str", "repr", "format", "join", "display", "show", "summary", "info", "help", "dir"}
_NO_NUMBER_ATTRIBUTES = {"dtype", "device", "layout", "columns", "__version__", "__name__", "__doc__"}
_LOOPS = (ast.For, ast.AsyncFor, ast.While, ast.ListComp, ast.GeneratorExp, ast.FunctionDef)


@frozen
class PrintedExpression:
    """An expression that is printed with no words to name it; ``repeated`` where it stands in a loop or a function.

    ``items`` are the expressions of a tuple or list that is written out.
    """

    text: str
    line: int
    repeated: bool
    items: tuple[str, ...] = ()


@frozen
class PrintedSource:
    """What a source prints without words, in order, and what it shows as its value."""

    prints: tuple[PrintedExpression, ...]
    result: PrintedExpression | None

    @property
    def all(self) -> tuple[PrintedExpression, ...]:
        """What it prints, and then its value."""
        return (*self.prints, self.result) if self.result else self.prints


NOTHING = PrintedSource((), None)


def printed_expressions(source: Passage) -> PrintedSource:
    """The expressions that ``source`` prints without words; nothing where it is no Python."""
    text = source.text
    start = first_print(text)
    if start is None:
        start = last_line(text)
        shown = _SHOWS_A_VALUE.fullmatch(text[start:].rstrip())
        if shown and may_begin_statement(text, start) and not _begins_otherwise(shown[1]):
            return PrintedSource((), PrintedExpression(shown[1], source.line(start), repeated=False))
    elif plain := _plain_prints(source, start):
        return PrintedSource(plain, None)
    source = from_line(source, start)
    tree = parse(source)
    if tree is None:
        return NOTHING
    first, offsets = source.first_line - 1, Offsets(source)
    calls = sorted(_print_calls(tree, source), key=lambda entry: (entry[0].lineno, entry[0].col_offset))
    prints: list[PrintedExpression] = []
    above = ""
    for call, repeated in calls:
        for node, words in _holes(call, above):
            if node is None:
                above = words
            elif not words and _may_print_numbers(node.value if isinstance(node, ast.FormattedValue) else node):
                prints.append(_expression(offsets, node, first + call.lineno, repeated=repeated))
    return PrintedSource(tuple(prints), _result(source))


def _begins_otherwise(text: str) -> bool:
    """Whether a text begins with a keyword, or is written with spaces that a label does without."""
    word = _WORD.match(text)
    return "  " in text or "\t" in text or word is None or iskeyword(word.group())


def _plain_prints(source: Passage, start: int) -> tuple[PrintedExpression, ...]:
    """What the lines from ``start`` on print, where each of them prints one name; nothing where any does more."""
    found: list[PrintedExpression] = []
    first = source.line(start)
    for number, line in enumerate(source.text[start:].rstrip().split("\n")):
        call = _PRINTS_A_NAME.fullmatch(line)
        if iskeyword(call[1]) if call else line:
            return ()
        if call and call[1].rpartition(".")[2] not in _NO_NUMBER_ATTRIBUTES:
            found.append(PrintedExpression(call[1], first + number, repeated=False))
    return tuple(found) if may_begin_statement(source.text, start) else ()


def _result(source: Passage) -> PrintedExpression | None:
    """The expression whose value ``source`` shows."""
    last = shown_value(source)
    if last is None:
        return None
    return _expression(Offsets(source), last.value, source.first_line - 1 + last.lineno, repeated=False)


def labels_for(expressions: Sequence[PrintedExpression], count: int) -> list[str]:
    """A label for each of ``count`` values without words; "" where none is certain.

    One expression names everything, as in a loop. Expressions that all stand in loops come round again.
    """
    texts = [expression.text for expression in expressions]
    if len(texts) == 1:
        return texts * count
    if texts and count > len(texts) and count % len(texts) == 0 and all(entry.repeated for entry in expressions):
        return texts * (count // len(texts))
    return (texts + [""] * count)[:count]


def _expression(offsets: Offsets, hole: ast.expr, line: int, *, repeated: bool) -> PrintedExpression:
    node, in_words = (hole.value, True) if isinstance(hole, ast.FormattedValue) else (hole, False)
    items = node.elts if isinstance(node, (ast.Tuple, ast.List)) else []
    text, *written = [_written(offsets, part, in_words=in_words) for part in (node, *items)]
    return PrintedExpression(text, line, repeated, tuple(written))


def _written(offsets: Offsets, node: ast.expr, *, in_words: bool) -> str:
    """An expression as it is written, on one line; before Python 3.12 a tree has no places inside of an f-string."""
    text = offsets.text(node)
    segment = " ".join(text.split())
    if segment == text and not in_words:
        return segment
    written = spelled(node)
    tree = parse(Passage(segment, 1)) if segment != written else None
    read_again = tree.body[0] if tree is not None and len(tree.body) == 1 else None
    same = isinstance(read_again, ast.Expr) and spelled(read_again.value) == written
    return segment if same else written


def _print_calls(tree: ast.Module, source: Passage) -> Iterator[tuple[ast.Call, bool]]:
    """Every call of ``print`` or ``display`` with whether it stands in a loop; other statements are passed over."""
    lines = enumerate(source.text.split("\n"), start=1)
    named = [number for number, line in lines if "print" in line or "display" in line]
    waiting: list[tuple[ast.AST, bool]] = [(tree, False)]
    while waiting:
        node, repeated = waiting.pop()
        if isinstance(node, ast.stmt):
            first = bisect_left(named, node.lineno)
            if first == len(named) or named[first] > (node.end_lineno or node.lineno):
                continue
        elif isinstance(node, ast.Call) and name_of(node.func) in _PRINT:
            yield node, repeated
        inside = repeated or isinstance(node, _LOOPS)
        waiting += [(child, inside) for child in ast.iter_child_nodes(node)]


def _holes(call: ast.Call, above: str) -> Iterator[tuple[ast.expr | None, str]]:
    """What a call prints that is not text, each with the words on its line, or else on the line above it.

    Last, without an expression: the words that the next call finds above it.
    """
    line = ""
    for argument in call.args:
        parts = argument.values if isinstance(argument, ast.JoinedStr) else [argument]
        for part in parts:
            if isinstance(part, ast.Constant) and isinstance(part.value, str):
                *whole, rest = part.value.split("\n")
                if whole:
                    whole[0] = line + whole[0]
                    above, line = whole[-1], rest
                else:
                    line += rest
                continue
            words = line if line.strip() else above
            yield part, _words(words)
            line = above = ""
    yield None, line if line.strip() else above


def _words(text: str) -> str:
    return text if _WORDS.search(text) else ""


def _may_print_numbers(node: ast.expr) -> bool:
    if isinstance(node, ast.Call):
        return name_of(node.func) not in _NEVER_NUMBERS
    if isinstance(node, ast.Attribute):
        return node.attr not in _NO_NUMBER_ATTRIBUTES
    if isinstance(node, ast.Starred):
        return False
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Mult, ast.Add)):
        return not any(
            isinstance(side, ast.Constant) and isinstance(side.value, str) for side in (node.left, node.right)
        )
    return not (isinstance(node, ast.Constant) and isinstance(node.value, str))
