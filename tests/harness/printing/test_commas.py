"""Commas between digits: between thousands, as decimal commas, and between whole numbers."""

from __future__ import annotations

import pytest

from lastdigit.printing.found import FoundPrint, LeftOut
from lastdigit.printing.words.reasons import REASONS
from lastdigit.printing.words.scalars import scalars_in_line


@pytest.mark.parametrize(
    ("line", "left_out"),
    [
        ("h=0,1", ["0,1"]),
        ("error = 0,0234", ["0,0234"]),
        ("accuracy: 0,934", ["0,934"]),
        ("accuracy: -0,934", ["-0,934"]),
        ("share: 12,5%", ["12,5"]),
        ("x = 1234,5", ["1234,5"]),
        ("gain: 1,5e-3", ["1,5e-3"]),
        ("layers: 2,3", ["2,3"]),
        ("layers: 1,20,300", ["1,20,300"]),
    ],
)
def test_a_number_with_a_decimal_comma_is_left_out_whole(line: str, left_out: list[str]):
    found = scalars_in_line(line)
    assert [line[one.start : one.end] for one in found if isinstance(one, LeftOut)] == left_out
    assert {one.reason for one in found if isinstance(one, LeftOut)} == {REASONS["commas"]}
    assert not any(isinstance(one, FoundPrint) for one in found)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("n = 1,234", [("n", "1234")]),
        ("n = 1,234,567.5", [("n", "1234567.5")]),
        ("total: 1,234, mean: 0.5", [("total", "1234"), ("mean", "0.5")]),
        ("rate=0,001, gain=0.5", [("gain", "0.5")]),
        ("Tree 0,1: 0.5", [("Tree 0,1", "0.5")]),
        ("P(X=0,1) = 0.25", [("P(X=0,1)", "0.25")]),
        ("f(0,1) = 0.5", [("f(0,1)", "0.5")]),
        ("0.5,0.25", [("", "0.5"), ("", "0.25")]),
        ("a=1,b=2", [("a", "1"), ("b", "2")]),
    ],
)
def test_other_commas_part_numbers_or_thousands(line: str, expected: list[tuple[str, str]]):
    found = [one for one in scalars_in_line(line) if isinstance(one, FoundPrint)]
    assert [(one.label, one.array.texts[0]) for one in found] == expected
