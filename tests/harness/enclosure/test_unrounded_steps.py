"""Steps that no way of computing rounds: the condition of each, and a result that is not sure without it."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from lastdigit.base.number_format import FORMATS
from lastdigit.enclosure import unrounded
from lastdigit.enclosure.powers_of_two import has_root, is_power, unit
from lastdigit.enclosure.unrounded import VANISHING, Unrounded
from lastdigit.enclosure.unrounded_namespace import softmax

INF = np.inf


def of(*values: float, form: str = "float32", strict: bool = True) -> Unrounded:
    return Unrounded.of(list(values), FORMATS[form], strict=strict)


def between(low: float, high: float, form: str = "float32") -> Unrounded:
    """One number that is rounded somewhere between two bounds."""
    return Unrounded(
        [np.array([part]) for part in (0.0, False, low, high, 1.0, 1.0, 1.0, 1.0)], FORMATS[form], strict=True
    )


def joined(*numbers: Unrounded) -> Unrounded:
    return numbers[0].__array_namespace__().concat(numbers)


def facts(x: Unrounded) -> list[tuple[float, ...]]:
    """Value, mass, grid, least and most of each element."""
    parts = [np.atleast_1d(part).tolist() for part in (x.value, x.mass, x.grid, x.least, x.most)]
    return list(zip(*parts, strict=True))


def bounds(x: Unrounded) -> tuple[float, float]:
    return float(x.low.item()), float(x.high.item())


def test_the_unit_of_a_number_is_the_last_bit_that_it_has():
    values = [1.0, 12.0, -0.75, 2.0**-1074, 1.0 + 2.0**-52, 0.0, INF, np.nan]
    assert unit(np.array(values)).tolist() == [1.0, 4.0, 0.25, 2.0**-1074, 2.0**-52, INF, INF, INF]
    for value in values[:5]:
        assert (Fraction(value) / Fraction(float(unit(np.array(value))))).numerator % 2 == 1


def test_powers_of_two_and_of_four():
    assert is_power(np.array([4.0, -0.5, 3.0, 0.0, INF, np.nan])).tolist() == [True, True, False, False, False, False]
    assert has_root(np.array([1.0, 2.0, 4.0, 0.25, 8.0])).tolist() == [True, False, True, True, False]


@pytest.mark.parametrize("form", ["float64", "float32", "bfloat16", "float16"])
def test_numbers_that_the_format_does_not_hold_or_flushes_to_zero_are_not_sure(form: str):
    emin, largest = 2.0 ** FORMATS[form].emin, FORMATS[form].largest
    found = of(0.0, -3.0, -INF, emin, INF, np.nan, emin / 2, form=form)
    assert found.sure.tolist() == [True, True, True, True, False, False, False]
    assert of(largest * 2, form=form).sure.tolist() == [False]


def test_minus_infinity_is_known_and_no_number_beside_it_is():
    found = of(-INF, 257.0, 3.0, form="bfloat16")
    assert (found.low[0], found.high[0]) == (-INF, -INF)
    assert found.low[1] <= 257.0 / 1.01 < 257.0 * 1.01 <= found.high[1]
    assert (found.low[2], found.high[2]) == (3.0, 3.0)
    assert not np.any(of(-INF, 1.0).sum_over(0).sure)


def test_what_is_known_of_a_sum():
    found = of(12.0) + of(-0.5)
    assert facts(found) == [(11.5, 12.5, 0.5, 0.5, 12.5)]
    assert bounds(found) == (11.5, 11.5)
    assert facts(of(-0.5) + of(12.0)) == facts(found)
    assert facts(of(12.0) - of(-0.5)) == [(12.5, 12.5, 0.5, 0.5, 12.5)]


def test_magnitudes_on_the_way_are_added_though_they_cancel():
    # 255 + 2 needs 9 bits before 2 is taken off again
    assert (of(255.0, form="bfloat16") - of(1.0, form="bfloat16")).sure.tolist() == [True]
    assert ((of(255.0, form="bfloat16") + of(2.0, form="bfloat16")) - of(2.0, form="bfloat16")).sure.tolist() == [False]


def test_a_sum_with_what_is_rounded_is_unknown():
    for found in (of(1.0) + between(1.0, 2.0), between(1.0, 2.0) + of(1.0)):
        assert found.sure.tolist() == [False]
        assert bounds(found) == (-INF, INF)


def test_terms_in_range_whose_sum_is_not_are_not_sure():
    assert (of(32768.0, form="float16") + of(16384.0, form="float16")).sure.tolist() == [True]
    assert (of(32768.0, form="float16") + of(32768.0, form="float16")).sure.tolist() == [False]


def test_what_is_known_of_a_product():
    assert facts(of(6.0) * of(-0.5)) == [(-3.0, 3.0, 1.0, 0.5, 6.0)]
    assert facts(of(-0.5) * of(6.0)) == [(-3.0, 3.0, 1.0, 0.5, 6.0)]
    assert facts(of(0.0) * of(5.0)) == [(0.0, 0.0, INF, INF, 0.0)]


def test_a_product_is_sure_where_both_factors_are_or_one_is_zero():
    rounded = between(-3.0, 5.0)
    for found, sure in (
        *((of(2.0) * rounded, False), (rounded * of(2.0), False)),
        *((of(0.0) * rounded, True), (rounded * of(0.0), True), (between(0.0, 0.0) * rounded, False)),
    ):
        assert found.sure.tolist() == [sure]
    assert (of(0.0) * rounded).value.tolist() == [0.0]
    low, high = bounds(of(2.0) * rounded)
    assert -7.0 <= low <= -6.0 * 1.01
    assert 10.0 * 1.01 <= high <= 12.0


@pytest.mark.parametrize("ends", [(-INF, 1.0), (1.0, INF), (-70000.0, 1.0), (1.0, 70000.0)])
def test_zero_times_what_may_overflow_is_not_zero(ends: tuple[float, float]):
    rounded, zero = between(*ends, form="float16"), of(0.0, form="float16")
    assert (zero * rounded).sure.tolist() == (rounded * zero).sure.tolist() == [False]


def test_zero_whose_terms_cancel_is_not_zero_once_they_are_scaled_and_rounded():
    # of the score 7 · 1 − 6 · 1 − 1 · 1, and of log₂ e on the queries first, as fused kernels put it
    seven, six, one = (np.float32(each) * np.float32(np.log2(np.e)) for each in (7.0, 6.0, 1.0))
    assert seven - six - one != 0.0
    cancelled, xp = of(7.0) - of(6.0) - of(1.0), of(1.0).__array_namespace__()
    assert cancelled.sure.tolist() == [True]
    assert cancelled.value.tolist() == [0.0]
    for found in (
        *(cancelled * between(-3.0, 5.0), between(-3.0, 5.0) * cancelled, cancelled / between(1.0, 2.0)),
        *(xp.exp(cancelled), weights(cancelled)),
    ):
        assert found.sure.tolist() == [False]


def test_where_one_end_overflows_nothing_is_known():
    for ends in ((1.0, 60000.0), (-60000.0, 1.0)):
        assert bounds(of(2.0, form="float16") * between(*ends, "float16")) == (-INF, INF)


def test_a_product_that_underflows_is_not_zero():
    tiny = of(2.0**-600, form="float64")
    assert (tiny * tiny).value.tolist() == [0.0]
    assert (tiny * tiny).sure.tolist() == [False]


def test_a_product_whose_bits_are_too_many_is_not_sure():
    assert (of(15.0, form="bfloat16") * of(17.0, form="bfloat16")).sure.tolist() == [True]
    assert (of(17.0, form="bfloat16") * of(17.0, form="bfloat16")).sure.tolist() == [False]


def test_bounds_of_what_is_rounded_are_wider_on_both_sides_of_zero():
    one = of(1.0)
    for low, high in ((2.0, 3.0), (-3.0, -2.0), (-3.0, 2.0)):
        least, most = bounds(between(low, high) * one)
        assert low - 0.5 <= least <= low - abs(low) * 0.1
        assert high + abs(high) * 0.1 <= most <= high + 0.5


def test_a_quotient_is_sure_where_the_divisor_is_a_power_of_four():
    divisors = {4.0: True, -4.0: True, 1.0: True, 2.0: False, 3.0: False, 6.0: False, 0.25: False}
    for divisor, sure in divisors.items():
        assert (of(6.0) / of(divisor)).sure.tolist() == [sure], divisor
    assert facts(of(6.0) / of(-4.0)) == [(-1.5, 1.5, 0.5, 0.5, 6.0)]
    assert (between(6.0, 6.0) / of(4.0)).sure.tolist() == [False]
    four = Unrounded([*of(4.0).parts[:1], np.array([False]), *of(4.0).parts[2:]], FORMATS["float32"], strict=True)
    assert (of(6.0) / four).sure.tolist() == [False]


def test_a_power_of_four_whose_reciprocal_is_flushed_to_zero_is_no_scale():
    assert (of(2.0**14, form="float16") / of(2.0**14, form="float16")).sure.tolist() == [True]
    assert (of(2.0**126) / of(2.0**126)).sure.tolist() == [True]
    wide = Unrounded.of([2.0**15], FORMATS["bfloat16"], strict=True)
    assert (wide / Unrounded.of([2.0**126], FORMATS["bfloat16"], strict=True)).sure.tolist() == [True]
    half = Unrounded([np.array([2.0**16]), *of(2.0).parts[1:]], FORMATS["float16"], strict=True)
    assert (of(2.0**15, form="float16") / half).sure.tolist() == [False]


def test_zero_divided_is_zero_unless_the_divisor_may_be_or_may_be_flushed_to_zero():
    for low, high, sure in (
        *((1.0, 2.0, True), (-2.0, -1.0, True), (-1.0, 1.0, False), (0.0, 1.0, False), (-1.0, 0.0, False)),
        *((2.0**-127, 1.0, False), (-1.0, -(2.0**-127), False)),
    ):
        found = of(0.0) / between(low, high)
        assert found.sure.tolist() == [sure], (low, high)
    assert facts(of(0.0) / between(1.0, 2.0)) == [(0.0, 0.0, INF, INF, 0.0)]
    assert (between(0.0, 0.0) / between(1.0, 2.0)).sure.tolist() == [False]
    assert (of(5.0) / between(1.0, 2.0)).sure.tolist() == [False]


def test_a_quotient_by_what_may_be_zero_is_unknown():
    assert bounds(of(1.0) / between(-1.0, 1.0)) == (-INF, INF)
    low, high = bounds(of(1.0) / between(2.0, 4.0))
    assert 0.2 <= low <= 0.25 / 1.1
    assert 0.5 * 1.1 <= high <= 0.6


def test_a_scale_may_be_put_on_terms_or_factors_that_are_flushed_to_zero_then():
    # 2^−126 · 2^126 ÷ 16: where the first factor is divided by 4 or by 16, it is below the normal numbers
    assert ((of(2.0**-126) * of(2.0**126)) / of(16.0)).sure.tolist() == [False]
    assert ((of(2.0**126) * of(2.0**-126)) / of(16.0)).sure.tolist() == [False]
    assert ((of(2.0**-122) * of(2.0**126)) / of(16.0)).sure.tolist() == [True]
    # (2^−126 + 3 · 2^−126) ÷ 4: each term divided by 4 is
    assert (of(2.0**-126, 3 * 2.0**-126).sum_over(0) / of(4.0)).sure.tolist() == [False]
    assert ((of(2.0**-126) + of(3 * 2.0**-126)) / of(4.0)).sure.tolist() == [False]
    assert ((of(4.0) + of(2.0**-100)) / of(4.0)).sure.tolist() == [False]


def test_a_sum_that_overflows_before_it_is_divided_is_not_sure():
    weights, values = softmax(of(0.0, 0.0, 0.0, 0.0, form="float16", strict=False)), [2.0**13] * 4
    assert (weights * of(*values, form="float16")).sum_over(0).sure.item()
    assert not (weights * of(*(2.0 * each for each in values), form="float16")).sum_over(0).sure.item()
    large = of(16384.0, form="float16")
    assert (((large + large) / of(4.0, form="float16")) * of(1.0, form="float16")).sure.tolist() == [True]
    assert (((large + large) / of(4.0, form="float16")) * of(2.0, form="float16")).sure.tolist() == [False]


def test_sums_that_need_as_many_bits_as_the_format_has_are_sure_and_no_longer_ones():
    for form, digits in (("bfloat16", 8), ("float16", 11), ("float32", 24), ("float64", 52)):
        for rest, sure in ((2.0**digits - 2.0 ** (digits - 1), True), (2.0**digits - 2.0 ** (digits - 1) + 1.0, False)):
            assert of(2.0 ** (digits - 1), rest, form=form).sum_over(0).sure.item() is sure


def test_what_is_known_of_a_sum_along_an_axis():
    found = of(12.0, -0.5, 0.0).sum_over(0, keepdims=True)
    assert facts(found) == [(11.5, 12.5, 0.5, 0.5, 12.5)]
    assert bounds(found) == (11.5, 11.5)
    assert of().sum_over(0).sure.item()


@pytest.mark.parametrize("unit_of_sum", [1.0, 0.25])
def test_what_is_rounded_vanishes_beside_a_sum_that_is_not_zero(unit_of_sum: float):
    most = unit_of_sum * VANISHING
    for low, high, sure in (
        *((0.0, most, True), (-most, 0.0, True), (0.0, 2 * most, False), (-2 * most, 0.0, False), (-INF, INF, False)),
    ):
        found = joined(of(3.0 * unit_of_sum), between(low, high)).sum_over(0)
        assert found.sure.item() is sure, (low, high)
        assert found.value.item() == 3.0 * unit_of_sum
    assert not joined(of(unit_of_sum), between(0.0, most), between(-most, 0.0)).sum_over(0).sure.item()


def test_the_unit_of_what_vanishes_does_not_count():
    assert joined(of(1.0), between(0.0, 2.0**-200) * of(2.0**-60)).sum_over(0).sure.item()


def test_nothing_vanishes_beside_zero():
    assert not joined(of(0.0), between(0.0, 0.0)).sum_over(0).sure.item()
    assert not joined(of(3.0), of(-3.0), between(0.0, 2.0**-200)).sum_over(0).sure.item()
    assert joined(of(3.0), of(-3.0)).sum_over(0).sure.item()


def test_what_vanishes_does_so_in_float64_too_and_on_either_side_of_a_power_of_two():
    # half of the unit below 1 is 2⁻⁵⁴, and 2²⁴ terms may grow eightfold while they are added
    assert 8 * Fraction(VANISHING) <= Fraction(2) ** -54
    # what is left beside 1 in float64 would show in bfloat16 where 1 is taken off next
    assert not joined(of(1.0, form="bfloat16"), between(0.0, 2.0**-40, "bfloat16")).sum_over(0).sure.item()


def test_bounds_of_a_sum_hold_whatever_its_order_rounds():
    # of ones in bfloat16 that are added one by one the sum stays at 256
    ones = joined(*[between(1.0, 1.0, "bfloat16")] * 300).sum_over(0)
    assert ones.low.item() <= 256.0
    assert not ones.sure.item()
    least, most = bounds(joined(*[between(1.0, 1.0)] * 4).sum_over(0))
    assert least <= 4.0 <= most
    # −160 in all: each term is rounded once, and its scale, twice, before 2 of them are added
    terms = joined(between(-10160.0, -10160.0, "bfloat16"), between(10000.0, 10000.0, "bfloat16"))
    least, most = bounds(terms.sum_over(0))
    error = 7 * 20160 / 2**8
    assert least <= -160.0 - error
    assert most >= -160.0 + error


def test_a_sum_whose_terms_may_overflow_on_the_way_is_unknown():
    for terms, known in (((40000.0, -30000.0), False), ((30000.0, -20000.0), True)):
        found = joined(*(between(each, each, "float16") for each in terms)).sum_over(0)
        assert bool(np.isfinite(found.low)) is bool(np.isfinite(found.high)) is known


def matrix(rows: list[list[float]], form: str = "float32") -> Unrounded:
    return Unrounded.of(rows, FORMATS[form], strict=True)


def test_a_matrix_product_is_a_sum_of_products_for_rows_and_columns_too():
    left, right = matrix([[1.0, 2.0], [3.0, 0.0]]), matrix([[5.0, 0.0], [-0.5, 7.0]])
    product = left @ right
    assert product.value.tolist() == [[4.0, 14.0], [15.0, 0.0]]
    assert np.all(product.sure)
    assert facts(product[0, 0]) == [(4.0, 6.0, 1.0, 0.5, 7.0)]
    assert (left[0] @ right).value.tolist() == [4.0, 14.0]
    assert (left @ right[:, 0]).value.tolist() == [4.0, 15.0]
    assert (left[0] @ right[:, 0]).value.tolist() == 4.0


def test_of_a_matrix_product_that_is_too_large_nothing_is_known(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(unrounded, "MOST_TERMS", 7)
    one = matrix([[1.0, 2.0], [3.0, 4.0]])
    assert (one @ one).shape == (2, 2)
    assert (one[0] @ one).shape == (2,)
    assert not np.any((one @ one).sure)
    assert bounds((one @ one)[0, 0]) == (-INF, INF)


def test_operands_of_a_matrix_product_may_be_rounded_to_8_bits():
    for value, sure in ((255.0, True), (256.0, True), (257.0, False), (257.0 / 256, False)):
        assert (matrix([[value]]) @ matrix([[1.0]])).sure.item() is sure
        assert (matrix([[1.0]]) @ matrix([[value]])).sure.item() is sure
    rounded = Unrounded([part[np.newaxis] for part in between(2.0, 2.0).parts], FORMATS["float32"], strict=True)
    assert not (rounded @ matrix([[1.0]])).sure.item()


def test_operands_that_are_rounded_to_8_bits_widen_what_is_known():
    # 10000 becomes 9984 in bfloat16, and 10040 does 10048: their difference 64 in place of 40
    low, high = bounds((matrix([[10040.0, 10000.0]]) @ matrix([[1.0], [-1.0]]))[0, 0])
    assert low <= 40.0 - 2 * 10000 / 2**8
    assert high >= 40.0 + 2 * 10000 / 2**8
    low, high = bounds(between(-1.0, 300.0)[np.newaxis] @ matrix([[1.0]]))
    assert low <= -1.0
    assert high >= 301.0
    assert bounds((matrix([[3.0, 5.0]]) @ matrix([[1.0], [-1.0]]))[0, 0]) == (-2.0, -2.0)


def test_the_root_of_a_power_of_four_is_sure_and_no_other():
    xp = of(1.0).__array_namespace__()
    assert xp.sqrt(of(16.0, 9.0, 2.0, 0.0)).sure.tolist() == [True, False, False, False]
    assert facts(xp.sqrt(of(16.0))) == [(4.0, 4.0, 4.0, 4.0, 4.0)]
    near = Unrounded(
        [np.array([1.0 + 2.0**-52]), np.array([True]), *of(1.0).parts[2:]], FORMATS["float64"], strict=True
    )
    assert np.sqrt(near.value).tolist() == [1.0]
    assert xp.sqrt(near).sure.tolist() == [False]
    rounded = Unrounded([np.array([16.0]), *between(15.0, 17.0).parts[1:]], FORMATS["float32"], strict=True)
    assert xp.sqrt(rounded).sure.tolist() == [False]
    low, high = bounds(xp.sqrt(rounded))
    assert low < 15.0**0.5 < 17.0**0.5 < high
    assert bounds(xp.sqrt(between(-1.0, 1.0))) == (-INF, INF)


def test_exp_is_sure_at_zero_alone():
    xp = of(1.0).__array_namespace__()
    assert xp.exp(of(0.0, 1.0, -INF)).sure.tolist() == [True, False, False]
    assert facts(xp.exp(of(0.0))) == [(1.0, 1.0, 1.0, 1.0, 1.0)]
    assert xp.exp(between(0.0, 0.0)).sure.tolist() == [False]
    assert bounds(xp.exp(of(-300.0))) == (-INF, INF)


def test_a_mean_is_sure_where_no_running_mean_is_taken():
    for strict, sure in ((False, True), (True, False)):
        x = of(1.0, 2.0, 4.0, -1.0, strict=strict)
        found = x.__array_namespace__().mean(x, axis=0, keepdims=True)
        assert found.sure.tolist() == [sure]
        assert bounds(found) == ((1.5, 1.5) if sure else (-INF, INF))
    x = of(1.0, 2.0, 3.0, strict=False)
    assert not x.__array_namespace__().mean(x, axis=0).sure.item()


def test_the_largest_is_sure_where_all_are():
    xp = of(1.0).__array_namespace__()
    found = xp.max(of(12.0, -16.0, 0.5), axis=0, keepdims=True)
    assert facts(found) == [(12.0, 16.0, 0.5, 0.5, 16.0)]
    assert found.sure.tolist() == [True]
    mixed = joined(of(1.0), between(0.0, 3.0))
    for found in (
        xp.max(mixed, axis=0),
        xp.maximum(of(1.0), between(0.0, 3.0)),
        xp.maximum(between(0.0, 3.0), of(1.0)),
    ):
        assert not found.sure.item()
        low, high = bounds(found)
        assert 0.5 < low < 1.0
        assert 3.0 < high < 4.0
    assert (
        facts(xp.maximum(of(12.0), of(0.5))) == facts(xp.maximum(of(0.5), of(12.0))) == [(12.0, 12.0, 0.5, 0.5, 12.0)]
    )


def weights(*scores: Unrounded, mask: list[bool] | None = None) -> Unrounded:
    return softmax(joined(*scores), None if mask is None else np.array(mask))


def test_a_weight_is_sure_where_the_only_score_is_a_sure_zero():
    found = weights(of(0.0), between(-200.0, -150.0))
    assert found.sure.tolist() == [True, False]
    assert (found.low[0], found.high[0], found.low[1], found.high[1]) == (1.0, 1.0, 0.0, np.exp(-75.0))
    for others in (between(0.0, 0.0), of(1.0), between(-1.0, 0.0), of(np.nan), between(-60.0, -60.0)):
        found = weights(of(0.0), others)
        assert not np.any(found.sure)
        assert (found.low[0], found.high[0]) == (-INF, INF)
    assert not np.any(weights(between(0.0, 0.0), of(-200.0)).sure)
    assert not np.any(weights(of(-200.0), of(-300.0)).sure)


def test_a_weight_that_vanishes_is_not_zero():
    assert (weights(of(0.0), of(-200.0)) * of(5.0)).sure.tolist() == [True, False]


def test_many_weights_that_each_vanish_do_not_together():
    one = between(-80.0, -80.0)
    assert np.exp(-40.0) < VANISHING < 2 * np.exp(-40.0)
    assert weights(of(0.0), one).sure.tolist() == [True, False]
    assert not np.any(weights(of(0.0), one, one).sure)


def test_hidden_scores_have_no_weight_and_are_no_larger():
    mask = [True, False]
    for hidden, sure in ((of(0.0), True), (between(-5.0, -1.0), True), (of(1.0), False), (between(-1.0, 0.0), False)):
        found = weights(of(0.0), hidden, mask=mask)
        assert found.sure.tolist() == [sure, sure]
        assert found.value.tolist()[1] == 0.0
        assert not sure or found.high.tolist() == [1.0, 0.0]
    assert not np.any(weights(of(0.0), of(0.0), mask=[False, False]).sure)


def test_equal_weights_are_sure_where_their_number_is_a_power_of_two_and_no_logarithm_is_taken():
    for count, strict, sure in ((1, True, True), (2, True, False), (4, False, True), (3, False, False)):
        found = softmax(of(*[0.0] * count, strict=strict))
        assert set(found.sure.tolist()) == {sure}
    for count, sure in ((256, True), (512, False)):  # ones that are added in bfloat16 stay at 256
        assert set(softmax(of(*[0.0] * count, form="bfloat16", strict=False)).sure.tolist()) == {sure}
    assert facts(softmax(of(0.0, 0.0, strict=False)))[0] == (0.5, 0.5, 0.5, 0.5, 1.0)
    assert facts(softmax(of(0.0, -INF)))[1] == (0.0, 0.0, INF, INF, 0.0)
