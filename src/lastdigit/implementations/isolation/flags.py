"""The processor's floating-point exceptions, through the C library."""

from __future__ import annotations

import ctypes
import platform
from collections.abc import Iterator
from functools import cache
from typing import Any

FLAGS = {
    "x86_64": {"invalid operation": 0x01, "division by zero": 0x04, "overflow": 0x08},
    "aarch64": {"invalid operation": 0x01, "division by zero": 0x02, "overflow": 0x04},
}
"""Bits of fenv.h by processor; other processors are not supported."""


def clear() -> None:
    """Clear all flags."""
    if (library := _library()) is not None:
        library.feclearexcept(sum(_bits().values()))


def raised() -> Iterator[str]:
    """The flags that were raised since, in the calling thread."""
    if (library := _library()) is not None:
        found = library.fetestexcept(sum(_bits().values()))
        yield from (f"raised the floating-point flag: {name}" for name, bit in _bits().items() if found & bit)


def _bits() -> dict[str, int]:
    return FLAGS.get(platform.machine(), {})


@cache
def _library() -> Any:
    try:
        library = ctypes.CDLL("libm.so.6")
        library.fetestexcept, library.feclearexcept  # noqa: B018 (raises where they are not there)
    except (OSError, AttributeError):
        return None
    return library if _bits() else None
