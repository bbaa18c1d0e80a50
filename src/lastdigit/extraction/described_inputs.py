"""Numbers that a specification gives an input: its default, its limits, the values that it may have.

A dict describes an input if other items of it say which type it has, or what it is.
"""

from __future__ import annotations

import re

from lastdigit.base.rule import Rule
from lastdigit.extraction.labels import Print
from lastdigit.printing.printers import PYTHON

OF_AN_INPUT = Rule(
    r"\['(?:default(?:Value)?|exclusiveM(?:in|ax)imum|(?:min|max)(?:imum|Items|Length|Properties)?|multipleOf|enum|const"
    r"|examples?)'\](?:\[\d+\])?\Z",
    "an item is what a specification may say of an input",
    "env.spec['rows']['minimum']",
    "['default_rate']",
)
TELLS_THE_TYPE = Rule(
    r"['\"]d?type['\"]: ?\[?['\"](?:integer|number|int|float|double|long|string|str|array|list|tuple|object|boolean"
    r"|bool|null)['\"]",
    "an item says which type an input has",
    "'type': 'integer', ",
    "'type': 'apple', ",
)
DESCRIBES = Rule(
    r"['\"](?:default|description|title|help)['\"]: ",
    "an item says what an input is, or what it is by default",
    "'default': 3, ",
    "'mean': 3, ",
)
_INNER = re.compile(r"[\[{][^][{}]*[\]}]")
_FARTHEST, _DEEPEST = 4000, 9


def is_of_a_described_input(entry: Print) -> bool:
    """Whether a value of a dict is the default or a limit of an input that items beside it describe."""
    found, array = entry.found, entry.found.array
    if not found.path or array.by is not PYTHON or not OF_AN_INPUT.search(found.path):
        return False
    own = _items_beside(entry.passage.text, array.start, array.end)
    return TELLS_THE_TYPE.search(own) is not None or len(set(DESCRIBES.expression.findall(own))) > 1


def _items_beside(text: str, start: int, end: int) -> str:
    """The items of the innermost dict around a value that are no lists or dicts."""
    before = _without_inner(text[max(start - _FARTHEST, 0) : start])
    return before.rpartition("{")[2] + _without_inner(text[end : end + _FARTHEST]).partition("}")[0]


def _without_inner(text: str) -> str:
    for _ in range(_DEEPEST):
        text, changed = _INNER.subn("", text)
        if not changed:
            break
    return text
