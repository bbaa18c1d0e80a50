"""Inputs by number: kind, sizes, format, mask and layout are derived from it, deterministically."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from lastdigit.check.exact_inputs import exact_kinds
from lastdigit.check.plan import Asked, masks_of, of_letters, takes_optional
from lastdigit.check.shapes import letters
from lastdigit.check.spec import BOTH, CONTIGUOUS, DRAWN, LAYOUTS, NORMAL, Spec
from lastdigit.check.target import Target

LARGEST = {"n": 160, "m": 160, "d": 64, "c": 64, "e": 24, "f": 64, "h": 6, "g": 4, "b": 4}
OFTEN_PLAIN = 0.5
"""The probability that an input has normal numbers, and that it is contiguous."""
OFTEN_GIVEN = 0.8
"""The probability that optional arrays are passed."""


@dataclass(frozen=True)
class Space:
    """The input space of a sweep, with the function's support of batches and of two masks."""

    target: Target
    asked: Asked
    batches: bool = True
    two_masks: bool = True

    def spec(self, number: int) -> Spec:
        """The input with this number."""
        draw = np.random.default_rng([self.asked.seed, number])
        target, asked = self.target, self.asked
        dtypes = asked.dtypes or target.dtypes
        kinds = asked.kinds or (*exact_kinds(target.operation), *DRAWN)
        kind = str(draw.choice(kinds))
        if not asked.kinds and draw.uniform() < OFTEN_PLAIN:
            kind = NORMAL
        masks = asked.masks or tuple(mask for mask in masks_of(target) if self.two_masks or mask != BOTH)
        layouts = asked.layouts or LAYOUTS
        layout = CONTIGUOUS if not asked.layouts and draw.uniform() < OFTEN_PLAIN else str(draw.choice(layouts))
        sizes = self._sizes(draw)
        where = (str(draw.choice(masks)), layout, number)
        given = takes_optional(target) and not asked.without_optional and draw.uniform() < OFTEN_GIVEN
        return Spec(target.operation, kind, sizes, dtypes[number % len(dtypes)], *where, asked.parameters, given)

    def _sizes(self, draw: np.random.Generator) -> Mapping[str, int]:
        operation, asked = self.target.operation, self.asked
        names = [name for name in letters(operation) if name != "b"]
        drawn = {name: _log_uniform(draw, LARGEST.get(name, 32)) for name in names}
        if "m" in drawn and "n" in drawn and draw.uniform() < OFTEN_PLAIN:
            drawn["m"] = drawn["n"]
        if self.batches and "b" in letters(operation) and draw.uniform() < 0.25:
            drawn = {name: max(1, length // 2) for name, length in drawn.items()} | {"b": _log_uniform(draw, 4)}
        if asked.sizes:
            given = of_letters(operation, asked.sizes[draw.integers(len(asked.sizes))])
            drawn = {name: length for name, length in drawn.items() if name != "b"} | given
        return drawn


def _log_uniform(draw: np.random.Generator, most: int) -> int:
    return int(math.exp(draw.uniform(0.0, math.log(most + 1.0))))
