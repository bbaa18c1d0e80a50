"""What the statements of a document give to an attribute of objects of its own classes."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence

from lastdigit.source.name_values import value_given
from lastdigit.source.python_source import name_of
from lastdigit.source.vocabulary import COUNT, SHOW

Definitions = Mapping[str, Sequence[ast.stmt]]
"""The statements that assign each name or attribute."""
_SETS_ANY = ("setattr", "__dict__", "__getattr", "__slots__", "vars(", "property", "__set__", "type(self)")
"""What a source that gives an attribute without naming it says."""


def is_own_object(owner: ast.expr, attribute: str, definitions: Definitions) -> bool:
    """Whether an expression is certainly an object of a class whose attributes the document gives, all by their names.

    >>> tree = ast.parse("class A:\\n    def f(self):\\n        self.x = 1 / 3\\na = A()")
    >>> is_own_object(ast.Name("a"), "x", {"A": tree.body[:1], "a": tree.body[1:]})
    True
    """
    if not isinstance(owner, ast.Name):
        return False
    if owner.id == "self":
        classes = [one for given in definitions.values() for one in given if isinstance(one, ast.ClassDef)]
        naming = [one for one in classes if _names_attribute(one, attribute)]
        return bool(naming) and all(_is_plain(one, definitions) for one in naming)
    given = [one for one in definitions.get(owner.id, ()) if not _gives_attributes(one)]
    values = [value_given(one, owner.id) for one in given]
    return bool(values) and all(_makes_one(value, definitions) for value in values)


def given_to_others(trees: Iterable[ast.Module], definitions: Definitions) -> Iterator[str]:
    """The names of what is given to functions that no source defines, which may change its attributes."""
    calls = (node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call))
    for call in calls:
        name = name_of(call.func)
        root = definitions.get(_root(call.func), ())
        is_imported = any(isinstance(one, (ast.Import, ast.ImportFrom)) for one in root)
        if name not in SHOW | COUNT and (is_imported or name not in definitions):
            given = [*call.args, *(one.value for one in call.keywords)]
            yield from (one.id for one in given if isinstance(one, ast.Name))


def sets_any_attribute(source: str) -> bool:
    """Whether a source may give an attribute without naming it."""
    return any(word in source for word in _SETS_ANY)


def attribute_values(name: str, definitions: Definitions) -> Iterator[ast.expr | None]:
    """The values that statements give to an attribute, or to its items; None for what is not plain."""
    for statement in definitions.get(name, ()):
        match statement:
            case ast.Assign(targets=targets, value=value):
                named = [one for one in targets if any(_is_named(node, name) for node in ast.walk(one))]
                is_plain = all(_is_of_attribute(one, name) for one in named)
                yield (value if is_plain else None) if named else value_given(statement, name)
            case ast.AnnAssign(target=target, value=ast.expr() as value) if _is_of_attribute(target, name):
                yield value
            case _:
                yield value_given(statement, name)


def gives_only_attribute(statement: ast.stmt, name: str) -> bool:
    """Whether a statement gives an attribute of this name a value, and the variable of this name none."""
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    return bool(targets) and all(_is_named(one, name) and _root(one) != name for one in targets)


def _gives_attributes(statement: ast.stmt) -> bool:
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    return bool(targets) and all(isinstance(one, ast.Attribute) for one in targets)


def _root(node: ast.expr) -> str:
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _is_named(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == name


def _is_of_attribute(target: ast.expr, name: str) -> bool:
    """Whether an assignment is to an attribute, or to an item of it."""
    while isinstance(target, ast.Subscript):
        target = target.value
    return _is_named(target, name)


def _names_attribute(node: ast.ClassDef, attribute: str) -> bool:
    return any(_is_named(one, attribute) for one in ast.walk(node))


def _makes_one(value: ast.expr | None, definitions: Definitions) -> bool:
    """Whether a value is a call of a class of the document."""
    if not isinstance(value, ast.Call) or not isinstance(value.func, ast.Name):
        return False
    given = definitions.get(value.func.id, ())
    return bool(given) and all(isinstance(one, ast.ClassDef) and _is_plain(one, definitions) for one in given)


def _is_plain(node: ast.ClassDef, definitions: Definitions) -> bool:
    """Whether a class, with all that it is made of, is the document's, and gives attributes by their names only."""
    if node.decorator_list or node.keywords:
        return False
    bases = [one.id if isinstance(one, ast.Name) else "" for one in node.bases]
    given = [definitions.get(base, ()) for base in bases if base != "object"]
    return all(
        bool(each)
        and all(isinstance(one, ast.ClassDef) and one is not node and _is_plain(one, definitions) for one in each)
        for each in given
    )
