"""Where the value of an expression is, by how it is spelled, in a flow of values."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from lastdigit.source.flow_graph import Place
from lastdigit.source.flow_of_values import Occurrence
from lastdigit.source.python_source import name_of
from lastdigit.source.syntax import spelled


class PlacesOfExpressions:
    """The places of all expressions that are followed."""

    def __init__(self, occurrences: Iterable[Occurrence]) -> None:
        self._alike: dict[tuple[type[ast.expr], str], list[Occurrence]] = defaultdict(list)
        for one in occurrences:
            self._alike[_looks(one.node)].append(one)

    def of(self, node: ast.expr, tree: ast.Module | None) -> Sequence[Place]:
        """The places of the values of an expression that is spelled so in ``tree``, or in any function.

        An item is in the object to which it belongs. None if it is not spelled so there; ``tree`` is None for any cell.
        """
        found = [one.place for one in self._spelled_like(node) if tree is None or one.tree in (tree, None)]
        if found:
            return found
        return self.of(node.value, tree) if isinstance(node, ast.Subscript) else ()

    def _spelled_like(self, node: ast.expr) -> Iterator[Occurrence]:
        text = spelled(node)
        return (one for one in self._alike.get(_looks(node), ()) if spelled(one.node) == text)


def _looks(node: ast.expr) -> tuple[type[ast.expr], str]:
    """What expressions that are spelled alike have in common."""
    inner = node.func if isinstance(node, ast.Call) else node
    return type(node), name_of(inner)
