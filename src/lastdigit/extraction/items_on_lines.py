"""A value that one call prints over many lines, a number on each, as dlib prints its vectors."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from itertools import pairwise

from lastdigit.document import Cell
from lastdigit.extraction.labels import Print
from lastdigit.extraction.thresholds import FEWEST_ITEMS_ON_LINES
from lastdigit.printing.printers import PYTHON
from lastdigit.source.printed_expressions import PrintedExpression
from lastdigit.source.syntax import parse


def items_on_lines(
    cell: Cell, prints: Sequence[Print], expressions: Sequence[PrintedExpression]
) -> Sequence[tuple[Print, str]]:
    """The numbers of such a value, named by its expression and their places; none if the cell may print more."""
    if len(prints) < FEWEST_ITEMS_ON_LINES or len(expressions) != 1 or expressions[0].items:
        return ()
    tree = parse(cell.source)
    is_alone = tree is not None and len(tree.body) == 1 and isinstance(tree.body[0], ast.Expr)
    if not is_alone or not all(map(_is_unnamed, prints)) or not _follow_each_other(prints):
        return ()
    return [(entry, f"{expressions[0].text}[{at}]") for at, entry in enumerate(prints)]


def _is_unnamed(entry: Print) -> bool:
    found = entry.found
    return not (found.label or found.path or found.array.shape) and found.array.by is PYTHON


def _follow_each_other(prints: Sequence[Print]) -> bool:
    text = prints[0].passage.text
    return all(
        one.passage is prints[0].passage and text[before.found.array.end : one.found.array.start].strip(" \t") == "\n"
        for before, one in pairwise(prints)
    )
