"""Wherever a bound is rounded outward, it stays so: with coarse roundings of their own, bounds are as they were."""

from __future__ import annotations

import csv
import io
import subprocess
import sys
from pathlib import Path

import pytest

from studies.coarse_bounds import FIGURES

pytestmark = pytest.mark.long

NEAR = 2.0**-20
"""What sums in another order change in the float32 arrays that bounds are computed in."""


def table(text: str) -> dict[str, tuple[float, float, int]]:
    rows = csv.DictReader(io.StringIO(text))
    return {row["call"]: (float(row["error"]), float(row["typical"]), int(row["unknown"])) for row in rows}


def differs(found: tuple[float, float, int], stored: tuple[float, float, int]) -> bool:
    return any(abs(one - other) > NEAR * abs(other) for one, other in zip(found, stored, strict=True))


def test_bounds_of_which_the_own_rounding_is_coarse_are_as_they_were_derived():
    command = [sys.executable, "-m", "studies.coarse_bounds", "-"]
    ran = subprocess.run(command, cwd=Path(__file__).parents[3], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    stored, found = table(FIGURES.read_text(encoding="utf-8")), table(ran.stdout)
    assert stored.keys() == found.keys()
    changed = {call: (found[call], row) for call, row in stored.items() if differs(found[call], row)}
    assert changed == {}
