"""Seeds set in a source, call by call. Nothing is executed."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from lastdigit.document import Document
from lastdigit.source.draws import dotted
from lastdigit.source.syntax import parse

SETTERS = {
    "numpy.random.seed": "numpy.random",
    "numpy.random.RandomState": "numpy.random",
    "torch.manual_seed": "torch",
    "torch.random.manual_seed": "torch",
    "random.seed": "random",
    "jax.random.PRNGKey": "jax.random",
    "jax.random.key": "jax.random",
}
"""Calls that set a generator's seed."""


@dataclass(frozen=True)
class SeedSet:
    """One call that sets a seed; None if the number is not a literal."""

    cell: int
    generator: str
    seed: int | None


def seeds_set(document: Document) -> Iterator[SeedSet]:
    """The seeds set by a document's cells, in order."""
    known: dict[str, int] = {}
    for cell in document.cells:
        tree = parse(cell.source)
        for node in _in_order(tree) if tree else ():
            if isinstance(node, ast.Assign) and (number := _number(node.value, known)) is not None:
                known |= {target.id: number for target in node.targets if isinstance(target, ast.Name)}
            elif isinstance(node, ast.Call) and (generator := SETTERS.get(dotted(node.func))):
                given = [*node.args, *(keyword.value for keyword in node.keywords)]
                yield SeedSet(cell.number, generator, _number(given[0], known) if given else None)


def _in_order(tree: ast.Module) -> list[ast.Assign | ast.Call]:
    """Assignments and calls in source order."""
    found = [node for node in ast.walk(tree) if isinstance(node, (ast.Assign, ast.Call))]
    return sorted(found, key=lambda node: (node.lineno, node.col_offset))


def _number(node: ast.expr, known: dict[str, int]) -> int | None:
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return node.value
    return known.get(node.id) if isinstance(node, ast.Name) else None
