"""Whether a document shows that a print is the result of a computation, and not a setting that it repeats.

Columns count as results, unless a source fills them with what a loop tries, or they look like a grid, like identifiers,
or like a list that a source writes, or hold whole numbers of a file. Everything else takes evidence: the expression is
computed, the words before the number name a measure or a count, or it has more digits than people type.
Where no source is seen to print a value, a matrix also counts, and so does a list of floats in a cell that prints.
What has no evidence is a candidate: it is stored, no case is due for it, and a case may use it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence

from lastdigit.base.rule import Rule
from lastdigit.document import Cell, Passage
from lastdigit.extraction.by_itself import MEASURE
from lastdigit.extraction.by_source import prints_by_itself
from lastdigit.extraction.context import HAS_NO_CODE, Context
from lastdigit.extraction.given_back import is_given_back
from lastdigit.extraction.given_numbers import are_evenly_spaced, may_identify, parts_of_a_row
from lastdigit.extraction.labels import Print
from lastdigit.extraction.read_columns import is_of_a_file
from lastdigit.extraction.thresholds import MORE_DIGITS_THAN_TYPED
from lastdigit.printing.array_print import ArrayPrint
from lastdigit.printing.printers import PYTHON
from lastdigit.printing.tokens import MISSING, decimals, significant_digits
from lastdigit.source.item_keys import LAST_KEY
from lastdigit.source.put_in_values import is_gone_over
from lastdigit.source.syntax import parse
from lastdigit.source.unseen_objects import shows_defaults
from lastdigit.source.written_rows import PLAIN_NUMBER

COUNTS = Rule(
    r"(?i)\b(?:(?:num(?:ber)?|no\.|count|amount|length|len|size|shape|rank|sum) ?(?:of\b|\Z)|total\b)"
    r"|\b(?:nfev|njev|nhev|nit)\W*\Z"
    r"|\b(?:params|parameters|samples|observations|iterations|evaluations|records|rows|points|support|residuals)\W*\Z",
    "words name a count",
    "Number of trades",
    "age",
)
ESTIMATES = Rule(
    r"(?i)\b(?:stat(?:istic)?s?|p[-_ ]?val(?:ue)?|prob(?:ability)?|estimate[ds]?|predict(?:ed|ion)|eigenvalues?"
    r"|variance|ratio|difference|proportion|percent(?:age)?|return|result|solution|skew(?:ness)?|kurtosis"
    r"|durbin|cond\. no)\b",
    "words name what is estimated, predicted or solved for",
    "Prob (F-statistic)",
    "for alpha",
)

SCHEDULED = Rule(
    r"(?is)\A(?!.*(?:best|optim(?:al|um)|found|result)).*(?:\A|[^\w:]|_)"
    r"(?:learning[ _-]?rate|lr|epsilon|eps|exploration(?:[ _-]?rate)?|weight[ _-]?decay|batch[ _-]?size"
    r"|progress)['\")\]]{0,3}\W*\Z",
    "words or an expression name what a schedule sets, or how far a program is",
    "Current learning rate",
    "rate of learning",
)
"""What a program may compute of its settings in each round, and print beside its results."""

SUMMARISES = Rule(
    r"\.summary2?\(|\bfit_report\(|\.to_string\(",
    "a source prints the summary of a fit, or all of a frame",
    "print(fit.summary())",
    "summary = 3",
)

OF_A_DAY = Rule(
    r"\A\w+\.(?:year|month|day|hour|minute|second|weekday\(\)|dayofyear)\Z",
    "an expression is a part of a date",
    "x.year",
    "x.years",
)
SAMPLED = Rule(
    r"(?i)\bsampl(?:e|ing)[ _]?(?:rate|freq(?:uency)?)\W*\Z",
    "words name how often a signal is sampled, which is set as a rule",
    "Sampling rate",
    "rate of samples",
)
SEED = Rule(r"(?i)(?:\A|[^a-z])seed\W*\Z", "a name is that of a seed", "options['drawing_seed']", "seeds per pear")
CHOSEN = Rule(
    r"(?i)best|optim|found|fitted|estimat|learned|final|select|chosen|tuned",
    "words say that a search found a number, or a fit",
    "Best parameters",
    "All parameters",
)

CALLED_OPTIONS = Rule(
    r"(?i)\A(?:\w+[._])?(?:options|opts|settings|hyper_?params)\Z",
    "a dict is called as what a program is told",
    "model.options",
    "options_sold",
)
COMPUTES = Rule(
    r"[-+*/%@]|\b(?:sum|mean|median|min|max|std|var|dot|norm|score|predict|round|abs|sqrt|exp|log)\w*\(",
    "an expression is arithmetic, or reduces an array",
    "np.mean(x)",
    "model.depth",
)
_GIVE_AGAIN = (COMPUTES, CHOSEN, MEASURE, ESTIMATES)
_BY_A_NAME = re.compile(r"\[[^\W\d]\w*\]\Z")
_LAST_NAME = re.compile(r"(?:\A|\.|\[['\"])(?:n_|num_)?([^\W\d]\w{1,60})(?:['\"]\])?\Z")
_QUOTED_NAME = re.compile(r"['\"]([^\W\d]\w{1,60})['\"]")


def is_known_result(context: Context, cell: Cell, entry: Print, label: str, *, by_order: bool) -> bool:
    """Whether there is evidence that a print is a result.

    ``by_order``: its expression follows from the order of prints alone, which is no evidence for whole numbers, since
    they may as well be those of another print.
    """
    array = entry.found.array
    if array.kind == "shape":
        return True
    expressions = entry.expressions(label)
    if _tells_lines_apart(entry) or is_given_back(context, cell, entry, expressions):
        return False
    if array.column is not None:
        return _is_a_known_column(context, cell, array, array.column.name, expressions)
    is_a_flag = array.dtype == "bool" and not array.shape and entry.output.kind == "stream" and entry.put_in is None
    if is_a_flag or (by_order and array.is_exact) or _is_written(context, entry, label, expressions):
        return False
    if _is_called_otherwise(entry, label, expressions) or (not array.is_exact and are_evenly_spaced(array)):
        return False
    if any(context.is_computed(cell, _with_path(one, entry.found.path)) for one in expressions):
        return len(array.texts) > 1 or not _may_be_written(context, array, label, expressions)
    if expressions or _look_given(context, array):
        return _has_more_digits_than_typed(array)
    if array.by is PYTHON and array.shape and entry.passage.text.startswith("(", array.start):
        return False
    if _is_of_an_object(context, cell, array):
        return False
    names_a_count = not (array.shape or entry.found.path) and COUNTS.search(label) is not None
    if names_a_count or SUMMARISES.search(cell.source.text) or len(array.shape) > 1:
        return True
    if array.is_exact:
        return False
    if (array.shape and not prints_by_itself(context, cell)) or _has_more_digits_than_typed(array):
        return True
    return not entry.found.path and any(rule.search(label) for rule in (MEASURE, ESTIMATES))


def _is_called_otherwise(entry: Print, label: str, expressions: Sequence[str]) -> bool:
    """Whether words or an expression name what is set or told, a sampling rate, a seed, or a part of a date."""
    array = entry.found.array
    if array.is_exact and SEED.search(label):
        return True
    if any(map(SCHEDULED.search, (label, *expressions))) or any(map(OF_A_DAY.search, expressions)):
        return True
    if entry.found.path and any(map(CALLED_OPTIONS.search, expressions)):
        return not _has_more_digits_than_typed(array)
    return array.is_exact and SAMPLED.search(label) is not None


def _with_path(expression: str, path: str) -> str:
    """The expression of an item; of what holds it, if its place there is no Python."""
    item = f"({expression}){path}"
    return item if path and parse(Passage(item, 1)) is not None else expression


def _is_a_known_column(
    context: Context, cell: Cell, array: ArrayPrint, column: str, expressions: Sequence[str]
) -> bool:
    """Whether no source is seen to fill a column with settings or literals only."""
    if SCHEDULED.search(column) or _is_tried(context, cell, column) or _are_written(context, array, column):
        return False
    if _look_given(context, array) or is_of_a_file(context, array, column, expressions):
        return False
    if HAS_NO_CODE.search(cell.source.text):
        return False
    if not expressions or column in expressions:
        return True
    return any(context.is_computed(cell, f"({one})[{column!r}]", otherwise=True) for one in expressions)


def _look_given(context: Context, array: ArrayPrint) -> bool:
    """Whether numbers look like a grid or identifiers, or stand in a list of a source, forwards or backwards."""
    if are_evenly_spaced(array) or may_identify(array):
        return True
    parts = parts_of_a_row(array) if array.shape else ()
    return any(
        f"{before}{part}{behind}" in context.written_rows for part in parts for before in ";," for behind in ";,"
    )


def _has_more_digits_than_typed(array: ArrayPrint) -> bool:
    """Whether it is a float with more digits than people type."""
    return not (array.is_exact or array.shape) and significant_digits(array.texts[0]) >= MORE_DIGITS_THAN_TYPED


def _is_tried(context: Context, cell: Cell, column: str) -> bool:
    """Whether a column holds what a loop tries: its rows are dicts with such items, or the loop prints them."""
    if _is_a_key(context, column) and column in context.tried_keys:
        return True
    is_printed = column.isidentifier() and f"{{{column}" in cell.source.text
    return is_printed and is_gone_over(ast.Name(column), context.reached.within(cell.source))


def _is_a_key(context: Context, name: str) -> bool:
    """Whether any source writes a name before a colon, as the key of an item, or before numbers in a text."""
    return context.says(f"'{name}':") or context.says(f'"{name}":') or name in context.numbers_in_texts


def _tells_lines_apart(entry: Print) -> bool:
    """Whether a number is what a loop goes over, and tells apart what is printed in its rounds."""
    put_in = entry.put_in
    return put_in is not None and put_in.tells_rounds and put_in.in_words


def _is_written(context: Context, entry: Print, label: str, expressions: Sequence[str]) -> bool:
    """Whether a source writes the same number under the same key in a dict, and no search is seen to have found it."""
    array = entry.found.array
    if array.shape or any(map(CHOSEN.search, (label, *expressions))):
        return False
    key = LAST_KEY.search(entry.found.path)
    if key is None and (entry.found.path or not any(map(_BY_A_NAME.search, expressions))):
        return False
    return _are_written(context, array, key[1] if key else label)


def _may_be_written(context: Context, array: ArrayPrint, label: str, expressions: Sequence[str]) -> bool:
    """Whether a source writes the same number: with several digits, for an argument of the printed name, under its key.

    Arithmetic may give it again, and so may a search, a measure or an estimate.
    """
    token = array.texts[0]
    named = (label, *expressions)
    if len(token) > MORE_DIGITS_THAN_TYPED or not PLAIN_NUMBER.fullmatch(token):
        return False
    if any(rule.search(one) for rule in _GIVE_AGAIN for one in named):
        return False
    number, written = float(token), context.written_numbers
    names = {found[1] for one in named if (found := _LAST_NAME.search(one))}
    keys = {key for one in expressions for key in _QUOTED_NAME.findall(one)}
    return (
        abs(number) in written.all
        or any(number in written.of_arguments.get(one, ()) for one in names)
        or any(
            number in numbers.get(one, ())
            for one in keys
            for numbers in (context.numbers_written, written.of_arguments)
        )
    )


def _is_of_an_object(context: Context, cell: Cell, array: ArrayPrint) -> bool:
    """Whether a number in the text of an object may be one that it was given, or one that its class has by default."""
    if context.uses_unseen and shows_defaults(cell.source, context.reached):
        return True
    if array.shape or array.is_exact or not PLAIN_NUMBER.fullmatch(array.texts[0]):
        return False
    number, places = float(array.texts[0]), decimals(array.texts[0])
    return any(round(one, places) == number and one % 1 for one in context.written_numbers.all)


def _are_written(context: Context, array: ArrayPrint, key: str) -> bool:
    """Whether a source writes all numbers of an array under a key, one by one or in a list."""
    if not array.dtype.startswith(("int", "float")) or not _is_a_key(context, key):
        return False
    numbers = context.numbers_written.get(key, ())
    shown = [token for token in array.whole_texts if token not in MISSING]
    return bool(numbers and shown) and all(float(token) in numbers for token in shown)
