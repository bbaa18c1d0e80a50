"""Numbers that a format such as ``{:.1%}`` multiplies by 100: their labels say so."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from lastdigit.base.rule import Rule
from lastdigit.extraction.labels import Print
from lastdigit.printing.found import LeftOut
from lastdigit.source.format_specs import IN_PERCENT

SAYS_SO = Rule(r"(?i)%|per ?cent|\bpct\b", "words say that a number is in percent", "growth in %", "growth")


def in_percent(entries: Iterable[Print | LeftOut]) -> Iterator[Print | LeftOut]:
    """The same entries; labels of what is inserted in percent say so."""
    for entry in entries:
        is_in_percent = isinstance(entry, Print) and _is_in_percent(entry)
        if isinstance(entry, Print) and is_in_percent and not SAYS_SO.search(entry.found.label):
            yield replace(entry, found=entry.found._replace(label=f"{entry.found.label}{IN_PERCENT}"))
        else:
            yield entry


def _is_in_percent(entry: Print) -> bool:
    put_in = entry.put_in
    return put_in is not None and put_in.in_words and bool(entry.found.label) and put_in.expression.endswith(IN_PERCENT)
