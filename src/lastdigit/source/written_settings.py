"""Numbers that sources write inside of texts, behind a name: lines of YAML, TOML, JSON or a file of settings."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping

from lastdigit.document import Passage
from lastdigit.source.syntax import parse
from lastdigit.source.written_rows import PLAIN_NUMBER

_LINE = re.compile(
    r"^[ \t]{0,40}(?:- )?[\"']?([^\W\d][\w -]{0,60})[\"']?[ \t]{0,20}[:=][ \t]{0,20}"
    rf"({PLAIN_NUMBER.pattern})"
    r"[ \t]{0,20},?[ \t]{0,20}(?:#[^\n]{0,200})?$",
    re.MULTILINE,
)
_LONGEST = 100_000


def settings_in_texts(sources: Iterable[Passage]) -> Mapping[str, frozenset[float]]:
    """The numbers that lines of texts in some sources give to names, by these names.

    >>> source = Passage("options = yaml.safe_load('''\\nsteps: 500\\nrate: 0.5  # slow\\n''')", 1)
    >>> {name: sorted(numbers) for name, numbers in settings_in_texts([source]).items()}
    {'steps': [500.0], 'rate': [0.5]}
    """
    found: dict[str, set[float]] = {}
    for text in _texts(sources):
        for name, number in _LINE.findall(text):
            found.setdefault(name.strip(), set()).add(float(number))
    return {name: frozenset(numbers) for name, numbers in found.items()}


def _texts(sources: Iterable[Passage]) -> Iterator[str]:
    """The strings of some sources that have several lines, and what a cell writes to a file."""
    for source in sources:
        if source.text.startswith("%%writefile"):
            yield source.text[:_LONGEST]
        tree = parse(source)
        for node in ast.walk(tree) if tree else ():
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and "\n" in node.value[:_LONGEST]:
                yield node.value[:_LONGEST]
