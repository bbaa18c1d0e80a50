"""A comparison is exact: a verdict changes between what is allowed and the next rational, and nowhere else."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from lastdigit.mistakes import Mistake, all_mistakes
from lastdigit.verdicts.comparison import PRINTING, Band, Comparison
from lastdigit.verdicts.decide import decided, with_power
from lastdigit.verdicts.verdict import Verdict

TINY = Fraction(1, 10**60)
BASE = Verdict("007", "c", "y", "softmax", "mine", "float64", "document", "undecided")
ONE = Fraction(1)
KNOWN = all_mistakes()[0]


def comparison(error: Fraction, *allowed: Fraction | None) -> Comparison:
    terms = {name: [bound] for name, bound in zip((PRINTING, "rounding"), allowed, strict=False)}
    return Comparison((1,), ("1",), (ONE,), (ONE + error,), terms)


def verdict_of(compared: Comparison, *bands: tuple[Mistake, list[Band]]) -> Verdict:
    return with_power(decided(BASE, compared, ["?"], None, of=1), compared, list(bands))


@pytest.mark.parametrize("sign", [1, -1])
def test_an_error_of_exactly_what_is_allowed_agrees_and_the_next_rational_disagrees(sign: int):
    half, rounding = Fraction(1, 2 * 10**8), Fraction(1, 3 * 10**16)
    assert verdict_of(comparison(sign * (half + rounding), half, rounding)).verdict == "agrees"
    assert verdict_of(comparison(sign * (half + rounding + TINY), half, rounding)).verdict == "disagrees"


def test_an_unknown_bound_is_undecided_and_never_hides_a_disagreement():
    verdict = verdict_of(comparison(ONE, Fraction(1, 100), None))
    assert (verdict.verdict, verdict.allowed) == ("undecided", float("inf"))
    assert verdict.reason == "no finite rounding bound for 1 of 1 elements in float64"
    two = Comparison((2,), ("1", "1"), (ONE, ONE), (ONE, ONE + 1), {PRINTING: [None, Fraction(1, 2)]})
    assert decided(BASE, two, ["?", "?"], None, of=2).verdict == "disagrees"


def test_an_agreement_that_rules_no_mistake_out_is_undecided():
    near, far = Band(ONE + Fraction(3, 4), Fraction(1, 4)), Band(ONE + Fraction(3, 4) + TINY, Fraction(1, 4))
    compared = comparison(Fraction(0), Fraction(1, 2))
    assert verdict_of(compared, (KNOWN, [near])).verdict == "undecided"
    assert verdict_of(compared, (KNOWN, [Band(ONE + 9, None)])).verdict == "undecided"
    agreed = verdict_of(compared, (KNOWN, [near]), (replace(KNOWN, name="seen"), [far]))
    assert (agreed.verdict, agreed.rules_out, agreed.mistakes, agreed.blind_to) == ("agrees", 1, 2, (KNOWN.name,))


def test_a_disagreement_is_explained_by_the_mistakes_that_give_all_that_was_observed():
    compared = comparison(ONE, Fraction(1, 2))
    inside, outside = Band(Fraction(3), ONE), Band(Fraction(3), ONE - Fraction(1, 2) - TINY)
    assert verdict_of(compared, (KNOWN, [inside])).explanation == KNOWN.name
    assert verdict_of(compared, (KNOWN, [outside])).explanation == "no known mistake gives these numbers"
    assert (
        verdict_of(compared, (KNOWN, [Band(Fraction(3), None)])).explanation == "no known mistake gives these numbers"
    )
