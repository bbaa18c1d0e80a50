"""Numbers that a person typed when a cell asked for them with ``input``."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import lru_cache

from lastdigit.base.rule import Rule
from lastdigit.document import Cell, Passage
from lastdigit.extraction.labels import Print
from lastdigit.extraction.lines_around import before
from lastdigit.source.python_source import name_of
from lastdigit.source.syntax import parse
from lastdigit.source.written_parts import Value, lines_of

PRINTS_ONCE = Rule(
    r"(?m)\A(?:(?!\bprint\b)[\s\S]){0,9999}^print ?\([^\n]*\)[ \t]*\Z",
    "the last line of a source, outside of any block, is the only one that prints",
    "n = int(input())\nprint(n + 1)",
    "for row in rows:\n    print(row)",
)
_ASKS = frozenset(("input", "raw_input"))
_PUT_IN = ".{1,80}?"


def is_answered(cell: Cell, entry: Print) -> bool:
    """Whether a person typed the number: behind a prompt of ``input``, or on a line before the only one printed."""
    source = cell.source.text
    if "input(" not in source:
        return False
    if not entry.found.label and PRINTS_ONCE.search(source):
        return bool(entry.passage.text[entry.found.array.end :].strip())
    return any(prompt.fullmatch(before(entry)) for prompt in _prompts(cell.source))


@lru_cache(maxsize=4)
def _prompts(source: Passage) -> tuple[re.Pattern[str], ...]:
    """What the last line of each prompt looks like."""
    return tuple(_last_lines(source))


def _last_lines(source: Passage) -> Iterator[re.Pattern[str]]:
    tree = parse(source)
    for call in ast.walk(tree) if tree is not None else ():
        if isinstance(call, ast.Call) and name_of(call.func) in _ASKS and call.args:
            parts = list(lines_of(call))[-1]
            if any(isinstance(part, str) and part.strip() for part in parts):
                written = "".join([_PUT_IN if isinstance(part, Value) else re.escape(part) for part in parts])
                yield re.compile(rf"\s*{written}\s*")
