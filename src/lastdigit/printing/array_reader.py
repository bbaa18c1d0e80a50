"""Reads one array, scalar or shape where it opens: ``[``, ``array(``, ``tensor(``, ``torch.Size(``."""

from __future__ import annotations

import re

from lastdigit.printing.array_print import ArrayPrint
from lastdigit.printing.brackets import BracketedNumbers, Token, read_brackets
from lastdigit.printing.print_format import NUMBER

OPENER = re.compile(r"torch\.Size\(|tensor\(|array\(|\[")
"""How everything begins that :func:`read_array` reads."""

_SUFFIX = re.compile(r"(?:,\s*(?:dtype=[\w.']+|requires_grad=\w+|device='[^']*'|grad_fn=<\w+>|size=\([\d, ]*\)))*\s*\)")
_DTYPE = re.compile(r"dtype=(?:torch\.|np\.)?'?(\w+)'?")


def read_array(text: str, start: int, *, cut: bool) -> ArrayPrint | None:
    """The print that opens at ``start``, or None where this is none. ``cut``: the text may end inside of it.

    Bare brackets are read whatever stands around them; whether they are an array is for the caller to say.
    """
    opener = OPENER.match(text, start)
    if opener is None:
        return None
    if opener.group() == "torch.Size(":
        return _size(text, start, opener.end())
    if opener.group() == "[":
        numbers = read_brackets(text, start)
        if numbers is None or not numbers.tokens or (numbers.cut and not cut):
            return None
        return _array(numbers, start, numbers.end, *_bare_printer(numbers))
    return _call(text, opener, cut=cut)


def _size(text: str, start: int, inside: int) -> ArrayPrint | None:
    shape = read_brackets(text, inside)
    if shape is None or shape.cut or len(shape.shape) != 1 or not text.startswith(")", shape.end):
        return None
    return ArrayPrint("shape", shape.tokens, (len(shape.tokens),), False, "torch", "int64", start, shape.end + 1)


def _call(text: str, opener: re.Match[str], *, cut: bool) -> ArrayPrint | None:
    """``tensor(…)`` or ``array(…)`` with what follows the numbers."""
    printer = "torch" if opener.group() == "tensor(" else "numpy"
    numbers = read_brackets(text, opener.end()) if text.startswith("[", opener.end()) else _scalar(text, opener.end())
    if numbers is None or not numbers.tokens or (numbers.cut and not cut):
        return None
    suffix = _SUFFIX.match(text, numbers.end)
    if suffix is None and not (cut and "\n" not in text[numbers.end :]):
        return None
    end = suffix.end() if suffix else len(text)
    named = _DTYPE.search(text, numbers.end, end)
    return _array(numbers, opener.start(), end, printer, named[1] if named else _default_dtype(printer, numbers))


def _array(numbers: BracketedNumbers, start: int, end: int, printer: str, dtype: str) -> ArrayPrint:
    return ArrayPrint("printed", numbers.tokens, numbers.shape, numbers.cut, printer, dtype, start, end)


def _scalar(text: str, start: int) -> BracketedNumbers | None:
    number = NUMBER.match(text, start)
    if number is None:
        return None
    return BracketedNumbers((Token(number.group(), start),), (), number.end(), False, False)


def _bare_printer(numbers: BracketedNumbers) -> tuple[str, str]:
    """Brackets with commas are a Python list, without them a NumPy array."""
    printer = "list" if numbers.commas else "numpy"
    return printer, _default_dtype(printer, numbers)


def _default_dtype(printer: str, numbers: BracketedNumbers) -> str:
    """The dtype that a printer does not name: int64 without a point, else torch's float32 or float64."""
    if not any(set(token.text) & set(".eE") for token in numbers.tokens):
        return "int64"
    return "float32" if printer == "torch" else "float64"
