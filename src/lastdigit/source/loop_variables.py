"""The variables of the loops around a statement, which tell apart what is printed in their rounds."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from lastdigit.base.frozen import frozen
from lastdigit.document import Passage
from lastdigit.source.python_source import name_of
from lastdigit.source.syntax import parse


@frozen
class LoopVariables:
    """``only``: those that are alone in their loop, the number of the round aside; ``select``: those by which the body
    of the loop finds an item, or with which it compares something for equality.
    """

    only: frozenset[str] = frozenset()
    select: frozenset[str] = frozenset()

    def and_of(self, loop: ast.For | ast.AsyncFor) -> LoopVariables:
        """These, and the variables of another loop within."""
        own = {node.id for node in ast.walk(loop.target) if isinstance(node, ast.Name)}
        select = frozenset(place.id for place in _places(loop) if isinstance(place, ast.Name) and place.id in own)
        return LoopVariables(self.only | _only(loop), self.select | select)

    def tell_apart(self, *, among_others: bool) -> frozenset[str]:
        """Those that tell rounds apart where they are printed, ``among_others`` or alone."""
        return self.select | self.only if among_others else self.select


NO_VARIABLES = LoopVariables()


def selecting(source: Passage) -> frozenset[str]:
    """The variables by which the loops of a source find items, or with which they compare something."""
    tree = parse(source)
    loops = [node for node in ast.walk(tree) if isinstance(node, (ast.For, ast.AsyncFor))] if tree is not None else []
    return frozenset(name for loop in loops for name in NO_VARIABLES.and_of(loop).select)


def _only(loop: ast.For | ast.AsyncFor) -> frozenset[str]:
    target = loop.target
    if isinstance(target, ast.Tuple) and isinstance(loop.iter, ast.Call) and name_of(loop.iter.func) == "enumerate":
        target = target.elts[-1]
    return frozenset([target.id]) if isinstance(target, ast.Name) else frozenset()


def _places(loop: ast.For | ast.AsyncFor) -> Iterator[ast.expr]:
    """The indices in the body of a loop, and what it compares for equality."""
    for node in (node for statement in loop.body for node in ast.walk(statement)):
        if isinstance(node, ast.Subscript):
            yield node.slice
        elif isinstance(node, ast.Compare) and all(isinstance(one, ast.Eq) for one in node.ops):
            yield from (node.left, *node.comparators)
