"""One scalar or shape that a line of words holds, and what such a line holds besides."""

from __future__ import annotations

from lastdigit.frozen import frozen
from lastdigit.printing.array_print import ArrayPrint
from lastdigit.printing.tokens import Token


@frozen
class ScalarPrint:
    """A printed scalar (``kind`` is ``"printed"``), or the extents of a ``"shape"``, with the words that name it.

    A scalar has one token. ``dtype`` is ``int64``, ``float64``, ``bool`` or ``complex128``, or what ``np.float32(…)``
    names. ``unit`` is what follows it, such as ``%``. ``start`` to ``end`` is the whole print in the line.
    """

    kind: str
    tokens: tuple[Token, ...]
    label: str
    dtype: str
    start: int
    end: int
    unit: str = ""

    def array(self, shift: int) -> ArrayPrint:
        """It as a print of its own, with offsets larger by ``shift``; commas between thousands are left out."""
        tokens = tuple([Token(text.replace(",", ""), offset + shift) for text, offset in self.tokens])
        shape = (len(tokens),) if self.kind == "shape" else ()
        start, end = self.start + shift, self.end + shift
        by_uniqueness = self.dtype.startswith(("float", "complex"))
        of_numpy = self.kind == "printed" and self.start < self.tokens[0].offset
        printer = "numpy" if of_numpy else "python"
        return ArrayPrint(self.kind, tokens, shape, False, printer, self.dtype, start, end, by_uniqueness=by_uniqueness)


@frozen
class Skip:
    """What was left out, from ``start`` to ``end`` of the line, and why: a key of :data:`REASONS`."""

    reason: str
    start: int
    end: int
