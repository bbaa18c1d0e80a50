"""Which dtypes the digits of a print allow: each of its numbers must be one that the dtype itself prints so.

NumPy shows the shortest digits that are unique in the dtype. Of float64 numbers with eight digits behind the point
three of a hundred between 1 and 10 are the shortest print of a float32 as well, three of ten between 0.1 and 1, and all
below 0.1. So one number of another kind excludes float32, and a matrix of ordinary ones that are all of that kind is
not float64's.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction

import numpy as np

from lastdigit.evidence import FALSE_ALARM
from lastdigit.frozen import frozen
from lastdigit.number_format import FORMATS, FloatFormat
from lastdigit.printing.array_print import ArrayPrint
from lastdigit.printing.tokens import decimals, is_complex, is_finite, is_scientific, parts

MOST = 1000
"""Printers show so many numbers in full unless told otherwise; of more the first ones are looked at."""

_LONGER = "float128"
_FINEST_FIRST = ("float64", "float32", "float16")
_COMPLEX = {"float64": "complex128", "float32": "complex64", "float16": "complex32", "float128": "complex256"}


@frozen
class AllowedDtypes:
    """The dtypes that the digits allow, the finest first; ``settled`` where they leave one."""

    names: tuple[str, ...]

    @property
    def settled(self) -> bool:
        """Whether the digits leave one dtype."""
        return len(self.names) == 1

    @property
    def coarsest(self) -> str:
        """The dtype with the widest intervals, which hold those of all others."""
        return self.names[-1]


def dtypes_by_digits(found: ArrayPrint) -> AllowedDtypes:
    """The dtypes of real or complex numbers, of which ``found`` names none, that print so.

    Where numbers of a finer dtype would all look like those of a coarser one with a chance of a false alarm's at most,
    the finer one is left out.
    """
    columns = list(_columns(found))
    allowed = [name for name in _FINEST_FIRST[:1] if _all_print_so(columns, name)] or [_LONGER]
    for name in _FINEST_FIRST[1:] if allowed != [_LONGER] else ():
        if not _all_print_so(columns, name):
            break
        allowed = [name] if _chance(columns, FORMATS[name]) <= FALSE_ALARM else [*allowed, name]
    return AllowedDtypes(tuple(_COMPLEX[name] for name in allowed) if found.dtype[0] == "c" else tuple(allowed))


@frozen
class _Column:
    """Numbers that were printed alike: all, or the real or imaginary parts of all.

    They show so many ``decimals`` at most; None where each shows as many as it needs.
    """

    texts: Sequence[str]
    decimals: int | None
    scientific: bool

    @property
    def may_go_on(self) -> bool:
        """Whether exact digits may stand behind the unique ones, so that a number has two prints: all have as many."""
        if self.decimals is None:
            return False
        return self.scientific or all(decimals(text) == self.decimals for text in self.texts)


def _columns(found: ArrayPrint) -> Iterator[_Column]:
    tokens = found.whole_texts[:MOST]
    pairs = [parts(token) for token in tokens] if tokens and is_complex(tokens[0]) else [(token,) for token in tokens]
    for column in zip(*pairs, strict=False):
        texts = [text for text in column if is_finite(text)]
        if texts:
            most = None if found.by_uniqueness else max(map(decimals, texts))
            yield _Column(texts, most, any(map(is_scientific, texts)))


def _all_print_so(columns: Sequence[_Column], name: str) -> bool:
    return all(_prints_so(text, name, column) for column in columns for text in _telling(column, name))


def _telling(column: _Column, name: str) -> Sequence[str]:
    """The texts of a column that not every number of the dtype prints as well.

    Where so many digits are shown that their unit is no less than the distance of two numbers, one of these is nearest
    to every text, and no shorter text is as near.
    """
    if column.decimals is None or column.scientific:
        return column.texts
    try:
        sizes = np.abs(np.array(column.texts, dtype=np.float64))
        with np.errstate(over="ignore", invalid="ignore"):
            coarse = ~(np.spacing(sizes.astype(name)) < 10.0**-column.decimals / 2)
    except (ValueError, OverflowError):
        return column.texts
    return [column.texts[place] for place in np.flatnonzero(coarse).tolist()]


def _prints_so(text: str, name: str, column: _Column) -> bool:
    """Whether the number of the dtype that is nearest to ``text`` prints so, if at most so many digits are shown."""
    with np.errstate(over="ignore"):
        number = np.dtype(name).type(text)
    if not np.isfinite(number):
        return False
    write = np.format_float_scientific if column.scientific else np.format_float_positional
    spelled = Decimal(text)
    if Decimal(write(number, precision=column.decimals)) == spelled:
        return True
    if not column.may_go_on or Decimal(float(number)) == spelled:
        return Decimal(float(number)) == spelled
    return Decimal(write(number, precision=column.decimals, min_digits=column.decimals)) == spelled


def _chance(columns: Sequence[_Column], form: FloatFormat) -> float:
    """How likely numbers of a finer format all look like those of ``form``.

    Numbers of few digits look so always: :math:`⌊(digits − 1) log₁₀ 2⌋` of them are told apart by every format (Matula
    1968), and say nothing.
    """
    always = math.floor((form.digits - 1) * math.log10(2))
    chance = 1.0
    for column in columns:
        ways = 1 + column.may_go_on
        for text in column.texts:
            spelled = Decimal(text)
            if spelled and len(spelled.normalize().as_tuple().digits) > always:
                value = Fraction(spelled)
                scale = spelled.adjusted() if column.scientific else 0
                quantum = Fraction(10) ** (scale - (decimals(text) if column.decimals is None else column.decimals))
                chance *= min(1.0, float(ways * quantum / form.ulp(value)))
                if chance <= FALSE_ALARM:
                    return chance
    return chance
