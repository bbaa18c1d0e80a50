"""The lists of numbers that sources write."""

from __future__ import annotations

import pytest

from lastdigit.document import Passage
from lastdigit.source.written_rows import rows_written


@pytest.mark.parametrize(
    ("source", "rows"),
    [
        ("x = [+1, -2.5, 3e2]", ";1.0,-2.5,300.0;"),
        ("x = [~3, 4, 5]", ";;"),
        ("x = [[1, 2], (3, 4)]", ";1.0,2.0,3.0,4.0;"),
        ("x = f([1, 2], [3, a], (4, True))", ";1.0,2.0;"),
        ("x = ss('0, 1; -6, -5', '2', 'a, 1')", ";0.0,1.0,-6.0,-5.0;"),
        ("x = [" + "9" * 400 + ", 2, 3]", ";;"),
        ("x = []", ";;"),
        ("x = [1, 2", ";;"),
    ],
)
def test_lists_are_written_in_the_order_of_their_numbers(source: str, rows: str):
    assert rows_written([Passage(source, 1)]) == rows


def test_long_strings_and_deep_expressions_are_read_in_little_time():
    numbers = "1          " * 150
    deep = "+".join(["a"] * 3000)
    assert rows_written([Passage(f"x = '''{numbers} a'''", 1), Passage(f"x = {deep}", 1)]) == ";;"
