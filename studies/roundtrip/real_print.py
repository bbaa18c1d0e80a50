"""A real printer's output, with independent knowledge of its elements, shape, dtype and options."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from lastdigit.printing.print_options import PrintOptions


@dataclass(frozen=True)
class RealPrint:
    """A print and the data behind it.

    ``array`` is the whole array, ``text`` the result of ``printed`` for it, ``tokens`` the printer's own formatting of
    each visible element, in row-major order, and ``shown`` the indices of these in the flat array. ``edges`` are those
    of a summary. ``dtype_said`` and ``shape_said``: the text contains them, the latter if it is a summary.
    """

    text: str
    array: np.ndarray
    printed: Callable[[np.ndarray], str]
    tokens: tuple[str, ...]
    shown: np.ndarray
    edges: tuple[tuple[int, int] | None, ...] | None
    options: PrintOptions
    dtype: str
    dtype_said: bool
    shape_said: bool
    printer: str

    def with_number(self, element: int, number: Any, part: str | None) -> str:
        """The text with ``number`` in place of a visible element, or of its ``real`` or ``imag`` ``part``."""
        changed = self.array.copy()
        flat = changed.reshape(-1)
        place = self.shown.reshape(-1)[element]
        if part is None:
            flat[place] = number
        else:
            getattr(flat, part)[place] = number
        return self.printed(changed)

    def __str__(self) -> str:
        return f"{self.text}\n{self.array.dtype} {self.array.shape} {self.options}\n{self.array.ravel().tolist()}"


def shown_part(
    shape: tuple[int, ...], edgeitems: int, *, summarised: bool
) -> tuple[np.ndarray, tuple[tuple[int, int] | None, ...] | None]:
    """The indices of the visible elements, in their shape, and the edges of each axis; no edges if all are visible."""
    indices = np.arange(math.prod(shape)).reshape(shape)
    if not summarised:
        return indices, None
    edges: list[tuple[int, int] | None] = []
    for axis, extent in enumerate(shape):
        long = extent > 2 * edgeitems
        edges.append((edgeitems, edgeitems) if long else None)
        if long:
            kept = [*range(edgeitems), *range(extent - edgeitems, extent)]
            indices = np.take(indices, kept, axis=axis)
    return indices, tuple(edges) if any(edges) else None
