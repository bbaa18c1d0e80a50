"""Enclosures: what a definition's exact value can be, and how far rounding can carry an evaluation of it."""

from lastdigit.enclosure import fast_theorems, rounding_theorems, row_blocks  # noqa: F401  (register their bounds)
