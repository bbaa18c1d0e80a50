"""Whether a document shows that a print is the result of a computation, and not a setting that it repeats.

Tables count as results. Everything else takes evidence: the expression is computed, the words before the number name a
measure or a count, or it has more digits than people type. A golden without evidence is not left out; that it is a
result is marked as inferred.
"""

from __future__ import annotations

from lastdigit.base.rule import Rule
from lastdigit.document import Cell
from lastdigit.extraction.by_itself import MEASURE
from lastdigit.extraction.context import Context
from lastdigit.extraction.labels import Print
from lastdigit.extraction.thresholds import MORE_DIGITS_THAN_NAMED, MORE_DIGITS_THAN_TYPED
from lastdigit.printing.tokens import significant_digits

COUNTS = Rule(
    r"(?i)\b(?:(?:num(?:ber)?|no\.|count|amount|length|len|size|shape|rank|sum) ?(?:of\b|\Z)|total\b)"
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

SUMMARISES = Rule(r"\.summary2?\(", "a source prints the summary of a fit", "print(fit.summary())", "summary = 3")


def is_known_result(context: Context, cell: Cell, entry: Print, label: str) -> bool:
    """Whether there is evidence that a print is a result."""
    array = entry.found.array
    if array.column is not None:
        return True
    expressions = entry.expressions(label)
    if any(context.is_computed(cell, one) for one in expressions):
        return True
    is_told = array.shape or entry.found.path or SUMMARISES.search(cell.source.text) or COUNTS.search(label)
    if not expressions and is_told:
        return True
    if array.dtype == "int64" or array.shape or not array.texts:
        return False
    if significant_digits(array.texts[0]) >= (MORE_DIGITS_THAN_TYPED if expressions else MORE_DIGITS_THAN_NAMED):
        return True
    return not expressions and any(rule.search(label) for rule in (MEASURE, ESTIMATES))
