"""Where single steps of an attention lead that are taken in a coarser format than the result is stored in.

One step is rounded once and all else is exact, which is one definite result. A right result is never rounded so, but
its own roundings resemble coarser ones of the same numbers a little: such a share is evidence only if it is about one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from lastdigit.enclosure.upward import quietly
from lastdigit.mistakes import Mistake
from lastdigit.number_format import FORMATS, FloatFormat, printed_format
from lastdigit.verdicts.attention_steps import AttentionSteps
from lastdigit.verdicts.plain import Direction

QUERIES_AND_KEYS, VALUES = "queries and keys in {}", "values in {}"
WEIGHTS, EXPONENTIALS = "weights in {}", "exponentials in {}, and their sum exact"
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

ROWS = 128
"""Rows of a large result in which the directions are read; all of them up to four times as many."""


Rounding = Callable[[np.ndarray], np.ndarray]


@dataclass(frozen=True)
class _Coarse:
    """A way to round numbers (…, n, d) more coarsely."""

    name: str
    round: Rounding
    signed: bool = False


def coarse_directions(steps: AttentionSteps, storage: FloatFormat) -> list[Direction]:
    """Those that change the result; zero in the rows where they are not read."""
    rows = _sample(steps)
    found = []
    with quietly():
        changes = list(_changes(steps, storage, rows))
    for name, look, changed in changes:
        change = np.zeros((*steps.weights.shape[:-1], steps.v.shape[-1]))
        change[:, rows] = changed
        if np.any(change):
            mistake = Mistake("", name, look, _nothing)
            found.append(Direction((mistake,), change.reshape(-1)))
    return found


def coarse_looks() -> dict[str, str]:
    """What to look at, by the name of a step."""
    names = (*FORMATS, *EIGHT_BITS, INT8, INT8_ROWS)
    return {name.format(format): look.format(format) for name, look in COARSE_LOOKS.items() for format in names}


def _changes(steps: AttentionSteps, storage: FloatFormat, rows: np.ndarray) -> Iterator[tuple[str, str, np.ndarray]]:
    """Names, what to look at, and what the step adds to the result in some rows."""
    formats = list(_coarser(storage))
    q, k, v, w = steps.q[:, rows], steps.k, steps.v, steps.weights[:, rows]
    w = np.where(np.isfinite(w), w, 0.0)
    true = w @ v
    largest = np.max(w, axis=-1, keepdims=True)
    raised = w / np.where(largest > 0.0, largest, 1.0)
    seen = None if steps.seen is None else steps.seen[:, rows]

    def told(name: str, format: str, changed: np.ndarray) -> tuple[str, str, np.ndarray]:
        return name.format(format), COARSE_LOOKS[name].format(format), np.where(np.isfinite(changed), changed, 0.0)

    for coarse in formats:
        yield told(VALUES, coarse.name, w @ (coarse.round(v) - v))
        scores = (coarse.round(steps.q)[:, rows] if coarse.signed else coarse.round(q)) @ np.swapaxes(
            coarse.round(k), -1, -2
        )
        yield told(QUERIES_AND_KEYS, coarse.name, _softmax(scores * steps.scale, seen) @ v - true)
        if not coarse.signed:
            yield told(WEIGHTS, coarse.name, (coarse.round(w) - w) @ v)
            yield told(EXPONENTIALS, coarse.name, (coarse.round(raised) - raised) @ v * largest)
        if coarse.name in FORMATS:
            scores = q @ np.swapaxes(k, -1, -2) * steps.scale
            yield told(SOFTMAX, coarse.name, _softmax(scores, seen, coarse.round) @ v - true)


def _softmax(scores: np.ndarray, seen: np.ndarray | None, round: Rounding = np.asarray) -> np.ndarray:
    """Each of its steps rounded."""
    if seen is not None:
        scores = np.where(seen, scores, -np.inf)
    stored = np.where(np.isfinite(scores), round(np.where(np.isfinite(scores), scores, 0.0)), scores)
    depths = stored - np.max(stored, axis=-1, keepdims=True)
    raised = round(np.exp(np.where(np.isfinite(depths), round(np.where(np.isfinite(depths), depths, 0.0)), depths)))
    return round(raised / round(np.sum(raised, axis=-1, keepdims=True)))


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


def _sample(steps: AttentionSteps) -> np.ndarray:
    """The rows of each sample in which directions are read: evenly spread, the last one among them."""
    count = steps.weights.shape[-2]
    if steps.rows <= 4 * ROWS:
        return np.arange(count)
    share = max(1, -(-ROWS // len(steps.weights)))
    return np.unique(np.linspace(0, count - 1, min(share, count)).astype(np.intp))


def _nothing(result: np.ndarray) -> np.ndarray:
    return result
