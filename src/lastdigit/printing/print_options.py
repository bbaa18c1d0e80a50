"""The print options under which an array was printed: a printer's defaults, or what a source set."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache


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


DEFAULTS = {
    "numpy": PrintOptions(
        "numpy", 8, suppress=False, floatmode="maxprec", sign="-", threshold=1000, edgeitems=3, linewidth=75
    ),
    "torch": PrintOptions("torch", 4, threshold=1000, edgeitems=3, linewidth=80),
    "pandas": PrintOptions("pandas", 6),
}
"""The options that each printer starts with; a printer that is not here shows as many digits as its values need."""


@lru_cache(maxsize=64)
def default_options(printer: str) -> PrintOptions:
    """The options that ``printer`` starts with; of one that is not known nothing is said."""
    return DEFAULTS.get(printer) or PrintOptions(printer)
