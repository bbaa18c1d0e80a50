"""JSON with places: the place of a syntax error, and that of a value."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from lastdigit.base.errors import UnreadableDocument
from lastdigit.base.extras import needs
from lastdigit.document import Passage, Place

with needs("documents"):
    import orjson

Key = str | int

_SPACE = re.compile(r"[ \t\n\r]*")
_LONG_NUMBER = re.compile(r"\d{4301}")
_CONFLICT = re.compile(r"(?:<{7}|={7}|>{7})[^\n]{0,80}")
_BRACKET = re.compile(r'"(?:[^"\\]|\\.)*"|[\[{]|[\]}]', re.DOTALL)
_NAMES = {dict: "an object", list: "a list", str: "a string", bool: "a boolean", int: "a number", float: "a number"}


def quick_json(content: bytes) -> Any:
    """The value of JSON in UTF-8; raises ValueError for anything that needs :func:`read_json`, or is invalid.

    Integers beyond 64 bits become floats.
    """
    return orjson.loads(content)


def read_json(path: Path, text: str) -> Any:
    """The value of a JSON text; raises :class:`UnreadableDocument` with line and column if it is invalid.

    Of duplicate keys in an object the last one counts, as in every reader of notebooks.
    """
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        conflict = _CONFLICT.match(text, error.pos)
        found = repr(text[error.pos]) if error.pos < len(text) else "the end of the file"
        if conflict:
            found = f"an unresolved merge conflict, {conflict.group()!r}"
        raise _unreadable(path, text, error.pos, f"JSON ({error.msg.lower()})", found) from error
    except RecursionError as error:
        raise _unreadable(path, text, _deepest(text), "JSON", "brackets nested too deeply") from error
    except ValueError as error:
        number = _LONG_NUMBER.search(text)
        position = number.start() if number else 0
        raise _unreadable(path, text, position, "a number of at most 4300 digits", "a longer one") from error


def place_of(text: str, keys: Sequence[Key]) -> Place:
    """The place of the value at ``keys`` in a JSON text; if it is missing, that of the last key found on the path."""
    position = _after_space(text, 0)
    for key in keys:
        inner = _member(text, position, key)
        if inner is None:
            break
        position = inner
    return Passage(text, 1).place(position)


def spelled(keys: Sequence[Key]) -> str:
    """The path of a value, such as ``cells[3].outputs[0].text``."""
    words = ""
    for key in keys:
        words += f"[{key}]" if isinstance(key, int) else f".{key}" if words else key
    return words or "the whole file"


def kind_of(value: Any) -> str:
    """The type of a value, in words."""
    return "null" if value is None else _NAMES[type(value)]


def _unreadable(path: Path, text: str, position: int, expected: str, found: str) -> UnreadableDocument:
    place = Passage(text, 1).place(position)
    return UnreadableDocument(path, place.line, expected, found, place.column)


def _deepest(text: str) -> int:
    """The offset at which brackets first reach their deepest nesting."""
    depth = deepest = position = 0
    for match in _BRACKET.finditer(text):
        if match.group() in ("[", "{"):
            depth += 1
            if depth > deepest:
                deepest, position = depth, match.start()
        elif match.group() in ("]", "}"):
            depth -= 1
    return position


def _member(text: str, start: int, key: Key) -> int | None:
    """The offset of the value of member ``key`` in the object or list at ``start``; None if it is missing."""
    decoder = json.JSONDecoder()
    position = _after_space(text, start + 1)
    number, found = 0, None
    while position < len(text) and text[position] not in "]}":
        name: Key = number
        if text[start] == "{":
            name, position = decoder.raw_decode(text, position)
            position = _after_space(text, _after_space(text, position) + 1)
        if name == key:
            found = position
        _, position = decoder.raw_decode(text, position)
        position = _after_space(text, position)
        if text[position] == ",":
            position = _after_space(text, position + 1)
        number += 1
    return found


def _after_space(text: str, position: int) -> int:
    space = _SPACE.match(text, position)
    assert space is not None
    return space.end()
