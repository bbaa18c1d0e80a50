"""Numbers that are no results by what surrounds them in an output: dates, coordinates, formulas, keys of rows."""

from __future__ import annotations

import re

from lastdigit.base.rule import Rule
from lastdigit.document import Cell
from lastdigit.extraction.context import Context
from lastdigit.extraction.labels import Print
from lastdigit.extraction.strings_of_bits import are_bits
from lastdigit.extraction.written_columns import is_gone_through, is_written_out
from lastdigit.printing.printers import PYTHON
from lastdigit.source.inserted_rows import numbers_of_row

DATE = Rule(
    r"(?:(?<!\d)\d{1,2}([-/.])\d{1,2}\1(?:1[5-9]|20)\d\d|(?<!\d)(?:1[5-9]|20)\d\d([-/.])[01]?\d\2[0-3]?\d)(?![\d.])",
    "a number begins a date",
    "02-01-1901",
    "02-1901",
)
TELEPHONE = Rule(
    r"\d{3,4}(?:\)[ -]?|-)\d{3}-\d{3,4}(?![\d.-])",
    "a number begins a telephone number",
    "877) 359-8474",
    "877) 359",
)
COORDINATE = Rule(
    r"\A[ ]{2}[ *][ ]\w{1,80} {1,80}(?:\([\w, ]{1,80}\) )?(?:float|u?int|complex|bool)\d{0,3} ",
    "a line of xarray shows a variable with its axes and its dtype",
    "    x        float64 0.1",
    "    x 0.1",
)
OF_A_BLOCK = Rule(r"(?m)^(\w[\w ]{0,40}):", "a line of xarray begins a block", "Coordinates:", "    x: 3")
EXPONENTS = Rule(r"\A {1,2000}\d{1,3}(?: {1,2000}\d{1,3})*\s*\Z", "a line has integers alone", "     3     2", "3 2")
POLYNOMIAL = Rule(
    r"\A-?\d[\d.]*(?:e[-+]\d{1,3})? ([a-z])(?: [-+] \d[\d.]*(?:e[-+]\d{1,3})?(?: \1)?){0,200}\s*\Z",
    "a line is a polynomial of NumPy, whose exponents stand above it",
    "0.5 x - 2 x + 1.5",
    "0.5 pears",
)
MATH = Rule(
    r"\A[^$\n]{0,2000}(?:\$[^$\n]{1,400}\$[^$\n]{0,2000}){0,20}\$(?=[\\A-Za-z])[^$\n]{0,400}\Z",
    "a line up to a number ends within a formula of LaTeX",
    "momentum, $\\beta = ",
    "a cost of $",
)
AXIS = Rule(
    r"\A[ ]{0,80}(?:\d[\d.]{0,12})?(?:[ ]?\+-{20,200}>?\w{0,9}|\^[^\w\n]{0,200})\s*\Z",
    "a line is an axis of a plot that is drawn with signs, or begins with the greatest number of one",
    "   0 +---------------------->Gi",
    "+----------------------+",
)
CLOSES_A_TAG = Rule(r"[ \t]{0,400}</[a-zA-Z]\w{0,20}>", "a line begins with a tag that closes", " </td>", "<td>")
SELECTS_ALL = Rule(
    r"(?i)\bselect\s{1,9}(?:\w{1,80}\.)?\*",
    "a source selects all columns of a table",
    "SELECT * FROM pears",
    "SELECT n",
)
PRODUCT_OF_INTEGERS = Rule(
    r"(?<![\d.,])(\d{1,9}) ?[x×*] ?(\d{1,9}) ?= ?(\d{1,18})(?![\d.,])",
    "a line of a multiplication table, whose factors are counters",
    "7 x 6 = 42",
    "7 x 6",
)
OF_A_SEARCH = Rule(
    r"\[['\"]params['\"]\](?:\[\d+\])?\['\w+'\]\Z|(?:\A|\.)params\[\d+\]\['\w+'\]\Z|\['param_\w+'\](?:\.(?:data|mask))?(?:\[\d+\])?\Z",
    "a value of the grid that scikit-learn searches",
    "params[3]['C']",
    "params['C']",
)
ROW_OF_CVXOPT = Rule(
    r"\A\[(?: ?-?\d\.\d\de[-+]\d\d ?)+\]\s*\Z",
    "a line is a row of a matrix as CVXOPT prints it, with brackets of its own",
    "[ 5.00e+00 -1.25e-01]",
    "[5.e+00 1.25e-01]",
)
_PROTOCOL = "HTTP/"
_CONTINUES = " \\\n"
"""How pandas ends the lines of a frame whose other columns stand in a block below."""
_ROW_LABEL = re.compile(r"\S{1,80} {2}")
_FILLS = Rule(
    r"\bmask ?= ?[^=]{1,4000}\bfill_value ?= ?\Z",
    "what NumPy would put in place of masked numbers",
    "mask = [False  True],\n       fill_value = ",
    "fill_value = ",
)
WORDS_OF_A_TOPIC = Rule(
    r",\s{0,80}u?(?:'-?\d\.\d{3}\*\"|\"-?\d\.\d{3}\*')",
    "the words of a topic of gensim, with their weights, begin behind its number",
    ', \'0.250*"pears" + 0.125*"plums"\'',
    ", 'pears'",
)
OF_AN_ARTIST = Rule(
    r"\s{4}[a-z_]+(?: or [a-z_]+){0,5} = ",
    "a line of the properties of an artist of Matplotlib, as ``plt.getp`` lists them",
    "    linewidth or lw = [1.]",
    "linewidth = 1",
)
PRODUCT = Rule(
    r"\d[ ]?⋅[ ]?[^\W\d]",
    "a line has products of symbols, as SymPy prints them",
    "60 - 4.905⋅t",
    "2 ⋅ 10",
)
LEVEL = Rule(
    r"[cC]ritical [vV]alues?:[^\n:]{0,150}\d \(\Z",
    "what stands behind a critical value is its level",
    "Critical Values: -3.96 (1%), -3.41 (",
    "Critical: 3 (",
)
ROW = Rule(r"\s{0,9}(\d{1,9})(?= {2})", "a line is a row that begins with its number", "3   0.5  pears", "3 pears")
ROW_OF_WORDS = Rule(
    r"\s{0,9}(\d{1,9})(?= {2})(?:[ \t]{1,200}[^\s\d][^\s]{0,80}){2,40}[ \t]{0,80}(?:\n|\Z)",
    "a line is a row that begins with its number, and has words or signs in its columns",
    "3          -     -",
    "3     0.5     pears",
)
ROWS_OF_WORDS = Rule(
    r" {3,200}[^\s\d-][^\n]{0,200}\n\s{0,9}1 {3,200}[^\s\d-]",
    "what follows the first row's number in a Series of words",
    "     A-Bomb\n1    Abe",
    "     A-Bomb\n2    Abe",
)
LIMITS = Rule(
    r"\b(?:float|int|scalar|number)s? (?:(?:greater|larger|bigger|less|smaller) than|in) \[?\Z",
    "a help text says what an argument may be",
    "xmargin: float greater than ",
    "a float of ",
)
BEGINS_A_FIT = Rule(
    r"\(init(?:ial)?(?: value)? ?[=:] ?\Z", "what a fit begins with stands in brackets", "(init = ", "init = "
)
PADS_FLOATS = Rule(
    r"[%:'\"][-+ ]?0[<>=^]?(?:\d{1,2}|\{\w{1,40}\})(?:\.\d{1,2})?[efgEFG]",
    "a format writes zeros before floats",
    "print(f'{x:07.3f}')",
    "print(f'{n:04d}.{m}')",
)
PADS_INTEGERS = Rule(
    r"[%:'\"][-+ ]?0[<>=^]?(?:\d{1,2}|\{\w{1,40}\})d|\.zfill\(",
    "a format writes zeros before whole numbers",
    "print(f'{n:04d}')",
    "print(f'{n:4d}')",
)
_LISTS_PROPERTIES = "agg_filter = "
_LEVELS = "MultiIndex("
_SEARCHES = ("cv_results_", "grid_scores_")
_FIRST_OF_A_ROW = re.compile(r"\A(?:\[\d+\])?\[0\]\Z")


