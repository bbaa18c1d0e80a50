"""Columns of whole numbers that a file holds, which may be codes, years or identifiers as well as counts."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lastdigit.extraction.context import Context
from lastdigit.extraction.shown_dtypes import selects_rows
from lastdigit.printing.array_print import ArrayPrint
from lastdigit.printing.tokens import MISSING
from lastdigit.source.syntax import spelled

_WHOLE = re.compile(r"-?\d{1,30}(?:\.0{0,30})?")


def is_of_a_file(context: Context, array: ArrayPrint, column: str, expressions: Sequence[str]) -> bool:
    """Whether a column of whole numbers belongs to a frame that a source reads, and no source gives it values."""
    if not all(token in MISSING or token == "NaN" or _WHOLE.fullmatch(token) for token in array.whole_texts):
        return False
    if column in context.assigned_columns:
        return False
    frames = [one for one in expressions if one != column]
    return bool(frames) and all(
        selects_rows(one, lambda name: map(spelled, context.reached.values_of(name))) for one in frames
    )
