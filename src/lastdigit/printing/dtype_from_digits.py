"""The dtypes that the digits of a print allow: each number must be one that the dtype prints in this way.

NumPy shows the shortest digits that are unique in the dtype. Of float64 numbers with eight decimals, three in a hundred
between 1 and 10 are the shortest print of a float32 as well, three in ten between 0.1 and 1, and all below 0.1. So one
number that no float32 prints excludes float32, and a matrix of ordinary numbers that float32 could all print is almost
certainly not float64.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
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
    """The real or complex dtypes that print the numbers of ``found``, which shows no dtype; and a probability.

    The finest dtype comes first; the last has the widest intervals, which contain those of all others. The probability
    is that numbers of a finer dtype all look by chance like numbers of the last one; where it is at most that of a
    false alarm, the finer one is dropped, unless an array of it that holds such numbers prints them alike.
    """
    columns = list(_columns(found))
    allowed, by_chance = [_FINEST if _chance(columns, _FINEST) is not None else _LONGER], 1.0
    for name in _COARSER if allowed == [_FINEST] else ():
        chance = _chance(columns, name)
        if chance is None:
            break
        is_settled = chance <= FALSE_ALARM and not _may_be_held(columns, name)
        allowed, by_chance = [name] if is_settled else [*allowed, name], chance
    dtypes = [_COMPLEX[name] for name in allowed] if found.dtype[0] == "c" else allowed
    return tuple(dtypes), by_chance


@frozen
class _Column:
    """Numbers that were printed with one format: all, or the real or imaginary parts of all.

    They have at most ``decimals`` decimals; None means the shortest unique digits of each. ``may_go_on``: exact digits
    may follow the unique ones, since all numbers have the same length; a number then has two possible prints.
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
    """The probability that numbers of a finer dtype all look like numbers of ``name``; None if these do not.

    It is not updated once it is below the probability of a false alarm. Numbers of few digits carry no information:
    every format distinguishes decimals of up to ⌊(digits − 1) log₁₀ 2⌋ digits (Matula 1968), and prints them back.
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


def _may_be_held(columns: Sequence[_Column], name: str) -> bool:
    """Whether a float64 array of numbers of the dtype prints as the columns do, as where a file has them."""
    return all(
        Decimal(_write(column)(float(np.dtype(name).type(text)), precision=column.decimals)) == Decimal(text)
        for column in columns
        for text in _telling(column, name)
    )


def _has_few_bits(text: str, name: str) -> bool:
    """Whether the nearest number of the dtype has at most half of its significand bits: it is in finer formats too."""
    fraction, _ = math.frexp(float(np.dtype(name).type(text)))
    return math.ldexp(fraction, FORMATS[name].digits // 2).is_integer()


def _share(spelled: Decimal, name: str, column: _Column) -> float:
    """The proportion of decimals of this length that the dtype prints."""
    shown = max(-int(spelled.as_tuple().exponent), 0) if column.decimals is None else column.decimals
    quantum = 10.0 ** ((spelled.adjusted() if column.scientific else 0) - shown)
    with np.errstate(over="ignore"):
        distance = float(np.spacing(np.dtype(name).type(abs(float(spelled)))))
    return min(1.0, (1 + (column.decimals is not None)) * quantum / distance)


def _telling(column: _Column, name: str) -> Sequence[str]:
    """The texts of a column that not every number of the dtype could print.

    Excluded are texts at which the spacing of the dtype is less than half a unit of the last digit: some number of the
    dtype prints as each of these.
    """
    if column.decimals is None:
        return column.texts
    sizes = np.abs(np.array(column.texts, dtype=np.float64))
    with np.errstate(all="ignore"):
        scale = np.floor(np.log10(sizes)) - 1 if column.scientific else np.zeros(len(sizes))
        coarse = ~(np.spacing(sizes.astype(name)) < 10.0 ** (scale - column.decimals) / 2)
    return [column.texts[place] for place in np.flatnonzero(coarse).tolist()]


def _printed_so_before(number: float, spelled: Decimal, column: _Column) -> bool:
    """Whether NumPy before 1.14 prints ``number`` as ``spelled``: rounded to the decimals, without trailing zeros."""
    if column.decimals is None or column.scientific:
        return False
    return Decimal(f"{number:.{column.decimals}f}") == spelled


def _write(column: _Column) -> Callable[..., str]:
    """NumPy's function that writes the numbers of a column."""
    return np.format_float_scientific if column.scientific else np.format_float_positional


def _prints_so(text: str, name: str, column: _Column) -> bool:
    """Whether the number of the dtype nearest to ``text`` is printed as ``text`` in this column."""
    with np.errstate(over="ignore"):
        number = np.dtype(name).type(text)
    if not np.isfinite(number):
        return False
    write = _write(column)
    spelled = Decimal(text)
    if Decimal(write(number, precision=column.decimals)) == spelled:
        return True
    if Decimal(float(number)) == spelled or _printed_so_before(float(number), spelled, column):
        return True
    if not column.may_go_on:
        return False
    return Decimal(write(number, precision=column.decimals, min_digits=column.decimals)) == spelled
