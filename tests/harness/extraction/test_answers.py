"""What a person typed behind a prompt is no result."""

from __future__ import annotations

import pytest

from tests.harness.made_up_notebooks import tokens


@pytest.mark.parametrize(
    ("source", "text", "expected"),
    [
        (
            "for i in range(2):\n    ages.append(int(input(f'enter age #{i + 1}: ')))\n"
            "print('the mean is:', mean(ages))",
            "enter age #1: 48\nenter age #2: 39\nthe mean is: 43.5\n",
            ["43.5"],
        ),
        (
            "n = float(input('Enter a radius'))\nprint('area:', area(n))",
            "Enter a radius2.5\narea: 19.625\n",
            ["19.625"],
        ),
        ("n = float(input('radius = '))\nprint('radius =', f(n))", "radius = 2.5\nradius = 5.0\n", []),
    ],
)
def test_numbers_behind_prompts_are_no_results(read, source, text, expected):
    assert tokens(read((source, text))) == expected
