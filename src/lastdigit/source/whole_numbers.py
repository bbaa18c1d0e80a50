"""Whole numbers that a source makes of floats: by rounding, ``round(x)``, or by cutting their decimals, ``int(x)``."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from enum import Enum

from lastdigit.source.given_values import returned
from lastdigit.source.item_keys import LAST_KEY
from lastdigit.source.python_source import name_of
from lastdigit.source.reached_source import ReachedSource
from lastdigit.source.syntax import expression_of

_ROUND = frozenset(("round", "rint"))
_WHOLE = frozenset(("len", "input", "argmax", "argmin", "count", "ord", "index", "numel", "nunique", "randint"))
"""Functions whose value is a whole number, or a text of one."""
_MOST_FOLLOWED = 100


class Made(Enum):
    """How a whole number came about."""

    ROUNDED = "rounded"
    CUT = "cut"


def made_whole(reached: ReachedSource, expression: str, path: str = "") -> frozenset[Made]:
    """How an expression, or its item at a key that ends ``path``, may be a whole number made of a float.

    >>> from lastdigit.document import Cell, Passage
    >>> source = Passage("share = f(x)\\nwhole = {'a': round(100 * share), 'b': len(x)}", 1)
    >>> reached = ReachedSource([Cell(1, None, source, ())])
    >>> made_whole(reached, "whole", "['a']"), made_whole(reached, "whole", "['b']"), made_whole(reached, "int(share)")
    (frozenset({<Made.ROUNDED: 'rounded'>}), frozenset(), frozenset({<Made.CUT: 'cut'>}))
    """
    node, key = expression_of(expression), LAST_KEY.search(path)
    return frozenset() if node is None else frozenset(_Trace(reached).made(node, key[1] if key else ""))


class _Trace:
    """The search for what a whole number was made of; each name and function is followed once for a key."""

    def __init__(self, reached: ReachedSource) -> None:
        self._reached = reached
        self._followed: set[tuple[str, str]] = set()

    def made(self, node: ast.expr, key: str) -> Iterator[Made]:
        """How a value, or its item at a key, may have been made of a float."""
        if isinstance(node, ast.Call):
            yield from self._called(node, key)
            return
        for value, of_it in self._values(node, key):
            yield from self.made(value, of_it)

    def _values(self, node: ast.expr, key: str) -> Iterator[tuple[ast.expr, str]]:
        """The expressions that may be a value, or items of it, each with the key that is to be looked up in it."""
        match node:
            case ast.Name(id=name):
                if self._is_new(name, key):
                    yield from ((value, key) for value in self._reached.values_of(name))
            case ast.ListComp(elt=value) | ast.GeneratorExp(elt=value) | ast.Subscript(value=value):
                yield value, key
            case ast.IfExp(body=body, orelse=orelse):
                yield from ((body, key), (orelse, key))
            case ast.List(elts=items) | ast.Tuple(elts=items):
                yield from ((item, key) for item in items)
            case ast.Dict(keys=names, values=values):
                for one, value in zip(names, values, strict=True):
                    if not key or (isinstance(one, ast.Constant) and one.value == key):
                        yield value, ""

    def _called(self, call: ast.Call, key: str) -> Iterator[Made]:
        name = name_of(call.func)
        if name in _ROUND and len(call.args) < 2 and not call.keywords:
            yield Made.ROUNDED
        elif name == "int" and call.args:
            inner = frozenset(self.made(call.args[0], key))
            yield from inner or ((Made.CUT,) if not _is_whole(call.args[0]) else ())
        elif isinstance(call.func, ast.Name) and self._is_new(f"{name}()", key):
            values = [value for one in self._reached.definitions.get(name, ()) for value in returned(one)]
            for value in values:
                if value is not None:
                    yield from self.made(value, key)

    def _is_new(self, name: str, key: str) -> bool:
        """Whether a name was not yet followed for this key, and more may be followed."""
        if (name, key) in self._followed or len(self._followed) >= _MOST_FOLLOWED:
            return False
        self._followed.add((name, key))
        return True


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
