"""A heuristic as data: a pattern, what it says of a text that holds it, a text that does and one that does not.

A test reads all tables of rules and tries each row on its own example and counterexample.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from lastdigit.frozen import frozen


@frozen
class Rule:
    """``pattern`` is found in ``example`` and not in ``counterexample``; ``says`` is what follows where it is found."""

    pattern: str
    says: str
    example: str
    counterexample: str


def any_of(rules: Sequence[Rule], *, numbered: bool = False) -> re.Pattern[str]:
    """One expression for all rules of a table; ``numbered``: each is a group, where no pattern has one of its own."""
    opener = "(" if numbered else "(?:"
    return re.compile("|".join(f"{opener}{rule.pattern})" for rule in rules))
