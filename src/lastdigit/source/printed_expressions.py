"""The expressions that a cell prints, in order, as labels for values without words.

Labels with words come from the output itself. Bare values, as printed by ``print(x)``, are matched in order.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from keyword import iskeyword

from lastdigit.base.frozen import frozen
from lastdigit.document import Passage
from lastdigit.source.arguments import NAMING
from lastdigit.source.format_specs import IN_PERCENT, writes_percent
from lastdigit.source.printed_calls import Helpers, PrintCall, functions_of, print_calls
from lastdigit.source.python_source import PRINT, name_of, shown_value
from lastdigit.source.syntax import Offsets, first_print, from_line, last_line, may_begin_statement, parse, spelled

_ATTRIBUTE, _COMMENT = r"\.[^\W\d]\w*", r"[ \t]*(?:#[^\n]*)?"
_IN_BRACKETS = r"(?:[^()\[\]{}'\"#\\;?!\n]|'[^'\\\n]*'|\"[^\"\\\n]*\")*"
_SHOWS_A_VALUE = re.compile(rf"([^\W\d]\w*(?:\({_IN_BRACKETS}\)|\[{_IN_BRACKETS}\]|{_ATTRIBUTE})*){_COMMENT}")
"""A line that is certainly an expression: a name with attributes, calls and indices."""
_PRINTS_A_NAME = re.compile(rf"print\(([^\W\d]\w*(?:{_ATTRIBUTE})*)\){_COMMENT}")
_OPENERS = frozenset(("[", "("))
"""Brackets that a source writes itself around the items of ``*x``."""
_WORD = re.compile(r"\w+")
_WORDS = re.compile(r"[^\W\d_]")
_CONVERSION = re.compile(r"%(?:\(\w+\))?[-+ #0-9.*]*[a-zA-Z]")
_NEVER_NUMBERS = {"type", "str", "repr", "format", "join", "display", "show", "info", "help", "dir"} | {
    *("Markdown", "HTML", "Latex", "Math", "Image", "SVG", "Audio", "Video", "IFrame", "Code"),
}
_NO_NUMBER_ATTRIBUTES = {"dtype", "device", "layout", "columns", "__version__", "__name__", "__doc__"}
_SHOWS_NOTHING = ("assert", "plot_", "draw_", "sleep")
"""How functions are called that neither print numbers nor return any."""
_RETURNS_NONE = frozenset(
    ("show", "close", "savefig", "tight_layout", "append", "extend", "sort", "update", "insert", "info")
)
_PLOTS = {"plt", "pyplot", "pylab", "ax", "axes", "fig", "sns"}
_SUMMARY = re.compile(r"\.summary\w*\([^()]*\)\Z")
_SHAPE = re.compile(r"\.(?:shape|size\(\))\Z")


@frozen
class PrintedExpression:
    """An expression printed without words.

    ``loop`` is 0, or a number shared by all expressions of one loop, or of a function without visible calls; ``inner``
    that of the innermost loop.
    ``items`` are the expressions of a literal tuple or list. ``displayed``: it is shown by ``display``.
    ``either``: another one may be printed instead. ``headed``: the source writes words on the line above, which name
    it if nothing else is printed in between.
    """

    text: str
    line: int
    loop: int = 0
    items: tuple[str, ...] = ()
    displayed: bool = False
    either: bool = False
    inner: int = 0
    headed: bool = False

    @property
    def is_shape(self) -> bool:
        """Whether it certainly prints a shape."""
        return not self.items and _SHAPE.search(self.text) is not None

    @property
    def is_summary(self) -> bool:
        """Whether it is a summary, in which tables and words stand, or None."""
        return _SUMMARY.search(self.text) is not None


@frozen
class PrintedSource:
    """The expressions that a source prints without words, in order, and the one that it shows as its value.

    ``with_headed`` are those printed without words on their own line.
    """

    prints: tuple[PrintedExpression, ...]
    result: PrintedExpression | None
    result_prints: bool = False
    with_headed: tuple[PrintedExpression, ...] = ()

    @property
    def all(self) -> tuple[PrintedExpression, ...]:
        """The printed expressions, then the cell's value, unless that is the call of a helper."""
        return (*self.prints, self.result) if self.result and not self.result_prints else self.prints

    def displayed(self, source: Passage, outputs: int) -> Sequence[PrintedExpression]:
        """What may be shown without ``print``: by ``display``, or by the only call of a cell.

        With several ``outputs``, any call may have produced one, even if its value is assigned.
        """
        shown = [expression for expression in self.prints if expression.displayed]
        if shown or self.result is None:
            return shown
        tree = parse(source)
        calls = [one for one in tree.body if isinstance(one, ast.Expr) or (outputs > 1 and _calls(one))] if tree else []
        return [self.result] if len(calls) == 1 else []


