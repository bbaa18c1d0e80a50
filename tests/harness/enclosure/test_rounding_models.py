"""Arithmetic models: what each allows lies within its bound, each bound contains the last, and no term is idle."""

from __future__ import annotations

import numpy as np
import pytest

from lastdigit.base.number_format import FORMATS
from lastdigit.enclosure import arithmetic as arithmetics
from lastdigit.enclosure import rounded_logarithms, rounded_scores, rounding_theorems
from lastdigit.enclosure.arithmetic import FUSED, MODELS, SPLIT, STORED, Arithmetic
from lastdigit.enclosure.exact import ExactBalls, precision
from lastdigit.enclosure.fast import FastBalls
from lastdigit.enclosure.in_models import InModels
from lastdigit.enclosure.rounded import exactly
from lastdigit.enclosure.rounded_logarithms import Logarithms
from lastdigit.enclosure.rounded_weights import RoundedWeights
from lastdigit.operations import find_operation
from studies.emulations import WAYS, Steps, by_inverse, by_log_sum_exp
from studies.hard_arrays import Draw
from studies.random_cases import arguments
from studies.rounding import STORAGE, RoundingTrial, beyond, random_rounding_trial, read_in_models
from studies.soundness import main, rounding_soundness

pytestmark = pytest.mark.long

ATTENTION = "scaled_dot_product_attention"


def read(operation: str, arrays: list[np.ndarray], arithmetic: Arithmetic, engine=FastBalls, **parameters):
    with precision():
        given = [exactly(array, arithmetic, engine) for array in arrays]
        return find_operation(operation).definition(*given, **parameters).stored()


def numbers(format: str, *shapes: tuple[int, ...], seed: int = 0, scale: float = 1.0) -> list[np.ndarray]:
    draw = Draw(seed)
    return [FORMATS[format].round(draw.normal(size=shape) * scale) for shape in shapes]


@pytest.mark.parametrize("worst", [False, True], ids=["as formats round", "at their worst"])
@pytest.mark.parametrize("format", STORAGE)
@pytest.mark.parametrize("operation", WAYS)
def test_what_a_model_allows_lies_within_its_bound_and_bounds_are_nested(operation: str, format: str, worst: bool):
    for seed in range(8):
        assert RoundingTrial(operation, format, seed, worst).findings().violations == []


def test_soundness_of_roundings_counts_what_it_compared(capsys: pytest.CaptureFixture[str]):
    trials, findings = rounding_soundness(20_000, seed=1)
    assert findings.elements >= 20_000
    assert findings.unknown < findings.elements / 2
    assert main(["--elements", "20000", "--seed", "1", "--only", "roundings"]) == 0
    assert f"roundings: {findings.elements} elements of {trials} trials" in capsys.readouterr().out


@pytest.mark.parametrize(
    "trial",
    [
        # of 10⁷ elements these two found that a bound was too tight: the exponentials of a stored log Σ exp x are not
        # those of the weights, and a variance that is stored in float16 may overflow
        RoundingTrial("scaled_dot_product_attention", "float32", 694364047, worst=True),
        RoundingTrial("layer_norm", "float16", 1270133826, worst=False),
    ],
    ids=lambda trial: trial.operation,
)
def test_trials_that_once_found_a_violation_find_none(trial: RoundingTrial):
    assert trial.findings().violations == []


def _exponentials_of_the_sum(patch: pytest.MonkeyPatch):
    patch.setattr(rounded_logarithms, "_of_other_exponentials", lambda *_: 0.0)


def test_exponentials_of_the_sum_that_are_not_those_of_the_weights_are_noticed(monkeypatch: pytest.MonkeyPatch):
    """Of equal values nothing is left of the errors of weights but a factor of the row."""
    arithmetic = Arithmetic.usual(FORMATS["float32"])
    q, k, v = *numbers("float32", (4, 2), (8, 2), scale=0.01), np.full((8, 1), 1.0)
    computed = [by_log_sum_exp(Steps(arithmetic, Draw(seed), worst=True), q, k, v) for seed in range(400)]
    for take_out in (None, _exponentials_of_the_sum):
        if take_out is not None:
            take_out(monkeypatch)
        bounded = read(ATTENTION, [q, k, v], arithmetic)
        assert any(beyond(each, bounded)[0] for each in computed) == (take_out is not None)


def violations(trials: int = 60) -> int:
    draw = Draw(3)
    return sum(bool(random_rounding_trial(draw).findings().violations) for _ in range(trials))


def test_trials_find_nothing_where_nothing_is_taken_out():
    assert violations() == 0


def _storing_of_operands(patch: pytest.MonkeyPatch):
    patch.setattr(Arithmetic, "operand_roundoff", property(lambda _: 0.0))


