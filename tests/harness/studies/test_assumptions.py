"""What constants of typical errors stand on, measured on fewer numbers."""

from __future__ import annotations

from lastdigit.enclosure.arithmetic import PARTIALS
from lastdigit.enclosure.functionals import NEAR
from lastdigit.enclosure.rounded_weights import LINEAR
from studies.assumptions import errors_of_parts, furthest_of_moved_weights, like_rows
from studies.hard_arrays import Draw


def test_weights_follow_their_logarithms_up_to_the_deviation_that_counts_as_linear():
    small, largest, beyond = (
        furthest_of_moved_weights(deviation, 2, 20_000, Draw(0)) for deviation in (LINEAR / 100, LINEAR, 10 * LINEAR)
    )
    assert small < largest < 1.25 * small < beyond / 2


def test_rows_that_are_not_near_are_rounded_apart():
    found = {each.least: each.correlation for each in like_rows(2_000, Draw(0))}
    assert found[0.0] > 0.5
    assert all(abs(correlation) < 0.2 for least, correlation in found.items() if least >= NEAR)


def test_as_many_parts_as_the_split_model_allows_are_within_its_bound_and_typical_error():
    deviation, share = errors_of_parts(2**PARTIALS, 1.0, one_by_one=False, draw=Draw(0))
    assert deviation < 2.0
    assert share < 1.0
