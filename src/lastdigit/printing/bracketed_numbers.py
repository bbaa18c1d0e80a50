"""Numbers in nested brackets: the result of the readers of brackets."""

from __future__ import annotations

from collections.abc import Sequence

from lastdigit.base.frozen import frozen
from lastdigit.printing.token_run import texts_of
from lastdigit.printing.tokens import Token


@frozen
class BracketedNumbers:
    """A rectangular nest of numbers, flat in row-major order; ``cut`` if the text ended inside it.

    ``edges`` has one entry per axis: the numbers of items before and after its dots, or None without dots.
    """

    tokens: Sequence[Token]
    shape: tuple[int, ...]
    end: int
    cut: bool
    commas: bool
    edges: tuple[tuple[int, int] | None, ...] = ()

    @property
    def texts(self) -> Sequence[str]:
        """The texts of its tokens."""
        return texts_of(self.tokens)
