"""Values that a clock gave: differences of times, converted or rounded, and rates made of them."""

from __future__ import annotations

import ast

from lastdigit.base.rule import Rule
from lastdigit.source.given_values import all_given, returned
from lastdigit.source.python_source import name_of
from lastdigit.source.reached_source import ReachedSource
from lastdigit.source.syntax import spelled

_DEEPEST = 12
_OF_ITEMS = frozenset(("array", "asarray", "max", "min", "mean", "median", "sum", "std"))
"""Functions and methods whose values are times if they are given times."""
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
        return all_given(node, reached, lambda value: is_a_time(value, reached, depth - 1)) or _collects_times(
            node.id, reached, depth - 1
        )
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
        return _collects_times(node.value.id, reached, depth - 1)
    if isinstance(node, ast.Call) and name_of(node.func) in ("round", "int", "float", "str") and node.args:
        return is_a_time(node.args[0], reached, depth - 1)
    if isinstance(node, ast.Call) and name_of(node.func) in _OF_ITEMS:
        inner = node.args[:1] or ([node.func.value] if isinstance(node.func, ast.Attribute) else [])
        return any(is_a_time(one, reached, depth - 1) for one in inner)
    functions = reached.definitions.get(name_of(node.func), ()) if isinstance(node, ast.Call) else ()
    if any(isinstance(one, ast.FunctionDef) for one in functions):
        values = [value for one in functions for value in returned(one)]
        return all(value is not None and is_a_time(value, reached, depth - 1) for value in values)
    return isinstance(node, (ast.Call, ast.Attribute)) and CLOCK.search(spelled(node)) is not None


def _collects_times(name: str, reached: ReachedSource, depth: int) -> bool:
    """Whether all visible items added to a list are durations."""
    calls = [one.value for one in reached.definitions.get(name, ()) if isinstance(one, ast.Expr)]
    added = [
        call.args[0] for call in calls if isinstance(call, ast.Call) and name_of(call.func) == "append" and call.args
    ]
    return bool(added) and all(is_a_time(item, reached, depth) for item in added)
