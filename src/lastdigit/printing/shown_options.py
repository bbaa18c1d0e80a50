"""What a print shows of the options it was printed under, and whether it contradicts those that it should have had."""

from __future__ import annotations

import math
from collections.abc import Sequence
from decimal import Decimal, InvalidOperation
from fractions import Fraction

from lastdigit.number_format import float_format
from lastdigit.printing.array_print import ArrayPrint
from lastdigit.printing.print_options import PrintOptions
from lastdigit.printing.tokens import decimals, exact, is_complex, is_finite, is_scientific, parts

Size = float | Decimal

LEFT_BY_AN_EARLIER_RUN = "left by an earlier run"

_SMALLEST_FIXED = Fraction(1, 10**4)
_FROM_SMALLEST = 1e-4
"""The least float64 number that is not below it."""
_LARGEST_RATIO = 1000
_LARGEST_FIXED = 10**8
_LARGEST_FIXED_OF = {"float16": 10**3, "float32": 10**6}
"""NumPy 2.3 and later print what is larger than the digits of a short dtype can tell apart with an exponent."""
_ROUNDING = float_format("float16").unit_roundoff
"""NumPy compares with these limits in the array's dtype; in none that it does so are they off by more."""


def contradiction(found: ArrayPrint, options: PrintOptions) -> str | None:
    """Why ``found`` cannot have been printed under these ``options``, so that others were at work; None where it can.

    Only what is certain counts: where a token leaves open which numbers there were, or the text was cut, nothing is
    concluded. Fewer digits than the precision are no contradiction where a printer trims zeros.
    """
    if found.by_uniqueness or found.printer == "python" or found.kind != "printed" or options.legacy == "1.13":
        return None
    tokens = _whole_tokens(found)
    floating = _is_floating(found)
    reason = (_digits(found, tokens, options) or _exponents(found, tokens, options)) if floating else None
    return reason or _signs(tokens, options) or _extent(found, options)


def options_shown(found: ArrayPrint) -> PrintOptions:
    """The options that the print itself shows; None for what it does not show."""
    tokens = _whole_tokens(found)
    floating = _is_floating(found) and not found.by_uniqueness
    fixed_width = {len(part.partition(".")[2]) for token in tokens for part in parts(token) if is_finite(part)}
    scientific = any(is_scientific(token) for token in tokens)
    padded = any(part.endswith("0") and "." in part for token in tokens for part in parts(token))
    forced = _forced(found, tokens, PrintOptions(found.printer)) if floating else None
    edges = {edge for edge in (found.summary.edges if found.summary else ()) if edge}
    numpy = found.printer == "numpy"
    return PrintOptions(
        found.printer,
        found.decimals if floating else None,
        LEFT_BY_AN_EARLIER_RUN,
        suppress=True if numpy and floating and forced == "fixed" else None,
        floatmode="fixed" if numpy and floating and padded and len(fixed_width) == 1 and not scientific else None,
        sign="+" if numpy and any(token.lstrip("(").startswith("+") for token in tokens) else None,
        sci_mode=forced == "scientific" if found.printer == "torch" and forced else None,
        edgeitems=next(iter(edges))[0] if len(edges) == 1 else None,
    )


def _is_floating(found: ArrayPrint) -> bool:
    """Whether precision and exponents are chosen as the options say; NumPy has no options for the types of others."""
    of_others = found.printer == "numpy" and found.dtype.startswith(("bfloat", "float8"))
    return found.dtype.startswith(("float", "bfloat", "complex")) and not of_others


def _whole_tokens(found: ArrayPrint) -> Sequence[str]:
    return found.texts[:-1] if found.cut else found.texts


def _digits(found: ArrayPrint, tokens: Sequence[str], options: PrintOptions) -> str | None:
    precision = options.precision
    if precision is None or options.floatmode == "unique":
        return None
    if found.decimals > precision:
        return f"{found.decimals} digits after the point, where the precision is {precision}"
    of_torch = found.printer == "torch"
    if not of_torch and options.floatmode != "fixed":
        return None
    if of_torch and not found.digits_behind_points - {0, precision}:
        return None
    shown = [part for token in tokens for part in parts(token) if is_finite(part)]
    for part in shown:
        exactly = of_torch and ("." not in part or part.endswith("."))
        if not exactly and decimals(part) < precision:
            return f"{decimals(part)} digits after the point in {part}, where always {precision} are shown"
    return None


def _exponents(found: ArrayPrint, tokens: Sequence[str], options: PrintOptions) -> str | None:
    scientific = _has_exponents(tokens)
    forced = _forced(found, tokens, options)
    if found.printer == "torch":
        if options.sci_mode is None:
            return _UNUSUAL[forced]
        if scientific != options.sci_mode and any(exact(token) != 0 for token in tokens if is_finite(token)):
            return f"{'' if scientific else 'no '}exponents, where sci_mode is {options.sci_mode}"
        return None
    if options.suppress and scientific and not found.cut:
        finite = [token for token in tokens if is_finite(token)]
        small = not any(map(is_complex, tokens)) and all(abs(exact(token)) < _limit(found) for token in finite)
        return "exponents, where suppress is on" if small else None
    return None if options.suppress is None else _UNUSUAL[forced if options.suppress is False else None]


