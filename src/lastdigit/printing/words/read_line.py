"""Reads one line of words, lexeme by lexeme: its scalars and shapes with their labels, and what is left out."""

from __future__ import annotations

import re

from lastdigit.printing.thresholds import LONGEST_LINE, NEAR_TIE
from lastdigit.printing.tokens import Token
from lastdigit.printing.words.decimal_commas import without_decimal_commas
from lastdigit.printing.words.lexemes import NUMBER, UNIT, kind_of_unit, next_lexeme
from lastdigit.printing.words.line_kinds import KERAS_BAR, SEARCH_LOG, TQDM_BAR, reason_to_leave_out
from lastdigit.printing.words.line_labels import (
    ARROW,
    CONTEXT,
    EXPLICIT,
    SHAPE,
    next_context,
    reason_by_label,
    words_behind,
)
from lastdigit.printing.words.line_reading import LineReading
from lastdigit.printing.words.number_on_line import NumberOnLine, dtype_of

_LEFT_OUT = {
    "url": "path",
    "address": "address",
    "date": "date",
    "clock": "date",
    "version": "version",
    "path": "path",
    "numbers": "container",
    "bracket": "container",
    "digits": "word",
    "slashed": "fraction",
    "commas": "commas",
    "power": "power",
}
_ENDS_A_LABEL = frozenset({"date", "clock", "slashed"})
_NAMED_REASONS = frozenset({"timing", "size", "version", "identifier"})
HOLDS_A_VALUE = re.compile(r"\d|True|False|nan|NaN|inf")
_NUMPY_VALUE = re.compile(rf"[-+]?(?:{NUMBER}|inf|nan)|True|False|[-+]?{NUMBER}[-+]{NUMBER}j")
_WORDS_AFTER = re.compile(
    r"[\s(]*([^\W\d](?:[^\d|,;:=(\[{]|(?<=[^\W\d])\d(?=\d?(?:\s|\Z))|(?<=[^\W\d]\d)\d(?=\s|\Z)){0,60})"
)
_NUMERATOR = re.compile(r"[\d,]+(?=\s?/)")
_SHARE_BEHIND = re.compile(r"[ \t]*[(,=:]?[ \t]*\d{1,3}(?:\.\d+)?[ \t]?%")
_RANGE = re.compile(r" ?[–—] ?[$€£]?\d[\d.,]*| - [$€£]\d[\d.,]*")
"""What follows the lower end of a range, as in ``15–30 s`` and ``$5 - $10``."""
_VALUE_FOLLOWS = re.compile(r" ?[:=] ?[-+]?\.?\d")
_FORTRAN = re.compile(r"[dD][-+]\d{1,3}(?!\w)")
"""An exponent as Fortran writes it, without which the digits before it are another number."""
_OF_A_FORMULA = re.compile(r"[a-zA-Z]?\^[\w(-]|!?/(?:\(|[A-Z]\b)|![()]")
_COEFFICIENT = re.compile(
    r"(?: [-+] \d[\d.e+-]{0,30})?·[^\W\d_]| ?\*{1,2} ?[^\W\d_]| (?:[^\W\d][\w*^()-]{0,30} ){1,4}\+ -?\d"
)
_PRODUCT = re.compile(r"\d[\d.]*(?: ?\*{1,2} ?-?\d[\d.]*)+(?= ?=)")
_OPERATION_BEHIND = re.compile(r" ?(?:\*{1,2}|×) ?-?[\d.(]| \+ -?[\d.(]")
_OPERATION_BEFORE = re.compile(r"[\d.)\w](?: ?(?:\*{1,2}|×) ?| \+ )\Z")
_FIELD_BEHIND = re.compile(r"[ \t]{2,}[-+]?\d")
_GIVEN = re.compile(r"[^()\n]{0,60}\)\s*[:=]\s*[-+]?[$€£]?\d")
"""What follows a number in the parentheses of a name, as in ``decay (rate=0.5): 12``."""
_GIVEN_THAT = re.compile(r"\b(?:[A-Z]|Pr|Prob|Var|Cov)\([^()\n]{0,60}=\s?\Z")
"""What precedes a number in a probability, as in ``P(X=7) of all: 0.25``, where it is no value."""
_FARTHEST_GIVEN = 70
_OPENS_IN_A_NAME = re.compile(r"[^\W\d] ?\(\Z")
_IN_A_NAME = re.compile(r"%?\)(?:[ \t]*[:=][ \t]*|[ \t]{2,})[-+]?\.?\d")
"""What follows a number in parentheses of a name, as in ``Critical value (5%)    -2.86``."""
_INTEGER = re.compile(r"\d{1,18}")
_PRICES = re.compile(r"[$€£]\d")
_OWED = ("-$", "-€", "-£")
_PRICE_BEFORE = re.compile(r"\d[$€£]\Z")
_JOINED = re.compile(r"\b(?:of|and|or|to|is|are|was|in|at|by|with|than|from) {4,80}\Z")
_FARTHEST_JOINED = 90
_OVERWRITES = "\r\x08"


