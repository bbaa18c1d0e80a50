"""The study of prints without a hint: what it draws, and that it finds what is wrong on purpose."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from studies.no_hint.bare_print import BarePrint
from studies.no_hint.printers import numpy_any, numpy_default, numpy_precision, pandas_series, printers, python_any
from studies.no_hint.run import main, table, too_few
from studies.no_hint.trial import OPEN, SETTLED, tried

DRAWS = settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


@pytest.mark.parametrize("draw", [numpy_any, numpy_default, numpy_precision, pandas_series, python_any])
@DRAWS
@given(random=st.randoms())
def test_an_array_agrees_with_its_own_print_by_the_text_alone(draw, random: Random):
    print_ = draw(random)
    assert not tried(print_, random).wrong, print_.text


def test_the_smallest_change_that_shows_is_refused_where_digits_settle_the_dtype():
    array = np.random.RandomState(1).normal(size=(6, 4)).astype("float32")
    for seed in range(20):
        trial = tried(BarePrint.by("numpy", array, str), Random(seed))
        assert (trial.dtype, trial.refused, trial.wrong) == (SETTLED, True, "")


def test_it_says_when_an_array_does_not_agree_with_its_print():
    array = np.array([0.25, 1.5])
    other = BarePrint("numpy", "[0.25 1.75]", array, str)
    assert tried(other, Random(0)).wrong.startswith("disagrees")


def test_a_print_without_decimals_agrees_once_the_option_is_said_that_the_message_names():
    array = np.array([1.4, 2.0])

    def printed(changed: np.ndarray) -> str:
        with np.printoptions(precision=0):
            return str(changed)

    trial = tried(BarePrint.by("numpy", array, printed), Random(0))
    assert (trial.wrong, trial.by_default, trial.dtype) == ("", True, OPEN)


def test_too_few_refusals_fail_the_study():
    counts = Counter({("numpy", f"changed, {SETTLED}"): 1000, ("numpy", f"refused, {SETTLED}"): 980})
    assert too_few(counts)
    assert not too_few(counts + Counter({("numpy", f"refused, {SETTLED}"): 10}))
    assert table(counts)[-1][7] == "980 of 1000"


def test_it_runs_and_writes_its_table(tmp_path, capsys: pytest.CaptureFixture[str]):
    assert main(["--arrays", "30", "--processes", "1", "--into", str(tmp_path)]) == 0
    assert (tmp_path / "no_hint.csv").read_text().startswith("printer,arrays,refused")
    assert "30 arrays in" in capsys.readouterr().out
    assert len(printers()) > 7
