"""The roundings of what names hold: what statements give to them and to their items, and what functions return."""

from __future__ import annotations

import ast
import math
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction

from lastdigit.source.given_names import gives_attributes, source_of_values
from lastdigit.source.given_values import returned
from lastdigit.source.item_keys import Keys, giving, key_given
from lastdigit.source.name_values import added, assigns_an_item, is_new, place_of, reads, value_given
from lastdigit.source.reached_source import ReachedSource
from lastdigit.source.rounded_numbers import UNBOUNDED, Rounding, coarsest, of_operation
from lastdigit.source.rounding_calls import divisor_of
from lastdigit.source.shown_floats import rounds
from lastdigit.source.syntax import names_in, spelled
from lastdigit.source.written_rows import number_written


class NamesTraced(ABC):
    """A search for roundings through names; each is followed once under the same keys.

    ``_bound`` are the expressions that variables of a comprehension, or parameters of a lambda, stand for.
    """

    def __init__(self, reached: ReachedSource) -> None:
        self._reached = reached
        self._known: dict[tuple[str, Keys], Rounding | None] = {}
        self._following: list[ast.stmt] = []
        self._bound: dict[str, ast.expr] = {}

    @abstractmethod
    def of(self, node: ast.expr, depth: int, keys: Keys = ()) -> Rounding | None:
        """The rounding of an expression, or of its item at ``keys``; None if there is none."""

    @contextmanager
    def _binding(self, values: Iterable[tuple[str, ast.expr]]) -> Iterator[None]:
        """With names that stand for expressions."""
        before = self._bound
        self._bound = before | dict(values)
        yield
        self._bound = before

    def _named(self, name: str, depth: int, keys: Keys) -> Rounding | None:
        """The rounding of all that a name is given; that of a sum of rounded numbers to which it adds them."""
        if name in self._bound:
            before, self._bound = self._bound, {one: value for one, value in self._bound.items() if one != name}
            found = self.of(before[name], depth, keys)
            self._bound = before
            return found
        known = name, keys
        if known not in self._known:
            self._known[known] = None
            statements = self._reached.definitions.get(name, ())
            before, self._bound = self._bound, {}
            self._known[known] = self._given(name, statements, depth, keys) if statements else self._passed(name, depth)
            self._bound = before
        return self._known[known]

    def _given(self, name: str, statements: Sequence[ast.stmt], depth: int, keys: Keys) -> Rounding | None:
        """The rounding of what statements give to a name, in their order, or to its item at ``keys``."""
        if self._adds_rounded(name, statements, depth):
            return UNBOUNDED
        relevant = giving(keys, statements)
        values = [
            value_given(one, name)
            for one in relevant
            if not isinstance(one, ast.AugAssign) and not assigns_an_item(one, name)
        ]
        first = [one for one in values if not is_new(one) and not reads(one, name)]
        given = self._common(first, depth, keys)
        for statement in relevant:
            self._known[name, keys] = given
            value = value_given(statement, name)
            if assigns_an_item(statement, name):
                given = self._with_item(statement, given, depth, keys, is_first=not first)
            elif isinstance(statement, ast.AugAssign) and given is not None and not given.is_to_whole:
                given = given.moved if isinstance(statement.op, (ast.Add, ast.Sub)) else UNBOUNDED
            elif value is not None and reads(value, name):
                given = self._followed(statement, value, depth, keys)
        return given

    def _adds_rounded(self, name: str, statements: Sequence[ast.stmt], depth: int) -> bool:
        """Whether statements add rounded numbers to a name, as those in a loop do again and again."""
        terms = [term for statement in statements if (term := added(statement, name)) is not None]
        found = (self.of(term, depth) for term in terms)
        return any(one is not None and not one.is_to_whole for one in found)

    def _with_item(
        self, statement: ast.stmt, given: Rounding | None, depth: int, keys: Keys, *, is_first: bool
    ) -> Rounding | None:
        """The rounding of what a name has, or of its item at ``keys``, after a statement that assigns an item."""
        key = key_given(statement)
        is_asked_for = isinstance(key, str) and keys[:1] == (key,)
        value = statement.value if isinstance(statement, ast.Assign) else None
        found = None if value is None else self._followed(statement, value, depth, keys[1:] if is_asked_for else keys)
        if is_asked_for or found is None:
            return found if is_asked_for else given
        return found if is_first and given is None else coarsest([given, found])

    def _followed(self, statement: ast.stmt, value: ast.expr, depth: int, keys: Keys) -> Rounding | None:
        self._following.append(statement)
        found = self.of(value, depth, keys)
        self._following.pop()
        return found

    def _passed(self, name: str, depth: int) -> Rounding | None:
        """The rounding of all that calls pass to a parameter."""
        return self._common(self._reached.passed.get(name, ()), depth)

    def _of_attribute(self, name: str, depth: int, keys: Keys) -> Rounding | None:
        """The rounding of what statements give to an attribute of this name; None where none does."""
        known = f".{name}", keys
        if known not in self._known:
            self._known[known] = None
            statements = [one for one in self._reached.definitions.get(name, ()) if gives_attributes(one)]
            given = [one.value for one in statements if isinstance(one, ast.Assign) and not is_new(one.value)]
            adds = self._adds_rounded(name, statements, depth)
            self._known[known] = UNBOUNDED if adds else self._common(given, depth, keys)
        return self._known[known]

    def _returned(self, function: str, depth: int, keys: Keys) -> Rounding | None:
        """The rounding of all that a function of the document returns."""
        known = f"{function}()", keys
        if known not in self._known:
            self._known[known] = None
            values = [value for one in self._reached.definitions.get(function, ()) for value in returned(one)]
            self._known[known] = self._common(values, depth, keys)
        return self._known[known]

    def _common(self, values: Iterable[ast.expr | None], depth: int, keys: Keys = ()) -> Rounding | None:
        """The rounding that all of several values have, literals apart; None if one is not plain."""
        common: Rounding | None = None
        for value in values:
            if isinstance(value, ast.Constant):
                continue
            found = None if value is None else self.of(value, depth, keys)
            if found is None or common not in (None, found):
                return None
            common = found
        return common

    def _operation(self, node: ast.BinOp, depth: int, keys: Keys) -> Rounding | None:
        if isinstance(node.op, ast.FloorDiv):
            return Rounding(0, is_cut=True)
        left, right = (self.of(side, depth, keys) for side in (node.left, node.right))
        if isinstance(node.op, ast.Mult):
            left = None if self._counts(left, node.left, node.right) else left
            right = None if self._counts(right, node.right, node.left) else right
        return of_operation(node, left, right, self._size)

    def _counts(self, rounding: Rounding | None, node: ast.expr, factor: ast.expr) -> bool:
        """Whether a factor is how often something goes into a number, and not cut to multiples of the other factor."""
        if rounding is None or not (rounding.is_last and rounding.is_to_whole):
            return False
        values = list(self._reached.values_of(node.id)) if isinstance(node, ast.Name) else [node]
        sizes = [None if one is None else self._size(one) for one in map(divisor_of, values)]
        return bool(values) and all(size is not None and size > 1 and size != self._size(factor) for size in sizes)

    def _literal(self, node: ast.expr | None) -> ast.expr | None:
        """The only literal that a name is given, or that calls pass to a parameter; any other expression itself."""
        if not isinstance(node, ast.Name):
            return node
        statements = self._reached.definitions.get(node.id, ())
        given = [value_given(one, node.id) for one in statements] or list(self._reached.passed.get(node.id, ()))
        found = {None if one is None else spelled(one) for one in given}
        return given[0] if len(found) == 1 and given[0] is not None else node

    def _size(self, node: ast.expr) -> Fraction | None:
        """The size of a literal, or of the only literal that a name is given; None for anything else."""
        if isinstance(node, ast.Name):
            given = self._reached.definitions.get(node.id, ())
            value = value_given(given[0], node.id) if len(given) == 1 else None
            return None if value is None or isinstance(value, ast.Name) else self._size(value)
        number = number_written(node)
        return None if number is None or not math.isfinite(number) else abs(Fraction(repr(number)))

    def _may_be_rounded(self, node: ast.expr) -> bool:
        """Whether the source rounds what an expression depends on; of a loop's variable, what the loop goes over.

        What it gives to other items of the same object does not matter, nor does the statement that is followed.
        """
        if rounds(spelled(node)):
            return True
        name, keys = place_of(node)
        places = [(name, keys)] if name else [(one, ()) for one in names_in(node)]
        return any(self._is_given_rounded(name, keys) for name, keys in places)

    def _is_given_rounded(self, name: str, keys: Keys) -> bool:
        """Whether statements give a name, or its item, what is rounded, apart from those that are followed."""
        given = giving(keys, self._reached.definitions.get(name, ()))
        return any(self._says_apart(one, name) for one in given if one not in self._following)

    def _says_apart(self, statement: ast.stmt, name: str) -> bool:
        """Whether a statement rounds, or gives a name what is rounded, apart from what the name was before."""
        node = source_of_values(statement)
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)) or rounds(spelled(node)):
            return self._reached.node_says(node, rounds)
        others = (one for one in ast.walk(node) if isinstance(one, ast.Name) and one.id != name)
        return any(self._reached.node_says(one, rounds) for one in others)
