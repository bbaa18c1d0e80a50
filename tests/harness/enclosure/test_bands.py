"""Where values of a reading can lie, as arrays, and how many tests are made beside those of mistakes."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from lastdigit.base.number_format import FORMATS
from lastdigit.enclosure.arithmetic import Arithmetic
from lastdigit.enclosure.fast import FastBalls
from lastdigit.enclosure.rounded import RoundedBalls
from lastdigit.enclosure.typical import Typical
from lastdigit.verdicts import generic as module
from lastdigit.verdicts.bands import Bands, enclosure
from lastdigit.verdicts.generic import Generic

SINGLE = Arithmetic.usual(FORMATS["float32"])


def test_typical_bands_are_no_wider_than_the_bound_and_no_narrower_than_the_exact_values():
    value = FastBalls(np.array([[1.0, -4.0, 2.0]]), np.array([[0.25, 0.5, 0.125]]))
    typical = Typical(np.array([1.0, 2.0, 3.0]), np.array([0.5, 0.25, 1.0]), factor=np.full((1, 1), 0.5))
    read = RoundedBalls(value, np.array([[64.0, 64.0, 0.5]]), SINGLE, typical)
    found = Bands.typical(read, 2.0)
    sizes = np.array([1.25, 4.5, 2.125])
    limits = np.array([1.0, 2.0, 3.0]) + 0.5 * sizes + 2.0 * np.array([0.5, 0.25, 1.0])
    expected = np.array([0.25, 0.5, 0.125]) + np.minimum(limits, [64.0, 64.0, 0.5])
    assert np.all(np.abs(found.radius.high - expected) <= 2.0**-40 * expected)
    assert found.centre.high.tolist() == [1.0, -4.0, 2.0]
    assert np.all(Bands.of(read).radius.high >= np.array([64.25, 64.5, 0.625]))


def test_balls_of_which_nothing_is_known_lie_anywhere_about_zero():
    for mid, rad in (([1.0, np.nan, 3.0], [0.5, 0.5, np.inf]), ([np.nan, np.inf, 3.0], [0.5, 0.5, np.inf])):
        centre, radius = enclosure(FastBalls(np.array(mid), np.array(rad)))
        known = [place for place in range(3) if np.isfinite(mid[place]) and np.isfinite(rad[place])]
        assert np.flatnonzero(radius.known).tolist() == known
        assert centre.high.tolist() == [mid[place] if place in known else 0.0 for place in range(3)]
        assert radius.high[known].tolist() == [rad[place] for place in known]
    centre, radius = enclosure(FastBalls(np.array([1.0, 2.0]), np.array([0.5, 0.25])))
    assert (centre.high.tolist(), radius.high.tolist()) == ([1.0, 2.0], [0.5, 0.25])


@pytest.mark.parametrize(("steps", "ways"), [(None, 3), ("steps", 5)])
def test_each_coarser_way_is_looked_for_in_two_models_by_two_tests(monkeypatch, steps: Any, ways: int):
    monkeypatch.setattr(module, "count_operands", lambda plainly, storage: 3 if plainly.steps is None else 0)
    monkeypatch.setattr(module, "count_ways", lambda storage: 5)
    generic = Generic(SimpleNamespace(steps=steps), FORMATS["bfloat16"])  # type: ignore[arg-type]
    assert generic.tests == len(FORMATS) + 2 * 2 * ways


def test_formats_finer_than_half_ones_show_coarser_steps_in_any_element():
    shows = {name: Generic(SimpleNamespace(steps=None), FORMATS[name]).shows_in_elements for name in FORMATS}  # type: ignore[arg-type]
    assert shows == {"float64": True, "float32": True, "tf32": False, "bfloat16": False, "float16": False}
