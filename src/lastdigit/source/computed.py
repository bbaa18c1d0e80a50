"""Whether a source shows that an expression is computed: by a call, by arithmetic, or from what is.

This looks for evidence. An expression without any may be a result as well: a number that a module of its own holds, a
parameter of an unseen call. Nothing is executed.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TypeGuard

from lastdigit.document import Passage
from lastdigit.source.counted_values import counts_on, follows_from_counter, is_a_grid, is_a_step, is_literal
from lastdigit.source.format_specs import IN_PERCENT
from lastdigit.source.python_source import name_of
from lastdigit.source.reached_source import ReachedSource
from lastdigit.source.syntax import parse

_DEEPEST = 12
_SAME = (
    frozenset(("int", "float", "complex", "bool", "str", "repr", "format", "round", "Decimal", "Fraction"))
    | frozenset(
        (
            "list",
            "tuple",
            "set",
            "dict",
            "deque",
            "OrderedDict",
            "iter",
            "zip",
            "enumerate",
            "reversed",
            "sorted",
            "items",
            "keys",
            "values",
            "get",
        )
    )
    | frozenset(("array", "asarray", "tensor", "as_tensor", "Tensor", "constant", "Variable", "matrix"))
    | frozenset(("Series", "DataFrame", "head", "tail", "copy", "deepcopy", "clone", "detach", "cpu", "cuda", "numpy"))
    | frozenset(("item", "tolist", "to_numpy", "astype", "to", "reshape", "transpose", "flatten", "ravel", "view"))
    | frozenset(("squeeze", "unsqueeze", "print", "display", "split", "rsplit", "strip", "replace", "join"))
    | frozenset(("upper", "lower", "ljust", "rjust", "center", "zfill"))
)
"""Functions and methods that give the numbers of their arguments, or of what they belong to."""
_NO_RESULTS = frozenset(("input", "raw_input", "getenv", "range", "xrange")) | frozenset(
    ("arange", "linspace", "logspace", "zeros", "ones", "eye", "full", "empty", "empty_like")
)
"""Functions whose numbers are typed, counted, constant, or whatever stands in memory."""
_PROPERTIES = frozenset(("shape", "size", "ndim", "grad"))
_MODULES = frozenset(("np", "numpy", "torch", "tf", "pd", "jnp", "math", "cmath", "jax", "plt", "scipy", "sp", "copy"))
_GROWS = frozenset(("append", "extend", "insert", "add", "update", "appendleft"))
_SCALES = frozenset((1, 100, 1000))


def is_computed(expression: str, source: Passage, reached: ReachedSource) -> bool:
    """Whether an expression in ``source`` is computed, there or where its names get their values.

    >>> from lastdigit.document import Cell, Passage
    >>> from lastdigit.source.reached_source import ReachedSource
    >>> source = Passage("size = 3\\nloss = evaluate(model)", 1)
    >>> reached = ReachedSource([Cell(1, None, source, ())])
    >>> is_computed("loss", source, reached), is_computed("size", source, reached)
    (True, False)
    """
    tree = parse(Passage(expression.removesuffix(IN_PERCENT).lstrip("*"), 1))
    first = tree.body[0] if tree is not None and len(tree.body) == 1 else None
    return isinstance(first, ast.Expr) and _Trace(reached.within(source)).shows(first.value, _DEEPEST)


class _Trace:
    """The search for a computation behind an expression; every name is followed once."""

    def __init__(self, reached: ReachedSource) -> None:
        self._reached = reached
        self._followed: set[str] = set()

    def shows(self, node: ast.AST, depth: int) -> bool:
        """Whether ``node`` is computed."""
        if not depth:
            return False
        if isinstance(node, ast.Call):
            return self._called(node, depth - 1)
        if isinstance(node, ast.BinOp):
            return self._operates(node, depth - 1)
        if isinstance(node, (ast.Compare, ast.BoolOp, ast.Lambda)):
            return True
        if isinstance(node, ast.Attribute):
            return node.attr in _PROPERTIES or self._attribute(node, depth - 1)
        if isinstance(node, ast.Name):
            return self._named(node.id, depth - 1)
        if isinstance(node, (ast.ListComp, ast.SetComp, ast.GeneratorExp)):
            return self._comprehends(node.elt, node.generators, depth - 1)
        if isinstance(node, ast.DictComp):
            return self._comprehends(node.value, node.generators, depth - 1)
        if isinstance(node, ast.Subscript):
            return self.shows(node.value, depth - 1)
        if isinstance(node, (ast.Constant, ast.FunctionDef)):
            return isinstance(node, ast.FunctionDef)
        return any(self.shows(inner, depth - 1) for inner in _values(node))

    def _called(self, call: ast.Call, depth: int) -> bool:
        name = name_of(call.func)
        if name in _NO_RESULTS or (isinstance(call.func, ast.Attribute) and name_of(call.func.value) == "environ"):
            return False
        if name not in _SAME and not self._is_a_class(name):
            return True
        owner = call.func.value if isinstance(call.func, ast.Attribute) else None
        given = [*call.args, *(one.value for one in call.keywords)]
        if owner is not None and not (isinstance(owner, ast.Name) and owner.id in _MODULES):
            given.append(owner)
        return any(self.shows(one, depth) for one in given)

    def _is_a_class(self, name: str) -> bool:
        return any(isinstance(one, ast.ClassDef) for one in self._reached.definitions.get(name, ()))

    def _operates(self, node: ast.BinOp, depth: int) -> bool:
        """Whether it is arithmetic of numbers: no text put together, no percentage, no list joined, no step."""
        sides = (node.left, node.right)
        if is_a_step(node, self._reached):
            return False
        if any(_is_text(side) for side in sides):
            return any(self.shows(side, depth) for side in sides)
        if isinstance(node.op, (ast.Mult, ast.Div)) and isinstance(node.right, ast.Constant):
            return node.right.value not in _SCALES or self.shows(node.left, depth)
        if isinstance(node.left, ast.Name) and counts_on(node, node.left.id, self._reached):
            return self.shows(node.left, depth)
        return not any(isinstance(side, (ast.List, ast.Tuple)) for side in sides) or any(
            self.shows(side, depth) for side in sides
        )

    def _attribute(self, node: ast.Attribute, depth: int) -> bool:
        """Whether what has the attribute is computed, or what a statement gives to an attribute of this name."""
        if self.shows(node.value, depth):
            return True
        given = self._reached.definitions.get(node.attr, ())
        return any(
            self._assigned(one, node.attr, depth) if _sets_an_attribute(one, node.attr) else _is_a_property(one)
            for one in given
        )

    def _named(self, name: str, depth: int) -> bool:
        if name in self._followed:
            return False
        self._followed.add(name)
        given = self._reached.definitions.get(name, ())
        passed = [] if given else [one for one in self._reached.passed.get(name, ()) if one is not None]
        return any(self._given(one, name, depth) for one in given) or any(
            self.shows(one, depth) and not follows_from_counter(one, self._reached) for one in passed
        )

    def _given(self, statement: ast.stmt, name: str, depth: int) -> bool:
        """Whether a statement gives a name something that is computed."""
        if isinstance(statement, ast.Assign):
            return self._assigned(statement, name, depth)
        if isinstance(statement, ast.AugAssign):
            return not isinstance(statement.value, ast.Constant) and (
                isinstance(statement.op, (ast.Div, ast.Mult, ast.Pow, ast.MatMult)) or not is_literal(statement.value)
            )
        if isinstance(statement, ast.For):
            over = _part_of(statement.target, statement.iter, name)
            return not is_a_grid(over, self._reached) and self.shows(over, depth)
        if isinstance(statement, ast.AnnAssign):
            return statement.value is not None and self.shows(statement.value, depth)
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
            return any(self.shows(one, depth) for one in statement.value.args)
        if isinstance(statement, (ast.With, ast.AsyncWith)):
            return True
        return isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef))

    def _assigned(self, statement: ast.Assign, name: str, depth: int) -> bool:
        parts = [_part_of(target, statement.value, name) for target in statement.targets]
        return any(
            self.shows(part, depth)
            and not counts_on(part, name, self._reached)
            and not follows_from_counter(part, self._reached)
            for part in parts
        )

    def _comprehends(self, item: ast.expr, generators: list[ast.comprehension], depth: int) -> bool:
        if isinstance(item, ast.BinOp):
            return True
        return self.shows(item, depth) or any(self.shows(one.iter, depth) for one in generators)


def _part_of(target: ast.expr, value: ast.expr, name: str) -> ast.expr:
    """The part of a value that an assignment, or a loop over it, gives to ``name``."""
    if not isinstance(target, (ast.Tuple, ast.List)):
        return value
    place = next((at for at, one in enumerate(target.elts) if name in _names(one)), None)
    if place is None:
        return value
    if isinstance(value, (ast.Tuple, ast.List)) and len(value.elts) == len(target.elts):
        return value.elts[place]
    if isinstance(value, ast.Call) and name_of(value.func) == "zip" and len(value.args) == len(target.elts):
        return value.args[place]
    if isinstance(value, ast.Call) and name_of(value.func) == "enumerate" and value.args and len(target.elts) == 2:
        return value.args[0] if place else ast.Constant(0)
    return value


def _sets_an_attribute(statement: ast.stmt, name: str) -> TypeGuard[ast.Assign]:
    return isinstance(statement, ast.Assign) and any(
        isinstance(target, ast.Attribute) and target.attr == name for target in statement.targets
    )


def _is_a_property(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.FunctionDef) and bool(statement.decorator_list)


def _names(target: ast.expr) -> Iterator[str]:
    for node in ast.walk(target):
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _values(node: ast.AST) -> Iterator[ast.AST]:
    """The expressions within another that may be its value."""
    if isinstance(node, ast.Dict):
        return iter(node.values)
    if isinstance(node, ast.IfExp):
        return iter((node.body, node.orelse))
    if isinstance(node, ast.FormattedValue):
        return iter((node.value,))
    return (inner for inner in ast.iter_child_nodes(node) if isinstance(inner, ast.expr))
