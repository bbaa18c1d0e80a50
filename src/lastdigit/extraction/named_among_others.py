"""Values among others on a line of words, whose words belong to the value before: named by their expression."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from lastdigit.base.rule import Rule
from lastdigit.extraction.labels import Print
from lastdigit.printing.found import LeftOut

LEADS_ON = Rule(
    r"\d[^\n:=|]{0,80}?[,;] {1,9}(?:[a-z]{2,12}ing )?[$£€~≈(]?\Z|\d%?\)?(?: (?!(?:and|with|or)\b)[^\W\d][\w-]*){1,8}"
    r" (?:of|at|than|above|below|over|under|within|after|in) [$£€~≈(]?\Z",
    "words behind a value lead to another one without a sign",
    "2313 series passed a threshold of ",
    "2313 series and a loss of ",
)


def named_among_others(entries: Iterable[Print | LeftOut]) -> Iterator[Print | LeftOut]:
    """The same entries; those to which the words of the value before lead are named by their expression."""
    for entry in entries:
        if isinstance(entry, Print) and entry.put_in is not None and _is_led_to(entry):
            yield replace(entry, found=entry.found._replace(label=entry.put_in.expression))
        else:
            yield entry


def _is_led_to(entry: Print) -> bool:
    put_in, label = entry.put_in, entry.found.label
    if put_in is None or not (label and put_in.in_words and put_in.among_others and put_in.expression):
        return False
    if put_in.is_listed or put_in.expression in label:
        return False
    text, start = entry.passage.text, entry.found.whole[0]
    if label.startswith("of "):
        return True
    return LEADS_ON.search(text[text.rfind("\n", 0, start) + 1 : start]) is not None
