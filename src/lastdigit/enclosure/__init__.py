"""Enclosures: bounds of a definition's exact value, and of the rounding error of its evaluation."""

from lastdigit.enclosure import (  # noqa: F401  (they register their bounds)
    fast_theorems,
    rounded_gradients,
    rounded_layer_norm,
    rounding_theorems,
    row_blocks,
)
