"""Calls of ``eval`` whose text is known: a literal, or what a person types."""

from __future__ import annotations

import ast

from lastdigit.source.syntax import expression_of


def is_typed(node: ast.AST) -> bool:
    """Whether an expression is ``eval(input(…))``, which asks a person for a number.

    >>> is_typed(ast.parse("eval(input('n = '))", mode="eval").body)
    True
    """
    match node:
        case ast.Call(func=ast.Name(id="eval"), args=[ast.Call(func=ast.Name(id="input"))], keywords=[]):
            return True
    return False


def evaluated(node: ast.AST) -> ast.expr | None:
    """The expression that ``eval`` is given as a literal text; None for anything else.

    >>> ast.unparse(evaluated(ast.parse("eval('n + 1')", mode="eval").body))
    'n + 1'
    """
    match node:
        case ast.Call(func=ast.Name(id="eval"), args=[ast.Constant(value=str(text))], keywords=[]):
            return expression_of(text.strip())
    return None
