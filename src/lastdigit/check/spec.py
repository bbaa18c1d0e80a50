"""The reproducible specification of one input."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from lastdigit.check.shapes import Sizes, written

ONE_KEY, EQUAL_KEYS, WHOLE = "exact-one-key", "exact-equal-keys", "exact-numbers"
EXACT = (ONE_KEY, EQUAL_KEYS, WHOLE)
"""Exact kinds, without rounding: one attended score; 2ᵏ equal ones; sums and products of small whole numbers."""

NORMAL, TIES, OFFSET, LARGE, SMALL, TAILS, SPIKE = "normal", "ties", "offset", "large", "small", "tails", "spike"
DRAWN = (NORMAL, TIES, OFFSET, LARGE, SMALL, TAILS, SPIKE)
"""Drawn kinds: normal numbers; integers, rows equal; around 8; times 8; times 2⁻¹⁰; cubes; one of 1000."""

NO_MASK, CAUSAL, RANDOM, FEW, ONE, PADDING, BOTH = "none", "causal", "random", "few", "one", "padding", "causal-random"
MASKS = (NO_MASK, CAUSAL, RANDOM, FEW, ONE, PADDING, BOTH)
"""Keys that a query attends to: all; those up to its own; random ones; one to three; one; a first part; two of
these."""

CONTIGUOUS, STRIDED, TRANSPOSED, SHIFTED = "contiguous", "strided", "transposed", "shifted"
LAYOUTS = (CONTIGUOUS, STRIDED, TRANSPOSED, SHIFTED)
"""Memory layouts: contiguous; every second column of one of nan; the last two axes swapped; from the second row
of one whose first is nan."""


@dataclass(frozen=True)
class Spec:
    """An operation's input: its kind, the lengths of its axes, a number format, a mask, a layout and a seed.

    ``optional``: whether optional arrays, such as a bias, are passed.
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
        """A one-line description."""
        parts = [self.kind, written(self.sizes), self.dtype]
        parts += [f"mask {self.mask}"] if self.mask != NO_MASK else []
        parts += [self.layout] if self.layout != CONTIGUOUS else []
        parts += [] if self.optional else ["without optional arrays"]
        parts += [f"{name} {value}" for name, value in self.parameters.items()]
        return "  ".join([*parts, f"seed {self.seed}"])

    @property
    def options(self) -> str:
        """The options of ``lastdigit check`` that select only this input."""
        shapes = written(self.sizes)
        asked = [f"--only {self.kind}", f"--shapes {shapes}", f"--dtypes {self.dtype}", f"--masks {self.mask}"]
        asked += [] if self.optional else ["--without-optional"]
        asked += [f"--set {name}={json.dumps(value)}" for name, value in self.parameters.items()]
        return " ".join([*asked, f"--layouts {self.layout}", f"--seed {self.seed}"])


@dataclass(frozen=True, eq=False)
class Given:
    """The arguments of a function: float64 arrays of representable numbers, None for an omitted one, and its
    parameters.

    For an exact input, ``exact`` is the result, ``sure`` where every correct computation returns it, and ``stored``
    where every one without a logarithm of a sum or a running mean does.
    """

    arrays: tuple[np.ndarray | None, ...]
    parameters: dict[str, Any]
    exact: np.ndarray | None = None
    sure: np.ndarray | None = None
    stored: np.ndarray | None = None
