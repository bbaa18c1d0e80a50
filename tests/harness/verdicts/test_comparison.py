"""A comparison is exact: a verdict changes between what is allowed and the next rational, and nowhere else."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from lastdigit.verdicts.bands import Bands
from lastdigit.verdicts.comparison import PRINTING, Comparison, Digits
from lastdigit.verdicts.decide import Observed, decided, shape_verdict
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


FLOATS = st.floats(-1e300, 1e300)
PAIRS = st.tuples(FLOATS, st.floats(-1.0, 1.0)).map(lambda pair: (pair[0], pair[0] * pair[1] * 2.0**-53))


@given(PAIRS, st.one_of(PAIRS, st.none()), FLOATS)
@example((1.0, 2.0**-60), None, 2.0**-1074)
@example((2.0**-1021, 2.0**-1074), None, 2.0**-1073)
def test_a_difference_lies_as_near_to_its_two_floats_as_is_said(one, other, low):
    """Of any two numbers, and of two that differ in their smaller floats alone."""
    other = other or (one[0], low)
    numbers = [Reals.floats(np.array([high]), np.array([low])) for high, low in (one, other)]
    found = apart(*numbers)
    exact, near = found.exactly(0), Fraction(float(found.high[0])) + Fraction(float(found.low[0]))
    assert exact is not None
    assert abs(exact - near) <= Fraction(float(found.off[0]))


def test_numbers_that_cancel_need_no_fractions():
    def never(place: int) -> Fraction:
        raise AssertionError(f"element {place} as a fraction")

    one = Reals(np.array([1.0]), np.array([2.0**-55]), np.array([0.0]), never)
    near = Reals(np.array([1.0]), np.array([2.0**-54]), np.array([0.0]), never)
    assert apart(one, one).floats64().tolist() == [0.0]
    assert apart(one, near).floats64().tolist() == [2.0**-55]


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


def several(errors: list[float], shape: tuple[int, ...] = (4,)) -> Comparison:
    """Of ones, each allowed to be off by a half."""
    ones = Reals.floats(np.ones(len(errors)))
    observed = Reals.floats(1.0 + np.array(errors))
    return Comparison(shape, ["1"] * len(errors), ones, observed, {PRINTING: Reals.of([ONE / 2] * len(errors))})


def test_of_many_elements_that_disagree_the_worst_are_shown_in_their_order():
    found = decided(BASE, several([2.0, 0.25, 3.0, 1.0]), ["?"] * 4, None, of=4, most=2)
    assert (found.disagreeing, found.worst_index, found.digits) == (3, "2", None)
    assert [(each.index, each.error, each.agrees, each.same_digits) for each in found.details] == [
        ((0,), 2.0, False, None),
        ((2,), 3.0, False, None),
    ]
    assert found.terms[PRINTING].tolist() == [0.5, 0.5]
    every = decided(BASE, several([2.0, 0.25, 3.0, 1.0]), ["?"] * 4, None, of=4)
    assert [each.index for each in every.details] == [(0,), (2,), (3,)]


def test_where_something_was_printed_every_element_is_shown_with_whether_its_digits_are_the_same():
    same = np.array([False, True, False, True])
    found = decided(BASE, several([2.0, 0.25, 0.125, 0.0], (2, 2)), ["?"] * 4, same, of=4)
    assert found.digits == 2
    assert [each.index for each in found.details] == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert [each.same_digits for each in found.details] == [False, True, False, True]
    assert [each.agrees for each in found.details] == [False, True, True, True]
    assert list(found.details.indices) == [(0, 0), (0, 1), (1, 0), (1, 1)]


def test_nothing_is_known_of_what_is_no_finite_number_beside_others():
    found = decided(BASE, several([0.25, np.nan]), ["?"] * 2, None, of=2)
    assert (found.verdict, found.reason) == ("undecided", "no finite rounding bound for 1 of 2 elements in float64")
    assert several([0.25, np.nan]).excess.tolist() == [0.5, -1.0]
    assert several([0.25, 0.0]).excess.tolist() == [0.5, 0.0]


def test_differences_count_what_float64_leaves_of_either_number():
    observed, expected = (Reals.floats(np.ones(1), np.array([low])) for low in (3.0 * 2.0**-60, 2.0**-60))
    compared = Comparison((1,), ("1",), expected, observed, {PRINTING: Reals.of([ONE])})
    assert compared.differences.tolist() == [2.0**-59]


@pytest.mark.parametrize(("shape", "verdict", "digits"), [((2, 3), "agrees", 2), ((2, 4), "disagrees", 1)])
def test_a_printed_shape_is_that_of_the_result_or_not(shape: tuple[int, ...], verdict: str, digits: int):
    printed = SimpleNamespace(tokens=("2", "3"))
    found = shape_verdict(BASE, printed, shape)
    assert (found.verdict, found.digits, found.elements, found.of) == (verdict, digits, 2, 2)
    assert (found.expected, found.observed) == ("(2, 3)", str(shape))


def test_numbers_are_written_when_asked_for():
    observed, digits = (
        Observed(np.array([[0.1, 2.0]], dtype=np.float32), "float32"),
        Digits(Reals.floats(np.array([0.1]))),
    )
    assert (list(observed), list(digits)) == (["0.1", "2.0"], ["0.10000000000000001"])
    assert (len(observed), len(digits)) == (2, 1)


@pytest.mark.parametrize(("error", "other"), [(ONE, 3 * ONE), (ONE / 3, ONE / 7)])
def test_the_worst_element_is_the_one_that_is_where_float64_takes_another_one_for_it(error: Fraction, other: Fraction):
    allowed = error * Fraction(7, 9) if error == ONE else Fraction(5, 7)
    less = Fraction(float(error / allowed)) * (1 - Fraction(1, 2**53)) * other
    assert float(error) / float(allowed) < float(less) / float(other)
    for order in ((0, 1), (1, 0)):
        observed, terms = (Reals.of([pair[at] for at in order]) for pair in ((error, less), (allowed, other)))
        compared = Comparison((2,), ("0", "0"), Reals.of([Fraction(0)] * 2), observed, {PRINTING: terms})
        assert order[compared.worst] == 0


def test_values_explain_what_was_observed_where_all_of_it_lies_in_their_bands_or_is_printed_so():
    compared = several([0.25, -0.25])
    quarter, eighth, unknown = (Reals.of([each] * 2) for each in (ONE / 4, ONE / 8, None))
    ones, halves = Reals.of([ONE, ONE]), Reals.of([ONE, ONE / 2])
    assert compared.explained_by(Bands(ones, quarter), printed=False)
    assert not compared.explained_by(Bands(ones, eighth), printed=False)
    assert compared.explained_by(Bands(ones, eighth), printed=True)
    assert compared.explained_by(Bands(halves, quarter), printed=True)
    assert not compared.explained_by(Bands(halves, eighth), printed=False)
    assert not compared.explained_by(Bands(ones, unknown), printed=False)
    assert not compared.explained_by(Bands(ones, Reals.of([ONE, None])), printed=False)
    assert not several([0.25, np.nan]).explained_by(Bands(ones, quarter), printed=True)
    assert not several([]).explained_by(Bands(Reals.of([]), Reals.of([])), printed=True)


@pytest.mark.parametrize(
    "number", [Fraction(1, 3), -Fraction(10**30 + 1, 7), Fraction(1, 10**300), Fraction(2**60 + 1, 3)]
)
def test_what_two_float64_numbers_leave_of_a_fraction_is_bounded_and_hardly_more(number: Fraction):
    found = Reals.of([number])
    high, low, off = (float(part[0]) for part in (found.high, found.low, found.off))
    left = abs(number - Fraction(high) - Fraction(low))
    assert high == float(number)
    assert left <= Fraction(off) <= Fraction(abs(low)) / 2**52 + Fraction(2) ** -1022


def test_what_two_float64_numbers_hold_is_off_by_nothing_and_what_none_holds_is_anywhere():
    for number, (high, low) in ((Fraction(3, 2), (1.5, 0.0)), (1 + Fraction(1, 2**80), (1.0, 2.0**-80))):
        found = Reals.of([number])
        assert (float(found.high[0]), float(found.low[0]), float(found.off[0])) == (high, low, 0.0)
    for number, off in ((Fraction(10**400), np.inf), (None, 0.0)):
        found = Reals.of([number])
        assert (float(found.low[0]), float(found.off[0])) == (0.0, off)
        assert float(found.high[0]) == (np.inf if number is None else 0.0)


def test_float64_numbers_are_the_nearest_ones_where_sums_of_bounds_are_rough():
    third, large = Fraction(1, 3), 10**20
    rough = total([Reals.of([Fraction(large), None]), Reals.of([third - large, third])], 2)
    assert rough.off[0] > rough.high[0] * 2.0**-44
    assert rough.floats64().tolist() == [1.0 / 3.0, np.inf]
    assert total([Reals.of([Fraction(large)]), Reals.of([Fraction(-large)])], 1).floats64().tolist() == [0.0]
    fine = Reals.of([third, Fraction(2, 3)])
    assert fine.floats64() is fine.high


@pytest.mark.parametrize(("one", "other"), [(None, Fraction(1)), (Fraction(1), None), (None, None)])
def test_how_far_apart_is_what_is_not_known_is_not_known(one: Fraction | None, other: Fraction | None):
    found = apart(Reals.of([one]), Reals.of([other]))
    assert found.exactly(0) is None
    assert not found.known[0]


def test_a_sum_of_bounds_lies_as_near_to_its_float64_number_as_is_said():
    long = [Fraction(1), *[Fraction(9, 10) / 2**53] * 63]
    cancelling = [Fraction(2**60) + Fraction(1, 3), Fraction(-(2**60))]
    for numbers in (long, cancelling, [Fraction(1, 3)] * 3):
        found = total([Reals.of([number]) for number in numbers], 1)
        assert abs(sum(numbers) - Fraction(float(found.high[0]))) <= Fraction(float(found.off[0]))
        assert found.exactly(0) == sum(numbers)


def test_a_sum_that_leaves_the_range_is_known_and_decided_by_fractions():
    end = Fraction(float(np.finfo(np.float64).max))
    found = total([Reals.of([end, Fraction(1), None]), Reals.of([end, Fraction(2), end])], 3)
    assert found.known.tolist() == [True, True, False]
    assert found.off[0] == np.inf
    assert float(found.off[1]) < 1e-12
    assert exceeds(Reals.of([2 * end + 1, Fraction(3), end]), found).tolist() == [True, False, False]
    assert exceeds(Reals.of([2 * end, 3 + Fraction(1, 10**30), end]), found).tolist() == [False, True, False]


@pytest.mark.parametrize(
    ("number", "bound", "larger"),
    [
        ((1.0, 2.0**-60), (1.0, 2.0**-61), True),
        ((1.0, 2.0**-61), (1.0, 2.0**-60), False),
        ((1.0, 2.0**-60), (1.0, 2.0**-60), False),
        ((1.0 - 2.0**-53, 2.0**-54), (1.0, 2.0**-107 - 2.0**-54), False),
        ((1.0, 2.0**-107 - 2.0**-54), (1.0 - 2.0**-53, 2.0**-54), True),
    ],
)
def test_what_float64_rounds_away_of_a_difference_decides_it_all_the_same(number, bound, larger: bool):
    one, other = (Reals.floats(np.array([high]), np.array([low])) for high, low in (number, bound))
    assert exceeds(one, other).tolist() == [larger]
