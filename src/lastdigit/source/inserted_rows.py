"""The rows of numbers that a document's sources insert in tables of a database, as SQL spells them out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

_INSERTS = re.compile(r"\binsert\s{1,9}(?:or \w{1,9}\s{1,9})?into\b[^;]{1,2000}?\bvalues\b", re.IGNORECASE)
_ROW = re.compile(r"\s{0,400},?\s{0,400}\(([^()]{1,2000})\)")
_NUMBER = re.compile(r"\s*(-?\d[\d_]*(?:\.\d*)?(?:[eE][-+]?\d{1,3})?)\s*")


def inserted_rows(sources: Iterable[str]) -> frozenset[Sequence[float]]:
    """The numbers of each row that a statement inserts, in their order."""
    return frozenset(map(numbers_of_row, _rows(sources)))


def _rows(sources: Iterable[str]) -> Iterator[str]:
    for source in sources:
        for insert in _INSERTS.finditer(source):
            at = insert.end()
            while row := _ROW.match(source, at):
                yield row[1]
                at = row.end()


def numbers_of_row(text: str) -> tuple[float, ...]:
    """The items of a row, or of a printed tuple, that are numbers."""
    return tuple(float(item[1]) for one in text.split(",") if (item := _NUMBER.fullmatch(one)))
