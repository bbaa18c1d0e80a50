"""The decorator that declares what a function implements; code under test imports it, and nothing of the judge."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])


def implements(
    operation: str,
    *,
    variant: str = "",
    dtypes: tuple[str, ...] = (),
    key_tile: int | None = None,
    exp_error: float | None = None,
    operands: str = "",
    arithmetic: str = "",
    deterministic: bool = True,
    seconds: float | None = None,
    gigabytes: float | None = None,
) -> Callable[[Function], Function]:
    """Declare that a function computes ``operation``.

    The function takes the arrays of the operation's definition in their order and, as keyword-only parameters, those
    static parameters that it supports; a case that sets one it does not name is not run on it, nor one that does not
    set one that has no default. All arguments of the decorator are literals, since the file is read before it is
    imported.

    ``variant``: distinguishes functions of one file that compute the same operation; it is added to the name.
    ``dtypes``: the number formats it is run in; by default all that its framework's adapter lists.
    ``key_tile``: how many keys an online softmax takes at a time; its rounding bound grows with the number of tiles.
    ``exp_error``: the largest error of its exp, in units of roundoff, where that is a faster and coarser one.
    ``operands``: the coarser format to which matrix products round or truncate their operands, such as tf32.
    ``arithmetic``: the model that its results must fit, fused or stored; by default any may; the verdict says which.
    ``deterministic``: False where two calls on the same inputs may differ, as with atomic additions.
    ``seconds``, ``gigabytes``: the limits of a call, where those of the run do not suit.
    """

    def declare(function: Function) -> Function:
        return function

    return declare
