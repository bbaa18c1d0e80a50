"""Columns of texts: one array of characters if they are ASCII and of similar length, as nearly all numbers are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

SLACK = 4
"""The largest size of a padded array, relative to the total length of its texts."""


class AsciiTexts(Sequence[str]):
    """ASCII texts without NUL, as an array of bytes (``array``, n texts of dtype S)."""

    __slots__ = ("array",)

    def __init__(self, array: np.ndarray) -> None:
        self.array = array

    def __len__(self) -> int:
        return len(self.array)

    def __getitem__(self, at):  # type: ignore[no-untyped-def]
        return tuple(self)[at] if isinstance(at, slice) else self.array[at].decode("ascii")

    def __iter__(self) -> Iterator[str]:
        return iter(self.array.astype(np.str_).tolist())

    def take(self, places: Sequence[int]) -> AsciiTexts:
        """The texts at some indices."""
        return AsciiTexts(self.array[places])

    @property
    def matrix(self) -> np.ndarray:
        """Character codes (n, longest), zero-padded."""
        return np.ascontiguousarray(self.array).view(np.uint8).reshape(len(self.array), -1)


def texts_of(texts: Sequence[str]) -> AsciiTexts | tuple[str, ...]:
    """A column of these texts: an array if it stores them unchanged and is not much larger."""
    if isinstance(texts, AsciiTexts):
        return texts
    texts = tuple(texts)
    joined = "".join(texts)
    if not joined or not joined.isascii() or "\0" in joined:
        return texts
    if max(map(len, texts)) * len(texts) > SLACK * len(joined):
        return texts
    return AsciiTexts(np.array(texts, dtype=np.bytes_))
