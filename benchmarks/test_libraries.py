"""How long an attention of 16 to 4,096 tokens takes in each library, and how far off it is: ``tox -e bench-all``.

Every library runs in a process of its own, where compilers and thread pools of others are not; the clock is that of the
worker, and runs only while it computes.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import lastdigit
from lastdigit.base.errors import MissingFramework
from lastdigit.implementations.implementation import Implementation, find_implementations
from lastdigit.implementations.isolation.call import NoResult
from lastdigit.implementations.isolation.runner import InWorkers, Limits

FOLDER = Path(__file__).parent.parent / "implementations" / "libraries"
OPERATION, WIDTH, DTYPE = "scaled_dot_product_attention", 64, "float32"
IMPLEMENTATIONS = [
    each for each in find_implementations(FOLDER) if each.operation == OPERATION and DTYPE in each.dtypes
]
SIZES = (16, 64, 256, 1024, 4096)
LONGEST = 20.0
"""Seconds of a call beyond which larger sizes are left out."""

_elapsed = [0.0]
_seconds: dict[str, float] = {}


def worker_clock() -> float:
    """Seconds that workers have computed."""
    return _elapsed[0]


@pytest.fixture(scope="module")
def runner() -> Iterator[InWorkers]:
    workers = InWorkers()
    yield workers
    workers.close()


@cache
def drawn(tokens: int) -> tuple[tuple[np.ndarray, ...], np.ndarray, np.ndarray]:
    """Queries, keys and values, the exact result, and what is allowed."""
    q, k, v = np.random.RandomState(0).normal(size=(3, 1, 1, tokens, WIDTH)).astype(DTYPE).astype(np.float64)
    scores = q[0, 0] @ k[0, 0].T / np.sqrt(WIDTH)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    exact = (weights / weights.sum(axis=-1, keepdims=True) @ v[0, 0])[None, None]
    allowed = lastdigit.tolerance(OPERATION, *(x.astype(DTYPE) for x in (q, k, v)), dtype=DTYPE)
    return (q, k, v), exact, allowed


@pytest.mark.benchmark(timer=worker_clock)
@pytest.mark.parametrize("tokens", SIZES)
@pytest.mark.parametrize("implementation", IMPLEMENTATIONS, ids=lambda entry: entry.name)
def test_attention_of_a_library(benchmark, runner: InWorkers, implementation: Implementation, tokens: int):
    if _seconds.get(implementation.name, 0.0) * 16 > LONGEST:
        pytest.skip(f"{tokens} tokens would take longer than {LONGEST:g} s")
    arrays, exact, allowed = drawn(tokens)
    call, limits = implementation.call(DTYPE, {}), Limits(300.0, 16.0)

    def run() -> np.ndarray:
        returned = runner.call(call, arrays, limits)
        _elapsed[0] += returned.seconds
        _seconds[implementation.name] = returned.seconds
        return returned.result

    try:
        result = run()
    except (MissingFramework, NoResult) as error:
        pytest.skip(str(error))
    benchmark.group = f"{OPERATION}, {tokens} tokens × {WIDTH}, {DTYPE}"
    benchmark.extra_info |= {
        "implementation": implementation.name,
        "dtype": DTYPE,
        "tokens": tokens,
        "share": float(np.max(np.abs(result - exact) / allowed)),
    }
    seconds = _seconds[implementation.name]
    assert benchmark.pedantic(run, rounds=1 if seconds > 1 else 5, iterations=1).shape == exact.shape