def values_shown(source: Passage, outputs: int) -> Sequence[PrintedExpression]:
    """The expressions of a cell that shows the values of all of its expressions; none if there are not as many."""
    tree = parse(source)
    offsets = Offsets(source)
    found = [
        _expression(offsets, one.value, PrintCall(_CALL, source.first_line - 1 + one.lineno))
        for one in (tree.body if tree else ())
        if isinstance(one, ast.Expr) and not _gives_none(one.value)
    ]
    return found if len(found) == outputs else ()


def _gives_none(node: ast.expr) -> bool:
    """Whether an expression is a string, a print, or a call of what plots or waits."""
    if isinstance(node, ast.Constant):
        return True
    called = name_of(node.func) if isinstance(node, ast.Call) else ""
    return called in PRINT or called in _RETURNS_NONE or called.startswith(_SHOWS_NOTHING)


def _calls(statement: ast.stmt) -> bool:
    return any(isinstance(node, ast.Call) for node in ast.walk(statement))


NOTHING = PrintedSource((), None)
_NO_HELPERS = Helpers()


def printed_expressions(source: Passage, helpers: Helpers = _NO_HELPERS) -> PrintedSource:
    """The expressions that ``source`` prints without words, itself or through ``helpers``; none if it is no
    Python."""
    text = source.text
    start = first_print(text)
    if helpers.are_called_in(text):
        start = 0
    elif start is None:
        if shown := _shown_by_last_line(source):
            return shown
        start = last_line(text)
    elif plain := _plain_prints(source, start):
        return PrintedSource(plain, None)
    whole, source = source, from_line(source, start)
    tree = parse(source)
    if tree is None:
        return _shown_by_last_line(whole) or NOTHING
    offsets = Offsets(source)
    prints: list[PrintedExpression] = []
    above = ""
    for entry in print_calls(tree, source, helpers):
        for node, words in _holes(entry.call, "" if entry.loop else above):
            if node is None:
                above = "" if entry.loop else words
            elif (not words or words == above or _is_shown(entry)) and _may_print_numbers(_put_in(node)):
                headed = bool(words) and not _is_shown(entry)
                one = _expression(offsets, _without_str(node), entry)
                text = f"{one.text}{IN_PERCENT}" if writes_percent(node) else one.text
                prints.append(replace(one, text=text, headed=headed))
    last = shown_value(source)
    prints_nothing = last is not None and isinstance(last.value, ast.Call) and _prints_nothing(spelled(last.value.func))
    shows = last is not None and spelled(last.value) not in _RETURN_NOTHING
    result = (
        _expression(offsets, last.value, PrintCall(_CALL, source.first_line - 1 + last.lineno))
        if last and shows
        else None
    )
    known = {**functions_of(tree)}
    called = name_of(last.value.func) if last and isinstance(last.value, ast.Call) else ""
    printed_already = bool(known.get(called) or helpers.get(called)) or prints_nothing
    plain = tuple([one for one in prints if not one.headed])
    return PrintedSource(plain, result, printed_already, tuple(prints))


_CALL = ast.Call(ast.Name("print", ast.Load()), [], [])
_RETURN_NOTHING = frozenset(("plt.show()", "plt.tight_layout()", "plt.close()"))
"""Calls that return nothing: what a cell shows below them is the value of an earlier version of it."""


def _shown_by_last_line(source: Passage) -> PrintedSource | None:
    """The expression on the last line of a source, if that is certainly one; the lines above need not be Python."""
    text = source.text
    start = last_line(text)
    shown = _SHOWS_A_VALUE.fullmatch(text[start:].rstrip())
    if not shown or shown[1] in _RETURN_NOTHING:
        return None
    if not may_begin_statement(text, start) or _begins_otherwise(shown[1]):
        return None
    called = shown[1].partition("(")[0] if shown[1].endswith(")") else ""
    if called in PRINT:
        return None
    prints_nothing = bool(called and _prints_nothing(called))
    return PrintedSource((), PrintedExpression(shown[1], source.line(start)), prints_nothing)


def _begins_otherwise(text: str) -> bool:
    """Whether a text begins with a keyword, or has spaces that a label lacks."""
    word = _WORD.match(text)
    return "  " in text or "\t" in text or word is None or iskeyword(word.group())


def _plain_prints(source: Passage, start: int) -> tuple[PrintedExpression, ...]:
    """The prints of the lines from ``start`` on if each prints one name; none if any does more."""
    found: list[PrintedExpression] = []
    first = source.line(start)
    for number, line in enumerate(source.text[start:].rstrip().split("\n")):
        call = _PRINTS_A_NAME.fullmatch(line)
        if iskeyword(call[1]) if call else line:
            return ()
        if call and call[1].rpartition(".")[2] not in _NO_NUMBER_ATTRIBUTES:
            found.append(PrintedExpression(call[1], first + number))
    return tuple(found) if may_begin_statement(source.text, start) else ()