def read_line(line: str, *, shift: int = 0, result: bool) -> LineReading:
    """The result of reading ``line``; see :func:`~lastdigit.printing.words.scalars.scalars_in_line`."""
    reading = read_template(line, shift=shift, result=result)
    reading.found = without_decimal_commas(reading.found, line, shift)
    return reading


def read_template(line: str, *, shift: int = 0, result: bool) -> LineReading:
    """The result of reading a line whose digits may stand for any others."""
    end = len(line.rstrip(_OVERWRITES + " \t\n"))
    start = max(line.rfind(mark, 0, end) for mark in _OVERWRITES) + 1
    text = line[start:end]
    reading = LineReading(text, start + shift, result)
    if not HOLDS_A_VALUE.search(text):
        return reading
    if len(text) > LONGEST_LINE:
        reading.skip("long line", 0, len(text))
        return reading
    position = 0
    bar = KERAS_BAR.match(text) or (TQDM_BAR.match(text) if "%" in text and "[" in text else None)
    if bar is not None and "ETA" not in text:
        position = reading.mark = bar.end()
        reading.skip("progress", 0, position)
    elif (log := SEARCH_LOG.match(text)) is not None:
        position = reading.mark = log.end()
        reading.skip("representation", 0, position)
    elif (reason := reason_to_leave_out(text.lstrip())) is not None:
        reading.skip(reason, 0, len(text))
        return reading
    position = reading.leading_integer(position)
    context = next_context(text, position)
    while (lexeme := next_lexeme(text, position)) is not None:
        is_object = lexeme.lastgroup == "object" and context is not None and lexeme.start() < context.start()
        if context is not None and context.start() < lexeme.end() and not is_object:
            reading.counter(context)
            position = context.end()
        else:
            position = _read_lexeme(reading, lexeme)
        if context is not None and context.start() < position:
            context = CONTEXT.search(text, position)
    return reading


def _read_lexeme(reading: LineReading, lexeme: re.Match[str]) -> int:
    """Reads one lexeme; returns the position of the next."""
    kind = lexeme.lastgroup or ""
    start, end = lexeme.span()
    if kind == "object":
        _leave_out(reading, "address" if "0x" in lexeme.group() else "representation", start, end)
    elif kind in _LEFT_OUT:
        is_a_field = (
            kind == "bracket" and _FIELD_BEHIND.match(reading.text, end) and not reading.text[start - 1].isalnum()
        )
        ends_a_label = kind in _ENDS_A_LABEL or bool(is_a_field)
        if kind == "commas" and reading.text.startswith(")", end):
            reading.skip("commas", start, end)
        else:
            _leave_out(reading, _LEFT_OUT[kind], start, end, ends_a_label=ends_a_label)
    elif kind == "share":
        reading.share(start, end)
    elif kind == "array":
        closing = reading.text.find(")", end)
        end = closing + 1 if closing >= 0 else len(reading.text)
        _leave_out(reading, "container", start, end)
    elif kind == "tuple":
        _read_tuple(reading, start, end)
    elif kind == "numpy":
        _read_numpy_scalar(reading, lexeme)
    elif kind == "fraction":
        _read_fraction(reading, start, end)
    elif kind in ("plain", "number", "special", "complex"):
        return _read_number(reading, "number" if kind == "plain" else kind, start, end)
    return end


def _leave_out(reading: LineReading, reason: str, start: int, end: int, *, ends_a_label: bool = False) -> None:
    named = ends_a_label or reading.assigned(start)
    reading.skip(reason, start, end)
    if named:
        reading.mark = end


def _read_tuple(reading: LineReading, start: int, end: int) -> None:
    """Reads ``shape: (2, 3)``; a tuple directly after a shape is a shape as well."""
    between = reading.text[reading.mark : start].strip(" ,;|x×→->and") if reading.shape_before else "words"
    named = reading.named(start)
    if between and not SHAPE.search(named[0]):
        reading.skip("loose tuple", start, end)
        return
    extents = [Token(match.group(), match.start()) for match in _INTEGER.finditer(reading.text, start, end)]
    reading.take(extents, named, (start, end), "int64", kind="shape")


