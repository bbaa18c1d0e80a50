"""What the power study finds of one result, and what must hold of all of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from studies.power.rules import LASTDIGIT, Ruling

MUST_CATCH = {128: 27, 512: 27, 2048: 25}
"""Of the 31 wrong causal attentions, by number of keys; those that are right by nature count as caught."""


@dataclass(frozen=True)
class Finding:
    """One result of a kernel, what the rules say of it, and its largest error.

    ``by_nature``: the error that was made is none in this format.
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