def labels_for(expressions: Sequence[PrintedExpression], shapes: Sequence[bool]) -> list[str]:
    """A label for each value without words; "" if uncertain. ``shapes`` says which values are shapes.

    A single expression names all values, as in a loop. Expressions of one loop repeat as often as the number of values
    requires. An expression of a shape names only shapes. If more is printed than found, nothing is certain but one
    that is printed again and again.
    """
    of_shapes = [expression for expression in expressions if expression.is_shape]
    if all(shapes) and len(of_shapes) == len(shapes):
        return [expression.text for expression in of_shapes]
    texts = {expression.text for expression in expressions}
    if _are_more(expressions, shapes):
        return [texts.pop() if len(texts) == 1 else ""] * len(shapes)
    running = iter(_in_order(expressions, len(shapes)))
    labels = []
    for is_shape in shapes:
        expression = next(running, None)
        while expression is not None and expression.is_shape and not is_shape and len(expressions) > 1:
            expression = next(running, None)
        is_alone = len(expressions) == len(shapes) == 1
        certain = expression is not None and (is_shape or is_alone or not expression.is_shape)
        labels.append(expression.text if expression is not None and certain else "")
    return labels


def _are_more(expressions: Sequence[PrintedExpression], shapes: Sequence[bool]) -> bool:
    """Whether more expressions are printed once than there are values, apart from shapes."""
    once = sum(not expression.is_shape for expression in expressions)
    return once > max(len(shapes) - sum(shapes), 1) and not any(expression.loop for expression in expressions)


