"""Values that follow another on their line with no words between: ``accuracy 0.5 0.75`` names the first only."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from lastdigit.extraction.labels import Print
from lastdigit.extraction.numbered_lines import are_numbers, is_numbered
from lastdigit.printing.found import LeftOut

_BETWEEN = re.compile(r"[ \t,;|/]*")


def with_own_names(entries: Iterable[Print | LeftOut]) -> Iterator[Print | LeftOut]:
    """The same prints; those that follow another have the name of their expression, where the source says it."""
    before: Print | None = None
    for entry in entries:
        if isinstance(entry, Print):
            yield _with_own_name(entry, before)
            before = entry
        else:
            before = None
            yield entry


def _with_own_name(entry: Print, before: Print | None) -> Print:
    """``entry`` behind ``before``: what stands before the words of the first, such as an epoch, belongs to both."""
    label, put_in = entry.found.label, entry.put_in
    if put_in is None or put_in.has_words or not (put_in.in_words and label):
        return entry
    text, start = entry.passage.text, entry.found.array.start
    if before is None or label != before.found.label or not _BETWEEN.fullmatch(text, before.found.array.end, start):
        ends_in_a_number = label[-1].isdigit() and text[:start].rstrip(" \t").endswith(label)
        return _called(entry, f"{label} {put_in.label}") if ends_in_a_number and not is_numbered(entry) else entry
    words = before.put_in.label if before.put_in and before.put_in.has_words else ""
    shared = label.removesuffix(words) if words and label.endswith(words) else "" if words else f"{label} "
    if are_numbers(shared.strip()):
        return _called(entry, f"{put_in.label} {shared.strip()}")
    return _called(entry, shared + put_in.label)


def _called(entry: Print, label: str) -> Print:
    return replace(entry, found=entry.found._replace(label=label))
