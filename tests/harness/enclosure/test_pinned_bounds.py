"""Bounds and typical errors are the ones that were derived: no term of them is lost or changed unnoticed."""

from __future__ import annotations

import csv

import pytest

from studies.pinned_bounds import FIGURES, PINNED, figures

pytestmark = pytest.mark.long

NEAR = 2.0**-20
"""What sums in another order change in the float32 arrays that bounds are computed in."""


def stored(operation: str) -> dict[str, dict[str, str]]:
    with FIGURES.open(encoding="utf-8", newline="") as file:
        return {row["call"]: row for row in csv.DictReader(file) if row["call"].startswith(f"{operation}, ")}


@pytest.mark.parametrize("operation", PINNED)
def test_bounds_and_typical_errors_are_as_they_were_derived(operation: str):
    rows, found = stored(operation), {figure.call: figure for figure in figures(operation)}
    assert rows.keys() == found.keys()
    changed = {
        call: (figure, row)
        for call, row in rows.items()
        if (figure := found[call]).unknown != int(row["unknown"])
        or abs(figure.error - float(row["error"])) > NEAR * figure.error
        or abs(figure.typical - float(row["typical"])) > NEAR * figure.typical
    }
    assert changed == {}
