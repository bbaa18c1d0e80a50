"""Print options that an unseen module set: what one array shows of them widens the others of its document.

An array such as ``[1.00, 0.50]`` contradicts every option that its document sets, so something set others. An array
beside it that shows as few decimals, ``[0.89, 0.45]``, may have been printed by these, rather than hold round numbers.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace

from lastdigit.extraction.extracted import Extracted
from lastdigit.printing.shown_options import LEFT_BY_AN_EARLIER_RUN
from lastdigit.printing.tokens import most_decimals

_STATED = "default"


def with_carried_options(found: list[Extracted]) -> list[Extracted]:
    """The same goldens; those that the options of others may have rounded are as wide as their digits show."""
    carried = {
        (entry.golden.format.printer, entry.golden.format.precision or 0)
        for entry in found
        if entry.golden.options == LEFT_BY_AN_EARLIER_RUN and entry.golden.shape
    }
    return [_widened(entry, carried) for entry in found] if carried else found


def _widened(entry: Extracted, carried: Set[tuple[str, int]]) -> Extracted:
    golden, form = entry.golden, entry.golden.format
    if golden.options != _STATED or not golden.shape or form.precision is None or form.rounded_to is not None:
        return entry
    shown = most_decimals(golden.tokens)
    may_be_rounded = any(form.printer == printer and shown <= most < form.precision for printer, most in carried)
    return replace(entry, golden=replace(golden, format=replace(form, rounded_to=shown))) if may_be_rounded else entry
