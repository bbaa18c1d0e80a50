"""Tables of rules: every row is found in its own example and not in its counterexample."""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterator

import pytest

import lastdigit
from lastdigit.base.rule import Rule


def rules() -> Iterator[object]:
    for found in pkgutil.walk_packages(lastdigit.__path__, "lastdigit."):
        if found.name.startswith(
            ("lastdigit.extraction.", "lastdigit.printing.", "lastdigit.source.", "lastdigit.cases.draws")
        ):
            module = importlib.import_module(found.name)
            for name, table in vars(module).items():
                rows = (table,) if isinstance(table, Rule) else table if isinstance(table, tuple) else ()
                if all(isinstance(row, Rule) for row in rows):
                    for number, row in enumerate(rows, start=1):
                        yield pytest.param(row, id=f"{found.name.rpartition('.')[2]}.{name}.{number}")


@pytest.mark.parametrize("rule", list(rules()))
def test_a_rule_is_found_in_its_example_and_not_in_its_counterexample(rule: Rule):
    assert re.search(rule.pattern, rule.example), rule.says
    assert not re.search(rule.pattern, rule.counterexample), rule.says


def test_there_are_rules():
    assert len(list(rules())) > 25
