"""Functions that few definitions need, in addition to those of every namespace: loaded on demand."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from typing import Any


@lru_cache(maxsize=8)
def further(place: str) -> Any:
    """An instance of ``module:Class``, constructed without arguments."""
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)()


class Further(type):
    """A namespace of static functions, and of those of the class that its ``further`` names."""

    further: str

    def __getattr__(cls, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(f"{cls.__name__} has no attribute {name!r}")
        return getattr(further(cls.further), name)
