"""``where`` with a plain number in either place."""

from __future__ import annotations

import numpy as np

from lastdigit.enclosure.fast import FastBalls
from lastdigit.functions import greater, where


def test_either_choice_may_be_a_plain_number():
    x = FastBalls(np.array([1.0, -2.0]))
    positive = greater(x, FastBalls(np.zeros(2)))
    assert where(positive, x, 0.0).mid.tolist() == [1.0, 0.0]
    assert where(positive, 0.0, x).mid.tolist() == [0.0, -2.0]
    assert where(np.array([True, False]), 0.0, x).mid.tolist() == [0.0, -2.0]
    assert where(np.array([True, False]), 0.0, np.ones(2)).tolist() == [0.0, 1.0]
