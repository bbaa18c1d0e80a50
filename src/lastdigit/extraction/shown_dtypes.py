"""The columns that ``info()`` and ``dtypes`` show as objects, so that digits in them are text as a rule.

A column counts if its document shows it so everywhere, and no source gives it other values or converts it. A frame that
may hold counts or means of the column is another one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from lastdigit.base.rule import Rule
from lastdigit.document import Cell

DTYPE = Rule(
    r"(?m)^[ \t]{0,20}(?:\d{1,4}[ \t]{1,20})?(\S(?:[^\n]{0,80}?\S)??)[ \t]{1,80}(?:\d{1,12} non-null[ \t]{1,20})?"
    r"(object|string|category|datetime64\[[^]\n]{1,40}\]|u?[iI]nt\d+|[fF]loat\d+|bool)[ \t]{0,9}$",
    "a line is a column and its dtype",
    " 0   pears   30 non-null   int64",
    "pears 30",
)
CONVERTS = Rule(
    r"\b(?:to_numeric|factorize|LabelEncoder|OrdinalEncoder|convert_dtypes|convert_objects|infer_objects|applymap)\b"
    r"|\.cat\.codes|\.(?:replace|apply)\([^\n]*(?:inplace|\{)"
    r"|\[(?:\[[^]\n]{0,200}\]|[^\W\d]\w{1,60}|:, ?[^]\n]{1,60})\] ?=[^=]",
    "a source may convert columns that it does not name",
    "frame[column] = f(frame[column])",
    "frame['pears'] = 3",
)
SELECTS_ROWS = Rule(
    r"\A[^\W\d]\w{0,60}(?:#|\.(?:i?loc#|(?:head|tail|sample|copy|dropna|sort_values|query|nlargest|nsmallest"
    r"|reset_index|drop_duplicates|replace|drop)~)){0,6}\Z",
    "an expression is a frame or some rows of it, with marks for its brackets",
    "frame#.sort_values~.head~",
    "frame.groupby~.sum~",
)
READS = Rule(
    r"\A(?:\w{1,40}\.){0,3}(?:read_\w{1,40}|load_dataset)~(?:\.(?:copy|reset_index|set_index|dropna|drop_duplicates)~){0,3}\Z",
    "an expression reads a frame, with marks for its brackets",
    "pd.read_csv~",
    "pd.read_csv~.groupby~.sum~",
)
Given: TypeAlias = "Callable[[str], Iterable[str]]"
_SHOWS_DTYPES = (" non-null", "dtype: object")
_NAME = re.compile(r"[^\W\d]\w*")
_CALL, _INDEX = re.compile(r"\([^][()]*\)"), re.compile(r"\[[^][()]*\]")
_DEEPEST = 6


def object_columns(cells: Sequence[Cell]) -> frozenset[str]:
    """The names of columns that a document shows as objects only, unless it may convert them."""
    shown: dict[str, set[str]] = {}
    for text in (output.passage.text for cell in cells for output in cell.outputs):
        for name, dtype in DTYPE.expression.findall(text) if any(map(text.__contains__, _SHOWS_DTYPES)) else ():
            shown.setdefault(name, set()).add(dtype)
    found = [name for name, dtypes in shown.items() if dtypes == {"object"} and "dtype:" not in name]
    if not found or any(CONVERTS.search(cell.source.text) for cell in cells):
        return frozenset()
    lines = [line for cell in cells for line in cell.source.text.split("\n") if "=" in line or "astype" in line]
    return frozenset(name for name in found if not any(_may_change(line, name) for line in lines if name in line))


def _may_change(line: str, name: str) -> bool:
    """Whether a line gives a column values, or converts it."""
    before, _, behind = re.sub(r"[=!<>]=", "  ", line).partition("=")
    is_given = f"'{name}'" in before or f'"{name}"' in before or f".{name}" in before
    return is_given or "astype" in line or "inplace" in behind


def selects_rows(expression: str, given: Given, within: frozenset[str] = frozenset()) -> bool:
    """Whether an expression selects rows of a frame that a source reads; ``given`` gives the values of a name."""
    outline = expression
    for _ in range(_DEEPEST):
        outline = _CALL.sub("~", _INDEX.sub("#", outline))
    name = _NAME.match(outline) if SELECTS_ROWS.match(outline) else None
    if READS.match(outline) or (name is not None and name[0] in within):
        return True
    if name is None:
        return False
    values = list(given(name[0]))
    return bool(values) and all(selects_rows(one, given, within | {name[0]}) for one in values)
