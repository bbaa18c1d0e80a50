"""What the source says about how a value was printed, apart from print options and dtypes.

Whatever neither the source nor the digits settle widens the interval: rounding before printing, and significant digits
instead of decimals.
"""

from __future__ import annotations

import ast
import re
import sys
from dataclasses import replace
from functools import lru_cache

from lastdigit.base.rule import Rule
from lastdigit.document import Cell
from lastdigit.extraction.context import Context
from lastdigit.extraction.dtypes_by_source import (
    as_shorter_float_may,
    with_default_of_torch,
    with_dtype,
    with_open_dtype,
    with_shortest_digits,
)
from lastdigit.extraction.formats_of_cells import as_cells_are_formatted
from lastdigit.extraction.formatted_by_cell import is_formatted_by_cell
from lastdigit.extraction.in_json import as_in_json
from lastdigit.extraction.labels import Print
from lastdigit.extraction.rounded_before import rounding_before, with_earlier_rounding
from lastdigit.extraction.shown_by_tabulate import as_texts_may_be
from lastdigit.extraction.shown_in_full import is_array_in_full
from lastdigit.extraction.whole_floats import as_floats_may_be
from lastdigit.printing.array_print import FINER_THAN_FLOAT64, ArrayPrint
from lastdigit.printing.by_digits import (
    as_among_objects,
    as_each_shows,
    decimals_needed,
    digits_needed,
    is_rounded_to,
    precision_needed,
    with_other_ways,
)
from lastdigit.printing.print_format import PrintFormat
from lastdigit.printing.printers import MLX, NUMPY, PANDAS, PYTHON, TABLE
from lastdigit.printing.printers.printer import GENERAL_DIGITS
from lastdigit.printing.thresholds import FEW_DECIMALS, FEWEST_ROUNDED, MOST_ROUNDED, UNROUNDED
from lastdigit.printing.tokens import decimals, is_finite, is_scientific, significant_digits
from lastdigit.printing.unions import widened
from lastdigit.printing.widened_floats import as_rounded_before
from lastdigit.source.item_keys import LAST_KEY
from lastdigit.source.rounded_numbers import UNKNOWN, Rounding
from lastdigit.source.rounding import rounds_to_several
from lastdigit.source.shown_floats import names_mlx, rounds_to_digits
from lastdigit.source.syntax import expression_of
from lastdigit.source.unseen import uses_unseen

CUTS_TEXT = Rule(
    r"\b(?:str|repr)\([^\n]{1,200}\)\[\d{0,3}:-?\d{1,3}\]",
    "a slice of a number's text, which cuts digits",
    "str(loss)[0:5]",
    "str(loss[0:5])",
)
_DECIMALS = re.compile(r"(?<![\w.])[-+]?\d{1,30}\.(\d{0,30}[1-9])0{0,30}(?![\w.%])")
_FLOAT = re.compile(r"(?<![\w.])[-+]?\d{1,30}\.\d{1,30}(?:e[-+]?\d{1,4})?(?![\w.])")

OF_SCIPY = Rule(
    r"(?m)^ {0,9}(?:success|nfev|nit|njev): ",
    "a result of SciPy's optimizers, which shows arrays with three decimals",
    "  success: True",
    "nfev = 3",
)
RECORDS = "dtype=[("
"""What NumPy writes behind records, each of whose fields it formats as an array."""
SUMMARISES_A_FIT = Rule(
    r"\.summary\(", "a source shows the summary of a fit, to six digits by CmdStan", "fit.summary()", "summary(fit)"
)


