"""Rows of numbers without brackets, as some programs print a matrix, or a vector as one row."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import accumulate

from lastdigit.printing.array_fit import default_dtype
from lastdigit.printing.array_print import ArrayPrint
from lastdigit.printing.bracketed_numbers import BracketedNumbers
from lastdigit.printing.found import LeftOut
from lastdigit.printing.printers import PYTHON, Printer
from lastdigit.printing.tokens import TOKEN, Token
from lastdigit.printing.words.reasons import REASONS

_WORD = re.compile(r"\S+")
_NAME = re.compile(r"\s*\w+ =\s*")
"""A line that names the rows below it."""
_OTHER = re.compile(r"[^-+.\w\s]|[^\W\deEnNaAiIfF]|_")
"""What no number has."""


def rows_of_a_value(text: str) -> ArrayPrint | LeftOut | None:
    """The rows of the value of a cell that shows nothing else; left out if they are not equally long, as a triangle.

    None if there is any other text, or no row of several numbers.

    >>> rows_of_a_value("2.0 0.5\n1.0 0.25").shape
    (2, 2)
    >>> rows_of_a_value("2.0\n1.0 0.25").reason
    'rows of numbers of different lengths'
    """
    rows = text.strip().split("\n")
    if len(rows) < 2 or _OTHER.search(text) or all(len(row.split()) < 2 for row in rows):
        return None
    if not all(row.strip() for row in rows) or not all(map(TOKEN.fullmatch, text.split())):
        return None
    found = read_rows(text, PYTHON)
    if found is None:
        return LeftOut(len(text) - len(text.lstrip()), len(text.rstrip()), REASONS["ragged"])
    return replace(found, by_uniqueness=not found.is_exact)


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
