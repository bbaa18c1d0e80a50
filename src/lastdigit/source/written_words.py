"""The words that a document's sources write before values: text in strings before a placeholder.

``f"mean {m:.2f} of {n}"`` writes "mean" and "of" before a value, and so does ``print("mean", m)``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

_LITERAL = re.compile(r"\"\"\"[^\"]*\"\"\"|'''[^']*'''|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'")
_HOLE = re.compile(r"\{[^{}]*\}|%[-+ #0]?\d*(?:\.\d+)?[a-zA-Z%]|\\n")
_WORD = re.compile(r"[^\W\d][\w'’]*")
_LAST = re.compile(r"([^\W\d][\w'’]*)[ :=(\[]{0,4}\Z")
_FIRST = re.compile(r"[ )\],;:%]{0,4}([^\W\d][\w'’]*)")
_COUNTS = re.compile(
    r"\bfor\s+([^\W\d]\w{0,40}(?:\s?,\s?[^\W\d]\w{0,40}){0,4})\s+in\s+(?:tqdm\(|list\(|itertools\.)?"
    r"(?:np\.|numpy\.)?(range|enumerate|combinations|permutations|product|ndindex|ndenumerate)\s?\("
)
"""Loops whose variables count iterations; such a variable in a string is no value."""
_IDENTIFIES = re.compile(r"\{\s?(?:\w+\.)*(?:\w*_)?(?:id|uid|idx|ident|identifier)\s?[:!}]")
_NAME = re.compile(r"\{\s?(?:\d+\s?\*\s?)?([^\W\d]\w*)\s?(?:[-+*]\s?\d+\s?)?[:!}]")
NEAR = 120
"""Characters around a value that are compared with strings of the source. With 60 or 240 no golden of 118
documents changes."""


@dataclass(frozen=True)
class _Endings:
    """The last word, and the last two, before values in the strings of some sources.

    ``alone`` are words without another before them in their string, or since the previous value. ``values_follow``:
    only punctuation such as a colon separates two values, whose words are unknown. ``around`` are the words
    immediately before and after a value, each "" at an end of its string.
    """

    pairs: frozenset[tuple[str, str]]
    around: frozenset[tuple[str, str]]
    alone: frozenset[str]
    values_follow: bool


class WrittenWords:
    """The words in strings of ``sources`` around values, collected in linear time on first use."""

    def __init__(self, sources: Sequence[str]) -> None:
        self._sources = sources

    @cached_property
    def _endings(self) -> _Endings:
        return _endings(self._sources)

    @cached_property
    def none(self) -> bool:
        """Whether no source writes words before a value."""
        parts = (part for source in self._sources for literal in _literals(source) for part, _ in _parts(literal))
        return not any(_WORD.search(part[-NEAR:]) for part in parts)

    @property
    def values_follow(self) -> bool:
        """Whether only punctuation such as a colon separates two values, whose words are unknown."""
        return self._endings.values_follow

    def surround(self, before: str, behind: str) -> bool:
        """Whether the sources insert a value between ``before`` and ``behind``, the rest of its line."""
        first, last = _FIRST.match(behind), _LAST.search(before[-NEAR:])
        words = (last[1].lower() if last else "", first[1].lower() if first else "")
        return (
            any(words)
            and words in self._endings.around
            and (bool(last) or not before.strip())
            and (bool(first) or not behind.strip(" .!)"))
        )

    def before(self, words: str) -> bool:
        """Whether ``words`` end like the words before a value in the sources."""
        last = _words(words[-NEAR:])
        if not last:
            return False
        known = self._endings
        return last[-1] in known.alone or (len(last) > 1 and (last[-2], last[-1]) in known.pairs)


def _endings(sources: Sequence[str]) -> _Endings:
    pairs: set[tuple[str, str]] = set()
    alone: set[str] = set()
    around: set[tuple[str, str]] = set()
    values_follow = False
    for source in sources:
        counting = counters(source)
        for literal in _literals(source):
            previous = ""
            parts = _parts(literal)
            around.update(_around(*pair) for pair in pairwise(parts) if not _puts_in(pair[0][1], counting))
            for part, hole in parts:
                words = _words(part[-NEAR:])
                if len(words) > 1:
                    pairs.add((words[-2], words[-1]))
                elif words:
                    alone.add(words[0])
                elif previous and part.strip() in (":", "=", "->"):
                    values_follow = True
                previous = hole
    return _Endings(frozenset(pairs), frozenset(around), frozenset(alone), values_follow)


def counters(source: str) -> frozenset[str]:
    """The counting variables of loops; the first one for ``enumerate``, also of NumPy's arrays."""
    if "for " not in source:
        return frozenset()
    found: set[str] = set()
    for targets, over in _COUNTS.findall(source):
        names = [name.strip() for name in targets.split(",")]
        found.update(names[:1] if over in ("enumerate", "ndenumerate") else names)
    return frozenset(found)


def _puts_in(hole: str, names: frozenset[str]) -> bool:
    """Whether a placeholder contains one of these names, possibly plus or minus a number, or an identifier."""
    if _IDENTIFIES.match(hole):
        return True
    match = _NAME.match(hole) if names else None
    return match is not None and match[1] in names


def _literals(source: str) -> Iterator[str]:
    return (match.group().strip("\"'") for match in _LITERAL.finditer(source))


def _around(left: tuple[str, str], right: tuple[str, str]) -> tuple[str, str]:
    """The words on both sides of a placeholder; two empty ones for the end of a line."""
    if left[1] == "\\n":
        return "", ""
    last, first = _LAST.search(left[0][-NEAR:]), _FIRST.match(right[0][:NEAR])
    return last[1].lower() if last else "", first[1].lower() if first else ""


def _parts(literal: str) -> list[tuple[str, str]]:
    """The text before each placeholder of a string, with the placeholder; the end of a string counts as one."""
    if "{" not in literal and "%" not in literal and "\\n" not in literal:
        return [(literal, "")]
    parts = []
    position = 0
    for hole in _HOLE.finditer(literal):
        parts.append((literal[position : hole.start()], hole.group()))
        position = hole.end()
    return [*parts, (literal[position:], "")]


def _words(text: str) -> Sequence[str]:
    """The last two words."""
    return [word.lower() for word in _WORD.findall(text)[-2:]]
