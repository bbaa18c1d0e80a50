"""Labels of prints: their own words, or the expression that is printed without any."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from lastdigit.document import Output, Passage
from lastdigit.extraction.no_labels import names_nothing
from lastdigit.frozen import frozen
from lastdigit.printing.array_print import ArrayPrint
from lastdigit.printing.found import FoundPrint
from lastdigit.printing.python_values import python_number
from lastdigit.source.printed_expressions import PrintedExpression, labels_for


@frozen
class Print:
    """One print of an output, found in its text or in its HTML."""

    output: Output
    passage: Passage
    found: FoundPrint

    @property
    def by_nobody_known(self) -> Print:
        """The same print where pandas was not at hand."""
        array = self.found.array
        if array.printer != "pandas":
            return self
        return replace(self, found=self.found._replace(array=replace(array, printer="table")))

    @property
    def without_no_label(self) -> Print:
        """The same print without words that name nothing."""
        if not self.found.label or not names_nothing(self.found.label):
            return self
        return replace(self, found=self.found._replace(label=""))


def may_be_named_by_source(entry: Print) -> bool:
    """Whether the source can have a say in its label; words alone name a scalar on their line."""
    return not entry.found.label or bool(entry.found.path or entry.found.array.shape)


def labelled(prints: Sequence[Print], expressions: Sequence[PrintedExpression]) -> Iterator[tuple[Print, str]]:
    """Each print with its label: its own words, or the expression that is printed without any."""
    if not prints:
        return
    unnamed = [entry for entry in prints if entry.found.begins and not entry.found.label]
    shapes = [_may_be_a_shape(entry.found.array) for entry in unnamed]
    labels = iter(labels_for(expressions, shapes) if shapes else ())
    items_of = {one.text: one.items for one in reversed(expressions) if one.items}
    label = ""
    for entry in prints:
        found = entry.found
        if found.label:
            label = found.label
        elif found.begins:
            label = next(labels)
        items = items_of.get(label, ()) if items_of else ()
        written_out = items and found.array.printer == "python" and (len(items),) == found.array.shape[:1]
        if written_out and not (found.label or found.path):
            yield from zip(_one_by_one(entry), items, strict=True)
        else:
            yield entry, _item(label, found.path, items) or f"output {entry.output.number}{found.path}"


def _may_be_a_shape(array: ArrayPrint) -> bool:
    return array.kind == "shape" or (array.printer == "python" and array.dtype == "int64" and len(array.shape) == 1)


def _one_by_one(entry: Print) -> Iterator[Print]:
    """The items of a tuple that the source writes out, each as a print of its own."""
    array = entry.found.array
    shape = array.shape[1:]
    size = math.prod(shape)
    for first in range(0, len(array.tokens), max(size, 1)):
        tokens = array.tokens[first : first + size]
        item = replace(array, tokens=tokens, shape=shape) if shape else python_number(*tokens[0])
        yield replace(entry, found=entry.found._replace(array=item))


def _item(label: str, path: str, items: Sequence[str]) -> str:
    """The label of an item: of a tuple that the source writes out, the expression."""
    named = re.match(r"\[(['\"])(.{1,80}?)\1\]", path) if items else None
    if named is not None:
        return named[2] + path[named.end() :]
    match = re.match(r"\[(\d+)\]", path) if items else None
    if match and int(match[1]) < len(items):
        return items[int(match[1])] + path[match.end() :]
    return label and label + path
