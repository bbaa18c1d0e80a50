"""Facts from the syntax tree of a cell's source. Nothing is executed.

Literal arrays, numbers typed into printed strings, and the line that prints a text.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from lastdigit.document import Passage, Place
from lastdigit.source.syntax import Offsets, parse, spelled, statements

PRINT = ("print", "display", "pprint")
"""Functions that write their arguments to the output."""
ARRAY_MAKERS = {"array", "asarray", "tensor", "as_tensor", "Tensor", "FloatTensor", "constant", "Variable"}
_ASSIGNS = re.compile(r"=[\w.(\s\\]{0,200}\[(?:[\s(\[]|#[^\n]{0,300}\n)*[-+\d.]")
"""The text after the name in an assignment of a list that begins with a number."""
_PRINTS_A_STRING = re.compile(r"print\s*\(\s*[bBrRuU]{0,2}[\"']")
_DIGIT = re.compile(r"\d")
_CASTS = {"float": "float32", "double": "float64", "half": "float16", "long": "int64", "int": "int32"}
"""Tensor methods that convert the dtype, which are also names of dtypes of torch."""
_OF_NUMPY = {
    **dict.fromkeys(("float", "float_", "double"), "float64"),
    **dict.fromkeys(("int", "int_", "long"), "int64"),
    **{"half": "float16", "single": "float32", "complex": "complex128", "complex_": "complex128", "bool_": "bool"},
}
_DTYPE = re.compile(r"(?:b?float|u?int|complex)\d{1,3}|bool")
_KEEP_NUMBERS = {"requires_grad_", "clone", "detach", "cuda", "cpu", "contiguous", "numpy"}
_PRINTERS = {"tensor", "array", "Parameter", "Size"}


@dataclass(frozen=True)
class LiteralArray:
    """A rectangular list of numbers assigned to ``name``; ``maker`` is the function it is passed to.

    If another function is applied before the assignment, ``name`` says so.
    """

    name: str
    maker: str
    tokens: tuple[str, ...]
    places: tuple[Place, ...]
    shape: tuple[int, ...]
    dtype: str
    last_line: int


def literal_arrays(source: Passage) -> Iterator[LiteralArray]:
    """Every literal array assigned to a name, in order."""
    for start, end in _assignments(source.text):
        part = source.part(start, end)
        tree = parse(part)
        if tree is not None:
            yield from _literal_arrays(part, tree)


def _literal_arrays(source: Passage, tree: ast.Module) -> Iterator[LiteralArray]:
    offsets = Offsets(source)
    for statement in tree.body:
        if not (isinstance(statement, ast.Assign) and len(statement.targets) == 1):
            continue
        target, value = statement.targets[0], statement.value
        maker, keywords = "", []
        value, cast = _without_methods(value)
        value, taken_by = _argument(value)
        if isinstance(value, ast.Call) and value.args and name_of(value.func) in ARRAY_MAKERS:
            maker, keywords, value = spelled(value.func), value.keywords, value.args[0]
        if not (isinstance(target, ast.Name) and isinstance(value, ast.List)):
            continue
        numbers: list[ast.expr] = []
        shape = _shape(value, numbers)
        if shape and numbers:
            tokens = [offsets.text(number) for number in numbers]
            yield LiteralArray(
                f"{target.id} (argument of {taken_by})" if taken_by else target.id,
                maker,
                tuple(re.sub(r"\s|_", "", token) for token in tokens),
                tuple(source.place(offsets.start(number)) for number in numbers),
                shape,
                cast or _dtype(maker, keywords, tokens),
                source.place(offsets.end(value)).line,
            )


def _assignments(text: str) -> Iterator[tuple[int, int]]:
    """The lines of top-level assignments of lists that begin with a number; no others are parsed."""
    if "[" not in text or not _ASSIGNS.search(text):
        return
    for start, end in statements(text):
        if not text[start : start + 1].isspace() and _ASSIGNS.search(text, start, end):
            yield start, end


def typed_lines(source: Passage) -> Iterator[list[tuple[str, Place]]]:
    """Runs of consecutive ``print`` calls of one string each: the printed lines, with their positions.

    Only strings without escapes are included, so that columns match the document.
    """
    tree = parse(source) if _may_type_numbers(source.text) else None
    if tree is None:
        return
    offsets = Offsets(source)
    run: list[tuple[str, Place]] = []
    for statement in tree.body:
        line = _printed_string(offsets, statement)
        if line is not None:
            run.append(line)
        elif run:
            yield run
            run = []
    if run:
        yield run


def _may_type_numbers(text: str) -> bool:
    """Whether a printed string has a bracket with a digit after it on its line."""
    position = 0
    while (opener := _PRINTS_A_STRING.search(text, position)) is not None:
        position = text.find("\n", opener.end())
        position = len(text) if position < 0 else position
        if text.find("[", opener.end(), position) >= 0 and _DIGIT.search(text, opener.end(), position):
            return True
    return False


def line_that_prints(source: Passage, words: str) -> int:
    """The line of the ``print`` call that contains ``words``; the last line of the source if none does."""
    whole_words = re.compile(rf"(?<!\w){re.escape(words)}(?!\w)")
    for line, call in _calls_of_print(source) if words else ():
        if whole_words.search(call):
            return line
    return source.first_line + source.text.count("\n")


@lru_cache(maxsize=4)
def _calls_of_print(source: Passage) -> list[tuple[int, str]]:
    """Every call of ``print`` with its line, outer ones first."""
    tree = parse(source)
    calls = (node for node in (ast.walk(tree) if tree else ()) if isinstance(node, ast.Call))
    return [(source.first_line + call.lineno - 1, spelled(call)) for call in calls if name_of(call.func) == "print"]


def shown_value(source: Passage) -> ast.Expr | None:
    """The last statement if an interpreter shows its value: an expression other than a print."""
    tree = parse(source)
    last = tree.body[-1] if tree and tree.body else None
    if not isinstance(last, ast.Expr) or (isinstance(last.value, ast.Constant) and last.value.value is Ellipsis):
        return None
    return None if isinstance(last.value, ast.Call) and name_of(last.value.func) in PRINT else last


def is_echo(statement: ast.stmt) -> bool:
    """Whether a statement is a printed value: output, not code.

    A bare literal, ``tensor(…)`` or ``array(…)`` has no effect as a statement; ``Sum: 1.0`` parses as an annotation.
    In the rows of NumPy, which have no commas, ``[1. -2.]`` parses as a difference and ``[[1.] [2.]]`` as an index.
    """
    if isinstance(statement, ast.AnnAssign):
        return statement.value is None and _is_value(statement.annotation)
    return isinstance(statement, ast.Expr) and _is_value(statement.value)


def _is_value(node: ast.expr) -> bool:
    if isinstance(node, ast.UnaryOp):
        return _is_value(node.operand)
    if isinstance(node, (ast.List, ast.Tuple)):
        return all(_is_row(element) for element in node.elts)
    if isinstance(node, ast.Subscript):
        return isinstance(node.value, (ast.List, ast.Subscript)) and _is_value(node.value) and _is_row(node.slice)
    if isinstance(node, ast.Call):
        return name_of(node.func) in _PRINTERS and all(_is_value(argument) for argument in node.args)
    return isinstance(node, ast.Constant) and isinstance(node.value, (int, float, complex))


def _is_row(node: ast.expr) -> bool:
    while isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub)) and _is_value(node.right):
        node = node.left
    return _is_value(node)


def _printed_string(offsets: Offsets, statement: ast.stmt) -> tuple[str, Place] | None:
    if not (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call)):
        return None
    call = statement.value
    if name_of(call.func) != "print" or len(call.args) != 1 or call.keywords:
        return None
    node = call.args[0]
    if not (isinstance(node, ast.Constant) and isinstance(node.value, str)):
        return None
    segment = offsets.text(node)
    offset = segment.find(node.value.lstrip("\n"))
    if "\n" in segment or offset < 0:
        return None
    return node.value.lstrip("\n"), offsets.source.place(offsets.start(node) + offset)


def _without_methods(value: ast.expr) -> tuple[ast.expr, str | None]:
    """An array expression without method calls that keep its numbers, and the dtype that they give it."""
    dtype = None
    while isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute):
        method, inner = value.func.attr, value.func.value
        if not isinstance(inner, ast.Call) or not (method in _CASTS or method in _KEEP_NUMBERS):
            break
        dtype = dtype or _CASTS.get(method)
        value = inner
    return value, dtype


def _argument(value: ast.expr) -> tuple[ast.expr, str]:
    """The first argument of a function, as in ``np.transpose([[…]])``, and the name of that function."""
    taken_by = ""
    while isinstance(value, ast.Call) and value.args and name_of(value.func) not in ARRAY_MAKERS:
        first, _ = _without_methods(value.args[0])
        is_array = isinstance(first, ast.Call) or (
            isinstance(first, ast.List) and any(isinstance(row, ast.List) for row in first.elts)
        )
        if not is_array:
            break
        taken_by = taken_by or spelled(value.func)
        value = first
    return value, taken_by


def _shape(node: ast.expr, numbers: list[ast.expr]) -> tuple[int, ...] | None:
    """The shape of nested lists, whose numbers are appended to ``numbers``; None if they are not rectangular."""
    if isinstance(node, (ast.List, ast.Tuple)):
        shapes = {_shape(element, numbers) for element in node.elts}
        inner = shapes.pop() if len(shapes) == 1 else None
        return None if inner is None else (len(node.elts), *inner)
    bare = node.operand if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) else node
    if isinstance(bare, ast.Constant) and type(bare.value) in (int, float):
        numbers.append(node)
        return ()
    return None


def _dtype(maker: str, keywords: list[ast.keyword], tokens: list[str]) -> str:
    """The dtype of a literal: the requested one, else int64 or the maker's default for floats.

    If the request is unknown, as of ``**options``, the numbers are as written: float64, or int64.
    """
    asked = next((keyword.value for keyword in keywords if keyword.arg == "dtype"), None)
    if asked is not None and (dtype := _asked(asked, maker)):
        return dtype
    is_open = asked is not None or any(keyword.arg is None for keyword in keywords)
    if maker.endswith("Tensor"):
        return "float32"
    if not any(set(token) & set(".eE") for token in tokens):
        return "int32" if maker.startswith(("tf.", "tensorflow.")) and not is_open else "int64"
    if is_open:
        return "float64"
    return "float32" if maker.startswith(("torch.", "tf.", "tensorflow.")) else "float64"


def _asked(node: ast.expr, maker: str) -> str:
    """The dtype of an expression such as ``torch.float`` or ``"int32"``; "" if it is none that is known."""
    name = node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else name_of(node)
    of_torch = "torch." in f"{maker} {spelled(node)}"
    name = (_CASTS if of_torch else _OF_NUMPY).get(name, name)
    return name if _DTYPE.fullmatch(name) else ""


def name_of(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
