"""One printed array, scalar or shape, as it was found in a text."""

from __future__ import annotations

from dataclasses import dataclass

from lastdigit.number_format import is_integer
from lastdigit.printing.brackets import Token
from lastdigit.printing.print_format import PrintFormat, decimals, is_scientific


@dataclass(frozen=True)
class Summary:
    """What of a summarised array is shown.

    ``edges`` has per axis how many leading and how many trailing items stand around its dots, or None for an axis that
    is shown whole. ``full_shape`` is the shape of the array behind it, where that was printed.
    """

    edges: tuple[tuple[int, int] | None, ...]
    full_shape: tuple[int, ...] | None = None


@dataclass(frozen=True)
class ArrayPrint:
    """One printed array or scalar, or one printed shape (``kind`` is ``"printed"`` or ``"shape"``).

    ``tokens`` are flat in row-major order and carry their offsets in the text; ``start`` to ``end`` is the whole
    print. ``shape`` is that of the tokens: of what is shown, where the array is summarised. ``cut``: the text ended
    inside it, and the last token may be a part of one. ``dtype`` is the one that is shown, or else what this printer
    prints without showing it. ``widest`` is the number of characters of the longest of its lines with two tokens or
    more, indentation aside.
    """

    kind: str
    tokens: tuple[Token, ...]
    shape: tuple[int, ...]
    cut: bool
    printer: str
    dtype: str
    start: int
    end: int
    dtype_shown: bool = False
    summary: Summary | None = None
    widest: int = 0

    def print_format(self, precision: int) -> PrintFormat:
        """How it was printed, where the printer showed ``precision`` digits after the point."""
        if is_integer(self.dtype):
            return PrintFormat(self.printer, None, False, self.dtype)
        whole_numbers = self.printer == "torch" and all(token.text.endswith(".") for token in self.tokens)
        scientific = any(is_scientific(token.text) for token in self.tokens)
        return PrintFormat(self.printer, None if whole_numbers else precision, scientific, self.dtype)

    @property
    def decimals(self) -> int:
        """The most digits after the point of any token that is certainly whole."""
        whole = self.tokens[:-1] if self.cut else self.tokens
        return max((decimals(token.text) for token in whole), default=0)
