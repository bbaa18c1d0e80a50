"""Numbers of the page, to three significant digits."""

from __future__ import annotations

import math

import numpy as np


def short(value: float | None) -> float | None:
    """A number to three significant digits; None if it is unknown or not finite."""
    return float(f"{value:.3g}") if value is not None and math.isfinite(value) else None


def decimals(values: np.ndarray) -> str:
    """Numbers as one text, separated by commas; infinity is ``inf``."""
    return ",".join(["%.3g"] * len(values)) % tuple(values.tolist())
