"""Numbers that follow from the counter of a loop and from literals alone: settings that it tries, its time steps."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from lastdigit.source.python_source import name_of
from lastdigit.source.reached_source import ReachedSource

_COUNTS = frozenset(("range", "xrange", "trange", "count"))
_GOES_THROUGH = frozenset(("tqdm", "reversed", "list"))
_CONSTANT = frozenset(("ones", "zeros", "full", "arange", "linspace", "logspace", "eye"))
_DEEPEST = 4


def is_a_grid(over: ast.expr, reached: ReachedSource) -> bool:
    """Whether a loop goes over a list of multiples, or of other simple numbers, of a counter."""
    if not isinstance(over, ast.Name):
        return _is_of_counters(over)
    given = reached.definitions.get(over.id, ())
    return bool(given) and all(isinstance(one, ast.Assign) and _is_of_counters(one.value) for one in given)


def is_a_step(node: ast.BinOp, reached: ReachedSource) -> bool:
    """Whether a product is that of a loop's counter and a literal, such as the time ``n * h``."""
    return isinstance(node.op, ast.Mult) and follows_from_counter(node, reached)


def follows_from_counter(node: ast.expr, reached: ReachedSource) -> bool:
    """Whether an expression is arithmetic of a loop's counter, literals and names for literals, and of nothing else."""
    counts = False
    for leaf in _leaves(node, reached, _DEEPEST):
        if leaf is None:
            return False
        counts = counts or isinstance(leaf, ast.Name)
    return counts


def counts_on(node: ast.expr, name: str, reached: ReachedSource) -> bool:
    """Whether an expression is a name plus or minus a literal, where that name is a literal at first: it counts.

    So does ``x[n - 1] + h``, where ``h`` is a name for a literal: ``x`` is a grid.
    """
    is_a_sum = isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub))
    sides = (node.left, node.right) if isinstance(node, ast.BinOp) and is_a_sum else ()
    if any(
        isinstance(one, ast.Subscript) and isinstance(one.value, ast.Name) and one.value.id == name for one in sides
    ):
        return any(is_literal(one) or _is_name_of_literal(one, reached) for one in sides)
    if not any(isinstance(one, ast.Name) and one.id == name for one in sides) or not any(map(is_literal, sides)):
        return False
    return any(map(is_literal, reached.values_of(name)))


def is_moved_literal(node: ast.expr, reached: ReachedSource) -> bool:
    """Whether an expression is a literal plus or minus a name for literals, such as ``3.046 - neutrinos``."""
    if not isinstance(node, ast.BinOp) or not isinstance(node.op, (ast.Add, ast.Sub)):
        return False
    sides = (node.left, node.right)
    return any(map(is_literal, sides)) and any(_is_name_of_literal(one, reached) for one in sides)


def _is_name_of_literal(node: ast.expr, reached: ReachedSource) -> bool:
    if not isinstance(node, ast.Name):
        return False
    values = list(reached.values_of(node.id))
    only_assigned = all(isinstance(one, ast.Assign) for one in reached.definitions.get(node.id, ()))
    return bool(values) and only_assigned and all(map(is_literal, values))


def is_literal(node: ast.expr) -> bool:
    """Whether an expression is a literal, with or without a sign."""
    return isinstance(node, ast.Constant) or (isinstance(node, ast.UnaryOp) and isinstance(node.operand, ast.Constant))


def is_of_literals(node: ast.expr) -> bool:
    """Whether an expression is arithmetic of literals, such as ``10**7``."""
    if isinstance(node, ast.BinOp):
        return is_of_literals(node.left) and is_of_literals(node.right)
    return is_literal(node)


def is_of_constant_arrays(node: ast.expr) -> bool:
    """Whether an expression is arithmetic of literals and constant arrays, such as ``np.ones(3) / 3``."""
    if isinstance(node, ast.BinOp):
        sides = (node.left, node.right)
        return any(map(is_of_constant_arrays, sides)) and all(
            is_of_constant_arrays(one) or is_literal(one) for one in sides
        )
    return isinstance(node, ast.Call) and name_of(node.func) in _CONSTANT and all(map(is_literal, node.args))


def _leaves(node: ast.expr, reached: ReachedSource, depth: int) -> Iterator[ast.expr | None]:
    """The counters and literals of which arithmetic consists; None for anything else."""
    if isinstance(node, ast.Constant):
        yield node if isinstance(node.value, (int, float)) else None
    elif isinstance(node, ast.UnaryOp):
        yield from _leaves(node.operand, reached, depth)
    elif isinstance(node, ast.BinOp):
        yield from _leaves(node.left, reached, depth)
        yield from _leaves(node.right, reached, depth)
    elif not isinstance(node, ast.Name) or not depth:
        yield None
    else:
        given = reached.definitions.get(node.id, ())
        if given and all(isinstance(one, ast.For) and _counts(one, node.id) for one in given):
            yield node
            return
        for one in given or (None,):
            yield from _leaves(one.value, reached, depth - 1) if isinstance(one, ast.Assign) else (None,)


def _is_of_counters(node: ast.expr) -> bool:
    if not isinstance(node, ast.ListComp) or len(node.generators) != 1:
        return False
    through = node.generators[0]
    counters = {one.id for one in ast.walk(through.target) if isinstance(one, ast.Name)}
    inside = [one for one in ast.walk(node.elt) if isinstance(one, ast.expr)]
    return _is_counted(through.iter) and all(
        one.id in counters if isinstance(one, ast.Name) else isinstance(one, (ast.BinOp, ast.UnaryOp, ast.Constant))
        for one in inside
    )


def _counts(loop: ast.For, name: str) -> bool:
    """Whether a loop's variable of this name is a counter."""
    if not isinstance(loop.target, ast.Tuple):
        return _is_counted(loop.iter)
    is_first = isinstance(loop.target.elts[0], ast.Name) and loop.target.elts[0].id == name
    return is_first and isinstance(loop.iter, ast.Call) and name_of(loop.iter.func) == "enumerate"


def _is_counted(over: ast.expr) -> bool:
    while isinstance(over, ast.Call) and name_of(over.func) in _GOES_THROUGH and over.args:
        over = over.args[0]
    return isinstance(over, ast.Call) and name_of(over.func) in _COUNTS
