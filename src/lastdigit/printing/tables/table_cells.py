"""Which cells of a table are numbers, and which columns are therefore numeric."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

_NUMBER = r"[-+]?(?:(?:0|[1-9]\d{0,399})(?:\.\d{0,400})?|\.\d{1,400})(?:[eE][-+]?\d{1,4})?"
"""The digits and exponents are bounded: no number of a binary format has more, and matching must stay linear."""

VALUE = re.compile(rf"{_NUMBER}|[-+]?inf|NaN|nan|<NA>|None|null|True|False")
VALUE_FIELD = re.compile(rf"(?<!\S)(?:{VALUE.pattern})(?!\S)")
DOTS = frozenset({"..", "...", "…"})
_INTEGER = re.compile(r"[-+]?\d+")
MISSING = frozenset({"NaN", "nan", "<NA>", "None", "null"})
MASKED = "--"
_NANS = frozenset({"NaN", "nan"})
_BOOLEANS = frozenset({"True", "False"})
_NAMED = {"Int": "int", "UInt": "uint", "Float": "float", "i": "int", "u": "uint", "f": "float"}


def dtype_of_cells(cells: Sequence[str]) -> str | None:
    """``int64``, ``float64`` or ``bool``; None for a column of anything else, and for an empty one.

    A column of only ``NaN`` is float64, and so are integers with ``NaN`` among them: pandas before 0.18 printed floats
    without a point. With another missing value among them they stay integers. No integer has the sign of ``-0``.
    """
    if not cells or not all(map(VALUE.fullmatch, cells)):
        return None
    present = set(cells) - MISSING
    if present & _BOOLEANS:
        return "bool" if present <= _BOOLEANS else None
    if not present:
        return "float64" if _NANS.issuperset(cells) else None
    if not _NANS.isdisjoint(cells) or "-0" in present:
        return "float64"
    return "int64" if all(map(_INTEGER.fullmatch, present)) else "float64"


def dtype_of_masked(cells: Sequence[str], name: str = "") -> str | None:
    """The dtype of a column of astropy, which shows a masked number as ``--``; ``name`` is the one that it names.

    >>> dtype_of_masked(["1", "--", "3"])
    'int64'
    """
    return dtype_by_name(name, ["<NA>" if cell == MASKED else cell for cell in cells])


def dtype_by_name(name: str, cells: Sequence[str]) -> str | None:
    """The dtype that a footer or a header names, as NumPy's name, if the cells are of that kind; else None."""
    guessed = dtype_of_cells(cells)
    if guessed is None or name in ("object", ""):
        return guessed
    if name in ("bool", "boolean"):
        return "bool" if guessed == "bool" else None
    match = re.fullmatch(r"(Int|UInt|Float|int|uint|float|i|u|f)(\d+)", name)
    if match is None or guessed == "bool":
        return None
    return _NAMED.get(match[1], match[1]) + match[2]


def without_dots(rows: Iterable[Sequence[str]]) -> tuple[list[int], int | None]:
    """The indices of the visible rows, and how many precede the row of dots, or None without dots."""
    shown: list[int] = []
    gap: int | None = None
    for number, cells in enumerate(rows):
        if cells and all(cell in DOTS for cell in cells):
            gap = len(shown) if gap is None else gap
        else:
            shown.append(number)
    return shown, gap
