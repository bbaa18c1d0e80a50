"""Plain readings: float64 values of an operation with mistakes, and the directions of the mistakes.

They prove nothing. They show where a mistake would be visible, and which ones are worth an enclosure.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from lastdigit.enclosure.upward import quietly
from lastdigit.operations import Operation, called_operations
from lastdigit.operations.attention import seen_keys
from lastdigit.operations.mistakes import Mistake, NotApplicable, changed_result, read_mistakes
from lastdigit.verdicts.attention_rows import AttentionRows
from lastdigit.verdicts.attention_steps import AttentionSteps, Taken
from lastdigit.verdicts.sample import sampled_rows
from lastdigit.verdicts.shares import AT_ONCE

PRODUCTS = ("linear", "projection")

KEPT = 4096
"""Elements up to which the results of two mistakes at once are cached."""

KEPT_ROWS = 2**16
"""Elements up to which the sampled rows of a mistake are cached."""

BITS = 24
"""Bits in which two equal changes agree."""

CANNOT = (NotApplicable, ValueError, ZeroDivisionError)
"""Exceptions of a changed definition whose mistake does not apply."""


@dataclass(frozen=True, eq=False)
class Direction:
    """The direction of mistakes: their change of the right result, flat, the same for all of ``mistakes``."""

    mistakes: tuple[Mistake, ...]
    change: np.ndarray

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Their names, each once."""
        return tuple(dict.fromkeys(mistake.name for mistake in self.mistakes))

    @cached_property
    def gross(self) -> bool:
        """Whether one of them makes a result worthless."""
        return any(mistake.gross for mistake in self.mistakes)

    @cached_property
    def is_finite(self) -> bool:
        """Whether the change is finite everywhere."""
        return bool(np.isfinite(self.change).all())

    @cached_property
    def part(self) -> bool:
        """Whether they change only a part of the result."""
        return all(mistake.part for mistake in self.mistakes)