_UNUSUAL = {
    "scientific": "exponents, where such numbers print without them",
    "fixed": "no exponents, where such numbers print with them",
    None: None,
}


def _forced(found: ArrayPrint, tokens: Sequence[str], options: PrintOptions) -> str | None:
    """``scientific`` or ``fixed`` where the printer left to itself would certainly have printed the other way."""
    if any(map(is_complex, tokens[:1])):
        return None
    sizes = _sizes(tokens)
    small = min([size for size in sizes if size], default=0.0)
    large = max(sizes, default=0.0)
    scientific = _has_exponents(tokens)
    if not small or _is_usual(small, large, _limit(found), scientific=scientific):
        return None
    smallest_token, largest_token = tokens[sizes.index(small)], tokens[sizes.index(large)]
    form = found.print_format(found.decimals if options.precision is None else options)
    smallest, largest = (
        sorted((abs(value.low), abs(value.high))) for value in map(form.read, (smallest_token, largest_token))
    )
    margin = 1 + Fraction(_ROUNDING)
    if scientific:
        usual = largest[1] < _limit(found) and smallest[0] >= _SMALLEST_FIXED * margin
        return "scientific" if usual and largest[1] <= smallest[0] * _LARGEST_RATIO and not found.cut else None
    too_small = smallest[1] * margin < _SMALLEST_FIXED
    too_wide = largest[0] > smallest[1] * _LARGEST_RATIO * margin
    return "fixed" if too_small or too_wide or largest[0] > _LARGEST_FIXED else None


def _is_usual(small: Size, large: Size, limit: int, *, scientific: bool) -> bool:
    """Whether the tokens alone show that the printer chose as it does: every interval holds its token."""
    if scientific:
        return large >= limit or small < _FROM_SMALLEST or large > small * _LARGEST_RATIO
    return small >= _FROM_SMALLEST and large <= small * _LARGEST_RATIO and large <= _LARGEST_FIXED


def _sizes(tokens: Sequence[str]) -> Sequence[Size]:
    """The size of each number; 0 for what is no finite number."""
    try:
        sizes = list(map(abs, map(float, tokens)))
    except ValueError:
        return [_size(token) for token in tokens]
    zeros = [token for size, token in zip(sizes, tokens, strict=True) if not size] if 0 in sizes else []
    if not all(map(math.isfinite, sizes)) or any(token.strip("+-0.") for token in zeros):
        return [_size(token) for token in tokens]
    return sizes


def _size(token: str) -> Size:
    """The size of a finite number, in float64 or beyond its range; 0 for what is no finite number."""
    try:
        size = abs(float(token))
        if size and math.isfinite(size):
            return size
        beyond = abs(Decimal(token))
    except (ValueError, InvalidOperation):
        return 0.0
    return beyond if beyond.is_finite() else 0.0


def _has_exponents(tokens: Sequence[str]) -> bool:
    return "e" in " ".join(tokens).lower()


def _limit(found: ArrayPrint) -> int:
    """What is smaller certainly prints without an exponent, as far as its size goes."""
    if found.printer == "torch":
        return _LARGEST_FIXED
    if not found.dtype_shown:
        return min(_LARGEST_FIXED_OF.values())
    return _LARGEST_FIXED_OF.get(found.dtype, _LARGEST_FIXED)


def _signs(tokens: Sequence[str], options: PrintOptions) -> str | None:
    if options.sign is None:
        return None
    plus = any(token.startswith("+") for token in tokens)
    if options.sign in ("-", " ") and plus:
        return "plus signs, where none are set"
    if options.sign == "+" and any(token[0] not in "+-(TF" for token in tokens):
        return "numbers without a sign, where plus signs are set"
    return None


def _extent(found: ArrayPrint, options: PrintOptions) -> str | None:
    """Lines that are too wide; what should have been summarised, or not, or with other edges.

    torch leaves the dots of a summary and the plus signs of complex numbers out of its reckoning.
    """
    wider = found.printer == "torch" and (found.summary is not None or found.dtype.startswith("complex"))
    if options.linewidth is not None and found.widest > options.linewidth and not wider:
        return f"a line of {found.widest} characters, where lines have {options.linewidth}"
    edgeitems, threshold = options.edgeitems, options.threshold
    if found.summary is not None:
        full = found.summary.full_shape
        if edgeitems and any(edge not in (None, (edgeitems, edgeitems)) for edge in found.summary.edges):
            return f"other items about the dots than {edgeitems}"
        if threshold is not None and full is not None and math.prod(full) <= threshold:
            return f"a summary of {math.prod(full)} numbers, where up to {threshold} are shown"
        return None
    if threshold is None or edgeitems is None or len(found.tokens) <= threshold or found.cut:
        return None
    long = any(extent > 2 * edgeitems for extent in found.shape)
    return f"no summary of {len(found.tokens)} numbers, where up to {threshold} are shown" if long else None
