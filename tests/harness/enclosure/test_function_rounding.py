"""Balls are rounded to a format only if every one of them is a single number."""

from __future__ import annotations

import numpy as np
import pytest

from lastdigit.base.number_format import FORMATS
from lastdigit.enclosure.exact import ExactBalls, precision


@pytest.mark.parametrize("seen", [0, 1])
def test_numbers_are_rounded_only_if_all_of_them_are_exact(seen: int):
    with precision():
        third = ExactBalls.of(np.array(1.0)) / ExactBalls.of(np.array(3.0))
        exact = ExactBalls.of(np.array(1.0 + 2.0**-20))
        xp = exact.__array_namespace__()
        both = xp.stack([exact, third] if seen else [third, exact])
        assert xp.rounded_to(xp.stack([exact, exact]), FORMATS["bfloat16"]).bounds() == [(1, 1)] * 2
        with pytest.raises(ValueError, match="either way"):
            xp.rounded_to(both, FORMATS["bfloat16"])
