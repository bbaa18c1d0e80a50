"""Numbers in nested brackets: what a reader of brackets gives."""

from __future__ import annotations

from collections.abc import Sequence

from lastdigit.base.frozen import frozen
from lastdigit.printing.token_run import texts_of
from lastdigit.printing.tokens import Token


@frozen
class BracketedNumbers:
    """A rectangular nest of numbers, flat in row-major order; ``cut`` where the text ended inside it.

    ``edges`` has per axis how many items stand before and after its dots, or None where it has none.
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
