"""Parameters filled uniformly, from numbers that were drawn: as torch's uniform_ maps them to its range."""

import math

import torch

from lastdigit import implements


@implements("uniform_initialization")
def uniform_initialization(unit, *, fan_in):
    """unit (…) of [0, 1) → (…) of [−1/√n, 1/√n)."""
    bound = 1 / math.sqrt(fan_in)
    return torch.lerp(torch.full_like(unit, -bound), torch.full_like(unit, bound), unit)
