"""Rounding of a printed expression before printing, as far as its source is plain.

``x.round(2)``, ``np.round(x, 2)``, ``round(x, 2)`` and ``f"{x:.2f}"`` round to that many decimals. So does
a name that is only assigned such values, and a function that returns only such values. It is followed through plain
arithmetic; other results computed from rounded numbers may be off by more, or by less.
"""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache

from lastdigit.document import Cell
from lastdigit.source.given_values import returned
from lastdigit.source.python_source import PRINT, name_of
from lastdigit.source.reached_source import ReachedSource
from lastdigit.source.rounded_numbers import UNBOUNDED, UNKNOWN, Rounding, may_move, of_function, of_operation
from lastdigit.source.shown_floats import rounds
from lastdigit.source.syntax import expression_of, parse, spelled
from lastdigit.source.written_rows import number_written

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
_HOLD = {"array", "asarray", "list", "tuple", "sorted", "Series", "tensor"}
"""Functions whose value has the items of their argument."""
_MODULES = ("np", "numpy", "torch", "jnp", "tf")
_KEEP_ATTRIBUTES = {"T", "values", "data", "mT"}
_FORMAT = re.compile(r"[^{}]*\.([0-9]{1,3})f")
_TO = re.compile(r"\bround\([^\n]{1,200}?, ?(\d{1,2})\)")
_DEEPEST = 20


def rounds_to_several(source: str) -> bool:
    """Whether a source rounds to one number of decimals here, and to another there."""
    return len(set(_TO.findall(source))) > 1


def rounding_of(reached: ReachedSource, cell: Cell, words: str) -> Rounding | None:
    """The rounding of a print of ``cell`` labelled with ``words``; None without rounding."""
    tree = parse(cell.source)
    if tree is None:
        return UNKNOWN if rounds(cell.source.text) else None
    found = {_rounding(reached, expression) for expression in _printed(tree, words)}
    return found.pop() if len(found) == 1 else UNKNOWN


def rounding_in(reached: ReachedSource, expression: str) -> Rounding | None:
    """The rounding of an expression that is printed; None without rounding, and for what is no expression."""
    node = expression_of(expression)
    return None if node is None else _rounding(reached, node)


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


def _rounding(reached: ReachedSource, expression: ast.expr) -> Rounding | None:
    if not reached.node_says(expression, rounds):
        return None
    return _Trace(reached).of(expression, _DEEPEST) or UNKNOWN


class _Trace:
    """The search for a rounding that is plain in the source; each name is followed once."""

    def __init__(self, reached: ReachedSource) -> None:
        self._reached = reached
        self._known: dict[str, Rounding | None] = {}

    def of(self, node: ast.expr, depth: int) -> Rounding | None:
        """The rounding of an expression; None if there is none."""
        if depth == 0:
            return None
        if isinstance(node, ast.FormattedValue):
            match = _FORMAT.fullmatch(_format_of(node))
            inner = self.of(node.value, depth - 1)
            return _coarser(inner, int(match[1])) if match else inner
        if isinstance(node, ast.Call):
            return self._called(node, depth - 1)
        if isinstance(node, ast.Subscript) or (isinstance(node, ast.Attribute) and node.attr in _KEEP_ATTRIBUTES):
            return self.of(node.value, depth - 1)
        if isinstance(node, ast.BinOp):
            left, right = (self.of(side, depth - 1) for side in (node.left, node.right))
            return of_operation(node, left, right, self._size)
        if isinstance(node, (ast.ListComp, ast.GeneratorExp)):
            return self.of(node.elt, depth - 1)
        if isinstance(node, ast.IfExp):
            return self._common(
                [one for one in (node.body, node.orelse) if not isinstance(one, ast.Constant)], depth - 1
            )
        return self._named(node.id, depth - 1) if isinstance(node, ast.Name) else None

    def _called(self, call: ast.Call, depth: int) -> Rounding | None:
        name = name_of(call.func)
        if name in _ROUNDS:
            return self._rounded_again(call, depth)
        if name in _HOLD and call.args:
            return self.of(call.args[0], depth)
        if name in _SHOWS:
            given = _named(call, "precision")
            return given and Rounding(given.decimals, is_precision=True)
        if name in _SUMMARISES:
            return _named(call, "round_to")
        owner = call.func.value if isinstance(call.func, ast.Attribute) else None
        if owner is not None and name in _KEEP:
            return self.of(owner, depth)
        if may_move(name) and name not in self._reached.definitions:
            found = {self.of(one, depth) for one in (owner, *call.args) if one is not None} - {None}
            return of_function(name, found.pop() if len(found) == 1 else UNBOUNDED if found else None)
        return self._returned(name, depth) if owner is None else None

    def _named(self, name: str, depth: int) -> Rounding | None:
        """The rounding of all that a name is given; that of a sum of rounded numbers to which it adds them."""
        if name not in self._known:
            self._known[name] = None
            statements = self._reached.definitions.get(name, ())
            added = [one for statement in statements if (one := _added(statement, name)) is not None]
            is_unbounded = any(given and not given.is_to_whole for given in (self.of(one, depth) for one in added))
            values = [_given(one, name) for one in statements if not _is_empty_list(_given(one, name))]
            self._known[name] = UNBOUNDED if is_unbounded else self._common(values, depth)
        return self._known[name]

    def _rounded_again(self, call: ast.Call, depth: int) -> Rounding | None:
        """The rounding of a call that rounds, or the coarser one of what it is given."""
        stated, argument = _of_call(self._reached, call), _rounded_by(call)
        inner = None if argument is None else self.of(argument, depth)
        if inner is None or (inner.decimals is None and not inner.is_moved):
            return stated
        again = _stated(call)
        if inner.decimals is None or again.decimals is None:
            return inner
        return inner if inner.decimals < again.decimals else again

    def _returned(self, function: str, depth: int) -> Rounding | None:
        """The rounding of all that a function of the document returns."""
        key = f"{function}()"
        if key not in self._known:
            self._known[key] = None
            values = [value for one in self._reached.definitions.get(function, ()) for value in returned(one)]
            self._known[key] = self._common(values, depth)
        return self._known[key]

    def _common(self, values: Sequence[ast.expr | None], depth: int) -> Rounding | None:
        """The rounding that all of several values have; None if one is not plain."""
        common: Rounding | None = None
        for value in values:
            found = None if value is None else self.of(value, depth)
            if found is None or common not in (None, found):
                return None
            common = found
        return common

    def _size(self, node: ast.expr) -> Fraction | None:
        """The size of a literal, or of the only literal that a name is given; None for anything else."""
        if isinstance(node, ast.Name):
            given = self._reached.definitions.get(node.id, ())
            value = _given(given[0], node.id) if len(given) == 1 else None
            return None if value is None or isinstance(value, ast.Name) else self._size(value)
        number = number_written(node)
        return None if number is None or not math.isfinite(number) else abs(Fraction(repr(number)))


