"""Mistakes: known ways to get an operation wrong, each written as a changed definition."""

from lastdigit.operations.mistakes import (  # noqa: F401
    attention,
    encoder,
    heads,
    initialization,
    linear,
    masks,
    means,
    normalization,
    parts,
    results,
    scales,
    tiles,
)
from lastdigit.operations.mistakes.mistake import (
    Mistake,
    NotApplicable,
    all_mistakes,
    applicable_mistakes,
    changed_result,
    mistake,
    read_mistakes,
)

__all__ = [
    "Mistake",
    "NotApplicable",
    "all_mistakes",
    "applicable_mistakes",
    "changed_result",
    "mistake",
    "read_mistakes",
]
