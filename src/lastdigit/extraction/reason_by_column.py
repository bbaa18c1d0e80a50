"""Why a column of a table is no result: it counts, identifies, holds no number, or texts that look like numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lastdigit.base.rule import Rule
from lastdigit.extraction.context import Context
from lastdigit.extraction.labels import Print
from lastdigit.extraction.object_columns import is_of_objects
from lastdigit.extraction.shown_dtypes import selects_rows
from lastdigit.extraction.since_1970 import is_of_seconds
from lastdigit.extraction.thresholds import FEWEST_COUNTED_ROWS
from lastdigit.printing.printers import PANDAS, TABLE
from lastdigit.source.syntax import spelled

OF_IDENTIFIERS = Rule(
    r"(?:\[['\"](?:(?:id|ID)_\w{1,40}|index)['\"]\]"
    r"|\[['\"](?:[^'\"]*[_ -])?(?:ids?|ID|Id|IDs|[uU]?uid|UU?ID|(?:F|O|OBJECT|GEO)ID|pk|ZIP"
    r"|(?:[zZ]ip|[pP]ostal)[_ ]?[cC]odes?|FIPS|fips|ISBN|isbn|SSN|ssn|EAN|ean"
    r"|(?i:user|item|movie|product|customer|question|player|team|order|post|row|patient|image|case|respondent|subject|person"
    r"|student|store|client|account|transaction|session|device|event|record|sample|station|book|song|track|video|tweet"
    r"|trip|ride|booking|employee|member|household|listing|host|property|match|game|school|cust|emp|loan|stop|route)id)['\"]\]"
    r"|\[['\"](?i:(?:account|acct|invoice|phone|telephone|mobile|serial|registration|passport|licen[cs]e|policy)[_ ]?"
    r"(?:number|num|no|nr)\.?|identifier|serial)['\"]\]"
    r"|[a-z](?:ID|Id)['\"]\])(?:\.iloc\[:, \d+\])?\Z",
    "a column of identifiers",
    "['StoreID']",
    "['grid']",
)
NAMED_BY_A_ROW = Rule(
    r"\['(?:(?:\w+ ?= ?)?[-+]?\d\.\d+[eE][-+]\d+|[^']*\\t[-+]?\d[\d.]*|\([-\d.]+\)[-\d.()* ]*|<?[-=]+>?)'\]\Z",
    "a column whose name is a number of a row that has no head",
    "['3.04246e-02']",
    "['0.25']",
)
OF_A_RESPONSE = Rule(
    r"\.json\(\)(?:\[[^]]{1,80}\]){0,9}\['(?:error_?)?(?:code|status|cod|errno)'\]\Z",
    "a code in the response of a server",
    "response.json()['errors'][0]['code']",
    "response.json()['count']",
)
OF_TEXTS = Rule(
    r"\.str\.(?:replace|strip|[lr]strip|slice|get|extract|zfill|pad|removeprefix|removesuffix)"
    r"\((?:[^()\n]|\([^()\n]{0,200}\)){0,400}\)\Z",
    "a Series of texts that a method of its texts gives",
    "frame['Year'].str.replace('a', '')",
    "frame['Year'].str.replace('a', '').astype(int)",
)
OF_DAYS = Rule(r"(?i)\['[^']*\bdate'\]\Z", "a column of dates", "['date']", "['rate']")
OF_MONTHS = Rule(
    r"(?i)\['[^']*(?:year.?month|\bdate|month)'\]\Z", "a column of dates or months", "['Year-Month']", "['Year']"
)
_DAY, _MONTH = re.compile(r"[12]\d{3}[01]\d[0-3]\d"), re.compile(r"(?:19|20)\d\d[01]\d")
_LARGE = re.compile(r"\d\.\d{1,8}e\+(?:09|[1-9]\d)")
"""A whole number with more digits than are shown."""
_KEY = re.compile(r"\[['\"]([^'\"]{1,80})['\"]\]\Z")


def reason_by_column(context: Context, entry: Print, label: str) -> str:
    """Why a column is no golden: its header is a row, it numbers the epochs of a log, or identifies items."""
    array, path = entry.found.array, entry.found.path
    if array.column is not None and OF_IDENTIFIERS.search(path) and all(map(_is_whole, array.texts)):
        return "identifier"
    if array.column is not None and NAMED_BY_A_ROW.search(path):
        return "nameless"
    if array.column is not None and (reason := _reason_by_dtype(context, entry, label)):
        return reason
    if array.dtype == "bool":
        return "words" if _is_of_strings(context, entry, label) else ""
    if is_of_seconds(path, array.texts):
        return "date"
    if array.dtype != "int64":
        return ""
    if _are_dates(path, array.texts):
        return "date"
    is_logged = path in ("['Step']", "['Epoch']") and entry.passage.contains("Training Loss")
    if (
        is_logged
        or (path == "['epoch']" and array.by is TABLE)
        or (array.column is not None and _counts_rows(array.texts))
    ):
        return "counter"
    if array.by is PANDAS and is_of_objects(array, entry.output.passage.text):
        return "words"
    is_an_item = array.column is not None or not array.shape
    if is_an_item and (OF_IDENTIFIERS.search(path) or OF_A_RESPONSE.search(label)):
        return "identifier"
    return "words" if _is_of_strings(context, entry, label) else ""


def _are_dates(path: str, texts: Sequence[str]) -> bool:
    """Whether the integers of a column are all days, such as ``20200630``, or months, and its name says so."""
    return any(
        rule.search(path) is not None and all(map(written.fullmatch, texts))
        for rule, written in ((OF_DAYS, _DAY), (OF_MONTHS, _MONTH))
    )


def _is_whole(text: str) -> bool:
    return text.endswith(".0") or text == "NaN" or _LARGE.fullmatch(text) is not None


def _reason_by_dtype(context: Context, entry: Print, label: str) -> str:
    """Why a column of a frame is no golden: it has no number, or its document shows that it is one of objects."""
    array, path = entry.found.array, entry.found.path
    if array.texts and all(text in ("NaN", "<NA>", "None", "NaT") for text in array.texts):
        return "empty"
    key = _KEY.search(path)
    if key is None or key[1] not in context.object_columns:
        return ""
    is_text = selects_rows(label.removesuffix(path), lambda name: map(spelled, context.reached.values_of(name)))
    return "words" if is_text else ""


def _is_of_strings(context: Context, entry: Print, label: str) -> bool:
    """Whether a column of integers or of truth values is one of strings, which a source makes."""
    array = entry.found.array
    is_of_objects = "dtype: object" in entry.passage.text[array.start : array.end + 100]
    if array.column is not None and is_of_objects and OF_TEXTS.search(label):
        return True
    key = _KEY.search(label) if array.column is not None and array.dtype in ("int64", "bool") else None
    if key is None:
        return False
    return key[1] in context.text_columns[is_of_objects]


def _counts_rows(texts: Sequence[str]) -> bool:
    """Whether integers count up by one from 0 or 1, as keys of rows do: ``Unnamed: 0``, days, steps of a solver."""
    return (
        len(texts) >= FEWEST_COUNTED_ROWS
        and texts[0] in ("0", "1")
        and all(text == str(number) for number, text in enumerate(texts, int(texts[0])))
    )
