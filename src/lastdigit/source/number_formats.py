"""How functions that a source gives to pandas write numbers, and to how many digits it formats the cells of tables.

``'{:.2f}'.format``, ``'%.2f'`` and ``lambda x: f'{x:.2f}'`` round to two decimals, ``'{:.3g}'.format`` to three
significant digits, and ``str`` writes all digits of a number.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from functools import lru_cache, partial

from lastdigit.base.rule import Rule
from lastdigit.printing.print_options import NumberFormat
from lastdigit.source.rounding_calls import Formatted, formatted

UNKNOWN = NumberFormat()
_ALL_DIGITS = NumberFormat(None, "unique")
_SHORTEST = frozenset(("str", "repr"))
_NUMBER = ast.Name("x", ast.Load())

PRINTS_A_LINE = Rule(
    r"\b(?:print|warn|info|write|title|set_\w+|text|annotate|append)\(",
    "a source writes a text of its own, which is no cell of a table",
    "print(f'{x:.2f}')",
    "x.map('{:.2f}'.format)",
)
WRITES_CELLS = Rule(
    r"\.(?:map|apply|applymap|transform|to_string|assign)\(|\bformatters\b|\bfloat_format\b"
    r"|\bDataFrame\(|\bSeries\(|\breturn\b",
    "a source gives a function to each cell of a table, or makes a table",
    "print(frame.map('{:.2f}'.format))",
    "print(f'{x:.2f}')",
)
_SPEC = re.compile(
    r"(?:['\"](?:[^'\"{}%\n]|%%){0,20}(?:\{[^{}:\n]{0,60}:|%)|\bformat\([^()\n]{1,60}, ?['\"])[-+ ,#0-9<>^_]{0,8}"
    r"(?:\.([0-9]{1,2}))?([fgeG])\}?(?:[^'\"{}%\n]|%%){0,20}['\"]"
)
"""The digits and the kind of a format that puts one number in a text."""


def number_format(function: ast.expr) -> NumberFormat:
    """How a function writes a number, given as a function or as a text for ``%``."""
    if isinstance(function, ast.Name) and function.id in _SHORTEST:
        return _ALL_DIGITS
    found = _format_of(function)
    if found is None or not found.is_plain:
        return UNKNOWN
    if found.decimals is not None:
        return NumberFormat(found.decimals, "fixed")
    if found.digits is not None:
        is_general = found.spec.lower().endswith("g")
        return NumberFormat(found.digits, "general") if is_general else NumberFormat(found.digits - 1, "fixed")
    return _ALL_DIGITS if found.shows_all_digits else UNKNOWN


def _format_of(function: ast.expr) -> Formatted | None:
    """What a function formats as a text, and how; None if it may return anything else than its argument so."""
    match function:
        case ast.Constant(value=str()):
            return formatted(ast.BinOp(function, ast.Mod(), _NUMBER))
        case ast.Attribute(value=ast.Constant(value=str()), attr="format"):
            return formatted(ast.Call(function, [_NUMBER], []))
        case ast.Lambda(args=ast.arguments(args=[argument]), body=body):
            found = formatted(body)
            is_its_argument = found is not None and isinstance(found.value, ast.Name) and found.value.id == argument.arg
            return found if is_its_argument else None
    return None


@lru_cache(maxsize=64)
def formats_cells_to(digits: int, kind: str) -> Callable[[str], bool]:
    """Whether a source formats the cells of a table to so many digits: a predicate; ``kind`` is ``f`` or ``g``."""
    return partial(_formats_to, digits, kind)


def formats_cells(source: str) -> bool:
    """Whether a source formats the cells of a table."""
    return bool(_formats_of_cells(source))


def _formats_to(digits: int, kind: str, source: str) -> bool:
    return (digits, kind) in _formats_of_cells(source)


@lru_cache(maxsize=512)
def _formats_of_cells(source: str) -> frozenset[tuple[int, str]]:
    """The digits and kinds of all formats on the lines of a source that write no texts of their own."""
    if not _SPEC.search(source):
        return frozenset()
    lines = [line for line in source.split("\n") if WRITES_CELLS.search(line) or not PRINTS_A_LINE.search(line)]
    return frozenset((int(digits or 6), kind.lower()) for digits, kind in _SPEC.findall("\n".join(lines)))
