"""What is no result is refused with what it is instead, and what need not be finite is undecided."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from lastdigit.verdicts.comparison import PRINTING, Comparison
from lastdigit.verdicts.judge import judge, not_finite, refused
from lastdigit.verdicts.reals import Reals
from lastdigit.verdicts.verdict import Verdict

BASE = Verdict("007", "c", "y", "softmax", "mine", "float64", "document", "undecided")


def comparison(observed: list[float], known: list[bool]) -> Comparison:
    """With ones, each allowed to be off by a half where its bound is known."""
    bounds = Reals.of([Fraction(1, 2) if each else None for each in known])
    ones = Reals.floats(np.ones(len(known)))
    return Comparison((len(known),), ["1"] * len(known), ones, Reals.floats(np.array(observed)), {PRINTING: bounds})


@pytest.mark.parametrize(
    ("shape", "dtype", "reason"),
    [
        ((2, 3), "", None),
        ((2, 3), "float64", None),
        ((2, 3), "float32", "returned float32; declared float64"),
        ((6,), "float64", "returned shape (2, 3); expected (6,)"),
        ((6,), "", "returned shape (2, 3); expected (6,)"),
        ((6,), "float32", "returned float32; declared float64"),
    ],
)
def test_a_result_of_another_dtype_or_shape_is_refused(shape: tuple[int, ...], dtype: str, reason: str | None):
    found = refused(BASE, np.ones((2, 3)), shape, dtype)
    assert (found and (found.verdict, found.reason)) == (reason and ("failed", reason))


def test_what_is_not_finite_is_refused_where_it_must_be():
    result = [1.0, np.nan, np.inf, 1.0]
    for known, place in (([True] * 4, 1), ([True, False, True, True], 2)):
        found = not_finite(BASE, comparison(result, known), None, np.array(result))
        assert found is not None
        assert (found.verdict, found.reason) == ("failed", f"returned {result[place]} at [{place}]")
    assert not_finite(BASE, comparison(result, [True, False, False, True]), None, np.array(result)) is None
    assert not_finite(BASE, comparison([1.0] * 4, [True] * 4), None, np.ones(4)) is None


def test_what_need_not_be_finite_is_undecided_with_the_first_that_is_not():
    compared = comparison([1.0, np.nan, np.inf], [True, False, False])
    found = judge(BASE, compared, ["1.0", "nan", "inf"], None, of=3)
    reason = "returned nan at [1], where float64 may overflow or the definition has no value"
    assert (found.verdict, found.reason) == ("undecided", reason)
    unknown = judge(BASE, comparison([1.0, 1.0], [True, False]), ["1.0", "1.0"], None, of=2)
    assert unknown.reason == "no finite rounding bound for 1 of 2 elements in float64"


def test_a_disagreement_that_needs_no_mistakes_is_proven():
    found = judge(BASE, comparison([1.0, 2.0], [True, True]), ["1.0", "2.0"], None, of=2)
    assert (found.verdict, found.evidence, found.mistakes) == ("disagrees", "proven", None)
    agreed = judge(BASE, comparison([1.0, 1.25], [True, True]), ["1.0", "1.25"], None, of=2)
    assert (agreed.verdict, agreed.evidence) == ("agrees", "")
