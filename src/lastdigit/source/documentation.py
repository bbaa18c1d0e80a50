"""Whether a cell prints the documentation of something and nothing else, whatever it defines besides."""

from __future__ import annotations

import ast

from lastdigit.document import Passage
from lastdigit.source.python_source import name_of
from lastdigit.source.syntax import parse

_PRINTS_NOTHING = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def shows_documentation(source: Passage) -> bool:
    """Whether the statements of a source that may print are calls of ``help``, or of ``info`` of NumPy."""
    if "help(" not in source.text and ".info(" not in source.text:
        return False
    tree = parse(source)
    body = [one for one in tree.body if not _prints_nothing(one)] if tree is not None else []
    return bool(body) and all(isinstance(one, ast.Expr) and _asks_for_help(one.value) for one in body)


def _asks_for_help(node: ast.expr) -> bool:
    if not isinstance(node, ast.Call) or not node.args:
        return False
    if name_of(node.func) == "info" and isinstance(node.func, ast.Attribute):
        return name_of(node.func.value) in ("np", "numpy")
    return isinstance(node.func, ast.Name) and node.func.id == "help"


def _prints_nothing(statement: ast.stmt) -> bool:
    """Whether a statement imports or defines something, is a string, or gives names what no call of a name returns."""
    if isinstance(statement, _PRINTS_NOTHING):
        return True
    if isinstance(statement, ast.Expr):
        return isinstance(statement.value, ast.Constant)
    calls = (node for node in ast.walk(statement) if isinstance(node, ast.Call))
    return isinstance(statement, ast.Assign) and all(isinstance(call.func, ast.Attribute) for call in calls)
