"""Enclosures: what a definition's exact value can be, and how far rounding can carry an evaluation of it."""

from lastdigit.enclosure import (  # noqa: F401  (they register their bounds)
    fast_theorems,
    rounded_gradients,
    rounded_layer_norm,
    rounding_theorems,
    row_blocks,
)
