"""Arrays whose numbers were formatted one by one are not aligned; the dots of a summarised array have no points."""

from __future__ import annotations

import numpy as np
import pytest

from lastdigit.printing.scan import scan_all


def is_ragged(text: str) -> bool:
    (found,) = scan_all(text)
    return found.array.ragged


@pytest.mark.parametrize("numbers", [np.eye(2000)[0], np.arange(2000.0), np.linspace(0, 1, 2000), -np.ones(2000) / 3])
def test_an_array_of_numpy_is_aligned_also_where_items_are_left_out(numbers: np.ndarray):
    assert not is_ragged(repr(numbers))
    assert not is_ragged(str(numbers))


def test_numbers_of_several_widths_are_not_aligned():
    assert is_ragged("array([0.5, 1.25, 3.125, 0.5, 2.5], dtype=float32)")
