"""The print options under which an array was printed: a printer's defaults, or what a source set."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class PrintOptions:
    """What a printer was told, under the names that its ``set_printoptions`` gives them, and where that comes from.

    ``origin`` is ``"default"``, ``"set in the source"`` or ``"left by an earlier run"``. ``precision`` is the number of
    digits after the point. ``suppress``, ``floatmode``, ``sign`` and ``legacy`` are NumPy's, ``sci_mode`` is torch's.
    None is what was not said: nothing is concluded from it.
    """

    printer: str
    precision: int | None = None
    origin: str = "default"
    suppress: bool | None = None
    floatmode: str | None = None
    sign: str | None = None
    legacy: str | None = None
    sci_mode: bool | None = None
    threshold: int | None = None
    edgeitems: int | None = None
    linewidth: int | None = None
