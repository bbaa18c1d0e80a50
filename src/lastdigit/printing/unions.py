"""A union of print formats: the interval of a token reaches as far as that of any way in which it may be printed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from lastdigit.printing.print_format import PrintFormat
from lastdigit.printing.tokens import is_finite, parts


def widened(form: PrintFormat, others: tuple[PrintFormat, ...], tokens: Sequence[str]) -> PrintFormat:
    """The format with its own alternatives and those of the ``others`` that widen the interval of some token."""
    numbers = [part for token in tokens for part in parts(token) if is_finite(part)]
    new = dict.fromkeys(other for other in others if other not in form.others)
    further = [other for other in new if any(_reaches_further(other, form, token) for token in numbers)]
    return replace(form, others=(*form.others, *further)) if further else form


def _reaches_further(other: PrintFormat, form: PrintFormat, token: str) -> bool:
    one, two = other.read(token), form.read(token)
    return one.low < two.low or one.high > two.high
