"""What was left out of a line as no value, but is one, since the source inserts a value right there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from lastdigit.document import Output
from lastdigit.extraction.labels import Print
from lastdigit.printing.array_reader import read_array
from lastdigit.printing.containers import read_container
from lastdigit.printing.found import FoundPrint, LeftOut
from lastdigit.printing.python_values import as_list, python_number
from lastdigit.printing.words.reasons import REASONS
from lastdigit.printing.words.scalars import scalars_in_line
from lastdigit.source.laid_upon import PutIn

_CONTAINER, _TUPLE, _IN_A_LABEL = (REASONS[key] for key in ("container", "loose tuple", "label"))
_NUMBER = re.compile(r"[-+]?\d{1,18}(?:\.\d{0,30})?(?:e[-+]?\d{1,3})?")


def may_be_put_in(entry: Print | LeftOut) -> bool:
    """Whether an entry is a value, or would be one if the source inserts it."""
    return isinstance(entry, Print) or entry.reason in (_CONTAINER, _TUPLE, _IN_A_LABEL)


def put_in_after_all(output: Output, entry: LeftOut, put_in: PutIn | None) -> Sequence[Print | LeftOut]:
    """The values of a left-out text, if the source inserts one there; else the same entry."""
    text = output.passage.text
    if put_in is None or not put_in.expressions or not _may_be(text, entry, put_in):
        return [entry]
    if entry.reason == _IN_A_LABEL:
        found = [Print(output, output.passage, one, put_in).without_joining_words for one in _in_a_label(text, entry)]
        return found or [entry]
    found = [Print(output, output.passage, one._replace(label=put_in.label), put_in) for one in _read(text, entry)]
    return found or [entry]


def _may_be(text: str, entry: LeftOut, put_in: PutIn) -> bool:
    """Whether it may be a value: a shape, or a number or brackets that do not continue a word, as an index does."""
    if entry.reason == _TUPLE:
        return put_in.is_shape
    is_one = entry.reason in (_CONTAINER, _IN_A_LABEL)
    return is_one and put_in.in_words and not text[entry.start - 1 : entry.start].isalnum()


def _in_a_label(text: str, entry: LeftOut) -> Iterator[FoundPrint]:
    """The number of a label as it is read on a line of words."""
    begin = text.rfind("\n", 0, entry.start) + 1
    for one in scalars_in_line(text[begin : entry.end], shift=begin):
        if isinstance(one, FoundPrint) and one.array.start == entry.start:
            yield one


def _read(text: str, entry: LeftOut) -> Iterator[FoundPrint]:
    span = (entry.start, entry.end)
    if number := _NUMBER.fullmatch(text, *span):
        yield FoundPrint(python_number(number.group(), entry.start))
        return
    array = read_array(text, entry.start, cut=False)
    if array is not None and array.end == entry.end and array.tokens:
        yield FoundPrint(as_list(array) if text.startswith("[", entry.start) else array)
        return
    container = read_container(text, entry.start, cut=False)
    if container is not None and container.end == entry.end:
        for at, one in enumerate(container.prints):
            yield one._replace(begins=at == 0, container=span)
