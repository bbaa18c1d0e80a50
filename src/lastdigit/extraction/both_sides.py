"""Two numbers behind two names, as in ``Width x Height: 401 x 668``: each has the name at its side."""

from __future__ import annotations

import re
from dataclasses import replace

from lastdigit.extraction.labels import Print

_BOTH = re.compile(
    r"([^\W\d]\w{0,40}) [x×] ([^\W\d]\w{0,40})[ \t]{0,9}[:=][ \t]{0,9}(\d[\d.]{0,30}) [x×] (\d[\d.]{0,30})(?![\w.])"
)
_LONGEST = 400


def named_by_its_side(entry: Print) -> Print:
    """The same print with the name at its side of the sign, behind the words that both have before them."""
    text, start = entry.passage.text, entry.found.array.start
    if entry.found.array.shape or not entry.found.label:
        return entry
    begin = text.rfind("\n", 0, start) + 1
    line = text[begin : begin + _LONGEST].partition("\n")[0]
    both = _BOTH.search(line) if " x " in line or "×" in line else None
    if both is None or start - begin not in (both.start(3), both.start(4)):
        return entry
    name = both[1] if start - begin == both.start(3) else both[2]
    head = entry.found.label.partition(both[1])[0] if both[1] in entry.found.label else ""
    return replace(entry, found=entry.found._replace(label=f"{head}{name}".strip()))
