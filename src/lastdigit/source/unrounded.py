"""Whether a source shows that a value is a float that arithmetic, or a function which computes, gave last.

``print`` shows such a number with all of its digits, so that ``0.25`` is no rounded number there. This looks for proof:
what any name or any function of the document may stand for has to be computed so, and not of rounded numbers.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from lastdigit.base.rule import Rule
from lastdigit.document import Passage
from lastdigit.source.given_values import returned
from lastdigit.source.name_values import assigns_an_item, value_given
from lastdigit.source.own_attributes import (
    attribute_values,
    gives_only_attribute,
    is_own_object,
    sets_any_attribute,
)
from lastdigit.source.passed_values import parameters
from lastdigit.source.python_source import name_of
from lastdigit.source.reached_source import ReachedSource
from lastdigit.source.rounding_calls import CUT, ROUND, operand_of
from lastdigit.source.syntax import expression_of, names_in, parse, spelled
from lastdigit.source.vocabulary import COMPUTE, HOLD, KEEP

_NEW = frozenset(("zeros", "ones", "empty", "zeros_like", "ones_like", "full", "list", "dict", "defaultdict"))
"""Functions that make what others fill."""
_KEEP = KEEP | frozenset(("max", "min", "amax", "amin", "abs", "real", "imag"))
"""Functions and methods whose value has numbers of their argument, or of what they belong to."""
_EXTREMES = frozenset(("max", "min"))
"""Functions whose value is one of their arguments."""
_NUMBERS = frozenset(("len", "abs", "max", "min"))
"""Functions whose value is a number where that of their arguments is, so that a sum with it is no text."""
GIVES_TEXT = Rule(
    r"format|str|repr|text|report|summary|table|dump|describe|info|print|read|load|fetch|get|open|parse|view",
    "a function of a package may give a text, or what it is told to read",
    "format_float_positional",
    "clustering",
)
_OF_A_MODEL = frozenset(("evaluate", "decision_function", "predict_proba", "ratio"))
"""Methods of models, and of ``difflib``, that compute; what ``predict`` gives may be a label that was read."""
_NUMERICAL = frozenset(
    ("numpy", "scipy", "sklearn", "statsmodels", "networkx", "jax", "torch", "tensorflow", "keras")
) | frozenset(("math", "cmath", "difflib"))
"""Packages whose other functions compute numbers, and round none."""
_ARITHMETIC = (ast.Sub, ast.Mult, ast.Div, ast.Pow, ast.MatMult)
_DEEPEST, _MOST_FOLLOWED = 12, 400
"""Limits of the search, so that it ends soon also where names are made of many items of each other."""


def is_unrounded(expression: str, source: Passage, reached: ReachedSource) -> bool:
    """Whether an expression in ``source``, or each number in it, is certainly computed, and of no rounded numbers.

    >>> from lastdigit.document import Cell
    >>> source = Passage("hits, n = 3, 4\\nshare = hits / n\\nshown = round(share, 2)", 1)
    >>> reached = ReachedSource([Cell(1, None, source, ())])
    >>> is_unrounded("share", source, reached), is_unrounded("shown", source, reached)
    (True, False)
    """
    node = expression_of(expression)
    if node is None or not _Search(reached.within(source)).computes(node, _DEEPEST):
        return False
    return not reached.kept_roundings.may_be_in(expression, source)


def prints_as_it_is(source: Passage, expression: str) -> bool:
    """Whether a call of ``print`` in ``source`` has an expression, spelled so, as its only argument."""
    tree = parse(source)
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call)) if tree is not None else ()
    return any(
        name_of(call.func) == "print" and len(call.args) == 1 and spelled(call.args[0]) == expression for call in calls
    )


class _Search:
    """The search for what a value is computed by; each name and function is followed once.

    ``_bound`` are the parameters and the variables of comprehensions around an expression, which may be anything.
    """

    def __init__(self, reached: ReachedSource) -> None:
        self._reached = reached
        self._known: dict[str, bool] = {}
        self._bound: frozenset[str] = frozenset()
        self._steps = 0

    def computes(self, node: ast.expr, depth: int) -> bool:
        """Whether an expression is computed last, or holds nothing but what is."""
        self._steps += 1
        if depth == 0 or self._steps > _MOST_FOLLOWED:
            return False
        match node:
            case ast.BinOp():
                return self._operates(node, depth - 1)
            case ast.UnaryOp(op=ast.USub() | ast.UAdd(), operand=value):
                return self.computes(value, depth - 1)
            case ast.Subscript(value=value) | ast.Attribute(value=value, attr="real" | "imag" | "T" | "values"):
                return self.computes(value, depth - 1)
            case ast.Attribute(value=owner, attr=name):
                return self._attribute(owner, name, depth - 1)
            case ast.Call():
                return self._calls(node, depth - 1)
            case ast.List(elts=items) | ast.Tuple(elts=items) | ast.Dict(values=items):
                return self._all(items, depth - 1)
            case ast.ListComp(elt=value) | ast.GeneratorExp(elt=value) | ast.DictComp(value=value):
                with self._binding(name for one in node.generators for name in names_in(one.target)):
                    return self.computes(value, depth - 1)
            case ast.IfExp(body=body, orelse=orelse):
                return self._all((body, orelse), depth - 1)
            case ast.Name(id=name):
                return name not in self._bound and self._named(name, depth - 1)
        return isinstance(node, ast.Constant) and not isinstance(node.value, (str, bytes))

    @contextmanager
    def _binding(self, names: Iterable[str]) -> Iterator[None]:
        before = self._bound
        self._bound = before | frozenset(names)
        yield
        self._bound = before

    def _all(self, nodes: Iterable[ast.expr | None], depth: int) -> bool:
        return all(one is not None and self.computes(one, depth) for one in nodes)

    def _operates(self, node: ast.BinOp, depth: int) -> bool:
        """Whether an operation is arithmetic: a side of a sum, and the left one of ``%``, is certainly no text."""
        sides = (node.left, node.right)
        if any(
            isinstance(side, ast.JoinedStr) or (isinstance(side, ast.Constant) and not _is_number(side))
            for side in sides
        ):
            return False
        if isinstance(node.op, _ARITHMETIC):
            return True
        if isinstance(node.op, ast.Mod):
            return self._is_a_number(node.left, depth)
        return isinstance(node.op, ast.Add) and any(self._is_a_number(side, depth) for side in sides)

    def _is_a_number(self, node: ast.expr, depth: int) -> bool:
        if isinstance(node, ast.Call) and name_of(node.func) in _NUMBERS:
            return True
        return self.computes(node, depth) and not isinstance(node, (ast.List, ast.Tuple, ast.ListComp))

    def _calls(self, call: ast.Call, depth: int) -> bool:
        """Whether a call computes: a function of the document by all that it returns, any other by its name."""
        name = name_of(call.func)
        given = [
            one
            for one in self._reached.definitions.get(name, ())
            if isinstance(one, ast.FunctionDef)
            or (isinstance(call.func, ast.Name) and not isinstance(one, (ast.Import, ast.ImportFrom)))
        ]
        if given:
            return self._returned(name, given, depth)
        if name in _EXTREMES and isinstance(call.func, ast.Name) and len(call.args) > 1:
            return self._all(call.args, depth)
        operand = operand_of(call)
        if name in _KEEP or (name in HOLD and call.args):
            return operand is not None and self.computes(operand if name in _KEEP else call.args[0], depth)
        if name == "filter" and len(call.args) > 1:
            return self.computes(call.args[1], depth)
        if name in COMPUTE or (name in _NEW and not call.keywords):
            return True
        if name in _OF_A_MODEL and isinstance(call.func, ast.Attribute):
            return self._is_made_by_a_library(call.func.value)
        return self._is_of_a_library(call.func) and name not in ROUND | CUT and not GIVES_TEXT.search(name)

    def _is_of_a_library(self, function: ast.expr) -> bool:
        """Whether a function is one of a package that computes."""
        while isinstance(function, ast.Attribute):
            function = function.value
        given = self._reached.definitions.get(function.id, ()) if isinstance(function, ast.Name) else ()
        packages = [package for one in given for package in _packages(one)]
        return bool(packages) and all(package in _NUMERICAL for package in packages)

    def _returned(self, function: str, statements: Sequence[ast.stmt], depth: int) -> bool:
        """Whether all that a function returns is computed; a number of its name cannot be called, and is another."""
        known = f"{function}()"
        if known not in self._known:
            self._known[known] = True
            found = [self._returns(one, function, depth) for one in statements]
            self._known[known] = True in found and False not in found
        return self._known[known]

    def _returns(self, statement: ast.stmt, name: str, depth: int) -> bool | None:
        """Whether what a statement defines returns what is computed; None for a number."""
        given = value_given(statement, name)
        if isinstance(given, ast.Lambda):
            with self._binding(one.arg for one in given.args.args):
                return self.computes(given.body, depth)
        if isinstance(statement, ast.FunctionDef):
            values = [value for value in returned(statement) if value is not None]
            with self._binding(parameters(statement)):
                return bool(values) and self._all(values, depth)
        return None if given is not None and self.computes(given, depth) else False

    def _named(self, name: str, depth: int) -> bool:
        """Whether all that statements give to a name is computed, and what calls pass to it if it is a parameter."""
        if name not in self._known:
            self._known[name] = True
            values = list(self._given(name))
            if name in self._reached.parameters:
                values.extend(self._reached.passed.get(name) or [None])
            self._known[name] = bool(values) and self._all(values, depth)
        return self._known[name]

    def _attribute(self, owner: ast.expr, name: str, depth: int) -> bool:
        """Whether an attribute is of what a package computes, or all that the document gives to it is computed.

        The document gives it to objects of its own classes.
        """
        if self._is_made_by_a_library(owner):
            return not GIVES_TEXT.search(name)
        reached = self._reached.anywhere
        if reached.any_says(sets_any_attribute) or self._may_be_another(owner):
            return False
        known = f".{name}"
        if known not in self._known:
            self._known[known] = True
            values = list(attribute_values(name, reached.definitions))
            self._known[known] = bool(values) and self._all(values, depth)
        return self._known[known] and is_own_object(owner, name, reached.definitions)

    def _is_made_by_a_library(self, owner: ast.expr) -> bool:
        """Whether an object is what a package that computes returns, as tests and fits are."""
        if isinstance(owner, ast.Name):
            made = f"made {owner.id}"
            if made not in self._known:
                self._known[made] = True
                values = list(self._reached.values_of(owner.id))
                self._known[made] = bool(values) and all(map(self._is_made_by_a_library, values))
            return self._known[made]
        if not isinstance(owner, ast.Call):
            return False
        functions = self._reached.definitions.get(name_of(owner.func), ())
        if functions and all(isinstance(one, ast.FunctionDef) for one in functions):
            results = [value for one in functions for value in returned(one)]
            return all(one is not None and self._is_made_by_a_library(one) for one in results)
        return self._is_of_a_library(owner.func) and not GIVES_TEXT.search(name_of(owner.func))

    def _may_be_another(self, owner: ast.expr) -> bool:
        """Whether an object may be what calls pass to a function, or what others may change."""
        names = frozenset(names_in(owner))
        return bool((names - {"self"}) & self._reached.anywhere.parameters or names & self._reached.anywhere.lent)

    def _added(self, statement: ast.AugAssign, name: str) -> ast.expr | None:
        """What a statement such as ``x += y`` adds to a list; a number where it does arithmetic."""
        given = self._reached.definitions.get(name, ())
        if isinstance(statement.op, ast.Add) and any(_holds_items(one, name) for one in given):
            return statement.value
        return ast.Constant(0) if isinstance(statement.op, (*_ARITHMETIC, ast.Add)) else None

    def _given(self, name: str) -> Iterator[ast.expr | None]:
        """What statements give to a name or to its items; None for what is not plain."""
        for statement in self._reached.definitions.get(name, ()):
            if gives_only_attribute(statement, name):
                continue
            if isinstance(statement, ast.AugAssign):
                yield self._added(statement, name)
            elif isinstance(statement, ast.Assign) and assigns_an_item(statement, name):
                yield statement.value
            elif not isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
                yield value_given(statement, name)


def _holds_items(statement: ast.stmt, name: str) -> bool:
    """Whether a statement gives a name a list, or what may be one."""
    value = value_given(statement, name)
    return isinstance(value, (ast.List, ast.ListComp)) or (isinstance(value, ast.Call) and name_of(value.func) in HOLD)


def _packages(statement: ast.stmt) -> list[str]:
    """The packages from which a statement imports; "" for any other statement."""
    if isinstance(statement, ast.ImportFrom):
        return [(statement.module or "").partition(".")[0]]
    return [one.name.partition(".")[0] for one in statement.names] if isinstance(statement, ast.Import) else [""]


def _is_number(node: ast.Constant) -> bool:
    return isinstance(node.value, (int, float)) and not isinstance(node.value, bool)
