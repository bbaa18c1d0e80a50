"""Bounds, typical errors and radii of all operations are the ones that were derived."""

from __future__ import annotations

import csv
from functools import cache

import pytest

from studies.pinned_operations import FIGURES, figures, named_calls

pytestmark = pytest.mark.long

NEAR = 2.0**-20
"""What sums in another order change."""

CALLS = named_calls()


@cache
def stored() -> dict[str, dict[str, str]]:
    with FIGURES.open(encoding="utf-8", newline="") as file:
        return {row["call"]: row for row in csv.DictReader(file)}


def test_the_figures_are_those_of_these_calls():
    assert {call.partition(",")[0] for call in stored()} == CALLS.keys()


@pytest.mark.parametrize("name", CALLS)
def test_the_figures_of_a_call_are_as_they_were_derived(name: str):
    changed = {}
    for figure in figures(name, CALLS[name]):
        row = stored()[figure.call]
        same = figure.unknown == int(row["unknown"]) and all(
            abs(found - float(row[part])) <= NEAR * abs(found)
            for part, found in (("error", figure.error), ("typical", figure.typical))
        )
        if not same:
            changed[figure.call] = figure, row
    assert changed == {}
