"""Mistakes in a large attention are read in some of its rows: those are the rows of the whole."""

from collections.abc import Iterator

import numpy as np
import pytest

import lastdigit
from lastdigit.base.number_format import FORMATS
from lastdigit.enclosure.arithmetic import Arithmetic
from lastdigit.operations.mistakes import Mistake
from lastdigit.verdicts.attention_rows import STEPS
from lastdigit.verdicts.judge_call import Call
from lastdigit.verdicts.nearness import same
from lastdigit.verdicts.sample import ROWS, sampled_rows

OPERATION = "scaled_dot_product_attention"
TOKENS, WIDTH = 320, 8
MASKS = {
    "no mask": {},
    "causal": {"causal": True},
    "given": {"mask": np.random.RandomState(9).uniform(size=(TOKENS, TOKENS)) < 0.9},
    "both": {"causal": True, "mask": np.random.RandomState(9).uniform(size=(TOKENS, TOKENS)) < 0.9},
}


def normal(*shape: int, seed: int) -> np.ndarray:
    return np.random.RandomState(seed).standard_normal(shape)


def call(operation: str = OPERATION, heads: tuple[int, ...] = (), scale: float = 1.0, **masks: object) -> Call:
    """An attention; ``scale`` of its queries."""
    q, k, v = (normal(*heads, TOKENS, WIDTH, seed=seed) for seed in range(3))
    arrays = scale * q, k, v
    return Call(operation, arrays, masks, Arithmetic.usual(FORMATS["float64"]))


def read_both_ways(call: Call) -> Iterator[tuple[Mistake, np.ndarray, np.ndarray]]:
    """Every mistake, what it adds to the sampled rows, and those rows of what it adds to all."""
    plainly = call.reading.plainly
    assert plainly.rows is not None
    for mistake in call.mistakes:
        sampled = plainly.directions([mistake], sampled=True)
        whole = plainly.directions([mistake])
        assert len(sampled) == len(whole), mistake.name
        if whole:
            rows = whole[0].change.reshape(-1, plainly.true.shape[-1])[plainly.rows]
            yield mistake, sampled[0].change, rows.reshape(-1)


@pytest.mark.parametrize(
    ("operation", "heads", "scale", "masks"),
    [
        *(pytest.param(OPERATION, (), 1.0, masks, id=name) for name, masks in MASKS.items()),
        pytest.param(OPERATION, (2,), 1.0, MASKS["causal"], id="a batch"),
        pytest.param("grouped_query_attention", (2,), 1.0, MASKS["causal"], id="groups"),
        pytest.param("dot_product_attention", (), 1.0, {}, id="not scaled"),
        pytest.param(OPERATION, (), 400.0, {}, id="weights that underflow"),
        pytest.param(OPERATION, (), 400.0, MASKS["both"], id="masked weights that underflow"),
    ],
)
def test_a_mistake_in_the_sampled_rows_is_that_in_the_whole(
    operation: str, heads: tuple[int, ...], scale: float, masks: dict[str, object]
) -> None:
    read = 0
    asked = call(operation, heads, scale, **masks)
    true = asked.reading.plainly.true.reshape(-1, WIDTH)[asked.reading.plainly.rows].reshape(-1)
    for mistake, sampled, whole in read_both_ways(asked):
        known = np.isfinite(whole)
        assert np.array_equal(known, np.isfinite(sampled)), mistake.name
        assert same((true + sampled)[known], (true + whole)[known]), mistake.name
        read += STEPS.get(mistake.operation) is not None
    assert read > 10


def test_a_mistake_across_rows_is_marked_as_one() -> None:
    """Without the mark it would be read in the sampled rows alone, and be another one."""
    marked = {mistake.name for mistake in call(**MASKS["causal"]).mistakes if mistake.across_rows}
    assert marked == {
        "attention weights not transposed before the values",
        "mask ignored in the last rows",
        "queries and keys swapped",
        "softmax over the whole matrix",
        "softmax over the wrong axis",
        "sum over the wrong axis",
    }


@pytest.mark.parametrize(("samples", "count"), [(1, 257), (1, 4096), (8, 512), (64, 128), (200, 100)])
def test_the_sample_has_enough_rows_and_the_last_tile(samples: int, count: int) -> None:
    rows = sampled_rows(samples, count)
    if rows is None:
        assert samples * count <= 2 * ROWS or count <= 64
    else:
        assert samples * len(rows) >= ROWS
        assert rows[0] == 0
        assert rows[-16:].tolist() == list(range(count - 16, count))
        assert len(np.unique(rows)) == len(rows)


def test_a_verdict_says_in_how_many_rows_the_shares_were_read() -> None:
    q, k, v = (normal(TOKENS, WIDTH, seed=seed) for seed in range(3))
    scores = q @ k.T / np.sqrt(WIDTH)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    large = weights / weights.sum(axis=-1, keepdims=True) @ v
    assert lastdigit.judge(large, OPERATION, q, k, v).rows_read == ROWS
    few = slice(0, 16)
    assert lastdigit.judge(large[few], OPERATION, q[few], k, v).rows_read == 0


def test_an_error_outside_of_the_sampled_rows_is_found() -> None:
    """By its elements: only shares are read in a sample."""
    q, k, v = (normal(TOKENS, WIDTH, seed=seed) for seed in range(3))
    rows = call().reading.plainly.rows
    assert rows is not None
    outside = int(np.setdiff1d(np.arange(TOKENS), rows)[50])
    scores = q @ k.T / np.sqrt(WIDTH)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights[outside, 3] = 0.0
    result = weights / weights.sum(axis=-1, keepdims=True) @ v
    verdict = lastdigit.judge(result, OPERATION, q, k, v)
    assert verdict.verdict == "disagrees"
    assert f"row {outside}" in verdict.reason
