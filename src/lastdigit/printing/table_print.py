"""One printed table: its columns of numbers, the words of its rows and columns, and what was left out of the print."""

from __future__ import annotations

from dataclasses import dataclass

from lastdigit.printing.print_format import PrintFormat
from lastdigit.printing.tokens import Token, decimals, is_scientific

PANDAS_PRECISION = 6
"""``display.precision`` of pandas as it comes, and the significant digits of tabulate's ``g``."""


@dataclass(frozen=True)
class TableColumn:
    """A column whose cells are all numbers, or all booleans; missing values (``NaN``, ``<NA>``) may stand among them.

    ``levels`` are the words above it, from the top one down; a column with one header has one. ``tokens`` go down the
    shown rows. ``dtype`` is ``int64``, ``float64`` or ``bool`` where nothing names it.
    """

    levels: tuple[str, ...]
    tokens: tuple[Token, ...]
    dtype: str

    @property
    def name(self) -> str:
        """The words above it, joined by ``/``."""
        return "/".join(level for level in self.levels if level)

    @property
    def decimals(self) -> int:
        """The most digits after the point of any of its tokens, exponents aside."""
        return max((decimals(token.text) for token in self.tokens), default=0)

    @property
    def scientific(self) -> bool:
        """Whether any of its tokens has an exponent."""
        return any(is_scientific(token.text) for token in self.tokens)

    def print_format(self, printer: str, precision: int = PANDAS_PRECISION) -> PrintFormat:
        """How ``printer`` formatted it, told to show ``precision`` digits.

        pandas takes one format for a whole column: significands where a number other than zero lies below
        10^-precision, or where one above 10^6 makes the column wider than precision + 6. It trims the zeros that all
        tokens of a fixed column end in, so that fewer digits say nothing of the precision; more show that it was
        larger. It does not trim significands, which therefore tell it themselves. tabulate's ``g`` keeps ``precision``
        significant digits. Whoever else prints trims nothing.
        """
        if not self.dtype.startswith(("float", "complex")):
            return PrintFormat(printer, None, False, self.dtype)
        if printer == "tabulate":
            return PrintFormat(printer, precision, False, self.dtype, "general")
        shown = self.decimals
        trimmed = printer == "pandas" and not self.scientific
        return PrintFormat(printer, max(precision, shown) if trimmed else shown, self.scientific, self.dtype, "fixed")


@dataclass(frozen=True)
class TablePrint:
    """A printed table; offsets are those of the text that was read, and ``start`` to ``end`` is the whole print.

    ``name`` is a Series' own. ``row_labels`` name the rows that are shown. Where rows are left out, ``gap`` is how many
    are shown above the ``...``. ``rows`` and ``columns_in_all`` count the whole table where its footer says so.
    ``printer`` is ``pandas``, ``styler``, ``tabulate``, ``polars`` or ``table`` for what trims nothing.
    """

    columns: tuple[TableColumn, ...]
    row_labels: tuple[str, ...]
    start: int
    end: int
    printer: str
    name: str = ""
    gap: int | None = None
    rows: int | None = None
    columns_in_all: int | None = None

    @property
    def summarised(self) -> bool:
        """Whether rows are left out."""
        return self.gap is not None

    @property
    def shown_precision(self) -> int | None:
        """The printer's precision where a column of significands tells it, which pandas never trims."""
        shown = [column.decimals for column in self.columns if column.scientific]
        return max(shown) if shown and self.printer == "pandas" else None
