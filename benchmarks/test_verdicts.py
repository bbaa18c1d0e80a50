"""What a verdict with all shares costs, of a right result and of a wrong one, beside the plain computation.

Compare within a group: the relative figures of the median column are the ratios.
"""

import numpy as np
import pytest

import lastdigit

SIZES = ((6, 6), (128, 64), (1024, 64))
OPERATION = "scaled_dot_product_attention"


def plain(q, k, v):
    """float64 NumPy: q, k, v (n, d) → (n, d)."""
    scores = q @ k.T / np.sqrt(q.shape[-1])
    exponentials = np.exp(scores - np.max(scores, axis=-1, keepdims=True))
    return exponentials / np.sum(exponentials, axis=-1, keepdims=True) @ v


@pytest.mark.parametrize(("tokens", "width"), SIZES)
@pytest.mark.parametrize("way", ["plain", "right", "wrong"])
def test_a_verdict(benchmark, way: str, tokens: int, width: int):
    benchmark.group = f"verdict of an attention of {tokens} tokens × {width}, float64"
    state = np.random.RandomState(tokens)
    q, k, v = (state.normal(size=(tokens, width)) for _ in range(3))
    options = {"rounds": max(5, 2048 // tokens), "warmup_rounds": 1}
    if way == "plain":
        benchmark.pedantic(plain, (q, k, v), **options)
        return
    result = plain(q, k, v) if way == "right" else plain(q * np.sqrt(width / (width - 1)), k, v)
    verdict = benchmark.pedantic(lastdigit.judge, (result, OPERATION, q, k, v), **options)
    assert verdict.verdict == {"right": "agrees", "wrong": "disagrees"}[way]
