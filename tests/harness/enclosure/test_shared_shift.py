"""A kernel may take the largest score of the whole matrix off all of its rows, in whatever blocks it is judged."""

from __future__ import annotations

import numpy as np
import pytest

from lastdigit.base.number_format import FORMATS
from lastdigit.enclosure import row_blocks
from lastdigit.enclosure.arithmetic import SPLIT, Arithmetic
from lastdigit.enclosure.exact import ExactBalls, precision
from lastdigit.enclosure.fast import FastBalls
from lastdigit.enclosure.rounded import RoundedBalls, exactly
from lastdigit.enclosure.shared_shift import Shift, shift_of
from lastdigit.operations.attention import scaled_dot_product_attention
from studies.emulations import LOG2_E, Steps
from studies.hard_arrays import Draw
from studies.rounding import beyond, read_in_models

pytestmark = pytest.mark.long

ATTENTION = "scaled_dot_product_attention"
REACH = {"float64": 500.0, "float32": 80.0, "float16": 80.0, "bfloat16": 60.0}
AS_THEY_ARE, AT_THEIR_WORST = [(0, False)], [(seed, True) for seed in range(16)]
RUNS = {format: AS_THEY_ARE + (AT_THEIR_WORST if format != "float64" else []) for format in REACH}


@pytest.fixture
def in_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(row_blocks, "SCORES", 1)
    monkeypatch.setattr(row_blocks, "LEAST_ROWS", 7)


def one_far_row(format: str) -> list[np.ndarray]:
    """Scores about zero, but for those of the last query, far above them."""
    draw = Draw(5)
    q, k, v = draw.normal(size=(50, 8)) * 0.1, draw.normal(size=(4, 8)), draw.normal(size=(4, 3))
    q[-1] = k[0] * (REACH[format] * np.sqrt(8) / (k[0] @ k[0]))
    return [FORMATS[format].round(array) for array in (q, k, v)]


def shifted_by_the_largest_of_all(r: Steps, q: np.ndarray, k: np.ndarray, v: np.ndarray) -> np.ndarray:
    """log₂ e multiplied in first, one shift for all rows, both stored; the exponentials are wide."""
    scores = r.store(r.store(r.product(q, k.T)) * r.store(np.asarray(1 / np.sqrt(q.shape[-1]))))
    powers = r.store(scores * LOG2_E)
    exponentials = r.exp(r.store(powers - powers.max()) / LOG2_E)
    return r.store(r.product(r.narrow(r.wide(exponentials / r.sum(exponentials))), v))


def outside(format: str) -> int:
    """Elements of such a kernel beyond the bound of the split model."""
    arrays = one_far_row(format)
    bounds = read_in_models(ATTENTION, format, arrays)[SPLIT]
    emulated = [Steps(Arithmetic.usual(FORMATS[format]), Draw(seed), worst) for seed, worst in RUNS[format]]
    return sum(beyond(shifted_by_the_largest_of_all(steps, *arrays), bounds)[0] for steps in emulated)


@pytest.mark.parametrize("format", REACH)
def test_a_shift_by_a_score_of_another_block_is_within_the_split_model(in_blocks: None, format: str):
    assert outside(format) == 0


@pytest.mark.parametrize("format", REACH)
def test_without_the_scores_of_other_blocks_it_would_not_be(
    monkeypatch: pytest.MonkeyPatch, in_blocks: None, format: str
):
    monkeypatch.setattr("lastdigit.enclosure.rounded_logarithms.shared_shift", lambda x, mask: shift_of([(x, mask)]))
    assert outside(format) > 0


@pytest.mark.parametrize("engine", [FastBalls, ExactBalls])
@pytest.mark.parametrize("hides", ["nothing", "causal", "keys", "scores"])
def test_blocks_of_rows_have_the_bounds_of_the_whole(
    monkeypatch: pytest.MonkeyPatch, engine: type[FastBalls], hides: str
):
    arrays = one_far_row("bfloat16")
    keys = {"keys": np.arange(4) < 3, "scores": np.arange(4) <= np.arange(50)[:, np.newaxis]}.get(hides)

    def read() -> RoundedBalls:
        with precision():
            given = [exactly(array, Arithmetic.usual(FORMATS["bfloat16"]), engine) for array in arrays]
            return scaled_dot_product_attention(*given, causal=hides == "causal", mask=keys)

    whole = read()
    monkeypatch.setattr(row_blocks, "SCORES", 1)
    monkeypatch.setattr(row_blocks, "LEAST_ROWS", 7)
    blocks = read()
    for one, other in ((whole.error, blocks.error), (whole.typical.sigma, blocks.typical.sigma)):
        assert np.all(one <= 1.1 * other)
        assert np.all(other <= 1.1 * one)


def test_the_shift_of_scores_leaves_out_what_is_hidden_or_not_known():
    scores = exactly(np.array([[1.0, -7.0], [3.0, np.nan]]), Arithmetic.usual(FORMATS["float32"]), FastBalls)
    nothing, negative = np.zeros((2, 2), dtype=bool), np.array([[False, True], [False, False]])
    for mask, expected in ((None, Shift(7.0, 3.0)), (negative, Shift(7.0, -7.0)), (nothing, Shift(0.0, -np.inf))):
        found = shift_of([(scores, mask)])
        assert expected.reach <= found.reach < expected.reach + 1e-9
        assert found.highest == expected.highest


def test_a_row_out_of_reach_of_any_shift_leaves_the_others_their_bounds(in_blocks: None):
    """By 1e4 no kernel shifts a row of scores about zero: all of its exponentials would be zeros."""
    arrays = one_far_row("float32")
    errors = []
    for factor in (2.0, 200.0):
        further = [arrays[0].copy(), *arrays[1:]]
        further[0][-1] *= factor
        errors.append(read_in_models(ATTENTION, "float32", further)[SPLIT].error[:7])
    assert np.array_equal(*errors)
