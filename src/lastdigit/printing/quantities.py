"""Quantities with a unit, as astropy represents them: ``<Quantity [1.5, 2.25] m / s>``, ``<Angle 0.5 rad>``.

NumPy formats their numbers, with commas between them; older versions show all digits of a single one.
"""

from __future__ import annotations

import re
from dataclasses import replace

from lastdigit.base.rule import Rule
from lastdigit.printing.array_print import ArrayPrint
from lastdigit.printing.array_reader import read_array
from lastdigit.printing.found import Bracketed, FoundPrint
from lastdigit.printing.printers import NUMPY, PYTHON
from lastdigit.printing.python_values import python_number
from lastdigit.printing.tokens import decimals

QUANTITY = Rule(
    r"<(?:Quantity|Angle|Latitude|Longitude|Distance|Magnitude) (?=[\[\d.+-])",
    "a quantity of astropy",
    "<Quantity 1.5 m>",
    "<Quantity of 1.5 m>",
)
_NUMBER = re.compile(r"[-+]?\d{1,400}(?:\.\d{0,400})?(?:e[-+]?\d{1,4})?(?=[ >])")
_UNIT = re.compile(r"(?: [^<>\n]{1,200})?>")


def read_quantity(text: str, start: int) -> Bracketed | None:
    """The numbers of a quantity at ``start``; None if there is none.

    >>> read_quantity("<Quantity [1.5, 2.25] m / s>", 0).prints[0].array.texts
    ('1.5', '2.25')
    """
    opening = QUANTITY.expression.match(text, start)
    array = None if opening is None else _read(text, opening.end())
    closing = None if array is None else _UNIT.match(text, array.end)
    return None if array is None or closing is None else Bracketed([FoundPrint(array)], start, closing.end())


def _read(text: str, start: int) -> ArrayPrint | None:
    number = _NUMBER.match(text, start)
    array = python_number(number.group(), start) if number else read_array(text, start, cut=False)
    if array is None or (number and _is_by_python(number.group())):
        return array
    return replace(array, printer=NUMPY.name, by_uniqueness=False) if array.by is PYTHON else array


def _is_by_python(number: str) -> bool:
    """Whether NumPy would show fewer digits, or no zero behind the point."""
    return number.endswith(".0") or decimals(number) > (NUMPY.defaults.precision or 0)
