"""Whole numbers that a source makes of floats: by rounding, ``round(x)``, or by cutting their decimals, ``int(x)``."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from enum import Enum

from lastdigit.source.certain_integers import leaves_nothing_to_cut
from lastdigit.source.given_values import returned
from lastdigit.source.item_keys import key_given, part_given
from lastdigit.source.name_values import value_given
from lastdigit.source.python_source import name_of
from lastdigit.source.reached_source import ReachedSource
from lastdigit.source.rounding_calls import CUT, Formatted, formatted, stated, told
from lastdigit.source.syntax import names_in
from lastdigit.source.vocabulary import HOLD, KEEP

_ROUND = frozenset(("round", "rint"))
_WHOLE = frozenset(("len", "input", "argmax", "argmin", "count", "ord", "index", "numel", "nunique", "randint"))
"""Functions whose value is a whole number, or a text of one."""
_MOST_FOLLOWED = 100


class Made(Enum):
    """How a whole number came about: to the nearest, towards zero, or up or down."""

    ROUNDED = "rounded"
    CUT = "cut"
    ONE_WAY = "one way"


def made_whole(reached: ReachedSource, expression: ast.expr, key: str = "") -> frozenset[Made]:
    """How an expression, or its item or column at ``key``, may be made of floats.

    >>> from lastdigit.document import Cell, Passage
    >>> source = Passage("share = f(x)\\nwhole = {'a': round(100 * share), 'b': len(x)}", 1)
    >>> reached = ReachedSource([Cell(1, None, source, ())])
    >>> whole = ast.Name("whole")
    >>> made_whole(reached, whole, "a"), made_whole(reached, whole, "b")
    (frozenset({<Made.ROUNDED: 'rounded'>}), frozenset())
    """
    return frozenset(_Trace(reached).made(expression, key))


class _Trace:
    """The search for what a whole number was made of; each name and function is followed once for a key."""

    def __init__(self, reached: ReachedSource) -> None:
        self._reached = reached
        self._followed: set[tuple[str, str]] = set()
        self._bound: dict[str, ast.expr] = {}

    def made(self, node: ast.expr, key: str) -> Iterator[Made]:
        """How a value, or its item at a key, may have been made of a float."""
        text = formatted(node)
        if text is not None:
            yield from _made_by_format(node, text)
        elif isinstance(node, ast.Call):
            yield from self._called(node, key)
        elif isinstance(node, (ast.ListComp, ast.GeneratorExp)):
            with self._binding(node.generators):
                yield from self.made(node.elt, key)
        elif isinstance(node, ast.Name):
            with self._binding(()):
                yield from self._made_in(node, key)
        else:
            yield from self._made_in(node, key)

    @contextmanager
    def _binding(self, parts: Sequence[ast.comprehension]) -> Iterator[None]:
        """With what the variables of a comprehension go over; without parts, outside of any."""
        before = self._bound
        own = {name: part_given(one.target, one.iter, name) for one in parts for name in names_in(one.target)}
        self._bound = before | own if parts else {}
        yield
        self._bound = before

    def _made_in(self, node: ast.expr, key: str) -> Iterator[Made]:
        for value, of_it in self._values(node, key):
            yield from self.made(value, of_it)

    def _values(self, node: ast.expr, key: str) -> Iterator[tuple[ast.expr, str]]:
        """The expressions that may be a value, or items of it, each with the key that is to be looked up in it."""
        match node:
            case ast.Name(id=name):
                if self._is_new(name, key):
                    yield from self._given(name, key)
            case ast.Subscript(value=value):
                yield value, key
            case ast.IfExp(body=body, orelse=orelse):
                yield from ((body, key), (orelse, key))
            case ast.List(elts=items) | ast.Tuple(elts=items):
                yield from ((item, key) for item in items)
            case ast.Dict(keys=names, values=values):
                for one, value in zip(names, values, strict=True):
                    if not key or (isinstance(one, ast.Constant) and one.value == key):
                        yield value, ""

    def _given(self, name: str, key: str) -> Iterator[tuple[ast.expr, str]]:
        """What statements give to a name, append to it, or give to its item."""
        yield from ((value, key) for value in self._reached.values_of(name))
        for statement in self._reached.definitions.get(name, ()):
            if isinstance(statement, ast.Assign) and key and key_given(statement) == key:
                yield statement.value, ""
            if isinstance(statement, ast.Expr) and (added := value_given(statement, name)) is not None:
                yield added, key

    def _called(self, call: ast.Call, key: str) -> Iterator[Made]:
        name = name_of(call.func)
        owner = call.func.value if isinstance(call.func, ast.Attribute) else None
        if name in _ROUND and not _rounds_behind_point(call):
            yield Made.ROUNDED
        elif name == "int" and call.args:
            given = call.args[0]
            inner = frozenset(self.made(given, key))
            cuts = not (_is_whole(given) or leaves_nothing_to_cut(given, self._reached, self._bound))
            yield from inner or ((Made.CUT,) if cuts else ())
        elif name in CUT:
            yield Made.ONE_WAY
        elif name in KEEP and owner is not None:
            yield from self.made(owner, key)
        elif name == "astype" and owner is not None:
            inner = frozenset(self.made(owner, key))
            yield from inner or ((Made.CUT,) if _is_arithmetic(owner) else ())
        elif name in HOLD and cut_by(call) is not None:
            yield Made.CUT
        elif name in HOLD:
            for one in (*call.args, *(given.value for given in call.keywords if given.arg == "data")):
                yield from self.made(one, key)
        elif name in ("map", "apply") and call.args:
            yield from self._made_by(call.args[0])
        elif isinstance(call.func, ast.Name) and self._is_new(f"{name}()", key):
            yield from self._returned(name, key)

    def _made_by(self, function: ast.expr) -> Iterator[Made]:
        """How a function makes whole numbers that is called for each number."""
        match function:
            case ast.Lambda(body=body):
                yield from self.made(body, "")
            case ast.Name(id="round"):
                yield Made.ROUNDED
            case ast.Attribute(value=ast.Constant(value=str()) as text, attr="format"):
                yield from self.made(ast.Call(ast.Attribute(text, "format"), [ast.Name("x")], []), "")
            case ast.Name(id=name) if self._is_new(f"{name}()", ""):
                yield from self._returned(name, "")

    def _returned(self, function: str, key: str) -> Iterator[Made]:
        values = [value for one in self._reached.definitions.get(function, ()) for value in returned(one)]
        for value in values:
            if value is not None:
                yield from self.made(value, key)

    def _is_new(self, name: str, key: str) -> bool:
        """Whether a name was not yet followed for this key, and more may be followed."""
        if (name, key) in self._followed or len(self._followed) >= _MOST_FOLLOWED:
            return False
        self._followed.add((name, key))
        return True


def cut_by(call: ast.Call) -> ast.expr | None:
    """The arithmetic whose results a call cuts: ``(100 * x).astype(int)`` or ``np.array(100 * x, dtype=int)``."""
    is_method = isinstance(call.func, ast.Attribute) and name_of(call.func) == "astype"
    given = [call.func.value, *call.args] if isinstance(call.func, ast.Attribute) and is_method else call.args
    dtype = next((one.value for one in call.keywords if one.arg == "dtype"), given[1] if len(given) > 1 else None)
    to = dtype.value if isinstance(dtype, ast.Constant) else "" if dtype is None else name_of(dtype)
    is_cut = isinstance(to, str) and to.startswith(("int", "uint")) and _is_arithmetic(given[0])
    return given[0] if is_cut else None


def _made_by_format(node: ast.expr, text: Formatted) -> Iterator[Made]:
    """How a format makes a whole number of the text of a float: ``.0f`` rounds, and C's ``%d`` cuts."""
    if text.decimals == 0:
        yield Made.ROUNDED
    elif isinstance(node, ast.BinOp) and text.spec in ("d", "i", "u") and not _is_whole(text.value):
        yield Made.CUT