def as_source_allows(
    form: PrintFormat, entry: Print, context: Context, cell: Cell, words: str, *, in_full: bool
) -> PrintFormat:
    """The format of a print of ``cell`` labelled with ``words``, as wide as its source and its digits leave open.

    ``in_full``: the source says that its numbers have all their digits.
    """
    found = entry.found.array
    if found.kind != "printed":
        return form
    if found.is_exact:
        return as_floats_may_be(form, entry, context, cell, words)
    form = with_dtype(with_default_of_torch(form, found, context), found, context, cell)
    form = as_cells_are_formatted(form, found, context, cell)
    form = as_in_json(_with_rounding(form, entry, context, cell, words), found, context, cell)
    form = as_shorter_float_may(form, entry, context, cell, words) if found.by is PYTHON or found.column else form
    if found.column and context.says("cmdstan") and SUMMARISES_A_FIT.search(cell.source.text):
        in_six = replace(form, precision=GENERAL_DIGITS, floatmode="general", rounded_to=None, others=())
        form = widened(form, (in_six,), found.texts)
    found = _as_mlx_may(found, context, cell)
    form = with_other_ways(form, found) if (found.ragged or found.digits) and not in_full else form
    form = _may_be_cut(form, entry, cell) if found.in_words else form
    form = as_texts_may_be(form, entry, cell)
    form = as_among_objects(form, found) if found.column is not None and form.floatmode != "unique" else form
    form = as_each_shows(form, found) if _are_shown_one_by_one(entry, context, form) else form
    return with_open_dtype(form, entry, context, cell)


def _are_shown_one_by_one(entry: Print, context: Context, form: PrintFormat) -> bool:
    """Whether a format may have shown each number of an array, or of a column, with digits of its own."""
    found = entry.found.array
    if found.by is PYTHON:
        return entry.passage.contains(RECORDS)
    if form.scientific and found.by is PANDAS and found.mixes_notations:
        return True
    if found.column is not None:
        has_no_point = not any("." in text or "e" in text for text in found.texts)
        return has_no_point or (found.by is TABLE and is_formatted_by_cell(entry))
    return found.by is NUMPY and context.formats_elements


def with_rounding_in_float32(
    form: PrintFormat, found: ArrayPrint, context: Context, cell: Cell, words: str
) -> PrintFormat:
    """The format of numbers whose digits show that they were float32, as wide as a rounding before allows."""
    if not context.rounds(cell):
        return form
    rounding = context.roundings.of(cell, words)
    if rounding is None or rounding.is_precision or rounding.decimals is None:
        return as_rounded_before(form, found, None)
    return as_rounded_before(form, found, rounding.decimals - (rounding.before is not None))


def _may_be_cut(form: PrintFormat, entry: Print, cell: Cell) -> PrintFormat:
    """The format of a number among words, and the one of digits that a slice of its text has cut, if it may have."""
    if not (entry.put_in.may_be_cut if entry.put_in else CUTS_TEXT.search(cell.source.text)):
        return form
    cut = [
        PrintFormat(form.printer, shown, False, form.dtype, "truncated")
        for shown in sorted({decimals(text) for text in entry.found.array.texts if is_finite(text)})
    ]
    return replace(form, others=(*form.others, *cut))


def _as_mlx_may(found: ArrayPrint, context: Context, cell: Cell) -> ArrayPrint:
    """The MLX format for numbers that are not aligned in columns, if the source names MLX."""
    may_look_so = found.by.name == MLX.looks_like and found.dtype_shown and not found.by_uniqueness
    if found.ragged or not (may_look_so and context.may_name_mlx) or not context.reached.says(cell, names_mlx):
        return found
    return replace(found, ragged=True)


PRINTS = Rule(r"\b(?:print|display|pprint)\b[ (]", "a source prints itself", "print (x)", "fit.print_summary()")


def prints_by_itself(context: Context, cell: Cell) -> bool:
    """Whether neither a source nor functions that it calls contain ``print``: a library does the printing."""
    return not PRINTS.search(cell.source.text) and not context.helpers.are_called_in(cell.source.text)


def is_shown_by_another(entry: Print, cell: Cell) -> bool:
    """Whether a library's object produced a table and may have rounded its numbers.

    That is a table shown by a call other than ``display``, or one whose plain text is no table.
    """
    if entry.found.array.by is not PANDAS:
        return False
    if entry.output.kind == "display":
        return "display(" not in cell.source.text
    return entry.output.html is not None and entry.output.passage.text.startswith("<")


