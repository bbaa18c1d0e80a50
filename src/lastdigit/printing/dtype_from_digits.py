"""Which dtypes the digits of a print allow: each of its numbers must be one that the dtype itself prints so.

NumPy shows the shortest digits that are unique in the dtype. Of float64 numbers with eight digits behind the point
three of a hundred between 1 and 10 are the shortest print of a float32 as well, three of ten between 0.1 and 1, and all
below 0.1. So one number of another kind excludes float32, and a matrix of ordinary ones that are all of that kind is
not float64's.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

import numpy as np

from lastdigit.base.evidence import FALSE_ALARM
from lastdigit.base.frozen import frozen
from lastdigit.base.number_format import FORMATS
from lastdigit.printing.array_print import ArrayPrint
from lastdigit.printing.thresholds import SHOWN_IN_FULL
from lastdigit.printing.tokens import decimals, is_complex, is_finite, parts

_LONGER = "float128"
_FINEST, _COARSER = "float64", ("float32", "float16")
_NO_NUMBER = re.compile("[ni∞]")
_COMPLEX = {"float64": "complex128", "float32": "complex64", "float16": "complex32", "float128": "complex256"}


def dtypes_by_digits(found: ArrayPrint) -> tuple[tuple[str, ...], float]:
    """The dtypes of real or complex numbers, of which ``found`` names none, that print so.

    With how likely numbers of a finer dtype would all look like those of the last by chance.

    The finest comes first; the last has the widest intervals, which hold those of all others. Where numbers of a finer
    dtype would all look like those of a coarser one with a chance of a false alarm's at most, the finer one is left
    out.
    """
    columns = list(_columns(found))
    allowed, by_chance = [_FINEST if _chance(columns, _FINEST) is not None else _LONGER], 1.0
    for name in _COARSER if allowed == [_FINEST] else ():
        chance = _chance(columns, name)
        if chance is None:
            break
        allowed, by_chance = [name] if chance <= FALSE_ALARM else [*allowed, name], chance
    dtypes = [_COMPLEX[name] for name in allowed] if found.dtype[0] == "c" else allowed
    return tuple(dtypes), by_chance


@frozen
class _Column:
    """Numbers that were printed alike: all, or the real or imaginary parts of all.

    They show so many ``decimals`` at most; None where each shows as many as it needs. ``may_go_on``: exact digits may
    stand behind the unique ones, so that a number has two prints, since all have as many.
    """

    texts: Sequence[str]
    decimals: int | None
    scientific: bool
    may_go_on: bool


def _columns(found: ArrayPrint) -> Iterator[_Column]:
    tokens = found.whole_texts[:SHOWN_IN_FULL]
    if not (tokens and is_complex(tokens[0])):
        yield from _column(tokens, found.digits_behind_points, found)
        return
    for column in zip(*map(parts, tokens), strict=False):
        yield from _column(column, frozenset(map(decimals, filter(is_finite, column))), found)


def _column(texts: Sequence[str], lengths: frozenset[int], found: ArrayPrint) -> Iterator[_Column]:
    joined = " ".join(texts).lower()
    finite = [text for text in texts if is_finite(text)] if _NO_NUMBER.search(joined) else texts
    if finite:
        most = None if found.by_uniqueness else max(lengths, default=0)
        yield _Column(finite, most, "e" in joined, most is not None and ("e" in joined or len(lengths) == 1))


def _chance(columns: Sequence[_Column], name: str) -> float | None:
    """How likely numbers of a finer dtype all look like those of the one called ``name``; None where they do not.

    Nobody reckons further once that is less likely than a false alarm may be. Numbers of few digits look so always:
    ⌊(digits − 1) log₁₀ 2⌋ of them are told apart by every format (Matula 1968), and say nothing.
    """
    always = math.floor((FORMATS[name].digits - 1) * math.log10(2))
    chance = 1.0
    for column in columns:
        for text in _telling(column, name):
            if not _prints_so(text, name, column):
                return None
            spelled = Decimal(text)
            if chance <= FALSE_ALARM or _has_few_bits(text, name):
                continue
            if len(spelled.normalize().as_tuple().digits) > always:
                chance *= _share(spelled, name, column)
    return chance


def _has_few_bits(text: str, name: str) -> bool:
    """Whether the nearest number of the dtype has half of its bits at most, as powers of two: every format has it."""
    fraction, _ = math.frexp(float(np.dtype(name).type(text)))
    return math.ldexp(fraction, FORMATS[name].digits // 2).is_integer()


def _share(spelled: Decimal, name: str, column: _Column) -> float:
    """The share of numbers with as many digits that the dtype prints so."""
    shown = max(-int(spelled.as_tuple().exponent), 0) if column.decimals is None else column.decimals
    quantum = 10.0 ** ((spelled.adjusted() if column.scientific else 0) - shown)
    with np.errstate(over="ignore"):
        distance = float(np.spacing(np.dtype(name).type(abs(float(spelled)))))
    return min(1.0, (1 + (column.decimals is not None)) * quantum / distance)


def _telling(column: _Column, name: str) -> Sequence[str]:
    """The texts of a column that not every number of the dtype prints as well.

    Where so many digits are shown that their unit is no less than the distance of two numbers, one of these is nearest
    to every text, and no shorter text is as near.
    """
    if column.decimals is None:
        return column.texts
    sizes = np.abs(np.array(column.texts, dtype=np.float64))
    with np.errstate(all="ignore"):
        scale = np.floor(np.log10(sizes)) - 1 if column.scientific else np.zeros(len(sizes))
        coarse = ~(np.spacing(sizes.astype(name)) < 10.0 ** (scale - column.decimals) / 2)
    return [column.texts[place] for place in np.flatnonzero(coarse).tolist()]


def _printed_so_before(number: float, spelled: Decimal, column: _Column) -> bool:
    """Whether NumPy before 1.14 prints ``number`` so: with as many of its digits, zeros at the end left out."""
    if column.decimals is None or column.scientific:
        return False
    return Decimal(f"{number:.{column.decimals}f}") == spelled


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
    if Decimal(float(number)) == spelled or _printed_so_before(float(number), spelled, column):
        return True
    if not column.may_go_on:
        return False
    return Decimal(write(number, precision=column.decimals, min_digits=column.decimals)) == spelled