def reason_by_surroundings(context: Context, cell: Cell, entry: Print, label: str) -> str:
    """Why a number is no result, as a key of ``REASONS``, by the text around it; "" if it may be one."""
    found, array, passage = entry.found, entry.found.array, entry.passage
    if "param" in label and OF_A_SEARCH.search(label) and any(map(context.says, _SEARCHES)):
        return "setting"
    text, start = passage.text, array.start
    is_of_an_axis = passage.contains("+-----") and _is_on_an_axis(text, start, array.end)
    if is_of_an_axis or (passage.contains(_LEVELS) and _is_in_an_index(text, start)):
        return "coordinate"
    if passage.contains(_LISTS_PROPERTIES) and OF_AN_ARTIST.match(_line_at(text, start)[0]):
        return "representation"
    if array.shape:
        return _of_an_array(context, cell, entry)
    if passage.contains("⋅") and PRODUCT.search(_line_at(text, start)[0]):
        return "formula"
    if named := _in_a_name(context, text, start, array.end):
        return named
    is_filled = label.endswith("fill_value") and _FILLS.search(text[max(start - 5000, 0) : start])
    before = text[max(start - 40, 0) : start]
    is_told = BEGINS_A_FIT.search(before) or LIMITS.search(before)
    if is_told or is_filled or (found.path and _is_inserted(context, cell, text, start)):
        return "setting"
    if passage.contains("</") and _is_of_a_page(text, start, array.end):
        return "markup"
    if array.dtype == "int64" and (reason := _reason_of_an_integer(cell, entry)):
        return reason
    if passage.contains(_CONTINUES) and not found.path and _is_of_a_wide_frame(text, start):
        return "words"
    if _is_of_a_polynomial(text, start) or (passage.contains("$") and _is_in_math(text, start)):
        return "formula"
    if passage.contains("Attributes:") and passage.contains("<xarray.") and _block_of(text, start) == "Attributes":
        return "representation"
    return "coordinate" if passage.contains("Coordinates:") and _is_a_coordinate(text, start) else ""


