"""Rows that a loop or ``print(*rows)`` prints below a heading, ``print("Lower")`` and then a matrix: it names all."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from lastdigit.base.rule import Rule
from lastdigit.extraction.labels import Print
from lastdigit.printing.found import LeftOut

HEADS_A_LOOP = Rule(
    r"[ :=]{0,3}(?:\\n)?['\"]\)[ \t]*(?:#[^\n]{0,200})?\n"
    r"\s{0,80}for [^\n]{1,200}:[ \t]*\n?\s{0,80}print ?\([^'\"\n]{1,200}\)",
    "what stands behind words in a source prints them, and then the values of a loop without words",
    '")\nfor row in rows:\n    print(row)',
    '")\nprint(row)',
)
HEADS_ITEMS = Rule(
    r"[ :=]{0,3}(?:\\n)?['\"]\)[ \t]*(?:#[^\n]{0,200})?\n\s{0,80}print\(\*[^\n]{1,200}, ?sep ?= ?['\"]\\n['\"]\)"
    r"(?!\s{0,80}print ?\((?!f?['\"]))",
    "what stands behind words in a source prints them, and then the items of an object, one a line",
    "\")\nprint(*rates, sep='\\n')",
    '")\nprint(*rates)',
)


def with_headings_of_rows(entries: Iterable[Print | LeftOut], source: str) -> Iterator[Print | LeftOut]:
    """The same entries; rows below a named one, line by line and of its shape, have its heading."""
    above: Print | None = None
    for entry in entries:
        if not isinstance(entry, Print) or entry.found.path or len(entry.found.array.shape) > 1:
            above = None
            yield entry
            continue
        if above is not None and _follows(above, entry):
            above = replace(entry, found=entry.found._replace(label=above.found.label))
            yield above
            continue
        above = entry if entry.found.label and entry.is_named_above and _heads_a_loop(entry, source) else None
        yield entry


def _follows(above: Print, entry: Print) -> bool:
    """Whether an unnamed row stands on the line below another of its shape."""
    first, second = above.found.array, entry.found.array
    between = entry.passage.text[first.end : second.start]
    is_alike = not entry.found.label and entry.put_in is None and first.shape == second.shape
    return is_alike and between.strip() == "" and between.count("\n") == 1


def _heads_a_loop(entry: Print, source: str) -> bool:
    rules = [HEADS_A_LOOP] if entry.found.array.shape and "for " in source else []
    rules += [HEADS_ITEMS] if "print(*" in source else []
    places = [at.end() for at in re.finditer(re.escape(entry.found.label), source)] if rules else []
    return any(rule.match(source, place) for rule in rules for place in places)