def _coarser(inner: Rounding | None, decimals: int) -> Rounding:
    """The rounding of a format with so many decimals, of numbers that were rounded before."""
    if inner is None or (inner.decimals is None and not inner.is_moved):
        return Rounding(decimals)
    return inner if inner.decimals is None or inner.decimals < decimals else Rounding(decimals)


def _format_of(node: ast.FormattedValue) -> str:
    """The format spec of a value in an f-string."""
    parts = node.format_spec.values if isinstance(node.format_spec, ast.JoinedStr) else []
    return "".join(part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str))


def _of_call(reached: ReachedSource, call: ast.Call) -> Rounding | None:
    """The decimals of ``x.round(2)``, ``np.round(x, 2)`` or ``round(x, 2)``."""
    inner, stated = _rounded_by(call), _stated(call)
    if inner is None or _may_be_rounded(reached, inner):
        return None if inner is None or stated.is_to_whole else UNKNOWN
    return stated


def _stated(call: ast.Call) -> Rounding:
    """The decimals that a call is told to round to; none behind the point by default."""
    given = call.args[1:] if _rounded_by(call) in call.args else list(call.args)
    given += [one.value for one in call.keywords if one.arg in ("decimals", "ndigits")]
    return (_constant(given[0]) or UNKNOWN) if given else Rounding(0)


def _may_be_rounded(reached: ReachedSource, node: ast.expr) -> bool:
    """Whether the source rounds what an expression depends on; of a loop's variable, what the loop goes over."""
    given = reached.definitions.get(node.id, ()) if isinstance(node, ast.Name) else ()
    loops = [one for one in given if isinstance(one, ast.For)]
    nodes = [one.iter for one in loops] if loops and len(loops) == len(given) else [node]
    return any(reached.node_says(one, rounds) for one in nodes)


def _rounded_by(call: ast.Call) -> ast.expr | None:
    """What a call rounds: its first argument, or what it is a method of."""
    if isinstance(call.func, ast.Attribute) and name_of(call.func.value) not in _MODULES:
        return call.func.value
    return call.args[0] if call.args else None


def _added(statement: ast.stmt, name: str) -> ast.expr | None:
    """What a statement adds to a name, ``x += y`` or ``x = x + y``."""
    if isinstance(statement, ast.AugAssign):
        return statement.value
    value = statement.value if isinstance(statement, ast.Assign) else None
    is_sum = isinstance(value, ast.BinOp) and isinstance(value.op, (ast.Add, ast.Sub))
    if not is_sum or not isinstance(value, ast.BinOp) or not isinstance(value.left, ast.Name):
        return None
    return value.right if value.left.id == name else None


def _is_empty_list(value: ast.expr | None) -> bool:
    return isinstance(value, ast.List) and not value.elts


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
    """The value that a plain assignment gives to ``name``, or that is appended to it."""
    call = statement.value if isinstance(statement, ast.Expr) else None
    if isinstance(call, ast.Call) and name_of(call.func) == "append" and len(call.args) == 1:
        return call.args[0]
    if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
        return None
    target = statement.targets[0]
    return statement.value if isinstance(target, ast.Name) and target.id == name else None
