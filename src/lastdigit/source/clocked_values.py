"""Values that a clock gave: differences of times, converted or rounded, and rates made of them."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from lastdigit.base.rule import Rule
from lastdigit.source.given_values import all_given, all_statements, returned
from lastdigit.source.item_keys import item_at
from lastdigit.source.python_source import name_of
from lastdigit.source.reached_source import ReachedSource
from lastdigit.source.syntax import spelled

_DEEPEST = 12
_OF_ITEMS = frozenset(("array", "asarray", "max", "min", "mean", "median", "sum", "std", "DataFrame", "Series")) | (
    frozenset(("head", "tail", "describe", "quantile", "from_dict", "to_numpy", "tolist", "sort_values", "copy"))
)
"""Functions and methods whose values are times if they are given times, or belong to them."""
_ATTRIBUTES = frozenset(("T", "values", "iloc", "loc"))
CLOCK = Rule(
    r"\b(?:perf_counter|process_time|default_timer|monotonic|timeit)(?:_ns)?\(|\btime(?:\.clock)?\(\)|\bclock\(\)"
    r"|\w*_?time_?\w*\.(?:average|best|worst|stdev)\b|\b(?:datetime|dt)\.now\(|\.(?:elapsed|elapsed_time|total_seconds|microseconds)\b|\bwtime\(",
    "an expression reads a clock",
    "time.time()",
    "time(3)",
)


def is_a_time(node: ast.expr, reached: ReachedSource, depth: int = _DEEPEST) -> bool:
    """Whether a value is a difference of times, possibly converted or rounded."""
    if not depth:
        return False
    if isinstance(node, ast.BinOp):
        return any(is_a_time(side, reached, depth - 1) for side in (node.left, node.right))
    if isinstance(node, ast.Name):
        return (
            all_given(node, reached, lambda value: is_a_time(value, reached, depth - 1))
            or _collects_times(node.id, reached, depth - 1)
            or _is_a_part_returned(node.id, reached, depth - 1)
        )
    if isinstance(node, ast.Subscript):
        return is_a_time(node.value, reached, depth - 1)
    if isinstance(node, ast.Attribute) and node.attr in _ATTRIBUTES:
        return is_a_time(node.value, reached, depth - 1)
    if isinstance(node, ast.Call) and name_of(node.func) in ("round", "int", "float", "str") and node.args:
        return is_a_time(node.args[0], reached, depth - 1)
    if isinstance(node, ast.Call) and name_of(node.func) in _OF_ITEMS:
        inner = [*node.args[:1], *([node.func.value] if isinstance(node.func, ast.Attribute) else [])]
        return any(is_a_time(one, reached, depth - 1) for one in inner)
    functions = reached.definitions.get(name_of(node.func), ()) if isinstance(node, ast.Call) else ()
    if any(isinstance(one, ast.FunctionDef) for one in functions):
        values = [value for one in functions for value in returned(one)]
        return all(value is not None and is_a_time(value, reached, depth - 1) for value in values)
    return isinstance(node, (ast.Call, ast.Attribute)) and CLOCK.search(_as_imported(node, reached)) is not None


def _as_imported(node: ast.expr, reached: ReachedSource) -> str:
    """A call as it is written, or with the name that its function has where it is imported from."""
    name = node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""
    imports = (one for one in reached.definitions.get(name, ()) if isinstance(one, ast.ImportFrom))
    imported = next((alias.name for one in imports for alias in one.names if alias.asname == name), None)
    return spelled(node) if imported is None else f"{imported}()"


def _collects_times(name: str, reached: ReachedSource, depth: int) -> bool:
    """Whether all visible items added to a list are durations."""
    calls = [one.value for one in reached.definitions.get(name, ()) if isinstance(one, ast.Expr)]
    added = [
        call.args[0] for call in calls if isinstance(call, ast.Call) and name_of(call.func) == "append" and call.args
    ]
    return bool(added) and all(is_a_time(item, reached, depth) for item in added)


def _is_a_part_returned(name: str, reached: ReachedSource, depth: int) -> bool:
    """Whether a name is only given one of several values of functions, as in ``times, scores = f(x)``: durations."""

    def holds(statement: ast.stmt) -> bool:
        target = statement.targets[0] if isinstance(statement, ast.Assign) and len(statement.targets) == 1 else None
        if isinstance(statement, ast.Assign) and isinstance(target, ast.Name):
            return is_a_time(statement.value, reached, depth)
        if not isinstance(statement, ast.Assign) or not isinstance(target, (ast.Tuple, ast.List)):
            return False
        place = next((at for at, one in enumerate(target.elts) if isinstance(one, ast.Name) and one.id == name), None)
        parts = [] if place is None else list(_returned_at(statement.value, place, reached))
        return bool(parts) and all(one is not None and is_a_time(one, reached, depth) for one in parts)

    return bool(depth) and all_statements(reached, name, holds)


def _returned_at(node: ast.expr, place: int, reached: ReachedSource) -> Iterator[ast.expr | None]:
    """What functions return at a place of a tuple, which a call or a name for its value gives; None if not plain."""
    values = list(reached.values_of(node.id)) if isinstance(node, ast.Name) else [node]
    for value in values:
        for function in reached.definitions.get(name_of(value.func), ()) if isinstance(value, ast.Call) else ():
            yield from (None if one is None else item_at(one, place) for one in returned(function))
