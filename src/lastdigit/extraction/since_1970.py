"""Points in time that a column, or an item that is called by its file, counts in seconds since 1970 or milliseconds."""

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
OF_A_FILE = Rule(
    r"\[['\"][^'\"\n]{0,400}[/\\][^'\"\n/\\]{1,200}\.[A-Za-z]\w{0,7}['\"]\]\Z",
    "an item is called by a file in its folder, as the times are at which files were changed",
    "['/models/layer.py']",
    "['loss/train']",
)
_WITH_PARTS = re.compile(r"[12]\d{9}\.\d{1,9}")
_WHOLE = re.compile(r"\d{9,13}(?:\.0{0,9})?|\d\.\d{1,12}e\+(?:0[89]|1[0-2])")
_SINCE_1990 = ((631_152_000, 2_147_483_647), (631_152_000_000, 2_147_483_647_000))


def is_of_seconds(path: str, texts: Sequence[str]) -> bool:
    """Whether numbers that are called a time, or a file, count the seconds since 1970, all of them after 1990.

    >>> is_of_seconds("['created']", ["1.556226e+09"]), is_of_seconds("['created']", ["1.556226"])
    (True, False)
    >>> is_of_seconds("['/lib/os.py']", ["1703345986.99"]), is_of_seconds("['/lib/os.py']", ["1703345986"])
    (True, False)
    """
    written = _WHOLE if NAMES_A_TIME.search(path) else _WITH_PARTS if OF_A_FILE.search(path) else None
    if not texts or written is None or not all(map(written.fullmatch, texts)):
        return False
    return any(all(low <= Decimal(text) <= high for text in texts) for low, high in _SINCE_1990)
