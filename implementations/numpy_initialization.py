"""Parameters filled uniformly, from numbers that were drawn (He et al. 2015, section 2.2)."""

import math

import numpy as np

from lastdigit import implements


@implements("uniform_initialization")
def uniform_initialization(unit, *, fan_in):
    """unit (…) of [0, 1) → (…) of [−1/√n, 1/√n)."""
    bound = np.asarray(1 / math.sqrt(fan_in), dtype=unit.dtype)
    return unit * (bound - -bound) + -bound
