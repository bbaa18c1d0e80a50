"""A graph of where values go: what a place may hold once another holds it, or once an object is changed.

A place is a variable or the value of an expression. What it holds is followed without regard to the order of
statements, so that nothing which may happen is left out (Andersen, *Program Analysis and Specialization for the C
Programming Language*, 1994, chapter 4, with one object for each place).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from enum import IntEnum, auto
from typing import TypeAlias

Place: TypeAlias = "Hashable"


class Fact(IntEnum):
    """What may be so of a place: its value is a marked one or has one in it; it, or an object in it, gets one."""

    HOLDS = auto()
    GETS = auto()
    GETS_INSIDE = auto()


_State: TypeAlias = "tuple[Fact, Place]"


class FlowGraph:
    """Places, and how a fact of one leads to a fact of another."""

    def __init__(self) -> None:
        self._leads: dict[_State, list[_State]] = {}
        self._marked: dict[Place, int] = {}
        self._fixed: frozenset[Place] = frozenset()

    def mark(self, place: Place, mark: int = 1) -> None:
        """What this place holds is looked for; a mark is a sum of powers of two."""
        self._marked[place] = self._marked.get(place, 0) | int(mark)

    def fix(self, places: Iterable[Place]) -> None:
        """Nothing can be put into what these places hold, such as numbers."""
        self._fixed = frozenset(places)

    def moves(self, value: Place, place: Place) -> None:
        """What is made of a value is held by a place."""
        self._lead(Fact.HOLDS, value, Fact.HOLDS, place)

    def is_same(self, place: Place, other: Place) -> None:
        """A place may have the very object that another has."""
        self.moves(other, place)
        self._lead(Fact.GETS, place, Fact.GETS, other)
        self._lead(Fact.GETS_INSIDE, place, Fact.GETS_INSIDE, other)

    def is_out_of(self, part: Place, whole: Place) -> None:
        """A place has an object that is in that of another."""
        self.moves(whole, part)
        self._lead(Fact.GETS, part, Fact.GETS_INSIDE, whole)
        self._lead(Fact.GETS_INSIDE, part, Fact.GETS_INSIDE, whole)

    def is_made_of(self, whole: Place, part: Place) -> None:
        """A new object has another in it."""
        self.moves(part, whole)
        self._is_in(part, whole)

    def is_put_into(self, value: Place, owner: Place) -> None:
        """An object gets another into it."""
        self._lead(Fact.HOLDS, value, Fact.GETS, owner)
        self._is_in(value, owner)

    def may_change(self, value: Place, owner: Place) -> None:
        """An object, or one in it, may get a value by what is not shown."""
        self._lead(Fact.HOLDS, value, Fact.GETS, owner)
        self._lead(Fact.HOLDS, value, Fact.GETS_INSIDE, owner)

    def is_any_of(self, place: Place, other: Place) -> None:
        """A place may have the object of another, or one in it, or one around it."""
        self.moves(other, place)
        for fact in (Fact.GETS, Fact.GETS_INSIDE):
            self._lead(fact, place, Fact.GETS, other)
            self._lead(fact, place, Fact.GETS_INSIDE, other)

    def holding(self) -> dict[Place, int]:
        """All places that may hold what is marked, each with the sum of the marks.

        >>> graph = FlowGraph()
        >>> graph.is_same("b", "a")
        >>> graph.is_put_into("rounded", "b")
        >>> graph.mark("rounded")
        >>> sorted(graph.holding())
        ['a', 'b', 'rounded']
        """
        return self.holders(self._marked)

    def holders(self, marks: Mapping[Place, int]) -> dict[Place, int]:
        """What each place may hold of several marked values, whose marks are powers of two, as the sum of these."""
        found: dict[_State, int] = {}
        waiting = [((Fact.HOLDS, place), mark) for place, mark in marks.items()]
        while waiting:
            state, mark = waiting.pop()
            before = found.get(state, 0)
            new = mark & ~before
            if not new or (state[0] is not Fact.HOLDS and state[1] in self._fixed):
                continue
            found[state] = before | new
            waiting += [(one, new) for one in (*self._leads.get(state, ()), (Fact.HOLDS, state[1]))]
        return {place: marks for (fact, place), marks in found.items() if fact is Fact.HOLDS}

    def _is_in(self, part: Place, whole: Place) -> None:
        self._lead(Fact.GETS_INSIDE, whole, Fact.GETS, part)
        self._lead(Fact.GETS_INSIDE, whole, Fact.GETS_INSIDE, part)

    def _lead(self, fact: Fact, place: Place, other: Fact, then: Place) -> None:
        self._leads.setdefault((fact, place), []).append((other, then))
