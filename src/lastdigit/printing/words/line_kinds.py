"""Lines that tools write rather than computations: why all numbers of a line are left out."""

from __future__ import annotations

import re

from lastdigit.base.rule import any_of
from lastdigit.printing.words.line_parts import INSIDE, MARKS
from lastdigit.printing.words.line_starts import STARTS

_ANY_MARK = re.compile("|".join(re.escape(mark) for marks in MARKS.values() for mark in marks))
_START = any_of(STARTS, numbered=True)
_INSIDE_OF = {says: any_of([rule for rule in INSIDE if rule.says == says]) for says in MARKS}

TQDM_BAR = re.compile(
    r"\s*(?:[^|%\n]{0,80}: ?)?\d{1,3}% ?(?:\|[^|\n]{0,300}\| ?)?\d+/\d+ \[\d+:\d\d[^]\n]{0,80}\](?=[^\W\d])"
)
"""A bar of tqdm directly followed by other output, which is then read as a line of its own."""

KERAS_BAR = re.compile(
    r"\s*\d+/\d+ (?:\[[=>.]{3,9999}\]|━+|(?=- \d+s))(?: - | |- )"
    r"(?:\d+s )?(?:- )?(?:\d+[smuµn]{1,2}/(?:step|epoch|sample))?"
)
"""The bar that Keras prints before a step's metrics; not one that shows the remaining time of the epoch."""


SEARCH_LOG = re.compile(r"\s*\[CV[^]\n]{0,20}\].*?(?=\b(?:\w+_)?score=|\Z)")
"""The log line of scikit-learn's search before its score: the settings tried, and the time."""


def reason_to_leave_out(line: str) -> str | None:
    """Why the whole stripped ``line`` holds no golden: a key of ``reasons.REASONS``; None if it may hold some."""
    start = _START.match(line)
    if start is not None:
        return STARTS[(start.lastindex or 0) - 1].says
    if _ANY_MARK.search(line) is None:
        return None
    for reason, marks in MARKS.items():
        if any(map(line.__contains__, marks)) and _INSIDE_OF[reason].search(line):
            return reason
    return None