IN_A_TREE = Rule(
    r"\|(?: {2,3}\|)*--- ",
    "a line of a tree of decisions, whose numbers were formatted",
    "|   |--- value: [12.31]",
    "| mean | [12.31]",
)


def _stands_in_a_tree(entry: Print) -> bool:
    text, start = entry.passage.text, entry.found.array.start
    return IN_A_TREE.match(text, text.rfind("\n", 0, start) + 1) is not None


def _is_one_among_words(entry: Print) -> bool:
    """Whether a single number in brackets follows words that no visible source writes, as if formatted."""
    array, text = entry.found.array, entry.passage.text
    if array.shape != (1,) or entry.put_in is not None or entry.output.kind != "stream":
        return False
    return not array.texts[0].endswith(".") and bool(text[text.rfind("\n", 0, array.start) + 1 : array.start].strip())


def _rounded_to_what_is_shown(form: PrintFormat, found: ArrayPrint) -> PrintFormat:
    if form.precision is None and form.floatmode == "unique" and found.by.has_options:
        digits = max(map(significant_digits, found.whole_texts), default=UNROUNDED)
        return form if digits >= UNROUNDED - 1 else replace(form, rounded_to=max(decimals_needed(found), 0))
    shown, needed = decimals_needed(found), precision_needed(form, found)
    if form.scientific and found.by is PYTHON:
        return replace(form, rounded_to=shown)
    may_show_more = found.by.has_options and form.precision is not None and needed < form.precision
    is_told = may_show_more and (shown > 0 or found.has_a_number)
    return replace(form, rounded_to=shown) if is_told else form


def _rounded_to_its_significands(form: PrintFormat, found: ArrayPrint) -> PrintFormat:
    """The format of numbers in scientific notation with the decimals that they show, which an option may have set."""
    needed = precision_needed(form, found)
    return replace(form, precision=needed) if form.precision is not None and needed < form.precision else form


def _with_rounding(form: PrintFormat, entry: Print, context: Context, cell: Cell, words: str) -> PrintFormat:
    """Apply rounding before printing, unless the source computes all numbers and rounds none."""
    digits = 0 if entry.put_in is None else entry.put_in.digits
    if digits and _is_formatted_once(entry, digits, context, cell, words):
        return replace(form, precision=digits, floatmode="general", rounded_to=None)
    rounded = _as_may_be_rounded(form, entry, context, cell, words)
    return form if rounded != form and is_array_in_full(entry, context, cell, words) else rounded


def _is_formatted_once(entry: Print, digits: int, context: Context, cell: Cell, words: str) -> bool:
    """Whether a format to significant digits is all that may have rounded a number."""
    found, expressions = entry.found.array, entry.expressions(words)
    if found.shape or not expressions or max(map(significant_digits, found.texts)) > digits:
        return False
    if rounding_before(context, cell, entry, words) not in (None, UNKNOWN):
        return False
    return not any(context.reached.kept_roundings.may_be_in(one, cell.source) for one in expressions)


def _as_may_be_rounded(form: PrintFormat, entry: Print, context: Context, cell: Cell, words: str) -> PrintFormat:
    """Apply rounding before printing: as the source states it, or possibly to the digits shown."""
    found = entry.found.array
    if is_shown_by_another(entry, cell) or _stands_in_a_tree(entry) or _is_one_among_words(entry):
        return _rounded_to_what_is_shown(form, found)
    if context.names_any_precision and (digits := _digits_beyond_float64(form, found)):
        return replace(form, precision=digits, floatmode="general")
    if context.names_sympy and _may_be_of_sympy(form, found):
        return replace(form, precision=UNROUNDED, floatmode="general")
    rounding = rounding_before(context, cell, entry, words)
    if rounding is None:
        return _as_unseen_may_round(form, entry, context, cell)
    shown = _as_rounded(form, entry, context, cell, words, rounding)
    if rounding.before is None or rounding.is_moved:
        return shown
    return with_earlier_rounding(shown, rounding.before.decimals or 0)


