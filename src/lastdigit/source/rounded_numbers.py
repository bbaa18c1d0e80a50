"""How far numbers that were rounded are from the unrounded ones, and results of arithmetic on them.

A sum is as far from that of the numbers before their rounding as these were, and a product with a literal as many times
that. Quotients, powers and products with what no source spells out may be off by anything.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TypeAlias

from lastdigit.base.frozen import frozen

_NEAR = (
    frozenset(("mean", "nanmean", "average", "median", "nanmedian", "percentile", "quantile"))
    | frozenset(("max", "min", "amax", "amin", "nanmax", "nanmin", "maximum", "minimum"))
    | frozenset(("abs", "absolute", "fabs", "sorted", "sort", "float", "clip", "negative"))
)
"""Functions whose value is at most as far from that of the unrounded numbers as these are."""
_SPREADS = frozenset(("std", "nanstd", "describe"))
"""Functions whose value is at most √2 times as far: a deviation divides by n − 1, which is n / 2 at least."""
_FAR = (
    frozenset(("sum", "nansum", "fsum", "cumsum", "prod", "cumprod", "diff", "pct_change", "var", "nanvar", "eval"))
    | frozenset(("add", "sub", "subtract", "rsub", "rdiv", "mod", "stdev", "pstdev", "variance", "pvariance"))
    | frozenset(("norm", "dot", "matmul", "inner", "outer", "multiply", "divide", "true_divide", "div", "mul", "sem"))
    | frozenset(("power", "pow", "square", "sqrt", "exp", "expm1", "log", "log1p", "log10", "corr", "cov", "corrwith"))
    | frozenset(("sin", "cos", "tan", "arcsin", "arccos", "arctan", "sinh", "cosh", "tanh", "hypot", "skew", "kurt"))
)
"""Functions whose value may be off by any amount, as far as a source tells."""
_LISTS = (ast.List, ast.Tuple, ast.ListComp)

SizeOf: TypeAlias = "Callable[[ast.expr], Fraction | None]"
"""The size of a literal, or of what a name holds; None for anything else."""


@frozen
class Rounding:
    """The number of ``decimals``, negative before the point; None if the source rounds to an unknown number.

    ``digits`` are significant ones, of a format such as ``.3g``. ``is_precision``: it is the precision of a print
    option, which counts digits of the mantissa in scientific notation. ``is_moved``: arithmetic follows it, so that a
    print may show more digits than are known. ``is_cut``: the digits behind are cut, so that a number is off by up to
    one unit instead of half a unit.
    """

    decimals: int | None = None
    is_precision: bool = False
    is_moved: bool = False
    digits: int | None = None
    is_cut: bool = False

    @property
    def is_to_whole(self) -> bool:
        """Whether it makes whole numbers, which are classes or counts as a rule."""
        return self.decimals == 0 and not self.is_moved

    @property
    def moved(self) -> Rounding:
        """The same with arithmetic behind it."""
        return UNBOUNDED if self.decimals is None else replace(self, is_moved=True)

    @property
    def nearest(self) -> Rounding:
        """A rounding to the nearest number that is as wide at least: a unit is less than half of the next larger."""
        return Rounding(self.decimals - 1, is_moved=True) if self.is_cut and self.decimals is not None else self


UNKNOWN = Rounding()
UNBOUNDED = Rounding(is_moved=True)
"""That of arithmetic on rounded numbers whose error the source does not bound."""


def of_operation(node: ast.BinOp, left: Rounding | None, right: Rounding | None, size_of: SizeOf) -> Rounding | None:
    """The rounding of what arithmetic gives whose sides have these; None without one that matters."""
    if any(isinstance(side, _LISTS) for side in (node.left, node.right)):
        return None
    rounded = [one for one in (left, right) if one is not None]
    if not rounded:
        return None
    factor = _factor(node, left, right, size_of)
    if factor is not None:
        return _times(rounded[0], factor)
    behind_point = [one for one in rounded if not one.is_to_whole]
    if not behind_point:
        return None
    return _of_sum(behind_point) if isinstance(node.op, (ast.Add, ast.Sub)) else UNBOUNDED


def of_function(name: str, given: Rounding | None) -> Rounding | None:
    """The rounding of what a function of this name returns for numbers with a rounding.

    >>> of_function("mean", Rounding(2)) == Rounding(2, is_moved=True), of_function("sqrt", Rounding(2)) == UNBOUNDED
    (True, True)
    """
    if given is None or given.is_to_whole:
        return None
    if name in _SPREADS and given.decimals is not None:
        return replace(given.moved, decimals=given.decimals - 1)
    return given.moved if name in _NEAR else UNBOUNDED if may_move(name) else None


def may_move(name: str) -> bool:
    """Whether a function of this name is one of those by which a rounding is followed."""
    return name in _NEAR or name in _SPREADS or name in _FAR


def coarser(inner: Rounding | None, outer: Rounding) -> Rounding:
    """The rounding of numbers that are rounded again."""
    if inner is None or inner == UNKNOWN or outer.decimals is None:
        return outer if inner is None or inner == UNKNOWN else inner
    if inner.decimals is None or outer.nearest.decimals is None:
        return inner
    return inner if (inner.nearest.decimals or 0) < outer.nearest.decimals else outer


def coarsest(all_of: Sequence[Rounding | None]) -> Rounding | None:
    """The rounding of an array of numbers with these, whichever of them has which; None if none is known."""
    rounded = [one for one in all_of if one is not None]
    if not rounded or len(set(all_of)) == 1:
        return rounded[0] if rounded else None
    if UNBOUNDED in rounded:
        return UNBOUNDED
    known = [decimals for one in rounded if (decimals := one.nearest.decimals) is not None]
    return Rounding(min(known), is_moved=True) if len(known) == len(rounded) else UNKNOWN


def _of_sum(rounded: Sequence[Rounding]) -> Rounding:
    known = [one.decimals for one in rounded if one.decimals is not None]
    if len(known) < len(rounded):
        return UNBOUNDED
    return Rounding(min(known) - (len(known) > 1), is_moved=True, is_cut=any(one.is_cut for one in rounded))


def _factor(node: ast.BinOp, left: Rounding | None, right: Rounding | None, size_of: SizeOf) -> Fraction | None:
    """By how much a product or a quotient multiplies the one side that was rounded; None if that is not known."""
    if isinstance(node.op, ast.Mult) and (left is None) != (right is None):
        return size_of(node.left if left is None else node.right) or None
    if isinstance(node.op, ast.Div) and right is None:
        size = size_of(node.right)
        return 1 / size if size else None
    return None


def _times(rounding: Rounding, factor: Fraction) -> Rounding:
    if rounding.decimals is None:
        return UNBOUNDED
    return Rounding(rounding.decimals - _places(factor), is_moved=True, is_cut=rounding.is_cut)


def _places(factor: Fraction) -> int:
    """The power of ten that a factor reaches: 2 for 100, as for 40."""
    places = 0
    while factor > Fraction(10) ** places:
        places += 1
    while factor <= Fraction(10) ** (places - 1):
        places -= 1
    return places
