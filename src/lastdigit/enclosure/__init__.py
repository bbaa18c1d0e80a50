"""Enclosures: what a definition's exact value can be, and how far rounding can carry an evaluation of it."""

from lastdigit.enclosure import rounding_theorems  # noqa: F401  (registers its bounds)