class PlainReading:
    """An operation on float64 ``arrays`` (None for an omitted one), with or without mistakes."""

    def __init__(self, operation: Operation, parameters: dict[str, Any], arrays: Sequence[np.ndarray | None]) -> None:
        self._operation = operation
        self.parameters = parameters
        self.arrays = arrays
        self._called: set[str] = set()
        self._inner: dict[tuple[Mistake, ...], np.ndarray] = {}
        self._sampled: dict[Mistake, np.ndarray | None] = {}
        self._directions: dict[tuple[tuple[Mistake, ...], bool], list[Direction]] = {}

    def on(self, arrays: Sequence[np.ndarray | None]) -> PlainReading:
        """The same operation on other arrays."""
        return PlainReading(self._operation, self.parameters, arrays)

    def read(self, mistakes: Sequence[Mistake]) -> np.ndarray | None:
        """Mistakes that are made together, or the definition; None if they cannot be made or give another shape."""
        with quietly():
            return self._read(mistakes)

    def _read(self, mistakes: Sequence[Mistake]) -> np.ndarray | None:
        inner = tuple(mistake for mistake in mistakes if not mistake.of_result)
        try:
            read = np.asarray(changed_result(mistakes, self._plainly(inner)))
        except CANNOT:
            return None
        return read if read.shape == self.true.shape else None

    @cached_property
    def true(self) -> np.ndarray:
        """The definition."""
        with quietly(), self._taken.taking(self._operation), called_operations() as called:
            read = np.asarray(self._operation.definition(*self.arrays, **self.parameters))
        self._called.update(called)
        return read

    @property
    def called(self) -> set[str]:
        """The names of all operations that the definition calls."""
        return self._called if self.true is not None else set()

    @cached_property
    def has_samples(self) -> bool:
        """Whether the first sample of the result depends on exactly the first sample of every batched argument."""
        first = [array[:1] if array is not None and array.ndim > 2 else array for array in self.arrays]
        try:
            with quietly():
                alone = np.asarray(self._operation.definition(*first, **self.parameters))
        except (ValueError, IndexError, ArithmeticError):
            return False
        return self.true.ndim > 0 and np.array_equal(alone, self.true[:1], equal_nan=True)

    @property
    def is_product(self) -> bool:
        """Whether the operation is one matrix product of its arguments."""
        return self._operation.name in PRODUCTS

    @property
    def size(self) -> int:
        """The number of elements of all arguments."""
        return sum(array.size for array in self.arrays if array is not None)

    @cached_property
    def steps(self) -> AttentionSteps | None:
        """The steps of the definition of an attention; None for other operations."""
        taken = self._taken if self.true.size else Taken()
        return taken.steps(self._operation)

    def alike_rows(self, count: int) -> np.ndarray | None:
        """Numbers of the rows of the first argument, the same for equal ones; None if none are, or not ``count``."""
        first = self.arrays[0]
        if first is None or first.ndim < 2 or not first.shape[-1] or first.size // first.shape[-1] != count:
            return None
        numbers: dict[bytes, int] = {}
        found = [numbers.setdefault(row.tobytes(), len(numbers)) for row in first.reshape(count, -1) + 0.0]
        return None if len(numbers) == count else np.array(found, dtype=np.intp)

    @cached_property
    def sample(self) -> np.ndarray | None:
        """The sampled rows of each sample of a batch in which mistakes are read; None for all rows."""
        return None if self._whole is None else sampled_rows(*self._whole.steps.weights.shape[:2])

    @cached_property
    def rows(self) -> np.ndarray | None:
        """The same rows, numbered through the whole batch."""
        if self._whole is None or self.sample is None:
            return None
        batch, count = self._whole.steps.weights.shape[:2]
        return np.asarray((count * np.arange(batch)[:, np.newaxis] + self.sample).reshape(-1))

    @cached_property
    def _taken(self) -> Taken:
        return Taken()

    @cached_property
    def _whole(self) -> AttentionRows | None:
        """The definition, resumable from any of its steps."""
        steps, mask = self.steps, self.parameters.get("mask")
        if steps is None or self.arrays[0] is None or self.arrays[0].ndim < 2:
            return None
        if mask is not None and mask.ndim > 2:
            mask = steps.flat(mask)
        return AttentionRows(steps, bool(self.parameters.get("causal")), mask)

    @cached_property
    def _some(self) -> AttentionRows | None:
        """The same in the sampled rows."""
        if self._whole is None or self.sample is None:
            return None
        return AttentionRows(self._whole.steps, self._whole.causal, self._whole.mask, self.sample)

    def directions(self, mistakes: Sequence[Mistake], *, sampled: bool = False) -> list[Direction]:
        """The directions of applicable mistakes, equal directions grouped; in the sampled rows or in all."""
        key = tuple(mistakes), sampled and self._some is not None
        if key not in self._directions:
            with quietly():
                changes = [(mistake, self._change(mistake, sampled=key[1])) for mistake in mistakes]
            self._directions[key] = list(_grouped([(each, read) for each, read in changes if read is not None]))
        return self._directions[key]

    def in_sample(self, mistakes: Sequence[Mistake]) -> np.ndarray | None:
        """Mistakes that are made together, in the sampled rows, flat; None if they cannot be made."""
        if self._some is None or len(mistakes) > 1:
            read = self.read(mistakes)
            return None if read is None else self._of_rows(read).reshape(-1)
        with quietly():
            read = self._sampled_true if not mistakes else self._in_sample(mistakes[0], self._some)
        return None if read is None else read.reshape(-1)

    def change(self, direction: Direction) -> np.ndarray:
        """The change of the whole result by the mistakes of a direction, flat."""
        read = self.read(direction.mistakes[:1])
        if read is None:
            return np.full(self.true.size, np.nan)
        with quietly():
            return np.asarray((read - self.true).reshape(-1))

    def _change(self, mistake: Mistake, *, sampled: bool) -> np.ndarray | None:
        """The change by a mistake, flat."""
        if not sampled or self._some is None:
            read, true = self._read((mistake,)), self.true
        else:
            read, true = self._in_sample(mistake, self._some), self._sampled_true
        return None if read is None or read.size != true.size else (read.reshape(true.shape) - true).reshape(-1)

    @cached_property
    def _sampled_true(self) -> np.ndarray:
        return self._of_rows(self.true)

    def _of_rows(self, array: np.ndarray) -> np.ndarray:
        return array.reshape(-1, array.shape[-1])[self.rows]

    def _in_sample(self, mistake: Mistake, some: AttentionRows) -> np.ndarray | None:
        """A mistake in the sampled rows, cached if it has few elements."""
        if mistake in self._sampled:
            return self._sampled[mistake]
        read = self._rows_with(mistake, some)
        if read is None or read.size <= KEPT_ROWS:
            self._sampled[mistake] = read
        return read

    def _rows_with(self, mistake: Mistake, some: AttentionRows) -> np.ndarray | None:
        try:
            if some.can_read((mistake,)):
                return some.read((mistake,))
            if mistake.of_inputs:
                return self._of_other_inputs(mistake)
        except CANNOT:
            return None
        read = self._read((mistake,))
        return None if read is None else self._of_rows(read)

    def _of_other_inputs(self, mistake: Mistake) -> np.ndarray:
        """The sampled rows of an attention with changed inputs."""
        q, k, v = (mistake.definition(array) for array in self.arrays)
        return np.asarray(self._operation.definition(q[..., self.sample, :], k, v, **self._masks_of_sample))

    @cached_property
    def _masks_of_sample(self) -> dict[str, Any]:
        """The masks of the sampled rows, as parameters."""
        q, k, _ = (np.asarray(array) for array in self.arrays)
        seen = seen_keys((q.shape[-2], k.shape[-2]), bool(self.parameters.get("causal")), self.parameters.get("mask"))
        if seen is None:
            return {}
        return {"mask": np.broadcast_to(seen, (*seen.shape[:-2], q.shape[-2], k.shape[-2]))[..., self.sample, :]}

    @cached_property
    def sampled(self) -> PlainReading | None:
        """The sampled rows as an attention of those queries; None if all rows are read."""
        if self.sample is None:
            return None
        q, *others = self.arrays
        return PlainReading(self._operation, self._masks_of_sample, [np.asarray(q)[..., self.sample, :], *others])

    def _plainly(self, inner: tuple[Mistake, ...]) -> np.ndarray:
        """Mistakes inside an operation, cached: single ones recur under each mistake of a result, pairs in other
        formats."""
        if not inner:
            return self.true
        if inner in self._inner:
            return self._inner[inner]
        if self._whole is not None and self._whole.can_read(inner):
            read = self._whole.read(inner).reshape(self.true.shape)
        else:
            read = np.asarray(read_mistakes(inner, self._operation.name, self.arrays, self.parameters))
        if len(inner) < 2 or read.size <= KEPT:
            self._inner[inner] = read
        return read


