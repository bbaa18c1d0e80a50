"""The tags and the text of an HTML file, each with its offset, in linear time.

The standard library's parser takes quadratic time on unfinished markup before Python 3.13.6 (CVE-2025-6069), and lxml
counts lines only up to 65,535. Nothing is fetched, and the file cannot define entities: only those of HTML exist.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

_PLAIN_TAG = re.compile(r'<(/?)([a-zA-Z][\w-]*)(?: class="([^"<>]*)")?>')
_NAME = re.compile(r"</?([a-zA-Z][^\s/>]*)")
_GAP = re.compile(r"[\s/]*")
_ATTRIBUTE = re.compile(r"=?[^\s/>=]*")
_EQUALS = re.compile(r"\s*=\s*")
_UNQUOTED = re.compile(r"[^\s>]*")
_REFERENCE = re.compile(r"&(?:#[0-9]{1,8}|#[xX][0-9a-fA-F]{1,8}|[a-zA-Z][a-zA-Z0-9]{1,31});?")
_RAW = {name: re.compile(rf"</{name}(?=[\s/>])", re.IGNORECASE) for name in ("script", "style", "textarea", "title")}


@dataclass(frozen=True)
class Tag:
    """A start or end tag, ``markup[start:end]``; ``empty`` if it closes itself."""

    name: str
    start: int
    end: int
    closing: bool = False
    empty: bool = False
    attributes: dict[str, str] = field(default_factory=dict)

    @property
    def classes(self) -> list[str]:
        """The names of its classes."""
        return self.attributes.get("class", "").split()


@dataclass(frozen=True)
class Text:
    """Text that begins at ``start`` in the file, or a single character written as a reference."""

    text: str
    start: int


def tokens(markup: str) -> Iterator[Tag | Text]:
    """The tags and texts of ``markup``; an unfinished tag or comment at the end is not text."""
    position = 0
    while True:
        opening = markup.find("<", position)
        yield from _texts(markup, position, len(markup) if opening < 0 else opening)
        if opening < 0:
            return
        tag = _tag(markup, opening)
        if tag is not None:
            yield tag
            position = tag.end
            if tag.name in _RAW and not tag.closing:
                end = _RAW[tag.name].search(markup, position)
                if end is None:
                    return
                position = end.start()
        elif markup.startswith(("<!", "<?", "</"), opening) or _NAME.match(markup, opening):
            ending = "-->" if markup.startswith("<!--", opening) else ">"
            end_of_it = markup.find(ending, opening + 2)
            if end_of_it < 0 or _NAME.match(markup, opening):
                return
            position = end_of_it + len(ending)
        else:
            yield Text("<", opening)
            position = opening + 1


def _texts(markup: str, start: int, end: int) -> Iterator[Text]:
    """The text from ``start`` to ``end``, with a separate piece for each character reference."""
    position = start
    if markup.find("&", start, end) >= 0:
        for reference in _REFERENCE.finditer(markup, start, end):
            if reference.start() > position:
                yield Text(markup[position : reference.start()], position)
            yield Text(html.unescape(reference.group()).replace("\xa0", " "), reference.start())
            position = reference.end()
    if position < end:
        yield Text(markup[position:end].replace("\xa0", " "), position)


def _tag(markup: str, start: int) -> Tag | None:
    plain = _PLAIN_TAG.match(markup, start)
    if plain:
        attributes = {"class": plain[3]} if plain[3] else {}
        return Tag(plain[2].lower(), start, plain.end(), bool(plain[1]), False, attributes)
    name = _NAME.match(markup, start)
    if name is None:
        return None
    attributes, empty = {}, False
    position = name.end()
    while True:
        gap = _end(_GAP, markup, position)
        if gap == len(markup):
            return None
        empty = markup[gap - 1] == "/"
        if markup[gap] == ">":
            return Tag(name[1].lower(), start, gap + 1, markup[start + 1] == "/", empty, attributes)
        position = _end(_ATTRIBUTE, markup, gap)
        attribute, value = markup[gap:position].lower(), ""
        equals = _EQUALS.match(markup, position)
        if equals:
            position = equals.end()
            quote = markup[position : position + 1]
            if quote in ('"', "'") and quote:
                closing = markup.find(quote, position + 1)
                if closing < 0:
                    return None
                value, position = markup[position + 1 : closing], closing + 1
            else:
                end = _end(_UNQUOTED, markup, position)
                value, position = markup[position:end], end
        attributes.setdefault(attribute, html.unescape(value) if "&" in value and len(value) < 1000 else value)


def _end(pattern: re.Pattern[str], markup: str, position: int) -> int:
    match = pattern.match(markup, position)
    assert match is not None
    return match.end()