def _as_rounded(
    form: PrintFormat, entry: Print, context: Context, cell: Cell, words: str, rounding: Rounding
) -> PrintFormat:
    """The format of numbers that a source rounds, as far as it tells how.

    A number that Python rounds where it shows it has the decimals of its rounding also where it shows fewer.
    """
    found = entry.found.array
    if rounding.is_last:
        if form.scientific:
            return _as_rounded(form, entry, context, cell, words, rounding.nearest)
        if decimals_needed(found) > (rounding.decimals or 0):
            return _rounded_to_what_is_shown(form, found)
        return replace(form, precision=rounding.decimals, floatmode="either_way")
    if rounding.is_precision and rounding.decimals is not None:
        form = replace(form, precision=max(rounding.decimals, precision_needed(form, found)))
        return with_shortest_digits(form, found, context, cell) if found.by is PYTHON else form
    if rounding.digits is not None:
        digits = rounding.digits or digits_needed(found)
        in_digits = PrintFormat(form.printer, digits, form.scientific, form.dtype, "general")
        return widened(form, (in_digits,), found.texts)
    if rounding.decimals is not None and (rounding.is_moved or rounding.decimals < 0):
        return replace(form, rounded_to=rounding.decimals)
    dtypes = [one.dtype for one in (form, *form.others)] if found.by.has_options else ()
    if rounding.decimals is not None and is_rounded_to(found, rounding.decimals, dtypes):
        if found.by.has_options:
            others = tuple(one.of_rounded(rounding.decimals) for one in form.others)
            return replace(form.of_rounded(rounding.decimals), others=others)
        if form.rounded_to is not None or form.scientific:
            known = rounding.decimals if form.rounded_to is None else min(form.rounded_to, rounding.decimals)
            return replace(form, rounded_to=known)
        if form.floatmode == "unique" and found.by is PYTHON:
            return replace(form, precision=rounding.decimals, floatmode=None)
        is_known = form.precision is not None and form.floatmode is None
        is_only_shown = is_known and entry.is_plain and found.by is PYTHON and _is_rounded_once(entry, context, words)
        tells_more = is_known and (rounding.decimals < (form.precision or 0) or is_only_shown)
        return replace(form, precision=rounding.decimals) if tells_more else form
    is_one_of_python = found.by is PYTHON and not found.shape and (form.precision, form.floatmode) == (1, None)
    if rounding.decimals is None and is_one_of_python and found.texts[0].endswith(".0"):
        return replace(form, precision=0)
    if rounding.decimals is None and found.shape and _may_round_each(found, entry, context, cell, words):
        return _each_rounded_to_what_it_shows(form, found)
    return _rounded_to_what_is_shown(form, found)


def _is_rounded_once(entry: Print, context: Context, words: str) -> bool:
    expressions = entry.expressions(words)
    return bool(expressions) and all(map(context.is_rounded_once, expressions))


def _may_round_each(found: ArrayPrint, entry: Print, context: Context, cell: Cell, words: str) -> bool:
    """Whether the source may round each number of a list in its own way."""
    written = (ast.Tuple, ast.Set, ast.List)
    if found.by is PYTHON and any(isinstance(expression_of(one), written) for one in entry.expressions(words)):
        return True
    if context.names_sympy and context.reached.says(cell, rounds_to_digits):
        return True
    is_a_list = found.by is PYTHON or found.by_uniqueness
    return is_a_list and context.reached.says(cell, rounds_to_several)


def _each_rounded_to_what_it_shows(form: PrintFormat, found: ArrayPrint) -> PrintFormat:
    """The format of a list, each number of which may have been rounded to as many decimals as it shows."""
    digits = max(map(significant_digits, found.whole_texts), default=0)
    if len(set(map(decimals, found.whole_texts))) < 2 or digits >= UNROUNDED - 1:
        return _rounded_to_what_is_shown(form, found)
    each = PrintFormat(TABLE.name, UNROUNDED, False, found.dtype, "fixed")
    return widened(form, (each,), found.texts)


