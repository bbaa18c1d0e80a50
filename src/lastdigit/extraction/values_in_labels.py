"""Labels of sentences without the results that the source inserts before: ``3 of 40 fell, which is 7.5`` at ``7.5``.

Settings and counters stay in a label, since they say of what a value is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from lastdigit.extraction.labels import Print
from lastdigit.printing.found import LeftOut
from lastdigit.source.laid_upon import PutIn
from lastdigit.source.words_between import joins

_NUMBER = re.compile(r"[-+]?\d[\d.,]*(?:e[-+]?\d+)?")
_LETTERS = re.compile(r"[^\W\d_]{2}")
_ENDS = " \t,;:=(-"


def without_values(entries: Iterable[Print | LeftOut]) -> Iterator[Print | LeftOut]:
    """The same entries; labels have no results of their own line that have a place of their own in the source."""
    line_end, results = -1, list[str]()
    for entry in entries:
        if not isinstance(entry, Print):
            yield entry
            continue
        put_in = entry.put_in
        text, start, end = entry.passage.text, entry.found.array.start, entry.found.array.end
        if start > line_end:
            at = text.find("\n", end)
            line_end, results = at if at >= 0 else len(text), []
        if put_in is not None and _names_nothing(entry, put_in):
            yield replace(entry, found=entry.found._replace(label=put_in.label))
        else:
            yield _without(entry, results) if results else entry
        number = text[start:end].rstrip("% ")
        if put_in is not None and _is_a_result(put_in) and _NUMBER.fullmatch(number):
            results.append(number)


def _is_a_result(put_in: PutIn) -> bool:
    """Whether a value is no setting, and no value that a loop or a helper prints anew, which tells lines apart."""
    return put_in.in_words and not (put_in.reason or put_in.repeats)


def _names_nothing(entry: Print, put_in: PutIn) -> bool:
    """Whether a label is a number and a word that joins it to the next one, as in ``of 2, and 3 is 0.5``."""
    if not put_in.in_words or put_in.label not in put_in.expressions:
        return False
    words, numbers = _NUMBER.subn("", entry.found.label)
    return numbers > 0 and bool(words.strip()) and joins(words.strip())


def _without(entry: Print, results: Sequence[str]) -> Print:
    label = entry.found.label
    if not any(map(str.isdigit, label)):
        return entry
    for number in results:
        label = re.sub(rf"(?: ?[:=])? ?(?<![\w.]){re.escape(number)}(?![\w.]|,\d)(?:[ ]?%)?", "", label)
    label = label.strip(_ENDS)
    expression = entry.put_in.label if entry.put_in is not None else ""
    if all(map(joins, label.removesuffix(expression).split())):
        label = expression
    if label == entry.found.label or not _LETTERS.search(label):
        return entry
    return replace(entry, found=entry.found._replace(label=label))