def _rounds_behind_point(call: ast.Call) -> bool:
    """Whether a call that rounds is told to keep decimals, or what no source spells out."""
    decimals = stated(told(call)).decimals
    return decimals is None or decimals > 0


def _is_arithmetic(node: ast.expr) -> bool:
    """Whether an expression is arithmetic, or an array of what is, and no whole number by its form."""
    if isinstance(node, ast.Call) and name_of(node.func) in HOLD and node.args:
        return _is_arithmetic(node.args[0])
    return isinstance(node, ast.BinOp) and not _is_whole(node)


def _is_whole(node: ast.expr) -> bool:
    """Whether an expression is a whole number, a truth value or a text by its form."""
    if isinstance(node, ast.Call):
        inner = [one for one in ast.walk(node.func) if isinstance(one, ast.Compare)]
        return name_of(node.func) in _WHOLE or bool(inner) or any(isinstance(one, ast.Compare) for one in node.args)
    if isinstance(node, ast.BinOp):
        return isinstance(node.op, (ast.FloorDiv, ast.Mod))
    if isinstance(node, ast.Attribute):
        return node.attr in ("shape", "size", "ndim")
    if isinstance(node, ast.Subscript):
        return _is_whole(node.value)
    is_text = isinstance(node, ast.Constant) and isinstance(node.value, (str, int))
    return is_text or isinstance(node, (ast.Compare, ast.BoolOp))
