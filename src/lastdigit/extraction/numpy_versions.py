"""Which NumPy printed a document: one before 1.14 shows twelve digits of a float, and every one since then all."""

from __future__ import annotations

from lastdigit.base.rule import Rule
from lastdigit.document import Document
from lastdigit.printing.thresholds import UNROUNDED
from lastdigit.printing.tokens import significant_digits

BRACKETS = Rule(r"[\[(]", "a container, whose numbers are shown otherwise than others", "[0.5]", "0.5")
LONG_FLOAT = Rule(
    r"(?<![\w.+-])-?\d{1,20}\.\d{8,20}(?![\w.])", "a float of many digits", "mean 0.3333333333333333", "mean 0.25"
)
NAMES_A_TYPE = Rule(
    r"\bnp\.(?:float|int|uint|complex|longdouble|bool|True_|False_|str_)\w*(?:\(|\b)",
    "an output names the type of a number, as NumPy does since version 2",
    "{'mean': np.float64(0.25)}",
    "mean 0.25",
)
HAS_NO_SPACE_FOR_A_SIGN = Rule(
    r"(?m)(?:^|[ (\[])\[\d{1,20}\.\d{0,20}(?:e[-+]\d{2})?(?: {1,20}\d[\d.e+-]{0,30}){2}",
    "an array begins without the space for a sign that NumPy left before version 1.14",
    "[0.1 0.25 2. ]",
    "[ 0.1 0.25 2. ]",
)
NEEDS_NEW_NUMPY = Rule(
    r"(?:\A|\n)[^#'\"\n]*(?<![\w.])(?:np|numpy)\.(?:(?:nan)?quantile|take_along_axis|random\.default_rng)\(",
    "a source calls a function that NumPy has since version 1.15 at the earliest",
    "np.quantile(x, 0.5)",
    "# np.quantile(x, 0.5)",
)
_PRINTS_ALL_SINCE = 3, 7
"""NumPy for this Python has at least 1.14.5; NumPy before 1.14, and Python 2, print twelve digits."""
_ONCE_SHOWN = (11, 12)


def has_new_numpy(document: Document) -> bool:
    """Whether a document tells that its NumPy shows all digits: by its Python, a function, or what is shown."""
    if document.version[:2] >= _PRINTS_ALL_SINCE:
        return True
    if any(NEEDS_NEW_NUMPY.search(cell.source.text) for cell in document.cells):
        return True
    texts = [one.passage.text for cell in document.cells for one in cell.outputs]
    if any(rule.search(text) for rule in (NAMES_A_TYPE, HAS_NO_SPACE_FOR_A_SIGN) for text in texts):
        return True
    return _shows_all_digits(document)


def _shows_all_digits(document: Document) -> bool:
    """Whether numbers outside of containers show all digits, and none the eleven or twelve that were shown once."""
    shown = (one.passage.text for cell in document.cells for one in cell.outputs if one.kind == "stream")
    lines = [line for text in shown for line in text.splitlines() if not BRACKETS.search(line)]
    digits = {significant_digits(number) for line in lines for number in LONG_FLOAT.expression.findall(line)}
    return max(digits, default=0) >= UNROUNDED and digits.isdisjoint(_ONCE_SHOWN)
