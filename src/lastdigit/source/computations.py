"""Recognises operations in plain expressions, by a table of patterns.

Expressions are normalised before they are compared with the patterns: ``torch.matmul(a, b)`` as
``a @ b``, ``k.transpose(-2, -1)`` as ``T(k)``, ``d ** 0.5`` as ``root(d)``. A name stands for its last assignment.
"""

from __future__ import annotations

import ast
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any

from lastdigit.source.python_source import name_of
from lastdigit.source.syntax import spelled

InputExpression = Any
"""The name of an input, or ``{"of": name, "row": i}``."""


@dataclass(frozen=True)
class Known:
    """A row of the table: a pattern of inputs, named as the operation's arguments, and its operation."""

    operation: str
    expression: str
    example: str
    counterexample: str


COMPUTATIONS = (
    Known(
        "self_attention",
        "softmax((x @ w_query) @ T(x @ w_key) / root(d)) @ (x @ w_value)",
        "F.softmax((x @ a) @ (x @ b).T / n ** 0.5, dim=-1) @ (x @ c)",
        "F.softmax((x @ a) @ (y @ b).T / n ** 0.5, dim=-1) @ (x @ c)",
    ),
    Known(
        "scaled_dot_product_attention",
        "softmax(q @ T(k) / root(d)) @ v",
        "torch.softmax(a @ b.T / math.sqrt(n), dim=-1) @ c",
        "torch.softmax(a @ b.T / math.sqrt(n), dim=0) @ c",
    ),
    Known(
        "scaled_dot_product_attention",
        "attend(q, k, v)",
        "F.scaled_dot_product_attention(a, b, c)",
        "F.scaled_dot_product_attention(a, b, c, attn_mask=m)",
    ),
    Known("dot_product_attention", "softmax(q @ T(k)) @ v", "softmax(a @ b.T) @ c", "softmax(a @ b) @ c"),
    Known(
        "self_attention_weights",
        "softmax((x @ w_query) @ T(x @ w_key) / root(d))",
        "F.softmax((x @ a) @ (x @ b).T / n ** 0.5, dim=-1)",
        "F.softmax((x @ a) @ (x @ b).T, dim=-1)",
    ),
    Known(
        "attention_weights",
        "softmax(q @ T(k) / root(d))",
        "F.softmax(torch.matmul(a, b.transpose(-2, -1)) / n ** 0.5, dim=-1)",
        "F.softmax(torch.matmul(a, b.transpose(-2, -1)) / n, dim=-1)",
    ),
    Known("dot_product_attention_weights", "softmax(q @ T(k))", "(a @ b.mT).softmax(dim=-1)", "a.softmax(dim=-1)"),
    Known("scaled_attention_scores", "q @ T(k) / root(d)", "a @ b.T / n ** 0.5", "a @ b.T / n"),
    Known("linear", "x @ T(weight) + bias", "a @ w.T + b", "a @ w + b"),
    Known("attention_scores", "q @ T(k)", "np.matmul(a, b.T)", "np.matmul(a, b)"),
    Known("projection", "x @ weight", "np.dot(a, b)", "a * b"),
    Known("softmax", "softmax(x)", "F.softmax(a, dim=-1)", "F.log_softmax(a, dim=-1)"),
    Known("total", "total(x)", "a.sum(axis=-1)", "a.sum()"),
    Known("mean", "mean(x)", "np.mean(a, axis=-1)", "np.mean(a)"),
)
"""The first matching pattern decides; larger patterns come before their parts."""

_PRODUCTS = {"matmul", "mm", "bmm", "dot"}
_TRANSPOSES = {"transpose", "swapaxes", "t", "permute"}
_LAST_TWO = {("-2", "-1"), ("-1", "-2"), ("0", "1"), ("1", "0"), ("1", "2"), ("2", "1")}
_SUMS = {"softmax": "softmax", "sum": "total", "mean": "mean"}
_SAME = {"float", "double", "detach", "clone", "numpy", "cpu", "contiguous", "from_numpy", "tensor", "array", "asarray"}
"""Functions and methods that return the same numbers."""
_MODULES = {"torch", "np", "numpy", "F", "nn", "jnp", "jax", "tf", "math", "scipy", "special"}
_DEEPEST = 24


