"""A result beside the array that a text prints, part by part: what is not a real number is handled separately."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from lastdigit.base.errors import LastdigitError
from lastdigit.base.number_format import is_integer
from lastdigit.printing.array_print import ArrayPrint
from lastdigit.printing.print_format import PrintFormat
from lastdigit.printing.tokens import is_complex, parts
from lastdigit.printing.value import PrintedComplex, PrintedNonFinite, PrintedValue
from lastdigit.verdicts.decide import Observed
from lastdigit.verdicts.printed_part import WrongShape, shown_part
from lastdigit.verdicts.reals import Reals

_EXACT_INTEGERS = 2**53
"""Integers beyond it are not all float64 numbers."""


LARGEST = Fraction(float(np.finfo(np.float64).max))
"""The largest magnitude compared in float64; long doubles may exceed it."""


class Refused(LastdigitError):
    """A result whose kind or shape differs from the print, or that differs in a non-finite element."""

    def __init__(self, reason: str, *, failed: bool = False) -> None:
        self.failed = failed
        super().__init__(reason)


@dataclass(frozen=True, eq=False)
class Given:
    """A result in a NumPy dtype that represents all of its values."""

    array: np.ndarray
    dtype: str

    @classmethod
    def of(cls, actual: Any) -> Given:
        """The values of any array or tensor, and the name of its dtype."""
        dtype = str(getattr(actual, "dtype", "")).rpartition(".")[2]
        if hasattr(actual, "detach"):
            actual = actual.detach().cpu()
            actual = actual.resolve_conj().resolve_neg() if actual.is_complex() else actual
            actual = actual.float() if dtype.startswith(("bfloat", "float8")) else actual
            actual = actual.cfloat() if dtype == "complex32" else actual
            actual = actual.numpy()
        elif dtype.startswith(("bfloat", "float8")):
            actual = np.asarray(actual.astype("float32") if isinstance(actual, np.ndarray) else actual, dtype="float32")
        array = np.asarray(actual)
        known = dtype or ("float64" if array.dtype == object else array.dtype.name)
        return cls(array, "float64" if is_integer(known) else known)


@dataclass(frozen=True, eq=False)
class PrintedArray:
    """The real numbers of a print, and the corresponding numbers of a result.

    ``elements`` are the flat indices of the printed elements of the result. Complex numbers have another axis for their
    parts. A matching nan or infinity is replaced by zeros on both sides.
    """

    shape: tuple[int, ...]
    elements: np.ndarray
    tokens: tuple[str, ...]
    centre: Reals
    half_width: Reals
    array: np.ndarray
    observed: Reals
    texts: Sequence[str]

    @classmethod
    def of(cls, found: ArrayPrint, form: PrintFormat, given: Given) -> PrintedArray:
        """Pair a print and a result; raises :class:`Refused`."""
        elements = _elements(found, given.array.shape)
        shown = given.array.reshape(-1)[elements]
        of_complex = bool(found.tokens) and is_complex(found.texts[0])
        _refuse_other_kind(found, given, of_complex=of_complex)
        tokens = tuple(part for text in found.texts for part in (parts(text) if of_complex else (text,)))
        observed = np.stack([shown.real, shown.imag], axis=-1).reshape(-1) if of_complex else shown
        shape = (*found.shape, 2) if of_complex else found.shape
        values, observed = _finite(tokens, form, observed, shape)
        return cls(
            shape,
            elements,
            tokens,
            Reals.of([value.centre for value in values]),
            Reals.of([value.half_width for value in values]),
            observed.reshape(shape),
            _reals(observed),
            _texts(observed, given.dtype),
        )


def _elements(found: ArrayPrint, shape: tuple[int, ...]) -> np.ndarray:
    """The flat indices of the printed elements; the text of an empty array may not show its shape."""
    places = np.arange(int(np.prod(shape))).reshape(shape)
    if not found.tokens and not places.size and (found.shape == (0,) or found.shape == shape[: len(found.shape)]):
        return places.reshape(-1)
    try:
        part = shown_part(places, found.summary)
    except WrongShape as error:
        raise Refused(str(error), failed=True) from error
    if part.shape != found.shape or not found.tokens:
        raise Refused(f"returned shape {shape}; expected {found.shape}", failed=True)
    return part.reshape(-1)


def _refuse_other_kind(found: ArrayPrint, given: Given, *, of_complex: bool) -> None:
    """Refuse a different kind: booleans, complex and real numbers print differently."""
    kinds = {"b": "booleans", "c": "complex numbers", "U": "strings", "S": "strings"}
    printed = kinds["c"] if of_complex else kinds["b"] if found.dtype == "bool" else "real numbers"
    observed = kinds.get(given.array.dtype.kind, "real numbers")
    if given.array.dtype == object and not all(map(_is_real, given.array.flat)):
        observed = "objects that are no real numbers"
    if printed != observed and found.tokens:
        raise Refused(f"returned {observed}; expected {printed}", failed=True)


def _finite(
    tokens: tuple[str, ...], form: PrintFormat, observed: np.ndarray, shape: tuple[int, ...]
) -> tuple[list[PrintedValue], np.ndarray]:
    """The printed intervals and observed values, with zeros for equal non-finite ones."""
    observed = np.array(observed)
    found = []
    for place, token in enumerate(tokens):
        value, number = form.value(token), observed[place]
        if isinstance(value, PrintedNonFinite):
            if not value.is_value(float(number)):
                raise _other(token, number, place, shape)
            observed[place] = 0
            value = PrintedValue(token, Fraction(0), Fraction(0))
        elif number == 0 and _has_other_sign(token, number, form):
            raise _other(token, number, place, shape)
        assert not isinstance(value, PrintedComplex)
        if max(abs(value.low), abs(value.high)) > LARGEST:
            if not _lies_within(number, value):
                raise _other(token, number, place, shape)
            observed[place] = 0
            value = PrintedValue(token, Fraction(0), Fraction(0))
        found.append(value)
    return found, observed


def _lies_within(number: Any, value: PrintedValue) -> bool:
    """Exact comparison, for numbers beyond float64."""
    exactly = _fraction(number)
    return exactly is not None and value.low <= exactly <= value.high


def _has_other_sign(token: str, number: Any, form: PrintFormat) -> bool:
    """Whether a printed zero and the observed one differ in sign; integer formats have no signed zero."""
    is_zero = not token.lower().partition("e")[0].strip("+-0.")
    is_float = not (form.dtype == "bool" or is_integer(form.dtype)) and np.asarray(number).dtype.kind == "f"
    return is_zero and is_float and token.startswith("-") != bool(np.signbit(number))


def _other(token: str, number: Any, place: int, shape: tuple[int, ...]) -> Refused:
    index = [int(at) for at in np.unravel_index(place, shape)] if shape else []
    return Refused(f"prints {token} at {index}; observed {number}")


def _reals(observed: np.ndarray) -> Reals:
    """The exact numbers, even if float64 cannot represent them."""
    wide = observed.dtype in (object, np.longdouble)
    if not wide and observed.dtype.kind in "iu" and observed.size:
        wide = bool(np.any((observed > _EXACT_INTEGERS) | (observed < -_EXACT_INTEGERS)))
    return Reals.of([_fraction(number) for number in observed]) if wide else Reals.floats(observed)


def _is_real(number: Any) -> bool:
    return isinstance(number, (int, np.integer)) or hasattr(number, "as_integer_ratio")


def _fraction(number: Any) -> Fraction | None:
    if isinstance(number, (int, np.integer)):
        return Fraction(int(number))
    try:
        return Fraction(*map(int, number.as_integer_ratio()))
    except (OverflowError, ValueError):
        return None


def _texts(observed: np.ndarray, dtype: str) -> Sequence[str]:
    return [str(number) for number in observed] if observed.dtype.kind in "biuO" else Observed(observed, dtype)
