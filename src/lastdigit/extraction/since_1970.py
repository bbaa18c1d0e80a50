"""Points in time that a column counts in seconds, or in milliseconds, since 1970."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from lastdigit.base.rule import Rule

NAMES_A_TIME = Rule(
    r"(?i)(?:time|date|stamp|created|updated|epoch|utc)(?:_?\w{0,12})?['\"]\]\Z|(?i:_ts|\['ts)['\"]\]\Z"
    r"|[a-z]Dt['\"]\]\Z",
    "a column is called a point in time",
    "['reviewTime']",
    "['weight']",
)
_WHOLE = re.compile(r"\d{9,13}(?:\.0{0,9})?|\d\.\d{1,12}e\+(?:0[89]|1[0-2])")
_SINCE_1990 = ((631_152_000, 2_147_483_647), (631_152_000_000, 2_147_483_647_000))


def is_of_seconds(path: str, texts: Sequence[str]) -> bool:
    """Whether numbers of a column that is called a time count the seconds since 1970, all of them after 1990.

    >>> is_of_seconds("['created']", ["1.556226e+09"]), is_of_seconds("['created']", ["1.556226"])
    (True, False)
    """
    if not texts or not NAMES_A_TIME.search(path) or not all(map(_WHOLE.fullmatch, texts)):
        return False
    return any(all(low <= Decimal(text) <= high for text in texts) for low, high in _SINCE_1990)
