"""The line above the numbers of a Series of polars, which names it and its dtype."""

from __future__ import annotations

from collections.abc import Sequence

from lastdigit.base.rule import Rule
from lastdigit.printing.tables.table_cells import dtype_by_name

HEADER = Rule(
    r"Series: '[^\n]{0,200}' \[(?P<dtype>[fiu]\d{1,3})\]\n\Z",
    "the line above the numbers of a Series of polars",
    "Series: 'pears' [f64]\n",
    "Series: pears, dtype: float64\n",
)
_LONGEST = 240


def dtype_of_series(text: str, start: int, numbers: Sequence[str]) -> str | None:
    """The dtype of the numbers in a bracket that opens below such a line; None below any other."""
    if not text.endswith("]\n", 0, start):
        return None
    header = HEADER.expression.search(text[max(start - _LONGEST, 0) : start])
    return dtype_by_name(header["dtype"], numbers) if header else None
