"""Numbers that a format such as ``{:.1%}`` multiplies by 100: their labels say so."""

from __future__ import annotations

from dataclasses import replace

from lastdigit.base.rule import Rule
from lastdigit.extraction.labels import Print
from lastdigit.source.format_specs import IN_PERCENT

SAYS_SO = Rule(r"(?i)%|per ?cent|\bpct\b", "words say that a number is in percent", "growth in %", "growth")


def in_percent(entry: Print) -> Print:
    """The same print; the label of what is inserted in percent says so."""
    put_in, label = entry.put_in, entry.found.label
    if put_in is None or not (label and put_in.in_words) or SAYS_SO.search(label):
        return entry
    if not put_in.expression.endswith(IN_PERCENT):
        return entry
    return replace(entry, found=entry.found._replace(label=f"{label}{IN_PERCENT}"))
