"""The print format as far as the text alone determines it: never narrower than the text allows.

A number with fewer digits than its printer shows by default was rounded to these digits, by print options or
beforehand. Numbers without decimals do not show this; they are read with the printer's default options, which is
recorded as inferred.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

from lastdigit.base.number_format import printed_format
from lastdigit.printing.alignment import digits_one_by_one
from lastdigit.printing.array_print import ArrayPrint
from lastdigit.printing.dtype_from_digits import dtypes_by_digits
from lastdigit.printing.print_format import Inferred, PrintFormat
from lastdigit.printing.print_options import PrintOptions
from lastdigit.printing.printers import PANDAS, TABLE, TABULATE, printer_named
from lastdigit.printing.printers.printer import GENERAL_DIGITS
from lastdigit.printing.thresholds import ALIKE, UNROUNDED
from lastdigit.printing.tokens import decimals, is_finite, is_scientific, parts, significant_digits
from lastdigit.printing.unions import widened
from lastdigit.printing.widened_floats import with_shorter_dtype

_DIGITS_OF_DOUBLE = printed_format("float64").digits


def format_by_digits(found: ArrayPrint, precision: int | None = None, rounded_to: int | None = None) -> PrintFormat:
    """The format of a print from its text, the ``precision`` of its options if known, and a prior ``rounded_to``."""
    form, _ = with_shorter_dtype(_by_digits(found, precision, rounded_to), found)
    return form


def _by_digits(found: ArrayPrint, precision: int | None, rounded_to: int | None) -> PrintFormat:
    if found.by.is_own:
        return _as_declared(found, precision, rounded_to)
    if found.is_exact and not (found.by.may_hide_point(found) and precision == 0):
        return _of_integers(found, precision, rounded_to)
    found, allowed, _ = with_allowed_dtype(found)
    settled = not allowed or (len(allowed) == 1 and _shows_all(found))
    known = Inferred(allowed, settled) if allowed else None
    if not found.by.has_options:
        precision, rounded_to = None, precision if rounded_to is None else rounded_to
    if precision is not None or rounded_to is not None:
        shown = precision if precision is not None else _at_least(found.by.defaults.precision, found.decimals)
        form = found.print_format(PrintOptions(found.printer, shown))
        form = replace(form.of_rounded(rounded_to), inferred=known)
        return widened(form, other_ways(found), found.texts)
    by_shown = widened(replace(_by_shown_digits(found), inferred=known), other_ways(found), found.texts)
    if found.decimals > found.by.least_decimals or not _says_nothing(found, by_shown):
        return by_shown
    form = found.print_format(found.by.defaults)
    known = Inferred(allowed, settled, by_shown, _reason(found))
    return widened(replace(form, inferred=known), other_ways(found), found.texts)


def _as_declared(found: ArrayPrint, precision: int | None, rounded_to: int | None) -> PrintFormat:
    """The format of a print by a printer that a project declares; the dtype is never finer than the declared one."""
    declared = found.dtype
    found, allowed, _ = with_allowed_dtype(found)
    if allowed and printed_format(declared).digits <= printed_format(found.dtype).digits:
        found, allowed = replace(found, dtype=declared), ()
    defaults = found.by.defaults
    form = found.print_format(defaults if precision is None else replace(defaults, precision=precision))
    known = Inferred(allowed, settled=False) if allowed else None
    return replace(form.of_rounded(rounded_to), inferred=known)


def _of_integers(found: ArrayPrint, precision: int | None, rounded_to: int | None) -> PrintFormat:
    """The format of numbers without a point: exact integers, unless they may be floats rounded to whole numbers."""
    rounded_to = precision if rounded_to is None and not found.by.has_options else rounded_to
    form = replace(found.print_format(1), rounded_to=rounded_to)
    if not found.by.may_hide_point(found) or precision is not None or rounded_to is not None:
        return form
    widest = replace(form, dtype=found.by.floats, rounded_to=0)
    option = "precision=0" if found.by.has_options else "rounded_to=0"
    return replace(form, inferred=Inferred(widest=widest, reason=f"read as integers; {option} overrides this"))


def with_allowed_dtype(found: ArrayPrint) -> tuple[ArrayPrint, tuple[str, ...], float]:
    """The print with the coarsest dtype that its digits allow, all allowed dtypes, and a probability.

    The dtypes are empty where the digits do not matter: the dtype is shown, or no digits end by uniqueness. The
    probability is that numbers of a finer dtype look by chance like numbers of the coarsest.
    """
    if found.dtype_shown or found.column or found.is_exact or not found.by.ends_by_uniqueness(None):
        return found, (), 1.0
    allowed, by_chance = dtypes_by_digits(found)
    return replace(found, dtype=allowed[-1]), allowed, by_chance


def decimals_needed(found: ArrayPrint) -> int:
    """The number of decimals that its finite numbers need, trailing zeros not counted."""
    return max([-int(number.as_tuple().exponent) for number in _numbers(found) if number], default=0)


def digits_needed(found: ArrayPrint) -> int:
    """The number of significant digits that its finite numbers need, trailing zeros not counted."""
    return max([len(number.as_tuple().digits) for number in _numbers(found)], default=1)


def precision_needed(form: PrintFormat, found: ArrayPrint) -> int:
    """The precision of a print option that its numbers need: decimals, those of the mantissa in scientific notation."""
    return digits_needed(found) - 1 if form.scientific else decimals_needed(found)


def _numbers(found: ArrayPrint) -> list[Decimal]:
    """Its finite numbers; truth values are none."""
    if found.dtype == "bool":
        return []
    return [Decimal(part).normalize() for text in found.whole_texts for part in parts(text) if is_finite(part)]


def is_rounded_to(found: ArrayPrint, digits: int, dtypes: Sequence[str] = ()) -> bool:
    """Whether its numbers can have been rounded to this number of decimals, or are near such in one of the dtypes."""
    if decimals_needed(found) <= digits:
        return True
    numbers, unit = [Fraction(number) for number in _numbers(found)], Fraction(10) ** -digits
    formats = [printed_format(dtype) for dtype in dtypes if printed_format(dtype).digits < _DIGITS_OF_DOUBLE]
    return any(
        all(abs(number - round(number / unit) * unit) <= format.ulp(number) for number in numbers) for format in formats
    )


def widest_format(form: PrintFormat, tokens: Sequence[str]) -> PrintFormat:
    """The format from the digits of ``tokens`` alone, where ``form`` assumes a higher precision than they show.

    A refusal that needs more digits than are shown rests on an inference: that nothing was rounded, and no option set.
    """
    if form.inferred is not None and form.inferred.widest is not None:
        return form.inferred.widest
    numbers = [part for token in tokens for part in parts(token) if is_finite(part)]
    shown = max(map(decimals, numbers), default=0)
    printer = printer_named(form.printer)
    form = replace(form, others=tuple(_by_digits_that_count(other, numbers) for other in form.others))
    if form.floatmode == "unique" and not printer.has_options:
        short = all(significant_digits(number) < UNROUNDED for number in numbers)
        return replace(form, precision=shown, floatmode=None) if short else form
    if form.precision is None or not printer.trims or form.floatmode == "general" or shown >= form.precision:
        return form
    return replace(form, precision=shown)


def _by_digits_that_count(other: PrintFormat, numbers: Sequence[str]) -> PrintFormat:
    """A format with significant digits, limited to the most that ``numbers`` show."""
    if other.floatmode != "general" or other.precision is None:
        return other
    return replace(other, precision=min(other.precision, max(map(significant_digits, numbers), default=1) or 1))


FLOAT32_DIGITS = 9
"""The most significant digits that make a float32 number unique."""


def with_other_ways(form: PrintFormat, found: ArrayPrint) -> PrintFormat:
    """The format with those alternative ways of printing ``found`` that give wider intervals."""
    return widened(form, other_ways(found), found.texts)


def as_among_objects(form: PrintFormat, found: ArrayPrint) -> PrintFormat:
    """The format of a column whose numbers may each show as many significant digits, or as many as make them unique.

    pandas prints so in columns of objects; in other columns all numbers have the same number of decimals.
    """
    if found.by not in (PANDAS, TABLE, TABULATE):
        return form
    numbers = [text for text in found.whole_texts if is_finite(text) and "e" not in text]
    if len(set(map(decimals, numbers))) < 2:
        return form
    digits = max(significant_digits(number) for number in numbers if "." in number)
    by_digits = PrintFormat(found.printer, digits, False, found.dtype, "general")
    coarsest = "float32" if digits <= FLOAT32_DIGITS else found.dtype
    by_uniqueness = PrintFormat(found.printer, None, False, coarsest, "unique")
    return widened(form, (by_digits, by_uniqueness), found.texts)


def have_digits_of_their_own(found: ArrayPrint) -> bool:
    """Whether floats have different numbers of decimals, or only some an exponent, and none so many as pandas shows of
    an object."""
    if found.is_exact:
        return False
    numbers = [text for text in found.whole_texts if is_finite(text)]
    most = max(map(decimals, numbers), default=0)
    return most < GENERAL_DIGITS and len({(is_scientific(text), decimals(text)) for text in numbers}) > 1


def as_each_shows(form: PrintFormat, found: ArrayPrint) -> PrintFormat:
    """The format of numbers each of which may have been rounded, or its text cut, to the digits that it shows."""
    rounded = PrintFormat(TABLE.name, UNROUNDED, False, found.dtype, "fixed")
    return widened(form, (rounded, replace(rounded, floatmode="truncated")), found.texts)


def with_fewer_digits(form: PrintFormat, found: ArrayPrint, dtype: str, digits: int) -> PrintFormat:
    """The format of floats with all digits, that of a shorter ``dtype``, and one of so many ``digits``, if any."""
    others = [PrintFormat(form.printer, None, form.scientific, dtype, "unique")] if dtype else []
    if found.digits_shown <= digits:
        others.append(PrintFormat(form.printer, digits, form.scientific, form.dtype, "general"))
    return widened(form, tuple(others), found.texts)


def other_ways(found: ArrayPrint) -> tuple[PrintFormat, ...]:
    """The format with significant digits, for numbers that may have been formatted one by one.

    Objects show all digits of their own: those of a float64, or as many as SymPy shows.
    """
    if found.digits is not None:
        return (PrintFormat(found.printer, found.digits, False, found.dtype, "general"),)
    if not found.ragged:
        return ()
    most, shown = digits_one_by_one(found.dtype), max(map(significant_digits, found.whole_texts), default=0)
    by_digits = PrintFormat(found.printer, max(most, shown), False, found.dtype, "general")
    return (
        (by_digits,) if shown <= most else (by_digits, PrintFormat(found.printer, None, False, found.dtype, "unique"))
    )


def _by_shown_digits(found: ArrayPrint) -> PrintFormat:
    if not found.by.has_options and found.rounded_to is None:
        return found.print_format(found.by.defaults)
    return found.print_format(found.decimals)


def _shows_all(found: ArrayPrint) -> bool:
    """Whether the digits also determine the precision: it is the default, or all digits that the dtype needs.

    A dtype that is coarser than the printer's own was recognised by its digits, so all of these are shown.
    """
    if not found.by.has_options:
        return found.rounded_to is None
    coarser = printed_format(found.dtype).digits < printed_format(found.by.floats).digits
    default = found.by.defaults.precision or 0
    as_many = sum(decimals(text) == found.decimals for text in found.whole_texts)
    return coarser or found.decimals == default or (found.decimals > default and as_many >= ALIKE)


def _says_nothing(found: ArrayPrint, form: PrintFormat) -> bool:
    """Whether the number of digits of ``found`` leaves the precision open."""
    whole = all(not text.partition(".")[2].rstrip("0") for text in found.texts)
    rounds = form.precision is not None and form.floatmode not in ("general", "unique")
    return rounds and (whole or found.decimals == 0)


def _at_least(default: int | None, shown: int) -> int:
    return max(default or 0, shown)


def _reason(found: ArrayPrint) -> str:
    default = found.by.defaults.precision
    digits = f"{default} digits after the point" if default else "all digits that each number needs"
    option = f"precision={found.decimals}" if found.by.has_options else f"rounded_to={found.decimals}"
    return f"read by the default options of {found.printer}, {digits}; {option} overrides this"
