"""An integer at the start of a line, before other values: a value if the source computes it, ``print(len(x), y)``.

Without the source it looks like the number of the line, which names the values behind it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from lastdigit.base.rule import Rule
from lastdigit.document import Cell, Output
from lastdigit.extraction.labels import Print
from lastdigit.printing.found import FoundPrint, LeftOut
from lastdigit.printing.python_values import python_number
from lastdigit.printing.words.reasons import REASONS
from lastdigit.source.laid_upon import PutIn

_UNIT = re.compile(r" [^\W\d]")
_FOLLOWED = re.compile(r"[ \t,;]+[-+(\[\w]")
_NUMBERS_A_LINE = REASONS["enumeration"]
COUNTS = Rule(
    r"\Alen\(|\.(?:size|shape\[-?\d\]|sum\(.{0,80}\)|nunique\(\)|arg(?:max|min)\(.{0,80}\))\Z|\A(?:np\.)?(?:sum|count_nonzero)\(",
    "an expression counts or searches something, in each round of a loop anew",
    "len(group)",
    "length",
)
COUNTER = Rule(
    r"\A(?:[ijkt]|it|iter\w*|\w*epoch|\w*step|idx|index)\Z",
    "a name is one of those that counters have",
    "epoch",
    "epochs",
)


def with_first_values(
    cell: Cell, output: Output, entries: Sequence[Print | LeftOut], said: Sequence[PutIn | None]
) -> list[Print | LeftOut]:
    """The same entries; an integer that begins a line and was computed is a value, and no part of other labels."""
    if not any(isinstance(one, LeftOut) and one.reason == _NUMBERS_A_LINE for one in entries):
        return list(entries)
    text = output.passage.text
    taken: list[Print | LeftOut] = []
    number, line_end = "", 0
    for entry, put_in in zip(entries, said, strict=True):
        if isinstance(entry, LeftOut):
            if put_in is not None and _is_computed(cell, text, entry, put_in):
                number, line_end = text[entry.start : entry.end], text.find("\n", entry.end)
                line_end = line_end if line_end >= 0 else len(text)
                found = FoundPrint(python_number(number, entry.start), put_in.label)
                taken.append(Print(output, output.passage, found, put_in))
            else:
                taken.append(entry)
            continue
        label = entry.found.label
        if number and entry.found.array.start < line_end and f"{label} ".startswith(f"{number} "):
            label = label[len(number) :].lstrip() or (put_in.label if put_in else label)
            taken.append(replace(entry, found=entry.found._replace(label=label)))
        else:
            taken.append(entry)
    return taken


def _is_computed(cell: Cell, text: str, entry: LeftOut, put_in: PutIn) -> bool:
    """Whether the source inserts a result there that is neither a counter nor what tells the values behind it apart."""
    if entry.reason != _NUMBERS_A_LINE or not text[entry.start : entry.end].isdigit() or put_in.reason:
        return False
    name = put_in.expression
    if not name or put_in.has_words or _FOLLOWED.match(text, entry.end) is None:
        return False
    if put_in.repeats:
        return COUNTS.search(name) is not None
    may_count = put_in.tells_apart or f"{name} += 1" in cell.source.text
    return not (may_count and not _UNIT.match(text, entry.end)) and COUNTER.search(name) is None
