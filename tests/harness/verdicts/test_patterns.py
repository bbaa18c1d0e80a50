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


ROWS, COLUMNS = VALUES.shape
LIKE = np.broadcast_to(VALUES[:, :1], VALUES.shape)
OWN = DRAW.uniform(0.5, 1.5, VALUES.shape)
NEVER, ALWAYS = np.zeros(VALUES.shape), np.ones(VALUES.shape)


def largest(own: np.ndarray) -> np.ndarray:
    """The norm of the correlation of each row, whose elements share a part with the deviation 1."""
    shares = np.square(own) / (np.square(own) + 1.0)
    return np.asarray(shares.max(axis=-1) + np.sum(1.0 - shares, axis=-1))


@pytest.mark.parametrize(
    ("values", "parts", "norms", "of_all"),
    [
        (VALUES, {"element": ALWAYS}, np.ones(ROWS), 0.0),
        (LIKE, {"element": ALWAYS}, np.full(ROWS, float(COLUMNS)), 0.0),
        (VALUES, {"element": OWN, "row": ALWAYS}, largest(OWN), 0.0),
        (VALUES, {"element": NEVER, "whole": ALWAYS}, np.zeros(ROWS), float(VALUES.size)),
    ],
    ids=["independent errors", "like elements", "a part of the row", "a part of the whole"],
)
def test_the_energy_has_the_limit_of_correlated_errors(
    values: np.ndarray, parts: dict[str, np.ndarray], norms: np.ndarray, of_all: float
):
    errors = Errors(values, Typical(**parts), FORMATS["float32"])
    frobenius, x = np.sqrt(np.sum(norms + of_all) * COLUMNS), LAMBDA**2 / 2.0
    limit = values.size + 2.0 * frobenius * np.sqrt(x) + 2.0 * (norms.max() + of_all) * x
    error = SIGNS * errors.sigma * np.sqrt(limit / values.size)
    assert TOGETHER not in list(patterns(error * (1.0 - 1e-9), errors, LAMBDA))
    assert TOGETHER in list(patterns(error * (1.0 + 1e-9), errors, LAMBDA))


def test_a_part_shared_by_the_rows_is_no_common_factor():
    errors = Errors(VALUES, Typical(element=ALWAYS, row=10.0 * ALWAYS), FORMATS["float32"])
    draw = np.random.default_rng(1)
    error = draw.standard_normal(VALUES.shape) + 10.0 * draw.standard_normal((ROWS, 1))
    assert list(patterns(error, errors, LAMBDA)) == []
