"""Where single steps of an attention lead that are taken in a coarser format than the result is stored in.

One step is rounded once and all else is exact, which is one definite result. A right result is never rounded so, but
its own roundings resemble coarser ones of the same numbers a little: such a share is evidence only if it is about one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

import numpy as np

from lastdigit.enclosure.upward import quietly
from lastdigit.mistakes import Mistake
from lastdigit.number_format import FORMATS, FloatFormat, printed_format
from lastdigit.operations.normalization import softmax
from lastdigit.verdicts.attention_steps import AttentionSteps
from lastdigit.verdicts.plain import Direction

QUERIES_AND_KEYS, VALUES = "queries and keys in {}", "values in {}"
WEIGHTS, EXPONENTIALS = "weights in {}", "exponentials in {} before their exact sum"
SOFTMAX = "softmax in {}"
COARSE_LOOKS = {
    QUERIES_AND_KEYS: "the format of queries and keys in the cache, or a cast of them to {}",
    VALUES: "the format of values in the cache, or a cast of them to {}",
    WEIGHTS: "the format in which normalised weights meet the values: {}",
    EXPONENTIALS: "the format in which exponentials meet the values: {}",
    SOFTMAX: "the dtype of the scores and the weights: {}",
}

EIGHT_BITS = ("float8_e4m3fn", "float8_e5m2")
INT8, INT8_ROWS = "int8", "int8 by row"
LARGEST_INT8 = 127.0

HALF_DIGITS, FINE = 11, 8
"""Of a result in a finer format than the half ones any element shows a coarser step, and one row of so many is read."""

Rounding = Callable[[np.ndarray], np.ndarray]


@dataclass(frozen=True)
class _Coarse:
    """A way to round numbers (…, n, d) more coarsely."""

    name: str
    round: Rounding
    signed: bool = False


def coarse_directions(
    steps: AttentionSteps,
    storage: FloatFormat,
    sample: np.ndarray | None = None,
    *,
    names: Collection[str] | None = None,
) -> Iterator[Direction]:
    """Those that change the result, in the sampled rows of each sample of a batch or in all, zero where not read.

    ``names`` are those that are wanted, None for all.
    """
    rows = np.arange(steps.weights.shape[-2]) if sample is None else sample
    read = slice(None) if sample is None or storage.digits <= HALF_DIGITS else slice(None, None, FINE)
    steps_of_rows = _Rows(steps, rows[read])
    for coarse in _coarser(storage):
        for words in _ways(coarse):
            name = words.format(coarse.name)
            if names is not None and name not in names:
                continue
            with quietly():
                changed = steps_of_rows.change(words, coarse)
                changed = np.where(np.isfinite(changed), changed, 0.0)
            if np.any(changed):
                change = np.zeros((len(changed), len(rows), changed.shape[-1]))
                change[:, read] = changed
                yield Direction(
                    (Mistake("", name, COARSE_LOOKS[words].format(coarse.name), _nothing),), change.reshape(-1)
                )


def count_ways(storage: FloatFormat) -> int:
    """How many coarser steps a result in a format may have."""
    return sum(len(_ways(coarse)) for coarse in _coarser(storage))


def coarse_looks() -> dict[str, str]:
    """What to look at, by the name of a step."""
    names = (*FORMATS, *EIGHT_BITS, INT8, INT8_ROWS)
    return {name.format(format): look.format(format) for name, look in COARSE_LOOKS.items() for format in names}


class _Rows:
    """Some rows of an attention, and what a step in a coarser format adds to them."""

    def __init__(self, steps: AttentionSteps, rows: np.ndarray) -> None:
        self._steps, self._rows = steps, rows
        weights = steps.weights[:, rows]
        self._weights = np.where(np.isfinite(weights), weights, 0.0)
        self._seen = None if steps.seen is None else steps.seen[:, rows]
        with quietly():
            self._true = self._weights @ steps.v

    def change(self, words: str, coarse: _Coarse) -> np.ndarray:
        """What one of the steps adds in a format."""
        ways = {
            VALUES: self._values,
            QUERIES_AND_KEYS: self._queries_and_keys,
            WEIGHTS: self._of_weights,
            EXPONENTIALS: self._exponentials,
            SOFTMAX: self._softmax,
        }
        return ways[words](coarse)

    def _values(self, coarse: _Coarse) -> np.ndarray:
        v = self._steps.v
        return np.asarray(self._weights @ (coarse.round(v) - v))

    def _queries_and_keys(self, coarse: _Coarse) -> np.ndarray:
        steps = self._steps
        q = coarse.round(steps.q)[:, self._rows] if coarse.signed else coarse.round(steps.q[:, self._rows])
        scores = q @ np.swapaxes(coarse.round(steps.k), -1, -2) * steps.scale
        return np.asarray(softmax(scores, self._seen) @ steps.v - self._true)

    def _of_weights(self, coarse: _Coarse) -> np.ndarray:
        return np.asarray((coarse.round(self._weights) - self._weights) @ self._steps.v)

    def _exponentials(self, coarse: _Coarse) -> np.ndarray:
        largest = np.max(self._weights, axis=-1, keepdims=True)
        raised = self._weights / np.where(largest > 0.0, largest, 1.0)
        return np.asarray((coarse.round(raised) - raised) @ self._steps.v * largest)

    def _softmax(self, coarse: _Coarse) -> np.ndarray:
        """Each of its steps rounded."""

        def stored(numbers: np.ndarray) -> np.ndarray:
            finite = np.isfinite(numbers)
            return np.where(finite, coarse.round(np.where(finite, numbers, 0.0)), numbers)

        scores = self._steps.scores[:, self._rows]
        scores = stored(scores if self._seen is None else np.where(self._seen, scores, -np.inf))
        raised = coarse.round(np.exp(stored(scores - np.max(scores, axis=-1, keepdims=True))))
        weights = coarse.round(raised / coarse.round(np.sum(raised, axis=-1, keepdims=True)))
        return np.asarray(weights @ self._steps.v - self._true)


def _ways(coarse: _Coarse) -> list[str]:
    """The steps that are taken in a format."""
    found = [VALUES, QUERIES_AND_KEYS]
    if not coarse.signed:
        found += [WEIGHTS, EXPONENTIALS]
    if coarse.name in FORMATS:
        found.append(SOFTMAX)
    return found


def _coarser(storage: FloatFormat) -> Iterator[_Coarse]:
    """Formats of fewer digits than the result's, and of eight bits."""
    for format in FORMATS.values():
        if format.digits < storage.digits and format.name != "tf32":
            yield _Coarse(format.name, format.round)
    for name in EIGHT_BITS:
        yield _Coarse(name, printed_format(name).round)
    yield _Coarse(INT8, lambda array: _in_steps(array, (-2, -1)), signed=True)
    yield _Coarse(INT8_ROWS, lambda array: _in_steps(array, (-1,)), signed=True)


def _in_steps(array: np.ndarray, axes: tuple[int, ...]) -> np.ndarray:
    """Multiples of a 127th of the largest magnitude along axes."""
    step = np.max(np.abs(array), axis=axes, keepdims=True) / LARGEST_INT8
    step = np.where(step > 0.0, step, 1.0)
    return np.asarray(np.rint(array / step) * step)


def _nothing(result: np.ndarray) -> np.ndarray:
    return result
