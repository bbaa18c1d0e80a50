"""Columns that stand between fixed characters of all lines, as a rule of dashes marks them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from lastdigit.printing.tables.text_lines import Line
from lastdigit.printing.tokens import Token

Span = tuple[int, int]
"""The first character of a column, and the one behind its last."""


def fits(line: Line, spans: Sequence[Span]) -> bool:
    """Whether the words of a line stand within the columns.

    >>> fits(Line("ab 0.5", 0), [(0, 2), (3, 6)]), fits(Line("abc0.5", 0), [(0, 2), (3, 6)])
    (True, False)
    """
    between = [line.text[last:first] for (_, last), (first, _) in pairwise(spans)]
    outside = (line.text[: spans[0][0]], *between, line.text[spans[-1][1] :])
    return not any(part.strip() for part in outside)


def cell_at(line: Line, span: Span) -> Token:
    """What stands in a column of a line, without spaces around it."""
    text = line.text[slice(*span)]
    return Token(text.strip(), line.offset + span[0] + len(text) - len(text.lstrip()))
