"""Results that hand-picked tolerances have let through, or have refused though they were right, at real sizes.

Right: a bfloat16 result of magnitude 30 that is merely rounded. Wrong: numbers of the right range that were never
computed, buffers that were never written, and tiles that were computed twice.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import lastdigit
from lastdigit.base.number_format import FORMATS

OPERATION = "scaled_dot_product_attention"
TOKENS, WIDTH, TILE = 128, 64, 32
DTYPES = ("float64", "float32", "bfloat16")
Wrong = Callable[[np.ndarray, np.ndarray], np.ndarray]


def numbers(seed: int, dtype: str, *, mean: float = 0.0) -> np.ndarray:
    """Normal numbers of the format around a mean, as float64: (tokens, width)."""
    return FORMATS[dtype].round(np.random.RandomState(seed).normal(size=(TOKENS, WIDTH)) + mean)


def attention(q: np.ndarray, k: np.ndarray, v: np.ndarray) -> np.ndarray:
    """softmax(q kᵀ ÷ √d) v in float64, whatever format its numbers are of."""
    scores = q @ k.T / np.sqrt(WIDTH)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return weights / weights.sum(axis=-1, keepdims=True) @ v


def in_format(values: np.ndarray, dtype: str):
    """The nearest numbers of the format: an array, or a torch tensor where NumPy does not have it."""
    if hasattr(np, dtype):
        return values.astype(dtype)
    torch = pytest.importorskip("torch")
    return torch.tensor(values).to(getattr(torch, dtype))


def uniform_in_range(right: np.ndarray, v: np.ndarray) -> np.ndarray:
    return np.random.RandomState(1).uniform(right.min(), right.max(), right.shape)


def shuffled_rows(right: np.ndarray, v: np.ndarray) -> np.ndarray:
    return right[np.random.RandomState(1).permutation(TOKENS)]


def constant(right: np.ndarray, v: np.ndarray) -> np.ndarray:
    return np.full(right.shape, right.mean())


def mean_of_the_values(right: np.ndarray, v: np.ndarray) -> np.ndarray:
    return np.broadcast_to(v.mean(axis=0), right.shape)


def zeros(right: np.ndarray, v: np.ndarray) -> np.ndarray:
    return np.zeros(right.shape)


def a_tile_computed_twice(right: np.ndarray, v: np.ndarray) -> np.ndarray:
    return np.concatenate([right[:TILE], right[:TILE], right[2 * TILE :]])


def a_tile_never_written(right: np.ndarray, v: np.ndarray) -> np.ndarray:
    return np.concatenate([right[:-TILE], np.zeros((TILE, WIDTH))])


def nan_in_one_element(right: np.ndarray, v: np.ndarray) -> np.ndarray:
    wrong = right.copy()
    wrong[-1, -1] = np.nan
    return wrong


WRONG = (
    *(uniform_in_range, shuffled_rows, constant, mean_of_the_values, zeros),
    *(a_tile_computed_twice, a_tile_never_written, nan_in_one_element),
)


@pytest.mark.parametrize("mean", [0.0, 30.0])
@pytest.mark.parametrize("dtype", DTYPES)
def test_a_result_that_is_merely_rounded_agrees(dtype: str, mean: float):
    q, k, v = numbers(1, dtype), numbers(2, dtype), numbers(3, dtype, mean=mean)
    result = attention(q, k, v)
    assert abs(result.mean() - mean) < 1
    lastdigit.assert_agrees(in_format(result, dtype), OPERATION, q, k, v)


@pytest.mark.parametrize("dtype", DTYPES)
def test_what_a_kernel_gives_at_this_size_agrees(dtype: str):
    torch = pytest.importorskip("torch")
    q, k, v = (torch.tensor(numbers(seed, dtype)).to(getattr(torch, dtype)) for seed in (1, 2, 3))
    result = torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True)
    lastdigit.assert_agrees(result, OPERATION, q, k, v, causal=True)


@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: wrong.__name__.replace("_", " "))
@pytest.mark.parametrize("dtype", DTYPES)
def test_a_result_that_was_not_computed_disagrees(wrong: Wrong, dtype: str):
    q, k, v = numbers(1, dtype), numbers(2, dtype), numbers(3, dtype)
    with pytest.raises(AssertionError, match=r"disagrees|returned nan"):
        lastdigit.assert_agrees(in_format(wrong(attention(q, k, v), v), dtype), OPERATION, q, k, v)
