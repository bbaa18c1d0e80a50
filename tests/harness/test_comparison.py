"""A comparison is exact: a verdict changes between what is allowed and the next rational, and nowhere else."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from lastdigit.verdicts.bands import Bands
from lastdigit.verdicts.comparison import PRINTING, Comparison
from lastdigit.verdicts.decide import decided
from lastdigit.verdicts.reals import Reals, apart, exceeds, total
from lastdigit.verdicts.shares import in_nearest_element
from lastdigit.verdicts.verdict import Verdict

TINY = Fraction(1, 10**60)
BASE = Verdict("007", "c", "y", "softmax", "mine", "float64", "document", "undecided")
ONE = Fraction(1)


def comparison(error: Fraction, *allowed: Fraction | None) -> Comparison:
    terms = {name: Reals.of([bound]) for name, bound in zip((PRINTING, "rounding"), allowed, strict=False)}
    return Comparison((1,), ("1",), Reals.of([ONE]), Reals.of([ONE + error]), terms)


def verdict_of(compared: Comparison) -> Verdict:
    return decided(BASE, compared, ["?"], None, of=1)


def excluded(error: float, allowed: float, change: float) -> bool:
    """Whether a mistake that changes the only element so is excluded."""
    (found,) = in_nearest_element(np.array([error]), [np.array([change])], np.array([allowed]))
    return found.excludes


@pytest.mark.parametrize("sign", [1, -1])
def test_an_error_of_exactly_what_is_allowed_agrees_and_the_next_rational_disagrees(sign: int):
    half, rounding = Fraction(1, 2 * 10**8), Fraction(1, 3 * 10**16)
    assert verdict_of(comparison(sign * (half + rounding), half, rounding)).verdict == "agrees"
    assert verdict_of(comparison(sign * (half + rounding + TINY), half, rounding)).verdict == "disagrees"


def test_an_unknown_bound_is_undecided_and_never_hides_a_disagreement():
    verdict = verdict_of(comparison(ONE, Fraction(1, 100), None))
    assert (verdict.verdict, verdict.allowed) == ("undecided", float("inf"))
    assert verdict.reason == "no finite rounding bound for 1 of 1 elements in float64"
    two = Comparison(
        (2,), ("1", "1"), Reals.of([ONE, ONE]), Reals.of([ONE, ONE + 1]), {PRINTING: Reals.of([None, Fraction(1, 2)])}
    )
    assert decided(BASE, two, ["?", "?"], None, of=2).verdict == "disagrees"


def test_a_mistake_is_excluded_where_less_than_half_of_it_may_be_in_the_error():
    assert excluded(0.0, 0.5, 1.0 + 1e-12)
    assert not excluded(0.0, 0.5, 1.0)
    assert not excluded(0.3, 0.5, 1.1)
    assert excluded(-0.3, 0.5, 1.0)
    assert not excluded(0.0, np.inf, 1e300)
    assert not excluded(0.0, 0.5, 0.0)


NEAR_ONE = st.builds(lambda n, d: 1 + Fraction(n, 10**d), st.integers(-9, 9), st.integers(0, 40))
NUMBERS = st.one_of(
    st.fractions(-9, 9), NEAR_ONE, st.floats(-1e300, 1e300).map(Fraction), st.just(Fraction(3, 2) ** 5000)
)
BOUNDS = st.lists(st.one_of(NUMBERS.map(abs), st.none()), min_size=1, max_size=3)


@given(st.lists(st.tuples(NUMBERS, NUMBERS, BOUNDS), min_size=1, max_size=4))
@example([(Fraction("0.125"), Fraction("0.12"), [Fraction("0.005")])])
@example([(Fraction("0.1"), Fraction(0.1), [Fraction("0.1") - Fraction(0.1) + TINY])])
@example([(Fraction(1), Fraction(0), [Fraction(2), None])])
def test_arrays_decide_as_fractions_do(rows):
    """Errors and sums of bounds that float64 holds, that it cannot tell apart, and that are beyond its range."""
    observed, expected = (Reals.of([row[column] for row in rows]) for column in (0, 1))
    longest = max(len(bounds) for *_, bounds in rows)
    columns = [[bounds[at] if at < len(bounds) else Fraction(0) for *_, bounds in rows] for at in range(longest)]
    found = exceeds(apart(observed, expected), total([Reals.of(column) for column in columns], len(rows)))
    assert found.tolist() == [
        all(bound is not None for bound in bounds) and abs(one - other) > sum(bounds) for one, other, bounds in rows
    ]


@given(st.lists(NUMBERS, min_size=1, max_size=4))
def test_a_real_number_lies_as_near_to_its_two_floats_as_is_said(numbers):
    reals = Reals.of(numbers)
    for place, number in enumerate(numbers):
        off = Fraction(float(reals.off[place])) if np.isfinite(reals.off[place]) else None
        near = Fraction(float(reals.high[place])) + Fraction(float(reals.low[place]))
        assert off is None or abs(number - near) <= off
        assert reals.exactly(place) == number


def test_of_elements_that_are_equally_far_off_the_first_is_the_worst():
    """1/3 of 1 and of 3 are 0.333… and 1 in float64, and their ratios to what is allowed differ in the last bit."""
    errors, allowed = [Fraction(1, 3), Fraction(1)], [Fraction(1, 10), Fraction(3, 10)]
    for order in ((0, 1), (1, 0)):
        observed = Reals.of([errors[at] for at in order])
        terms = {PRINTING: Reals.of([allowed[at] for at in order])}
        assert Comparison((2,), ("0", "0"), Reals.of([Fraction(0)] * 2), observed, terms).worst == 0


def test_bands_of_a_part_are_held_to_that_part():
    expected = Reals.of([ONE, ONE, ONE])
    compared = Comparison((3,), ("1",) * 3, expected, expected, {PRINTING: Reals.of([ONE / 2] * 3)})
    part = Bands(Reals.of([ONE, ONE + 2]), Reals.of([ONE / 4] * 2))
    reordered = part.at([2, 1, 0])
    assert reordered.places.tolist() == [1, 2]
    assert [float(centre) for centre in reordered.centre.high] == [3.0, 1.0]
    assert compared.rules_out(reordered)
    assert not compared.rules_out(part.at([2, 0]))
    assert not compared.explained_by(reordered, printed=False)
    assert compared.explained_by(part.at([2, 0]), printed=False)
