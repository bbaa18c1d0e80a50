"""Conditions on balls: certainly true, certainly false, or unknown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from lastdigit.enclosure.functions.ends import Ends, ends


def certain(interval: Ends, strict: bool) -> tuple[np.ndarray, np.ndarray]:
    """Where numbers of an interval are certainly positive, and certainly not; ``strict``: zero is not positive."""
    low, high = interval
    return (low > 0.0, high <= 0.0) if strict else (low >= 0.0, high < 0.0)


@dataclass(frozen=True, eq=False)
class Condition:
    """Where a condition certainly holds, and where it certainly fails."""

    holds: np.ndarray
    fails: np.ndarray

    def choose(self, x: Any, y: Any) -> Any:
        """x where it holds, y where it fails, the hull of both elsewhere."""
        one = x if hasattr(x, "__array_namespace__") else y
        xp = one.__array_namespace__()
        x, y = xp.asarray(x), xp.asarray(y)
        unknown = ~(self.holds | self.fails)
        chosen = xp.where(self.holds, x, y)
        return xp.where(unknown, xp.hull(x, y), chosen) if np.any(unknown) else chosen


def sign_of(x: Any, *, strict: bool) -> Condition:
    """Whether balls are positive."""
    return Condition(*certain(ends(x), strict))


def known_ends(x: Any) -> Ends:
    """The ends of balls; both are −∞ for a known −∞."""
    low, high = ends(x)
    hidden = x.minus_infinity()
    return low, high if hidden is None else np.where(hidden, -np.inf, high)


def ordered(one: Ends, other: Ends, *, strict: bool) -> tuple[np.ndarray, np.ndarray]:
    """Where numbers of one interval certainly exceed those of another, or equal them if not ``strict``; where not."""
    (low, high), (least, most) = one, other
    return (low > most, high <= least) if strict else (low >= most, high < least)


def compared(x: Any, y: Any, *, strict: bool) -> Condition:
    """Whether x > y, or x ≥ y if not ``strict``: by their difference, or by their ends if one may be −∞."""
    apart = x - y
    by_difference = apart.__array_namespace__().sign_of(apart, strict=strict)
    holds, fails = ordered(known_ends(x), known_ends(y), strict=strict)
    return Condition(by_difference.holds | holds, by_difference.fails | fails)
