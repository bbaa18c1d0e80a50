"""Which places have nothing but numbers, texts and truth values, into which nothing can be put."""

from __future__ import annotations

from collections.abc import Iterable

from lastdigit.source.flow_graph import Place

GIVE_FIXED = frozenset(
    ("len", "int", "float", "str", "repr", "bool", "ord", "chr", "format", "isinstance", "hash", "id")
)
"""Functions of Python whose value is a number, a text or a truth value."""


class FixedValues:
    """What each place needs to be fixed: that all which it is given, or made of, is.

    >>> fixed = FixedValues()
    >>> fixed.add("3")
    >>> fixed.needs("n", "3")
    >>> fixed.needs("x", "n", "y")
    >>> sorted(fixed.places())
    ['3', 'n']
    """

    def __init__(self) -> None:
        self._needs: dict[Place, list[Place]] = {}
        self._never: set[Place] = set()

    def add(self, place: Place) -> None:
        """A place has a number, a text or a truth value."""
        self._needs.setdefault(place, [])

    def needs(self, place: Place, *others: Place) -> None:
        """A place is fixed only if others are."""
        self._needs.setdefault(place, []).extend(others)

    def exclude(self, places: Iterable[Place]) -> None:
        """Places may get what is not told here, such as parameters."""
        self._never.update(places)

    def places(self) -> frozenset[Place]:
        """All that are fixed; what is made only of itself and of others that are so is, too."""
        users: dict[Place, list[Place]] = {}
        for place, others in self._needs.items():
            for one in others:
                users.setdefault(one, []).append(place)
        lost = {one for one in users if one not in self._needs} | self._never
        waiting = list(lost)
        while waiting:
            for one in users.get(waiting.pop(), ()):
                if one not in lost:
                    lost.add(one)
                    waiting.append(one)
        return frozenset(self._needs.keys() - lost)
