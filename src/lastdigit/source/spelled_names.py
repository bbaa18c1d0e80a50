"""Which names hold a literal of the source where a statement is reached: cell by cell, as a document is read.

A name loses its value where it is assigned anything else, where an item of it is assigned, and where a method or a
function that works in place gets it. Nothing is executed.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Sequence
from textwrap import dedent

from lastdigit.base.frozen import frozen
from lastdigit.document import Cell, Passage
from lastdigit.source.changed_frames import with_changes, with_column_in_between
from lastdigit.source.changed_literals import changed_by_method
from lastdigit.source.changed_names import BODIES, assigned, changed_by_functions, changed_in_place
from lastdigit.source.literal_values import value_of
from lastdigit.source.literals import UNKNOWN, Frame, Made, Names, OneOf, Value, holds
from lastdigit.source.loops_over_literals import bound, unpacked
from lastdigit.source.rearranged import with_item
from lastdigit.source.syntax import parse

_NAME = re.compile(r"[^\W\d]\w*")


@frozen
class Point:
    """A statement that prints or shows something, and the values that names have there."""

    node: ast.expr
    names: Names


class SpelledNames:
    """The names of a document that hold literals, at each statement of its cells that shows something."""

    def __init__(self, cells: Sequence[Cell]) -> None:
        self.points: dict[int, list[Point]] = {}
        """The statements that may show something, by the numbers of those cells in which one has a literal's name."""
        self.ever: set[str] = set()
        """Names that hold a literal anywhere."""
        names: dict[str, Value] = {}
        trees = [(cell, parse(cell.source) or _without_indentation(cell.source)) for cell in cells]
        defining = (tree for cell, tree in trees if tree and "def " in cell.source.text)
        self._never = frozenset(name for tree in defining for name in changed_by_functions(tree))
        for cell, tree in trees:
            if tree is None:
                for name in _NAME.findall(cell.source.text):
                    names.pop(name, None)
                continue
            self._here: list[Point] = []
            try:
                self._through(tree.body, names)
            except RecursionError:
                names.clear()
            if any(map(_has_a_literal, self._here)):
                self.points[cell.number] = self._here

    def _through(self, body: Sequence[ast.stmt], names: dict[str, Value]) -> None:
        for statement in body:
            self._step(statement, names)

    def _step(self, statement: ast.stmt, names: dict[str, Value]) -> None:
        if isinstance(statement, ast.Expr):
            if names and (changed_by_method(statement.value, names) or _changes_a_frame(statement.value, names)):
                return
            changed = list(changed_in_place(statement)) if names else ()
            if not changed:
                self._here.append(Point(statement.value, dict(names)))
            self._lose_objects(changed, names)
        elif isinstance(statement, (ast.Assign, ast.AnnAssign)):
            self._assign(statement, names)
        elif isinstance(statement, ast.Delete) and names and _takes_items(statement, names):
            return
        elif isinstance(statement, (ast.For, ast.AsyncFor)):
            self._loop(statement, names)
        elif isinstance(statement, ast.If):
            self._branch(statement, names)
        elif isinstance(statement, (ast.While, ast.Try)):
            self._lose(statement, names)
            self._through(statement.body, names)
            self._lose(statement, names)
        elif isinstance(statement, (ast.With, ast.AsyncWith)):
            for item in statement.items:
                self._lose(item, names)
            self._through(statement.body, names)
        elif isinstance(statement, BODIES):
            names.pop(statement.name, None)
        else:
            self._lose(statement, names)

    def _assign(self, statement: ast.Assign | ast.AnnAssign, names: dict[str, Value]) -> None:
        if names and (returned := changed_by_method(statement.value, names)):
            self._unpack(statement, returned[0], names)
            return
        value = value_of(statement.value, names) if statement.value is not None else UNKNOWN
        if names and isinstance(statement, ast.Assign) and _changes_a_part(statement, value, names):
            return
        if names:
            self._lose_objects(changed_in_place(statement), names)
        self._unpack(statement, value, names)

    def _unpack(self, statement: ast.Assign | ast.AnnAssign, value: Value, names: dict[str, Value]) -> None:
        for target in statement.targets if isinstance(statement, ast.Assign) else [statement.target]:
            for name, one in unpacked(target, value):
                self._give(name, one, names)

    def _loop(self, loop: ast.For | ast.AsyncFor, names: dict[str, Value]) -> None:
        inside = list(bound(loop.target, loop.iter, names))
        self._lose(loop, names)
        for name, value in inside:
            self._give(name, value, names)
        self._through(loop.body, names)
        self._lose(loop, names)
        self._through(loop.orelse, names)

    def _branch(self, statement: ast.If, names: dict[str, Value]) -> None:
        self._lose(statement.test, names)
        branches = [dict(names), dict(names)]
        for name, value in _equal(statement.test, names):
            self._give(name, value, branches[0])
        self._through(statement.body, branches[0])
        self._through(statement.orelse, branches[1])
        for name in {*branches[0], *branches[1], *names}:
            first, second = (branch.get(name, UNKNOWN) for branch in branches)
            self._give(name, first if first is second else UNKNOWN, names)

    def _give(self, name: str, value: Value, names: dict[str, Value]) -> None:
        if value is UNKNOWN or name in self._never:
            names.pop(name, None)
        else:
            names[name] = value
            self.ever.add(name)

    def _lose(self, node: ast.AST, names: dict[str, Value]) -> None:
        """Forget the values of names that a statement, or anything in it, changes, and of other names for them."""
        if not names:
            return
        self._lose_objects(changed_in_place(node), names)
        for name in assigned(node):
            names.pop(name, None)

    def _lose_objects(self, changed: Iterable[str], names: dict[str, Value]) -> None:
        """Forget the values of these names, and of all that hold or share their objects."""
        for name in changed:
            lost = names.pop(name, None)
            objects = lost.values if isinstance(lost, OneOf) else (lost,)
            for one in objects if isinstance(objects[0], (list, dict)) else ():
                whole = one.of if isinstance(one, Made) and one.of is not None else one
                for other in [other for other, value in names.items() if holds(value, whole)]:
                    del names[other]


