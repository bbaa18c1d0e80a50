"""What the digits of a print, and those beside them, tell of its dtype, its precision and its rounding."""

from __future__ import annotations

from tests.harness.made_up_notebooks import Output, goldens, only, result


def test_float32_of_an_old_numpy_is_told_by_its_digits(read):
    found = only(read(("print(atom.coord)", "[ 34.2859993    0.74599999 -17.20999908]\n")))
    assert found.format.dtype == "float32"
    found = only(read(("print(atom.coord)", "[ 34.2859953    0.74599999 -17.20999908]\n")))
    assert found.format.dtype == "float64"


def test_numbers_of_a_tree_of_decisions_were_rounded_to_what_they_show(read):
    text = "|--- a <= 0.50\n|   |--- value: [12.31]\n"
    golden = only(read(("print(export_text(tree))", text)))
    assert (golden.label, golden.format.rounded_to) == ("value", 2)


def test_what_an_unseen_function_may_have_rounded_is_as_wide_as_all_items_show(read):
    text = "{'A': 0.06934, 'B': 0.07, 'C': 0.0}"
    found = read(("from portfolio import clean_weights\nclean_weights(x)", result(text)))
    assert [golden.format.precision for golden in goldens(found)] == [5, 5, 5]
    assert [golden.format.precision for golden in goldens(read(("weights(x)", result(text))))] == [None, None, None]


def test_arrays_that_show_few_decimals_may_be_rounded_by_the_options_of_an_unseen_module(read):
    text = "W: [[ -0.13  14.3  -11.1 ]\n [ -8.92  11.85  -0.25]]\n"
    for source, rounded in (("from lab import *\nprint('W:', w)", 2), ("import numpy as np\nprint('W:', w)", None)):
        golden = only(read((source, text)))
        assert golden.format.rounded_to == rounded


def test_a_lone_number_in_brackets_behind_words_may_have_been_formatted(read):
    golden = only(read(("f(x)", "1: width [0.065]\n")))
    assert golden.format.rounded_to == 3


def test_what_a_format_puts_in_may_have_been_rounded_to_no_digit(read):
    golden = only(read(("print('rate: {}'.format(np.round(f(x))))", "rate: 17990.0\n")))
    assert golden.format.precision == 0


def test_a_point_without_digits_at_the_end_of_an_aligned_field_belongs_to_a_float(read):
    golden = only(read(("print(fit.summary())", "AIC:                             2317.\n")))
    assert (golden.tokens, golden.format.dtype, golden.format.precision) == (("2317.",), "float64", 0)


def test_a_number_of_a_frame_of_objects_may_show_significant_digits(read):
    rows = "".join(f"<tr><th>{n}</th><td>{x}</td></tr>" for n, x in enumerate(("0.0173605", "0.017388", "0.00909241")))
    html = (
        f'<table border="1" class="dataframe"><thead><tr><th></th><th>a</th></tr></thead><tbody>{rows}</tbody></table>'
    )
    golden = only(read(("import pandas as pd\nd", result(html=html))))
    assert [(other.floatmode, other.precision) for other in golden.format.others] == [("general", 6)]


FRAME = (
    '<table border="1" class="dataframe"><thead><tr><th></th><th>a</th><th>b</th></tr></thead><tbody>{}</tbody></table>'
)


def frame(*rows: tuple[str, str]) -> Output:
    """A frame of two columns."""
    body = "".join(f"<tr><th>{n}</th><td>{a}</td><td>{b}</td></tr>" for n, (a, b) in enumerate(rows))
    return result(html=FRAME.format(body))


def test_significands_of_a_frame_tell_the_precision_of_its_other_columns(read):
    rows = (("0.37", "5.58e-03"), ("0.37", "9.02e-04"), ("0.36", "3.99e-04"))
    assert [golden.format.precision for golden in goldens(read(("import pandas as pd\nframe", frame(*rows))))] == [2, 2]
    assert [golden.format.precision for golden in goldens(read(("import pandas as pd\nframe", frame(*rows[:2]))))] == [
        6,
        2,
    ]


def test_integers_with_nan_among_them_are_floats(read):
    found = goldens(read(("import pandas as pd\nframe", frame(("1", "1"), ("NaN", "None"), ("4", "4")))))
    assert [(golden.format.dtype, golden.format.precision) for golden in found] == [("float64", 6), ("int64", None)]
