"""Whether an array shows given numbers, each as far as its digits go."""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from lastdigit.printing.array_print import ArrayPrint
from lastdigit.printing.tokens import MISSING, decimals, exact, is_boolean, is_complex, is_finite


def shows_any(array: ArrayPrint, values: Iterable[Any]) -> bool:
    """Whether an array, complete and not summarised, shows the numbers of one of these values, which may be nested."""
    return not array.cut and array.summary is None and any(_shows_all(array, value) for value in values)


def _shows_all(array: ArrayPrint, value: Any) -> bool:
    numbers: list[Any] = []
    if not _flat(value, numbers) or len(numbers) != len(array.texts):
        return False
    return all(map(_shows, array.texts, numbers))


def _flat(value: Any, numbers: list[Any]) -> bool:
    """Collect the numbers of nested lists; strings may be of digits; False if there is anything else."""
    if isinstance(value, list):
        return all(_flat(item, numbers) for item in value)
    numbers.append(value)
    return value is None or isinstance(value, (int, float, complex, str))


def _shows(token: str, number: Any) -> bool:
    """Whether a token is how a number is printed, with as many decimals as it has; a string of digits is as it is."""
    if isinstance(number, str):
        return token == number
    if isinstance(number, bool) or is_boolean(token):
        return token == str(number)
    if number is None or (isinstance(number, float) and math.isnan(number)):
        return token in MISSING or token.lower().strip("+-") == "nan"
    if is_complex(token):
        return bool(complex(token.replace(" ", "").strip("()")) == number)
    if isinstance(number, complex):
        return False
    if math.isinf(number) or not is_finite(token):
        return math.isinf(number) and "inf" in token.lower() and token.startswith("-") is bool(number < 0)
    places = decimals(token)
    if not places and not token.endswith(".") and "e" not in token.lower():
        return exact(token) == Fraction(number)
    exponent = int(token.lower().partition("e")[2] or 0)
    return abs(exact(token) - Fraction(str(number))) * 2 <= Fraction(10) ** (exponent - places)
