"""scipy.special: softmax, log-softmax, and erf in GELU."""

import math

from scipy import special

from lastdigit import implements


@implements("softmax")
def softmax(x):
    """x (…, n) → (…, n)."""
    return special.softmax(x, axis=-1)


@implements("log_softmax")
def log_softmax(input, *, dim=-1):
    """input (…) → (…)."""
    return special.log_softmax(input, axis=dim)


@implements("gelu")
def gelu(input):
    """input (…) → (…)."""
    return input * (1 + special.erf(input / math.sqrt(2))) / 2


@implements("silu")
def silu(input):
    """input (…) → (…)."""
    return input * special.expit(input)
