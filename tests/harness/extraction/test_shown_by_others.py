"""What stands in an output and was shown by no call of ``print``: tables of a library, objects, words, and plots."""

from __future__ import annotations

import pytest

from lastdigit.printing.words.reasons import REASONS
from tests.harness.made_up_notebooks import goldens, only, output, reasons, result, shown

FRAME = '<table class="dataframe"><thead><tr><th></th><th>{}</th></tr></thead><tbody>{}</tbody></table>'
ROW = "<tr><th>{}</th><td>{}</td></tr>"


def frame(*rows: tuple[str, str], column: str = "slope") -> str:
    return FRAME.format(column, "".join(ROW.format(*row) for row in rows))


SLOPES = frame(("a", "0.197"), ("b", "0.200"))


@pytest.mark.parametrize(
    ("source", "kind", "text", "rounded_to"),
    [
        ("fit.show_summary(3)", "display_data", "<Fit of 2 rows>", 3),
        ("fit", "execute_result", "<Fit of 2 rows>", 3),
        ("display(slopes)", "display_data", "   slope\na  0.197\nb  0.200", None),
        ("slopes", "execute_result", "   slope\na  0.197\nb  0.200", None),
    ],
)
def test_a_table_that_a_library_shows_may_have_been_rounded_by_it(
    read, source: str, kind: str, text: str, rounded_to: int | None
):
    assert only(read((source, output(kind, text, SLOPES)))).format.rounded_to == rounded_to


@pytest.mark.parametrize(
    ("source", "label"),
    [
        ("fit.show_summary()\nfit.plot()", "slope"),
        ("fit.show_summary()", "fit.show_summary()['slope']"),
        ("fit.plot()\ndisplay(slopes)", "slopes['slope']"),
    ],
)
def test_a_table_is_named_by_a_call_only_where_no_other_may_have_shown_it(read, source: str, label: str):
    assert only(read((source, shown("<Fit of 2 rows>", SLOPES)))).label == label


@pytest.mark.parametrize(
    "option",
    [
        "pd.set_option('display.float_format', '{:.1f}'.format)",
        "pd.options.display.float_format = '{:.1f}'.format",
        "pd.set_option('precision', 1)",
    ],
)
def test_a_format_that_pandas_is_told_for_all_floats_is_followed(read, option: str):
    text = "a   -10.0\nb     2.5\ndtype: float64"
    source = f"import pandas as pd\n{option}"
    found = read((source,), ("means", result(text)))
    assert only(found).format.precision == 1


def test_a_function_that_writes_all_digits_is_followed(read):
    source = "import pandas as pd\npd.set_option('display.max_rows', 9, 'display.float_format', str)"
    found = read((source,), ("means", result("a   -10.0\nb     2.5\ndtype: float64")))
    assert only(found).format.floatmode == "unique"


def test_a_format_for_all_floats_can_be_taken_back(read):
    cells = (
        ("import pandas as pd\npd.set_option('display.float_format', '{:.1f}'.format)",),
        ("pd.set_option('display.float_format', None)",),
        ("means", result("a   -10.0\nb     2.5\ndtype: float64")),
    )
    assert only(read(*cells)).format.precision == 6


def test_settings_hold_up_to_the_end_of_their_block(read):
    text = "a   -10.0\nb     2.5\ndtype: float64\na    0.25\nb    2.50\ndtype: float64"
    source = "import pandas as pd\nwith pd.option_context('display.precision', 1):\n    print(means)\nprint(others)"
    first, second = goldens(read((source, text)))
    assert (first.format.precision, second.format.precision) == (1, 6)


def test_cells_that_a_tool_ran_without_counting_ran_as_they_stand(read):
    cells = (
        ("import numpy as np\n\nnp.set_printoptions(formatter={'float': '{:.3f}'.format})",),
        ("print(x)", "[-4.030 0.994]\n"),
    )
    assert only(read(*cells, count=0)).format.precision == 3


WORDS = "0    2.5 pears\n1     42 plums\nName: fruit, {}dtype: {}"


@pytest.mark.parametrize("dtype", ["object", "str", "string", "category"])
def test_a_series_of_words_holds_no_numbers(read, dtype: str):
    found = read(("fruit", result(WORDS.format("Length: 2, ", dtype))))
    assert not goldens(found)
    assert [one.reason for one in found.left_out] == [REASONS["words"]]


def test_a_series_of_objects_may_hold_numbers(read):
    found = read(("fruit", result("0    2.5\n1     42\nName: fruit, dtype: object")))
    assert only(found).tokens == ("2.5", "42")


