"""The engine under study, and any engine's balls as float64 midpoints and radii."""

from __future__ import annotations

import numpy as np

from lastdigit.enclosure.balls import Balls
from lastdigit.enclosure.exact import ExactBalls, precision
from lastdigit.enclosure.fast import FastBalls

ENGINE: type[Balls] = FastBalls
"""The fast engine, which is studied; the exact one is the reference."""

_nearest = np.frompyfunc(lambda ball: float(ball.mid()) if ball.is_finite() else 0.0, 1, 1)


def midpoints_and_radii(balls: Balls) -> tuple[np.ndarray, np.ndarray]:
    """float64 midpoints and radii that contain the balls: 0 and ∞ for unknown ones."""
    if isinstance(balls, ExactBalls):
        middle = np.asarray(_nearest(balls.balls), dtype=np.float64)
        middle = np.where(np.isfinite(middle), middle, 0.0)
        with precision():
            return middle, (balls - ExactBalls.of(middle)).magnitudes()
    known = np.isfinite(balls.mid) & np.isfinite(balls.rad)
    return np.where(known, balls.mid, 0.0), np.where(known, balls.rad, np.inf)