def _equal(test: ast.expr, names: Names) -> Iterable[tuple[str, Value]]:
    """The names that are equal to literals where a condition holds."""
    tests = test.values if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) else [test]
    for one in tests:
        if isinstance(one, ast.Compare) and len(one.ops) == 1 and isinstance(one.ops[0], ast.Eq):
            value = value_of(one.comparators[0], names)
            if isinstance(one.left, ast.Name) and isinstance(value, (int, float, str)):
                yield one.left.id, value


def _is_held(value: Value, one: Value) -> bool:
    return value is not one and holds(value, one)


def _changes_a_frame(node: ast.expr, names: dict[str, Value]) -> bool:
    """Whether a call only names columns of a frame anew, takes one as its index, or puts one in between, in place."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return False
    if not node.keywords:
        return _change(with_column_in_between(node, names), names)
    owner = node.func.value
    others = [one for one in node.keywords if one.arg != "inplace"]
    old = names.get(owner.id) if isinstance(owner, ast.Name) else None
    if len(others) == len(node.keywords) or not isinstance(old, Frame) or _is_shared(old, names):
        return False
    new = value_of(ast.Call(node.func, node.args, others), names)
    return isinstance(new, Frame) and _replace(old, new, names)


def _changes_a_part(statement: ast.Assign, value: Value, names: dict[str, Value]) -> bool:
    """Whether a statement only changes a part of a literal, of which what it holds then is known."""
    return _gives_an_item(statement, value, names) or _change(with_changes(statement, value, names), names)


def _change(found: tuple[str, Frame] | None, names: dict[str, Value]) -> bool:
    """Whether a frame that no other value shares holds something else then."""
    if found is None or _is_shared(names[found[0]], names):
        return False
    return _replace(names[found[0]], found[1], names)


def _takes_items(statement: ast.Delete, names: dict[str, Value]) -> bool:
    """Whether a statement only deletes items of lists or dicts of literals."""
    if len(statement.targets) > 1 or not isinstance(statement.targets[0], ast.Subscript):
        return False
    target = statement.targets[0]
    old = names.get(target.value.id) if isinstance(target.value, ast.Name) else None
    if old is None or type(old) not in (list, dict, Frame) or _is_shared(old, names):
        return False
    new, key = type(old)(old), value_of(target.slice, names)
    try:
        del new[key]
    except (TypeError, KeyError, IndexError):
        return False
    return _replace(old, new, names)


def _gives_an_item(statement: ast.Assign, value: Value, names: dict[str, Value]) -> bool:
    """Whether a statement only gives a column to a frame, or an item to a dict or a list; others stay as they are."""
    target = statement.targets[0]
    if len(statement.targets) > 1 or not isinstance(target, ast.Subscript) or not isinstance(target.value, ast.Name):
        return False
    old, key = names.get(target.value.id), value_of(target.slice, names)
    if not isinstance(old, (list, dict)) or not isinstance(key, (str, int, list)) or _is_shared(old, names):
        return False
    new = with_item(old, key, value)
    return new is not UNKNOWN and _replace(old, new, names)


def _is_shared(one: Value, names: dict[str, Value]) -> bool:
    """Whether a value is a view, or another one holds it, so that a change of it changes another."""
    is_a_view = isinstance(one, Made) and one.of is not None
    return is_a_view or any(_is_held(other, one) for other in names.values())


def _replace(old: Value, new: Value, names: dict[str, Value]) -> bool:
    names.update({name: new for name, other in names.items() if other is old})
    return True


def _has_a_literal(point: Point) -> bool:
    return any(isinstance(node, ast.Name) and node.id in point.names for node in ast.walk(point.node))


def _without_indentation(source: Passage) -> ast.Module | None:
    """The syntax tree of a source that is indented as a whole, which IPython accepts."""
    return parse(Passage(dedent(source.text), source.first_line)) if source.text[:1].isspace() else None
