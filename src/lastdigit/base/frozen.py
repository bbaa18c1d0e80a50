"""Immutable data classes for very many instances.

Only the type checker enforces immutability: with ``dataclass(frozen=True)`` an instance of ten fields takes several
times as long to create.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from typing_extensions import dataclass_transform

    _T = TypeVar("_T")

    @dataclass_transform(frozen_default=True)
    def frozen(cls: type[_T]) -> type[_T]:
        """Make ``cls`` a data class with equality and a hash by its fields."""

else:
    frozen = dataclass(unsafe_hash=True)
