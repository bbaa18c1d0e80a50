"""A heuristic as data: a pattern, its meaning, an example and a counterexample.

A test checks all rules, alone and in tables, on their examples and counterexamples.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TypeAlias

from lastdigit.base.frozen import frozen

Finds: TypeAlias = "Callable[..., re.Match[str] | None]"


@frozen
class Rule:
    """``pattern`` matches ``example`` and not ``counterexample``; ``says`` is what a match means. It is compiled on
    first use, and has the interface of a compiled pattern.
    """

    pattern: str
    says: str
    example: str
    counterexample: str

    @cached_property
    def expression(self) -> re.Pattern[str]:
        """The compiled pattern."""
        return re.compile(self.pattern)

    @cached_property
    def search(self) -> Finds:
        """Match anywhere."""
        return self.expression.search

    @cached_property
    def match(self) -> Finds:
        """Match at the beginning of a text."""
        return self.expression.match

    @cached_property
    def fullmatch(self) -> Finds:
        """Match a whole text."""
        return self.expression.fullmatch


def any_of(rules: Sequence[Rule], *, numbered: bool = False) -> re.Pattern[str]:
    """One expression for all rules of a table; ``numbered``: each is a group, if no pattern contains groups."""
    opener = "(" if numbered else "(?:"
    return re.compile("|".join(f"{opener}{rule.pattern})" for rule in rules))


def named(rules: Sequence[Rule]) -> re.Pattern[str]:
    """One expression for all rules of a table, each a group named by what it says; the first match wins."""
    return re.compile("|".join(f"(?P<{rule.says}>{rule.pattern})" for rule in rules))