_PROJECTIONS = ("linear", "projection")
"""Expressions that may compute an input of another operation, such as the queries of attention."""


@dataclass(frozen=True)
class Call:
    """An operation with its inputs by name; ``derived`` are those that are computed first, by name."""

    operation: str
    inputs: Mapping[str, InputExpression]
    derived: Mapping[str, Call] = field(default_factory=dict)


@dataclass(frozen=True)
class Term:
    """An expression, and the number of assignments before it."""

    node: ast.expr
    time: int


@dataclass
class Assignments:
    """The assignments of a source, in order; ``layers`` are linear layers with the names of weight and bias."""

    of: dict[str, list[Term]] = field(default_factory=dict)
    layers: dict[str, tuple[str, str]] = field(default_factory=dict)
    count: int = 0

    def add(self, name: str, node: ast.expr) -> None:
        """Record an assignment."""
        self.of.setdefault(name, []).append(Term(node, self.count))
        self.count += 1

    def last(self, name: str, time: int) -> Term | None:
        """The value of ``name`` after this many assignments."""
        terms = self.of.get(name, [])
        at = bisect_left(terms, time, key=attrgetter("time"))
        return terms[at - 1] if at else None


def computation(node: ast.expr, assignments: Assignments, inputs: Mapping[str, str]) -> Call | None:
    """The operation computed by an expression of ``inputs``, named as in the source; None if there is none.

    A bare input is not a computation.
    """
    term = Term(node, assignments.count)
    return _first(term, _Reading(assignments, inputs, {})) or _first(
        term, _Reading(assignments, inputs, {}, derives=True)
    )


def _first(term: Term, reading: _Reading, only: Sequence[str] = ()) -> Call | None:
    for known, pattern in _patterns():
        bound = reading.like(pattern, term, {}, 0) if not only or known.operation in only else None
        if bound is not None:
            given = {name: value for name, value in bound.items() if name != "d"}
            derived = {
                name: reading.derived[name]
                for name in given.values()
                if isinstance(name, str) and name in reading.derived
            }
            return Call(known.operation, given, derived)
    return None


def _patterns() -> Iterator[tuple[Known, ast.expr]]:
    for known in COMPUTATIONS:
        yield known, ast.parse(known.expression, mode="eval").body


Bound = Mapping[str, InputExpression]


@dataclass(frozen=True)
class _Reading:
    """Compares expressions; ``derives``: projections of inputs may be inputs, collected in ``derived``."""

    assignments: Assignments
    inputs: Mapping[str, str]
    derived: dict[str, Call]
    derives: bool = False

    def like(self, pattern: ast.expr, term: Term, bound: Bound, depth: int) -> Bound | None:
        """The inputs with which ``term`` matches ``pattern``; None if it does not."""
        if depth > _DEEPEST:
            return None
        if isinstance(pattern, ast.Name):
            value = "" if pattern.id == "d" else self._input(term, depth)
            if value is None or bound.get(pattern.id, value) != value:
                return None
            return {**bound, pattern.id: value}
        wanted, parts = _form(pattern)
        found = self._written(term, depth)
        if found is None or found[0] != wanted or len(found[1]) != len(parts):
            return None
        for part, other in zip(parts, found[1], strict=True):
            following = self.like(part, other, bound, depth + 1)
            if following is None:
                return None
            bound = following
        return bound

    def _input(self, term: Term, depth: int) -> InputExpression | None:
        """The input that an expression refers to."""
        if depth > _DEEPEST:
            return None
        node = _bare(term.node)
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant) and type(node.slice.value) is int:
            of = self._input(Term(node.value, term.time), depth + 1)
            return {"of": of, "row": node.slice.value} if isinstance(of, str) else None
        name = spelled(node) if isinstance(node, (ast.Name, ast.Attribute)) else ""
        if name in self.inputs:
            return self.inputs[name]
        last = self.assignments.last(name, term.time)
        found = self._input(last, depth + 1) if last is not None and depth < _DEEPEST else None
        return self._projection(name, last) if found is None and last is not None and self.derives else found

    def _projection(self, name: str, term: Term) -> str | None:
        """The name of a projection of inputs that serves as an input."""
        own = f"{name.replace('.', '_').lower()}_computed"
        if own not in self.derived:
            call = _first(term, _Reading(self.assignments, self.inputs, {}), _PROJECTIONS)
            if call is None:
                return None
            self.derived[own] = call
        return own

    def _written(self, term: Term, depth: int) -> tuple[str, Sequence[Term]] | None:
        """The normal form of an expression: its kind and its parts."""
        node = _bare(term.node)
        if isinstance(node, (ast.Name, ast.Attribute)):
            last = self.assignments.last(spelled(node), term.time)
            if last is not None and depth < _DEEPEST:
                return self._written(last, depth + 1)
        if isinstance(node, ast.Call) and spelled(node.func) in self.assignments.layers and len(node.args) == 1:
            return _layer(*self.assignments.layers[spelled(node.func)], Term(node.args[0], term.time))
        form = _form(node)
        return (form[0], [Term(part, term.time) for part in form[1]]) if form[0] else None