def _read_numpy_scalar(reading: LineReading, lexeme: re.Match[str]) -> None:
    """Reads ``np.float64(0.5)``, as NumPy 2 represents its scalars."""
    value = lexeme["numpy_value"].strip()
    if not _NUMPY_VALUE.fullmatch(value):
        reading.skip("container", *lexeme.span())
        return
    token = Token(value, reading.text.index(value, lexeme.start("numpy_value")))
    dtype = lexeme["numpy_dtype"].rstrip("_")
    reading.named_by_digits = reading.named_by_digits or "0" in dtype
    reading.take([token], reading.named(lexeme.start()), lexeme.span(), dtype)


def _read_fraction(reading: LineReading, start: int, end: int) -> None:
    """Reads ``Accuracy: 9845/10000 (98%)``: the numerator, if it has a label and its percentage follows."""
    tied = EXPLICIT.search(reading.before(start)[-NEAR_TIE:])
    named = reading.named(start)
    numerator = _NUMERATOR.match(reading.text, start, end)
    if not (tied and named[0] and numerator) or reason_by_label(named[0]):
        reading.skip("counter", start, end)
        return
    if not _SHARE_BEHIND.match(reading.text, end):
        reading.skip("fraction", start, end)
        return
    reading.take([Token(numerator.group(), start)], named, (start, end), "int64")


def _read_number(reading: LineReading, kind: str, start: int, end: int) -> int:
    text = reading.text
    if _OF_A_FORMULA.match(text, end) or text.startswith("^", start - 1):
        reading.skip("word", start, end)
        return end
    if (to := _RANGE.match(text, end) or _FORTRAN.match(text, end)) is not None:
        reading.skip("word", start, to.end())
        return to.end()
    if kind == "special" and text.startswith("=", start - 1) and _VALUE_FOLLOWS.match(text, end):
        reading.skip("setting", start, end)
        return end
    may_be_given = "=" in text[max(start - 2, 0) : start] and "(" in text[:start]
    is_given = may_be_given and (
        _GIVEN.match(text, end) or _GIVEN_THAT.search(text, max(start - _FARTHEST_GIVEN, 0), start)
    )
    if is_given or (_IN_A_NAME.match(text, end) and _OPENS_IN_A_NAME.search(text, 0, start)):
        reading.skip("setting", start, end)
        return end
    if _COEFFICIENT.match(text, end) or _OPERATION_BEHIND.match(text, end) or _OPERATION_BEFORE.search(text, 0, start):
        reading.skip("formula", start, end)
        return end
    if (product := _PRODUCT.match(text, start)) is not None:
        reading.skip("formula", *product.span())
        return product.end()
    unit_match = UNIT.match(text, end) if kind == "number" else None
    unit = unit_match.group().strip() if unit_match else ""
    attached = bool(unit) and not text[end].isspace()
    if (
        _PRICES.match(text, end)
        or text[max(start - 2, 0) : start] in _OWED
        or _PRICE_BEFORE.search(text, 0, start)
        or ((text[end : end + 1].isalpha() or text.startswith("_", end)) and not attached)
    ):
        reading.skip("word", start, end)
        return end
    end -= text[end - 1] == "." and _JOINED.search(text, max(start - _FARTHEST_JOINED, 0), start) is not None
    alone = reading.alone(start, end) or (reading.result and reading.integers_alone)
    token = text[start:end]
    dtype = dtype_of(kind, token)
    number = NumberOnLine(kind, text, end, dtype, reading.before(start), unit, attached, alone, reading.result)
    behind = unit_match.end() if unit_match and (attached or unit == "%") else end
    if dtype == "int64" and not unit and reading.goes_on_with_numbers(start):
        reading.take([Token(token, start)], reading.named(start), (start, end), dtype)
        return end
    if number.is_loose_integer:
        reading.skip(number.reason_if_loose, start, behind)
        return behind
    own, label = reading.named(start)
    reason = reading.left_out or number.reason_to_leave_out(own)
    if reason is None:
        if not label and unit_match is None and not ARROW.match(text, end) and (words := _WORDS_AFTER.match(text, end)):
            names_what_follows = text[words.end() : words.end() + 1] in (":", "=")
            label = "" if names_what_follows else words_behind(words[1])
        reading.named_by_digits = reading.named_by_digits or "0" in number.kept_unit
        reading.take([Token(token, start)], (own, label), (start, behind), dtype)
        return behind
    reading.skip(reason, start, behind)
    if reason in _NAMED_REASONS:
        reading.label, reading.left_out = own, reason
        reading.mark = unit_match.end() if unit_match and kind_of_unit(unit) else behind
    return behind
