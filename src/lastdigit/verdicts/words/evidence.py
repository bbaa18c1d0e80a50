"""What a verdict rests on, in words: its evidence, its arithmetic model, the shares of mistakes."""

from __future__ import annotations

import math
from decimal import ROUND_CEILING, ROUND_HALF_EVEN, Context, Decimal

from lastdigit.base.evidence import CALIBRATED, FALSE_ALARM, INFERRED, PROVEN
from lastdigit.verdicts.verdict import DISAGREES, FUSED, SPLIT, STORED, Share, Verdict

EVIDENCE = {
    PROVEN: "no rounding error explains it",
    CALIBRATED: "larger than independent rounding errors, at a false-alarm probability of "
    + f"{FALSE_ALARM:.0e}".replace("e-0", "e-"),
    INFERRED: "no rounding error explains it, if the inferred print format is right",
}
"""What a disagreement rests on, and what that means."""

ARITHMETIC = {
    FUSED: "as accurate as a fused kernel",
    STORED: "as accurate as a computation that stores each step",
    SPLIT: "as accurate as a computation that stores partial sums or divides through the log-sum-exp",
}
"""The arithmetic models in words; the number format follows after "in"."""

BETWEEN = "; "
"""Between several names, or shares, in one text."""

WHOLE, MOST_SHARES = 0.1, 3
"""Which shares a failure lists: those this close to one, and at most n of them."""

_HUNDREDTH = Decimal("0.01")
_UP = Context(rounding=ROUND_CEILING)
_LARGEST = 1e6
_NEAR = 2.0**-20
"""Below :data:`_LARGEST`, floats distinguish whole hundredths that are farther apart; nearer ones need decimals."""


def evidence_words(verdict: Verdict) -> str:
    """What a disagreement rests on, with its meaning; empty where nothing is said."""
    return f"{verdict.evidence}: {EVIDENCE[verdict.evidence]}" if verdict.evidence in EVIDENCE else ""


def verdict_words(verdict: Verdict) -> str:
    """A verdict's name, with what it rests on where that is said."""
    return f"{verdict.verdict} ({verdict.evidence})" if verdict.evidence else verdict.verdict


def told(share: Share, verdict: Verdict) -> bool:
    """Whether a share is worth a line: it may be one in a disagreement; elsewhere it is not excluded, or not zero."""
    if verdict.verdict == DISAGREES:
        return abs(share.share - 1.0) <= WHOLE and share.uncertainty < 1.0
    return not share.excluded or share.nonzero


def found_shares(verdict: Verdict) -> list[Share]:
    """The shares of a disagreement that may be one, the nearest first: of a wrong result most others are not zero."""
    if verdict.verdict != DISAGREES:
        return []
    found = [share for share in verdict.shares if share.nonzero and abs(share.share - 1.0) <= WHOLE]
    return sorted(found, key=lambda share: (abs(share.share - 1.0), share.names))[:MOST_SHARES]


def share_words(share: Share) -> str:
    """A share with its names."""
    return f"{names_words(share.names)} {interval_words(share)}"


def names_words(names: tuple[str, ...]) -> str:
    """One mistake, or several that cannot be told apart."""
    return names[0] if len(names) == 1 else f"one of {', '.join(names)}"


def interval_words(share: Share) -> str:
    """A share to two decimals, with a half-width that contains its interval all the same: ``0.00 ± 0.01``."""
    if not abs(share.share) < _LARGEST:
        return "not known"
    rounded = round(share.share, 2) + 0.0
    hundredths = 100 * (share.uncertainty + abs(share.share - rounded))
    if 0 <= share.uncertainty < _LARGEST and abs(hundredths - round(hundredths)) > _NEAR:
        return f"{rounded:.2f} ± {math.ceil(hundredths) / 100:.2f}"
    value = Decimal(repr(float(share.share)))
    # The sum has no sign where it is 0.
    shown = value.quantize(_HUNDREDTH, ROUND_HALF_EVEN) + 0
    if not 0 <= share.uncertainty < _LARGEST:
        return f"{shown} ± ∞"
    width = _UP.add(Decimal(repr(float(share.uncertainty))), abs(value - shown))
    return f"{shown} ± {_UP.quantize(width, _HUNDREDTH)}"
