"""The judge piece by piece: which arithmetic model is kept, what is beyond rounding, and how that is told."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from lastdigit.base.evidence import CALIBRATED, PROVEN
from lastdigit.operations.mistakes import Mistake
from lastdigit.verdicts import judge as module
from lastdigit.verdicts.comparison import DOCUMENT, IMPLEMENTATION, INPUTS, PRINTING, TYPICAL, Comparison
from lastdigit.verdicts.examination import Examination
from lastdigit.verdicts.judge import Power, judge
from lastdigit.verdicts.plain import Direction
from lastdigit.verdicts.reals import Reals
from lastdigit.verdicts.shares import Measured
from lastdigit.verdicts.verdict import Verdict

BASE = Verdict("007", "c", "y", "softmax", "mine", "float32", "definition", "undecided")
MODELS = ("fused", "stored", "split")
ABSENT, PRESENT = Measured(0.0, 0.25, False), Measured(1.0, 0.25, True)


def mistake(name: str) -> Mistake:
    return Mistake("softmax", name, "look", np.negative)


def direction(name: str) -> Direction:
    return Direction((mistake(name),), np.ones(2))


NOTHING = Examination([(direction("a"), ABSENT)])
CAUSED = Examination([(direction("a"), PRESENT)], causes=(mistake("a"), mistake("b")), definite="a pattern")
SHARED = Examination([(direction("a"), PRESENT)], present=(direction("a"), direction("b"), direction("a")))
PATTERN = Examination([(direction("a"), ABSENT)], patterns=("one", "two"), present=(direction("a"),))
DEFINITE = Examination([(direction("a"), ABSENT)], patterns=("one",), definite="one")


def reals(*numbers: float) -> Reals:
    return Reals.floats(np.array(numbers))


def comparison(*observed: float, **terms: Reals) -> Comparison:
    """With ones; nothing but the terms is allowed."""
    return Comparison((len(observed),), ["1.0"] * len(observed), reals(*[1.0] * len(observed)), reals(*observed), terms)


def exact(*observed: float) -> Comparison:
    return comparison(*observed, **{INPUTS: reals(*[0.0] * len(observed))})


class Reads:
    """A reading in arithmetic models, each of which allows so much."""

    def __init__(self, model: str, allowed: dict[str, float]) -> None:
        self.allowed, self.models = allowed, tuple(allowed)
        self.arithmetic = SimpleNamespace(model=model, is_wide=True)
        self.errors = SimpleNamespace(limits=lambda deviations: np.array([[8.0, 8.0]]))
        self.generic = SimpleNamespace(tests=7)
        self.shape = (1, 2)
        self.asked: list[tuple[Any, bool]] = []
        self.plainly = SimpleNamespace(directions=self._directions)

    def _directions(self, mistakes: Any, *, sampled: bool = False) -> list[Direction]:
        self.asked.append((mistakes, sampled))
        return [direction("a")]

    def in_model(self, model: str) -> Reads:
        return Reads(model, self.allowed)

    @property
    def rounding(self) -> Reals:
        return reals(*[self.allowed[self.arithmetic.model]] * 2)


def power(allowed: dict[str, float], **options: Any) -> Power:
    read: Any = Reads(list(allowed)[-1], allowed)
    return Power([mistake("a")], read, range(2), lambda reading: reading.rounding, **options)


def sees(monkeypatch: pytest.MonkeyPatch, **models: tuple[bool, bool, Examination]) -> None:
    """What is measured in each model: whether limits are kept, whether a pattern is shown, and what is found."""

    def measured(self: Any) -> SimpleNamespace:
        keeps, shows, _ = models[self.model]
        return SimpleNamespace(keeps_limits=keeps, shows_a_pattern=shows)

    monkeypatch.setattr(module._Graded, "measured", property(measured))
    monkeypatch.setattr(module._Graded, "found", property(lambda self: models[self.model][2]))


RIGHT, TOO_FAR, SHOWS, BEYOND = (
    (True, False, NOTHING),
    (False, False, NOTHING),
    (True, True, NOTHING),
    (True, False, SHARED),
)


@pytest.mark.parametrize(
    ("fused", "stored", "split", "model", "arithmetic"),
    [
        (RIGHT, RIGHT, RIGHT, "fused", "fused"),
        (TOO_FAR, RIGHT, RIGHT, "stored", "stored"),
        (SHOWS, RIGHT, RIGHT, "stored", "stored"),
        (BEYOND, RIGHT, RIGHT, "stored", "stored"),
        (TOO_FAR, TOO_FAR, TOO_FAR, "split", ""),
        (TOO_FAR, SHOWS, BEYOND, "split", "stored"),
        (SHOWS, BEYOND, TOO_FAR, "split", "fused"),
        (TOO_FAR, TOO_FAR, RIGHT, "split", "split"),
    ],
)
def test_the_tightest_model_is_kept_in_which_nothing_is_beyond_rounding(
    monkeypatch, fused, stored, split, model: str, arithmetic: str
):
    sees(monkeypatch, fused=fused, stored=stored, split=split)
    allowed = {"fused": 0.5, "stored": 1.0, "split": 2.0}
    graded = module._graded(exact(1.0, 1.25), power(allowed))
    assert (graded.model, graded.arithmetic) == (model, arithmetic)
    assert graded.comparison.terms[IMPLEMENTATION].high[0] == allowed[model]


@pytest.mark.parametrize("allowed", [{"fused": 0.125, "stored": 0.25, "split": 2.0}, {"fused": np.inf, "stored": 2.0}])
def test_a_model_of_which_an_element_leaves_the_bounds_or_has_none_is_not_kept(monkeypatch, allowed):
    sees(monkeypatch, **dict.fromkeys(MODELS, RIGHT))
    graded = module._graded(exact(1.0, 1.25), power(allowed))
    assert (graded.model, graded.arithmetic) == ("stored", "stored")


def test_of_printed_numbers_the_tightest_model_is_kept_of_which_the_bounds_hold(monkeypatch):
    sees(monkeypatch, **dict.fromkeys(MODELS, TOO_FAR))
    asked, printed = power({"fused": 0.125, "stored": 1.0, "split": 2.0}), {PRINTING: reals(0.0, 0.0)}
    graded = module._graded(comparison(1.0, 1.25, **printed), asked)
    assert (graded.model, graded.arithmetic) == ("stored", "stored")
    known = module._graded(comparison(1.0, 1.25, **printed), replace(asked, allows=None, model="known"))
    assert (known.model, known.arithmetic) == ("split", "known")


def test_printed_numbers_are_examined_by_what_is_allowed_and_exact_ones_as_a_measurement(monkeypatch):
    given: list[tuple] = []

    class Recorded:
        def __init__(self, *known: Any) -> None:
            given.append(known)

        def examined(self, directions: list[Direction]) -> Examination:
            assert len(directions) == 1
            return NOTHING

    monkeypatch.setattr(module, "PrintedResult", Recorded)
    monkeypatch.setattr(module, "MeasuredResult", Recorded)
    asked = power({"fused": 0.125, "split": 1.0})
    terms = {PRINTING: reals(0.5, 0.5), DOCUMENT: reals(4.0, 4.0), IMPLEMENTATION: reals(1.0, 1.0)}
    compared = comparison(1.0, 1.25, **terms, **{INPUTS: reals(2.0, 2.0)})
    assert module._Graded(compared, asked, "split", "split").found is NOTHING
    error, at, *sizes = given[-1]
    assert (error.tolist(), at) == ([0.0, 0.25], slice(None))
    assert [each.tolist() for each in sizes] == [[1.0] * 2, [7.5] * 2, [2.625] * 2, [2.5] * 2]
    assert asked.reading.asked[-1] == (asked.mistakes, False)  # type: ignore[attr-defined]
    assert module._Graded(compared, replace(asked, model="fused"), "split", "fused").found is NOTHING
    assert given[-1][4].tolist() == [7.5, 7.5]
    assert module._Graded(exact(1.0, 1.25), asked, "split", "").found is NOTHING
    observed, error, read, tightest, tests, _ = given[-1]
    assert (observed.tolist(), error.tolist()) == ([1.0, 1.25], [0.0, 0.25])
    assert (read.arithmetic.model, tightest.arithmetic.model, tests) == ("split", "fused", asked.tests)
    assert asked.reading.asked[-1] == (asked.mistakes, True)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (NOTHING, ""),
        (CAUSED, "the error is that of: a; b"),
        (SHARED, "the error has a share of a, or b"),
        (PATTERN, "one; two"),
    ],
)
def test_what_is_beyond_rounding_is_told_by_its_causes_patterns_or_shares(found: Examination, words: str):
    assert module._beyond(found) == words


class Asked:
    """A search that tells what it was asked."""

    last: tuple

    def __init__(self, *known: Any) -> None:
        Asked.last = known

    def explain(self) -> str:
        return "found by search"


def told(monkeypatch, found: Examination, observed: float = 1.25, *, limit: float = 8.0, **options: Any) -> Verdict:
    """The verdict where the model allows a half; ``limit`` is what an element exceeds hardly ever."""
    monkeypatch.setattr(module, "Search", Asked)
    sees(monkeypatch, split=(False, False, found))
    asked: Any = power({"split": 0.5})
    asked.reading.errors.limits = lambda deviations: np.full((1, 2), limit)
    return judge(BASE, exact(1.0, observed), ["1.0", str(observed)], asked, of=2, **options)


def test_an_agreement_says_what_it_excludes(monkeypatch):
    found = replace(NOTHING, measured=[*NOTHING.measured, (direction("b"), Measured(0.0, 1.0, False))], rows_read=5)
    verdict = told(monkeypatch, found)
    assert (verdict.verdict, verdict.evidence, verdict.reason) == ("agrees", "", "")
    assert (verdict.rules_out, verdict.mistakes, verdict.blind_to, verdict.rows_read) == (1, 2, ("b",), 5)
    assert [share.names for share in verdict.shares] == [("a",), ("b",)]


def test_an_agreement_that_excludes_nothing_or_not_what_it_must_is_undecided(monkeypatch):
    verdict = told(monkeypatch, replace(NOTHING, measured=[(direction("a"), PRESENT)]))
    reason = "the float32 tolerance is too wide to exclude any of 1 mistakes"
    assert (verdict.verdict, verdict.reason) == ("undecided", reason)
    verdict = told(monkeypatch, replace(NOTHING, hidden=("a", "z")))
    assert (verdict.verdict, verdict.reason) == ("undecided", "the float32 tolerance is too wide to exclude: a, z")
    assert told(monkeypatch, Examination([])).verdict == "agrees"


def test_a_disagreement_beyond_all_bounds_is_proven_and_explained_by_a_search(monkeypatch):
    verdict = told(monkeypatch, DEFINITE, 2.0)
    assert (verdict.verdict, verdict.evidence, verdict.reason) == ("disagrees", PROVEN, "one")
    assert verdict.explanation == "found by search"
    assert Asked.last[4:] == (False, set(DEFINITE.measured[0][0].mistakes), None)
    assert told(monkeypatch, CAUSED, 2.0).reason == ""
    assert told(monkeypatch, CAUSED, 2.0).explanation == "a; b"
    assert told(monkeypatch, NOTHING, 2.0, explained=False).explanation == ""
    assert told(monkeypatch, CAUSED, 2.0, explained=False).explanation == ""


def test_calibrated_evidence_refuses_a_result_unless_only_proven_one_is_asked(monkeypatch):
    verdict = told(monkeypatch, SHARED)
    assert (verdict.verdict, verdict.evidence, verdict.arithmetic) == ("disagrees", CALIBRATED, "")
    assert (verdict.reason, verdict.explanation) == ("the error has a share of a, or b", "found by search")
    assert Asked.last[-1] is not None
    assert TYPICAL in Asked.last[3].terms
    lenient = told(monkeypatch, SHARED, evidence=PROVEN)
    assert (lenient.verdict, lenient.evidence) == ("agrees", "")
    assert lenient.reason == "calibrated evidence against it: the error has a share of a, or b"


def test_a_calibrated_disagreement_shows_the_elements_that_are_beyond_their_limits(monkeypatch):
    verdict = told(monkeypatch, SHARED, limit=0.125)
    assert (verdict.disagreeing, verdict.reason, verdict.allowed) == (1, "", 0.125)
    assert told(monkeypatch, SHARED).disagreeing == 0


@pytest.mark.parametrize("limit", [8.0, 0.125])
def test_what_is_definite_or_has_causes_is_not_searched(monkeypatch, limit: float):
    verdict = told(monkeypatch, DEFINITE, limit=limit)
    assert (verdict.reason, verdict.explanation) == ("one", "")
    verdict = told(monkeypatch, CAUSED, limit=limit)
    assert (verdict.reason, verdict.explanation) == ("", "a; b")
    assert told(monkeypatch, SHARED, limit=limit, explained=False).explanation == ""
    assert told(monkeypatch, CAUSED, limit=limit, explained=False).explanation == "a; b"


def explained(found: Examination, *, wide: bool, implementation: str = "mine", models: tuple[str, ...] = MODELS) -> str:
    asked: Any = power(dict.fromkeys(models, 0.5))
    asked.reading.arithmetic.is_wide = wide
    return module._explained(exact(1.0, 2.0), asked, found, replace(BASE, implementation=implementation))


def test_causes_explain_where_sums_are_wider_and_else_the_stored_model_is_searched(monkeypatch):
    monkeypatch.setattr(module, "Search", Asked)
    assert explained(CAUSED, wide=True) == "a; b"
    for found, wide in ((CAUSED, False), (NOTHING, True)):
        assert explained(found, wide=wide) == "found by search"
        assert Asked.last[1].arithmetic.model == "stored"
    assert explained(CAUSED, wide=False, models=("split",)) == "found by search"
    assert Asked.last[1].arithmetic.model == "split"
    assert Asked.last[4:] == (False, set(), None)
    assert explained(NOTHING, wide=False, implementation="document") == "found by search"
    assert Asked.last[4] is True


def test_nothing_is_examined_where_nothing_is_compared(monkeypatch):
    monkeypatch.setattr(module, "_graded", lambda *_: pytest.fail("examined"))
    verdict = judge(BASE, exact(), [], power({"split": 0.5}), of=2)
    assert (verdict.verdict, verdict.mistakes) == ("agrees", None)
