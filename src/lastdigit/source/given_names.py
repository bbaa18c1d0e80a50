"""The names to which statements give values, or whose values they change."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence

from lastdigit.document import Passage
from lastdigit.source.python_source import name_of
from lastdigit.source.syntax import names_in, parse
from lastdigit.source.vocabulary import GROW, SHOW

_CHANGES_NOTHING = frozenset(
    ("print", "display", "pprint", "len", "items", "values", "keys", "get", "copy")
) | frozenset(
    ("format", "type", "str", "repr", "sum", "max", "min", "sorted", "round", "isinstance", "id", "abs", "float", "int")
)


def definitions_in(sources: Iterable[Passage]) -> dict[str, list[ast.stmt]]:
    """The statements of sources that give each name a value, or grow what it has, in their order."""
    found: dict[str, list[ast.stmt]] = {}
    for source in sources:
        tree = parse(source)
        statements = [one for one in ast.walk(tree) if isinstance(one, ast.stmt)] if tree else []
        for statement in sorted(statements, key=lambda one: one.lineno):
            for name in _given_names(statement):
                found.setdefault(name, []).append(statement)
    return found


def values_given(statement: ast.stmt, name: str) -> Iterator[ast.expr]:
    """The value of a statement, once for each of its targets that is a name itself or has it as an item."""
    if not isinstance(statement, ast.Assign):
        return
    for target in statement.targets:
        names = target.elts if isinstance(target, (ast.Tuple, ast.List)) else [target]
        if any(_is_name(one, name) for one in names):
            yield statement.value


def is_a_change(statement: ast.stmt, name: str) -> bool:
    """Whether a statement depends on what a name was before it."""
    if isinstance(statement, (ast.AugAssign, ast.Expr)):
        return True
    if not isinstance(statement, ast.Assign):
        return False
    is_given_anew = any(_is_name(one, name) or isinstance(one, (ast.Tuple, ast.List)) for one in statement.targets)
    return not is_given_anew or name in names_in(statement.value)


def handed_over_in(tree: ast.Module) -> Iterator[tuple[str, ast.Call | None]]:
    """The names that statements delete, and those that a call statement may change, with the call."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Delete):
            names = (one.id for target in node.targets for one in ast.walk(target) if isinstance(one, ast.Name))
            yield from ((name, None) for name in names)
        call = node.value if isinstance(node, ast.Expr) else None
        if not isinstance(call, ast.Call):
            continue
        given = [one.value for one in call.keywords if one.arg == "out"]
        if name_of(call.func) not in _CHANGES_NOTHING:
            grows = name_of(call.func) in GROW
            given += call.args
            given += [call.func.value] if isinstance(call.func, ast.Attribute) and not grows else []
        yield from ((one.id, call) for one in given if isinstance(one, ast.Name))


def _is_name(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def gives_attributes(statement: ast.stmt) -> bool:
    """Whether a statement assigns attributes of objects, and nothing else."""
    targets = _targets(statement)
    return bool(targets) and all(isinstance(target, ast.Attribute) for target in targets)


def _targets(statement: ast.stmt) -> Sequence[ast.expr]:
    if isinstance(statement, ast.Assign):
        return statement.targets
    return [statement.target] if isinstance(statement, (ast.AugAssign, ast.AnnAssign)) else []


def source_of_values(statement: ast.stmt) -> ast.AST:
    """What of a statement gives names their values: of a loop, what it goes over, and the calls that it makes.

    The other statements in a loop are known by the names that they assign.
    """
    if not isinstance(statement, (ast.For, ast.With)):
        return statement
    calls = [one for one in ast.walk(statement) if isinstance(one, ast.Expr) and not _shows_or_grows(one)]
    over = [statement.iter] if isinstance(statement, ast.For) else [one.context_expr for one in statement.items]
    return ast.Module([*map(ast.Expr, over), *calls], [])


def _shows_or_grows(statement: ast.Expr) -> bool:
    return isinstance(statement.value, ast.Call) and name_of(statement.value.func) in SHOW | GROW


def _given_names(statement: ast.stmt) -> Iterator[str]:
    if isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
        yield statement.name
    elif isinstance(statement, (ast.Import, ast.ImportFrom)):
        yield from (alias.asname or alias.name.partition(".")[0] for alias in statement.names)
    elif isinstance(statement, ast.Expr):
        yield from _grown(statement.value)
    targets: list[ast.expr] = []
    if isinstance(statement, ast.Assign):
        targets = statement.targets
    elif isinstance(statement, (ast.AnnAssign, ast.AugAssign, ast.For)):
        targets = [statement.target]
    elif isinstance(statement, ast.With):
        targets = [item.optional_vars for item in statement.items if item.optional_vars]
    for target in targets:
        indices = {
            id(one) for node in ast.walk(target) if isinstance(node, ast.Subscript) for one in ast.walk(node.slice)
        }
        for node in ast.walk(target):
            if isinstance(node, ast.Name) and id(node) not in indices:
                yield node.id
            elif isinstance(node, ast.Attribute) and id(node) not in indices:
                yield node.attr


def _grown(call: ast.expr) -> Iterator[str]:
    """The object that a call such as ``rows.append(…)`` extends."""
    if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr in GROW:
        owner = call.func.value
        while isinstance(owner, ast.Subscript):
            owner = owner.value
        if isinstance(owner, ast.Attribute):
            yield owner.attr
        else:
            yield from (node.id for node in ast.walk(owner) if isinstance(node, ast.Name))
