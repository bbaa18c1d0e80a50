"""What a printer is: its defaults, how its digits end, when it takes exponents, and what contradicts it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from lastdigit.base.frozen import frozen
from lastdigit.printing.print_options import PrintOptions
from lastdigit.printing.printers.shown_array import ShownArray

GENERAL_DIGITS = 6
"""Significant digits of C's ``%g`` and of a C++ stream, unless told otherwise; and pandas' precision."""


@frozen
class Digits:
    """With how many digits an array was printed, and how they end: see :class:`PrintFormat`."""

    precision: int | None
    floatmode: str | None = None


class Printer:
    """A printer that nothing is known of: it shows as many digits as it was told, and is never contradicted.

    ``obeys`` names the printer whose print options hold for it. ``floats`` and ``complexes`` are the dtypes of numbers
    that it prints without naming one. ``floatmode`` is how its digits end unless told otherwise. ``least_decimals``
    are the digits that stand behind the point of every number, a whole one too. ``trims``: it leaves out the zeros
    that all numbers of an array end in.
    """

    name: str = ""
    obeys: str = ""
    defaults: PrintOptions = PrintOptions("")
    floats: str = "float64"
    complexes: str = "complex128"
    floatmode: str = "fixed"
    rounds_to_shown: bool = False
    """A number that shows fewer digits than the precision was rounded to those."""
    is_own: ClassVar[bool] = False
    """A project declares it: its digits are as that says, whatever a print shows."""
    least_decimals: ClassVar[int] = 0
    trims: ClassVar[bool] = False
    has_options: ClassVar[bool] = True
    aligns: ClassVar[bool] = False
    """It pads shorter numbers, so that points stand below each other."""
    looks_like: ClassVar[str] = ""
    """The printer whose prints its own may look like."""
    names_other_dtypes: ClassVar[bool] = False
    """It shows every dtype but the one that is usual, so that a print without any says which it is."""
    prints_many_widths: ClassVar[bool] = False
    """Its integers may be of any width, where no dtype stands beside them."""
    profiles: ClassVar[Mapping[str, Mapping[str, int]]] = {}
    """The options that a word sets."""
    pads_with_exact_digits: ClassVar[bool] = False
    """Behind digits that are unique it goes on with exact ones, where others of the array need exponents and more."""

    def is_exact(self, token: str, precision: int | None, floatmode: str | None) -> bool:
        """Whether ``token`` spells its number exactly."""
        return False

    def ends_by_uniqueness(self, floatmode: str | None) -> bool:
        """Whether digits may end as soon as they are unique in the dtype."""
        return (floatmode or self.floatmode) not in ("fixed", "general")

    def digits(self, found: ShownArray, options: PrintOptions) -> Digits:
        """How the floating-point numbers of ``found`` were printed under ``options``."""
        return Digits(options.precision, "fixed" if options.floatmode == "fixed" else None)

    def may_hide_point(self, found: ShownArray) -> bool:
        """Whether integers could be floating-point numbers all the same."""
        return False

    def contradiction(self, found: ShownArray, options: PrintOptions) -> str | None:
        """Why ``found`` cannot have been printed under ``options``; None where it can."""
        return None

    def with_shown(self, options: PrintOptions, found: ShownArray) -> PrintOptions:
        """The ``options`` with those, beside digits and edges, that the print itself shows."""
        return options
