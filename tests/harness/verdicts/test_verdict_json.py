"""A verdict as JSON, and what the interval of a share says."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given

from lastdigit.reports.tables.columns import VERDICT_COLUMNS
from lastdigit.verdicts.verdict import CALIBRATED, Share, Verdict
from tests.harness.made_up_runs import verdict, verdicts


@given(verdicts)
def test_any_verdict_is_one_json_object_with_the_keys_of_its_table_in_one_order(made: Verdict):
    found = json.loads(made.to_json())
    assert list(found) == list(json.loads(verdict("i").to_json()))
    assert found.keys() >= VERDICT_COLUMNS.keys()
    assert not found.keys() & {"details", "terms", "stored"}


def test_shares_stand_in_json_with_their_names_and_what_is_not_finite_as_text():
    shares = (Share(("not scaled", "scaled twice"), 1.0, 0.02), Share(("flipped",), 0.0, float("inf")))
    made = replace(verdict("i", "9.5", found="disagrees"), evidence=CALIBRATED, shares=shares, allowed=float("inf"))
    found = json.loads(made.to_json())
    assert found["shares"] == [
        {"mistakes": ["not scaled", "scaled twice"], "share": 1.0, "uncertainty": 0.02},
        {"mistakes": ["flipped"], "share": 0.0, "uncertainty": "inf"},
    ]
    assert (found["evidence"], found["error"], found["allowed"]) == ("calibrated", 8.0, "inf")


@pytest.mark.parametrize(
    ("share", "uncertainty", "excluded", "nonzero"),
    [
        (0.0, 0.01, True, False),
        (-1.0, 0.01, True, True),
        (1.0, 0.02, False, True),
        (0.0, 0.5, False, False),
        (0.3, 0.25, False, True),
    ],
)
def test_a_share_is_excluded_where_less_than_half_is_certain(share, uncertainty, excluded: bool, nonzero: bool):
    found = Share(("not scaled",), share, uncertainty)
    assert (found.excluded, found.nonzero) == (excluded, nonzero)