def _as_unseen_may_round(form: PrintFormat, entry: Print, context: Context, cell: Cell) -> PrintFormat:
    """A column with few decimals that unseen functions, or whoever wrote the data, may have rounded.

    A column without decimals may have been rounded to integers if all others of its table show few.
    """
    found = entry.found.array
    if entry.found.path and found.by is PYTHON and form.floatmode == "unique":
        most = _most_decimals_of_key(entry.passage.text, entry.found.path)
        is_few = 0 < most <= MOST_ROUNDED and context.uses_unseen and context.reached.says(cell, uses_unseen)
        return replace(form, precision=most, floatmode=None) if is_few else form
    if form.scientific and found.by.trims and found.column is None:
        may_be_set = context.uses_unseen or OF_SCIPY.search(entry.passage.text) is not None
        return _rounded_to_its_significands(form, found) if may_be_set else form
    if found.column is None and found.by.trims and _shows_few_decimals(found):
        return _rounded_to_what_is_shown(form, found) if context.uses_unseen else form
    if found.column is None or found.by is not PANDAS or not (context.uses_unseen or context.reads_data):
        return form
    shown = max(decimals_needed(found), 0)
    if shown > FEW_DECIMALS or any(map(is_scientific, found.whole_texts)):
        return form
    if not (context.uses_unseen and context.reached.says(cell, uses_unseen)):
        return replace(form, rounded_to=shown) if shown and context.reads_data else form
    if not shown and not found.has_a_number:
        return form
    rounds_all = shown or 0 < _most_decimals(entry.passage.text, found.start, found.end) <= FEW_DECIMALS
    return replace(form, rounded_to=shown) if rounds_all else form


def _shows_few_decimals(found: ArrayPrint) -> bool:
    """Whether numbers show so few decimals that a print option set in an unseen module may be the cause."""
    ends = [text.partition(".")[2].rstrip("0") for text in found.whole_texts if "e" not in text]
    return sum(map(bool, ends)) >= FEWEST_ROUNDED and max(map(len, ends)) <= FEW_DECIMALS


@lru_cache(maxsize=64)
def _most_decimals_of_key(text: str, path: str) -> int:
    """The largest number of decimals behind the key of an item, or in all of a text that has the key once or never."""
    key = LAST_KEY.search(path)
    beside = re.findall(rf"{re.escape(repr(key[1]))}: (-?\d{{1,30}}\.\d{{1,30}})", text) if key else []
    return _most_decimals(" ".join(beside), 0, sys.maxsize) if len(beside) > 1 else _most_decimals(text, 0, len(text))


@lru_cache(maxsize=8)
def _most_decimals(text: str, start: int, end: int) -> int:
    """The largest number of decimals in a part of a text, without trailing zeros."""
    return max([len(digits) for digits in _DECIMALS.findall(text, start, end)], default=0)


def _digits_beyond_float64(form: PrintFormat, found: ArrayPrint) -> int:
    """The significant digits of a number with full precision that has more than any float64 needs; 0 for others."""
    if found.by is not PYTHON or found.shape or form.precision is not None:
        return 0
    digits = significant_digits(found.texts[0])
    return digits if digits > FINER_THAN_FLOAT64 else 0


def _may_be_of_sympy(form: PrintFormat, found: ArrayPrint) -> bool:
    """Whether numbers with full precision may have been printed by SymPy, which shows as many digits."""
    is_python = found.by is PYTHON and form.precision is None
    return is_python and max(map(significant_digits, found.texts), default=0) == UNROUNDED


def is_zero_among_full_floats(found: ArrayPrint, text: str) -> bool:
    """Whether ``0.0``, or another number without decimals, occurs among full-precision numbers.

    Those were not rounded, so neither was this one.
    """
    if found.by is not PYTHON or found.shape or not found.in_words or not found.texts[0].endswith(".0"):
        return False
    return _are_full_floats(text)


@lru_cache(maxsize=8)
def _are_full_floats(text: str) -> bool:
    """Whether at least two numbers of a text show full precision, and no others have decimals."""
    counts = [significant_digits(number) for number in _FLOAT.findall(text) if not number.endswith(".0")]
    return len(counts) > 1 and min(counts) >= UNROUNDED - 1
