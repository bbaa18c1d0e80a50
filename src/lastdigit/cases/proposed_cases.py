"""Finds printed goldens that a source computes by a defined operation from known inputs."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from lastdigit.document import Document
from lastdigit.extraction.names import slug
from lastdigit.printing.golden import Golden
from lastdigit.source.arguments import put_in
from lastdigit.source.computations import Assignments, Call, computation
from lastdigit.source.draws import CellDraws, Classes, classes_of, statements_of
from lastdigit.source.syntax import parse, spelled


@dataclass(frozen=True)
class Computed:
    """A golden, the operation that computes it, and its expression in the source."""

    golden: str
    call: Call
    text: str


def computed_in(document: Document, goldens: Sequence[Golden], draws: Sequence[CellDraws]) -> list[Computed]:
    """The goldens that a document explicitly computes from literals, seeded draws and other goldens."""
    reading = _Reading()
    found: list[Computed] = []
    for cell in document.cells:
        tree = parse(cell.source)
        own = [golden for golden in goldens if golden.provenance.cell == cell.number]
        drawn = [draw for group in draws if group.cell == cell.number for draw in group.named]
        reading.take(tree, [(g.label, g.name) for g in own if g.kind == "literal"], drawn)
        for golden in own:
            if golden.is_printed:
                found += reading.of(golden)
                reading.also(golden)
    return found


class _Reading:
    """The state while cells are read: assignments, classes, and inputs by their names in the source."""

    def __init__(self) -> None:
        self.assignments = Assignments()
        self.inputs: dict[str, str] = {}
        self.classes: Classes = {}
        self.objects: dict[str, ast.ClassDef] = {}

    def take(
        self, tree: ast.Module | None, literals: Sequence[tuple[str, str]], drawn: Sequence[tuple[str, str]]
    ) -> None:
        """Read the source of a cell, with its literals and draws by their names there and in the cases."""
        self.classes |= classes_of(tree)
        assigned: Counter[str] = Counter()
        for statement in statements_of(tree):
            if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
                name = statement.targets[0].id
                assigned[name] += 1
                self.inputs.pop(name, None)
                self._assign(name, statement.value)
        self.inputs |= {name: known for name, known in (*literals, *drawn) if assigned[name] <= 1}
        self.inputs |= {self._attribute(name): known for name, known in drawn}
        for name, known in drawn:
            layer, _, part = name.rpartition("_")
            layer = self._attribute(layer)
            if part in ("weight", "bias"):
                weight, bias = self.assignments.layers.get(layer, ("", ""))
                self.assignments.layers[layer] = (known, bias) if part == "weight" else (weight, known)
                self.inputs[known] = known

    def _attribute(self, name: str) -> str:
        """The input name of an object's attribute: draws join both names by an underscore."""
        made = next((one for one in self.objects if name.startswith(f"{one}_")), "")
        return f"{made}.{name[len(made) + 1 :]}" if made else name

    def _assign(self, name: str, value: ast.expr) -> None:
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Name):
            if value.func.id in self.classes:
                self.objects[name] = self.classes[value.func.id]
                return
            if value.func.id in self.objects:
                value = self._forward(value.func.id, value) or value
        self.assignments.add(name, value)

    def _forward(self, name: str, call: ast.Call) -> ast.expr | None:
        """What the ``forward`` of an object returns, its names apart from those outside; None if it is not plain."""
        forward = next(
            (
                node
                for node in self.objects[name].body
                if isinstance(node, ast.FunctionDef) and node.name in ("forward", "__call__")
            ),
            None,
        )
        if forward is None or call.keywords or len(call.args) != len(forward.args.args) - 1:
            return None
        put: dict[str, ast.expr] = dict(zip((one.arg for one in forward.args.args[1:]), call.args, strict=True))
        put[forward.args.args[0].arg] = ast.Name(name, ast.Load())
        for statement in forward.body:
            if isinstance(statement, ast.Return) and statement.value is not None:
                return put_in(statement.value, put)
            if not (isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name)):
                return None
            inner = f"{name}.{statement.targets[0].id}"
            self.assignments.add(inner, put_in(statement.value, put))
            put[statement.targets[0].id] = ast.Name(inner, ast.Load())
        return None

    def of(self, golden: Golden) -> list[Computed]:
        """The computation of a golden whose label is an expression or the name of one."""
        node = self._expression(golden.label)
        if node is None or spelled(node) in self.inputs:
            return []
        call = computation(node, self.assignments, self.inputs)
        last = self.assignments.last(spelled(node), self.assignments.count)
        return [Computed(golden.name, call, spelled(last.node if last else node))] if call else []

    def _expression(self, label: str) -> ast.expr | None:
        tree = parse_expression(label)
        if tree is not None and (not isinstance(tree, ast.Name) or tree.id in self.assignments.of):
            return self._called(tree)
        named = {slug(name): name for name in self.assignments.of if "." not in name}.get(slug(label))
        return ast.Name(named, ast.Load()) if named else None

    def _called(self, node: ast.expr) -> ast.expr:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in self.objects:
            return self._forward(node.func.id, node) or node
        return node

    def also(self, golden: Golden) -> None:
        """Use a golden as an input if nothing better is known for its name."""
        if golden.label.isidentifier() and golden.shape and not golden.cut and golden.summary is None:
            self.inputs.setdefault(golden.label, golden.name)


def parse_expression(text: str) -> ast.expr | None:
    """Parse a label as an expression; None if it is not one."""
    try:
        return ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
