"""Numbers among the words before brackets: results where the source puts them in, else parts of the label."""

from __future__ import annotations

import pytest

from lastdigit.printing.words.reasons import REASONS
from tests.harness.made_up_notebooks import labels, names, reasons

ARRAYS = "[0.87251934 1.1274563 ] +/- [0.03416252 0.02718291]"
MEAN, SPREAD = "0.87251934 1.1274563", "0.03416252 0.02718291"


def test_numbers_that_the_source_puts_in_are_read(read):
    text = "Gain: 1.20 (1.25 0.05) basket: [3.0]\nGain: 1.10 (1.15 0.05) basket: [2.5]\n"
    source = "for basket in baskets:\n    print('Gain: %.2f (%.2f %.2f) basket: %s' % (f(basket), most, least, basket))"
    found = [one for one in names(read((source, text))) if one[0] != "basket"]
    assert found[:3] == [("Gain", "1.20"), ("most", "1.25"), ("least", "0.05")]
    assert found[3:] == [("Gain", "1.10"), ("most", "1.15"), ("least", "0.05")]


def test_other_numbers_are_left_out_with_a_reason(read):
    found = read(("show(baskets)", "Gain: 1.20 (1.25 0.05) basket: [3.0]\n"))
    assert labels(found) == ["Gain: 1.20 (1.25 0.05) basket"]
    assert [one.text for one in found.left_out] == ["1.20", "1.25", "0.05"]
    assert reasons(found) == {REASONS["label"]}


def test_a_result_leaves_the_label_of_what_follows_and_a_counter_stays(read):
    source = "for k in range(2):\n    print(f'Round {k} gain: {f(k)} weights: {g(k)}')"
    found = labels(read((source, "Round 0 gain: 0.5 weights: [0.5 0.25]\nRound 1 gain: 0.25 weights: [0.75 0.25]\n")))
    assert found[::2] == ["Round 0 gain", "Round 1 gain"]
    once = "most = f(x)\nprint(f'with most = {most} weights: {g(most)}')"
    assert labels(read((once, "with most = 0.5 weights: [0.5 0.25]\n"))) == ["with most", "with most weights"]


def test_an_array_before_another_one_is_read_if_the_source_puts_it_in(read):
    found = read(("print(f'Heaps at {f(x)} and {g(x)}')", "Heaps at [0.75 0.25] and [1.25 1.75]\n"))
    assert [tokens for _, tokens in names(found)] == ["0.75 0.25", "1.25 1.75"]


@pytest.mark.parametrize(
    ("source", "text", "expected"),
    [
        ("print('Heaps:', f(x), '+/-', g(x))", f"Heaps: {ARRAYS}\n", ["Heaps", "Heaps ±"]),
        ("print('Heaps:\\n', f(x), '+/-', g(x))", f"Heaps:\n {ARRAYS}\n", ["Heaps", "Heaps ±"]),
        ("print(f(x), '+/-', g(x))", f"{ARRAYS}\n", ["f(x)", "g(x)"]),
    ],
    ids=["behind words", "below words", "without words"],
)
def test_an_array_and_its_spread_share_their_words(read, source: str, text: str, expected: list[str]):
    assert names(read((source, text))) == list(zip(expected, [MEAN, SPREAD], strict=True))
