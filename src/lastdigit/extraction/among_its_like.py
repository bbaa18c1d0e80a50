"""Short numbers beside full ones that the same statement prints: they are full, too, unless a source rounds them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from lastdigit.document import Cell
from lastdigit.extraction.context import Context
from lastdigit.extraction.labels import Print
from lastdigit.extraction.shown_in_full import shows_values_otherwise
from lastdigit.printing.printers import PYTHON
from lastdigit.printing.thresholds import UNROUNDED
from lastdigit.printing.tokens import significant_digits

_BRACKETS = re.compile(r"[\s\[\](){},]+")
_PART = re.compile(r"'[^'\n]{0,80}'|\"[^\"\n]{0,80}\"|(?<![\w.])-?\d{1,30}(?:\.\d{1,30})?(?:e[-+]\d{1,3})?(?![\w.])")
_FULL = re.compile(rf"\d\.\d{{{UNROUNDED - 1},}}|\d{{2,30}}\.\d{{{UNROUNDED - 6},}}")
_MOST_LINES = 5000


def is_among_its_like(entry: Print, context: Context, cell: Cell, words: str) -> bool:
    """Whether lines that the same statement prints, or rows of the same list, show numbers here that nothing rounded.

    What no source shows may have rounded some of them, but then it would have rounded all; what a source rounds may be
    added up to numbers with all digits.
    """
    found, text = entry.found.array, entry.passage.text
    if found.by is not PYTHON or found.dtype != "float64" or found.shape:
        return False
    is_repeated = bool(entry.found.path) if entry.put_in is None else entry.put_in.repeats
    if not (is_repeated and entry.is_plain and _has_full_ones_alike(text, found.start)):
        return False
    if entry.output.kind == "result" and shows_values_otherwise(context):
        return False
    expressions, kept = entry.expressions(words), context.reached.kept_roundings
    return len(set(expressions)) == 1 and not kept.is_shown_to_be_in(expressions[0], cell.source)


def _has_full_ones_alike(text: str, start: int) -> bool:
    """Whether another line that differs in numbers and quoted words alone has a number with all digits here."""
    begin = text.rfind("\n", 0, start) + 1
    numbers, words = _parts_of(text[begin : text.find("\n", start) if "\n" in text[start:] else len(text)])
    places = [at for at, one in enumerate(numbers) if one.start() == start - begin]
    if not places:
        return False
    lines = (_parts_of(line) for line in _lines_with_floats(text))
    alike = (others for others, around in lines if around == words)
    beside = (others[places[0]][0] for others in alike)
    return any(one[0] not in "'\"" and significant_digits(one) >= UNROUNDED for one in beside)


@lru_cache(maxsize=8)
def _lines_with_floats(text: str) -> Sequence[str]:
    """The lines that have a number with all digits."""
    return [line for line in text.splitlines()[:_MOST_LINES] if _FULL.search(line)]


def _parts_of(line: str) -> tuple[list[re.Match[str]], list[str]]:
    """The numbers and quoted words of a line, and what stands around them but for brackets."""
    return list(_PART.finditer(line)), [_BRACKETS.sub(" ", one) for one in _PART.split(line)]