def _layer(weight: str, bias: str, x: Term) -> tuple[str, Sequence[Term]]:
    """``x @ T(weight) + bias``, or without the bias."""
    product = ast.BinOp(x.node, ast.MatMult(), ast.Call(ast.Name("T"), [ast.Name(weight)], []))
    if bias:
        return "+", [Term(product, x.time), Term(ast.Name(bias), x.time)]
    return "@", [x, Term(product.right, x.time)]


def _bare(node: ast.expr) -> ast.expr:
    """An expression without calls that keep the numbers, such as ``x.detach()``."""
    while isinstance(node, ast.Call) and name_of(node.func) in _SAME:
        if isinstance(node.func, ast.Attribute) and not node.args:
            node = node.func.value
        elif node.args and not isinstance(node.args[0], (ast.List, ast.Tuple)):
            node = node.args[0]
        else:
            break
    return node


def _form(node: ast.expr) -> tuple[str, list[ast.expr]]:
    """The kind of an expression, and its parts; "" for a kind that no pattern has."""
    if isinstance(node, ast.BinOp):
        return _form_of_sign(node)
    if isinstance(node, ast.Attribute) and node.attr in ("T", "mT"):
        return "T", [node.value]
    if not isinstance(node, ast.Call):
        return "", []
    name, keywords = name_of(node.func), {keyword.arg: keyword.value for keyword in node.keywords}
    is_method = isinstance(node.func, ast.Attribute) and not _is_module(node.func.value)
    operands = [node.func.value, *node.args] if is_method and isinstance(node.func, ast.Attribute) else list(node.args)
    if name in ("T", "root", "attend", "total"):
        return name, operands
    if name in _PRODUCTS and len(operands) == 2:
        return "@", operands
    if name == "scaled_dot_product_attention" and len(operands) == 3 and not keywords:
        return "attend", operands
    if name in _TRANSPOSES and operands and tuple(map(spelled, operands[1:])) in {*_LAST_TWO, ()}:
        return "T", operands[:1]
    if name == "sqrt" and len(operands) == 1:
        return "root", operands
    if name in _SUMS and operands:
        axis = operands[1] if len(operands) > 1 else keywords.get("dim", keywords.get("axis"))
        is_last = spelled(axis) == "-1" if axis is not None else name == "softmax" or isinstance(node.func, ast.Name)
        return (_SUMS[name], operands[:1]) if is_last else ("", [])
    return "", []


def _form_of_sign(node: ast.BinOp) -> tuple[str, list[ast.expr]]:
    if isinstance(node.op, ast.MatMult):
        return "@", [node.left, node.right]
    if isinstance(node.op, ast.Add):
        return "+", [node.left, node.right]
    if isinstance(node.op, ast.Div):
        return "/", [node.left, node.right]
    if isinstance(node.op, ast.Pow) and spelled(node.right) in ("0.5", "1 / 2"):
        return "root", [node.left]
    if isinstance(node.op, ast.Mult) and isinstance(node.right, ast.BinOp) and spelled(node.right.right) == "-0.5":
        return "/", [node.left, ast.BinOp(node.right.left, ast.Pow(), ast.Constant(0.5))]
    return "", []


def _is_module(node: ast.expr) -> bool:
    return spelled(node).split(".")[0] in _MODULES
