"""Arrays whose representation begins with a name, a shape and a dtype: ``CountsArray((500, 4), dtype=int32)``.

Their rows may follow, behind lines of how they are stored, as bcolz and zarr show them.
"""

from __future__ import annotations

import re
from dataclasses import replace

from lastdigit.base.frozen import frozen
from lastdigit.base.number_format import is_printed_dtype
from lastdigit.base.rule import Rule
from lastdigit.printing.array_fit import fits_extents, fits_print
from lastdigit.printing.array_print import ArrayPrint
from lastdigit.printing.array_reader import read_array
from lastdigit.printing.found import Bracketed, FoundPrint
from lastdigit.printing.printers import NUMPY, PYTHON
from lastdigit.printing.shown_part import Summary
from lastdigit.printing.suffix import dtype_name
from lastdigit.printing.tokens import Token

SHAPE = ".shape"
"""The path of the shape, of the array that it belongs to."""
DESCRIPTION = Rule(
    r"(?m:[A-Za-z_]\w{0,80}\((?P<shape>\(\d{1,18},(?: \d{1,18},?){0,31}\)), (?:dtype=)?"
    r"(?:(?P<dtype>(?:u?int|float|complex)\d{1,3}|bool|object|[|<>][A-Za-z]\d{1,4})(?=[,)])|\[\()"
    r"[^\n]{0,20000}?\)[ \t]*$)",
    "the name, the shape and the dtype of an array",
    "CountsArray((500, 4), dtype=int32)",
    "LayerNorm((128,), eps=1e-05)",
)
_STORED = re.compile(r"(?:\n {2,8}\w{1,40} {0,8}:=? [^\n]{0,400}){1,12}")
_FIELD = re.compile(r"\('([^'\n]{1,200})', '(?:&[lg]t;|[<>|])?([a-z]\d{1,3})'\)")
_INDENTED = 80
_DIGITS = re.compile(r"\d+")


@frozen
class Description:
    """The shape and the dtype of an array, as its representation says; the dtype is "" if it is none of numbers.

    ``fields`` are the dtypes of the fields of its records, with their names.
    """

    shape: ArrayPrint
    dtype: str
    end: int
    fields: tuple[tuple[str, str], ...] = ()

    @property
    def extents(self) -> tuple[int, ...]:
        """The shape."""
        return tuple(map(int, self.shape.texts))


def described(text: str, start: int, end: int | None = None) -> Description | None:
    """What is said of an array by the words at ``start``; None if they are none of an array.

    >>> described("CountsArray((500, 4), dtype=int32)", 0).extents
    (500, 4)
    """
    found = DESCRIPTION.expression.match(text, start, len(text) if end is None else end)
    if found is None:
        return None
    tokens = tuple(Token(one.group(), one.start()) for one in _DIGITS.finditer(text, *found.span("shape")))
    shape = ArrayPrint("shape", tokens, (len(tokens),), False, PYTHON.name, "int64", *found.span("shape"))
    fields = _FIELD.findall(text, *found.span()) if found["dtype"] is None else ()
    known = tuple((name, dtype) for name, spelled in fields if (dtype := _dtype(spelled)))
    return Description(shape, _dtype(found["dtype"] or ""), found.end(), known)


def _dtype(spelled: str) -> str:
    """The name of a dtype of numbers; "" for others.

    >>> _dtype("<f2"), _dtype("int8"), _dtype("S15")
    ('float16', 'int8', '')
    """
    name = dtype_name(spelled.lstrip("|"))
    return name if is_printed_dtype(name) else ""


def begins_its_line(text: str, start: int) -> bool:
    """Whether only spaces stand before ``start`` on its line."""
    return not text[max(text.rfind("\n", 0, start) + 1, start - _INDENTED) : start].strip()


def read_described(text: str, start: int) -> Bracketed | None:
    """The rows and the shape of an array described at ``start``, or its shape alone; None if none is described."""
    said = described(text, start) if begins_its_line(text, start) else None
    if said is None:
        return None
    stored = _STORED.match(text, said.end)
    end = stored.end() if stored else said.end
    shape = FoundPrint(said.shape, path=SHAPE)
    begins = end + 1 if text.startswith("\n[", end) else -1
    rows = read_array(text, begins, cut=False) if begins > 0 and said.dtype else None
    rows = _as_described(rows, said) if rows is not None else None
    settings = stored.span() if stored else None
    if rows is None:
        return Bracketed([shape], start, end, settings=settings)
    return Bracketed([FoundPrint(rows), shape], start, rows.end, settings=settings)


def _as_described(rows: ArrayPrint, said: Description) -> ArrayPrint | None:
    """Rows with the dtype and the full shape that are said; None if they do not fit."""
    if rows.by is not NUMPY or not fits_print(rows, said.dtype) or not fits_extents(rows, said.extents):
        return None
    summary = None if rows.summary is None else Summary(rows.summary.edges, said.extents)
    return replace(rows, dtype=said.dtype, dtype_shown=True, summary=summary)
