"""Labels in sentences: whole, without the results before them, and for several values behind a list of words."""

from __future__ import annotations

import pytest

from lastdigit.printing.tables.text_table import tables_in_text
from tests.harness.made_up_notebooks import labels, names


@pytest.mark.parametrize(
    ("source", "text", "expected"),
    [
        (
            "print(f'P(X=7) when n=10, p=0.5: {p:.4f}')",
            "P(X=7) when n=10, p=0.5: 0.1172\n",
            [("P(X=7) when n=10 p=0.5", "0.1172")],
        ),
        ("print(f'n=20, k=14 -> share = {k / n}')", "n=20, k=14 -> share = 0.7\n", [("n=20 k=14 share", "0.7")]),
        ("print('P(X=7) in all', p)", "P(X=7) in all 0.25\n", [("P(X=7) in all", "0.25")]),
    ],
    ids=["a condition", "an arrow", "words behind"],
)
def test_an_equals_sign_in_a_name_cuts_no_label(read, source: str, text: str, expected):
    assert names(read((source, text))) == expected


@pytest.mark.parametrize(
    ("source", "text", "expected"),
    [
        (
            "print(f'{n} pears fell of {m}, a share of {s}')",
            "3 pears fell of 40, a share of 0.075",
            "pears fell of, a share",
        ),
        (
            "for n in ns:\n    f(n)\n    print(f'{n} pears weigh {w}')",
            "3 pears weigh 0.5\n4 pears weigh 0.75",
            "3 pears weigh",
        ),
        ("n = 3\nprint(f'{n} pears weigh {w}')", "3 pears weigh 0.5", "3 pears weigh"),
        ("print(f'{len(x)} which is {f(x)} of all')", "3 which is 0.375 of all", "f(x)"),
    ],
    ids=["results", "a loop", "a setting", "joining words"],
)
def test_a_label_has_no_result_of_its_own_line(read, source: str, text: str, expected: str):
    assert expected in labels(read((source, text)))


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("x, y of the peak", ["x, y of the peak left", "x, y of the peak right"]),
        ("mean, error", ["mean", "error"]),
        ("mean of all, error of all", ["mean of all", "error of all"]),
    ],
)
def test_words_that_go_on_behind_a_list_name_all_values(read, words: str, expected: list[str]):
    found = labels(read((f"print(f'{words}: {{left}}, {{right}}')", f"{words}: 1.5, 2.5\n")))
    assert found == expected


def test_the_name_of_an_index_may_be_as_wide_as_the_rows_of_a_series():
    text = "Passengers\n1     22.0\n      ... \n9      NaN\nName: age, Length: 9, dtype: float64"
    (table,) = tables_in_text(text)
    assert table.row_labels == ("1", "9")
    assert [token.text for token in table.columns[0].tokens] == ["22.0", "NaN"]


def test_a_number_and_a_joining_word_name_nothing(read):
    source = "def most(a, b):\n    m = max(a, b)\n    print(f'The most of {a}, and {b} is {m}')\nmost(x, y)\nmost(y, z)"
    found = labels(read((source, "The most of 1.5, and 2.5 is 2.5\nThe most of 2.5, and 7.5 is 7.5\n")))
    assert [label for label in found if label.startswith("and")] == []


def test_a_long_line_that_announces_what_follows_names_it(read):
    words = (
        "Shares of pears, plums and apples for all of the gardens in which more than one of them was found last year"
    )
    source = f"if n > 1:\n    print('{words}:')\n    print(x[n].y)\nelse:\n    print('none')\n    print(z)"
    assert names(read((source, f"{words}:\n[0.25 1.5]\n"))) == [(words, "0.25 1.5")]


@pytest.mark.parametrize(
    "source",
    ["tests = all_tests(x)\n\ntests.help()", "import inspect\ninspect.getsource(all_tests)\nnp.info(all_tests)"],
)
def test_help_behind_what_it_is_asked_of_holds_no_golden(read, source: str):
    assert names(read((source, "    first : that all are equal (if parametric = False)\n"))) == []


def test_a_series_that_no_source_names_has_its_own_name(read):
    assert names(read(("y = x", "1    22.5\n2    38.5\nName: age, dtype: float64\n"))) == [("age", "22.5 38.5")]


@pytest.mark.parametrize(
    ("source", "text", "expected"),
    [
        (
            "add(x)\nadd(y)\nprint(z)",
            "0.25\nadded pears_20\n0.5\nadded pears_50\na, b_2\n",
            ["added pears_20", "added pears_50"],
        ),
        (
            "print(x)\nprint('mean')\nprint(y)\nprint('error')\nprint(z)",
            "0.25\nmean\n0.5\nerror\n1.5\n",
            ["x", "mean", "error"],
        ),
        (
            "print(x)\nprint('mean')\nprint(y)\nprint('all')\nprint(z)",
            "0.25\nmean\n0.5\nall\n[1 2]\n",
            ["x", "mean", "all"],
        ),
    ],
    ids=["words below", "words above", "words above an array"],
)
def test_values_and_words_in_turns_are_named_by_the_words_that_end_them(read, source, text, expected):
    assert labels(read((source, text))) == expected


