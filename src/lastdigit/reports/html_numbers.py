"""Numbers to three significant digits, many at once: as Python rounds them one by one, for the page and its script."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

FIRST = 35
"""The character (#) that stands for 0 where small numbers are characters."""
LARGEST = 56
"""The largest such number: all of their characters stand in JSON as they are."""

_DIGITS = np.array([[*f"{number:03}".encode()] for number in range(1000)], dtype=np.uint8)

_MOST = 280
_POWERS = np.array([float(f"1e{power}") for power in range(_MOST + 3)])
_EXACT = 22
"""The powers of ten up to this one are float64 numbers."""
_DOUBT = 2.0**-20


def short(value: float) -> float | None:
    """A number to three significant digits; None for what is not bounded."""
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
        scale = _POWERS[np.minimum(np.abs(powers), _MOST)]
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
    sure = values if positive.all() else np.where(positive, values, 1.0)
    powers = np.floor(np.log10(sure)).astype(np.int32) - 2
    inside = np.abs(powers) < _MOST
    scale = _POWERS[np.where(inside, np.abs(powers), 0)]
    with np.errstate(all="ignore"):
        scaled = np.where(powers < 0, sure * scale, sure / scale)
        nearest = np.rint(scaled)
        doubtful = np.abs(np.abs(scaled - nearest) - 0.5) < _DOUBT
        mantissas = nearest.astype(np.int32)
    for at in np.flatnonzero(doubtful | ~inside).tolist():
        digits, _, power = f"{sure[at]:.2e}".partition("e")
        mantissas[at], powers[at] = int(digits.replace(".", "")), int(power) - 2
    over = mantissas >= 1000
    if over.any():
        mantissas[over] = 100
        powers[over] += 1
    if sure is not values:
        mantissas[~positive] = 0
        powers[~positive] = 0
    return mantissas, powers


def coded(lists: Sequence[np.ndarray]) -> tuple[list[str], int | None]:
    """Lists of numbers as texts, and the least power of ten in them.

    Of n numbers the text is 3n characters, the digits of the mantissas (``inf`` for what is not bounded), and then n
    for their powers of ten, counted from the least one. Where that cannot be (numbers are negative, or of too many
    magnitudes) the texts are decimals with commas between them, and there is no least power.
    """
    if not lists:
        return [], None
    counts = [len(values) for values in lists]
    values = np.concatenate(lists)
    bounded = np.isfinite(values)
    if not np.all(values >= 0):
        return _decimals(lists), None
    mantissas, powers = three_digits(values if bounded.all() else np.where(bounded, values, 0.0))
    some = mantissas > 0
    known = powers if some.all() else powers[some]
    least = int(known.min()) if known.size else 0
    if known.size and int(known.max()) - least > LARGEST:
        return _decimals(lists), None
    digits = _DIGITS[mantissas]
    if not bounded.all():
        digits[~bounded] = np.frombuffer(b"inf", dtype=np.uint8)
    digit_text = digits.tobytes().decode("ascii")
    power_text = (np.where(some, powers - least, 0) + FIRST).astype(np.uint8).tobytes().decode("ascii")
    texts = []
    start = 0
    for count in counts:
        end = start + count
        texts.append(digit_text[3 * start : 3 * end] + power_text[start:end])
        start = end
    return texts, least


def _decimals(lists: Sequence[np.ndarray]) -> list[str]:
    return [",".join(["%.3g"] * len(values)) % tuple(values.tolist()) for values in lists]
