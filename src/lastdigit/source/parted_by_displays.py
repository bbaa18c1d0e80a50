"""Which statements of a cell print each of its streams, where calls that display something part them."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby, pairwise

from lastdigit.base.frozen import frozen
from lastdigit.document import Cell, Output, Passage
from lastdigit.source.printed_calls import Helpers, print_calls
from lastdigit.source.python_source import name_of
from lastdigit.source.syntax import parse

_DISPLAYS = ("display(", ".show(")


@frozen
class _Statement:
    """A statement that prints; or one that displays ``fewest`` outputs or, if it is ``open``, more."""

    node: ast.stmt
    prints: bool
    fewest: int = 0
    open: bool = False


@lru_cache(maxsize=16)
def parted_by_displays(cell: Cell, helpers: Helpers) -> Mapping[int, Passage]:
    r"""The source of each stream of a cell, by the number of its output; empty if that is not certain.

    It is the source of the cell without the lines that print other streams or display something. Statements that print
    and those that display must follow each other as the outputs do; a statement that may do both tells nothing.

    >>> kinds = ["stream", "display", "stream"]
    >>> outputs = [Output(number, Passage("1", 1), False, kind) for number, kind in enumerate(kinds, start=1)]
    >>> cell = Cell(1, 1, Passage("print(a)\ndisplay(b)\nprint(c)", 1), tuple(outputs))
    >>> parted_by_displays(cell, Helpers())[3].text.strip()
    'print(c)'
    """
    source, kinds = cell.source, [output.kind for output in cell.outputs]
    if kinds.count("stream") < 2 or "display" not in kinds or not any(map(source.text.__contains__, _DISPLAYS)):
        return {}
    tree = parse(source)
    statements = _statements(tree, source, helpers) if tree is not None else []
    runs = [list(run) for _, run in groupby(statements, key=lambda one: one.prints)]
    shown = [list(run) for _, run in groupby(_shown(cell), key=lambda one: one.kind == "stream")]
    if not _follow_alike(runs, shown) or tree is None:
        return {}
    printing = [run for run in runs if run[0].prints]
    streams = [run for run in shown if run[0].kind == "stream"]
    defined = [node for node in tree.body if isinstance(node, ast.FunctionDef) and helpers.get(node.name) is not None]
    found: dict[int, Passage] = {}
    for run, outputs in zip(printing, streams, strict=True):
        others = [one.node for one in statements if one not in run]
        found |= dict.fromkeys((output.number for output in outputs), _without(source, [*others, *defined]))
    return found


def _shown(cell: Cell) -> Iterator[Output]:
    """The outputs that are printed or displayed; values and messages of errors are neither."""
    return (output for output in cell.outputs if output.kind in ("stream", "display"))


def _statements(tree: ast.Module, source: Passage, helpers: Helpers) -> list[_Statement]:
    """The statements that print or display, in order; none if one may do both, or shares a line with another."""
    if any((one.end_lineno or one.lineno) >= behind.lineno for one, behind in pairwise(tree.body)):
        return []
    called: dict[int, set[str]] = {}
    for call in print_calls(tree, source, helpers):
        called.setdefault(call.line - source.first_line + 1, set()).add(name_of(call.call.func))
    found: list[_Statement] = []
    for node in tree.body:
        lines = range(node.lineno, (node.end_lineno or node.lineno) + 1)
        names = set().union(*(called.get(line, ()) for line in lines))
        shows = "display" in names or _shows(node)
        if (shows and names - {"display"}) or (names and isinstance(node, (ast.FunctionDef, ast.ClassDef))):
            return []
        if shows:
            count = _count_displayed(node)
            found.append(_Statement(node, False, count or 0, count is None))
        elif names:
            found.append(_Statement(node, True))
    return found


def _shows(node: ast.stmt) -> bool:
    """Whether a statement calls a method ``show``, as those of figures are called."""
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return False
    return any(isinstance(one, ast.Call) and name_of(one.func) == "show" for one in ast.walk(node))


def _count_displayed(node: ast.stmt) -> int | None:
    """How many outputs a plain call of ``display`` makes; None for anything else."""
    call = node.value if isinstance(node, ast.Expr) else None
    if not isinstance(call, ast.Call) or name_of(call.func) != "display":
        return None
    return None if any(isinstance(one, ast.Starred) for one in call.args) else len(call.args)


def _follow_alike(runs: Sequence[Sequence[_Statement]], shown: Sequence[Sequence[Output]]) -> bool:
    """Whether statements and outputs follow each other alike; figures may be shown when a cell ends."""
    if shown and runs and shown[-1][0].kind == "display" and runs[-1][0].prints:
        shown = shown[:-1]
    if len(runs) != len(shown):
        return False
    for at, (run, outputs) in enumerate(zip(runs, shown, strict=True)):
        if run[0].prints != (outputs[0].kind == "stream"):
            return False
        fewest = sum(one.fewest for one in run)
        has_more = len(outputs) > fewest and not any(one.open for one in run) and at < len(runs) - 1
        if not run[0].prints and (len(outputs) < fewest or has_more):
            return False
    return True


def _without(source: Passage, nodes: Sequence[ast.stmt]) -> Passage:
    """A source with blanks in place of statements, on all of their lines."""
    lines = source.text.split("\n")
    for node in nodes:
        first = min((one.lineno for one in getattr(node, "decorator_list", ())), default=node.lineno)
        last = node.end_lineno or node.lineno
        lines[first - 1 : last] = [" " * len(line) for line in lines[first - 1 : last]]
    return Passage("\n".join(lines), source.first_line, source.within, source.jumps)