@pytest.mark.parametrize(
    ("source", "text", "expected"),
    [
        (
            "print('pears: {} rows and {} columns'.format(*x.shape))\n"
            "print('plums: {} rows and {} columns'.format(*y.shape))",
            "pears: 30 rows and 4 columns\nplums: 3 rows and 5 columns\n",
            ["pears", "columns: x.shape[1]", "plums", "columns: y.shape[1]"],
        ),
        ("print('by {:.1f}% with {:.1f}% chance'.format(a, b))", "by 55.5% with 82.5% chance\n", ["a", "b"]),
    ],
    ids=["a starred argument", "a unit and a joining word"],
)
def test_words_around_placeholders_name_their_values(read, source: str, text: str, expected: list[str]):
    assert labels(read((source, text))) == expected


def test_the_end_of_a_long_list_names_no_number_behind_it(read):
    numbers = ", ".join(f"-0.{digit * 16}" for digit in "12345")
    assert labels(read(("print(w[:5], b)", f"[{numbers}] 0.25\n"))) == ["w[:5]", "b"]


def test_the_date_in_the_summary_of_a_fit_is_no_part_of_the_name_behind_it(read):
    text = "Date:             Mon, Mar 11 2024   Df Residuals:                     564\n"
    assert names(read(("print(fit(x).summary())", text))) == [("Df Residuals", "564")]


@pytest.mark.parametrize(
    ("source", "text", "expected"),
    [
        ("print(f'There is a {100 * p:.2f}% chance')", "There is a 77.33% chance\n", ["100 * p"]),
        (
            "print(f'mean of <H> {e:.3e} ± {s:.3e}')",
            "mean of <H> -6.236e+03 ± 6.526e-01\n",
            ["mean of <H>", "mean of <H> ±"],
        ),
        ("print(f'p > {e:.3e}')", "p > 6.236e-03\n", []),
        (
            "for name in fits:\n    print(f'{name} best: fit{order[name]} score={s[name]}, loss={t[name]}')",
            "a best: fit(0, 1, 2) score=310.46, loss=0.25\n",
            ["a best: fit(0, 1, 2) score", "a best: loss"],
        ),
        ("print('mass: %s to %s' % both)", "mass: 4.58 to 6.13\n", ["mass", "mass to"]),
        ("print('mass from', a, 'to', b)", "mass from 4.58 to 6.13\n", ["mass", "mass to"]),
    ],
)
def test_signs_and_words_that_lead_to_a_value(read, source: str, text: str, expected: list[str]):
    assert labels(read((source, text))) == expected


def test_a_second_preposition_shares_the_words_before_the_first(read):
    source = "print('The mean weight of pears in the north is {}, and in the south is {}'.format(f(n), f(s)))"
    text = "The mean weight of pears in the north is 0.5, and in the south is 0.75\n"
    found = names(read((source, text)))
    assert found[1] == ("The mean weight of pears in the south", "0.75")


def test_how_long_something_took_to_be_finished_is_no_result(read):
    assert names(read(("print('finished in', t)", "finished in 0.6690230369567871\n"))) == []


@pytest.mark.parametrize(
    ("before", "behind", "expected"),
    [
        ("The size of a heap for the market is", " pears.", "The size of a heap for the market"),
        ("The largest heap is", " pears.", "The largest heap"),
        ("The number of pears in a heap is equal to", "", "The number of pears in a heap"),
        ("We believe the heap to be equal to", "", "We believe the heap"),
        ("The picker is told to use", " hands for full heaps.", "The picker is told to use hands for full heaps"),
        ("After all of that, it counted one heap that had", " pears", "it counted one heap that had pears"),
        ("There is", " pear in the heap", "There is pear in the heap"),
        ("There are", " pears in the heap", "There are pears in the heap"),
    ],
)
def test_an_integer_in_a_sentence_is_named_from_the_beginning_of_its_clause(read, before, behind, expected):
    source = f"print(f'{before} {{pears.size}}{behind}')"
    assert labels(read((source, f"{before} 16{behind}\n"))) == [expected]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (
            "The mean number of ripe pears in the queue that wait to be eaten is of",
            "The mean number of ripe pears in the queue that wait to be eaten is",
        ),
        ("El promedio de peras maduras en la cola que esperan a ser comidas es", None),
    ],
)
def test_the_clause_before_an_integer_is_whole(read, words: str, expected: str | None):
    assert labels(read((f"print('{words} %d' % np.mean(pears))", f"{words} 27\n"))) == [expected or words]