def _in_a_name(context: Context, text: str, start: int, end: int) -> str:
    """Why the digits of a number are those of a name: of a protocol, or with zeros before them."""
    if text.endswith(_PROTOCOL, 0, start):
        return "version"
    if not text.startswith(("00", "-00"), start):
        return ""
    pads = PADS_FLOATS if "." in text[start:end] else PADS_INTEGERS
    return "" if any(pads.search(one.source.text) for one in context.document.cells) else "identifier"


def _reason_of_an_integer(cell: Cell, entry: Print) -> str:
    """Why an integer begins something that is no number, or a row."""
    found, array, text = entry.found, entry.found.array, entry.passage.text
    if text.startswith(("%)", ")"), array.end) and LEVEL.search(text[max(array.start - 200, 0) : array.start]):
        return "setting"
    if are_bits(text, array.start, array.end):
        return "string"
    if DATE.match(text, array.start):
        return "date"
    if TELEPHONE.match(text, array.start):
        return "identifier"
    if _is_a_factor(text, array.start):
        return "counter"
    if found.path and array.by is PYTHON and _FIRST_OF_A_ROW.match(found.path) and _is_a_key(cell, text, array.end):
        return "identifier"
    if not text.startswith("  ", array.end):
        return ""
    is_row = _numbers_a_row(text, array.start, array.end)
    return "counter" if is_row or (array.texts == ("0",) and ROWS_OF_WORDS.match(text, array.end)) else ""


def _of_an_array(context: Context, cell: Cell, entry: Print) -> str:
    """Why an array is no result, or none that can be read."""
    text, array = entry.passage.text, entry.found.array
    is_of_a_stream = array.column is not None and entry.output.kind == "stream"
    if is_of_a_stream and (is_written_out(array, cell) or is_gone_through(context, cell, entry)):
        return "setting"
    if (
        array.texts
        and "e" in array.texts[0]
        and context.says("cvxopt")
        and ROW_OF_CVXOPT.match(_line_at(text, array.start)[0])
    ):
        return "matrix"
    if array.column is None and not _is_put_in(entry) and context.with_pandas and _is_in_a_frame(text, array.start):
        return "container"
    return "box" if entry.passage.contains("\n+-") and _is_in_a_box(text, array.start) else ""


def _is_in_an_index(text: str, start: int) -> bool:
    """Whether a number stands within the brackets of an index of several levels, which are labels of an axis."""
    begin = text.rfind(_LEVELS, 0, start)
    return begin >= 0 and text.count("(", begin, start) > text.count(")", begin, start)


def _numbers_a_row(text: str, start: int, end: int) -> bool:
    """Whether an integer begins a row of words, and those above or below begin with the numbers next to it."""
    begin = text.rfind("\n", 0, start) + 1
    row = ROW_OF_WORDS.match(text, begin)
    if row is None or row.end(1) != end:
        return False
    above, below = text[max(begin - 400, 0) : max(begin - 1, 0)].rpartition("\n")[2], text[end:].partition("\n")[2]
    numbers = [found[1] for found in map(ROW.match, (above, below)) if found]
    return any(abs(int(one) - int(row[1])) == 1 for one in numbers)


def _is_a_factor(text: str, start: int) -> bool:
    """Whether an integer is a factor in a line that shows a product of two integers."""
    line, _ = _line_at(text, start)
    found = PRODUCT_OF_INTEGERS.search(line) if "=" in line else None
    at = start - text.rfind("\n", 0, start) - 1
    return (
        found is not None and at in (found.start(1), found.start(2)) and int(found[1]) * int(found[2]) == int(found[3])
    )


