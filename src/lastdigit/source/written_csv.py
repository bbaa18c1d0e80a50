"""Tables that sources write as text with commas, below a line of names, and that a call reads."""

from __future__ import annotations

import ast
import csv
import re
from collections.abc import Iterable, Iterator, Mapping

from lastdigit.base.rule import Rule
from lastdigit.document import Passage
from lastdigit.source.python_source import name_of
from lastdigit.source.syntax import parse
from lastdigit.source.written_rows import PLAIN_NUMBER

READS_CSV = Rule(r"(?i)csv|\AStringIO\Z", "a function reads a table from its text", "read_csv", "StringIOs")
_NAME = re.compile(r"\s*[^\W\d][^,]{0,80}")
_LONGEST = 100_000


def csv_columns(sources: Iterable[Passage]) -> Mapping[str, frozenset[float]]:
    """The numbers of the columns of tables that some sources write as text, by the names of the columns.

    >>> source = Passage("text = '''tree, size\\nplum, 3\\npear, 2.5\\n'''\\nframe = read_csv(StringIO(text))", 1)
    >>> {name: sorted(numbers) for name, numbers in csv_columns([source]).items()}
    {'tree': [], 'size': [2.5, 3.0]}
    """
    found: dict[str, set[float]] = {}
    trees = [tree for tree in map(parse, sources) if tree is not None]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    given = list(_given_to_readers(nodes))
    names = {one.id for one in given if isinstance(one, ast.Name)}
    texts = [one.value for one in given if isinstance(one, ast.Constant)]
    for node in nodes:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant):
            texts += [node.value.value for one in node.targets if isinstance(one, ast.Name) and one.id in names]
    for text in texts:
        for name, number in _numbers_of(text) if isinstance(text, str) else ():
            found.setdefault(name, set()).update(() if number is None else (number,))
    return {name: frozenset(numbers) for name, numbers in found.items()}


def _given_to_readers(nodes: Iterable[ast.AST]) -> Iterator[ast.expr]:
    """What calls are given that read such a table."""
    for call in nodes:
        if isinstance(call, ast.Call) and READS_CSV.search(name_of(call.func)):
            yield from (*call.args, *(one.value for one in call.keywords))


def _numbers_of(text: str) -> Iterator[tuple[str, float | None]]:
    """The names of the columns of a table, with each of its numbers."""
    lines = [line for line in text.strip().split("\n") if line.strip()] if len(text) <= _LONGEST else []
    try:
        rows = list(csv.reader(lines, skipinitialspace=True))
    except csv.Error:
        return
    names = [name.strip() for name in rows[0]] if len(rows) > 1 else []
    if len(names) < 2 or not all(map(_NAME.fullmatch, names)):
        return
    for row in rows[1:]:
        for name, item in zip(names, row, strict=False):
            yield name, float(item) if PLAIN_NUMBER.fullmatch(item.strip()) else None
