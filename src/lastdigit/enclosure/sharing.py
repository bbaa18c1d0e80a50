"""Shares functions of exact values between arithmetics, computed once for all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

_REMEMBERED: ContextVar[dict[Any, tuple[Any, Any]] | None] = ContextVar("remembered", default=None)


@contextmanager
def sharing() -> Iterator[None]:
    """Inside the block, :func:`once` caches; blocks nest, and each drops its cache at the end."""
    token = _REMEMBERED.set({})
    try:
        yield
    finally:
        _REMEMBERED.reset(token)


def once(function: Callable[..., Any], *given: Any, **chosen: Any) -> Any:
    """``function(*given, **chosen)``, computed once for the same objects inside a block of :func:`sharing`."""
    remembered = _REMEMBERED.get()
    if remembered is None:
        return function(*given, **chosen)
    key = (function, tuple(map(_identity, given)), tuple(chosen.items()))
    if key not in remembered:
        # The arguments are kept as well: an identity is one only as long as its object lives.
        remembered[key] = (function(*given, **chosen), given)
    return remembered[key][0]


def _identity(given: Any) -> Any:
    if isinstance(given, list | tuple):
        return tuple(map(_identity, given))
    return given if isinstance(given, int | float | str) else id(given)
