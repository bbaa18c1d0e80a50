"""Labels of values in brackets that words before them open, as in ``2.64 % of all (conf 0.95)``."""

from __future__ import annotations

import re
from dataclasses import replace

from lastdigit.extraction.labels import Print

_OPENED = re.compile(r"\A(.*\S) ?\(([^()]*[^\W\d][^()]*)\Z")
_DIGIT = re.compile(r"\d")


def without_opened_bracket(entry: Print) -> Print:
    """The same print named by the words in its bracket; those before it are kept unless they follow another value."""
    opened = _OPENED.match(entry.found.label) if "(" in entry.found.label and not entry.found.path else None
    if opened is None or entry.found.array.shape:
        return entry
    text, start = entry.passage.text, entry.found.array.start
    line = text[text.rfind("\n", 0, start) + 1 : start]
    before = line.rpartition(opened[1])[0]
    name = opened[2] if _DIGIT.search(before) else f"{opened[1]} {opened[2]}"
    return replace(entry, found=entry.found._replace(label=name.strip()))
