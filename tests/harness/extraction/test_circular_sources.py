"""Names that are made of each other, in circles: what a source says of them is looked for, and the search ends."""

from __future__ import annotations

import pytest

FORMS = (
    "{a} = {b}",
    "{a} = int({b})",
    "{a} = {b} * 100",
    "{a} = {b}[0]",
    "{a} = {b}['k']",
    "o.{a} = o.{b}",
    "{a}['k'] = {b}['k']",
    "{a}.append({b})",
    "for {a} in {b}:\n    pass",
    "{a} = f({b})\ndef f(x):\n    return {b}",
    "def {a}(x={b}):\n    return {b}(x)",
    "{a}, {b} = {b}, {a}",
    "{a} = sorted({b})",
    "{a} = {b}[1:] * 2",
    "{a} = round({b}, 2)",
    "{a} = {{'k': {b}}}",
    "{a} = {b} if {b} else {a}",
    "{a} = f'{{{b}}}'",
    "{a} += {b}",
    "{a} = next({b})",
    "class {a}({b}):\n    def __init__(self):\n        self.x = {b}.x",
    "{a} = [{b} for x in {b}]",
    "while {a} < {b}:\n    {a} = {b}",
    "{a} = {b}.format({a})",
    "{a} = pd.DataFrame({b})",
    "{a} = open({b}).read()",
    "d = {{}}\nfor {a} in sorted(d):\n    d[{b}] = 3",
    "{a} = {{}}\nfor {b} in {a}:\n    {a}[{b}] = {b}",
    "def f(x):\n    {a} = f({b})\n    return {a}\n{a} = f({b})",
    "def {a}(x):\n    {b} = {b}({a})\n    return {b}",
)
PRINTS = (
    ("print('v', a, 'w', b)", "v 3 w 4\n"),
    ("print(a)", "3.5\n"),
    ("print(f'{a} {b}')", "3 4\n"),
    ("print('v', a['k'])", "v 3\n"),
    ("print('v', o.a)", "v 3.5\n"),
    ("print(a[0])", "[1 2 3]\n"),
    ("print('v: %d' % a)", "v: 3\n"),
    ("print(a)", "   k\n0  1\n1  2\n"),
)


@pytest.mark.parametrize("form", FORMS)
def test_the_search_behind_names_in_a_circle_ends(read, form: str):
    circle = f"{form.format(a='a', b='b')}\n{form.format(a='b', b='a')}"
    assert read((circle, ""), *PRINTS, *((f"{circle}\n{source}", text) for source, text in PRINTS)) is not None


def test_the_search_ends_soon_where_a_name_is_made_of_many_items_of_itself(read):
    items = ", ".join(f"'k{n}': x['k{n}']" for n in range(40))
    assert read((f"x = {{{items}}}\nprint('v', x['k3'])", "v 3\n")) is not None


def test_a_source_that_is_nested_deeply_is_read(read):
    assert len(read(("x = " + "lambda: " * 900 + "y\nprint(x)", "0.5\n")).goldens) == 1
