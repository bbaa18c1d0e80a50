"""Directions of single steps of an attention in a coarser format than the result's.

One step is rounded once and everything else is exact, which is one definite result. The rounding errors of a right
result correlate slightly with coarser ones of the same numbers: a share is evidence only if it is about one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from lastdigit.base.number_format import FORMATS, FloatFormat, printed_format
from lastdigit.enclosure.upward import quietly
from lastdigit.operations.mistakes import Mistake
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
"""Of a result in a finer format than the half ones any element shows a coarser step, and one row in n is read."""

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
    """The directions that change the result, in the sampled rows of each sample or in all, zero elsewhere. ``names``
    selects directions, None for all.
    """
    rows = np.arange(steps.weights.shape[-2]) if sample is None else sample
    read = slice(None) if sample is None or storage.digits <= HALF_DIGITS else slice(None, None, FINE)
    ways = [(words, coarse) for coarse in _coarser(storage) for words in _ways(coarse)]
    ways = [(words, coarse) for words, coarse in ways if names is None or words.format(coarse.name) in names]
    changes = _changes(_Rows(steps, rows[read]), ways)
    for words, coarse in ways:
        changed = next(changes[words])
        if np.any(changed):
            change = np.zeros((len(changed), len(rows), changed.shape[-1]))
            change[:, read] = changed
            name, look = words.format(coarse.name), COARSE_LOOKS[words].format(coarse.name)
            yield Direction((Mistake("", name, look, _nothing),), change.reshape(-1))


def _changes(rows: _Rows, ways: Sequence[tuple[str, _Coarse]]) -> dict[str, Iterator[np.ndarray]]:
    """The change by each step, in one format after the other; 0 if it is not finite."""
    found = {}
    for words in dict.fromkeys(words for words, _ in ways):
        with quietly():
            changed = rows.changes(words, [coarse for each, coarse in ways if each == words])
            found[words] = iter(np.where(np.isfinite(changed), changed, 0.0))
    return found


def count_ways(storage: FloatFormat) -> int:
    """The number of possible coarser steps of a result in a format."""
    return sum(len(_ways(coarse)) for coarse in _coarser(storage))


def coarse_looks() -> dict[str, str]:
    """What to check in the code, by the name of a step."""
    names = (*FORMATS, *EIGHT_BITS, INT8, INT8_ROWS)
    return {name.format(format): look.format(format) for name, look in COARSE_LOOKS.items() for format in names}


class _Rows:
    """Some rows of an attention, and their changes by steps in a coarser format."""

    def __init__(self, steps: AttentionSteps, rows: np.ndarray) -> None:
        self._steps, self._rows = steps, rows
        weights = steps.weights[:, rows]
        self._weights = np.where(np.isfinite(weights), weights, 0.0)
        self._seen = None if steps.seen is None else steps.seen[:, rows]
        with quietly():
            self._true = self._weights @ steps.v

    def changes(self, words: str, formats: Sequence[_Coarse]) -> np.ndarray:
        """The change by one step in each of some formats: (formats, b, rows, c)."""
        ways = {
            VALUES: self._values,
            QUERIES_AND_KEYS: self._queries_and_keys,
            WEIGHTS: self._of_weights,
            EXPONENTIALS: self._exponentials,
            SOFTMAX: self._softmax,
        }
        return np.asarray(ways[words](formats))

    def _values(self, formats: Sequence[_Coarse]) -> np.ndarray:
        v = self._steps.v
        return np.asarray(self._weights @ (_rounded(formats, v) - v))

    def _queries_and_keys(self, formats: Sequence[_Coarse]) -> np.ndarray:
        steps = self._steps
        q, k = _rounded(formats, steps.q)[:, :, self._rows], _rounded(formats, steps.k)
        scores = q @ np.swapaxes(k, -1, -2) * steps.scale
        return np.asarray(softmax(scores, self._seen) @ steps.v - self._true)

    def _of_weights(self, formats: Sequence[_Coarse]) -> np.ndarray:
        return np.asarray((_rounded(formats, self._weights) - self._weights) @ self._steps.v)

    def _exponentials(self, formats: Sequence[_Coarse]) -> np.ndarray:
        largest = np.max(self._weights, axis=-1, keepdims=True)
        raised = self._weights / np.where(largest > 0.0, largest, 1.0)
        return np.asarray((_rounded(formats, raised) - raised) @ self._steps.v * largest)

    def _softmax(self, formats: Sequence[_Coarse]) -> np.ndarray:
        """Softmax with each of its steps rounded."""
        scores = self._steps.scores[:, self._rows]
        scores = scores if self._seen is None else np.where(self._seen, scores, -np.inf)
        return np.array([self._softmax_in(coarse, scores) for coarse in formats])

    def _softmax_in(self, coarse: _Coarse, scores: np.ndarray) -> np.ndarray:
        def stored(numbers: np.ndarray) -> np.ndarray:
            finite = np.isfinite(numbers)
            return np.where(finite, coarse.round(np.where(finite, numbers, 0.0)), numbers)

        scores = stored(scores)
        raised = coarse.round(np.exp(stored(scores - np.max(scores, axis=-1, keepdims=True))))
        weights = coarse.round(raised / coarse.round(np.sum(raised, axis=-1, keepdims=True)))
        return np.asarray(weights @ self._steps.v - self._true)


def _rounded(formats: Sequence[_Coarse], array: np.ndarray) -> np.ndarray:
    return np.array([coarse.round(array) for coarse in formats])


def _ways(coarse: _Coarse) -> list[str]:
    """The steps taken in a format."""
    found = [VALUES, QUERIES_AND_KEYS]
    if not coarse.signed:
        found += [WEIGHTS, EXPONENTIALS]
    if coarse.name in FORMATS:
        found.append(SOFTMAX)
    return found


def _coarser(storage: FloatFormat) -> Iterator[_Coarse]:
    """Formats with fewer digits than the result's, and 8-bit formats."""
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
