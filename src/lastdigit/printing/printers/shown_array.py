"""The interface of a printed array that printers use."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from lastdigit.printing.print_options import PrintOptions
from lastdigit.printing.shown_part import Summary
from lastdigit.printing.tokens import Token
from lastdigit.printing.value import PrintedValue


class Reads(Protocol):
    """Reads tokens as intervals."""

    def read(self, token: str) -> PrintedValue:
        """The interval of the reals that print as ``token``."""


class ShownArray(Protocol):
    """Tokens, their shape and dtype, and properties of their digits."""

    @property
    def tokens(self) -> Sequence[Token]:
        """In row-major order."""

    @property
    def texts(self) -> Sequence[str]:
        """The texts of its tokens."""

    @property
    def whole_texts(self) -> Sequence[str]:
        """The texts of its tokens, without one that may be truncated."""

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the visible items."""

    @property
    def cut(self) -> bool:
        """Whether the text ended inside it."""

    @property
    def dtype(self) -> str:
        """Its dtype, printed or inferred."""

    @property
    def dtype_shown(self) -> bool:
        """Whether its dtype is printed."""

    @property
    def summary(self) -> Summary | None:
        """The visible part, if it is summarised."""

    @property
    def widest(self) -> int:
        """The length of its longest line in characters."""

    @property
    def by_uniqueness(self) -> bool:
        """Whether it shows the shortest unique digits."""

    @property
    def decimals(self) -> int:
        """The largest number of decimals of a complete token."""

    @property
    def digits_behind_points(self) -> frozenset[int]:
        """The numbers of decimals that occur among its tokens."""

    def print_format(self, options: PrintOptions | int) -> Reads:
        """Its format under these options."""
