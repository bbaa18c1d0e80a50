"""Arithmetic models: what each allows lies within its bound, each bound contains the last, and no term is idle."""

from __future__ import annotations

import numpy as np
import pytest

from lastdigit.enclosure import arithmetic as arithmetics
from lastdigit.enclosure.arithmetic import SPLIT, Arithmetic
from lastdigit.enclosure.exact import precision
from lastdigit.enclosure.fast import FastBalls
from lastdigit.enclosure.rounded import exactly
from lastdigit.enclosure.rounded_logarithms import Logarithms
from lastdigit.enclosure.rounded_weights import RoundedWeights
from lastdigit.number_format import FORMATS
from lastdigit.operations import find_operation
from studies.emulations import WAYS
from studies.hard_arrays import Draw
from studies.rounding import STORAGE, RoundingTrial, random_rounding_trial
from studies.soundness import main, rounding_soundness

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

    from lastdigit.enclosure import rounded_logarithms as module

    names = list(Logarithms.__dataclass_fields__)
    patch.setattr(module, "Logarithms", lambda *parts: _made(smaller, dict(zip(names, parts, strict=True))))


def _made(make, parts):
    found = object.__new__(Logarithms)
    make(found, **parts)
    return found


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
    ],
    ids=lambda take_out: take_out.__name__.strip("_").replace("_", " "),
)
def test_a_term_that_is_taken_out_is_noticed(monkeypatch: pytest.MonkeyPatch, take_out):
    take_out(monkeypatch)
    assert violations(400) > 0
