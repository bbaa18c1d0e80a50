"""How an array was printed, and which numbers a token can stand for."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from lastdigit.base.errors import LastdigitError
from lastdigit.base.frozen import frozen
from lastdigit.base.number_format import FloatFormat, is_integer, printed_format
from lastdigit.printing.printers import Printer, printer_named
from lastdigit.printing.tokens import (
    MISSING,
    complex_parts,
    decimals,
    exact,
    is_complex,
    is_finite,
    is_scientific,
    non_finite,
)
from lastdigit.printing.value import AnyPrintedValue, PrintedComplex, PrintedNonFinite, PrintedValue

FLOATMODES = ("maxprec", "maxprec_equal", "unique", "fixed", "general", "truncated", "either_way", "1.13")
"""How digits may be chosen; :class:`PrintFormat` explains each."""
MOST_DIGITS = 6000
"""A bound on the decimals of a token, which the expressions for tokens ensure."""


class NoInterval(LastdigitError):
    """A token that stands for no interval of reals: nan, an infinity, or a complex number, which has two."""

    def __init__(self, token: str) -> None:
        self.expected, self.found = "a finite real number", repr(token)
        super().__init__(f"expected {self.expected}, found {self.found}")


@frozen
class Inferred:
    """The parts of a print format that the print does not show.

    ``dtypes`` are those that its digits allow, the finest first, if it names none. ``settled``: its digits, or facts
    about its source, leave one dtype and determine the precision. ``widest`` is the format from its digits alone, where
    a narrower one is used; ``reason`` says why, and which option would override it.
    """

    dtypes: tuple[str, ...] = ()
    settled: bool = True
    widest: PrintFormat | None = None
    reason: str = ""


@frozen
class PrintFormat:
    """The printer of an array, its precision, its dtype, and how its digits end.

    ``precision`` is the number of digits after the point (of the significand, if ``scientific``; for complex numbers
    this holds if one part has an exponent). It is None for numbers that are printed exactly: integers, booleans,
    literals of a source, and whole-number tensors, which torch prints as ``1.``; and for shortest unique digits.

    ``floatmode`` says how digits are chosen; None is the printer's default, which is ``maxprec`` for NumPy and
    ``fixed`` for torch.

    - ``maxprec``, ``maxprec_equal``: the shortest digits that are unique in the dtype, and at most ``precision``.
    - ``unique``: the shortest digits that are unique in the dtype, as in Python's ``repr``.
    - ``fixed``: the number rounded to ``precision`` digits.
    - ``general``: rounded to ``precision`` significant digits, as by C's ``%g``; used by MLX, and by NumPy in the half
      and quarter formats that it does not know itself.
    - ``truncated``: cut behind ``precision`` decimals, as ``str(x)[:5]`` is; behind none by C's ``%d`` of a float.
      Printers that round to the digits shown may cut earlier, behind those that a token has.
    - ``either_way``: to ``precision`` decimals in either direction, as by ``floor`` and ``ceil``.
    - ``1.13``: as NumPy 1.13: ``fixed`` with an exponent, else ``maxprec``.

    ``rounded_to`` is the number of decimals to which the numbers were rounded before printing; a negative one counts
    digits before the point. ``others`` are alternative formats: an interval is the union over all. ``inferred`` are the
    parts of all this that the print does not show.
    """

    printer: str
    precision: int | None
    scientific: bool
    dtype: str
    floatmode: str | None = None
    rounded_to: int | None = None
    others: tuple[PrintFormat, ...] = ()
    inferred: Inferred | None = None

    @property
    def widest(self) -> PrintFormat:
        """The format without inferred facts other than what the digits show."""
        return self if self.inferred is None or self.inferred.widest is None else self.inferred.widest

    def of_rounded(self, decimals: int | None) -> PrintFormat:
        """This format for numbers that were rounded to so many decimals before; a print with as many rounds no more."""
        counts_decimals = not self.scientific and self.floatmode != "general"
        return replace(self, rounded_to=None if decimals == self.precision and counts_decimals else decimals)

    def quantum(self, token: str) -> Fraction:
        """One unit in the last place that this format could show for ``token``; 0 for an exact number.

        It is also 0 where only uniqueness bounds the digits, and for a zero with an exponent, since no other number has
        the digit 0 before its point there. For numbers rounded before printing it is at least one unit of that
        rounding.
        """
        return max(self._quantum_of_print(token), self._unit)

    def differs_by_token(self, tokens: Sequence[str]) -> bool:
        """Whether numbers with different numbers of decimals were each rounded to those that it shows."""
        is_fixed = self.precision is not None and self.floatmode in ("fixed", None)
        return is_fixed and self._by.rounds_to_shown and len(set(map(decimals, filter(is_finite, tokens)))) > 1

    @property
    def _unit(self) -> Fraction:
        """One unit in the last place of a rounding before printing; 0 without one."""
        return Fraction(0) if self.rounded_to is None else Fraction(10) ** -self.rounded_to

    def _unit_cut(self, token: str) -> Fraction:
        """One unit of the last digit that truncation, or rounding in one direction, leaves."""
        return max(Fraction(10) ** -(self.precision or 0), self._unit_shown(token))

    def _quantum_of_print(self, token: str) -> Fraction:
        if self._is_exact(token) or self.precision is None:
            return Fraction(0)
        shown = self._unit_shown(token)
        if not self._has_significant_digits(token):
            return max(Fraction(10) ** -self.precision, shown)
        value = exact(token)
        return max(Fraction(10) ** (_exponent(value) - self._places) if value else Fraction(0), shown)

    def _unit_shown(self, token: str) -> Fraction:
        """One unit of the last printed digit, for printers whose numbers are rounded to the digits shown; else 0."""
        if not self._by.was_rounded_to_shown(token):
            return Fraction(0)
        exponent = int(token.lower().partition("e")[2] or 0)
        return Fraction(10) ** (exponent - decimals(token))

    def read(self, token: str) -> PrintedValue:
        """The closed interval of reals that print as ``token``; raises :class:`NoInterval` if it is not a finite real.

        It extends half a quantum to either side, and at least half an ulp of the dtype where digits end by uniqueness,
        since a float32 may differ from its shortest print by more than half a decimal unit. Both are smaller towards
        zero if the token is a power of ten or of two. The interval of a zero has both signs: its printed sign is not
        used.
        """
        if not is_finite(token):
            raise NoInterval(token)
        value = self._before_rounding(token, self._read(token))
        for other in self.others:
            also = other.read(token)
            value = PrintedValue(token, min(value.low, also.low), max(value.high, also.high))
        return value

    def _before_rounding(self, token: str, shown: PrintedValue) -> PrintedValue:
        """The interval of the numbers that round to a number in the interval ``shown``.

        The arithmetic of the rounding (by powers of ten, as in NumPy's ``round``) has an error of at most one ulp.
        """
        unit = self._unit
        if not unit:
            return shown
        reach = unit / 2
        if not is_integer(self.dtype) and self.dtype != "bool":
            ulp = printed_format(self.dtype).ulp(max(abs(shown.low), abs(shown.high)))
            reach += ulp if unit > ulp else 2 * ulp
        return PrintedValue(token, shown.low - reach, shown.high + reach)

    def _read(self, token: str) -> PrintedValue:
        centre = exact(token)
        if self._is_exact(token):
            return PrintedValue(token, centre, centre)
        if self.floatmode == "truncated":
            unit = self._unit_cut(token)
            return PrintedValue(token, centre - unit * (centre <= 0), centre + unit * (centre >= 0))
        if self.floatmode == "either_way":
            unit = self._unit_cut(token)
            return PrintedValue(token, centre - unit, centre + unit)
        quantum = self._quantum_of_print(token)
        ulp = self._ulp(token, centre)
        outwards = max(quantum, ulp) / 2
        if self._has_significant_digits(token) and centre and abs(centre) == Fraction(10) ** _exponent(centre):
            quantum = max(quantum / 10, self._unit_shown(token))
        inwards = max(quantum, self._ulp_inwards(ulp, centre)) / 2
        below, above = (inwards, outwards) if centre > 0 else (outwards, inwards)
        return PrintedValue(token, centre - below, centre + above)

    def value(self, token: str) -> AnyPrintedValue:
        """The value of any token: one interval or two, a nan or an infinity. A missing value is a nan."""
        if token in MISSING:
            return PrintedNonFinite(token, math.nan)
        if is_complex(token):
            real, imag = (self._part(part) for part in complex_parts(token))
            return PrintedComplex(token, real, imag)
        return self._part(token)

    def _part(self, token: str) -> PrintedValue | PrintedNonFinite:
        return self.read(token) if is_finite(token) else PrintedNonFinite(token, non_finite(token))

    def read_cut(self, token: str) -> PrintedValue | None:
        """The interval of all numbers whose print starts with ``token``; None if it is unbounded.

        A token truncated before its point may stand for a number of any length, and one in scientific notation lacks
        its exponent. Shortest unique digits have no fixed number of digits, so they give no interval either.
        """
        value = self._read_cut(token)
        for other in self.others:
            also = other.read_cut(token)
            if value is None or also is None:
                return None
            low, high = min(value.low, also.low), max(value.high, also.high)
            value = PrintedValue(token, low, high, whole=value.whole and also.whole)
        return value

    def _read_cut(self, token: str) -> PrintedValue | None:
        """The same in this format, without ``others``."""
        if self.precision is None or self.scientific or "." not in token or not is_finite(token):
            return None
        if self.rounded_to is not None or self.floatmode in ("general", "unique"):
            return None
        missing = self.precision - len(token.partition(".")[2])
        if missing <= 0:
            return self._read(token)
        near = abs(exact(token))
        quantum = Fraction(10) ** -self.precision
        far = near + Fraction(10) ** (missing - self.precision) - quantum
        half = max(quantum, self._ulp(token, far), self._unit_shown(token)) / 2
        low, high = near - half, far + half
        if token.startswith("-"):
            low, high = -high, -low
        return PrintedValue(token, low, high, whole=False)

    def prints(self, token: str, observed: Fraction | complex) -> bool:
        """Whether ``observed`` prints as ``token``: rounded to this format's last digit, ties to even.

        NumPy stops earlier where fewer digits are unique in the dtype: 0.71875 in float16 prints as 0.7188. With
        exponents, where other numbers of the array need more digits, it appends exact ones. Signs of zeros are ignored.
        """
        if is_complex(token):
            real, imag = complex_parts(token)
            number = observed if isinstance(observed, complex) else complex(observed)
            return self.prints(real, number.real) and self.prints(imag, number.imag)
        if isinstance(observed, complex):
            return observed.imag == 0 and self.prints(token, observed.real)
        if not is_finite(token) or (isinstance(observed, float) and not math.isfinite(observed)):
            return not is_finite(token) and PrintedNonFinite(token, non_finite(token)).is_value(float(observed))
        value = Fraction(observed)
        if self.rounded_to is not None:
            value = round(value / self._unit) * self._unit
        return self._prints(token, value) or any(other.prints(token, observed) for other in self.others)

    def _prints(self, token: str, value: Fraction) -> bool:
        """Whether a real number prints as ``token`` in this format, without ``others``."""
        spelled = exact(token)
        if self._is_exact(token):
            return spelled == value
        if self.floatmode == "truncated":
            unit = self._unit_cut(token)
            return math.trunc(value / unit) * unit == spelled
        if self.floatmode == "either_way":
            unit = self._unit_cut(token)
            return spelled / unit in (math.floor(value / unit), math.ceil(value / unit))
        format = self._unique_in(token)
        is_nearest = self.precision is not None and self._rounded(token, value) == spelled
        if format is None:
            return is_nearest
        if not is_nearest and format.nearest(value) != format.nearest(spelled):
            return False
        goes_on = is_nearest or (is_scientific(token) and self._by.pads_with_exact_digits)
        is_cut = goes_on and decimals(token) == self.precision
        return not is_cut or abs(spelled) == self._ended_by_uniqueness(token, abs(value), format)

    def _ended_by_uniqueness(self, token: str, size: Fraction, format: FloatFormat) -> Fraction:
        """``size`` cut at the last digit of ``token`` as by Dragon4 (Steele and White 1990).

        The remainder after that digit is dropped if it is less than half the distance to the next smaller number of the
        format, and the digit is incremented if the rest of its unit is less than half the distance to the next larger
        one: the decimal is then unique, though not always the nearest. If both or neither hold, it is the nearest.
        """
        if not size:
            return size
        quantum = Fraction(10) ** ((_exponent(size) if self._has_significant_digits(token) else 0) - self._places)
        rest = size % quantum
        ulp = format.ulp(size)
        is_low = rest < self._ulp_inwards(ulp, size) / 2
        is_high = rest + ulp / 2 > quantum
        if is_low != is_high:
            return size - rest if is_low else size - rest + quantum
        return abs(exact(token)) if rest * 2 == quantum else round(size / quantum) * quantum

    def _is_exact(self, token: str) -> bool:
        """Whether ``token`` spells its number exactly."""
        if self.dtype == "bool" or is_integer(self.dtype):
            return True
        return self._by.is_exact(token, self.precision, self.floatmode)

    @property
    def _by(self) -> Printer:
        return printer_named(self.printer)

    @property
    def _places(self) -> int:
        """Digits after the first significant one."""
        return (self.precision or 0) - (self.floatmode == "general")

    def _has_significant_digits(self, token: str) -> bool:
        return self.floatmode == "general" or is_scientific(token)

    def _rounded(self, token: str, value: Fraction) -> Fraction:
        """``value`` rounded to the digits that ``token`` could have."""
        if value == 0:
            return value
        places = self._places - _exponent(value) if self._has_significant_digits(token) else self.precision or 0
        quantum = max(Fraction(10) ** -places, self._unit_shown(token))
        return round(value / quantum) * quantum

    def _unique_in(self, token: str) -> FloatFormat | None:
        """The format in which the digits of ``token`` may have ended by uniqueness; None if they did not."""
        if self.floatmode == "1.13" and is_scientific(token):
            return None
        return printed_format(self.dtype) if self._by.ends_by_uniqueness(self.floatmode) else None

    def _ulp(self, token: str, value: Fraction) -> Fraction:
        """An ulp of the dtype at ``value``; 0 where digits do not end by uniqueness."""
        format = self._unique_in(token)
        return Fraction(0) if format is None else format.ulp(value)

    def _ulp_inwards(self, ulp: Fraction, value: Fraction) -> Fraction:
        """The distance from ``value`` to the next number towards zero, given ``ulp``, the distance away from zero."""
        if ulp == 0:
            return ulp
        format = printed_format(self.dtype)
        is_power_of_two = value != 0 and abs(value) / ulp == 2 ** (format.digits - 1)
        is_normal = abs(value) > Fraction(2) ** format.emin
        return ulp / 2 if is_power_of_two and is_normal else ulp


def _exponent(value: Fraction) -> int:
    """The decimal exponent of a nonzero number: 10^e ≤ |value| < 10^(e+1)."""
    magnitude = abs(value)
    exponent = math.floor(math.log10(magnitude.numerator) - math.log10(magnitude.denominator))
    if Fraction(10) ** exponent > magnitude:
        return exponent - 1
    return exponent + 1 if Fraction(10) ** (exponent + 1) <= magnitude else exponent
