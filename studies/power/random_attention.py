"""Random right attentions: arrays, mask, format and ways of computing, all drawn from a number."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from lastdigit.base.number_format import FORMATS
from lastdigit.operations.attention import causal_mask
from studies.power.attention import Attention
from studies.power.attention_study import right_attentions
from studies.power.fused_attentions import scores
from studies.power.rules import Question, Ruling, lastdigits
from studies.power.stored import stored
from studies.random_cases import random_mask

STORED = ("float32", "float16", "bfloat16")
WIDTHS = (1, 2, 4, 8, 16, 24, 32, 64)
MOST_SCORE = {"float32": math.inf, "float16": 3e4, "bfloat16": math.inf}
"""Half of float16's largest number: stored unscaled scores must not overflow."""

Numbers = Callable[[np.random.RandomState, tuple[int, ...]], np.ndarray]

DRAWN: Mapping[str, Numbers] = {
    "normal": lambda draw, shape: draw.standard_normal(shape),
    "offset": lambda draw, shape: draw.uniform(-8, 8) + draw.standard_normal(shape),
    "large offset": lambda draw, shape: 100 * draw.standard_normal() + draw.standard_normal(shape),
    "offset by column": lambda draw, shape: 4 * draw.standard_normal(shape[-1]) + draw.standard_normal(shape),
    "few values": lambda draw, shape: draw.choice([-1.0, -0.3, 0.1, 0.7], size=shape),
    "repeated rows": lambda draw, shape: draw.standard_normal(shape)[..., draw.randint(shape[-2], size=shape[-2]), :],
    "constant": lambda draw, shape: np.full(shape, draw.standard_normal()),
    "constant rows": lambda draw, shape: np.broadcast_to(draw.standard_normal((*shape[:-1], 1)), shape).copy(),
    "long tails": lambda draw, shape: draw.standard_t(2, size=shape),
    "positive": lambda draw, shape: draw.uniform(size=shape),
    "small": lambda draw, shape: 2.0 ** draw.randint(-10, 0) * draw.standard_normal(shape),
    "zeros among them": lambda draw, shape: draw.standard_normal(shape) * (draw.uniform(size=shape) < 0.5),
}


@dataclass(frozen=True)
class RandomRun:
    """The verdict on a right result, with a description of the run."""

    description: str
    keys: int
    ruling: Ruling


def run_right(number: int, ways: int, *, long: bool) -> Iterator[RandomRun]:
    """Draw case ``number``, compute it in ``ways`` right ways, and judge the results; ``long``: 512 keys or more."""
    draw = np.random.RandomState(number)
    format = STORED[draw.randint(len(STORED))]
    heads, groups = _heads(draw)
    n, m = (int(draw.choice([1, 128, 512])), int(draw.choice([512, 640, 1024]))) if long else _few(draw)
    width, columns = (int(draw.choice(WIDTHS)) for _ in range(2))
    shapes = ((*heads, n, width), (*groups, m, width), (*groups, m, columns))
    kinds = [list(DRAWN)[draw.randint(len(DRAWN))] for _ in range(3)]
    numbers = [DRAWN[kind](draw, shape).astype(np.float32) for kind, shape in zip(kinds, shapes, strict=True)]
    q, k, v = (stored(array, format) for array in numbers)
    q = _within(q, k, format, heads, groups)
    parameters = _mask(draw, n, m)
    given = Attention(q, _spread(k, heads, groups), _spread(v, heads, groups), _seen(parameters, n, m), format)
    suited = [name for name in right_attentions() if _suits(name, given)]
    operation = "grouped_query_attention" if heads else "scaled_dot_product_attention"
    question = Question(operation, (q, k, v), parameters, format, given.exact)
    drawn = f"case {number}, {'long, ' if long else ''}{format}, {', '.join(kinds)}, {shapes}, {list(parameters)}"
    for name in draw.permutation(suited)[:ways].tolist():
        with np.errstate(all="ignore"):
            result = right_attentions()[name](given)
        if not np.all(np.isfinite(result)):
            raise ValueError(f"{drawn}: {name} is not right here: {result}")
        yield RandomRun(f"{name}, {drawn}", m, lastdigits(question, result))


def _few(draw: np.random.RandomState) -> tuple[int, int]:
    """Mostly few queries and keys."""
    return tuple(int(2 ** draw.uniform(0, 6.01)) for _ in range(2))  # type: ignore[return-value]


def _heads(draw: np.random.RandomState) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The axes of heads of queries and of keys; none in half of the cases."""
    if draw.randint(2):
        return (), ()
    groups, shared = int(draw.randint(1, 3)), int(draw.randint(1, 4))
    return (groups * shared,), (groups,)


def _spread(array: np.ndarray, heads: tuple[int, ...], groups: tuple[int, ...]) -> np.ndarray:
    """Keys or values repeated for each head of queries."""
    return np.repeat(array, heads[0] // groups[0], axis=0) if heads else array


def _within(q: np.ndarray, k: np.ndarray, format: str, heads: tuple[int, ...], groups: tuple[int, ...]) -> np.ndarray:
    """The queries, divided by a power of two if a stored score would overflow."""
    spread = _spread(k, heads, groups).astype(np.float64)
    largest = float(np.max(np.abs(q) @ np.abs(np.swapaxes(spread, -1, -2))))
    if largest <= MOST_SCORE[format]:
        return q
    return stored(q / np.float32(2.0 ** math.ceil(math.log2(largest / MOST_SCORE[format]))), format)


def _suits(name: str, given: Attention) -> bool:
    """Whether a way is right for this case: one that stores log Σ exp needs a digit after its point."""
    if "stored log" not in name:
        return True
    unit = FORMATS[given.format].unit_roundoff
    return bool(unit * (np.max(np.abs(scores(replace(given, seen=None)))) + math.log(given.keys)) < 1 / 8)


def _mask(draw: np.random.RandomState, n: int, m: int) -> dict[str, Any]:
    """Parameters: causal or not, with a mask or without; every query sees a key."""
    causal = bool(draw.randint(2))
    mask = random_mask(draw, n, m, causal=causal)
    if mask is not None and causal:
        mask = mask | (np.arange(m) == 0)
    return {"causal": causal} if mask is None else {"causal": causal, "mask": mask}


def _seen(parameters: Mapping[str, Any], n: int, m: int) -> np.ndarray | None:
    seen = np.ones((n, m), dtype=bool)
    if parameters["causal"]:
        seen &= causal_mask(n, m)
    if "mask" in parameters:
        seen &= parameters["mask"]
    return None if np.all(seen) else seen
