"""Whole numbers in prints that may be floats, which a format or the source rounds to integers, or cuts."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import replace

from lastdigit.base.rule import Rule
from lastdigit.document import Cell
from lastdigit.extraction.context import Context
from lastdigit.extraction.formats_of_cells import with_hidden_points
from lastdigit.extraction.formatted_by_cell import is_rounded_size
from lastdigit.extraction.labels import Print
from lastdigit.extraction.rounded_before import rounding_before
from lastdigit.extraction.shown_by_tabulate import floats_without_point, is_by_tabulate
from lastdigit.printing.array_print import ArrayPrint
from lastdigit.printing.print_format import PrintFormat
from lastdigit.printing.printers import AWKWARD, NUMPY, STYLER, TABLE
from lastdigit.printing.printers.printer import GENERAL_DIGITS
from lastdigit.source.certain_integers import is_a_count
from lastdigit.source.item_keys import LAST_KEY
from lastdigit.source.print_settings import formats_elements
from lastdigit.source.rounded_numbers import Rounding
from lastdigit.source.rounding import printed_so
from lastdigit.source.shown_floats import rounds_to_digits
from lastdigit.source.syntax import expression_of, parse
from lastdigit.source.whole_numbers import Made, made_whole

WRITES_NO_POINT = Rule(
    r"%[-+#0-9]{0,6}(?:(?:\.[0-9]{1,3})?g|\.0f)|['\"][,0-9]{0,4}\.(?:0f|[0-9]{1,2}g)['\"]"
    r"|:(?! \w)[-+ ,#0-9<>^=_]{0,9}(?:\{\w{1,40}\})?"
    r"(?:(?:\.(?:[0-9]{1,3}|\{\w{1,40}\}))?g|\.0[f%]|\.\{\w{1,40}\}[f%])\}",
    "a format that may write a float as an integer",
    'print(f"{x:.3g}")',
    'print(f"{x:.3f}")',
)
TRUNCATES = Rule(
    r"%[-+ #0]{0,5}[0-9]{0,3}[diu](?![\w])",
    "a format that cuts the digits of a float behind its point",
    '"%d%%" % x',
    "x % digits",
)
CUTS = Rule(r"\b(?:int|trunc|fix)\(|%d", "a source cuts floats to whole numbers", "str(int(v))", "str(interior)")
ROUNDS_ONE_WAY = Rule(
    r"\b(?:floor|ceil)\(|[^:/]//[^/]", "a source makes whole numbers in one direction", "math.floor(v)", "v / 2"
)
WRITES_DIGITS = Rule(
    r"\bformat_float_positional\([^\n]{1,200}?\bprecision ?= ?([0-9]{1,2})\b",
    "a source writes a float to some decimals, or to some digits",
    "np.format_float_positional(x, precision=4, fractional=False, trim='-')",
    "np.format_float_positional(x)",
)
HAS_AN_ERROR = Rule(
    r" ?(?:\+/-|±) ?\d", "the error of a number, to whose last digit the number is rounded", "+/-8", "+ 8"
)
STYLES_WITHOUT_POINT = Rule(
    r"\bprecision ?= ?0\b|\.0[f%]",
    "a style that shows floats without a point",
    "frame.style.format(precision=0)",
    "frame.style.format(precision=2)",
)
CONDITION_OF_A_FIT = Rule(
    r"\ACondition No\.\Z",
    "the words before the condition number of a fit, which statsmodels rounds to a whole number",
    "Condition No.",
    "Cond. No.",
)
BY_AMPL = Rule(
    r"\A\s*%%ampl|\bampl\.(?:display|eval)\(", "AMPL shows values", "ampl.display('total')", "sampled.display()"
)


def as_floats_may_be(form: PrintFormat, entry: Print, context: Context, cell: Cell, words: str) -> PrintFormat:
    """The format of integers, and those of floats that were rounded or cut to them by the source or by a format."""
    form = with_hidden_points(form, entry, context, cell, words)
    if entry.found.array.dtype != "int64":
        return form
    floats, made = _floats_of(entry.found.array), _made_whole(entry, context, cell, words)
    printed = tuple(_as_printed(floats, entry, context, cell))
    if (not printed and not made) or _is_certainly_whole(entry, context, cell, words):
        return form
    rounding = rounding_before(context, cell, entry, words)
    ways = (_with_earlier(one, rounding) for one in (*printed, *_as_made(floats, made, rounding)))
    return replace(form, others=tuple(dict.fromkeys((*form.others, *ways))))


def _is_certainly_whole(entry: Print, context: Context, cell: Cell, words: str) -> bool:
    """Whether a print puts in what is certainly an integer, such as a length."""
    reached = context.reached.within(cell.source)
    nodes = [expression_of(one) for one in entry.expressions(words)] if entry.put_in is not None else []
    return bool(nodes) and all(node is not None and is_a_count(node, reached) for node in nodes)


def _floats_of(found: ArrayPrint) -> PrintFormat:
    """The format of floats that look like these integers."""
    if found.by.has_options or found.column is not None:
        return PrintFormat(TABLE.name, 0, False, "float64", "fixed")
    return PrintFormat(found.printer, 0, False, found.by.floats)


def _with_earlier(form: PrintFormat, rounding: Rounding | None) -> PrintFormat:
    """The format of floats that were rounded to decimals before they were made whole, if the source does so."""
    earlier = None if rounding is None else rounding.before or rounding
    if earlier is None or earlier.decimals is None or form.rounded_to is not None:
        return form
    return form.of_rounded(earlier.decimals) if earlier is not rounding or earlier.decimals > 0 else form


def _as_made(floats: PrintFormat, made: frozenset[Made], rounding: Rounding | None) -> Iterator[PrintFormat]:
    """The formats of floats of which a source makes whole numbers."""
    if Made.ROUNDED in made:
        yield floats
    if Made.CUT in made:
        yield replace(floats, floatmode="truncated")
    if Made.ONE_WAY in made:
        yield replace(floats, floatmode="either_way")
    if made and rounding is not None and (rounding.decimals or 0) < 0 and not rounding.is_moved:
        yield replace(floats, rounded_to=(rounding.decimals or 0) - (rounding.before is not None))


def _as_printed(floats: PrintFormat, entry: Print, context: Context, cell: Cell) -> Iterator[PrintFormat]:
    """The formats of floats that a printer or a format shows without a point."""
    found, source = entry.found.array, cell.source.text
    is_styled = found.by is STYLER and STYLES_WITHOUT_POINT.search(source) is not None
    if is_styled or is_rounded_size(found) or CONDITION_OF_A_FIT.search(entry.found.label):
        yield replace(floats, printer=found.printer, dtype=found.by.floats, floatmode="fixed")
    by_general = is_by_tabulate(entry) or BY_AMPL.search(source) is not None
    if by_general and max(map(len, found.texts)) <= GENERAL_DIGITS:
        yield from floats_without_point(entry, cell)
    if not (found.dtype_shown or found.column) and context.says("awkward"):
        digits = AWKWARD.digits_shown
        if all(len(text.lstrip("-")) <= digits for text in found.texts):
            yield PrintFormat(AWKWARD.name, digits, False, "float64", "general")
    if found.column is not None and context.reached.says(cell, writes_no_point):
        yield floats
    if found.by is NUMPY and context.formats_elements:
        yield floats
        yield from _cut_by_formatters(floats, context)
    if context.says("sympy") and context.reached.says(cell, rounds_to_digits):
        yield floats
    if written := WRITES_DIGITS.expression.findall(source):
        yield floats
        yield from (replace(floats, precision=int(one), floatmode="general") for one in written if int(one))
    if entry.output.kind != "result" and not found.by.has_options and found.by.may_hide_point(found):
        yield from _as_formatted(floats, entry, context, cell)


def _as_formatted(floats: PrintFormat, entry: Print, context: Context, cell: Cell) -> Iterator[PrintFormat]:
    """The formats of a lone float that a format of Python shows without a point."""
    found, text = entry.found.array, entry.passage.text
    is_seen = entry.put_in is not None and entry.put_in.in_words
    is_percentage = "%" in text[found.start : found.end + 1]
    has_an_error = HAS_AN_ERROR.expression.match(text, found.end) is not None
    is_bare = is_seen and entry.put_in is not None and entry.put_in.is_plain
    if (is_percentage and not is_seen) or has_an_error or (not is_bare and context.reached.says(cell, writes_no_point)):
        yield floats
    if entry.put_in.may_be_cut if entry.put_in else context.reached.says(cell, truncates):
        yield replace(floats, floatmode="truncated")


def _cut_by_formatters(floats: PrintFormat, context: Context) -> Sequence[PrintFormat]:
    """The formats of floats that a function cuts to whole numbers before NumPy shows what it returns."""
    texts = [one.source.text for one in context.document.cells if formats_elements(one.source.text)]
    if any(map(ROUNDS_ONE_WAY.search, texts)):
        return (replace(floats, floatmode="either_way"),)
    return (replace(floats, floatmode="truncated"),) if any(map(CUTS.search, texts)) else ()


def _made_whole(entry: Print, context: Context, cell: Cell, words: str) -> frozenset[Made]:
    """How the whole numbers of a print may have been made of floats."""
    if not context.makes_whole:
        return frozenset()
    within = context.reached.within(cell.source)
    column = entry.found.array.column
    path = LAST_KEY.search(entry.found.path)
    key = column.name if column is not None else path[1] if path else ""
    return frozenset().union(*(made_whole(within, one, key) for one in _expressions(entry, cell, words)))


def _expressions(entry: Print, cell: Cell, words: str) -> Sequence[ast.expr]:
    """The expressions that a print may show: those that are put in, or else all that are printed with its words."""
    given = [node for one in entry.expressions(words) if (node := expression_of(one)) is not None]
    tree = parse(cell.source) if not given else None
    return given if tree is None else printed_so(tree, words)


def writes_no_point(source: str) -> bool:
    """Whether a source may round floats to integers as it prints them."""
    return WRITES_NO_POINT.search(source) is not None


def truncates(source: str) -> bool:
    """Whether a source may print floats without their decimals."""
    return "%" in source and TRUNCATES.search(source) is not None
