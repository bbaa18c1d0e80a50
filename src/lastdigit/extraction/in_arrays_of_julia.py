"""Arrays as Julia prints them: a line with their size and type, and their rows below, each after a space."""

from __future__ import annotations

import re
from bisect import bisect_right

SIGN = "}:\n "
_ARRAY = re.compile(r"\b\d{1,9}(?:-element|(?:×\d{1,9}){1,4}) [A-Z]\w{0,40}\{[^\n]{1,80}\}:(?:\n [^\n]*)+")


class ArraysOfJulia:
    r"""The arrays in a text.

    >>> text = "t: 2-element Vector{Float64}:\n 0.5\n 1.5\nn: 3"
    >>> arrays = ArraysOfJulia(text)
    >>> arrays.hold(text.index("1.5")), arrays.hold(text.index("n: 3"))
    (True, False)
    """

    def __init__(self, text: str) -> None:
        found = list(_ARRAY.finditer(text)) if SIGN in text else []
        self._begin, self._end = [one.start() for one in found], [one.end() for one in found]

    def hold(self, start: int) -> bool:
        """Whether what starts there stands in one of them, or in its first line."""
        at = bisect_right(self._begin, start) - 1
        return at >= 0 and start < self._end[at]
