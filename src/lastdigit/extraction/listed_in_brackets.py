"""Values in brackets that the source writes itself around several values, below a list of as many names.

``print("(node, weight) = (%d, %.2f)" % (i, w))`` prints no array: each value has a name of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lastdigit.document import Cell
from lastdigit.extraction.labels import Print
from lastdigit.printing.found import FoundPrint, LeftOut
from lastdigit.printing.words.scalars import scalars_in_line
from lastdigit.source.printed_lines import PrintedLine


def may_be_listed(found: FoundPrint) -> bool:
    """Whether words before brackets may name the values in them one by one."""
    return len(found.array.shape) == 1 and not found.path and found.label.count(",") == len(found.array.tokens) - 1 > 0


def apart(cell: Cell, entry: Print, lines: Sequence[PrintedLine]) -> Iterator[Print | LeftOut]:
    """The values in the brackets, each with its name; the same print if the source did not write these brackets."""
    array, text = entry.found.array, entry.passage.text
    names = [name.strip(" ()[]:=") for name in entry.found.label.split(",")]
    start = text.rfind("\n", 0, array.start) + 1
    end = text.find("\n", array.end)
    line = text[start : end if end >= 0 else len(text)]
    indent = start + len(line) - len(line.lstrip())
    places = [(token.offset - indent, token.offset + len(token.text) - indent) for token in array.tokens]
    if not all(names) or not any(all(one.at(line.strip(), *place) for place in places) for one in lines):
        yield entry
        return
    inside = text[array.start + 1 : array.end - 1]
    for found in scalars_in_line(inside, shift=array.start + 1):
        if isinstance(found, LeftOut):
            yield LeftOut(found.start, found.end, found.reason, cell, entry.output)
            continue
        name = names[text.count(",", array.start, found.array.start)]
        yield Print(entry.output, entry.passage, found._replace(label=name))
