"""The source that a cell's prints depend on: its own, and the assignments to its names in all cells.

Nothing is executed. A name with several assignments may have any of these values.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import TypeAlias

from lastdigit.document import Cell, Passage
from lastdigit.source.counted_loops import counted, stepped_in_each_round
from lastdigit.source.free_names import names_from_outside
from lastdigit.source.given_names import (
    definitions_in,
    gives_attributes,
    handed_over_in,
    is_a_change,
    source_of_values,
    values_given,
)
from lastdigit.source.installing import only_installs
from lastdigit.source.kept_roundings import KeptRoundings
from lastdigit.source.number_formats import formats_cells
from lastdigit.source.other_numbers import OtherNumbers
from lastdigit.source.own_attributes import given_to_others
from lastdigit.source.passed_values import Passed, own_parameters, parameters, passed_values
from lastdigit.source.syntax import names_in, parse, spelled
from lastdigit.source.touched import Touched
from lastdigit.source.unseen import IN_FLOAT64
from lastdigit.source.unseen_values import UnseenValues

Predicate: TypeAlias = "Callable[[str], bool]"
"""A test of a statement or an expression."""


class ReachedSource:
    """The cells of a document and their dependencies."""

    def __init__(self, cells: Sequence[Cell]) -> None:
        self._cells = cells
        self._said: dict[Predicate, bool] = {}
        self._cell_says: dict[tuple[int, Predicate], bool] = {}
        self._statements_say: dict[tuple[int, Predicate], bool] = {}
        self._names: dict[int, frozenset[str]] = {}
        self._within: dict[str, ReachedSource] = {}

    @cached_property
    def definitions(self) -> dict[str, list[ast.stmt]]:
        """The statements that assign each name; functions and methods by their names."""
        return definitions_in(cell.source for cell in self._cells)

    def values_of(self, name: str) -> Iterator[ast.expr]:
        """The expressions that statements assign to a name itself, alone or with other names."""
        for statement in self.definitions.get(name, ()):
            yield from values_given(statement, name)

    @cached_property
    def handed_over(self) -> frozenset[str]:
        """Names that a call statement may change, such as ``rows.sort()`` and ``shuffle(rows)``."""
        return frozenset(name for name, _ in self.calls_changing)

    @cached_property
    def lent(self) -> frozenset[str]:
        """Names whose objects functions that no source defines may change."""
        trees = (parse(cell.source) for cell in self._cells)
        return frozenset(given_to_others((tree for tree in trees if tree is not None), self.definitions))

    @cached_property
    def calls_changing(self) -> Sequence[tuple[str, ast.Call | None]]:
        """Names that a call statement may change, each with the call; and deleted ones, without a call."""
        trees = (parse(cell.source) for cell in self._cells)
        return [one for tree in trees if tree for one in handed_over_in(tree)]

    def may_be_changed(self, node: ast.AST, predicate: Predicate) -> bool:
        """Whether a call statement that satisfies a predicate may change what ``node`` depends on.

        It does so by itself, or by the function of the document that it calls.
        """
        if not self.calls_changing or not self.any_says(predicate):
            return False
        names = frozenset(names_in(node)).union(*map(self._names_in, self._reached(node)))
        calls = (call for name, call in self.calls_changing if name in names and call is not None)
        return any(predicate(spelled(call)) or self.node_says(call.func, predicate) for call in calls)

    @cached_property
    def passed(self) -> Passed:
        """What calls pass to the parameters of the document's functions."""
        if not any("def " in cell.source.text for cell in self._cells):
            return {}
        return passed_values(tree for cell in self._cells if (tree := parse(cell.source)) is not None)

    @cached_property
    def parameters(self) -> frozenset[str]:
        """The names of the parameters of all functions and lambdas of the document."""
        trees = (parse(cell.source) for cell in self._cells)
        return frozenset().union(*(parameters(tree) for tree in trees if tree is not None))

    def is_only_passed(self, name: str) -> bool:
        """Whether a name is that of a parameter, which no statement assigns."""
        given = self.definitions.get(name, ())
        return all(map(gives_attributes, given)) and name in self.passed

    @cached_property
    def counted(self) -> frozenset[str]:
        """Names that ``while`` loops count up to a limit."""
        looping = (parse(cell.source) for cell in self._cells if "while " in cell.source.text)
        return frozenset(name for tree in looping if tree for name in counted(tree))

    @cached_property
    def stepped(self) -> frozenset[str]:
        """Names that loops change by an operation in each of their rounds."""
        trees = (
            parse(cell.source) for cell in self._cells if "for " in cell.source.text or "while " in cell.source.text
        )
        return frozenset(name for tree in trees if tree for name in stepped_in_each_round(tree))

    @cached_property
    def unseen_values(self) -> UnseenValues:
        """What may give names values that no statement assigns to them."""
        return UnseenValues.of(cell.source for cell in self._cells)

    @cached_property
    def kept_roundings(self) -> KeptRoundings:
        """The names that may have rounded numbers."""
        return KeptRoundings([cell.source for cell in self._cells])

    @cached_property
    def may_be_no_float64(self) -> OtherNumbers:
        """The numbers that may be shorter than float64."""
        return OtherNumbers([cell.source for cell in self._cells], IN_FLOAT64)

    @cached_property
    def may_be_of_packages(self) -> OtherNumbers:
        """The numbers that may be none of Python's own."""
        return OtherNumbers([cell.source for cell in self._cells], frozenset())

    @cached_property
    def formats_cells(self) -> bool:
        """Whether any source formats the cells of a table."""
        return self.any_says(formats_cells)

    @property
    def anywhere(self) -> ReachedSource:
        """The same from the point of view of no source in particular."""
        return self

    @property
    def tree(self) -> ast.Module | None:
        """The syntax tree of the source from whose point of view it is; None without one."""
        return None

    def within(self, source: Passage) -> ReachedSource:
        """The same, with names assigned in ``source`` having no other value."""
        if source.text not in self._within:
            self._within[source.text] = _Within(self, self._cells, source)
        return self._within[source.text]

    def says(self, cell: Cell, predicate: Predicate) -> bool:
        """Whether the source that a cell's prints depend on satisfies a predicate; without a cell, itself alone."""
        known = cell.number, predicate
        if known not in self._cell_says:
            self._cell_says[known] = self.any_says(predicate) and self._with_names_says(cell, predicate)
        return self._cell_says[known]

    def any_says(self, predicate: Predicate) -> bool:
        """Whether the source of any cell satisfies a predicate."""
        if predicate not in self._said:
            self._said[predicate] = any(predicate(one.source.text) for one in self._cells)
        return self._said[predicate]

    def may_say(self, cell: Cell, predicate: Predicate, *, unseen: bool = False) -> bool:
        """Whether the source satisfies a predicate on which a cell's prints depend, or may depend.

        A call may change what it is given. A name that no source gives a value may have any, and so may all names where
        a source executes another; ``unseen``: whether what no source shows may satisfy the predicate. Values of other
        cells do not matter where the cell gives a name its own before it reads it.
        """
        if not (unseen or self.any_says(predicate)):
            return False
        tree = parse(cell.source)
        if tree is None or predicate(cell.source.text) or any(map(predicate, self._unread)):
            return self.any_says(predicate)
        if self.touched.has_unknown_names(tree):
            return True
        statements = self._may_be_reached(names_from_outside(tree))
        return any(self.touched.is_unknown(one) or self._statement_says(one, predicate) for one in statements)

    def _may_be_reached(self, names: frozenset[str]) -> Iterator[ast.stmt]:
        """The statements that names depend on, also by what may change them without an assignment."""
        of_any_name = self.touched.of_any_name
        yield from of_any_name
        names = names.union(*map(self.touched.free_names_of, of_any_name))
        yield from _followed(names, self._may_give, self.touched.free_names_of)

    def _may_give(self, name: str) -> Sequence[ast.stmt]:
        return *self._given(name), *self.touched.by_name.get(name, ())

    def _given(self, name: str) -> Sequence[ast.stmt]:
        """The statements that assign a name; one that none assigns may come of a module that gives all its names."""
        return self.definitions.get(name, self.definitions.get("*", ()))

    @cached_property
    def touched(self) -> Touched:
        """What its sources may change without an assignment."""
        return Touched.of(cell.source for cell in self._cells)

    @cached_property
    def _unread(self) -> list[str]:
        """The sources that are no Python, which may assign any name; commands that install packages assign none."""
        texts = (cell.source.text for cell in self._cells if parse(cell.source) is None)
        return [text for text in texts if not only_installs(text)]

    def _with_names_says(self, cell: Cell, predicate: Predicate) -> bool:
        tree = parse(cell.source)
        if predicate(cell.source.text) or any(map(predicate, self._unread)):
            return True
        return tree is not None and self._names_say(tree, predicate)

    def node_says(self, node: ast.AST, predicate: Predicate) -> bool:
        """Whether ``node``, or any statement that its names depend on, satisfies a predicate."""
        return predicate(spelled(node)) or self._names_say(node, predicate)

    def _names_say(self, node: ast.AST, predicate: Predicate) -> bool:
        return any(self._statement_says(statement, predicate) for statement in self._reached(node))

    def _statement_says(self, statement: ast.stmt, predicate: Predicate) -> bool:
        known = id(statement), predicate
        if known not in self._statements_say:
            self._statements_say[known] = predicate(spelled(source_of_values(statement)))
        return self._statements_say[known]

    def _reached(self, node: ast.AST) -> Iterator[ast.stmt]:
        """The statements that the names in ``node`` depend on, directly or indirectly."""
        return _followed(frozenset(names_in(node)), self._given, self._names_in)

    def _names_in(self, statement: ast.stmt) -> frozenset[str]:
        if id(statement) not in self._names:
            self._names[id(statement)] = frozenset(names_in(source_of_values(statement)))
        return self._names[id(statement)]


