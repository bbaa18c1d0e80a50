"""Tells equal labels of one cell apart where the source prints different expressions: by headings, or by expressions.

In ``Accuracy: 76.95 (5.88)`` both values have the words before the first; below ``Standard errors:`` a line may have
the words of a line above it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import islice

from lastdigit.base.rule import Rule
from lastdigit.extraction.labels import Print
from lastdigit.extraction.thresholds import LINES_BELOW_HEADING, LONGEST_EXPRESSION

HEADS_LINES = Rule(
    r"[ \t]*(?P<words>(?=[^\n:]{0,120}[^\W\d_]{2})\S[^\n:=]{0,120}?)[ \t]*:[ \t\r]*\Z"
    r"|[ \t]*(?P<rule>[-=*#~]{2,40}) ?(?P<title>[^\W_][^\n]{0,80}?) ?(?P=rule)[ \t\r]*\Z",
    "a line of words and a colon, or between two rules, heads the lines below it",
    "Standard errors:",
    "error: 0.5",
)
_RULE = re.compile(r"[ \t]*[-=*#~_]{3,}[ \t\r]*\Z")


def told_apart(labelled: Sequence[tuple[Print, str]], source: str) -> list[str]:
    """The labels of the prints of one cell; equal ones of different expressions are extended.

    So are equal ones below different headings that ``source`` writes.
    """
    labels = [label for _, label in labelled]
    groups = defaultdict[str, list[int]](list)
    for at, (entry, label) in enumerate(labelled):
        if not entry.found.path:
            groups[label].append(at)
    for label, group in groups.items():
        entries = [labelled[at][0] for at in group]
        known = {_expression(entry) for entry in entries} - {""}
        extended: Sequence[str] = ()
        if len(known) > 1 or (known and any(map(_goes_on, entries, entries[1:]))):
            extended = _by_headings(label, entries) or _by_expressions(label, entries)
        elif len(group) > 1:
            extended = _by_written_headings(label, entries, source)
        for at, called in zip(group, extended, strict=False):
            labels[at] = called
    return labels


def _expression(entry: Print) -> str:
    return entry.put_in.expression if entry.put_in is not None else ""


def _goes_on(entry: Print, behind: Print) -> bool:
    """Whether a value behind one that is put in elsewhere stands on the same line, without words of its own."""
    if entry.put_in is not None or behind.put_in is None or behind.put_in.has_words:
        return False
    text = entry.passage.text
    return entry.output is behind.output and "\n" not in text[entry.found.array.start : behind.found.array.start]


def _by_headings(label: str, entries: Sequence[Print]) -> list[str]:
    """``label`` behind the headings of its values; none if two expressions have the same heading."""
    headings = [_heading(entry) for entry in entries]
    below: dict[str, str] = {}
    for entry, heading in zip(entries, headings, strict=True):
        if not _expression(entry):
            return []
        if below.setdefault(heading, _expression(entry)) != _expression(entry):
            return []
    return [f"{heading}: {label}" if heading else label for heading in headings]


def _by_written_headings(label: str, entries: Sequence[Print], source: str) -> list[str]:
    """``label`` behind the headings of its values, if these differ and all stand in ``source``."""
    if not all(entry.output.kind == "stream" and not entry.found.array.shape for entry in entries):
        return []
    headings = [_heading(entry) for entry in entries]
    if len(set(headings)) < 2 or not all(heading and heading in source for heading in headings):
        return []
    return [f"{heading}: {label}" for heading in headings]


def _heading(entry: Print) -> str:
    """The words that head the lines to which a value belongs; "" if there are none."""
    is_apart = False
    for line in islice(_lines_above(entry.passage.text, entry.found.array.start), LINES_BELOW_HEADING):
        found = HEADS_LINES.match(line)
        if found:
            return (found["words"] or found["title"]).strip()
        if is_apart:
            return ""
        is_apart = not line.strip() or _RULE.match(line) is not None
    return ""


def _lines_above(text: str, start: int) -> Iterator[str]:
    """The lines above the one with ``start``, from there upwards."""
    end = text.rfind("\n", 0, start)
    while end >= 0:
        begin = text.rfind("\n", 0, end) + 1
        yield text[begin:end]
        end = begin - 1


def _by_expressions(label: str, entries: Sequence[Print]) -> list[str]:
    """``label`` with the expression of each value; a value without words of its own before it has the expression alone.

    Words that name one expression only are kept as they are.
    """
    words = {_expression(entry): entry.put_in.label for entry in entries if entry.put_in and entry.put_in.has_words}
    shared = label.removesuffix(next(iter(words.values()), ""))
    head = shared if shared != label else f"{label}: "
    extended = []
    for entry in entries:
        expression = _expression(entry)
        is_known = not expression or words.keys() == {expression} or not _adds(label, expression)
        extended.append(label if is_known else (f"{label}: " if expression in words else head) + expression)
    return extended


def _adds(label: str, expression: str) -> bool:
    """Whether an expression is short enough for a label that does not contain it yet."""
    return len(expression) <= LONGEST_EXPRESSION and f" {expression} " not in f" {label} "