def test_a_frame_of_words_holds_no_numbers_and_one_of_numbers_does(read):
    text = "        share\n0  pears (8.5%)"
    words = read(("shares", result(text, frame(("0", "pears (8.5%)"), column="share"))))
    assert not goldens(words)
    assert [one.reason for one in words.left_out] == [REASONS["words"]]
    assert only(read(("shares", result(text, frame(("0", "8.5"), column="share"))))).tokens == ("8.5",)


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("plot.crs", 'Grid.from_wkt(\'GEOGCS["a 1",SPHEROID["b",6378137,298.257]]\')'),
        ("frame.head", "<bound method Frame.head of    a\n0  0.5>"),
        ("write(x)", "<pyarrow.Meta object at 0x7f0a>\n  num_rows: 3\n  version: 2.6"),
        ("run.rate = 0.5\nrun.steps = 3\nrun", "rate: 0.5\nsteps: 3\nkind: plain"),
    ],
)
def test_an_object_that_shows_its_settings_is_no_value(read, source: str, text: str):
    found = read((source, result(text)))
    assert not goldens(found)
    assert reasons(found) == {REASONS["representation"]}


@pytest.mark.parametrize("call", ["plt.show()", "np.testing.assert_array_equal(x, y)"])
def test_what_prints_nothing_names_no_print_but_its_value(read, call: str):
    assert only(read((f"solve(3)\n{call}", "[0.5 1.25]\n"))).label == "output 1"
    assert only(read(("ax.get_ticks()", result("array([0.5, 1.25])")))).label == "ax.get_ticks()"


def test_integers_of_a_style_may_be_floats_that_it_rounded(read):
    html = frame(("a", "48"), ("b", "41")).replace("<table", '<table id="T_1f2e"').replace(' class="dataframe"', "")
    styled = only(read(("frame.style.format(precision=0)", result("<Styler at 0x7f>", html))))
    assert [other.dtype for other in styled.format.others] == ["float64"]
    assert not only(read(("frame.style", result("<Styler at 0x7f>", html)))).format.others


def test_a_column_of_a_sum_is_one_of_the_whole_sum(read):
    assert only(read(("a + b", result("   slope", SLOPES)))).label == "(a + b)['slope']"


@pytest.mark.parametrize(
    ("text", "precision"), [("0.00729000000000000", 17), ("0.333333333333333", 15), ("0.3333333333333333", None)]
)
def test_what_sympy_shows_was_rounded_to_fifteen_digits(read, text: str, precision: int | None):
    cells = (("import sympy",), ("expression.subs(x, 2)", result(text)))
    assert only(read(*cells)).format.precision == precision


@pytest.mark.parametrize(
    ("source", "table", "rounded_to"),
    [
        ("from tools import summarize\nsummarize(x)", SLOPES, 3),
        ("from .tools import *\nsummarize(x)", SLOPES, 3),
        ("%run tools.py\nsummarize(x)", SLOPES, 3),
        ("from tools import summarize\nsummarize(x)", frame(("a", "0.19712"), ("b", "0.2")), None),
        ("from tools import summarize\nsummarize(x)", frame(("a", "1200.0"), ("b", "0.25")), 2),
        ("from tools import summarize\nsummarize(x)", frame(("a", "1.0"), ("b", "2.0")), None),
        ("import numpy as np, os\nnp.mean(x)", SLOPES, None),
    ],
    ids=["imported", "everything imported", "run", "more digits", "zeros", "no digits", "known"],
)
def test_a_table_of_few_digits_may_have_been_rounded_by_a_function_that_nobody_sees(
    read, source: str, table: str, rounded_to: int | None
):
    assert only(read((source, result("   slope", table)))).format.rounded_to == rounded_to


def test_a_table_that_a_library_prints_by_itself_shows_all_of_its_digits(read):
    text = "   mean   std\na  0.25  1.00\nb  1.50  2.00\n"
    by = [golden.format.printer for golden in goldens(read(("import pandas\nrun.print_summary()", text)))]
    own = [golden.format.printer for golden in goldens(read(("import pandas\nprint(frame)", text)))]
    assert (by, own) == (["table", "table"], ["pandas", "pandas"])


def test_the_footer_of_a_printed_frame_tells_that_a_notebook_has_pandas(read):
    table = "   mean   std\na  0.25  1.00\nb  1.50  2.00\n"
    long = "    mean\n0   0.25\n..   ...\n9   1.50\n\n[10 rows x 1 columns]\n"
    part = ("print(part)", table)
    assert goldens(read(("show(all)", long), part))[-1].format.printer == "pandas"
    assert goldens(read(("show(all)",), part))[-1].format.printer == "table"


def test_what_a_list_is_given_one_by_one_may_have_been_rounded_before(read):
    fill = ("rows = []\nfor x in xs:\n    rows.append(round(x, 3))",)
    make = ("import pandas as pd\ntable = pd.DataFrame(rows)",)
    assert only(read(fill, make, ("table", result("   slope", SLOPES)))).format.rounded_to == 3


def test_a_column_of_whole_numbers_may_have_been_rounded_to_them_where_its_table_was(read):
    head = "<tr><th></th><th>mean</th><th>size</th></tr>"
    body = "<tr><th>a</th><td>0.197</td><td>252.0</td></tr><tr><th>b</th><td>0.200</td><td>242.0</td></tr>"
    table = f'<table class="dataframe"><thead>{head}</thead><tbody>{body}</tbody></table>'
    found = read(("from tools import summarize\nsummarize(x)", result("   mean", table)))
    assert [golden.format.rounded_to for golden in goldens(found)] == [3, 0]
