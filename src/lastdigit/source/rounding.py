"""Rounding of a printed expression before printing, as far as its source is plain.

``x.round(2)``, ``np.round(x, 2)``, ``round(x, 2)`` and ``f"{x:.2f}"`` round to that many decimals. So does
a name that is only assigned such values, and a function that returns only such values. Results computed from
rounded numbers may be off by more, or by less.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import lru_cache

from lastdigit.base.frozen import frozen
from lastdigit.document import Cell
from lastdigit.source.given_values import returned
from lastdigit.source.python_source import PRINT, name_of
from lastdigit.source.reached_source import ReachedSource
from lastdigit.source.shown_floats import rounds
from lastdigit.source.syntax import parse, spelled

_ROUNDS = {"round", "around", "round_", "rint"}
_SUMMARISES = {"summary", "compare"}
"""Functions of ArviZ that round to the decimals of ``round_to``; that of others may count digits."""
_SHOWS = {"array_str", "array2string", "array_repr"}
_KEEP = {
    "numpy",
    "detach",
    "cpu",
    "clone",
    "tolist",
    "item",
    "copy",
    "squeeze",
    "reshape",
    "view",
    "flatten",
    "transpose",
}
_KEEP_ATTRIBUTES = {"T", "values", "data", "mT"}
_FORMAT = re.compile(r"[^{}]*\.([0-9]{1,3})f")
_TO = re.compile(r"\bround\([^\n]{1,200}?, ?(\d{1,2})\)")
_PLACES = {"10": 1, "100": 2, "1000": 3}
_DEEPEST = 20


@frozen
class Rounding:
    """The number of ``decimals``, negative before the point; None if the source rounds to an unknown number.

    ``is_precision``: it is the precision of a print option, which counts digits of the mantissa in scientific notation.
    """

    decimals: int | None = None
    is_precision: bool = False


UNKNOWN = Rounding()


def rounds_to_several(source: str) -> bool:
    """Whether a source rounds to one number of decimals here, and to another there."""
    return len(set(_TO.findall(source))) > 1


def rounding_of(reached: ReachedSource, cell: Cell, words: str) -> Rounding | None:
    """The rounding of a print of ``cell`` labelled with ``words``; None without rounding."""
    tree = parse(cell.source)
    if tree is None:
        return UNKNOWN if rounds(cell.source.text) else None
    found = {_rounding(reached, expression, _DEEPEST) for expression in _printed(tree, words)}
    return found.pop() if len(found) == 1 else UNKNOWN


def _printed(tree: ast.Module, words: str) -> list[ast.expr]:
    """The expressions printed with these words, or spelled like them; all expressions if there are none."""
    everything = _all_printed(tree)
    spelled_so = [expression for expression, _ in everything if spelled(expression) == words]
    named_so = [expression for expression, text in everything if words and words in text]
    return spelled_so or named_so or [expression for expression, _ in everything]


@lru_cache(maxsize=4)
def _all_printed(tree: ast.Module) -> tuple[tuple[ast.expr, str], ...]:
    """Every value shown by a call of ``print`` or by the last line, with the texts of its call."""
    return tuple(_values_shown(tree))


def _values_shown(tree: ast.Module) -> Iterator[tuple[ast.expr, str]]:
    last = tree.body[-1] if tree.body else None
    if isinstance(last, ast.Expr):
        yield last.value, ""
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and name_of(call.func) in PRINT:
            parts = [part for argument in call.args for part in _parts(argument)]
            text = "".join(
                part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)
            )
            yield from ((part, text) for part in parts if not isinstance(part, ast.Constant))


def _parts(argument: ast.expr) -> list[ast.expr]:
    """The texts of a string and the values in between, from an f-string or ``format``."""
    if isinstance(argument, ast.Call) and isinstance(argument.func, ast.Attribute) and argument.func.attr == "format":
        return [argument.func.value, *argument.args]
    return argument.values if isinstance(argument, ast.JoinedStr) else [argument]


def _rounding(reached: ReachedSource, expression: ast.expr, depth: int) -> Rounding | None:
    if not reached.node_says(expression, rounds):
        return None
    return _plain_rounding(reached, expression, depth) or UNKNOWN


def _plain_rounding(reached: ReachedSource, node: ast.expr, depth: int) -> Rounding | None:
    """The rounding that is plain in the source; None if there is none."""
    if depth == 0:
        return None
    if isinstance(node, ast.FormattedValue):
        match = _FORMAT.fullmatch(_format_of(node))
        return Rounding(int(match[1])) if match else _plain_rounding(reached, node.value, depth - 1)
    if isinstance(node, ast.Call) and name_of(node.func) in _ROUNDS:
        return _of_call(reached, node)
    if isinstance(node, ast.Call) and name_of(node.func) in _SHOWS:
        given = _named(node, "precision")
        return given and Rounding(given.decimals, is_precision=True)
    if isinstance(node, ast.Call) and name_of(node.func) in _SUMMARISES:
        return _named(node, "round_to")
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _KEEP:
        return _plain_rounding(reached, node.func.value, depth - 1)
    if isinstance(node, ast.Subscript) or (isinstance(node, ast.Attribute) and node.attr in _KEEP_ATTRIBUTES):
        return _plain_rounding(reached, node.value, depth - 1)
    if isinstance(node, ast.BinOp) and (places := _places_moved(node)) is not None:
        found = _plain_rounding(reached, node.left, depth - 1)
        return found if found is None or found.decimals is None else Rounding(found.decimals - places)
    common: Rounding | None = None
    for value in _values(reached, node):
        found = None if value is None else _plain_rounding(reached, value, depth - 1)
        if found is None or common not in (None, found):
            return None
        common = found
    return common


def _values(reached: ReachedSource, node: ast.expr) -> Iterator[ast.expr | None]:
    """What a name is given, the items of a list, or what a function returns; None for what is not plain."""
    if isinstance(node, ast.ListComp):
        yield node.elt
    elif isinstance(node, ast.Name):
        yield from (_given(statement, node.id) for statement in reached.definitions.get(node.id, ()))
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        yield from (value for made in reached.definitions.get(node.func.id, ()) for value in returned(made))


def _places_moved(node: ast.BinOp) -> int | None:
    """By how many places a product with 10, 100 or 1000, or such a quotient, moves the point; None for others."""
    places = _PLACES.get(spelled(node.right))
    if places is None or not isinstance(node.op, (ast.Mult, ast.Div)):
        return None
    return places if isinstance(node.op, ast.Mult) else -places


def _format_of(node: ast.FormattedValue) -> str:
    """The format spec of a value in an f-string."""
    parts = node.format_spec.values if isinstance(node.format_spec, ast.JoinedStr) else []
    return "".join(part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str))


def _of_call(reached: ReachedSource, call: ast.Call) -> Rounding | None:
    """The decimals of ``x.round(2)``, ``np.round(x, 2)`` or ``round(x, 2)``."""
    is_method = isinstance(call.func, ast.Attribute) and name_of(call.func.value) not in (
        "np",
        "numpy",
        "torch",
        "jnp",
        "tf",
    )
    inner = (
        call.func.value if is_method and isinstance(call.func, ast.Attribute) else call.args[0] if call.args else None
    )
    if inner is None or reached.node_says(inner, rounds):
        return None
    given = call.args[0 if is_method else 1 :]
    given += [keyword.value for keyword in call.keywords if keyword.arg in ("decimals", "ndigits")]
    if not given:
        return Rounding(0)
    return _constant(given[0])


def _named(call: ast.Call, keyword: str) -> Rounding | None:
    """The decimals that a call is given under a keyword, such as ArviZ's ``summary(trace, round_to=3)``."""
    return next((_constant(one.value) for one in call.keywords if one.arg == keyword), None)


def _constant(node: ast.expr) -> Rounding | None:
    try:
        decimals = ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError):
        return None
    return Rounding(decimals) if isinstance(decimals, int) else None


def _given(statement: ast.stmt, name: str) -> ast.expr | None:
    """The value that a plain assignment gives to ``name``."""
    if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
        return None
    target = statement.targets[0]
    return statement.value if isinstance(target, ast.Name) and target.id == name else None
