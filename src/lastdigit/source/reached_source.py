"""The source that a cell's prints rest on: its own, and the statements of all cells that give the names in it a value.

Read as syntax trees and never executed. What is given a value more than once may be any of these.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from functools import cached_property

from lastdigit.document import Cell
from lastdigit.source.syntax import parse


class ReachedSource:
    """The cells of a document, as far as one rests on another."""

    def __init__(self, cells: Sequence[Cell]) -> None:
        self._cells = cells
        self._of_cell: dict[int, str] = {}

    @cached_property
    def definitions(self) -> dict[str, list[ast.stmt]]:
        """Per name the statements that give it a value; a function by its name, a method by its own."""
        found: dict[str, list[ast.stmt]] = {}
        for cell in self._cells:
            tree = parse(cell.source)
            for statement in ast.walk(tree) if tree else ():
                if isinstance(statement, ast.stmt):
                    for name in _given_names(statement):
                        found.setdefault(name, []).append(statement)
        return found

    def text(self, cell: Cell) -> str:
        """The source of ``cell`` with that of all statements that its names, and theirs, get their values from."""
        if cell.number not in self._of_cell:
            tree = parse(cell.source)
            reached = self.reached(tree) if tree else ()
            self._of_cell[cell.number] = "\n".join([cell.source.text, *map(ast.unparse, reached)])
        return self._of_cell[cell.number]

    def reached(self, node: ast.AST) -> list[ast.stmt]:
        """The statements that the names in ``node``, and theirs, get their values from."""
        found: dict[int, ast.stmt] = {}
        waiting = [node]
        while waiting:
            for name in _read_names(waiting.pop()):
                for statement in self.definitions.get(name, ()):
                    if id(statement) not in found:
                        found[id(statement)] = statement
                        waiting.append(statement)
        return list(found.values())


def _given_names(statement: ast.stmt) -> Iterator[str]:
    if isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
        yield statement.name
    elif isinstance(statement, (ast.Import, ast.ImportFrom)):
        yield from (alias.asname or alias.name.partition(".")[0] for alias in statement.names)
    targets: list[ast.expr] = []
    if isinstance(statement, ast.Assign):
        targets = statement.targets
    elif isinstance(statement, (ast.AnnAssign, ast.AugAssign, ast.For)):
        targets = [statement.target]
    elif isinstance(statement, ast.With):
        targets = [item.optional_vars for item in statement.items if item.optional_vars]
    for target in targets:
        for node in ast.walk(target):
            if isinstance(node, ast.Name):
                yield node.id
            elif isinstance(node, ast.Attribute):
                yield node.attr


def _read_names(node: ast.AST) -> Iterator[str]:
    for inner in ast.walk(node):
        if isinstance(inner, ast.Name):
            yield inner.id
        elif isinstance(inner, ast.Attribute):
            yield inner.attr
