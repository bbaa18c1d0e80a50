"""Functions so plain that each call of one may be followed by itself: they define and change nothing around them."""

from __future__ import annotations

import ast
from typing import TypeGuard

_LONGEST = 40
"""The most statements of such a function."""
_NOT_PLAIN = (
    ast.FunctionDef,
    ast.AsyncFunctionDef,
    ast.ClassDef,
    ast.Lambda,
    ast.Global,
    ast.Nonlocal,
    ast.Yield,
    ast.YieldFrom,
    ast.Await,
    ast.Import,
    ast.ImportFrom,
    ast.Try,
    ast.With,
    ast.Match,
)


def is_plain(node: ast.stmt) -> TypeGuard[ast.FunctionDef]:
    """Whether a function is short, takes a fixed number of arguments, keeps none, and has no other statements in it.

    >>> plain, other = ast.parse("def f(x):\\n    return 3 * x\\ndef g(*x):\\n    yield x").body
    >>> is_plain(plain), is_plain(other)
    (True, False)
    """
    if not isinstance(node, ast.FunctionDef) or node.decorator_list or node.args.vararg or node.args.kwarg:
        return False
    if not all(one is None or isinstance(one, ast.Constant) for one in (*node.args.defaults, *node.args.kw_defaults)):
        return False
    inside = [one for statement in node.body for one in ast.walk(statement)]
    statements = sum(isinstance(one, ast.stmt) for one in inside)
    return statements <= _LONGEST and not any(isinstance(one, _NOT_PLAIN) for one in inside)