def _storing_of_steps(patch: pytest.MonkeyPatch):
    patch.setattr(Arithmetic, "steps", property(lambda a: a.accumulation if a.model != SPLIT else a.storage))


def _partial_sums(patch: pytest.MonkeyPatch):
    patch.setattr(arithmetics, "PARTIALS", 0)


def _library_exp(patch: pytest.MonkeyPatch):
    patch.setattr(Arithmetic, "exp_roundoff", property(lambda _: 0.0))


def _additions(patch: pytest.MonkeyPatch):
    patch.setattr(Arithmetic, "accumulated", lambda self, n: 0.0)


def _factors_of_rows(patch: pytest.MonkeyPatch):
    without(patch, factor=0.0)


def _errors_of_logarithms(patch: pytest.MonkeyPatch):
    without(patch, bound=0.0)


def _roundings_of_weights(patch: pytest.MonkeyPatch):
    make = RoundedWeights.__init__
    patch.setattr(RoundedWeights, "__init__", lambda self, *a, relative, **k: make(self, *a, relative=0.0, **k))


def without(patch: pytest.MonkeyPatch, **shares: float) -> None:
    """Logarithms with some of their parts multiplied by these shares."""
    make = Logarithms.__init__

    def smaller(self: Logarithms, **parts: np.ndarray) -> None:
        make(self, **{name: part * shares.get(name, 1.0) for name, part in parts.items()})

    names = list(Logarithms.__dataclass_fields__)
    patch.setattr(rounded_logarithms, "Logarithms", lambda *parts: _made(smaller, dict(zip(names, parts, strict=True))))


def _made(make, parts):
    found = object.__new__(Logarithms)
    make(found, **parts)
    return found


def _arguments_of_the_split_model(patch: pytest.MonkeyPatch):
    patch.setattr(rounded_logarithms, "SPLIT", "none")


def _depths(patch: pytest.MonkeyPatch):
    make = rounded_logarithms._depths
    patch.setattr(rounded_logarithms, "_depths", lambda *given: tuple(0.0 * part for part in make(*given)))


def _terms_of_scores(patch: pytest.MonkeyPatch):
    patch.setattr(rounded_scores, "of_terms", lambda *_: 0.0)


@pytest.mark.parametrize(
    "take_out",
    [
        _storing_of_operands,
        _storing_of_steps,
        _partial_sums,
        _library_exp,
        _additions,
        _factors_of_rows,
        _errors_of_logarithms,
        _roundings_of_weights,
        _arguments_of_the_split_model,
        _depths,
        _terms_of_scores,
    ],
    ids=lambda take_out: take_out.__name__.strip("_").replace("_", " "),
)
def test_a_term_that_is_taken_out_is_noticed(monkeypatch: pytest.MonkeyPatch, take_out):
    take_out(monkeypatch)
    assert violations(400) > 0


def worst_softmax_of_one(format: str) -> float:
    """The furthest from one that the softmax of one number comes where its sum, inverse and quotient are rounded."""
    arithmetic = Arithmetic.usual(FORMATS[format])
    found = [by_inverse(Steps(arithmetic, Draw(seed), True), np.zeros((1, 1))) for seed in range(64)]
    return float(max(abs(each - 1.0).max() for each in found))


def test_a_stored_sum_an_inverse_and_a_weight_are_three_roundings(monkeypatch: pytest.MonkeyPatch):
    arithmetic = Arithmetic.usual(FORMATS["bfloat16"]).in_model(STORED)
    worst = worst_softmax_of_one("bfloat16")
    assert worst <= read("softmax", [np.zeros((1, 1))], arithmetic).error[0, 0]
    make = rounding_theorems.gamma
    monkeypatch.setattr(rounding_theorems, "gamma", lambda n, u: make(n - 1, u))
    assert worst > read("softmax", [np.zeros((1, 1))], arithmetic).error[0, 0]


@pytest.mark.parametrize("taken_out", [None, ("SCALE_ROUNDINGS", 0), ("RESCALED", 0)])
def test_a_score_may_be_rounded_ten_times_upwards(monkeypatch: pytest.MonkeyPatch, taken_out):
    """Its product, both scaled operands, itself, and √d, its root and inverse on both sides."""
    if taken_out is not None:
        monkeypatch.setattr(rounded_scores, *taken_out)
    u = FORMATS["float32"].unit_roundoff
    bounded = read("scaled_attention_scores", [np.ones((1, 1))] * 2, Arithmetic.usual(FORMATS["float32"]))
    assert (np.expm1(10 * np.log1p(u)) <= bounded.error[0, 0]) == (taken_out is None)


