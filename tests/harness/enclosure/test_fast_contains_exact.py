"""The fast engine's intervals contain the exact engine's, for everything that definitions are made of."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lastdigit.enclosure.exact import ExactBalls, precision
from lastdigit.operations import all_operations
from studies.array_functions import ARRAY_FUNCTIONS
from studies.containment import at_points, outside
from studies.engine import ENGINE, midpoints_and_radii
from studies.hard_arrays import PROFILES, Draw
from studies.random_cases import Sizes, arguments
from studies.soundness import main, soundness
from studies.trial import SUBJECTS, Trial, subject

pytestmark = pytest.mark.long

LENGTHS = st.one_of(st.integers(0, 6), st.integers(0, 64))
FEW = st.integers(1, 2)
SIZES = st.builds(Sizes, LENGTHS, LENGTHS, LENGTHS, LENGTHS, e=FEW, f=FEW, heads=FEW, batch=st.sampled_from([(), (2,)]))
SEEDS = st.integers(0, 2**31 - 1)
TRIED = st.tuples(*[st.sampled_from(list(PROFILES))] * 3)

USEFUL = 1e-10
"""No radius is wider than this on ordinary numbers, relative to the largest of its row."""


@pytest.mark.parametrize("name", SUBJECTS)
@pytest.mark.parametrize("boxes", [False, True], ids=["at points", "over boxes"])
@settings(max_examples=5, deadline=None)
@given(sizes=SIZES, tried=TRIED, seed=SEEDS)
def test_intervals_contain_the_exact_results(name: str, boxes: bool, sizes: Sizes, tried: tuple[str, ...], seed: int):
    assert Trial(name, sizes, tried, seed, boxes).findings().violations == []


ONE = Sizes(1, 1, 1, 1, 1, 1, 1)


@pytest.mark.parametrize(
    "trial",
    [
        Trial("x / column", Sizes(4, 1, 20, 58, 2, 2, 3), ("mixed", "one_scale", "ties"), 1499066567, boxes=True),
        Trial("x / column", Sizes(13, 31, 19, 7, 3, 9, 2), ("subnormal", "many_scales"), 1812362003, boxes=True),
        Trial("x @ y", ONE, ("subnormal", "one_scale"), 0),
        Trial("x @ vector", ONE, ("subnormal", "one_scale"), 0),
        Trial("weighted_values", Sizes(2, 1, 0, 2, 1, 1, 1), ("one_scale", "subnormal"), 510, boxes=True),
        Trial("scaled_attention_scores", Sizes(3, 4, 5, 3, 2, 3, 2), ("subnormal", "one_scale"), 2),
    ],
    ids=lambda trial: f"{trial.subject}-{trial.seed}",
)
def test_what_underflows_before_it_meets_a_large_number_is_accounted_for(trial: Trial):
    assert trial.findings().violations == []


@pytest.mark.parametrize("name", SUBJECTS)
@pytest.mark.parametrize("seed", range(3))
def test_intervals_of_ordinary_numbers_are_known_and_narrow(name: str, seed: int):
    draw = Draw(seed)
    scale = float(10.0 ** draw.uniform(-3, np.log10(30)))
    sizes = Sizes(*map(int, draw.randint(2, 33, size=4)), e=4, f=8, heads=2)
    if name in ARRAY_FUNCTIONS:
        function, shapes = subject(name, sizes, draw)
        arrays = [np.abs(draw.normal(size=shape)) * scale + 0.1 * scale for shape in shapes]
        parameters = {}
    else:
        arrays, parameters = arguments(name, draw, scale, sizes)
        function = all_operations()[name].definition
    with precision():
        result = function(*[None if array is None else ENGINE.of(array) for array in arrays], **parameters)
        middle, radius = midpoints_and_radii(result)
    assert np.all(np.isfinite(radius))
    largest = np.max(np.abs(middle), axis=-1, keepdims=True) if middle.ndim else np.abs(middle)
    assert np.all(radius <= USEFUL * largest + np.finfo(np.float64).tiny)


@settings(max_examples=30, deadline=None)
@given(SEEDS, st.sampled_from(list(PROFILES)))
def test_intervals_around_given_bounds_contain_them_and_say_so_in_fractions(seed: int, profile: str):
    draw = Draw(seed)
    ends = np.sort(PROFILES[profile](draw, (2, 6)), axis=0)
    low, high = ([Fraction(end) for end in row] for row in ends.tolist())
    middle, radius = midpoints_and_radii(balls := ENGINE.between(low, high, (6,)))
    for index, bounds in enumerate(balls.bounds()):
        assert bounds is None or bounds[0] <= low[index] <= high[index] <= bounds[1]
        if np.isfinite(radius[index]):
            assert Fraction(middle[index]) - Fraction(radius[index]) <= low[index]
            assert Fraction(middle[index]) + Fraction(radius[index]) >= high[index]


@pytest.mark.parametrize("share", [0.0, 0.5])
def test_radii_that_are_too_narrow_are_found(share: float):
    numbers = Draw(0).normal(size=(20, 20))
    with precision():
        exact = ExactBalls.of(numbers) @ ExactBalls.of(numbers)
        middle, radius = midpoints_and_radii(exact)
    assert not np.any(outside(middle, radius, exact))
    assert np.any(outside(middle, radius * share, exact))
    assert np.all(outside(middle + 4 * np.spacing(middle), radius, exact))


def test_known_numbers_where_nothing_is_known_are_found():
    with precision():
        nothing = ExactBalls.of(np.ones(2)) / ExactBalls.of(np.zeros(2))
    assert np.all(outside(np.zeros(2), np.ones(2), nothing))
    assert not np.any(outside(np.zeros(2), np.full(2, np.inf), nothing))


def test_an_engine_that_refuses_what_the_exact_one_takes_is_found():
    def refuses_the_engine(x):
        if isinstance(x, ENGINE) and refuses_the_engine.first:
            refuses_the_engine.first = False
            raise ValueError("not today")
        return x

    refuses_the_engine.first = True
    assert at_points(refuses_the_engine, [np.ones(2)]).violations == ["raised ValueError('not today')"]


def test_soundness_counts_what_it_compared(capsys: pytest.CaptureFixture[str]):
    trials, findings = soundness(2000, seed=1)
    assert findings.elements >= 2000
    assert findings.unknown < findings.elements
    assert main(["--elements", "2000", "--seed", "1"]) == 0
    assert f"{findings.elements} elements of {trials} trials" in capsys.readouterr().out
