"""The names that a loop or an assignment gives values to, each with the literals that it may hold."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from itertools import islice

from lastdigit.source.literal_values import value_of
from lastdigit.source.literals import MOST, UNKNOWN, Names, OneOf, Value, one_of
from lastdigit.source.python_source import name_of


def bound(target: ast.expr, over: ast.expr, names: Names) -> Iterator[tuple[str, Value]]:
    """The names of a loop's target, each with the values that it has while the loop goes over ``over``."""
    rows = _rows(over, names)
    if rows is None:
        yield from ((name, UNKNOWN) for name in _names_of(target))
    else:
        yield from _bound(target, rows)


def _names_of(target: ast.expr) -> Iterator[str]:
    yield from (node.id for node in ast.walk(target) if isinstance(node, ast.Name))


def _bound(target: ast.expr, rows: Sequence[Value]) -> Iterator[tuple[str, Value]]:
    if isinstance(target, ast.Name):
        yield target.id, one_of(rows)
    elif isinstance(target, (ast.Tuple, ast.List)):
        fit = all(isinstance(row, list) and len(row) == len(target.elts) for row in rows)
        for at, one in enumerate(target.elts):
            yield from _bound(one, [row[at] for row in rows] if fit else [UNKNOWN])


def unpacked(target: ast.expr, value: Value) -> Iterator[tuple[str, Value]]:
    """The names of an assignment's target, each with its value."""
    if isinstance(target, ast.Name):
        yield target.id, value
    elif isinstance(target, (ast.Tuple, ast.List)):
        parts = _parts(target.elts, value) if isinstance(value, list) else []
        fits = len(parts) == len(target.elts)
        for at, one in enumerate(target.elts):
            yield from unpacked(one, parts[at] if fits else UNKNOWN)
    elif isinstance(target, ast.Starred):
        yield from unpacked(target.value, value)


def _parts(targets: Sequence[ast.expr], values: list[Value]) -> list[Value]:
    """What each target gets of a list; one with a star gets what the others leave."""
    at = next((at for at, one in enumerate(targets) if isinstance(one, ast.Starred)), None)
    end = len(values) - len(targets) + 1
    if at is None or end < 0:
        return list(values)
    return [*values[:at], list(values[at : at + end]), *values[at + end :]]


def _rows(over: ast.expr, names: Names) -> Sequence[Value] | None:
    """The items that a loop goes over; None if they are not spelled out. Counters are unknown."""
    name = name_of(over.func) if isinstance(over, ast.Call) else ""
    if isinstance(over, ast.Call) and isinstance(over.func, ast.Attribute) and name in ("items", "values", "keys"):
        owner = value_of(over.func.value, names)
        if not isinstance(owner, dict):
            return None
        return [list(pair) for pair in owner.items()] if name == "items" else list(getattr(owner, name)())
    if isinstance(over, ast.Call) and name == "enumerate" and over.args:
        inner = _rows(over.args[0], names)
        return None if inner is None else [[UNKNOWN, item] for item in inner]
    if isinstance(over, ast.Call) and name in ("zip", "product") and over.args and not over.keywords:
        columns = [_rows(one, names) for one in over.args]
        most = max([len(column) for column in columns if column is not None], default=0)
        if name == "product":
            filled = [[UNKNOWN] if column is None else column for column in columns]
            most = max(map(len, filled), default=0)
            return [[column[at % len(column)] for column in filled if column] for at in range(most)]
        known = [[UNKNOWN] * most if column is None else column for column in columns]
        return [list(row) for row in zip(*known, strict=False)]
    if isinstance(over, ast.Call) and name in ("tqdm", "reversed", "list", "iter") and len(over.args) >= 1:
        return _rows(over.args[0], names)
    value = value_of(over, names)
    if isinstance(value, OneOf):
        return [item for one in value.values for item in islice(one, MOST)] if _are_lists(value) else None
    return list(value) if isinstance(value, (list, dict)) else None


def _are_lists(value: OneOf) -> bool:
    return all(isinstance(one, list) for one in value.values)
