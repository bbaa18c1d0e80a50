"""Patterns that rounding does not make are seen beside elements with unbounded errors."""

from __future__ import annotations

import numpy as np
import pytest

from lastdigit.base.number_format import FORMATS
from lastdigit.enclosure.functionals import Errors
from lastdigit.enclosure.typical import Typical
from lastdigit.verdicts.patterns import GAIN, OF_ALL, OFFSET, TOGETHER, patterns

LAMBDA = 6.0
DRAW = np.random.default_rng(0)
VALUES, SIGNS = DRAW.uniform(10.0, 20.0, (40, 50)), DRAW.choice([-1.0, 1.0], (40, 50))
FIRST = np.zeros(VALUES.shape, dtype=bool)
FIRST[0, 0] = True


def seen(error: np.ndarray, **unbounded: np.ndarray) -> list[str]:
    parts = {"element": np.ones(VALUES.shape)} | unbounded
    return list(patterns(error, Errors(VALUES, Typical(**parts), FORMATS["float32"]), LAMBDA))


UNBOUNDED = {
    "none": {},
    "its own part": {"element": np.where(FIRST, np.inf, 1.0)},
    "the part of its row": {"row": np.where(FIRST, np.inf, 0.0)},
    "the part of the whole": {"whole": np.where(FIRST, np.inf, 0.0)},
    "its bias": {"bias": np.where(FIRST, np.inf, 0.0)},
}


@pytest.mark.parametrize("unbounded", UNBOUNDED.values(), ids=UNBOUNDED)
def test_patterns_are_seen_in_all_other_elements(unbounded: dict[str, np.ndarray]):
    assert seen(0.5 * SIGNS, **unbounded) == []
    assert f"{GAIN} {OF_ALL}" in seen(0.02 * VALUES, **unbounded)
    assert f"{OFFSET} {OF_ALL}" in seen(np.full(VALUES.shape, 0.3), **unbounded)
    assert seen(2.0 * SIGNS, **unbounded) == [TOGETHER]
