"""docs/operations.md: each operation's call runs as it stands, and tells a right function from a wrong one."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import lastdigit
from lastdigit.operations import all_operations, find_operation
from studies.operations_page.examples import EXAMPLES, NAMES

PAGE = (Path(__file__).parents[3] / "docs" / "operations.md").read_text(encoding="utf-8")
OWN = sorted(
    name for name, one in all_operations().items() if one.definition.__module__.startswith("lastdigit.operations.")
)
SECTIONS = dict(re.findall(r"^### (\w+)\n(.*?)(?=^##|\Z)", PAGE, re.DOTALL | re.MULTILINE))
EVERY = pytest.mark.parametrize("name", OWN)


def blocks(name: str) -> list[str]:
    return re.findall(r"```python\n(.*?)\n```", SECTIONS[name], re.DOTALL)


def run(name: str, function: Callable[..., Any]) -> None:
    exec(blocks(name)[1], {**NAMES, "lastdigit": lastdigit, name: function})


def plainly(name: str) -> Callable[..., Any]:
    """The definition on NumPy's arrays, as somebody's function may compute it."""

    def function(*arrays: Any, **parameters: Any) -> np.ndarray:
        given = (None if x is None else np.asarray(x, dtype=np.float64) for x in arrays)
        return np.asarray(find_operation(name).definition(*given, **parameters))

    return function


def test_every_operation_has_its_example_and_its_section():
    assert sorted(EXAMPLES) == OWN == sorted(SECTIONS)


@EVERY
def test_the_call_on_the_page_runs_and_agrees(name: str):
    run(name, plainly(name))


@pytest.mark.parametrize("name", [*OWN[::12], "standardized"])
def test_the_call_on_the_page_refuses_another_result(name: str):
    def wrong(*arrays: Any, **parameters: Any) -> np.ndarray:
        return plainly(name)(*arrays, **parameters) * 1.5 + 0.25

    with pytest.raises(AssertionError):
        run(name, wrong)


@EVERY
def test_the_page_has_the_source_and_the_mistakes_of_an_operation(name: str):
    source, _ = blocks(name)
    assert source.startswith(f"def {name}(")
    assert '"""' not in source
    assert re.search(r"^- mistakes: .{20}", SECTIONS[name], re.MULTILINE)
