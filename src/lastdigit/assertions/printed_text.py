"""Printed numbers in a test file of one's own: a text, how it was printed, and results compared with it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from lastdigit.assertions.agreement import arithmetic_of, call_of, computable, raise_unless_agreed
from lastdigit.assertions.arguments import told_in_a_line
from lastdigit.base.errors import InvalidToken, LastdigitError, did_you_mean
from lastdigit.base.evidence import INFERRED
from lastdigit.base.number_format import FORMATS, is_printed_dtype, printed_format
from lastdigit.enclosure.upward import quietly
from lastdigit.printing.array_fit import fits_print
from lastdigit.printing.array_print import ArrayPrint
from lastdigit.printing.brackets import read_brackets
from lastdigit.printing.by_digits import format_by_digits
from lastdigit.printing.plain_rows import read_rows
from lastdigit.printing.print_format import MOST_DIGITS, PrintFormat
from lastdigit.printing.printers import NUMPY, PRINTERS, Printer
from lastdigit.printing.scan import scan
from lastdigit.verdicts.comparison import DOCUMENT, PRINTING, Comparison
from lastdigit.verdicts.judge import Power, not_finite
from lastdigit.verdicts.judge import judge as judge_comparison
from lastdigit.verdicts.printed_array import Given, PrintedArray, Refused
from lastdigit.verdicts.verdict import AGAINST_DOCUMENT, DISAGREES, FAILED, UNDECIDED, Verdict


class NotOnePrint(InvalidToken):
    """A text without exactly one array or scalar."""

    def __init__(self, text: str, count: int) -> None:
        super().__init__("printed()", 1, "exactly one array or scalar", f"{count} in {text!r}")
        self.args = (f"printed() needs exactly one array or scalar; found {count} in {text!r}",)


class InvalidPrintOption(LastdigitError):
    """An invalid print option, or one that the printed digits contradict."""

    def __init__(self, option: str, expected: str, found: object) -> None:
        super().__init__(f"printed(): expected {option}= {expected}; found {found!r}")


def printed(
    text: str,
    printer: str | None = None,
    precision: int | None = None,
    dtype: str | None = None,
    rounded_to: int | None = None,
) -> Printed:
    """Read the array or scalar printed in ``text``.

    Options supply what the text does not show: the ``printer`` (numpy, torch, jax, tensorflow, mlx, pandas, python, or
    one that :func:`lastdigit.printer` declares, which may set no brackets around rows of numbers), the ``precision`` of
    its options, the ``dtype``, and to how many digits after the point numbers were ``rounded_to`` before they were
    printed. By default, numbers with fewer digits than the printer's default are read as rounded to those digits;
    numbers without any, such as ``1.``, by the default options, and a refusal that rests on this is "inferred"; the
    dtype is any that the digits allow. Raises :class:`NotOnePrint` for a text that prints no array, or more than one,
    and :class:`InvalidPrintOption`.

    >>> printed("[0.25 1.  ]").judge([0.2541, 1.0]).verdict
    'agrees'
    >>> printed("[1. 2.]").judge([1.4, 2.0]).evidence
    'inferred'
    >>> printed("[1. 2.]", precision=0).judge([1.4, 2.0]).verdict
    'agrees'
    """
    by = _known_printer(printer) if printer is not None else None
    rows = read_rows(text, by) if by is not None and by.is_own else None
    found = _with_known(rows or _only_print(text), by, dtype)
    for name, digits in (("precision", precision), ("rounded_to", rounded_to)):
        _check_digits(name, digits, found)
    return Printed(found, format_by_digits(found, precision, rounded_to))


class Printed:
    """Printed numbers to compare results with. ``format`` is how they were printed, and which of it is inferred."""

    def __init__(self, found: ArrayPrint, format: PrintFormat) -> None:
        self.found, self.format = found, format

    @told_in_a_line
    def judge(self, actual: Any, operation: str = "", *arrays: Any, **parameters: Any) -> Verdict:
        """Judge whether ``actual`` prints like this, or differs by no more than rounding error can explain.

        With the ``operation`` and its ``arrays``, the rounding errors of both computations are allowed for; without
        them, only the printing is. Nans, infinities, signed zeros and booleans must match exactly.
        """
        known = self.format.inferred
        with quietly():
            verdict = self._by(self.format, actual, operation, arrays, parameters)
            if verdict.verdict != DISAGREES or known is None or known.widest is None:
                return verdict
            if self._by(known.widest, actual, operation, arrays, parameters).verdict == DISAGREES:
                return verdict
            return replace(verdict, evidence=INFERRED, reason=known.reason)

    def _by(
        self, form: PrintFormat, actual: Any, operation: str, arrays: tuple[Any, ...], parameters: dict[str, Any]
    ) -> Verdict:
        """The verdict under this print format."""
        given = Given.of(actual)
        base = Verdict("", operation or "printed", "", operation, "actual", given.dtype, AGAINST_DOCUMENT, UNDECIDED)
        try:
            numbers = PrintedArray.of(self.found, form, given)
        except Refused as refusal:
            return replace(base, verdict=FAILED if refusal.failed else DISAGREES, reason=str(refusal))
        terms, power = {PRINTING: numbers.half_width}, None
        if operation:
            call = call_of(operation, arrays, parameters, arithmetic_of(given.dtype))
            computable(call)
            of_document = replace(call, arithmetic=arithmetic_of(_computed_in(form)))
            terms |= {DOCUMENT: of_document.reading.rounding[numbers.elements]}
            elements = range(given.array.size) if self.found.summary is None else numbers.elements
            power = Power(call.mistakes, call.reading, elements, lambda reading: reading.rounding[elements])
        comparison = Comparison(numbers.shape, numbers.tokens, numbers.centre, numbers.observed, terms)
        failed = not_finite(base, comparison, power, numbers.array)
        return failed or judge_comparison(base, comparison, numbers.texts, power, of=given.array.size)

    def assert_agrees(self, actual: Any, operation: str = "", *arrays: Any, **parameters: Any) -> None:
        """Assert that the verdict of :meth:`judge` is "agrees"; raises AssertionError as its function does."""
        __tracebackhide__ = True
        raise_unless_agreed(self.judge(actual, operation, *arrays, **parameters))


def _computed_in(form: PrintFormat) -> str:
    """The dtype in which printed numbers are taken to have been computed: a half format only where it is settled."""
    open_ = form.inferred is not None and not form.inferred.settled
    if open_ and printed_format(form.dtype).digits < printed_format("float32").digits:
        return "float32"
    return form.dtype if form.dtype in FORMATS else "float64"


def _only_print(text: str) -> ArrayPrint:
    """The one print of a text; a number or a boolean may stand alone in it, or a list of nothing."""
    empty = read_brackets(text.strip(), 0) if text.strip().startswith("[") else None
    if empty is not None and not empty.tokens and empty.end == len(text.strip()):
        return ArrayPrint("printed", (), empty.shape, False, NUMPY.name, NUMPY.floats, 0, empty.end)
    for alone in (False, True):
        found = [entry.array for entry in scan(text, result=alone) if entry.array.kind == "printed"]
        if found:
            break
    if len(found) != 1:
        raise NotOnePrint(text, len(found))
    return found[0]


def _known_printer(name: str) -> Printer:
    if name not in PRINTERS:
        expected = f"a known printer or one that definitions/ declares{did_you_mean(name, list(PRINTERS))}"
        raise InvalidPrintOption("printer", expected, name)
    return PRINTERS[name]


def _with_known(found: ArrayPrint, by: Printer | None, dtype: str | None) -> ArrayPrint:
    if by is not None:
        as_needed = found.by_uniqueness and not by.is_own and not (by.has_options and not found.by.has_options)
        usual = {found.by.floats: by.floats, found.by.complexes: by.complexes}
        known = found.dtype if found.dtype_shown else usual.get(found.dtype, found.dtype)
        found = replace(found, printer=by.name, by_uniqueness=as_needed, dtype=known)
    if dtype is not None:
        if not is_printed_dtype(dtype) or not fits_print(found, dtype):
            raise InvalidPrintOption("dtype", f"the dtype of such numbers as {' '.join(found.texts[:3])}", dtype)
        found = replace(found, dtype=dtype, dtype_shown=True)
    return found


def _check_digits(name: str, digits: int | None, found: ArrayPrint) -> None:
    """Of a precision what its digits contradict: a number with more of them."""
    if digits is None:
        return
    if isinstance(digits, bool) or not isinstance(digits, int) or not -MOST_DIGITS <= digits <= MOST_DIGITS:
        raise InvalidPrintOption(name, "a number of digits", digits)
    if found.by.is_own and found.by.floatmode == "general":
        return
    if name == "precision" and digits < max(0, found.decimals):
        raise InvalidPrintOption(name, f"{found.decimals} or more, as many as {found.texts[0]} … shows", digits)
