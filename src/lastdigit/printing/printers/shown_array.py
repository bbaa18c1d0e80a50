"""What printers ask of an array that was found in a text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from lastdigit.printing.print_options import PrintOptions
from lastdigit.printing.shown_part import Summary
from lastdigit.printing.tokens import Token
from lastdigit.printing.value import PrintedValue


class Reads(Protocol):
    """Gives the numbers that print as a token does."""

    def read(self, token: str) -> PrintedValue:
        """Their interval."""


class ShownArray(Protocol):
    """Tokens, their shape and dtype, and what was seen of their digits."""

    @property
    def tokens(self) -> Sequence[Token]:
        """In row-major order."""

    @property
    def texts(self) -> Sequence[str]:
        """Those of its tokens."""

    @property
    def whole_texts(self) -> Sequence[str]:
        """Those of its tokens that were certainly not cut."""

    @property
    def shape(self) -> tuple[int, ...]:
        """Of what is shown."""

    @property
    def cut(self) -> bool:
        """Whether the text ended inside it."""

    @property
    def dtype(self) -> str:
        """Its dtype, shown or not."""

    @property
    def dtype_shown(self) -> bool:
        """Whether it stands beside it."""

    @property
    def summary(self) -> Summary | None:
        """What is shown, where not all is."""

    @property
    def widest(self) -> int:
        """Characters of its longest line."""

    @property
    def by_uniqueness(self) -> bool:
        """Whether it shows the shortest unique digits."""

    @property
    def decimals(self) -> int:
        """The most digits after the point of any token that is certainly whole."""

    @property
    def digits_behind_points(self) -> frozenset[int]:
        """The numbers of digits that follow points."""

    def print_format(self, options: PrintOptions | int) -> Reads:
        """How it was printed under these options."""
