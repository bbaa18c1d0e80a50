"""The names in a source that have values from outside: no variables of its functions, none that it gives before."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_NONE: frozenset[str] = frozenset()


def free_names(*nodes: ast.AST) -> Iterator[str]:
    """The names in nodes that are no parameters or variables of a function in them, and their attributes.

    >>> sorted(set(free_names(ast.parse("def f(x):\\n    y = x + z\\n    return y.T"))))
    ['T', 'z']
    """
    waiting = [(node, _NONE) for node in nodes]
    while waiting:
        node, bound = waiting.pop()
        if isinstance(node, ast.Name) and node.id not in bound:
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        inside = bound | _bound_in(node)
        waiting += [(child, inside) for child in _within(node)]
        if isinstance(node, _FUNCTIONS):
            waiting += [(child, bound) for child in _around(node)]


def _within(node: ast.AST) -> Iterable[ast.AST]:
    """The nodes in which the names count that a node binds."""
    if isinstance(node, ast.Lambda):
        return [node.body]
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return node.body
    return ast.iter_child_nodes(node)


def _around(function: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> Iterator[ast.AST]:
    """The defaults and the decorators of a function, which are evaluated outside of it."""
    defaults = (*function.args.defaults, *function.args.kw_defaults)
    yield from (one for one in defaults if one is not None)
    yield from () if isinstance(function, ast.Lambda) else function.decorator_list


def _bound_in(node: ast.AST) -> frozenset[str]:
    if isinstance(node, _FUNCTIONS):
        return _own(node)
    parts = node.generators if isinstance(node, _COMPREHENSIONS) else ()
    return frozenset(one.id for part in parts for one in ast.walk(part.target) if isinstance(one, ast.Name))


def _own(function: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> frozenset[str]:
    """The parameters and the variables of a function."""
    inner = list(ast.walk(function))
    own = {one.arg for one in inner if isinstance(one, ast.arg)}
    own |= {one.id for one in inner if isinstance(one, ast.Name) and not isinstance(one.ctx, ast.Load)}
    shared = {name for one in inner if isinstance(one, (ast.Global, ast.Nonlocal)) for name in one.names}
    return frozenset(own - shared)


def names_from_outside(tree: ast.Module) -> frozenset[str]:
    """The free names of a source to which its statements give no value before they read them.

    >>> sorted(names_from_outside(ast.parse("import numpy as np\\nx = np.exp(w)\\ny += x\\nif y:\\n    z = 3")))
    ['exp', 'w', 'y', 'z']
    """
    given: set[str] = set()
    outside: set[str] = set()
    for statement in _at_the_top(tree.body):
        outside.update(name for name in _read(statement) if name not in given)
        given.update(name for name in _given(statement) if name not in outside)
    return frozenset(outside)


def _at_the_top(body: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a body, and those below ``if __name__ == "__main__"``, which run in notebooks."""
    for statement in body:
        is_main = isinstance(statement, ast.If) and "__name__" in set(free_names(statement.test))
        yield from statement.body if isinstance(statement, ast.If) and is_main else [statement]


def _read(statement: ast.stmt) -> Iterator[str]:
    """The free names of a statement, without those that it does nothing but assign, or define."""
    if isinstance(statement, ast.Assign):
        targets = (target for target in statement.targets if not _are_names(target))
        return free_names(statement.value, *targets)
    return free_names(statement)


def _are_names(target: ast.expr) -> bool:
    parts = target.elts if isinstance(target, (ast.Tuple, ast.List)) else [target]
    return all(isinstance(one, ast.Name) for one in parts)


def _given(statement: ast.stmt) -> Iterator[str]:
    if isinstance(statement, (ast.Import, ast.ImportFrom)):
        yield from ((alias.asname or alias.name).partition(".")[0] for alias in statement.names)
    elif isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
        yield statement.name
    elif isinstance(statement, ast.Assign):
        for target in filter(_are_names, statement.targets):
            yield from (one.id for one in ast.walk(target) if isinstance(one, ast.Name))
