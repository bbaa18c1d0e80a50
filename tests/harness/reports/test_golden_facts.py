"""What the page says of a golden."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from lastdigit.reports.page.facts import _golden_facts


@pytest.mark.parametrize(("computed_in", "said"), [("", []), ("float16", ["computed in"])])
def test_the_dtype_in_which_a_document_may_have_computed_is_told(document_with, computed_in: str, said: list[str]):
    golden = replace(document_with("").golden("y"), computed_in=computed_in)
    section: Any = SimpleNamespace(stored=None, of=(2, 2), unused="", used=True)
    rows = _golden_facts(section, golden)
    assert [name for name, _ in rows if name == "computed in"] == said
    assert all("float16 or finer" in str(parts) for name, parts in rows if name == "computed in")


@pytest.mark.parametrize(("floatmode", "said"), [("truncated", "cut to"), ("either_way", "rounded up or down to")])
def test_numbers_made_whole_in_one_direction_are_told_from_rounded_ones(document_with, floatmode: str, said: str):
    golden = document_with("").golden("y")
    section: Any = SimpleNamespace(stored=None, of=(2, 2), unused="", used=True)
    whole = replace(golden, format=replace(golden.format, precision=0, floatmode=floatmode))
    assert f"{said} 0 decimals" in str(_golden_facts(section, whole))
    assert f"{said} 0 decimals" not in str(_golden_facts(section, golden))
