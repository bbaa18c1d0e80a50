"""The elements of a comparison in columns: element objects are created on demand, and reports use whole columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, product
from typing import Any

import numpy as np

from lastdigit.verdicts.texts import texts_of
from lastdigit.verdicts.verdict import Element

UNKNOWN = -1
"""Value in the column of same digits if nothing was printed."""


class Grid(Sequence[tuple[int, ...]]):
    """Indices of an array's elements: the first ones in row-major order, or those at some ``places``."""

    __slots__ = ("places", "shape")

    def __init__(self, shape: Sequence[int], places: range | np.ndarray) -> None:
        self.shape = tuple(shape)
        self.places = places

    def __len__(self) -> int:
        return len(self.places)

    def __getitem__(self, at):  # type: ignore[no-untyped-def]
        if isinstance(at, slice):
            return tuple(self)[at]
        place = int(self.places[at])
        index: list[int] = []
        for extent in reversed(self.shape):
            place, position = divmod(place, extent)
            index.append(position)
        return tuple(reversed(index))

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        if isinstance(self.places, range):
            return islice(product(*map(range, self.shape)), len(self.places))
        return map(self.__getitem__, range(len(self.places)))


class Terms(dict[str, np.ndarray]):
    """The terms of an allowance: by name, a float64 number per element."""

    __hash__ = None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Mapping) or self.keys() != other.keys():
            return False
        return all(np.array_equal(bounds, other[name]) for name, bounds in self.items())

    def __ne__(self, other: object) -> bool:
        return not self == other

    @classmethod
    def of(cls, terms: Mapping[str, Sequence[float] | np.ndarray]) -> Terms:
        """The same terms in arrays."""
        return terms if isinstance(terms, cls) else cls((name, numbers(bounds)) for name, bounds in terms.items())


class Elements(Sequence[Element]):
    """Elements of a comparison; equal to any sequence of the same ones.

    ``indices`` is a :class:`Grid`, or a tuple for irregular ones. ``printed`` and ``observed`` are texts, ``error`` and
    ``allowed`` float64 arrays, ``agrees`` an array of bool, ``same`` one of int8: 1 or 0 for elements that print the
    same digits or not, and :data:`UNKNOWN`.
    """

    __slots__ = ("agrees", "allowed", "error", "indices", "observed", "printed", "same")

    def __init__(
        self,
        indices: Grid | tuple[tuple[int, ...], ...],
        printed: Sequence[str],
        observed: Sequence[str],
        error: np.ndarray,
        allowed: np.ndarray,
        agrees: np.ndarray,
        same: np.ndarray,
    ) -> None:
        self.indices = indices
        self.printed = printed
        self.observed = observed
        self.error = error
        self.allowed = allowed
        self.agrees = agrees
        self.same = same

    @classmethod
    def of(cls, elements: Sequence[Element]) -> Elements:
        """The columns of any elements."""
        if isinstance(elements, cls):
            return elements
        index, printed, observed, error, allowed, agrees, same = zip(*elements, strict=True) if elements else ((),) * 7
        return cls(
            tuple(index),
            texts_of(printed),
            texts_of(observed),
            numbers(error),
            numbers(allowed),
            np.array(agrees, dtype=np.bool_),
            same_column(same),
        )

    def __len__(self) -> int:
        return len(self.error)

    def __getitem__(self, at):  # type: ignore[no-untyped-def]
        if isinstance(at, slice):
            return tuple(self)[at]
        same = int(self.same[at])
        return Element(
            self.indices[at],
            self.printed[at],
            self.observed[at],
            float(self.error[at]),
            float(self.allowed[at]),
            bool(self.agrees[at]),
            None if same == UNKNOWN else same == 1,
        )

    def __iter__(self) -> Iterator[Element]:
        same = map({1: True, 0: False, UNKNOWN: None}.__getitem__, self.same.tolist())
        rows = (self.indices, self.printed, self.observed, self.error.tolist(), self.allowed.tolist())
        return map(Element, *rows, self.agrees.tolist(), same)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence) or isinstance(other, str):
            return NotImplemented
        return len(self) == len(other) and all(one == another for one, another in zip(self, other, strict=True))

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(tuple(self))


def numbers(values: Any) -> np.ndarray:
    """A column of float64."""
    return np.asarray(values, dtype=np.float64)


def same_column(same: Iterable[bool | None]) -> np.ndarray:
    """An int8 column of which elements print the same digits."""
    return np.array([UNKNOWN if one is None else bool(one) for one in same], dtype=np.int8)
