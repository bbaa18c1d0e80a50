"""What certainty costs: enclosures of attention beside the plain computation, in one run.

Compare within a group: the relative figures of the median column are the ratios.
"""

import numpy as np
import pytest

from lastdigit.base.number_format import FORMATS
from lastdigit.enclosure.arithmetic import Arithmetic
from lastdigit.enclosure.exact import ExactBalls, precision
from lastdigit.enclosure.fast import FastBalls
from lastdigit.enclosure.rounded import exactly
from lastdigit.operations.attention import scaled_dot_product_attention

WIDTH = 64
TOKENS = (128, 256, 512, 1024, 2048, 4096)
EXACT_TOKENS, EXACT_WIDTH = 64, 16
SINGLE = Arithmetic.usual(FORMATS["float32"])


def inputs(tokens, width):
    """Queries, keys and values (tokens, width), standard normal."""
    state = np.random.RandomState(tokens)
    return [state.normal(size=(tokens, width)).astype(np.float32).astype(np.float64) for _ in range(3)]


def plain(q, k, v):
    """float64 NumPy: q, k, v (n, d) → (n, d)."""
    scores = q @ k.T / np.sqrt(q.shape[-1])
    exponentials = np.exp(scores - np.max(scores, axis=-1, keepdims=True))
    return exponentials / np.sum(exponentials, axis=-1, keepdims=True) @ v


def enclosed(q, k, v):
    """The fast engine's balls of the exact values."""
    return scaled_dot_product_attention(*map(FastBalls.of, (q, k, v)))


def bounded(q, k, v):
    """The same with the rounding bound of a float32 implementation."""
    return scaled_dot_product_attention(*(exactly(x, SINGLE, FastBalls) for x in (q, k, v)))


@pytest.mark.parametrize("tokens", TOKENS)
@pytest.mark.parametrize("way", [plain, enclosed, bounded], ids=["plain", "enclosure", "enclosure-and-rounding-bound"])
def test_the_fast_engine(benchmark, way, tokens):
    benchmark.group = f"attention of {tokens} tokens × {WIDTH}, float64"
    result = benchmark.pedantic(way, inputs(tokens, WIDTH), rounds=max(9, 32768 // tokens), warmup_rounds=2)
    assert result.shape == (tokens, WIDTH)


def by_arb(q, k, v):
    """The exact engine's balls, 106 bits."""
    with precision():
        return scaled_dot_product_attention(*map(ExactBalls.of, (q, k, v))).bounds()


def by_mpmath(q, k, v):
    """The same bounds by mpmath's intervals."""
    iv = pytest.importorskip("mpmath").iv
    iv.prec = 106
    q, k, v = ([[iv.mpf(float(x)) for x in row] for row in array] for array in (q, k, v))
    root = iv.sqrt(len(q[0]))
    result = []
    for query in q:
        scores = [sum((a * b for a, b in zip(query, key, strict=True)), iv.mpf(0)) / root for key in k]
        largest = max(float(score.mid) for score in scores)
        exponentials = [iv.exp(score - largest) for score in scores]
        total = sum(exponentials, iv.mpf(0))
        weights = [exponential / total for exponential in exponentials]
        result += [sum((w * x for w, x in zip(weights, c, strict=True)), iv.mpf(0)) for c in zip(*v, strict=True)]
    return result


@pytest.mark.parametrize("way", [by_arb, by_mpmath], ids=["python-flint", "mpmath"])
def test_the_exact_engine(benchmark, way):
    benchmark.group = f"exact enclosure of {EXACT_TOKENS} tokens × {EXACT_WIDTH}, 106 bits"
    result = benchmark.pedantic(way, inputs(EXACT_TOKENS, EXACT_WIDTH), rounds=3)
    assert len(result) == EXACT_TOKENS * EXACT_WIDTH