def _grouped(changes: Sequence[tuple[Mistake, np.ndarray]]) -> Iterator[Direction]:
    """Group mistakes by direction: equal sizes and equal random sums of their changes."""
    found: dict[tuple[float, ...], Direction] = {}
    for (mistake, change), place in zip(changes, _places([change for _, change in changes]), strict=True):
        key = tuple(place)
        together = found.get(key)
        found[key] = Direction((mistake,), change) if together is None else _also(together, mistake)
    yield from found.values()


def _places(changes: Sequence[np.ndarray]) -> Iterator[list[float]]:
    """For every change its size, two random sums, and how many of its elements are finite, rounded."""
    if not changes:
        return
    probes = np.random.default_rng(0).standard_normal((changes[0].size, 2))
    at_once = max(1, AT_ONCE // max(1, changes[0].size))
    for start in range(0, len(changes), at_once):
        some = np.array(changes[start : start + at_once])
        known = np.isfinite(some)
        with quietly():
            finite = np.where(known, some, 0.0)
            sizes = np.sqrt(np.einsum("ij,ij->i", finite, finite))
            digits, exponents = np.frexp(np.column_stack([sizes, finite @ probes, known.sum(axis=-1)]))
            yield from np.ldexp(np.rint(np.ldexp(digits, BITS)), exponents - BITS).tolist()


def _also(direction: Direction, mistake: Mistake) -> Direction:
    return Direction((*direction.mistakes, mistake), direction.change)
