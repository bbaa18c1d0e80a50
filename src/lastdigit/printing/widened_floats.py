"""Digits that indicate a shorter dtype: numbers of float32, float16 or bfloat16 that were printed as if of float64.

``loss.item()`` makes a float64 of a float32, and Python prints all digits of it: ``0.9793000221252441``. What was
computed is known no better than to a float32, so half a float32 step is its half-width, not half a float64 step.

**The chance that a float64 looks so.** In a binade, [2^e, 2^(e+1)), a format of p bits has 2^(p−1) numbers, 2^(e−p+1)
apart, its ulp. A text whose last digit has the unit q is taken for one of them if it is the number rounded to that
unit, or the shortest decimal that float64 reads as the number. That makes at most two decimals per number, of 2^e / q
decimals of that unit, which is a proportion of at most 2q / ulp. Where digits are finer than float64, its own numbers
count: one in 2^(53−p). So the chance is max(2q / ulp, 2^(p−53)): for float32 and numbers between ½ and 1 it is

| significant digits | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15 | 16 and more |
|---|---|---|---|---|---|---|---|---|---|
| chance | 0.34 | 0.034 | 3e-3 | 3e-4 | 3e-5 | 3e-6 | 3e-7 | 3e-8 | 3e-9, 2e-9 |

With as many decimals it is four times as much just above 1/8, where the ulp is a fourth. Chances of several texts
multiply. A number with at most half of the bits of the format has chance 1, since fractions such as 3/4 and 2⁻²⁰ are in
all formats.

Numbers of 16 bits have few bits in any case, and so have fractions with a common denominator, n / 2^m, as of counts.
Let u be the finest unit 2^−m that the numbers need together. Of such fractions the proportion u / ulp are numbers of
the format, so their chance is max(2q, u) / ulp. Only many numbers of different sizes indicate 16 bits.

Some float64 numbers have few bits by nature: fractions of up to a million, as bisection gives them, have at most 20,
and a number below 2⁻¹⁶ may be the difference of two that are almost equal, or a product of such. Unless the source
makes shorter numbers, these indicate no dtype, and the interval is a union.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache

import numpy as np

from lastdigit.base.evidence import FALSE_ALARM
from lastdigit.base.frozen import frozen
from lastdigit.base.number_format import FORMATS
from lastdigit.printing.array_print import ArrayPrint
from lastdigit.printing.print_format import Inferred, PrintFormat
from lastdigit.printing.printers import POLARS
from lastdigit.printing.thresholds import SHOWN_IN_FULL
from lastdigit.printing.tokens import exact, is_finite, last_place, parts, significant_digits
from lastdigit.printing.unions import widened

SINGLE = "float32"
HALVES = ("bfloat16", "float16")
FEWEST_DIGITS = 8
"""Fewer significant digits are never all those of a float32: their chance is 1."""
LONGEST = 16
"""The most characters of a shortest print of a float32: nine digits, a sign, a point, and zeros or an exponent."""
UNLIKELY = 1e-6
"""The chance up to which digits indicate a dtype: a document has some thousand numbers. One that is taken wrongly for a
float32 gets a wider interval, never a narrower one."""
_SURE_DIGITS = 7
"""Significant digits of a decimal that is the shortest print of few float32 numbers only, if they were not rounded."""
_BITS_OF_FRACTIONS = 20
"""Numbers of so few bits may be fractions of up to a million: one float32 in sixteen looks so."""
_SMALL = 2.0**-16
_OF_PARTS = {"float32": "complex64", "float16": "complex32"}
WIDE = ("float64", "complex128")


@frozen
class Shorter:
    """A dtype that digits indicate, and the chance that they look so by accident.

    ``all``: each of the numbers does. ``by_nature``: they may be float64 numbers that have few bits by nature.
    """

    dtype: str
    chance: float
    all: bool
    by_nature: bool = False

    @property
    def origin(self) -> str:
        """The evidence in words, as the source of a precision."""
        return f"digits of {self.dtype} (by chance {self.chance:.0e})"


def with_shorter_dtype(
    form: PrintFormat, found: ArrayPrint, makes_shorter: Callable[[], bool] = bool
) -> tuple[PrintFormat, str]:
    """The format of ``found`` by the dtype that its digits indicate, as wide as ``form`` at least, and the evidence.

    No evidence where they indicate none, or only that some numbers may be of a shorter dtype. ``makes_shorter`` tells
    whether the source makes shorter numbers; a single number that has few bits by nature stays open even then, and so
    do numbers with so few bits that their digits indicate nothing.
    """
    shown = shorter_by_digits(found)
    if shown is None:
        is_open = _may_have_shorter(found) and all(_is_exactly(text, SINGLE) for text in _numbers(found.whole_texts))
        others = (by_uniqueness(found, SINGLE),) if is_open and makes_shorter() else ()
        return widened(form, others, found.texts), ""
    shorter = by_uniqueness(found, shown.dtype)
    is_alone = shown.by_nature and not found.shape
    if not shown.all or is_alone or (shown.by_nature and not makes_shorter()):
        return widened(form, (shorter,), found.texts), ""
    known = Inferred((shorter.dtype,), settled=True)
    return widened(_with(shorter, known), (_alone(form), *form.others), found.texts), shown.origin


def _in_parts(dtype: str, of: str) -> str:
    """A dtype of real numbers, or that of complex numbers with such parts where ``of`` is complex."""
    return _OF_PARTS.get(dtype, dtype) if of.startswith("complex") else dtype


def by_uniqueness(found: ArrayPrint, dtype: str) -> PrintFormat:
    """The format of all digits that a number of this dtype needs."""
    dtype = _in_parts(dtype, found.dtype)
    scientific = any("e" in text.lower() for text in found.texts)
    return PrintFormat(found.printer, None, scientific, dtype, "unique")


def shorter_by_digits(found: ArrayPrint) -> Shorter | None:
    """The shorter dtype that the digits of a print without a dtype indicate; None if they indicate none.

    Of arrays whose printer shows unique digits, ``dtype_from_digits`` tells it.
    """
    if not _may_have_shorter(found):
        return None
    texts = found.whole_texts[:SHOWN_IN_FULL]
    if not any(len(text) > FEWEST_DIGITS for text in texts) and not _may_be_halves(texts):
        return None
    return _indicated(tuple(_numbers(texts)))


def _may_have_shorter(found: ArrayPrint) -> bool:
    """Whether a print says no dtype, and its printer does not show the shortest digits of one."""
    if found.dtype not in WIDE or found.dtype_shown or found.by is POLARS or found.by.is_own or found.kind != "printed":
        return False
    return not (found.by.has_options and found.by.ends_by_uniqueness(None))


def as_rounded_before(form: PrintFormat, found: ArrayPrint, stated: int | None) -> PrintFormat:
    """The format of float32 numbers that a source may have rounded, to ``stated`` decimals, before it widened them.

    ``0.8251000046730042`` is the float32 nearest to 0.8251: the digits of that number, not its own, show the rounding.
    Rounding multiplies in float32, which may move a number of more digits by an ulp.
    """
    if form.dtype != SINGLE:
        return form
    numbers = [np.format_float_positional(np.float32(_nearest(text, SINGLE))) for text in _numbers(found.whole_texts)]
    in_seven = PrintFormat(form.printer, _SURE_DIGITS, form.scientific, form.dtype, "general")
    if numbers and max(map(significant_digits, numbers)) <= _SURE_DIGITS:
        shown = max(last_place(number.rstrip("0")) for number in numbers)
        form = replace(form, rounded_to=shown if stated is None else min(shown, stated))
    elif stated is not None:
        form = replace(form, rounded_to=stated)
    return widened(form, (in_seven,), found.texts)


def may_be_of(found: ArrayPrint, dtype: str) -> bool:
    """Whether all numbers of a print without a dtype can be numbers of this one: widened, or its shortest prints."""
    if found.dtype not in WIDE or found.dtype_shown or found.by.is_own:
        return False
    numbers = _numbers(found.whole_texts[:SHOWN_IN_FULL])
    return all(_is_widened(text, dtype) or _is_shortest(text, dtype) for text in numbers)


def open_dtypes(found: ArrayPrint, *, halves: bool) -> tuple[str, ...]:
    """The dtypes that a print without one may have if a source makes float32 numbers, the finest first.

    Those of 16 bits are among them if a source makes ``halves``. None where the digits leave its own alone.
    """
    names = (SINGLE, *reversed(HALVES)) if halves else (SINGLE,)
    known = [name for name in names if name in _OF_PARTS or not found.dtype.startswith("complex")]
    shorter = [_in_parts(name, found.dtype) for name in known if may_be_of(found, name)]
    return (found.dtype, *shorter) if shorter else ()


def _numbers(texts: Iterable[str]) -> Iterable[str]:
    """The real numbers of texts other than zeros, which every format has."""
    return [part for text in texts for part in parts(text) if is_finite(part) and exact(part)]


@lru_cache(maxsize=64)
def _indicated(texts: tuple[str, ...]) -> Shorter | None:
    if _may_be_halves(texts):
        for name in HALVES:
            chance = _chance_of_halves(texts, name)
            if chance <= FALSE_ALARM:
                return Shorter(name, chance, all=True)
    telling = [text for text in texts if significant_digits(text) >= FEWEST_DIGITS]
    chances = [_chance(text, SINGLE) for text in telling if _is_widened(text, SINGLE)]
    if not chances:
        return None
    if len(chances) == len(telling) and all(_is_widened(text, SINGLE) for text in texts):
        chance = max(math.prod(chances), 2.0**-100)
        by_nature = all(map(_has_few_by_nature, telling))
        return Shorter(SINGLE, chance, True, by_nature) if chance <= UNLIKELY else None
    chance = len(texts) * min(chances)
    return Shorter(SINGLE, chance, all=False) if chance <= UNLIKELY else None


def _may_be_halves(texts: Sequence[str]) -> bool:
    """Whether numbers can be of 16 bits: the decimals of a number that is no integer end in 5 then."""
    return len(texts) > 2 and all(text.rstrip("0").endswith(("5", ".")) for text in texts if "e" not in text)


def _nearest(text: str, name: str) -> float:
    with np.errstate(over="ignore", under="ignore"):
        return float(FORMATS[name].round(np.array([float(text)]))[0])


def _unit(text: str) -> Fraction:
    """One unit of the last digit of a text other than a trailing zero."""
    return Fraction(10) ** int(Decimal(text).normalize().as_tuple().exponent)


def _is_widened(text: str, name: str) -> bool:
    """Whether a text is a number of the format, as float64 shows it or rounded to the digits of the text."""
    number = _nearest(text, name)
    if not math.isfinite(number) or number == 0:
        return False
    if _is_exactly(text, name):
        return True
    unit = _unit(text)
    return round(Fraction(number) / unit) * unit == exact(text)


def _is_exactly(text: str, name: str) -> bool:
    """Whether float64 reads a text as a number of the format."""
    return _nearest(text, name) == float(text)


def _is_shortest(text: str, name: str) -> bool:
    """Whether a text has the shortest digits of a number of the format, as NumPy shows it."""
    if name not in ("float32", "float16"):
        return False
    number = np.dtype(name).type(_nearest(text, name))
    return bool(np.isfinite(number)) and Decimal(np.format_float_positional(number)) == Decimal(text)


def _has_few_bits(text: str, name: str, few: int = 0) -> bool:
    """Whether the nearest number has at most that many bits, or half of those of the format."""
    fraction, _ = math.frexp(_nearest(text, name))
    return math.ldexp(fraction, few or FORMATS[name].digits // 2).is_integer()


def _has_few_by_nature(text: str) -> bool:
    """Whether a number may be a fraction of float64, or a difference of two numbers that are almost equal."""
    return abs(float(text)) < _SMALL or _has_few_bits(text, SINGLE, _BITS_OF_FRACTIONS)


def _chance(text: str, name: str) -> float:
    """The chance that a float64 printed so looks like a number of the format."""
    if _has_few_bits(text, name):
        return 1.0
    format = FORMATS[name]
    share = 2 * _unit(text) / format.ulp(exact(text))
    return min(1.0, max(float(share), 2.0 ** (format.digits - FORMATS["float64"].digits)))


def _chance_of_halves(texts: Sequence[str], name: str) -> float:
    """The chance that float64 numbers, or fractions with a common denominator, all look like numbers of 16 bits."""
    numbers = [float(text) for text in texts]
    if any(number != _nearest(text, name) for number, text in zip(numbers, texts, strict=True)):
        return 1.0
    finest = Fraction(1, max(number.as_integer_ratio()[1] for number in numbers))
    chance = 1.0
    for text in texts:
        if not _has_few_bits(text, name):
            chance *= min(1.0, float(max(2 * _unit(text), finest) / FORMATS[name].ulp(exact(text))))
    return chance


def _with(form: PrintFormat, known: Inferred) -> PrintFormat:
    return PrintFormat(
        form.printer, form.precision, form.scientific, form.dtype, form.floatmode, form.rounded_to, inferred=known
    )


def _alone(form: PrintFormat) -> PrintFormat:
    return PrintFormat(form.printer, form.precision, form.scientific, form.dtype, form.floatmode, form.rounded_to)
