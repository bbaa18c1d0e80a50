"""Number formats: significand and exponent ranges, and their rounding properties (IEEE 754-2019 and related)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from lastdigit.base.errors import LastdigitError


class UnknownNumberFormat(LastdigitError):
    """A dtype that is neither a floating-point format known here nor an integer type."""

    def __init__(self, name: str) -> None:
        self.expected, self.found = f"one of the number formats {', '.join(FORMATS)}", repr(name)
        super().__init__(f"expected {self.expected}, found {self.found}")


@dataclass(frozen=True)
class FloatFormat:
    """A binary floating-point format: ``digits`` bits of significand, exponents from ``emin`` to ``emax``."""

    name: str
    digits: int
    emin: int
    emax: int

    @property
    def unit_roundoff(self) -> float:
        """u = 2^−digits: the largest relative error of rounding to nearest (Higham 2002, theorem 2.2)."""
        return 2.0**-self.digits

    @property
    def underflow(self) -> float:
        """λ: an absolute error that covers every result below the normal range.

        It is 2^emin, since fast libraries flush subnormal results to zero. float16 results are rounded from float32 and
        never flushed, so that there it is the smallest subnormal.
        """
        return 2.0 ** (self.emin - self.digits + 1 if self.name == "float16" else self.emin)

    @property
    def largest(self) -> float:
        """The largest finite number."""
        return (2.0 - 2.0 ** (1 - self.digits)) * 2.0**self.emax

    def ulp(self, value: Fraction) -> Fraction:
        """Distance between neighbouring numbers of the format in the binade of ``value``."""
        magnitude = abs(value)
        if magnitude == 0:
            return Fraction(2) ** (self.emin - self.digits + 1)
        exponent = magnitude.numerator.bit_length() - magnitude.denominator.bit_length()
        if Fraction(2) ** exponent > magnitude:
            exponent -= 1
        return Fraction(2) ** (max(exponent, self.emin) - self.digits + 1)

    def nearest(self, value: Fraction) -> Fraction:
        """``value`` rounded to nearest, ties to even, with unbounded exponent range."""
        quantum = self.ulp(value)
        return round(value / quantum) * quantum

    def round(self, values: np.ndarray) -> np.ndarray:
        """float64 values rounded to nearest, ties to even, as float64; beyond the range they become infinite."""
        if self.name == "float64":
            return np.asarray(values, dtype=np.float64)
        if self.name in {"float32", "float16"}:
            with np.errstate(over="ignore"):
                return np.asarray(values.astype(self.name), dtype=np.float64)
        _, exponent = np.frexp(values)
        quantum = np.ldexp(1.0, np.maximum(exponent - 1, self.emin) - self.digits + 1)
        rounded = np.rint(values / quantum) * quantum
        return np.asarray(np.where(np.abs(rounded) > self.largest, np.copysign(np.inf, rounded), rounded))


FORMATS = {
    format.name: format
    for format in (
        FloatFormat("float64", 53, -1022, 1023),
        FloatFormat("float32", 24, -126, 127),
        FloatFormat("tf32", 11, -126, 127),
        FloatFormat("bfloat16", 8, -126, 127),
        FloatFormat("float16", 11, -14, 15),
    )
}


_PRINTED_ONLY = {
    format.name: format
    for format in (
        FloatFormat("float128", 64, -16382, 16383),
        FloatFormat("float8_e4m3fn", 4, -6, 8),
        FloatFormat("float8_e4m3fnuz", 4, -7, 7),
        FloatFormat("float8_e5m2", 3, -14, 15),
        FloatFormat("float8_e5m2fnuz", 3, -15, 15),
    )
}
"""Formats of printed arrays only; no computation uses them.

NumPy's float128 is x87's on x86-64: where it is IEEE's quadruple format instead, an ulp is less.
"""

_PARTS = {"complex32": "float16", "complex64": "float32", "complex128": "float64", "complex256": "float128"}
_INTEGERS = {f"{sign}int{width}" for sign in ("", "u") for width in (8, 16, 32, 64)}
_PRINTED = frozenset({"bool"} | _INTEGERS | _PARTS.keys() | _PRINTED_ONLY.keys() | FORMATS.keys() - {"tf32"})


def float_format(dtype: str) -> FloatFormat:
    """Look up the format of ``dtype``; raises :class:`UnknownNumberFormat`."""
    try:
        return FORMATS[dtype]
    except KeyError:
        raise UnknownNumberFormat(dtype) from None


def printed_format(dtype: str) -> FloatFormat:
    """The format of a printed array's numbers, or of the parts of its complex ones.

    Raises :class:`UnknownNumberFormat`.
    """
    part = _PARTS.get(dtype, dtype)
    return _PRINTED_ONLY[part] if part in _PRINTED_ONLY else float_format(part)


def is_printed_dtype(dtype: str) -> bool:
    """Whether ``dtype`` names the type of an array whose printed numbers can be read."""
    return dtype in _PRINTED


def is_integer(dtype: str) -> bool:
    """Whether ``dtype`` names an integer type, whose numbers print exactly."""
    return dtype.startswith(("int", "uint"))
