"""The print options under which an array was printed: a printer's defaults, or what a source set."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class PrintOptions:
    """What a printer was told: ``precision`` digits after the point, and where that comes from.

    ``origin`` is ``"default"``, ``"set in the source"`` or ``"left by an earlier run"``. ``suppress``, ``floatmode``,
    ``sign`` and ``legacy`` are NumPy's, ``sci_mode`` is torch's; None is the printer's own choice.
    """

    printer: str
    precision: int | None = None
    origin: str = "default"
    suppress: bool | None = None
    floatmode: str | None = None
    sign: str | None = None
    legacy: str | None = None
    sci_mode: bool | None = None


DEFAULTS = {
    "numpy": PrintOptions("numpy", 8),
    "torch": PrintOptions("torch", 4),
}
"""The options that each printer starts with; a printer that is not here shows as many digits as its values need."""
