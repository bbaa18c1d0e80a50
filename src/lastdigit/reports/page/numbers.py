"""Numbers to three significant digits, many at once: as Python rounds them one by one, for the page and its script."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import accumulate

import numpy as np

FIRST = 35
"""The character (#) that stands for 0 where small numbers are characters."""
LARGEST = 56
"""The largest such number: all of their characters stand in JSON as they are."""

_CODES = np.array([*(f"{number:03}".encode() for number in range(1000)), b"inf"], dtype="S4").view("<u4")
"""Three digits as four bytes, the last one free; the last code means not bounded."""
_UNBOUNDED = 1000
_LAST = np.uint32(1 << 24)
"""One in the last of four bytes."""

_MOST = 280
_POWERS = np.array([float(f"1e{power}") for power in range(-_MOST, _MOST + 1)])
"""Powers of ten, each by its exponent + ``_MOST``."""
_EXACT = 22
"""The powers of ten up to this one are float64 numbers."""
_DOUBT = 2.0**-20


def short(value: float) -> float | None:
    """A number to three significant digits; None if it is not bounded."""
    return float(f"{value:.3g}") if math.isfinite(value) else None


def shorts(values: Sequence[float | None]) -> list[float | None]:
    """Every number as :func:`short` has it; None stays None."""
    found = np.array(values, dtype=np.float64)
    if np.any(found < 0):
        return [None if value is None else short(value) for value in values]
    known = np.isfinite(found)
    mantissas, powers = three_digits(np.where(known, found, 0.0))
    # A quotient or product of two float64 numbers that are exact is the one nearest to the decimal, as a parser's is.
    with np.errstate(all="ignore"):
        scale = _POWERS[np.minimum(np.abs(powers), _MOST) + _MOST]
        plain: list[float | None] = np.where(powers < 0, mantissas / scale, mantissas * scale).tolist()
    for at in np.flatnonzero(np.abs(powers) > _EXACT).tolist():
        plain[at] = float(f"{found[at]:.3g}")
    for at in np.flatnonzero(~known).tolist():
        plain[at] = None
    return plain


def three_digits(values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Mantissas m (100 to 999; 0 of 0) and powers p with m·10ᵖ the decimal of three digits nearest to each value.

    ``values`` are finite and not negative. A value times a power of ten is wrong by less than four units of roundoff,
    that is by 2⁻⁴¹ of a unit of m. So m is the nearest integer unless the product lies nearer than that to half-way;
    what lies within 2⁻²⁰ of it is rounded from its exact decimal, as is what needs powers beyond 10²⁸⁰.
    """
    positive = values > 0
    if positive.all():
        return _of_positive(values)
    mantissas, powers = _of_positive(np.where(positive, values, 1.0))
    mantissas[~positive] = 0
    powers[~positive] = 0
    return mantissas, powers


def _of_positive(values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    powers = np.floor(np.log10(values)).astype(np.int32) - 2
    scaled = values * _POWERS.take(_MOST - powers, mode="clip")
    nearest = np.rint(scaled)
    doubtful = np.abs(scaled - nearest) > 0.5 - _DOUBT
    if powers.min(initial=0) < -_MOST or powers.max(initial=0) > _MOST:
        outside = np.abs(powers) > _MOST
        nearest[outside] = 0
        doubtful |= outside
    mantissas = nearest.astype(np.int32)
    if doubtful.any():
        for at in np.flatnonzero(doubtful).tolist():
            digits, _, power = f"{values[at]:.2e}".partition("e")
            mantissas[at], powers[at] = int(digits.replace(".", "")), int(power) - 2
    over = mantissas >= 1000
    if over.any():
        mantissas[over] = 100
        powers[over] += 1
    return mantissas, powers


def coded(lists: Sequence[np.ndarray]) -> tuple[list[str], int | None]:
    """Lists of numbers as texts, none of them empty, and the least power of ten in them.

    A number is four characters: the digits of its mantissa (``inf`` for what is not bounded) and its power of ten,
    counted from the least one. Where that cannot be (numbers are negative, or of too many magnitudes) the texts are
    decimals with commas between them, and there is no least power.
    """
    if not lists:
        return [], None
    values = np.concatenate(lists)
    if not values.min() >= 0:
        return _decimals(lists), None
    known = (values > 0) & (values < np.inf)
    if known.all():
        mantissas, powers = _of_positive(values)
    else:
        # What has no digits of its own stands under a power that another number has.
        mantissas, powers = _of_positive(np.where(known, values, values[known].max(initial=5e-324)))
        mantissas[~known] = np.where(values[~known] > 0, _UNBOUNDED, 0)
    least = int(powers.min())
    if int(powers.max()) - least > LARGEST:
        return _decimals(lists), None
    codes = _CODES[mantissas] + (powers - (least - FIRST)).astype("<u4") * _LAST
    text = codes.tobytes().decode("ascii")
    ends = [*accumulate(4 * len(values) for values in lists)]
    return [text[start:end] for start, end in zip([0, *ends], ends, strict=False)], least


def _decimals(lists: Sequence[np.ndarray]) -> list[str]:
    return [",".join(["%.3g"] * len(values)) % tuple(values.tolist()) for values in lists]
