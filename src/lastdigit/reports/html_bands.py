"""How near each element is to what is allowed, as a letter: its band, and whether it prints the same digits."""

from __future__ import annotations

import numpy as np

BANDS = (1e-3, 1e-2, 0.1, 0.25, 0.5, 0.75, 1.0)
"""Ends of the bands of error ÷ allowed; the page's script names them."""
BEYOND = len(BANDS)
"""The band of what disagrees."""


def share(errors: np.ndarray, allowed: np.ndarray) -> np.ndarray:
    """The errors in units of what is allowed; ∞ where nothing is, 0 where there is no error."""
    with np.errstate(all="ignore"):
        found: np.ndarray = errors / allowed
    unknown = np.isnan(found)
    if unknown.any():
        found[unknown] = np.where(errors[unknown] > 0, np.inf, 0.0)
    return found


def letters(shares: np.ndarray, agree: np.ndarray, same: np.ndarray) -> str:
    """A letter per element: its band, in capitals where it prints other digits."""
    bands = np.full(len(shares), ord("a"), dtype=np.uint8)
    above = np.empty(len(shares), dtype=np.bool_)
    for end in BANDS:
        np.greater(shares, end, out=above)
        bands += above.view(np.uint8)
    if not agree.all():
        bands[~agree] = ord("a") + BEYOND
    bands -= (~same).view(np.uint8) * np.uint8(ord("a") - ord("A"))
    return bands.tobytes().decode("ascii")
