"""Many tokens at once: their texts, with offsets computed on demand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import overload

from lastdigit.printing.tokens import Token

_WORD = re.compile(r"[^][()\s,]+")


class TokenRun(Sequence[Token]):
    """The words of ``text[start:end]`` between brackets, commas and white space, as tokens.

    Their ``texts`` are stored; a token with its offset is created on access.
    """

    def __init__(self, texts: Sequence[str], text: str, start: int, end: int) -> None:
        self.texts = tuple(texts)
        self._text, self._start, self._end = text, start, end
        self._tokens: tuple[Token, ...] | None = None

    @property
    def tokens(self) -> tuple[Token, ...]:
        """All tokens with their offsets in the text."""
        if self._tokens is None:
            found = _WORD.finditer(self._text, self._start, self._end)
            self._tokens = tuple([Token(match.group(), match.start()) for match in found])
        return self._tokens

    def __len__(self) -> int:
        return len(self.texts)

    def __iter__(self) -> Iterator[Token]:
        return iter(self.tokens)

    @overload
    def __getitem__(self, index: int) -> Token: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Token, ...]: ...
    def __getitem__(self, index: int | slice) -> Token | tuple[Token, ...]:
        return self.tokens[index]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self.tokens == tuple(other)

    def __hash__(self) -> int:
        return hash(self.tokens)

    def __repr__(self) -> str:
        return repr(self.tokens)


def texts_of(tokens: Sequence[Token]) -> tuple[str, ...]:
    """The texts of ``tokens``, without creating tokens that do not exist yet."""
    return tokens.texts if type(tokens) is TokenRun else tuple([text for text, _ in tokens])
