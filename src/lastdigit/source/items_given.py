"""What a document gives to items and arguments by their names: in dicts and calls, and by assigning items."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from lastdigit.document import Passage
from lastdigit.source.put_in_values import is_gone_over, reason_of
from lastdigit.source.reached_source import ReachedSource
from lastdigit.source.syntax import parse
from lastdigit.source.written_rows import number_written

Given = Mapping[str, Sequence[ast.expr]]


def items_given(sources: Iterable[Passage]) -> Given:
    """The values that items of dicts get in these sources, by the keys that are strings."""
    found: dict[str, list[ast.expr]] = {}
    trees = [tree for tree in map(parse, sources) if tree is not None]
    for node in (node for tree in trees for node in ast.walk(tree)):
        if isinstance(node, ast.Dict):
            for key, value in zip(node.keys, node.values, strict=True):
                if isinstance(key, ast.Constant) and isinstance(key.value, str):
                    found.setdefault(key.value, []).append(value)
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                key = target.slice if isinstance(target, ast.Subscript) else None
                if isinstance(key, ast.Constant) and isinstance(key.value, str):
                    found.setdefault(key.value, []).append(node.value)
    return found


@dataclass(frozen=True)
class WrittenNumbers:
    """The numbers that sources write: all of several digits, and those of arguments by their names."""

    all: frozenset[float]
    of_arguments: Mapping[str, frozenset[float]]

    @classmethod
    def of(cls, sources: Iterable[Passage]) -> WrittenNumbers:
        """Those of all sources; an argument has the name of its keyword, or of a text before it: ``set("a", 3)``."""
        nodes = [node for tree in map(parse, sources) if tree is not None for node in ast.walk(tree)]
        arguments: dict[str, list[ast.expr]] = {}
        for call in (node for node in nodes if isinstance(node, ast.Call)):
            for argument in call.keywords:
                if argument.arg:
                    arguments.setdefault(argument.arg, []).append(argument.value)
            named, value = (call.args[0], call.args[1]) if len(call.args) > 1 else (None, None)
            if isinstance(named, ast.Constant) and isinstance(named.value, str) and value is not None:
                arguments.setdefault(named.value, []).append(value)
        written = {number_written(node) for node in nodes if isinstance(node, ast.Constant)} - {None}
        several = frozenset(one for one in written if one is not None and (one >= _SEVERAL_DIGITS or one % 1))
        return cls(several, numbers_written(arguments))


_SEVERAL_DIGITS = 10


def is_always_set(key: str, given: Given, reached: ReachedSource) -> bool:
    """Whether all that items with a key get are names or attributes that hold one literal each.

    A loop's variable or a parameter has several, of which a search may choose one, as from literals in a grid.
    """
    values = given.get(key, ())
    return bool(values) and all(_is_set(value, reached) for value in values)


def tried_keys(given: Given, reached: ReachedSource) -> frozenset[str]:
    """The keys of items that only get variables of loops over literals, or counters."""
    return frozenset(key for key, values in given.items() if all(_is_tried(value, reached) for value in values))


def numbers_written(given: Given) -> Mapping[str, frozenset[float]]:
    """The numbers that sources write as items with a key, or in lists that are such items, by their keys."""
    found: dict[str, frozenset[float]] = {}
    for key, values in given.items():
        lists = [value.elts if isinstance(value, (ast.List, ast.Tuple)) else [value] for value in values]
        numbers = [number_written(one) for items in lists for one in items]
        found[key] = frozenset(number for number in numbers if number is not None)
    return found


def _is_tried(node: ast.expr, reached: ReachedSource) -> bool:
    return is_gone_over(node, reached) and reason_of(node, reached) in ("setting", "counter")


def _is_set(node: ast.expr, reached: ReachedSource) -> bool:
    if isinstance(node, ast.Name) and (is_gone_over(node, reached) or reached.is_only_passed(node.id)):
        return False
    return isinstance(node, (ast.Name, ast.Attribute)) and reason_of(node, reached) == "setting"
