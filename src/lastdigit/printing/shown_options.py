"""The print options that a print shows, and whether it contradicts its presumed ones."""

from __future__ import annotations

from lastdigit.printing.array_print import ArrayPrint
from lastdigit.printing.print_options import PrintOptions

LEFT_BY_AN_EARLIER_RUN = "left by an earlier run"


def contradiction(found: ArrayPrint, options: PrintOptions) -> str | None:
    """Why ``found`` cannot have been printed under these ``options``; None if it can.

    Only certain contradictions count: a token may stand for several numbers, and a text may be truncated. Fewer
    decimals than the precision are no contradiction if the printer trims zeros.
    """
    if found.by_uniqueness or found.kind != "printed":
        return None
    return found.by.contradiction(found, options)


def options_shown(found: ArrayPrint) -> PrintOptions:
    """The options that the print itself shows; None for each that it does not show."""
    floating = found.dtype.startswith(("float", "bfloat", "complex")) and not found.by_uniqueness
    edges = {edge for edge in (found.summary.edges if found.summary else ()) if edge}
    shown = PrintOptions(
        found.printer,
        found.decimals if floating else None,
        LEFT_BY_AN_EARLIER_RUN,
        edgeitems=next(iter(edges))[0] if len(edges) == 1 else None,
    )
    return found.by.with_shown(shown, found)
