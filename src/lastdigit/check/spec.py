"""One input to check a function on, as words and numbers from which it can be made again."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from lastdigit.check.shapes import Sizes, written

ONE_KEY, EQUAL_KEYS, WHOLE = "exact-one-key", "exact-equal-keys", "exact-numbers"
EXACT = (ONE_KEY, EQUAL_KEYS, WHOLE)
"""Kinds on which nothing is rounded: one score counts; 2ᵏ equal ones do; sums and products of small whole numbers."""

NORMAL, TIES, OFFSET, LARGE, SMALL, TAILS, SPIKE = "normal", "ties", "offset", "large", "small", "tails", "spike"
DRAWN = (NORMAL, TIES, OFFSET, LARGE, SMALL, TAILS, SPIKE)
"""Kinds that are drawn: normal numbers; whole ones, rows equal; around 8; times 8; times 2⁻¹⁰; cubes; one of 1000."""

NO_MASK, CAUSAL, RANDOM, FEW, ONE, PADDING, BOTH = "none", "causal", "random", "few", "one", "padding", "causal-random"
MASKS = (NO_MASK, CAUSAL, RANDOM, FEW, ONE, PADDING, BOTH)
"""Which keys a query sees: all; those up to its own; random ones; one to three; one; a first part; two of these."""

CONTIGUOUS, STRIDED, TRANSPOSED, SHIFTED = "contiguous", "strided", "transposed", "shifted"
LAYOUTS = (CONTIGUOUS, STRIDED, TRANSPOSED, SHIFTED)
"""How arrays lie in memory: in order; every second column of one of nan; the last two axes swapped; from the second row
of one whose first is nan."""


@dataclass(frozen=True)
class Spec:
    """An operation's input: its kind, the lengths of its axes, a number format, a mask, a layout and a seed.

    ``optional``: whether arrays are given that the operation need not be given, such as a bias.
    """

    operation: str
    kind: str
    sizes: Sizes
    dtype: str
    mask: str = NO_MASK
    layout: str = CONTIGUOUS
    seed: int = 0
    parameters: Mapping[str, Any] = field(default_factory=dict)
    optional: bool = True

    @property
    def is_exact(self) -> bool:
        """Whether no intermediate result may be rounded."""
        return self.kind in EXACT

    @property
    def words(self) -> str:
        """For a line of a report."""
        parts = [self.kind, written(self.sizes), self.dtype]
        parts += [f"mask {self.mask}"] if self.mask != NO_MASK else []
        parts += [self.layout] if self.layout != CONTIGUOUS else []
        parts += [] if self.optional else ["without optional arrays"]
        parts += [f"{name} {value}" for name, value in self.parameters.items()]
        return "  ".join([*parts, f"seed {self.seed}"])

    @property
    def options(self) -> str:
        """The options of ``lastdigit check`` that ask for it alone."""
        shapes = written(self.sizes)
        asked = [f"--only {self.kind}", f"--shapes {shapes}", f"--dtypes {self.dtype}", f"--masks {self.mask}"]
        asked += [] if self.optional else ["--without-optional"]
        asked += [f"--set {name}={json.dumps(value)}" for name, value in self.parameters.items()]
        return " ".join([*asked, f"--layouts {self.layout}", f"--seed {self.seed}"])


@dataclass(frozen=True, eq=False)
class Given:
    """What a function is given: float64 arrays of numbers of the format, None for one left out, and its parameters.

    Where the input is exact, ``exact`` is the result, ``sure`` where every way of computing gives just that, and
    ``stored`` where every way does that takes no logarithm of a sum and no running mean.
    """

    arrays: tuple[np.ndarray | None, ...]
    parameters: dict[str, Any]
    exact: np.ndarray | None = None
    sure: np.ndarray | None = None
    stored: np.ndarray | None = None
