"""The print options of an array: the printer's defaults, or what a source set."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class NumberFormat:
    """How a function writes each number, in place of a precision.

    ``precision`` and ``floatmode`` are those of a print format; a ``floatmode`` of None means that neither is known.
    """

    precision: int | None = None
    floatmode: str | None = None

    @property
    def may_hide_point(self) -> bool:
        """Whether it may write a float as an integer."""
        return self.floatmode in (None, "general") or (self.floatmode == "fixed" and self.precision == 0)


@dataclass(frozen=True)
class PrintOptions:
    """Print options, under the names of ``set_printoptions``, and their origin.

    ``origin`` is ``"default"``, ``"set in the source"`` or ``"left by an earlier run"``. ``precision`` is the number of
    digits after the point. ``suppress``, ``floatmode``, ``sign`` and ``legacy`` are NumPy's, ``sci_mode`` is torch's,
    and ``by_function`` is pandas' ``float_format``. None means unknown: nothing is concluded from that option.
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
    by_function: NumberFormat | None = None
