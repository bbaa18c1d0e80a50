"""The scalars and shapes that a line of words prints, with their labels, and what the line holds besides.

What a line's numbers are does not depend on their digits. So lines that differ in nothing else, as those of a log do,
are read once: a line of zeros tells where each of them has its numbers.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from lastdigit.printing.tokens import Token
from lastdigit.printing.words.number_on_line import DTYPES
from lastdigit.printing.words.read_line import HOLDS_A_VALUE, read_line
from lastdigit.printing.words.scalar_print import ScalarPrint, Skip

_ZEROS = str.maketrans("123456789", "000000000")
_LONGEST_TEMPLATE = 300
_REMEMBERED = 1024


class _Entry(NamedTuple):
    """What a line of zeros holds, and where the digits of its label stand in that line."""

    found: ScalarPrint | Skip
    digits: tuple[int, ...] = ()

    @property
    def is_of_any_digits(self) -> bool:
        """Whether digits stand only in its tokens and, for the line's counters, in its label."""
        found = self.found
        if isinstance(found, Skip):
            return True
        return found.dtype in DTYPES and "0" not in found.unit and found.label.count("0") == len(self.digits)

    def of(self, line: str) -> ScalarPrint | Skip:
        """The same of ``line``, which has other digits."""
        found = self.found
        if isinstance(found, Skip):
            return found
        tokens = tuple([Token(line[offset : offset + len(text)], offset) for text, offset in found.tokens])
        label = found.label
        if self.digits:
            parts = label.split("0")
            label = parts[0] + "".join([line[at] + part for at, part in zip(self.digits, parts[1:], strict=True)])
        return ScalarPrint(found.kind, tokens, label, found.dtype, found.start, found.end, found.unit)


def scalars_in_line(line: str, *, result: bool = False) -> list[ScalarPrint | Skip]:
    """The scalars and shapes that ``line`` prints beside arrays and containers, in order, and what it leaves out.

    ``result``: the line is the value of a cell's last expression, where a lone integer or truth value is a golden and
    a lone number is what ``repr`` shows. What a carriage return has overwritten is not read. Takes linear time.
    """
    if not HOLDS_A_VALUE.search(line):
        return []
    zeros = line.translate(_ZEROS)
    template = _template(zeros, result) if len(line) <= _LONGEST_TEMPLATE and "0x" not in zeros else None
    return read_line(line, result=result).found if template is None else [entry.of(line) for entry in template]


@lru_cache(maxsize=_REMEMBERED)
def _template(zeros: str, result: bool) -> tuple[_Entry, ...] | None:
    """What a line of zeros holds; None where digits say more than which number it is: in words, units, dtypes."""
    reading = read_line(zeros, result=result)
    if reading.named_by_digits:
        return None
    counters = iter(reading.counters_of)
    entries = [_Entry(found) if isinstance(found, Skip) else _Entry(found, next(counters)) for found in reading.found]
    return tuple(entries) if all(entry.is_of_any_digits for entry in entries) else None