def _in_order(expressions: Sequence[PrintedExpression], count: int) -> Sequence[PrintedExpression]:
    """The expressions in print order, those of a loop repeated as ``count`` values require.

    Nothing is certain with several loops of different prints, whose iteration counts are unknown, also one within
    another, or with branches that print differently. What a loop prints may be left out, as counters are: so it is
    where the values are as many as several expressions behind it.
    """
    branch = next((at for at, expression in enumerate(expressions) if expression.either), None)
    if branch is not None:
        loop = expressions[branch].loop
        return [expression for expression in expressions[:branch] if not loop or expression.loop != loop]
    if len(expressions) == 1:
        return list(expressions) * count
    first = next((at for at, expression in enumerate(expressions) if expression.loop), len(expressions))
    last = max((at for at, expression in enumerate(expressions) if expression.loop), default=-1)
    inside, behind = expressions[first : last + 1], expressions[last + 1 :]
    if not inside or len(expressions) == count:
        return expressions
    if any(expression.loop == inside[0].loop and expression.inner != inside[0].inner for expression in inside):
        return expressions[:first]
    one = [expression for expression in inside if expression.loop == inside[0].loop]
    texts = [expression.text for expression in one]
    if texts * (len(inside) // len(one)) != [expression.text for expression in inside]:
        return expressions[:first]
    rounds, rest = divmod(count - first - len(behind), len(one))
    fewest = 0 if len(behind) > 1 else 1
    return [*expressions[:first], *one * max(rounds, fewest), *([] if rest else behind)]


def _put_in(node: ast.expr) -> ast.expr:
    """The value in a hole of a string, or an argument, without the conversion to a string."""
    return _without_str(node.value if isinstance(node, ast.FormattedValue) else node)


def _without_str(node: ast.expr) -> ast.expr:
    """The argument of ``str(x)``."""
    if isinstance(node, ast.Call) and name_of(node.func) in ("str", "repr") and len(node.args) == 1:
        return node.args[0]
    return node


def _expression(offsets: Offsets, hole: ast.expr, where: PrintCall) -> PrintedExpression:
    node, in_words = (hole.value, True) if isinstance(hole, ast.FormattedValue) else (hole, False)
    items = node.elts if isinstance(node, (ast.Tuple, ast.List)) else []
    if not all(_text_of(item) or _is_computed(item) for item in items):
        items = []
    parts = (node, *items)
    if where.put_in:
        text, *written = [" ".join(spelled(part).split()) for part in parts]
    else:
        text, *written = [_written(offsets, part, in_words=in_words) for part in parts]
    return PrintedExpression(text, where.line, where.loop, tuple(written), _is_shown(where), where.either, where.inner)


def _is_shown(where: PrintCall) -> bool:
    """Whether a call is one of ``display``, which makes an output of its own, apart from words above."""
    return name_of(where.call.func) == "display"


def _is_computed(node: ast.expr) -> bool:
    """Whether an expression has a name or an operator, so that it names a value."""
    return any(isinstance(inner, (ast.Name, ast.BinOp)) for inner in ast.walk(node))


def spelling(offsets: Offsets, node: ast.expr, where: PrintCall) -> str:
    """A printed expression as spelled in the source."""
    return " ".join(spelled(node).split()) if where.put_in else _written(offsets, node, in_words=False)


def _written(offsets: Offsets, node: ast.expr, *, in_words: bool) -> str:
    """An expression as written, on one line.

    Before Python 3.12 nodes inside f-strings have no positions, and a tuple without parentheses has those of its
    braces.
    """
    text = offsets.text(node)
    segment = " ".join(text.split())
    if isinstance(node, ast.Tuple) and segment.startswith("{"):
        segment = segment[1:-1].strip()
    if segment == text and not in_words:
        return segment
    written = spelled(node)
    tree = parse(Passage(segment, 1)) if segment != written else None
    read_again = tree.body[0] if tree is not None and len(tree.body) == 1 else None
    same = isinstance(read_again, ast.Expr) and spelled(read_again.value) == written
    return segment if same else written


def _holes(call: ast.Call, above: str) -> Iterator[tuple[ast.expr | None, str]]:
    """The values that a call prints, each with the words on its line, or on the line above.

    The last entry has no expression: the words above the next call's first line.
    """
    line = ""
    for argument in call.args:
        parts = argument.values if isinstance(argument, ast.JoinedStr) else _parts_of_template(argument)
        for part in parts:
            text = _text_of(part)
            if text is not None:
                *whole, rest = text.split("\n")
                if whole:
                    whole[0] = line + whole[0]
                    above, line = whole[-1], rest
                else:
                    line += rest
                continue
            words = line if line.strip() else above
            if _is_a_name(part) and (len(call.args) > 1 or len(parts) > 1):
                line += " name "
                continue
            yield _items_in_brackets(part, line) or part, _words(words)
            line, above = _text_at_end(part), ""
    yield None, line if line.strip() else above


def _parts_of_template(node: ast.expr) -> Sequence[ast.expr]:
    """The texts and values of a sum of strings, or of ``"k: %d\\n%s" % (k, x)`` with several lines; else itself."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add) and _is_a_text(node):
        return [*_parts_of_template(node.left), *_parts_of_template(node.right)]
    template = node.left if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod) else None
    text = _text_of(template) if template is not None else None
    if text is None or "\n" not in text or not isinstance(node, ast.BinOp):
        return [node]
    values = node.right.elts if isinstance(node.right, ast.Tuple) else [node.right]
    first, *behind = _CONVERSION.split(text)
    if len(behind) != len(values):
        return [node]
    pairs = [(value, ast.Constant(words)) for value, words in zip(values, behind, strict=True)]
    return [ast.Constant(first), *(part for pair in pairs for part in pair)]


def _items_in_brackets(part: ast.expr, line: str) -> ast.expr | None:
    """``x`` of ``*x``, if the source writes an opening bracket before it."""
    return part.value if isinstance(part, ast.Starred) and line.strip() in _OPENERS else None


def _text_of(part: ast.expr) -> str | None:
    """The text of an argument or of a part of a string; None for a value."""
    part = part.value if isinstance(part, ast.FormattedValue) else part
    return part.value if isinstance(part, ast.Constant) and isinstance(part.value, str) else None


def _text_at_end(part: ast.expr) -> str:
    """The string at the end of a sum of strings; "" for anything else."""
    while isinstance(part, ast.BinOp) and isinstance(part.op, ast.Add):
        part = part.right
    return _text_of(part) or ""


def _is_a_name(part: ast.expr) -> bool:
    """Whether a variable holds unknown words, judged by its name."""
    part = part.value if isinstance(part, ast.FormattedValue) else part
    return isinstance(part, ast.Name) and part.id in NAMING


def _words(text: str) -> str:
    return text if _WORDS.search(text) else ""


def _prints_nothing(called: str) -> bool:
    """Whether a function with this name plots or tests something."""
    return called.partition(".")[0] in _PLOTS or called.rpartition(".")[2].startswith(_SHOWS_NOTHING)


def _is_a_text(node: ast.expr) -> bool:
    """Whether an operand is a string, or a sum of strings."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return _is_a_text(node.left) or _is_a_text(node.right)
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _may_print_numbers(node: ast.expr) -> bool:
    if isinstance(node, ast.IfExp):
        return any(map(_may_print_numbers, (node.body, node.orelse)))
    if isinstance(node, ast.Call):
        return name_of(node.func) not in _NEVER_NUMBERS
    if isinstance(node, ast.Attribute):
        return node.attr not in _NO_NUMBER_ATTRIBUTES
    if isinstance(node, ast.Starred):
        return False
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod) and (text := _text_of(node.left)):
        return len(_CONVERSION.findall(text)) == 1 and not _WORDS.search(_CONVERSION.sub("", text))
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Mult, ast.Add)):
        return not any(map(_is_a_text, (node.left, node.right)))
    return not (isinstance(node, ast.Constant) and isinstance(node.value, str))
