"""A heuristic as data: a pattern, what it says of a text that holds it, a text that does and one that does not.

A test reads all rules, alone and in tables, and tries each on its own example and counterexample.
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
    """``pattern`` is found in ``example`` and not in ``counterexample``; ``says`` is what follows where it is found.

    It is compiled when it is used for the first time, and used as an expression is.
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
        """Finds it anywhere."""
        return self.expression.search

    @cached_property
    def match(self) -> Finds:
        """Finds it where a text begins."""
        return self.expression.match

    @cached_property
    def fullmatch(self) -> Finds:
        """Finds it where it is all of a text."""
        return self.expression.fullmatch


def any_of(rules: Sequence[Rule], *, numbered: bool = False) -> re.Pattern[str]:
    """One expression for all rules of a table; ``numbered``: each is a group, where no pattern has one of its own."""
    opener = "(" if numbered else "(?:"
    return re.compile("|".join(f"{opener}{rule.pattern})" for rule in rules))


def named(rules: Sequence[Rule]) -> re.Pattern[str]:
    """One expression for all rules of a table, each a group that is called as it says; the first that fits is taken."""
    return re.compile("|".join(f"(?P<{rule.says}>{rule.pattern})" for rule in rules))