class _Within(ReachedSource):
    """The cells of a document from the point of view of one source."""

    def __init__(self, around: ReachedSource, cells: Sequence[Cell], source: Passage) -> None:
        super().__init__(cells)
        self._around, self._source = around, source

    @property
    def anywhere(self) -> ReachedSource:
        """The cells from the point of view of no source in particular."""
        return self._around.anywhere

    @property
    def tree(self) -> ast.Module | None:
        """The syntax tree of this source."""
        return parse(self._source)

    @property
    def touched(self) -> Touched:
        """What sources may change anywhere without an assignment."""
        return self._around.touched

    @property
    def unseen_values(self) -> UnseenValues:
        """What may give names values anywhere that no statement assigns to them."""
        return self._around.unseen_values

    @property
    def kept_roundings(self) -> KeptRoundings:
        """The names that may have rounded numbers anywhere."""
        return self._around.kept_roundings

    @property
    def calls_changing(self) -> Sequence[tuple[str, ast.Call | None]]:
        """Names that a call statement may change anywhere, with the calls."""
        return self._around.calls_changing

    @property
    def passed(self) -> Passed:
        """What calls pass to the parameters of functions anywhere."""
        return self._around.passed

    @property
    def parameters(self) -> frozenset[str]:
        """The names of the parameters of functions anywhere."""
        return self._around.parameters

    @property
    def counted(self) -> frozenset[str]:
        """Names that loops count anywhere."""
        return self._around.counted

    @property
    def stepped(self) -> frozenset[str]:
        """Names that loops change in each of their rounds anywhere."""
        return self._around.stepped

    @cached_property
    def definitions(self) -> dict[str, list[ast.stmt]]:
        """The statements that assign names there, or else anywhere; those of other cells assign no parameter.

        Statements that only change what a name has, as ``frame["a"] = 1`` and ``x = x + 1`` do, hide no others.
        """
        own = definitions_in([self._source])
        tree = parse(self._source) if "def " in self._source.text else None
        hidden = own_parameters(tree) - own.keys() if tree is not None else ()
        around = {name: given for name, given in self._around.definitions.items() if name not in hidden}
        changed = {
            name: [*around[name], *(one for one in given if one not in around[name])]
            for name, given in own.items()
            if name in around and all(is_a_change(one, name) for one in given)
        }
        return around | own | changed


def _followed(
    names: frozenset[str],
    given_by: Callable[[str], Iterable[ast.stmt]],
    names_of: Callable[[ast.stmt], frozenset[str]],
) -> Iterator[ast.stmt]:
    """The statements that give names their values, and those that give values to the names in these, each once."""
    found: set[int] = set()
    waiting = [names]
    while waiting:
        for name in waiting.pop():
            for statement in given_by(name):
                if id(statement) not in found:
                    found.add(id(statement))
                    waiting.append(names_of(statement))
                    yield statement


def is_always_given(name: str, called: str, reached: ReachedSource) -> bool:
    """Whether a name is only ever assigned results of functions or methods with these names."""
    statements = reached.definitions.get(name, ())
    return bool(statements) and all(_is_given_by(called, statement) for statement in statements)


def _is_given_by(called: str, statement: ast.stmt) -> bool:
    value = statement.value if isinstance(statement, ast.Assign) else None
    return isinstance(value, ast.Call) and spelled(value.func).rpartition(".")[2] == called
