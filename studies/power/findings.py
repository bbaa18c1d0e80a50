"""The findings of the power study for one result, and the requirements on all of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from studies.power.rules import LASTDIGIT, Ruling

CAUSAL = "causal attention"

MUST_CATCH = {128: 27, 512: 27, 2048: 25}
"""Required catches among the 31 wrong causal attentions, by number of keys; in bfloat16 four of them are not wrong."""


@dataclass(frozen=True)
class Finding:
    """One result of a kernel, the rules' verdicts, and its largest error.

    ``by_nature``: the mistake is not one in this format.
    """

    kind: str
    size: int
    format: str
    name: str
    right: bool
    by_nature: bool
    error: float
    rulings: Mapping[str, Ruling]


def refused_right(findings: Iterable[Finding]) -> list[Finding]:
    """Right results that lastdigit calls wrong."""
    return [found for found in findings if (found.right or found.by_nature) and found.rulings[LASTDIGIT].refused]


def caught_too_few(findings: Iterable[Finding]) -> list[str]:
    """The settings of causal attention in which lastdigit catches fewer wrong ones than required, in words."""
    caught: Counter[tuple[int, str]] = Counter()
    for found in findings:
        if found.kind == CAUSAL and not found.right and not found.by_nature:
            caught[found.size, found.format] += found.rulings[LASTDIGIT].refused
    return [
        f"{count} of 31 wrong attentions caught at {size} keys in {format}, {MUST_CATCH[size]} must be"
        for (size, format), count in caught.items()
        if count < MUST_CATCH.get(size, 0)
    ]
