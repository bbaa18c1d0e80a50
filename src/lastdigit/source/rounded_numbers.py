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
_SPREAD = Fraction(3, 2)
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

    ``digits`` are significant ones, of a format such as ``.3g``; 0 for an unknown number of them. ``is_precision``: it
    is the precision of a print option, which counts digits of the mantissa in scientific notation. ``is_cut``: the
    digits behind are cut, so that a number is off by up to one unit instead of half a unit. ``is_moved``: arithmetic
    follows it, so that a print may show more digits than are known; ``error`` is how far it may be off then.
    ``before`` is a rounding of the same numbers before this one, whose error comes on top, but is part of ``error``.
    """

    decimals: int | None = None
    is_precision: bool = False
    is_moved: bool = False
    digits: int | None = None
    is_cut: bool = False
    error: Fraction | None = None
    before: Rounding | None = None

    @property
    def is_to_whole(self) -> bool:
        """Whether it makes whole numbers, which are classes or counts as a rule."""
        return self.decimals == 0 and not self.is_moved

    @property
    def off_by(self) -> Fraction | None:
        """How far a number may be off; None if that is not known."""
        if self.error is not None or self.decimals is None:
            return self.error
        own = Fraction(10) ** -self.decimals * (1 if self.is_cut else Fraction(1, 2))
        earlier = Fraction(0) if self.before is None else self.before.off_by
        return None if earlier is None else own + earlier

    @property
    def is_last(self) -> bool:
        """Whether digits are cut behind a decimal, and nothing was rounded before or computed afterwards."""
        return self.is_cut and not self.is_moved and self.before is None

    @property
    def moved(self) -> Rounding:
        """The same with arithmetic behind it that moves no number farther."""
        return moved_by(self.off_by)

    @property
    def nearest(self) -> Rounding:
        """A rounding to the nearest number of a decimal that is as wide at least, or it itself where it is one."""
        error = self.off_by
        if error is None or not (self.is_cut or self.is_moved):
            return self
        decimals = 0
        while Fraction(10) ** -decimals < 2 * error:
            decimals -= 1
        while Fraction(10) ** -(decimals + 1) >= 2 * error:
            decimals += 1
        return Rounding(decimals, is_moved=True, before=self.before)


UNKNOWN = Rounding()
UNBOUNDED = Rounding(is_moved=True)
"""That of arithmetic on rounded numbers whose error the source does not bound."""


def moved_by(error: Fraction | None) -> Rounding:
    """The rounding of a result of arithmetic that may be off by so much."""
    return UNBOUNDED if error is None else Rounding(is_moved=True, error=error)


def of_operation(node: ast.BinOp, left: Rounding | None, right: Rounding | None, size_of: SizeOf) -> Rounding | None:
    """The rounding of what arithmetic gives whose sides have these; None without one that matters."""
    if any(isinstance(side, _LISTS) for side in (node.left, node.right)):
        return None
    rounded = [one for one in (left, right) if one is not None]
    if not rounded:
        return None
    factor = _factor(node, left, right, size_of)
    if factor is not None:
        return moved_by(None if rounded[0].off_by is None else rounded[0].off_by * factor)
    behind_point = [one for one in rounded if not one.is_to_whole]
    if not behind_point:
        return None
    errors = [one.off_by for one in behind_point]
    known = [error for error in errors if error is not None]
    is_sum = isinstance(node.op, (ast.Add, ast.Sub)) and len(known) == len(errors)
    return moved_by(sum(known, Fraction(0))) if is_sum else UNBOUNDED


def of_function(name: str, given: Rounding | None) -> Rounding | None:
    """The rounding of what a function of this name returns for numbers with a rounding.

    >>> of_function("mean", Rounding(2)).error, of_function("sqrt", Rounding(2)) == UNBOUNDED
    (Fraction(1, 200), True)
    """
    if given is None or given.is_to_whole:
        return None
    if name in _SPREADS and given.off_by is not None:
        return moved_by(given.off_by * _SPREAD)
    return given.moved if name in _NEAR else UNBOUNDED if may_move(name) else None


def may_move(name: str) -> bool:
    """Whether a function of this name is one of those by which a rounding is followed."""
    return name in _NEAR or name in _SPREADS or name in _FAR


def rounded_again(inner: Rounding | None, outer: Rounding) -> Rounding:
    """The rounding of numbers with the rounding ``inner`` that are rounded again, which may leave them as they are.

    >>> rounded_again(Rounding(2), Rounding(1)).off_by, rounded_again(Rounding(1), Rounding(2)).off_by
    (Fraction(11, 200), Fraction(1, 20))
    """
    if inner is None or inner == UNKNOWN:
        return outer
    if UNBOUNDED in (inner, outer):
        return UNBOUNDED
    if inner.digits is not None and outer.digits is not None and 0 < inner.digits <= outer.digits:
        return inner
    if inner.off_by is None:
        return UNBOUNDED
    stays = inner.decimals is not None and outer.decimals is not None and inner.decimals <= outer.decimals
    if stays and not inner.is_moved:
        return inner
    return replace(outer, before=(inner if inner.before is None else inner.moved).nearest)


def either(one_of: Sequence[Rounding | None]) -> Rounding | None:
    """The rounding of a value that has one of these."""
    rounded = [one for one in one_of if one is not None]
    if not rounded or any(one.is_moved for one in rounded):
        return coarsest(one_of)
    known = [one for one in rounded if one.off_by is not None]
    return max(known, key=lambda one: one.off_by or 0) if len(known) == len(rounded) else UNKNOWN


def coarsest(all_of: Sequence[Rounding | None]) -> Rounding | None:
    """The rounding of an array of numbers with these, whichever of them has which; None if none is known."""
    rounded = [one for one in all_of if one is not None]
    if not rounded or len(set(all_of)) == 1:
        return rounded[0] if rounded else None
    if UNBOUNDED in rounded:
        return UNBOUNDED
    if all(one.is_to_whole and one.before is None for one in rounded):
        return max(rounded, key=lambda one: one.is_cut)
    errors = [one.off_by for one in rounded]
    return UNKNOWN if None in errors else moved_by(max(error for error in errors if error is not None))


def _factor(node: ast.BinOp, left: Rounding | None, right: Rounding | None, size_of: SizeOf) -> Fraction | None:
    """By how much a product or a quotient multiplies the one side that was rounded; None if that is not known."""
    if isinstance(node.op, ast.Mult) and (left is None) != (right is None):
        return size_of(node.left if left is None else node.right) or None
    if isinstance(node.op, ast.Div) and right is None:
        size = size_of(node.right)
        return 1 / size if size else None
    return None
