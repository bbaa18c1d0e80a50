"""Rounding of a printed expression before printing, as far as its source is plain.

``x.round(2)``, ``np.round(x, 2)``, ``round(x, 2)`` and ``f"{x:.2f}"`` round to that many decimals. So does
a name that is only assigned such values, and a function that returns only such values. It is followed through plain
arithmetic; other results computed from rounded numbers may be off by more, or by less.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import lru_cache

from lastdigit.base.rule import Rule
from lastdigit.document import Cell
from lastdigit.source.item_keys import Keys
from lastdigit.source.python_source import PRINT, name_of
from lastdigit.source.reached_source import ReachedSource
from lastdigit.source.rounded_numbers import UNKNOWN, Rounding
from lastdigit.source.rounding_trace import traced
from lastdigit.source.shown_floats import rounds
from lastdigit.source.syntax import expression_of, parse, spelled

ROUNDS_ON_THE_WAY = Rule(
    r"\b(?:floor|ceil|trunc|fix|int)\(|[^:/]//[^/]|\bfloat\b|'float64'|to_numeric|\bround\b"
    r"|(?:\bastype\(|\bdtype ?= ?)['\"]?(?:(?:np|numpy)\.)?u?int",
    "a source makes whole numbers of others in one direction, or numbers of texts",
    "np.floor(100 * x) / 100",
    "print(x)",
)
_TO = re.compile(r"\bround\([^\n]{1,200}?, ?(\d{1,2})\)")


def may_round(source: str) -> bool:
    """Whether a source rounds, also by what rounds nothing where no arithmetic follows, or in one direction."""
    return rounds(source) or ROUNDS_ON_THE_WAY.search(source) is not None


def rounds_to_several(source: str) -> bool:
    """Whether a source rounds to one number of decimals here, and to another there."""
    return len(set(_TO.findall(source))) > 1


class Roundings:
    """The roundings of what a document prints; each expression is followed once for the same item."""

    def __init__(self, reached: ReachedSource) -> None:
        self._reached = reached
        self._known: dict[tuple[ReachedSource, ast.expr | str, Keys], Rounding | None] = {}

    def of(self, cell: Cell, words: str, keys: Keys = ()) -> Rounding | None:
        """The rounding of a print labelled with ``words``, or of its item at ``keys``; None without one."""
        tree = parse(cell.source)
        if tree is None:
            return UNKNOWN if rounds(cell.source.text) else None
        found = {self._of(self._reached, expression, keys) for expression in printed_so(tree, words)}
        return found.pop() if len(found) == 1 else UNKNOWN

    def of_expression(self, cell: Cell, expression: str, keys: Keys = ()) -> Rounding | None:
        """The rounding of an expression that ``cell`` prints; None without one, and for what is no expression."""
        return self._of(self._reached.within(cell.source), expression, keys)

    def _of(self, reached: ReachedSource, expression: ast.expr | str, keys: Keys) -> Rounding | None:
        known = reached, expression, keys
        if known not in self._known:
            node = expression_of(expression) if isinstance(expression, str) else expression
            self._known[known] = None if node is None else _rounding(reached, node, keys)
        return self._known[known]


def printed_so(tree: ast.Module, words: str) -> list[ast.expr]:
    """The expressions printed with these words, or spelled like them; all expressions if there are none."""
    everything = _all_printed(tree)
    spelled_so = [expression for expression, _ in everything if spelled(expression) == words]
    named_so = [expression for expression, text in everything if words and words in text]
    return spelled_so or named_so or [expression for expression, _ in everything]


@lru_cache(maxsize=4)
def _all_printed(tree: ast.Module) -> tuple[tuple[ast.expr, str], ...]:
    """Every value shown by a call of ``print`` or by the last line, with the texts of its call."""
    return tuple(_values_shown(tree))


def _values_shown(tree: ast.Module) -> Iterator[tuple[ast.expr, str]]:
    last = tree.body[-1] if tree.body else None
    if isinstance(last, ast.Expr) and not (isinstance(last.value, ast.Call) and name_of(last.value.func) in PRINT):
        yield last.value, ""
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and name_of(call.func) in PRINT:
            parts = [part for argument in call.args for part in _parts(argument)]
            text = "".join(
                part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)
            )
            yield from ((part, text) for part in parts if not isinstance(part, ast.Constant))


def _parts(argument: ast.expr) -> list[ast.expr]:
    """The texts of a string and the values in between, from an f-string or ``format``."""
    if isinstance(argument, ast.Call) and isinstance(argument.func, ast.Attribute) and argument.func.attr == "format":
        return [argument.func.value, *argument.args]
    return argument.values if isinstance(argument, ast.JoinedStr) else [argument]


def _rounding(reached: ReachedSource, expression: ast.expr, keys: Keys) -> Rounding | None:
    if not reached.node_says(expression, may_round):
        return None
    found = traced(reached, expression, keys)
    known = UNKNOWN if found is None else found if found.is_last else found.nearest
    is_certain = known.is_moved or known.is_last or reached.node_says(expression, rounds)
    return known if is_certain else None