def test_exp_of_a_log_softmax_is_beyond_the_stored_model_and_within_the_split_one():
    x = np.array([0.14769673347473145, 0.21049118041992188, -65.8935317993164])
    single = x.astype(np.float32)
    shifted = single - single.max()
    logarithms = shifted - np.log(np.exp(shifted).sum(dtype=np.float32))
    computed = np.exp(logarithms.astype(np.float64))
    for engine in (ExactBalls, FastBalls):
        for model, fits in ((STORED, False), (SPLIT, True)):
            found = read("softmax", [x], Arithmetic.usual(FORMATS["float32"]).in_model(model), engine)
            assert (beyond(computed, found)[0] == 0) == fits


def test_models_read_together_are_as_read_alone():
    arrays = numbers("bfloat16", (150, 8), (1200, 8), (1200, 4))
    together = read_in_models(ATTENTION, "bfloat16", arrays)
    for model in MODELS:
        alone = read(ATTENTION, arrays, Arithmetic.usual(FORMATS["bfloat16"]).in_model(model))
        assert np.array_equal(alone.error, together[model].error)
        assert np.array_equal(alone.typical.sigma, together[model].typical.sigma)


@pytest.mark.parametrize("operation", ["multi_head_attention", "encoder_block", "grouped_query_attention", "mean"])
def test_whole_networks_are_read_in_all_models_at_once(operation: str):
    arrays, parameters = arguments(operation, Draw(4), 1.0)
    arithmetic = Arithmetic.usual(FORMATS["float32"])
    given = [
        InModels.of([None if array is None else exactly(array, arithmetic.in_model(model)) for model in MODELS])
        for array in arrays
    ]
    with precision():
        together = find_operation(operation).definition(*given, **parameters)
        for model, reading in zip(MODELS, together.readings, strict=True):
            alone = [None if array is None else exactly(array, arithmetic.in_model(model)) for array in arrays]
            assert np.array_equal(reading.error, find_operation(operation).definition(*alone, **parameters).error)


@pytest.mark.parametrize(("engine", "n"), [(ExactBalls, 8), (FastBalls, 8), (FastBalls, 400)])
@pytest.mark.parametrize("garbage", [1e6, np.inf, np.nan])
@pytest.mark.parametrize("model", MODELS)
def test_what_no_query_sees_changes_nothing(engine, n: int, garbage: float, model: str):
    arithmetic = Arithmetic.usual(FORMATS["bfloat16"]).in_model(model)
    arrays, mask = numbers("bfloat16", (n, 8), (n, 8), (n, 8)), np.arange(n) != 3
    hidden = [array.copy() for array in arrays]
    hidden[1][3] = hidden[2][3] = garbage
    plain = find_operation(ATTENTION).definition
    assert np.array_equal(plain(*arrays, mask=mask), plain(*hidden, mask=mask))
    clean, dirty = (read(ATTENTION, each, arithmetic, engine, mask=mask) for each in (arrays, hidden))
    assert np.all(np.isfinite(dirty.error))
    assert np.array_equal(clean.error, dirty.error)
    assert np.array_equal(clean.typical.sigma, dirty.typical.sigma)
    assert clean.value.bounds() == dirty.value.bounds()


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("format", ["float32", "float16", "bfloat16"])
@pytest.mark.parametrize("n", [64, 400])
def test_one_far_value_that_only_the_last_query_sees_leaves_the_other_rows_their_bounds(
    n: int, format: str, model: str
):
    arithmetic = Arithmetic.usual(FORMATS[format]).in_model(model)
    arrays = numbers(format, (n, 8), (n, 8), (n, 8))
    far = [*arrays[:2], arrays[2].copy()]
    far[2][-1] = 6e4
    near, spoilt = (read(ATTENTION, each, arithmetic, causal=True) for each in (arrays, far))
    assert np.median(spoilt.error[:-1] / near.error[:-1]) < 1.01
    assert np.max(spoilt.error[:-1] / near.error[:-1]) < 2


def test_a_layer_norm_far_from_zero_has_a_bound_unless_squares_are_subtracted():
    x, weight, bias = numbers("float32", (8, 128), (128,), (128,))
    arrays = [FORMATS["float32"].round(x + 1e4), weight, bias]
    for model in MODELS:
        found = read("layer_norm", arrays, Arithmetic.usual(FORMATS["float32"]).in_model(model))
        assert np.all(np.isfinite(found.error)) == (model != SPLIT)


def test_a_million_equal_terms_added_in_order_are_within_their_typical_error():
    terms = np.full(10**6, np.float32(0.1))
    found = read("total", [terms.astype(np.float64)], Arithmetic.usual(FORMATS["float32"]).in_model(FUSED))
    error = abs(float(np.cumsum(terms, dtype=np.float32)[-1]) - found.value.mid)
    assert 500 < error <= found.typical.limit(found.value.mid, 4.0) <= 8 * found.error
