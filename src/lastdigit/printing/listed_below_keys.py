"""Numbers that the text of an object lists below its keys, one on each line behind a hyphen, as YAML does."""

from __future__ import annotations

import re

_KEY = re.compile(r"(?m)^[ \t]{0,200}(?:- )?[^\W\d][\w .]{0,80}:[ \t]*$")
_ITEMS = re.compile(r"(?m)(?:^[ \t]{0,200}- +-?\d[\w.+-]{0,40}[ \t]*(?:\n|\Z))+")


def lists_below_keys(text: str) -> list[tuple[int, int, str]]:
    """The spans and the kind of such lists, without their keys; lines may be left out between them.

    >>> lists_below_keys("rates:\\n- 0.5\\n- 1.5\\nsteps: 3")
    [(7, 18, 'representation')]
    """
    if "- " not in text or not _KEY.search(text):
        return []
    return [
        (found.start(), found.start() + len(found[0].rstrip()), "representation") for found in _ITEMS.finditer(text)
    ]
