"""One printed table: its columns of numbers, the words of its rows and columns, and what was left out of the print."""

from __future__ import annotations

from dataclasses import dataclass

from lastdigit.printing.brackets import Token
from lastdigit.printing.column_format import ColumnFormat, fraction_digits, has_exponent

_TRIMS = frozenset({"pandas", "polars"})


def _ends_in_zero(token: str) -> bool:
    return fraction_digits(token) > 0 and token.endswith("0")


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
        return max((fraction_digits(token.text) for token in self.tokens), default=0)

    @property
    def scientific(self) -> bool:
        """Whether any of its tokens has an exponent."""
        return any(has_exponent(token.text) for token in self.tokens)

    def format(self, printer: str, precision: int) -> ColumnFormat:
        """How ``printer`` formatted it, told to show ``precision`` digits.

        pandas trims the zeros that all tokens of a fixed column end in, so that fewer digits say nothing of the
        precision, nor do they with polars; more show that it was larger. It does not trim significands, which therefore
        tell it themselves.
        tabulate's ``g`` keeps ``precision`` significant digits and trims zeros. Whoever else prints trims nothing.
        """
        if not self.dtype.startswith(("float", "complex")):
            return ColumnFormat("exact", 0)
        if printer == "tabulate" and not any(_ends_in_zero(token.text) for token in self.tokens):
            return ColumnFormat("significant", precision)
        if self.scientific:
            return ColumnFormat("scientific", self.decimals)
        return ColumnFormat("fixed", max(precision, self.decimals) if printer in _TRIMS else self.decimals)


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
