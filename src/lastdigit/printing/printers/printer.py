"""What a printer is: its defaults, how its digits end, when it uses exponents, and what contradicts it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from lastdigit.base.frozen import frozen
from lastdigit.printing.print_options import PrintOptions
from lastdigit.printing.printers.shown_array import ShownArray

GENERAL_DIGITS = 6
"""Significant digits of C's ``%g`` and of a C++ stream by default, by which tabulate and AMPL show floats; also pandas'
precision."""


@frozen
class Digits:
    """The precision of a printed array, and how its digits end: see :class:`PrintFormat`."""

    precision: int | None
    floatmode: str | None = None


class Printer:
    """An unknown printer: it shows the precision of its options, and nothing contradicts it.

    ``obeys`` names the printer whose print options apply to it. ``floats`` and ``complexes`` are the dtypes of numbers
    that it prints without a dtype. ``floatmode`` is how its digits end by default. ``least_decimals`` is the number of
    decimals that even whole numbers have. ``trims``: it omits trailing zeros that all numbers of an array share.
    """

    name: str = ""
    obeys: str = ""
    defaults: PrintOptions = PrintOptions("")
    floats: str = "float64"
    complexes: str = "complex128"
    floatmode: str = "fixed"
    rounds_to_shown: bool = False
    """A number with fewer digits than the precision was rounded to the digits shown."""
    is_own: ClassVar[bool] = False
    """A project declares it: its digits are as declared, whatever a print shows."""
    least_decimals: ClassVar[int] = 0
    trims: ClassVar[bool] = False
    has_options: ClassVar[bool] = True
    aligns: ClassVar[bool] = False
    """It pads numbers so that their points are aligned."""
    looks_like: ClassVar[str] = ""
    """The printer whose prints look like this one's."""
    names_other_dtypes: ClassVar[bool] = False
    """It shows every dtype except its default one, so a print without a dtype has that one."""
    prints_many_widths: ClassVar[bool] = False
    """Its integers may have any width if no dtype is shown."""
    profiles: ClassVar[Mapping[str, Mapping[str, int]]] = {}
    """The options that each named profile sets."""
    pads_with_exact_digits: ClassVar[bool] = False
    """It appends exact digits to unique ones, where other numbers of an array with exponents need more digits."""

    def is_exact(self, token: str, precision: int | None, floatmode: str | None) -> bool:
        """Whether ``token`` spells its number exactly."""
        return False

    def was_rounded_to_shown(self, token: str) -> bool:
        """Whether a number was rounded to the digits that it shows."""
        return self.rounds_to_shown

    def ends_by_uniqueness(self, floatmode: str | None) -> bool:
        """Whether digits may end by uniqueness in the dtype."""
        return (floatmode or self.floatmode) not in ("fixed", "general")

    def digits(self, found: ShownArray, options: PrintOptions) -> Digits:
        """How the floating-point numbers of ``found`` were printed under ``options``."""
        return Digits(options.precision, "fixed" if options.floatmode == "fixed" else None)

    def may_hide_point(self, found: ShownArray) -> bool:
        """Whether numbers without a point may be floats."""
        return False

    def contradiction(self, found: ShownArray, options: PrintOptions) -> str | None:
        """Why ``found`` cannot have been printed under ``options``; None if it can."""
        return None

    def with_shown(self, options: PrintOptions, found: ShownArray) -> PrintOptions:
        """The ``options`` with those that the print itself shows, other than digits and summary."""
        return options
