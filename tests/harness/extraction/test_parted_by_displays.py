"""Streams of a cell that calls of ``display`` part: each is matched to what the source prints between them."""

from __future__ import annotations

import pytest

from lastdigit.document import Cell, Output, Passage
from lastdigit.source.parted_by_displays import parted_by_displays
from lastdigit.source.printed_calls import Helpers
from tests.harness.made_up_notebooks import labels, names, result, shown

HEADING = shown("<IPython.core.display.Markdown object>")
FIGURE = shown("<Figure size 640x480 with 1 Axes>")


def test_each_stream_is_what_is_printed_between_two_displays(read):
    source = (
        'display(Markdown("Shape"))\nprint(pears.shape)\ndisplay(Markdown("Ends"))\nprint(pears.least, pears.most)\n'
        'display(Markdown("Names"))\nprint(pears.names)'
    )
    found = read((source, HEADING, "(12, 3)\n", HEADING, "1.0 0.0\n", HEADING, "['a', 'b']\n"))
    assert names(found) == [("pears.shape", "12 3"), ("pears.least", "1.0"), ("pears.most", "0.0")]


def test_figures_part_streams_as_well(read):
    source = "print(weigh(a))\nplt.plot(a)\nplt.show()\nfor one in b:\n    print(grow(one))\nplt.plot(b)"
    found = read((source, "0.125\n", FIGURE, "0.25\n0.75\n", FIGURE))
    assert names(found) == [("weigh(a)", "0.125"), ("grow(one)", "0.25"), ("grow(one)", "0.75")]


def test_what_helpers_print_and_the_value_of_the_cell_stay_apart(read):
    helper = "def tell(x):\n    print(x.size())"
    source = f"{helper}\ntell(a)\ndisplay(b)\ntell(c)\nd.mean()"
    found = read((source, "0.125\n", HEADING, "0.25\n", result("0.5")))
    assert names(found) == [("a.size()", "0.125"), ("c.size()", "0.25"), ("d.mean()", "0.5")]


def test_what_is_displayed_names_no_stream(read):
    source = "print(f(a)); display(b)\nprint(h(b))"
    assert "b" not in labels(read((source, "0.5 0.75\n", HEADING, "0.25\n")))


@pytest.mark.parametrize(
    "source",
    [
        "for one in a:\n    print(f(one))\n    display(one)\nprint(h(a))",
        "print(f(a)); display(b)\nprint(h(b))",
        "print(f(a))\ndisplay(b, c)\nprint(h(b))",
        "print(f(a))\ndisplay(b)\nprint(g(a))\ndisplay(b)\nprint(h(b))",
        "def tell():\n    print(f(a))\ndisplay(b)\nprint(h(b))",
    ],
    ids=["a loop with both", "both on a line", "two things displayed", "a stream is missing", "a function"],
)
def test_streams_that_do_not_follow_the_source_are_not_matched(source: str):
    kinds = ["stream", "display", "stream"]
    outputs = [Output(number, Passage("1\n", 1), False, kind) for number, kind in enumerate(kinds, start=1)]
    assert parted_by_displays(Cell(1, 1, Passage(source, 1), tuple(outputs)), Helpers()) == {}
