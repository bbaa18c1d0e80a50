"""A printer that a project declares: its digits, and what a number with fewer digits means."""

from __future__ import annotations

from typing import Final

from lastdigit.printing.print_options import PrintOptions
from lastdigit.printing.printers.printer import Digits, Printer
from lastdigit.printing.printers.shown_array import ShownArray

DIGITS: Final = {
    "decimals": "rounded to that many digits after the decimal point",
    "significant": "rounded to that many significant digits",
    "shortest": "as many digits as tell a number from all others of its dtype; where a precision is given, "
    "at most so many behind the point",
}
"""The ways in which a printer may choose digits."""

WHOLE: Final = {
    "rounded": "a number without a point was rounded to an integer, or more coarsely",
    "exact": "a number without a point is exact",
}
"""The possible meanings of a number without a point."""

_FLOATMODES = {"decimals": "fixed", "significant": "general", "shortest": "maxprec"}
_COMPLEXES = {"float16": "complex32", "float32": "complex64", "float128": "complex256"}


class OwnPrinter(Printer):
    """A printer declared by a class of a project, see :func:`lastdigit.printer`; it knows the place of that class."""

    is_own = True

    def __init__(
        self,
        name: str,
        chosen: str,
        precision: int | None,
        floats: str,
        *,
        trims: bool,
        whole: str,
        place: str,
        declared_as: str,
    ) -> None:
        self.name = self.obeys = name
        self.defaults = PrintOptions(name, precision)
        self.floatmode = _FLOATMODES[chosen]
        self.floats, self.complexes = floats, _COMPLEXES.get(floats, "complex128")
        self.rounds_to_shown = chosen != "shortest" and not trims
        self.place, self.declared_as, self._whole = place, declared_as, whole

    def digits(self, found: ShownArray, options: PrintOptions) -> Digits:
        """As declared, with the precision of the options."""
        unique = options.precision is None
        return Digits(options.precision, "unique" if unique else self.floatmode)

    def is_exact(self, token: str, precision: int | None, floatmode: str | None) -> bool:
        """Whether it is a whole number of a printer that prints only exact numbers without a point."""
        return self._whole == "exact" and not set(".eE") & set(token)

    def may_hide_point(self, found: ShownArray) -> bool:
        """Whether numbers without a point may be floats: not with an integer dtype or an exact printer."""
        return self._whole == "rounded" and found.dtype == "int64" and not found.dtype_shown
