"""numexpr: softmax and SiLU in its own virtual machine."""

import numexpr

from lastdigit import implements


@implements("softmax")
def softmax(x):
    """x (…, n) → (…, n)."""
    highest = x.max(axis=-1, keepdims=True)
    weights = numexpr.evaluate("exp(x - highest)", {"x": x, "highest": highest})
    total = weights.sum(axis=-1, keepdims=True)
    return numexpr.evaluate("weights / total", {"weights": weights, "total": total})


@implements("silu")
def silu(input):
    """input (…) → (…)."""
    return numexpr.evaluate("x / (1 + exp(-x))", {"x": input})
