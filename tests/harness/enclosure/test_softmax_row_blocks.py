"""An attention in blocks of single queries, with masks of every shape that broadcasts to its scores."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from lastdigit.enclosure import row_blocks
from lastdigit.enclosure.fast import FastBalls
from lastdigit.enclosure.row_blocks import by_rows
from lastdigit.operations.attention import scaled_dot_product_attention

_whole = scaled_dot_product_attention.__wrapped__  # type: ignore[attr-defined]


def arrays(queries: int, keys: int) -> list[FastBalls]:
    draw = np.random.default_rng(queries)
    return [FastBalls.of(draw.normal(size=shape)) for shape in ((queries, 3), (keys, 3), (keys, 2))]


def never(*_: Any, **__: Any) -> None:
    raise AssertionError("evaluated at once")


@pytest.fixture
def of_one_query(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(row_blocks, "SCORES", 1)
    monkeypatch.setattr(row_blocks, "LEAST_ROWS", 1)
    monkeypatch.setattr(row_blocks, "_definition", never)


MASKS = {
    "none": None,
    "one row": np.array([[True, True]]),
    "one row that hides": np.array([[True, False]]),
    "one column": np.array([[True], [True]]),
    "keys": np.array([True, False]),
    "all scores": np.array([[True, False], [True, True]]),
}


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("mask", MASKS.values(), ids=MASKS)
def test_two_queries_one_by_one_have_the_result_of_both_at_once(of_one_query: None, mask: Any, causal: bool):
    given = arrays(2, 2)
    found, whole = (attend(*given, causal=causal, mask=mask) for attend in (by_rows, _whole))
    assert found.shape == whole.shape
    assert np.all(np.abs(found.mid - whole.mid) <= found.rad + whole.rad)
    assert np.max(found.rad) < 2.0**-40


@pytest.mark.parametrize(("queries", "keys", "fit"), [(4, 8, True), (5, 8, False), (32, 1, True), (33, 1, False)])
def test_only_queries_that_fit_one_block_are_evaluated_at_once(
    monkeypatch: pytest.MonkeyPatch, queries: int, keys: int, fit: bool
):
    monkeypatch.setattr(row_blocks, "SCORES", 32)
    monkeypatch.setattr(row_blocks, "LEAST_ROWS", 2)
    monkeypatch.setattr(row_blocks, "_definition", lambda *_, **__: "at once")
    found = by_rows(*arrays(queries, keys))
    assert (found == "at once") if fit else (found.shape == (queries, 2))
