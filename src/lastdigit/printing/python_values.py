"""Values as Python's ``repr`` writes them: a lone number, a list of one number, and a set of numbers."""

from __future__ import annotations

import re
from dataclasses import replace

from lastdigit.base.number_format import is_integer
from lastdigit.printing.array_print import ArrayPrint
from lastdigit.printing.printers import NUMPY, PYTHON
from lastdigit.printing.tokens import Token, is_boolean, is_complex

_NUMBER = r"[-+]?(?:\d{1,400}(?:\.\d{1,400})?(?:e[-+]?\d{1,4})?|inf|nan)"
SET = re.compile(rf"\{{{_NUMBER}(?:,\s{{1,80}}{_NUMBER})*\}}")
_IN_A_SET = re.compile(_NUMBER)


def python_number(text: str, start: int) -> ArrayPrint:
    """A number that Python printed alone, with the shortest unique digits."""
    exact = "bool" if is_boolean(text) else "int64" if text.lstrip("+-").isdigit() else ""
    dtype = exact or ("complex128" if is_complex(text) else "float64")
    span = (start, start + len(text))
    return ArrayPrint("printed", (Token(text, start),), (), False, PYTHON.name, dtype, *span, by_uniqueness=not exact)


def as_list(array: ArrayPrint) -> ArrayPrint:
    """``array`` as a Python list if it is one number in brackets, which looks the same in NumPy."""
    return within_list(array) if array.shape == (1,) else array


def within_list(array: ArrayPrint) -> ArrayPrint:
    """``array`` as a Python list if it is one number in any number of brackets, and these stand within a container.

    NumPy writes ``array(`` there.
    """
    if array.by is not NUMPY or len(array.tokens) != 1 or array.texts[0].endswith("."):
        return array
    return replace(array, printer=PYTHON.name, by_uniqueness=not is_integer(array.dtype) and array.dtype != "bool")


def python_set(numbers: re.Match[str]) -> ArrayPrint:
    """A set of numbers that :data:`SET` matched, in the order in which it is printed."""
    tokens = tuple([Token(one.group(), one.start()) for one in _IN_A_SET.finditer(numbers.string, *numbers.span())])
    exact = all(token.text.lstrip("+-").isdigit() for token in tokens)
    dtype = "int64" if exact else "float64"
    span = numbers.span()
    return ArrayPrint("printed", tokens, (len(tokens),), False, PYTHON.name, dtype, *span, by_uniqueness=not exact)
