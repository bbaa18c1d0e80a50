"""How generators derive a uniform number in [0, 1) from 32-bit words: how many words, and which bits lead."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Layout:
    """A uniform number takes ``words`` words; its leading ``bits`` bits are (first word ≫ ``shift``) modulo 2^bits.

    ``exact``: there are no further bits. At most 24 bits are counted as leading, so that they fit a float32.
    """

    words: int
    shift: int
    bits: int
    exact: bool

    @property
    def mask(self) -> int:
        """The leading bits, after the shift."""
        return (1 << self.bits) - 1


LAYOUTS: Mapping[tuple[str, str], Layout] = {
    ("numpy.random", "float64"): Layout(2, 8, 24, exact=False),
    ("random", "float64"): Layout(2, 8, 24, exact=False),
    ("torch", "float32"): Layout(1, 0, 24, exact=True),
    ("torch", "float64"): Layout(2, 0, 21, exact=False),
    ("jax.random", "float32"): Layout(1, 9, 23, exact=True),
}
DTYPES: Mapping[str, str] = {
    "numpy.random": "float64",
    "random": "float64",
    "torch": "float32",
    "jax.random": "float32",
}
"""The default dtype of a generator's draws."""

UNIFORM = ("rand", "random", "random_sample", "uniform")
"""The calls that are an affine function of one uniform number for each element."""
NORMAL = ("randn", "normal")
"""The calls that are an affine function of one standard normal number for each element."""

NORMAL_BOUND = 13.0
"""Bounds every standard normal number of these generators: √(−2 ln 2⁻¹⁰⁴) is below, and no squared radius is smaller.
"""
