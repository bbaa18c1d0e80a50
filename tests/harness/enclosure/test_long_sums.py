"""Long sums and means: right ones are not refused in whatever way they are added up, and wrong ones are told."""

from __future__ import annotations

import gc
import weakref

import numpy as np
import pytest

import lastdigit
from lastdigit.base.number_format import FORMATS
from lastdigit.enclosure.arithmetic import Arithmetic
from lastdigit.enclosure.balls import Balls
from lastdigit.enclosure.exact import ExactBalls
from lastdigit.enclosure.fast import FastBalls
from lastdigit.enclosure.sequential_sums import sequential_loss
from lastdigit.verdicts.judge_call import Call, judge_call

pytestmark = pytest.mark.long

FLOAT32 = FORMATS["float32"].unit_roundoff


def uniform(*shape: int, seed: int = 0) -> np.ndarray:
    return np.random.RandomState(seed).random_sample(shape).astype(np.float32)


def one_after_the_other(terms: np.ndarray) -> np.ndarray:
    """NumPy's accumulation in float32 is sequential, its sum is not."""
    return np.cumsum(terms, axis=-1, dtype=np.float32)[..., -1]


@pytest.mark.parametrize("engine", [ExactBalls, FastBalls])
def test_what_a_sequential_sum_loses_is_foretold(engine: type[Balls]):
    for terms in ((uniform(2, 4000) - uniform(2, 4000, seed=1)) ** 2, np.full((1, 3000), 0.1, dtype=np.float32)):
        exact = np.sum(terms, axis=-1, dtype=np.float64)
        lost = sequential_loss(engine.of(terms.astype(np.float64)), -1, FLOAT32, np.inf)
        assert np.all(np.abs(one_after_the_other(terms) - exact) < 1.1 * lost)
        assert np.all(lost < 1e-4 * exact)


def test_a_sum_in_parts_loses_what_its_parts_lose():
    terms = np.full((1, 2**20), 0.1, dtype=np.float32).astype(np.float64)
    whole, parts, columns = (
        sequential_loss(FastBalls.of(array), axis, FLOAT32, most)
        for array, axis, most in ((terms, -1, np.inf), (terms, -1, 2.0**16), (terms.T, 0, np.inf))
    )
    assert parts < whole / 8
    assert np.array_equal(whole, columns)


def test_squares_that_are_added_one_after_the_other_agree_and_a_missing_tile_disagrees():
    x, y = uniform(2, 2**20), uniform(2, 2**20, seed=1)
    squares = np.square(x - y)
    exact = np.sum(squares, axis=-1, dtype=np.float64)
    sequential = one_after_the_other(squares)
    # independent roundings alone would not explain it
    assert np.max(np.abs(sequential / exact - 1)) > 12 * FLOAT32 * np.sqrt(x.shape[-1] / 3)
    mean = np.float32(x.shape[-1])
    assert lastdigit.judge(sequential / mean, "mean_squared_error", x, y).verdict == "agrees"
    short = np.sum(squares[:, :-1024], axis=-1) / mean
    assert lastdigit.judge(short, "mean_squared_error", x, y).verdict == "disagrees"


def test_a_mean_whose_sum_has_no_place_in_its_format_is_judged_all_the_same():
    x = uniform(4, 2**18).astype(np.float16)
    right = np.mean(x, axis=-1, dtype=np.float32).astype(np.float16)
    assert np.sum(x[0], dtype=np.float32) > FORMATS["float16"].largest
    assert lastdigit.judge(right, "mean", x).verdict == "agrees"
    short = (np.sum(x[:, : -x.shape[-1] // 16], axis=-1, dtype=np.float32) / x.shape[-1]).astype(np.float16)
    assert lastdigit.judge(short, "mean", x).verdict == "disagrees"
    infinite = np.full_like(right, np.inf)
    assert lastdigit.judge(infinite, "mean", x).verdict == "failed"


def test_a_part_has_as_many_terms_as_change_a_float32_sum():
    wide, narrow = (Arithmetic.usual(FORMATS[name]) for name in ("float16", "float64"))
    assert wide.longest_part == 2.0**24
    assert narrow.longest_part == 2.0**53
    half = FORMATS["float16"]
    assert Arithmetic(half, half).longest_part == np.inf
    assert wide.typical_summation(2**26) < wide.typical_summation(2**24)
    assert wide.typical_summation(2**26, 1) > wide.typical_summation(2**24, 1) / 2


def test_a_verdict_lets_go_at_once_of_what_it_read():
    x = uniform(2, 1000).astype(np.float64)
    call = Call("total", (x,), {}, Arithmetic.usual(FORMATS["float64"]))
    assert judge_call(call, np.sum(x, axis=-1), "float64").verdict == "agrees"
    alive = weakref.ref(call), weakref.ref(call.reading)
    gc.disable()
    try:
        del call
        assert [each() for each in alive] == [None, None]
    finally:
        gc.enable()


def test_nobody_looks_for_an_explanation_that_is_not_asked_for():
    x = uniform(8, 100).astype(np.float64)
    call = Call("total", (x,), {}, Arithmetic.usual(FORMATS["float64"]))
    wrong = np.sum(x[:, :-1], axis=-1)
    explained, bare = (judge_call(call, wrong, "float64", explained=each) for each in (True, False))
    assert (explained.verdict, explained.explanation) == ("disagrees", "last term left out")
    assert (bare.verdict, bare.explanation) == ("disagrees", "")
