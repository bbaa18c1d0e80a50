"""Random changes to valid files: bytes, words of TOML and values of JSON."""

from __future__ import annotations

import copy
import random
import re
from typing import Any

_WORD = re.compile(rb"[A-Za-z_]+|[0-9.]+|\"[^\"\n]*\"|[][{}=,]|\n")
PIECES = (
    *(b'""', b'"x"', b'"../x"', b"-1", b"0", b"1.5", b"nan", b"inf", b"true", b"[]", b"{}", b"[[]]", b"[1, 2, 3]"),
    *(b"1e400", b"9" * 20, b"9" * 5000, b"0x" + b"f" * 40, b"2024-02-29", b"[" * 200, b'"\\u0000"', b'"\\n"', b"'x'"),
    *(
        b"\xff",
        b"\0",
        b"\r",
        b"\xef\xbb\xbf",
        b"#",
        b"=",
        b".",
        b"\n\n",
        b"[[case]]\n",
        b"{ eye = 3000 }",
        b'["x", "x"]',
    ),
    *(b"1_0", b"1e999999999", b"...", b"None", b"+5", b"a.b.c", b"[100000, 100000]", b"{ join = [] }"),
)
"""Pieces to insert into a file."""
VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1.5, 2**70, 10**400, 1e308, float("nan"), float("-inf"), "", "x", "\ud800", "a\0b"),
    *([], {}, [None], [[[]]], {"": {}}, ["x", 1], "9" * 5000, "../x", "AAAA", "0", [0, 1, 2], 2**53),
)
"""Replacements for values."""


def changed_bytes(content: bytes, draw: random.Random) -> bytes:
    """A text with a few of its bytes or words changed, moved, duplicated or deleted."""
    for _ in range(draw.choice((1, 1, 1, 2, 3, 6))):
        words = [match.span() for match in _WORD.finditer(content)]
        start, end = draw.choice(words) if words and draw.random() < 0.8 else (draw.randrange(len(content) + 1),) * 2
        kind = draw.randrange(6)
        if kind == 0:
            content = content[:start] + draw.choice(PIECES) + content[end:]
        elif kind == 1:
            content = content[:start] + content[end:]
        elif kind == 2:
            content = content[:end] + content[start:end] + content[end:]
        elif kind == 3 and words:
            first, last = draw.choice(words)
            content = content[:start] + content[first:last] + content[end:]
        elif kind == 4 and content:
            at = min(start, len(content) - 1)
            content = content[:at] + bytes([draw.randrange(256)]) + content[at + 1 :]
        elif kind == 5:
            lines = content.splitlines(keepends=True)
            draw.shuffle(lines) if draw.random() < 0.1 else lines.append(draw.choice(lines or [b"\n"]))
            content = b"".join(lines)
    return content


def changed_values(plain: Any, draw: random.Random) -> Any:
    """Plain values with a few of them replaced, deleted, or exchanged."""
    plain = copy.deepcopy(plain)
    for _ in range(draw.choice((1, 1, 2, 3))):
        places = list(_places(plain))
        if not places:
            return plain
        inside, key = draw.choice(places)
        kind = draw.randrange(4)
        if kind == 0 and isinstance(inside, dict):
            del inside[key]
        elif kind == 1:
            other, other_key = draw.choice(places)
            inside[key] = copy.deepcopy(other[other_key])
        elif kind == 2 and isinstance(inside[key], str) and inside[key]:
            at = draw.randrange(len(inside[key]))
            inside[key] = inside[key][:at] + draw.choice("09-,.x A\0é") + inside[key][at + 1 :]
        else:
            inside[key] = copy.deepcopy(draw.choice(VALUES))
    return plain


def _places(plain: Any) -> Any:
    """Every nested list or object with each of its keys."""
    waiting = [plain]
    while waiting:
        inside = waiting.pop()
        if isinstance(inside, (dict, list)):
            for key in list(inside) if isinstance(inside, dict) else range(len(inside)):
                yield inside, key
                waiting.append(inside[key])
