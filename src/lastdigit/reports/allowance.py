"""The terms of what is allowed at an element, with those that make no difference told apart."""

from __future__ import annotations

from collections.abc import Mapping

NEGLIGIBLE = 1e-6
"""The share of an allowance up to which a term of it is called negligible."""


def allowance_words(terms: Mapping[str, float], allowed: float | None) -> str:
    """The terms with their numbers, and the names of the negligible ones."""
    most = NEGLIGIBLE * allowed if allowed is not None else -1.0
    small = [name for name, bound in terms.items() if bound <= most]
    words = " + ".join(f"{name} {bound:.3g}" for name, bound in terms.items() if name not in small)
    return f"{words}; negligible: {', '.join(small)}" if small and words else words or ", ".join(small)
