"""Tells equal labels of one cell apart where the source prints different expressions: by headings, or by expressions.

In ``Accuracy: 76.95 (5.88)`` both values have the words before the first; below ``Standard errors:`` a line may have
the words of a line above it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

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


def told_apart(labelled: Sequence[tuple[Print, str]]) -> list[str]:
    """The labels of the prints of one cell; equal ones of different expressions are extended."""
    labels = [label for _, label in labelled]
    groups = defaultdict[str, list[int]](list)
    for at, (entry, label) in enumerate(labelled):
        if entry.put_in is not None and entry.put_in.expression and not entry.found.path:
            groups[label].append(at)
    for label, group in groups.items():
        if len({_expression(labelled[at][0]) for at in group}) < 2:
            continue
        entries = [labelled[at][0] for at in group]
        for at, extended in zip(group, _by_headings(label, entries) or _by_expressions(label, entries), strict=True):
            labels[at] = extended
    return labels


def _expression(entry: Print) -> str:
    return entry.put_in.expression if entry.put_in is not None else ""


def _by_headings(label: str, entries: Sequence[Print]) -> list[str]:
    """``label`` behind the headings of its values; none if two expressions have the same heading."""
    headings = [_heading(entry) for entry in entries]
    below: dict[str, str] = {}
    for entry, heading in zip(entries, headings, strict=True):
        if below.setdefault(heading, _expression(entry)) != _expression(entry):
            return []
    return [f"{heading}: {label}" if heading else label for heading in headings]


def _heading(entry: Print) -> str:
    """The words that head the lines to which a value belongs; "" if there are none."""
    text = entry.passage.text
    above = text[: entry.found.array.start].split("\n")[:-1]
    is_apart = False
    for line in reversed(above[-LINES_BELOW_HEADING:]):
        found = HEADS_LINES.match(line)
        if found:
            return (found["words"] or found["title"]).strip()
        if is_apart:
            return ""
        is_apart = not line.strip() or _RULE.match(line) is not None
    return ""


def _by_expressions(label: str, entries: Sequence[Print]) -> list[str]:
    """``label`` with the expression of each value; alone for the only one whose words precede it immediately."""
    named = {_expression(entry) for entry in entries if entry.put_in is not None and entry.put_in.has_words}
    return [
        label
        if {_expression(entry)} == named or not _adds(label, _expression(entry))
        else f"{label}: {_expression(entry)}"
        for entry in entries
    ]


def _adds(label: str, expression: str) -> bool:
    """Whether an expression is short enough for a label that does not contain it yet."""
    return len(expression) <= LONGEST_EXPRESSION and f" {expression} " not in f" {label} "
