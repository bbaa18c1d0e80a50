"""The literals that a printed expression may show in a cell: by its spelling, or by words that are printed."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence, Set
from functools import cached_property

from lastdigit.document import Cell
from lastdigit.source.literal_values import value_of
from lastdigit.source.literals import UNKNOWN, OneOf, Value
from lastdigit.source.python_source import PRINT, name_of
from lastdigit.source.spelled_names import Point, SpelledNames
from lastdigit.source.syntax import expression_of
from lastdigit.source.words_between import LEADS_TO_A_VALUE
from lastdigit.source.written_parts import Value as Inserted
from lastdigit.source.written_parts import lines_of

_NAME = re.compile(r"[^\W\d]\w*")
NO_WORDS = " \t\n:=->"


class SpelledValues:
    """What the cells of a document show of literals; nothing for cells that show none."""

    def __init__(self, cells: Sequence[Cell]) -> None:
        self._spelled = SpelledNames(cells)
        self.ever = self._spelled.ever
        """Names that hold a literal anywhere."""
        self.behind = {number: _inserted(points) for number, points in self._spelled.points.items()}
        """The values that a source prints behind words, by cell and words."""

    @cached_property
    def lines(self) -> Mapping[int, frozenset[str]]:
        """The lines with words of texts that cells print and that consist of literals, by cell."""
        return {number: frozenset(_lines_of_literals(points)) for number, points in self._spelled.points.items()}

    def of(self, expressions: Sequence[str], words: str, cell: Cell, *, any_known: bool) -> Sequence[Value]:
        """The literals that these expressions hold in ``cell``, or else what it prints behind ``words``.

        An output by its place may be any of what the cell prints alone. None if they hold anything else at a
        statement there, unless ``any_known``.
        """
        points = self._spelled.points.get(cell.number, ())
        values = [value for one in expressions for value in _values(one, points, self.ever)]
        values = values or self.behind.get(cell.number, {}).get(words.strip(NO_WORDS), [])
        if not values and any_known and expressions[0].startswith("output "):
            values = [value for point in points for value in _printed_alone(point)]
        known = [value for value in values if value is not UNKNOWN]
        if len(known) < len(values) and not any_known:
            return ()
        return [one for value in known for one in (value.values if isinstance(value, OneOf) else (value,))]


def _values(expression: str, points: Sequence[Point], ever: Set[str]) -> Iterator[Value]:
    """The values of an expression at all statements that have its name; of one without such a name, by itself."""
    used = set(_NAME.findall(expression))
    has_a_name = not ever.isdisjoint(used)
    if not has_a_name and not any(bracket in expression for bracket in "(["):
        return
    node = expression_of(expression)
    if node is None:
        return
    if not has_a_name:
        value = value_of(node, {})
        if value is not UNKNOWN:
            yield value
        return
    shown = _formatted(node)
    named = {node.id for node in ast.walk(shown) if isinstance(node, ast.Name) and node.id in ever}
    for point in points:
        if any(isinstance(node, ast.Name) and node.id in named for node in ast.walk(point.node)):
            yield value_of(shown, point.names)


def _formatted(node: ast.expr) -> ast.expr:
    """What a string of one placeholder and nothing else puts in; any other expression itself."""
    only = node.values[0] if isinstance(node, ast.JoinedStr) and len(node.values) == 1 else None
    return only.value if isinstance(only, ast.FormattedValue) else node


def _lines_of_literals(points: Sequence[Point]) -> Iterator[str]:
    for point in points:
        for text in _texts(point):
            yield from (line.strip() for line in text.split("\n") if any(map(str.isalpha, line)))


def _printed_alone(point: Point) -> Iterator[Value]:
    """The value that a statement prints and nothing else."""
    call = point.node
    if isinstance(call, ast.Call) and name_of(call.func) in PRINT and len(call.args) == 1 and not call.keywords:
        yield value_of(call.args[0], point.names)


def _texts(point: Point) -> Iterator[str]:
    """The texts that a statement may print and nothing else."""
    for value in _printed_alone(point):
        values = value.values if isinstance(value, OneOf) else (value,)
        yield from (one for one in values if isinstance(one, str))


def _inserted(points: Sequence[Point]) -> dict[str, list[Value]]:
    """What a source prints by name behind words, on their line or on the next, by those words."""
    found: dict[str, list[Value]] = {}
    above = ""
    for point in points:
        if not isinstance(point.node, ast.Call) or name_of(point.node.func) not in PRINT:
            continue
        for line in lines_of(point.node):
            text = ""
            for part in line:
                if not isinstance(part, Inserted):
                    text += part
                    continue
                words = text.strip(NO_WORDS) or above
                for one in {words, LEADS_TO_A_VALUE.sub("", words)} if _is_named(part.node) else ():
                    found.setdefault(one, []).append(value_of(part.node, point.names))
                text = above = ""
            above = text.strip(NO_WORDS) or above
    return {words: values for words, values in found.items() if words and any(value is not UNKNOWN for value in values)}


def _is_named(node: ast.expr) -> bool:
    """Whether an expression is a name, an item of one, or may be the same numbers of one in another order."""
    while isinstance(node, (ast.Subscript, ast.Attribute)):
        node = node.value
    return isinstance(node, (ast.Name, ast.Call))
