"""Plain readings: what float64 gives for an operation with mistakes in it, and in which directions they lead away.

They prove nothing. They say where a mistake would be seen, and which ones are worth an enclosure.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from lastdigit.mistakes import Mistake, NotApplicable, changed_result, read_mistakes
from lastdigit.operations import Operation
from lastdigit.verdicts.attention_steps import AttentionSteps, Taken

PRODUCTS = ("linear", "projection")

KEPT = 4096
"""Elements up to which the results of two mistakes at once are kept."""


@dataclass(frozen=True, eq=False)
class Direction:
    """Where mistakes lead: what they add to the right result, flat, the same for all of ``mistakes``."""

    mistakes: tuple[Mistake, ...]
    change: np.ndarray

    @property
    def names(self) -> tuple[str, ...]:
        """Their names, each once."""
        return tuple(dict.fromkeys(mistake.name for mistake in self.mistakes))

    @property
    def gross(self) -> bool:
        """Whether one of them makes a result worthless."""
        return any(mistake.gross for mistake in self.mistakes)

    @property
    def part(self) -> bool:
        """Whether they change a part of the result and leave all else right."""
        return all(mistake.part for mistake in self.mistakes)


class PlainReading:
    """An operation on float64 ``arrays`` (None for one that is left out), with or without mistakes in it."""

    def __init__(self, operation: Operation, parameters: dict[str, Any], arrays: Sequence[np.ndarray | None]) -> None:
        self._operation = operation
        self._parameters = parameters
        self._arrays = arrays
        self._inner: dict[tuple[Mistake, ...], np.ndarray] = {}
        self._directions: dict[tuple[Mistake, ...], list[Direction]] = {}

    def read(self, mistakes: Sequence[Mistake]) -> np.ndarray | None:
        """Mistakes that are made together, or the definition; None where they cannot be made or give another shape."""
        inner = tuple(mistake for mistake in mistakes if not mistake.of_result)
        try:
            with np.errstate(all="ignore"):
                read = np.asarray(changed_result(mistakes, self._plainly(inner)))
        except (NotApplicable, ValueError, ZeroDivisionError):
            return None
        return read if read.shape == self.true.shape else None

    @cached_property
    def true(self) -> np.ndarray:
        """The definition."""
        with np.errstate(all="ignore"), self._taken.taking():
            return np.asarray(self._operation.definition(*self._arrays, **self._parameters))

    @property
    def is_product(self) -> bool:
        """Whether the operation is one matrix product of what it is given."""
        return self._operation.name in PRODUCTS

    @property
    def size(self) -> int:
        """How many numbers it is given."""
        return sum(array.size for array in self._arrays if array is not None)

    @cached_property
    def steps(self) -> AttentionSteps | None:
        """The steps of the definition, where it is an attention."""
        taken = self._taken if self.true.size else Taken()
        return taken.steps(self._operation)

    @cached_property
    def _taken(self) -> Taken:
        return Taken()

    def directions(self, mistakes: Sequence[Mistake]) -> list[Direction]:
        """Those of the mistakes that can be made, mistakes of one direction together."""
        key = tuple(mistakes)
        if key not in self._directions:
            self._directions[key] = list(self._grouped(key))
        return self._directions[key]

    def _grouped(self, mistakes: Sequence[Mistake]) -> Iterator[Direction]:
        found: dict[tuple[float, ...], list[Mistake]] = {}
        changes: dict[tuple[float, ...], np.ndarray] = {}
        probes = np.random.RandomState(0).standard_normal((2, self.true.size))
        for mistake in mistakes:
            read = self.read((mistake,))
            if read is None:
                continue
            with np.errstate(all="ignore"):
                change = (read - self.true).reshape(-1)
                finite = np.where(np.isfinite(change), change, 0.0)
                size = float(np.sqrt(np.dot(finite, finite)))
                place = (size, *(probes @ finite), float(np.sum(np.isfinite(change))))
            key = tuple(float(f"{number:.7g}") for number in place)
            found.setdefault(key, []).append(mistake)
            changes.setdefault(key, change)
        for key, together in found.items():
            yield Direction(tuple(together), changes[key])

    def _plainly(self, inner: tuple[Mistake, ...]) -> np.ndarray:
        """Mistakes inside an operation; what is alone is met again under each of a result, pairs in other formats."""
        if not inner:
            return self.true
        if inner in self._inner:
            return self._inner[inner]
        with self._taken.giving(mistake.operation for mistake in inner):
            read = np.asarray(read_mistakes(inner, self._operation.name, self._arrays, self._parameters))
        if len(inner) < 2 or read.size <= KEPT:
            self._inner[inner] = read
        return read
