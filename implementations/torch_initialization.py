"""Parameters filled uniformly, from numbers that were drawn: as torch maps them to a range."""

import math

import torch

from lastdigit import implements


@implements("uniform_initialization")
def uniform_initialization(unit, *, fan_in):
    """unit (…) of [0, 1) → (…) of [−1/√n, 1/√n)."""
    bound = torch.tensor(1 / math.sqrt(fan_in), dtype=unit.dtype)
    return unit * (bound - -bound) + -bound
