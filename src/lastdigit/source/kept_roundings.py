"""Which names of a document may have rounded numbers, or formatted texts, however these come to them.

A number that is rounded where it is printed, ``print(round(x, 2))``, changes nothing else. One that is kept may come
back under another name: by an alias, a parameter, an item of a list, or a text that is made a number again.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Sequence

from lastdigit.base.rule import Rule
from lastdigit.document import Passage
from lastdigit.source.followed_sources import FollowedSources
from lastdigit.source.marked_values import Mark, Marks, gives_other_numbers, rounds
from lastdigit.source.python_source import name_of
from lastdigit.source.rounding_calls import ROUND, operand_of
from lastdigit.source.scopes import Variable, attribute
from lastdigit.source.syntax import expression_of, spelled
from lastdigit.source.unseen import uses_unseen
from lastdigit.source.value_flow import ValueFlow
from lastdigit.source.vocabulary import COMPARE

MAY_ROUND = Rule(
    r"round|\brint\b|format|//|\.\d{0,3}[efg]\b|:[<>^+,]?\.\d|^\s*(?:%%|!|%run|%load|%R\b)|\b(?:fix|trunc|floor|int|exec|eval)\b",
    "a cell that is no Python may round, or runs what is not shown",
    "%%R\nx <- 3",
    "test = 20 val = 80*0.25",
)
OWN_PRINT = Rule(
    r"\bdef print\b|\bprint ?=(?!=)|\bredirect_stdout\b|\bsys\.stdout ?=|\blegacy\b|\bfor_type\("
    r"|PlainTextFormatter|float_precision"
    r"|\b(?:import|from)[ \t][^\n]{0,80}\b(?:uncertainties|gvar|pint|unyt|quantities|brian2)\b",
    "a source prints in its own way, or names a package whose numbers round themselves",
    "def print(*words):",
    "print(words)",
)


class KeptRoundings(FollowedSources):
    """The roundings that the sources of a document keep, followed to all names that may have one of them."""

    def __init__(self, sources: Sequence[Passage]) -> None:
        super().__init__(sources)
        self._printed_in_two_ways = frozenset(_printed_in_two_ways(self.parsed))
        self._variables: frozenset[str] = frozenset()
        self._attributes: frozenset[str] = frozenset()
        self._calls_without: frozenset[str] = frozenset()
        self._comparing: frozenset[str] = frozenset()
        self._between: dict[str, Mark] = {}
        self._is_open = self.flow is None or any(map(OWN_PRINT.search, self.texts))
        if self.flow is not None:
            prints_otherwise = any(one.name == "print" for one in self.flow.given) or any(map(_is_print, self.nodes))
            is_open = prints_otherwise or attribute("stdout") in self.flow.given
            self._is_open = self._is_open or is_open or (bool(self.places) and self.gives_any_name)
            self._find_names(self.flow)

    def marks(self) -> Marks:
        """What the expressions and statements of the sources may give: numbers that are rounded, and texts."""
        return Marks(self.nodes)

    def is_marked(self, text: str) -> bool:
        """Whether a source that is no Python may round."""
        return MAY_ROUND.search(text) is not None or uses_unseen(text)

    def gives_others(self, statement: ast.ImportFrom) -> bool:
        """Whether names that are all imported from a module may be rounded."""
        return gives_other_numbers(statement)

    def _find_names(self, flow: ValueFlow) -> None:
        """Find the names that have a rounding in any function or cell, for expressions that none spells so."""
        self._comparing = COMPARE - {one.name for one in flow.given | flow.defined}
        self._calls_without = frozenset(flow.calls_without(self.places))
        for place, marks in flow.graph.holding().items():
            if isinstance(place, Variable):
                self._between[place.name] = self._between.get(place.name, Mark.NONE) | Mark(marks & ~Mark.ROUNDED)
        found = [one for one in self.places if isinstance(one, Variable)]
        self._variables = frozenset(one.name for one in found if not one.is_attribute)
        self._attributes = frozenset(one.name for one in found if one.is_attribute)

    def may_be_in(self, expression: str, source: Passage | None = None) -> bool:
        """Whether an expression, in ``source`` or else anywhere, may have a kept rounding, or rounds itself.

        >>> kept = KeptRoundings([Passage("x = 2 / 3\\ny = round(x, 2)\\nz = [y]\\nw = x / 3", 1)])
        >>> kept.may_be_in("z"), kept.may_be_in("w"), kept.may_be_in("float(str(w)[:3])")
        (True, False, True)
        """
        node = expression_of(expression)
        if self._is_open or node is None or expression in self._printed_in_two_ways:
            return True
        places = self.places_of(node, source)
        return any(one in self.places for one in places) if places else self._may_be_in(node)

    def is_first(self, expression: str) -> bool:
        """Whether an expression rounds, and what it rounds has no kept rounding."""
        node = expression_of(expression)
        is_rounding = isinstance(node, ast.Call) and name_of(node.func) in ROUND
        operand = operand_of(node) if isinstance(node, ast.Call) and is_rounding else None
        return operand is not None and not self._may_be_in(operand)

    def _may_be_in(self, node: ast.expr | None) -> bool:
        if node is None or self._is_open:
            return True
        nodes = list(self._parts(node))
        known = Mark.NONE
        for one in nodes:
            known |= self._between.get(one.id, Mark.NONE) if isinstance(one, ast.Name) else Mark.NONE
        return any(map(self._has, nodes)) or rounds(nodes, known)

    def _parts(self, node: ast.AST) -> Iterator[ast.AST]:
        """An expression and all in it, but for what is compared, or given to a function that keeps none of it."""
        is_without = isinstance(node, ast.Call) and spelled(node) in self._calls_without
        if is_without or isinstance(node, ast.Compare):
            return
        if isinstance(node, ast.Call) and name_of(node.func) in self._comparing:
            yield from ast.walk(node.func) if isinstance(node.func, ast.Name) else ()
            return
        yield node
        for one in ast.iter_child_nodes(node):
            yield from self._parts(one)

    def _has(self, node: ast.AST) -> bool:
        if isinstance(node, ast.Name):
            return node.id in self._variables
        return isinstance(node, ast.Attribute) and node.attr in self._attributes


def _is_print(node: ast.AST) -> bool:
    return isinstance(node, ast.arg) and node.arg == "print"


def _printed_in_two_ways(trees: Sequence[ast.Module]) -> Iterator[str]:
    """What is in several functions that print and have one name, so that an output may be of either of them."""
    nodes = (node for tree in trees for node in tree.body)
    functions = [node for node in nodes if isinstance(node, ast.FunctionDef) and _prints(node)]
    often = Counter(one.name for one in functions)
    alike = (one for one in functions if often[one.name] > 1)
    yield from (spelled(node) for one in alike for node in ast.walk(one) if isinstance(node, ast.expr))


def _prints(function: ast.FunctionDef) -> bool:
    return any(isinstance(one, ast.Name) and one.id == "print" for one in ast.walk(function))
