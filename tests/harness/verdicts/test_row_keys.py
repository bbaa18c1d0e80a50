"""A key whose weight is wrong in one row: how it is told in words, and which pairs are looked at closely."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from lastdigit.verdicts import row_keys as module
from lastdigit.verdicts.row_keys import ALONG, DIRECTIONS, LEFT_OUT, MOST_ROWS, TWICE, KeyErrors, RowKey, _largest


@pytest.mark.parametrize(
    ("share", "uncertainty", "words"),
    [
        (-1.0, 0.0, LEFT_OUT),
        (-0.75, 0.25, LEFT_OUT),
        (-0.75, 0.125, ALONG),
        (1.0, 0.0, TWICE),
        (1.25, 0.25, TWICE),
        (0.75, 0.125, ALONG),
        (0.0, 0.5, ALONG),
        (0.0, 1.0, LEFT_OUT),
    ],
)
def test_a_weight_that_is_gone_or_there_twice_is_told_so_and_any_other_by_its_key(share, uncertainty, words: str):
    found = RowKey(2.0, 3, 5, share, uncertainty)
    assert found.words == words.format(row=3, key=5)
    assert found.along == ALONG.format(row=3, key=5)


class Steps:
    """Two samples of three rows each, and four keys."""

    def __init__(self) -> None:
        draw = np.random.RandomState(0)
        self.v = draw.normal(size=(2, 4, 5))
        self.weights = draw.uniform(size=(2, 3, 4))
        self.weights[0, 1, 2] = self.weights[1, 2, 0] = 0.0
        self.weights /= self.weights.sum(axis=-1, keepdims=True)

    def within(self, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        return rows // 3, rows % 3


def test_the_largest_statistics_are_those_of_one_pair_after_the_other(monkeypatch):
    steps, draw = Steps(), np.random.RandomState(1)
    values = (steps.weights @ steps.v).reshape(6, 5)
    error, scale = draw.normal(size=(6, 5)), draw.uniform(0.5, 2.0, size=(6, 5))
    errors: Any = SimpleNamespace(steps=steps, values=values)
    monkeypatch.setattr(module, "MOST_ROWS", 4)
    rows = np.array([1, 2, 3, 5])
    every = []
    for of_result in (True, False):
        for row in rows:
            number, place = divmod(int(row), 3)
            found = []
            for key in np.flatnonzero(steps.weights[number, place]):
                away = steps.v[number, key] - (values[row] if of_result else 0.0)
                sum_, size = np.sum(error[row] * scale[row] * away), np.sum(scale[row] * away**2)
                found.append((sum_**2 / size, int(row), int(key), of_result))
            every.append(max(found))
    expected = sorted(every, reverse=True)
    found = _largest(error, scale, errors, rows)
    assert [each[1:] for each in found] == [each[1:] for each in expected]
    assert all(abs(one[0] - other[0]) <= 2.0**-40 * other[0] for one, other in zip(found, expected, strict=True))
    monkeypatch.setattr(module, "MOST_ROWS", 2)
    assert _largest(error, scale, errors, rows) == found[:4]
    assert _largest(error, scale, errors, rows[:0]) == []


def test_one_model_alone_tells_no_wrong_weight():
    only: Any = SimpleNamespace()
    keys = KeyErrors(only, only)
    assert keys.row_keys(np.ones((2, 2))) is None
    assert not keys.tells_tightest(np.ones((2, 2)), np.ones(2, dtype=bool), 1.0)
    assert (DIRECTIONS, MOST_ROWS) == (4, 8)
