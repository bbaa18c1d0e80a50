"""Rows of numbers without brackets, as some programs print a matrix, or a vector as one row."""

from __future__ import annotations

import re
from itertools import accumulate

from lastdigit.printing.array_fit import default_dtype
from lastdigit.printing.array_print import ArrayPrint
from lastdigit.printing.bracketed_numbers import BracketedNumbers
from lastdigit.printing.printers import Printer
from lastdigit.printing.tokens import TOKEN, Token

_WORD = re.compile(r"\S+")
_NAME = re.compile(r"\s*\w+ =\s*")
"""A line that names the rows below it."""


def read_rows(text: str, printer: Printer) -> ArrayPrint | None:
    """Lines with the same number of numbers each, below a name or none; None if there is any other text."""
    lines = text.splitlines(keepends=True)
    starts = list(accumulate(map(len, lines), initial=0))
    filled = [(line, start) for line, start in zip(lines, starts, strict=False) if line.strip()]
    if filled and _NAME.fullmatch(filled[0][0]):
        del filled[0]
    rows = [[Token(word[0], start + word.start()) for word in _WORD.finditer(line)] for line, start in filled]
    tokens = tuple(token for row in rows for token in row)
    if not all(TOKEN.fullmatch(token.text) for token in tokens):
        return None
    if len(tokens) < 2 or len(set(map(len, rows))) != 1:
        return None
    shape = (len(tokens),) if len(rows) == 1 else (len(rows), len(rows[0]))
    numbers = BracketedNumbers(tokens, shape, len(text), False, False)
    return ArrayPrint(
        "printed", tokens, shape, False, printer.name, default_dtype(printer, numbers), tokens[0].offset, len(text)
    )