def _is_a_key(cell: Cell, text: str, end: int) -> bool:
    """Whether an integer begins a row of a table of which a source selects everything, or numbers a topic."""
    if WORDS_OF_A_TOPIC.match(text, end):
        return True
    return text.startswith(",", end) and SELECTS_ALL.search(cell.source.text) is not None


def _is_inserted(context: Context, cell: Cell, text: str, start: int) -> bool:
    """Whether a number stands in a row of a table that a source selects as a whole, as another inserts it."""
    if SELECTS_ALL.search(cell.source.text) is None or not context.inserted_rows:
        return False
    begin, end = text.rfind("(", 0, start), text.find(")", start)
    return 0 <= begin < end and numbers_of_row(text[begin + 1 : end]) in context.inserted_rows


def _line_at(text: str, start: int) -> tuple[str, str]:
    """The line that contains ``start``, and the next one."""
    begin = text.rfind("\n", 0, start) + 1
    line, _, behind = text[begin : begin + 4000].partition("\n")
    return line, behind.partition("\n")[0]


def _is_of_a_wide_frame(text: str, start: int) -> bool:
    """Whether a number stands in a row of a frame in several blocks, each of which has that row's label."""
    label = _ROW_LABEL.match(_line_at(text, start)[0])
    return label is not None and text.count(f"\n{label[0]}") > 1


def _is_of_a_polynomial(text: str, start: int) -> bool:
    """Whether a number is an exponent above a polynomial, or stands in the line below the exponents."""
    line, below = _line_at(text, start)
    if POLYNOMIAL.search(line) is not None:
        above = text[: max(text.rfind("\n", 0, start), 0)].rpartition("\n")[2]
        return EXPONENTS.search(above) is not None
    return EXPONENTS.search(line) is not None and POLYNOMIAL.search(below) is not None


def _is_in_math(text: str, start: int) -> bool:
    """Whether a number stands between the dollars of a formula in LaTeX."""
    line, _ = _line_at(text, start)
    before = start - text.rfind("\n", 0, start) - 1
    return "$" in line[before:] and MATH.search(line[:before]) is not None


def _is_of_a_page(text: str, start: int, end: int) -> bool:
    """Whether a number stands alone on its line, between lines of a tag that opens and of one that closes."""
    begin, stop = text.rfind("\n", 0, start) + 1, text.find("\n", end)
    if stop < 0 or text[begin:start].strip(" $\t") or text[end:stop].strip(" %\t"):
        return False
    above = text[max(begin - 500, 0) : max(begin - 1, 0)].rpartition("\n")[2].strip()
    return above.endswith(">") and CLOSES_A_TAG.match(text, stop + 1) is not None


def _is_on_an_axis(text: str, start: int, end: int) -> bool:
    """Whether numbers stand on an axis of a plot that is drawn with signs, or in the line below it."""
    above = text.rfind("\n", 0, max(text.rfind("\n", 0, start), 0)) + 1
    below = text.find("\n", end)
    return any(map(AXIS.search, text[above : below if below >= 0 else len(text)].split("\n")))


def _is_put_in(entry: Print) -> bool:
    return entry.put_in is not None and entry.put_in.in_words


def _is_in_a_frame(text: str, start: int) -> bool:
    """Whether brackets are a cell of a frame: their line and one beside it begin with numbers in turn."""
    begin, end = text.rfind("\n", 0, start) + 1, text.find("\n", start)
    row = ROW.match(text, begin)
    if row is None:
        return False
    above, below = text[max(begin - 400, 0) : max(begin - 1, 0)].rpartition("\n")[2], text[end + 1 :].partition("\n")[0]
    beside = [found for line in (above, below) if "[" in line and (found := ROW.match(line))]
    return any(abs(int(one[1]) - int(row[1])) == 1 for one in beside)


def _is_in_a_box(text: str, start: int) -> bool:
    """Whether an array is a cell of a row between bars, as Spark shows a column of vectors."""
    line, _ = _line_at(text, start)
    return line.startswith("|") and line.rstrip().endswith("|")


def _is_a_coordinate(text: str, start: int) -> bool:
    """Whether a number stands in a line of xarray's block of coordinates."""
    if not COORDINATE.search(_line_at(text, start)[0]):
        return False
    return _block_of(text, start) == "Coordinates"


def _block_of(text: str, start: int) -> str:
    """The name of the block of xarray in which a number stands."""
    blocks = [block[1] for block in OF_A_BLOCK.expression.finditer(text, 0, start)]
    return blocks[-1] if blocks else ""
