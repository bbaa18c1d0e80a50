"""The columns that ``info()`` and ``dtypes`` show as objects, so that digits in them are text as a rule.

A column counts if its document shows it so everywhere, and no source gives it other values or converts it. A frame that
may hold counts or means of the column is another one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

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
    r"|reset_index|drop_duplicates)~)){0,6}\Z",
    "an expression is a frame or some rows of it, with marks for its brackets",
    "frame#.sort_values~.head~",
    "frame.groupby~.sum~",
)
COMPUTES = Rule(
    r"(?i)count|sum|mean|median|size|std|var\b|agg|describe|is_?na|is_?null|not_?na|not_?null|unique|crosstab|corr|pivot"
    r"|groupby|apply|rank|dummies|encode|transform|DataFrame|concat",
    "a frame may be of what is computed of columns",
    "frame.groupby('x').sum()",
    "read_csv(path)",
)
_SHOWS_DTYPES = (" non-null", "dtype: object")
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


def selects_rows(expression: str, given: Iterable[str]) -> bool:
    """Whether an expression selects rows of a frame, where statements such as ``given`` make the frames of its name."""
    outline = expression
    for _ in range(_DEEPEST):
        outline = _CALL.sub("~", _INDEX.sub("#", outline))
    return SELECTS_ROWS.match(outline) is not None and not any(map(COMPUTES.search, given))
