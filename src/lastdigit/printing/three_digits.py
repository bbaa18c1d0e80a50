"""Brackets whose numbers were each formatted with three significant digits, as awkward prints its arrays.

``[[1.03, 1.08, ..., 1, 0.918], ..., [130, 94.7]]`` has commas as Python's lists, but dots, which those never have, and
floats without a point. NumPy pads numbers whose decimals differ.
"""

from __future__ import annotations

import re
from dataclasses import replace

from lastdigit.base.number_format import is_printed_dtype
from lastdigit.base.rule import Rule
from lastdigit.printing.array_print import ArrayPrint
from lastdigit.printing.found import Bracketed, FoundPrint
from lastdigit.printing.printers import AWKWARD, PYTHON
from lastdigit.printing.tokens import decimals, is_finite, significant_digits

_DOTS = re.compile(r"[\[,] ?\.\.\.[\],]")
_PADDED = re.compile(r"\[ | ,|, {2}")
_PLACE = re.compile(r"\[(\d{1,18})\]")
TYPE = Rule(
    r" type='(?:(?:\d{1,18}|var) \* ){1,32}\??(?P<dtype>(?:u?int|float)\d{1,3})'>",
    "the type of an array of awkward",
    " type='3 * var * float32'>",
    " type='3 * {x: float32}'>",
)
_MARKS = re.compile(r"[\[({\])},]")


def with_three_digits(text: str, found: Bracketed) -> Bracketed:
    """The prints of brackets as awkward's, if they have dots and numbers of three digits that are not aligned.

    A list of Python without dots may look so; its numbers may then have been formatted with three digits. The type
    behind the brackets, ``<Array [1.5, 2.25] type='2 * float32'>``, says the dtype.
    """
    if not text.startswith("[", found.start) or found.cut or not all(_may_be(one.array) for one in found.prints):
        return found
    said = TYPE.expression.match(text, found.end)
    if said is not None and is_printed_dtype(said["dtype"]):
        return replace(found, prints=[one._replace(array=_of_dtype(one.array, said["dtype"])) for one in found.prints])
    has_dots = _DOTS.search(text, found.start, found.end) is not None
    found = _counted_from_end(text, found) if has_dots else found
    with_floats = {_field(one) for one in found.prints if one.array.dtype == "float64"}
    floats = [one for one in found.prints if _field(one) in with_floats]
    numbers = [token for one in floats for token in one.array.texts if is_finite(token)]
    if len(set(map(decimals, numbers))) < 2 or not all(map(_has_three_digits, numbers)):
        return found
    if _PADDED.search(text, found.start, found.end):
        return found
    changed = _by_awkward if has_dots else _may_have_three
    prints = [one._replace(array=changed(one.array)) if _field(one) in with_floats else one for one in found.prints]
    return replace(found, prints=prints)


def says_type(text: str, end: int) -> bool:
    """Whether awkward's type of an array stands behind the brackets that end there."""
    return text.startswith(" type='", end) and TYPE.expression.match(text, end) is not None


def _may_be(array: ArrayPrint) -> bool:
    return array.by is PYTHON and array.dtype in ("float64", "int64") and array.kind == "printed"


def _field(one: FoundPrint) -> str:
    """The names in the path of an item: those of a record's field."""
    return _PLACE.sub("", one.path)


def _has_three_digits(number: str) -> bool:
    """Whether a number is as ``%.3g`` writes it.

    >>> [_has_three_digits(one) for one in ("1.03", "1", "130", "1e+03", "1.0", "1250")]
    [True, True, True, True, False, False]
    """
    mantissa = number.lower().partition("e")[0]
    is_trimmed = "." not in mantissa or not mantissa.endswith(("0", "."))
    return is_trimmed and significant_digits(mantissa) <= AWKWARD.digits_shown


def _by_awkward(array: ArrayPrint) -> ArrayPrint:
    return replace(array, printer=AWKWARD.name, dtype="float64", by_uniqueness=False)


def _of_dtype(array: ArrayPrint, dtype: str) -> ArrayPrint:
    return replace(_by_awkward(array), dtype=dtype, dtype_shown=True)


def _may_have_three(array: ArrayPrint) -> ArrayPrint:
    return replace(array, digits=AWKWARD.digits_shown) if array.dtype == "float64" else array


def _counted_from_end(text: str, found: Bracketed) -> Bracketed:
    """The same prints; the paths of those behind dots among the items of the outer brackets count from the end."""
    depth = count = 0
    dots = None
    for mark in _MARKS.finditer(text, found.start, found.end):
        if mark.group() == ",":
            count += depth == 1
        else:
            depth += 1 if mark.group() in "[({" else -1
        if depth == 1 and text.startswith("...", mark.end() + text.startswith(" ", mark.end())):
            dots = count
    if dots is None:
        return found
    return replace(found, prints=[one._replace(path=_from_end(one.path, dots, count + 1)) for one in found.prints])


def _from_end(path: str, dots: int, count: int) -> str:
    """The path of an item, counted from the end if it stands behind the dots."""
    place = _PLACE.match(path)
    if place is None or int(place[1]) < dots:
        return path
    return f"[{int(place[1]) - count}]{path[place.end() :]}"
