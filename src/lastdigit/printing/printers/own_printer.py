"""A printer of a project's own: with how many digits it prints, and what a number says that shows fewer."""

from __future__ import annotations

from typing import Final

from lastdigit.printing.print_options import PrintOptions
from lastdigit.printing.printers.printer import Digits, Printer
from lastdigit.printing.printers.shown_array import ShownArray

DIGITS: Final = {
    "decimals": "rounded to so many digits behind the point",
    "significant": "rounded to so many digits, counted from the first that is not 0",
    "shortest": "as many digits as tell a number from all others of its dtype; where a precision is given, "
    "at most so many behind the point",
}
"""How a printer may choose digits."""

WHOLE: Final = {
    "rounded": "a number without a point was rounded to a whole one, or to more",
    "exact": "a number without a point is just that number",
}
"""What a number without a point may say."""

_FLOATMODES = {"decimals": "fixed", "significant": "general", "shortest": "maxprec"}
_COMPLEXES = {"float16": "complex32", "float32": "complex64", "float128": "complex256"}


class OwnPrinter(Printer):
    """A printer as a class of a project declares it, see :func:`lastdigit.printer`, with the place of that class."""

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
        """As declared; the precision is that of the options."""
        unique = options.precision is None
        return Digits(options.precision, "unique" if unique else self.floatmode)

    def is_exact(self, token: str, precision: int | None, floatmode: str | None) -> bool:
        """A whole number, where the printer writes only those without a point."""
        return self._whole == "exact" and not set(".eE") & set(token)

    def may_hide_point(self, found: ShownArray) -> bool:
        """Numbers without a point are integers where their dtype says so, or where the printer writes them exactly."""
        return self._whole == "rounded" and found.dtype == "int64" and not found.dtype_shown
