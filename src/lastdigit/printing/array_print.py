"""One printed array, scalar or shape, as it was found in a text."""

from __future__ import annotations

from dataclasses import dataclass

from lastdigit.number_format import is_integer
from lastdigit.printing.brackets import Token
from lastdigit.printing.print_format import PrintFormat, decimals, is_scientific


@dataclass(frozen=True)
class ArrayPrint:
    """One printed array or scalar, or one printed shape (``kind`` is ``"printed"`` or ``"shape"``).

    ``tokens`` are flat in row-major order and carry their offsets in the text; ``start`` to ``end`` is the whole
    print. ``cut``: the text ended inside it, and the last token may be a part of one.
    """

    kind: str
    tokens: tuple[Token, ...]
    shape: tuple[int, ...]
    cut: bool
    printer: str
    dtype: str
    start: int
    end: int

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
