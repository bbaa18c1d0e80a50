"""Rounding of a print before printing, as the source states it; and prints whose error it does not bound."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import takewhile

from lastdigit.document import Cell
from lastdigit.extraction.context import Context
from lastdigit.extraction.labels import Print
from lastdigit.extraction.thresholds import PLACES_TOLD_APART
from lastdigit.printing.print_format import PrintFormat
from lastdigit.source.item_keys import Keys
from lastdigit.source.rounded_numbers import UNBOUNDED, UNKNOWN, Rounding

_KEY = re.compile(r"\['(?P<name>[^'\\]{1,80})'\]|\[\"(?P<quoted>[^\"\\]{1,80})\"\]|\[(?P<place>\d{1,9})\]")


def rounding_before(context: Context, cell: Cell, entry: Print, words: str) -> Rounding | None:
    """The rounding of a print of ``cell`` labelled with ``words``; None without rounding.

    It is that of the expressions printed with these words, or else of the one that may be printed there.
    """
    if not context.may_round(cell):
        return None
    keys = _keys_of(entry)
    stated = context.roundings.of(cell, words, keys)
    expressions = entry.expressions(words)
    if stated is not None and stated.is_moved and not expressions:
        return UNKNOWN
    if stated != UNKNOWN or not expressions:
        return stated
    found = {context.roundings.of_expression(cell, one, keys) for one in expressions}
    return found.pop() or stated if len(found) == 1 else stated


def has_unbounded_error(context: Context, cell: Cell, entry: Print, words: str) -> bool:
    """Whether a print is arithmetic on rounded numbers that may be off by any amount, as far as the source tells."""
    is_a_float = entry.found.array.kind == "printed" and not entry.found.array.is_exact
    return is_a_float and rounding_before(context, cell, entry, words) == UNBOUNDED


def with_earlier_rounding(form: PrintFormat, decimals: int) -> PrintFormat:
    """The format of numbers that were rounded to so many decimals before the last rounding.

    The last one is made the precision of the print where that counts decimals, and is held to be ten times as coarse
    elsewhere.
    """
    others = tuple(with_earlier_rounding(one, decimals) for one in form.others)
    last = form.rounded_to
    if last is None:
        return replace(form, rounded_to=decimals, others=others)
    if last < 0 or form.scientific or form.floatmode == "general":
        return replace(form, rounded_to=min(last, decimals) - 1, others=others)
    floatmode = None if form.floatmode == "unique" else form.floatmode
    return replace(form, precision=last, floatmode=floatmode, rounded_to=decimals, others=others)


def _keys_of(entry: Print) -> Keys:
    """The keys of an item of a container, or the name of a column; items far behind are looked up as all are."""
    column = entry.found.array.column
    if column is not None:
        return (column.name,) if column.name else ()
    keys = (found["name"] or found["quoted"] or int(found["place"]) for found in _KEY.finditer(entry.found.path))
    return tuple(takewhile(lambda key: isinstance(key, str) or key < PLACES_TOLD_APART, keys))
