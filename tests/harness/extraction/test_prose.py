"""Sentences: which hold values of the source or of a library, and which are text."""

from __future__ import annotations

import pytest

from lastdigit.printing.words.reasons import REASONS
from tests.harness.made_up_notebooks import names, reasons, result, tokens

STORY = "The price of a pear in the shop at the corner is 4.5 and that of a plum is = 12.\n"


def test_a_sentence_that_the_source_does_not_write_has_no_values(read):
    found = read(("print(story)\nprint('mean', mean)", STORY + "mean 0.5\n"))
    assert (names(found), reasons(found)) == ([("mean", "0.5")], {REASONS["prose"]})


def test_a_sentence_that_the_source_writes_has_its_values(read):
    source = "print(f'The mean of all that is in the bag is {mean:.2f} and the rest of it is {rest}')"
    assert tokens(read((source, "The mean of all that is in the bag is 0.53 and the rest of it is 2.5\n"))) == [
        "0.53",
        "2.5",
    ]


def test_other_lines_among_sentences_have_no_values_unless_the_source_names_them(read):
    found = read(("print(story)\nprint('Score:', s)", STORY * 3 + "- pears: 5.5\nScore: 0.25\n"))
    assert (names(found), reasons(found)) == ([("Score", "0.25")], {REASONS["prose"]})


def test_the_log_of_a_library_among_sentences_keeps_its_values(read):
    log = "".join(f"Epoch {epoch}: loss {epoch}.5\n" for epoch in range(4))
    assert tokens(read(("show(model, story)", log + STORY * 3))) == ["0.5", "1.5", "2.5", "3.5"]


def test_lines_of_markup_and_of_code_among_prose_have_no_values(read):
    answer = "**Price:** $0.5P$ = 12\ndef pears(n):\n    left = 0\n    return left\n"
    found = read(("print(decode(ids))\nprint('loss', x)", answer))
    assert (names(found), reasons(found)) == ([], {REASONS["prose"], REASONS["program"]})


def test_a_librarys_sentence_that_comes_again_and_again_keeps_its_values(read):
    log = "".join(f"the loss has improved from {n}.5 to {n}.25 and so this is saved in the file\n" for n in range(4))
    found = read(("print(fit(pears))", log))
    assert tokens(found) == [f"{n}.{digits}" for n in range(4) for digits in ("5", "25")]


@pytest.mark.parametrize(
    ("source", "printed", "expected"),
    [
        pytest.param(
            "print(f'There are {n} pears and {m} plums.')",
            "There are 3 pears and 1,200 plums.",
            [("There are pears", "3"), ("plums", "1200")],
            id="an f-string",
        ),
        pytest.param(
            "print('%d pears of %d' % (a, b))", "3 pears of 5", [("pears of", "3"), ("pears of", "5")], id="%"
        ),
        pytest.param("print(f'pears {n}, plums {m}')", "pears 3, plums 5", [("pears", "3"), ("plums", "5")], id=","),
        pytest.param("print(f'{n} test pears')", "38 test pears", [("test pears", "38")], id="at the beginning"),
        pytest.param("print('There are 3 pears', end)", "There are 3 pears", [], id="a number that the source writes"),
        pytest.param("show(f'{n} plums')", "There are 3 pears", [], id="other words"),
    ],
)
def test_an_integer_among_words_is_a_value_if_the_source_puts_it_there(
    read, source: str, printed: str, expected: list[tuple[str, str]]
):
    found = read((source, printed + "\n"))
    assert tokens(found) == [token for _, token in expected]
    assert source.startswith("print('%d") or names(found) == expected


def test_what_a_line_announces_is_no_value(read):
    cells = [
        (f"print(f'Building an index of {{n}} trees{end}')", f"Building an index of 40 trees{end}")
        for end in ("...", "")
    ]
    assert names(read(cells[0])) == []
    assert names(read(cells[1])) == [("Building an index of trees", "40")]


@pytest.mark.parametrize(
    ("source", "expected"), [("name(5)", []), ("f'mean {m}'", ["0.5"]), ("'mean %s' % m", ["0.5"])]
)
def test_a_result_that_is_a_string_has_values_if_the_source_puts_them_in(read, source: str, expected: list[str]):
    assert tokens(read((source, result("'mean 0.5'")))) == expected
