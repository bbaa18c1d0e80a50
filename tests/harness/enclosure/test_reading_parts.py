"""A reading piece by piece: its arithmetic models, what of it is read by which engine, and its samples."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from lastdigit.base.number_format import FORMATS
from lastdigit.enclosure.arithmetic import FUSED, SPLIT, STORED, Arithmetic
from lastdigit.enclosure.balls import Balls
from lastdigit.enclosure.exact import ExactBalls
from lastdigit.enclosure.fast import FastBalls
from lastdigit.enclosure.functionals import Errors
from lastdigit.enclosure.pooled_errors import PooledErrors
from lastdigit.enclosure.rounded import exactly
from lastdigit.enclosure.typical import Typical
from lastdigit.operations import find_operation
from lastdigit.operations.mistakes import applicable_mistakes
from lastdigit.verdicts.plain import PlainReading
from lastdigit.verdicts.reading import Reading
from studies.hard_arrays import Draw

DRAW = Draw(0)
ATTENTION = "scaled_dot_product_attention"
ENGINES = pytest.mark.parametrize("engine", [ExactBalls, FastBalls])


def read(
    operation: str, *shapes: tuple[int, ...], dtype: str = "bfloat16", model: str = SPLIT, **known: Any
) -> Reading:
    arrays = [FORMATS["bfloat16"].round(DRAW.normal(size=shape)) for shape in shapes]

    def arguments(arithmetic: Arithmetic, engine: type[Balls]) -> list[Any]:
        return [exactly(array, arithmetic, engine) for array in arrays]

    found = find_operation(operation)
    arithmetic = Arithmetic.usual(FORMATS[dtype]).in_model(model)
    return Reading(found, {}, arithmetic, arguments, PlainReading(found, {}, arrays), **known)


@pytest.mark.parametrize(
    ("dtype", "model", "models"),
    [
        ("bfloat16", FUSED, (FUSED,)),
        ("bfloat16", STORED, (FUSED, STORED)),
        ("bfloat16", SPLIT, (FUSED, STORED, SPLIT)),
        ("float32", FUSED, (FUSED,)),
        ("float32", STORED, (FUSED, STORED)),
        ("float32", SPLIT, (FUSED, SPLIT)),
    ],
)
def test_the_models_that_may_fit_are_no_wider_than_the_one_that_is_declared(dtype: str, model: str, models):
    assert read("total", (2, 3), dtype=dtype, model=model).models == models


def test_the_tightest_model_is_read_by_itself_and_all_others_together():
    reading = read("total", (2, 3))
    assert reading.shape == (2,)
    assert list(reading._read) == [FUSED]
    reading.in_model(STORED).rounding  # noqa: B018
    assert list(reading._read) == [FUSED, STORED, SPLIT]
    assert read("total", (2, 3), model=FUSED).true.shape == (2,)


def test_an_operation_that_is_loaded_on_demand_pools_its_errors_unless_they_share_a_cause(monkeypatch):
    assert type(read("total", (2, 3)).errors) is Errors
    for whole, apart in ((np.zeros((2, 3)), True), (np.eye(2, 3), False)):
        reading = read("relu", (2, 3))
        shared = SimpleNamespace(typical=Typical(whole=whole), value=reading.true.value, shape=(2, 3))
        monkeypatch.setattr(reading, "_in", lambda model, shared=shared: shared)
        errors = reading.errors
        assert (type(errors), errors.apart) == (PooledErrors, apart)


@ENGINES
def test_mistakes_are_read_by_the_fast_engine_whichever_reads_the_definition(engine: type[Balls]):
    reading = read("total", (2, 3), engine=engine)
    assert type(reading.true.value) is engine
    assert type(reading._quick.value) is FastBalls
    assert (reading._quick is reading.true) == (engine is FastBalls)


@ENGINES
def test_of_a_batch_the_first_sample_is_read_where_it_gives_the_first_of_the_result(engine: type[Balls]):
    batch = read("linear", (3, 4, 5), (6, 5), engine=engine)
    assert (batch._sample[0].shape, batch._of_sample.shape, batch.true.shape) == ((1, 4, 5), (1, 4, 6), (3, 4, 6))
    heads = read(ATTENTION, *[(3, 4, 5)] * 3, engine=engine)
    assert (heads._sample[0].shape, heads._of_sample.shape) == ((1, 4, 5), (1, 4, 5))
    one = read("linear", (4, 5), (6, 5), engine=engine)
    assert one._of_sample is one._quick
    assert one._sample is one._arguments


def test_in_a_large_attention_mistakes_are_read_in_some_rows():
    reading = read(ATTENTION, (600, 2), (3, 2), (3, 2), engine=FastBalls)
    assert reading.sampled is not None
    rows = reading.plainly.sample
    assert reading.sampled.shape == (len(rows), 2)
    assert read(ATTENTION, (60, 2), (3, 2), (3, 2)).sampled is None


def test_a_mistake_in_the_result_and_one_in_the_operation_are_made_together():
    reading = read("softmax", (2, 3))
    mistakes = applicable_mistakes({"softmax"})
    of_result = next(each for each in mistakes if each.name == "rows reversed")
    of_softmax = next(each for each in mistakes if each.name == "exponentials not normalised")
    for pair in ((of_result, of_softmax), (of_softmax, of_result)):
        whole, plain = reading.whole(pair), reading.plain(pair)
        assert whole is not None
        assert plain is not None
        assert np.max(np.abs(whole.value.mid - plain)) <= 2.0**-40  # type: ignore[attr-defined]
        assert np.max(np.abs(plain - reading.plain(pair[:1]))) > 2.0**-10
