"""The print options of an array: the printer's defaults, or what a source set."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class PrintOptions:
    """Print options, under the names of ``set_printoptions``, and their origin.

    ``origin`` is ``"default"``, ``"set in the source"`` or ``"left by an earlier run"``. ``precision`` is the number of
    digits after the point. ``suppress``, ``floatmode``, ``sign`` and ``legacy`` are NumPy's, ``sci_mode`` is torch's.
    None means unknown: nothing is concluded from that option.
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
