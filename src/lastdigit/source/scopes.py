"""The scopes of Python: which variable a name is, be it one of a function, a class or the whole document."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeAlias

Function: TypeAlias = "ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda"
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_STATEMENTS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_MODULE, _ATTRIBUTE, _FIRST_CELL = 0, -1, -2


class Variable(NamedTuple):
    """A name in the scope with this number; attributes of all objects are one scope, and each cell may be one."""

    scope: int
    name: str

    @property
    def is_attribute(self) -> bool:
        """Whether it is an attribute."""
        return self.scope == _ATTRIBUTE

    @property
    def is_global(self) -> bool:
        """Whether it is a variable of the document, and of no function."""
        return self.scope == _MODULE or self.scope <= _FIRST_CELL

    @property
    def in_all_cells(self) -> Variable:
        """The variable of this name that all cells share."""
        return Variable(_MODULE, self.name) if self.is_global else self


def attribute(name: str) -> Variable:
    """The attribute of this name, of any object."""
    return Variable(_ATTRIBUTE, name)


class Scope:
    """The variables of a document, a function, a comprehension or a class."""

    def __init__(self, number: int, around: Scope | None, bound: frozenset[str], node: ast.AST | None) -> None:
        self._number, self._around, self._bound = number, around, bound
        self._shared = frozenset(_global(node.body)) if isinstance(node, _STATEMENTS) else frozenset()
        self._class = node if isinstance(node, ast.ClassDef) else None
        self._runs_at_once = isinstance(node, COMPREHENSIONS) and not isinstance(node, ast.GeneratorExp)

    @classmethod
    def of_document(cls) -> Scope:
        """The scope of the names that all cells share."""
        return cls(_MODULE, None, frozenset(), None)

    @classmethod
    def of_cell(cls, place: int, own: frozenset[str]) -> Scope:
        """The scope of a cell, by its place among all, which gives its ``own`` names a value before it reads them."""
        return cls(_FIRST_CELL - place, None, own, None)

    def inner(self, number: int, node: ast.AST) -> Scope:
        """The scope of a function, a comprehension or a class."""
        return Scope(number, self, _bound_in(node), node)

    @property
    def number(self) -> int:
        """The number of a function's scope."""
        return self._number

    @property
    def is_of_a_cell(self) -> bool:
        """Whether what is in it runs as soon as its cell does, and is in no function."""
        return self._around is None or (self._runs_at_once and self._around.is_of_a_cell)

    @property
    def bound(self) -> frozenset[str]:
        """The names that are its own."""
        return self._bound

    @property
    def variable_of_class(self) -> Variable:
        """The variable whose value is the class whose body it is."""
        return self._around.variable(self._class.name) if self._around and self._class else Variable(_MODULE, "")

    @property
    def of_class(self) -> ast.ClassDef | None:
        """The class whose body it is; None for anything else."""
        return self._class

    def variable(self, name: str) -> Variable:
        """The variable that a name is here; functions do not see the names of a class around them.

        What a function reads of a cell may be of any cell by the time that it runs.

        >>> scope = Scope.of_document()
        >>> inner = scope.inner(7, ast.parse("def f(x):\\n    y = z").body[0])
        >>> inner.variable("y").scope, inner.variable("z").is_global
        (7, True)
        """
        scope: Scope = self
        while scope._around is not None:
            if name in scope._shared:
                return Variable(_MODULE, name)
            if name in scope._bound and (scope is self or scope._class is None):
                return Variable(scope._number if scope._class is None else _ATTRIBUTE, name)
            scope = scope._around
        return Variable(scope._number if self.is_of_a_cell and name in scope._bound else _MODULE, name)


def _bound_in(node: ast.AST) -> frozenset[str]:
    """The names that a function, a comprehension or a class binds, but for those that it declares as others'."""
    if isinstance(node, COMPREHENSIONS):
        return frozenset(name for one in node.generators for name in _stored([one.target]))
    if isinstance(node, ast.Lambda):
        return frozenset(_parameters(node))
    if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return frozenset()
    own = [] if isinstance(node, ast.ClassDef) else _parameters(node)
    return frozenset((*own, *_stored(node.body))) - frozenset(_shared(node.body))


def _parameters(function: Function) -> list[str]:
    return [one.arg for one in ast.walk(function.args) if isinstance(one, ast.arg)]


def _stored(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """The names that nodes bind in their own scope, so not those of functions and comprehensions in them."""
    for node in nodes:
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            yield node.id
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield node.name
        elif isinstance(node, (*COMPREHENSIONS, ast.Lambda)):
            yield from (one.target.id for one in ast.walk(node) if isinstance(one, ast.NamedExpr))
        else:
            yield from _named(node)
            yield from _stored(ast.iter_child_nodes(node))


def _shared(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """The names that statements declare to be variables of others, so not those in functions among them."""
    for node in nodes:
        if isinstance(node, (ast.Global, ast.Nonlocal)):
            yield from node.names
        elif not isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            yield from _shared(ast.iter_child_nodes(node))


def _global(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """The names that statements declare to be those of the document, so not those in functions among them."""
    for node in nodes:
        if isinstance(node, ast.Global):
            yield from node.names
        elif not isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            yield from _global(ast.iter_child_nodes(node))


def _named(node: ast.AST) -> Iterator[str]:
    """The names that a node which is no name binds."""
    if isinstance(node, ast.alias):
        yield (node.asname or node.name).partition(".")[0]
    elif isinstance(node, (ast.ExceptHandler, ast.MatchAs, ast.MatchStar)) and node.name:
        yield node.name
    elif isinstance(node, ast.MatchMapping) and node.rest:
        yield node.rest
