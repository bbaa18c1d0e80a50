"""Whether the value of an expression is only ever what the source writes out: a copy of it, and no result.

``site["height"]`` of a dict of numbers is one, also where a loop goes over such dicts. A name that a function may
change, and what anything computes, is none.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from lastdigit.rule import Rule
from lastdigit.source.python_source import name_of
from lastdigit.source.reached_source import ReachedSource
from lastdigit.source.syntax import spelled

_DEEPEST = 6
_HANDS_ON = frozenset(("items", "values", "keys", "get", "copy"))
"""Methods that give what a dict or a list holds."""
_GOES_OVER = frozenset(("zip", "enumerate", "list", "tuple", "iter", "dict"))
"""Functions that give what they are given."""
_GROWS = frozenset(("append", "extend", "insert"))

OF_SETTINGS = Rule(
    r"\A(?:\w+\.){0,4}_?(?:\w+_)?(?:cfg|config|conf|configuration|args|argv|settings|hparams|hyper_?params|hyperparameters"
    r"|FLAGS|CONFIG|CFG|ARGS)(?:\.\w+|\[['\"]\w+['\"]\])+\Z",
    "an expression is what something was set to, by what it belongs to",
    "model.config.hidden_size",
    "kwargs_of(x).sum()",
)


def is_copied(node: ast.expr, reached: ReachedSource, depth: int = _DEEPEST) -> bool:
    """Whether the source writes out whatever the value of ``node`` may be."""
    if isinstance(node, ast.Constant):
        return True
    if not depth:
        return False
    if isinstance(node, (ast.List, ast.Tuple, ast.Set)):
        return all(is_copied(item, reached, depth) for item in node.elts)
    if isinstance(node, ast.Dict):
        return all(item is not None and is_copied(item, reached, depth) for item in (*node.keys, *node.values))
    if isinstance(node, ast.UnaryOp):
        return is_copied(node.operand, reached, depth)
    if isinstance(node, ast.Subscript):
        return is_copied(node.value, reached, depth - 1)
    if isinstance(node, ast.Call):
        return _hands_on(node, reached, depth - 1)
    return isinstance(node, ast.Name) and _is_given_copies(node.id, reached, depth - 1)


def _hands_on(call: ast.Call, reached: ReachedSource, depth: int) -> bool:
    """Whether a call gives what is written out as it is."""
    if isinstance(call.func, ast.Attribute) and call.func.attr in _HANDS_ON:
        return is_copied(call.func.value, reached, depth)
    given: Sequence[ast.expr] = [*call.args, *(keyword.value for keyword in call.keywords)]
    return name_of(call.func) in _GOES_OVER and bool(given) and all(is_copied(one, reached, depth) for one in given)


def _is_given_copies(name: str, reached: ReachedSource, depth: int) -> bool:
    statements = reached.definitions.get(name, ())
    if not statements or name in reached.handed_over:
        return False
    return all(_gives_a_copy(statement, name, reached, depth) for statement in statements)


def _gives_a_copy(statement: ast.stmt, name: str, reached: ReachedSource, depth: int) -> bool:
    if isinstance(statement, ast.Assign):
        are_names = all(isinstance(target, (ast.Name, ast.Tuple)) for target in statement.targets)
        return are_names and is_copied(statement.value, reached, depth)
    if isinstance(statement, ast.AnnAssign):
        return statement.value is not None and is_copied(statement.value, reached, depth)
    if isinstance(statement, ast.For):
        return is_copied(statement.iter, reached, depth)
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        return name_of(statement.value.func) in _GROWS and all(
            is_copied(given, reached, depth) for given in statement.value.args
        )
    return False


def is_of_settings(node: ast.expr) -> bool:
    """Whether an expression names what something was set to."""
    return isinstance(node, (ast.Attribute, ast.Subscript)) and OF_SETTINGS.search(spelled(node)) is not None
