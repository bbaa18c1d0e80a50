"""Tables of pandas, polars, astropy and of plain text: where they begin and end, and what their columns are called."""

from __future__ import annotations

import math

import pytest

from lastdigit.printing.golden import CANDIDATE
from lastdigit.printing.tables.table_cells import dtype_of_cells
from lastdigit.printing.tables.text_table import tables_in_text
from lastdigit.printing.words.reasons import REASONS
from tests.harness.made_up_notebooks import goldens, labels, names, only, reasons, result, tokens

POLARS = (
    '<table border="1" class="dataframe"><thead><tr><th>name</th><th>x</th><th>n</th></tr>'
    "<tr><td>str</td><td>f64</td><td>u32</td></tr></thead><tbody>"
    "<tr><td>pear</td><td>0.038929</td><td>3</td></tr><tr><td>plum</td><td>null</td><td>4</td></tr></tbody></table>"
)


def test_the_dtypes_below_the_names_of_a_frame_of_polars_are_no_names(read):
    found = goldens(read(("import polars as pl\nd.head()", result("shape: (2, 3)", POLARS))))
    assert [(golden.label, golden.format.printer, golden.format.dtype) for golden in found] == [
        ("d.head()['x']", "polars", "float64"),
        ("d.head()['n']", "polars", "uint32"),
    ]


ASTROPY = (
    '<table id="table44"><thead><tr><th>r</th><th>class</th></tr></thead>'
    "<thead><tr><th>float64</th><th>str6</th></tr></thead><tr><td>18.5</td><td>STAR</td></tr></table>"
)


def test_the_dtypes_below_the_names_of_a_table_of_astropy_are_no_names(read):
    found = goldens(read(("stars", result("<Table length=1>", ASTROPY))))
    assert [(golden.label, golden.format.printer, golden.format.dtype) for golden in found] == [
        ("stars['r']", "table", "float64")
    ]


def test_a_series_that_is_a_table_in_html_is_named_by_its_expression(read):
    html = (
        "<table><thead><tr><th></th><th>pears</th></tr></thead><tbody><tr><th>7</th><td>0.5</td></tr></tbody></table>"
    )
    for text, label in (("7    0.5\nName: pears, dtype: float64", "x[7:]"), ("   pears\n7    0.5", "x[7:]['pears']")):
        assert names(read(("x[7:]", result(text, html)))) == [(label, "0.5")]


@pytest.mark.parametrize(("attribute", "printer"), [("", "table"), (' class="dataframe"', "pandas")])
def test_a_frame_in_html_shows_that_pandas_is_at_hand(read, attribute: str, printer: str):
    html = f"<table{attribute}><tr><th></th><th>pears</th></tr><tr><th>7</th><td>0.5</td></tr></table>"
    assert only(read(("x[7:]", result(html=html)))).format.printer == printer


@pytest.mark.parametrize(
    "text",
    [
        "{'a': 0    0.5\n1    1.5\ndtype: float64, 'b': 3}",
        "{dtype('float64'):    x1    x2\n 0 -0.12  1.92\n 1 -1.44  0.47}",
        "Pears(green=       x     y\nday\n1  -0.26 -0.13\n2  -0.17 -0.06, ripe=3)",
    ],
)
def test_tables_in_a_dict_are_left_out_since_their_columns_stand_elsewhere(read, text: str):
    found = read(("tables", result(text)))
    assert (names(found), reasons(found)) == ([], {REASONS["container"]})


def test_a_frame_whose_index_is_named_by_a_number_is_read_whole(read):
    found = names(
        read(("import pandas as pd\nprint(f)", "      a     b\n0            \nx  0.50  0.25\ny  0.75  0.35\n"))
    )
    assert found == [("f['a']", "0.50 0.75"), ("f['b']", "0.25 0.35")]


def test_a_series_of_categories_is_counted_among_what_a_cell_prints(read):
    text = (
        "0    6\n1    5\nName: a, dtype: int64\n0    1\n1    1\nName: b, dtype: category\nCategories (2, int64): [0]\n"
    )
    assert names(read(("import pandas as pd\nprint(f['a'])\nprint(f['b'])", text))) == [("f['a']", "6 5")]


def test_dtypes_are_no_values_though_numbers_name_the_columns(read):
    dtypes = "0.5                   float64\n11.29104    float64\n"
    assert names(read(("import pandas as pd\nprint(df.dtypes)", dtypes))) == []


def test_a_table_right_below_another_is_read_on_its_own(read):
    text = (
        "           Price    Volume\nPrice   1.000000 -0.046082\nVolume -0.046082  1.000000\n"
        "           Price    Volume\nPrice   1.000000  0.114866\nVolume  0.114866  1.000000\n"
    )
    found = labels(read(("import pandas as pd\nprint(a.corr())\nprint(b.corr())", text)))
    assert found == [f"{one}.corr()['{name}']" for one in "ab" for name in ("Price", "Volume")]


def test_prose_that_ends_in_a_colon_heads_no_columns(read):
    text = "Found 3 trees for the following heights (in metres):\n0.5  1.0  5.0  10.0\n"
    assert all(golden.column is None for golden in goldens(read(("trees = read(path)", text))))


def test_a_sentence_as_wide_as_a_table_is_no_part_of_its_header(read):
    text = "fitting the last model\n              Accuracy\nLinear model  0.302604\nNaive bayes   0.295146\n"
    assert names(read(("import pandas as pd\nf(x)", text)))[0][0].endswith("['Accuracy']")
    assert names(read(("import pandas as pd\nf(x)", text)))[0][1] == "0.302604 0.295146"


def test_words_that_are_put_into_a_string_or_shown_as_text_name_no_table(read):
    source = "print(report(y))\nprint('Rate: %f' % rate(y))"
    text = "note\n       a     b\nx   0.25  0.50\ny   0.75  0.35\n\nRate: 0.25\n"
    found = labels(read(("import pandas as pd\n" + source, text)))
    assert not any("%" in label for label in found)
    assert "Rate" in found


def test_words_above_a_series_are_no_row_of_it(read):
    text = (
        "Results of the test for columns: Life expectancy\nStatistic            -8.510100e+00\n"
        "p-value               1.173776e-13\nLength: 2, dtype: float64\n"
    )
    golden = only(read(("import pandas as pd\nf(x)", text)))
    assert golden.tokens == ("-8.510100e+00", "1.173776e-13")


def test_a_first_column_of_numbers_is_no_index_where_a_rule_underlines_all(read):
    text = "   road    sidewalk    building\n-------  ----------  ----------\n0.96126     0.34571     0.52489\n"
    found = tokens(read(("print('IoU:')\nprint(tabulate([x], headers=names))", text)))
    assert found == ["0.96126", "0.34571", "0.52489"]


def test_numbers_in_rows_below_words_are_named_by_both(read):
    text = "Regime             Mean IC     ICIR    p-value\n-------\nlow vol             0.0708     0.25    0.0059\n"
    assert names(read(("for r in x:\n    print(f(r))", text))) == [
        ("low vol Mean IC", "0.0708"),
        ("low vol ICIR", "0.25"),
        ("low vol p-value", "0.0059"),
    ]
    text = "Word        Mean        Variance\nfootball    1.21e-01    6.14e-03\nafl         9.58e-02    1.31e-02\n"
    assert names(read(("print(f(r))", text)))[:2] == [("football Mean", "1.21e-01"), ("football Variance", "6.14e-03")]


def test_columns_with_a_name_stay_a_frame_though_all_fields_begin_below_their_names():
    (table,) = tables_in_text("metric  x  a\n0       0  0\n")
    assert [(column.name, column.tokens[0].text) for column in table.columns] == [("x", "0"), ("a", "0")]


def test_a_row_of_numbers_is_no_header_of_a_table_with_bars(read):
    assert names(read(("solve(x)", "|  1 |  4.3e-03 |    0.823 |\n|  2 |  3.7e-03 |    0.865 |\n"))) == []


def test_a_decimal_number_is_no_name_of_a_column_between_bars(read):
    text = "+------+----------+\n| a(0) | 0.338164 |\n+------+----------+\n| a(1) | 0.323671 |\n+------+----------+\n"
    assert names(read(("print(table)", text))) == []


def test_rows_of_integers_that_a_loop_prints_are_no_table(read):
    source = "import pandas\nfor key in sorted(counts):\n    print(key, counts[key], key - last)"
    assert labels(read((source, "25664   3\n25669   5\n25680   11\n"))) == []


def test_a_column_of_parts_of_strings_is_no_column_of_integers(read):
    source = "frame[['year', 'part']] = frame['period'].str.split('/', expand=True)\nframe"
    found = read((source, result("    period  year part\n0  2024/1  2024    1\n1  2023/2  2023    2")))
    assert labels(found) == []


def test_a_frame_without_an_index_is_read_though_one_space_stands_between_its_columns(read):
    text = (
        "orchard       fruit   auc  ripe\n   west  early-pear 0.602   3.7\n"
        "   west middle-pear 0.602   4.2\n   east  early-pear 0.804   9.9\n"
    )
    found = read(("print(table(x))", text))
    assert labels(found) == ["table(x)['auc']", "table(x)['ripe']"]


def test_a_list_of_shapes_that_a_summary_of_layers_cuts_hides_no_row(read):
    text = (
        "Layer (type)                    Output Shape         Param #     Connected to\n"
        "=============================================================================\n"
        "ids (InputLayer)                [(None, 160)]        0\n"
        "keras_layer (KerasLayer)        [(None, 1024), (None 335141889   ids[0][0]\n"
        "dense (Dense)                   (None, 1)            1025        keras_layer[0][0]\n"
        "=============================================================================\n"
    )
    assert tokens(read(("model.summary()", text))) == ["0 335141889 1025"]


def test_the_report_of_a_fit_has_values_their_spreads_and_what_it_began_with(read):
    report = "[[Variables]]\n    C:  1.47070118 +/- 0.00863500 (0.59%) (init = 1)\n    b:  0 (fixed)\n"
    found = goldens(read(("print(fit_report(found.params))", report)))
    assert [(golden.label, golden.tokens[0]) for golden in found if golden.kind != CANDIDATE][:3] == [
        ("C", "1.47070118"),
        ("C ±", "0.00863500"),
        ("C ± in percent", "0.59"),
    ]
    assert "init" not in {golden.label for golden in found}


RULED = """\
      file           V            V_err
                    mag            mag
--------------- ---------- -------------------
a/Reduced-1.txt  9.6211238 0.01146206428681673
a/Reduced-2.txt 9.62410359 0.01146206428681673
            ...        ...                 ...
a/Reduced-9.txt  9.6631007 0.01146206428681673
Length = 208 rows
"""


def test_a_rule_of_dashes_tells_the_columns_of_a_table_of_astropy(read):
    found = goldens(read(("from astropy.table import Table\nmags = Table(f())\nprint(mags)", RULED)))
    assert [(golden.label, golden.tokens) for golden in found] == [
        ("mags['V']", ("9.6211238", "9.62410359", "9.6631007")),
        ("mags['V_err']", ("0.01146206428681673",) * 3),
    ]
    assert found[0].column.rows == ("a/Reduced-1.txt", "a/Reduced-2.txt", "a/Reduced-9.txt")
    assert found[0].summary.edges == ((2, 1),)
    assert found[0].summary.full_shape == (208,)


ABRIDGED = """\
      day       night        flux       ... kind  quality
--------------- ----- ----------------- ... ---- ---------
        59000.5     1 12.80749409680015 ... deep 0.0036419
59001.931034482     1               nan ... deep       nan
            ...   ...               ... ...  ...       ...
59014.862068965     2                -- ... wide  0.000615
        59029.5    --  -3.9809833700658 ... wide       nan
Length = 30 rows
"""


def test_the_dots_of_an_abridged_table_of_astropy_are_rows_and_columns_that_are_not_shown(read):
    found = goldens(read(("nights = Table(f())\nprint(nights)", ABRIDGED)))
    assert [(golden.label, golden.tokens, golden.format.dtype) for golden in found] == [
        ("nights['day']", ("59000.5", "59001.931034482", "59014.862068965", "59029.5"), "float64"),
        ("nights['night']", ("1", "1", "2", "--"), "int64"),
        ("nights['flux']", ("12.80749409680015", "nan", "--", "-3.9809833700658"), "float64"),
        ("nights['quality']", ("0.0036419", "nan", "0.000615", "nan"), "float64"),
    ]
    assert {(golden.summary.edges, golden.summary.full_shape) for golden in found} == {(((2, 2),), (30,))}
    assert [math.isnan(value.number) for value in found[2].values[1:3]] == [True, True]


def test_a_table_of_two_columns_shows_its_rule_though_others_are_left_out_between_them():
    (table,) = tables_in_text("  a  ...  b \n---- ... ---\n 0.5 ... 1.5\n0.25 ... 2.5\n")
    assert [(column.name, column.tokens[1].text) for column in table.columns] == [("a", "0.25"), ("b", "2.5")]


def test_masked_numbers_and_dots_among_the_dtypes_of_a_table_of_astropy_in_html(read):
    html = (
        "<table><thead><tr><th>r</th><th>...</th><th>n</th></tr></thead>"
        "<thead><tr><th>float64</th><th>...</th><th>int32</th></tr></thead>"
        "<tr><td>18.5</td><td>...</td><td>--</td></tr><tr><td>--</td><td>...</td><td>3</td></tr></table>"
    )
    found = goldens(read(("stars", result("<Table length=2>", html))))
    assert [(golden.label, golden.tokens, golden.format.dtype) for golden in found] == [
        ("stars['r']", ("18.5", "--"), "float64"),
        ("stars['n']", ("--", "3"), "int32"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        RULED.replace("9.62410359 0.0", "9.62410359110.0"),
        RULED.replace("     V     ", " Magnitude_V"),
        "----- -----\n----- -----\n  0.5   1.5\n",
        "total\n----- -----\n  0.5   1.5\n",
        "a b\n- -\nx y\n",
    ],
    ids=["a row across columns", "a name across columns", "no names", "a column without a name", "no numbers"],
)
def test_a_rule_of_dashes_that_fits_nothing_tells_no_columns(text: str):
    assert list(tables_in_text(text)) == []


def test_rules_take_linear_time_though_a_line_at_the_end_fits_no_columns():
    assert list(tables_in_text("a b\n- -\n" * 30_000 + "aaaa\n")) == []


def test_a_long_table_with_a_rule_ends_where_a_line_fits_no_columns():
    rows = "".join(f"{at:5d} {at / 8:5.3f}\n" for at in range(40))
    (table,) = tables_in_text(f"    a     b\n----- -----\n{rows}all of them\n")
    assert [len(column.tokens) for column in table.columns] == [40, 40]


SITES = """\
Orchard (3)
angles:  90.000000  90.000000
Sites (3)
  #  fruit           a      b     c
---  ----------  -----  -----  ----
  0  pear        -0      0.25     0
  1  sweet plum   0.5   -0        0
  2  fig          0.5    0.75     0
The final yield is 6.491 t.
"""


def test_a_rule_with_a_part_for_each_column_tells_the_columns_of_a_table_of_tabulate(read):
    found = goldens(read(("print(orchard)", SITES)))
    columns = [golden for golden in found if golden.column]
    assert [(golden.label, golden.tokens, golden.format.dtype) for golden in columns] == [
        ("orchard['a']", ("-0", "0.5", "0.5"), "float64"),
        ("orchard['b']", ("0.25", "-0", "0.75"), "float64"),
        ("orchard['c']", ("0", "0", "0"), "int64"),
    ]
    assert columns[0].column.rows == ("0/pear", "1/sweet plum", "2/fig")
    assert columns[2].format.others, "tabulate shows whole floats without a point"
    assert "6.491" in [golden.tokens[0] for golden in found]


def test_only_floats_have_negative_zeros():
    for cells, dtype in ((["-0", "-0"], "float64"), (["0", "-1"], "int64"), (["-0", "x"], None)):
        assert dtype_of_cells(cells) == dtype


@pytest.mark.parametrize(
    "text",
    ["a    b\n---  ---\n", "a    b\n---  ---\nx    y\n", "a b c\n---  ---\n0.5  1.5 2.5 x\n"],
    ids=["no rows", "no numbers", "names across columns"],
)
def test_a_rule_of_tabulate_without_numbers_below_it_tells_nothing(text: str):
    assert [table for table in tables_in_text(text) if len(table.columns) > 1] == []


def test_rules_of_tabulate_take_linear_time():
    assert list(tables_in_text("a    b\n---  ---\n" * 20_000 + "aaaa\n")) == []


def test_what_a_program_does_in_a_second_is_no_result(read):
    text = "        Mean  N_Eff/s\nmu  0.144167  0.29397\n"
    assert labels(read(("fit.summary()", result(text.rstrip())))) == ["fit.summary()['Mean']"]


MIXED = """\
--------------------------------------------------------
              Coef.  Std.Err.   z    P>|z| [0.025 0.975]
--------------------------------------------------------
Intercept      0.251    0.105  2.396 0.017  0.046  0.456
value_std     -0.107    0.057 -1.878 0.060 -0.219  0.005
Intercept RE   0.289    0.044
========================================================
"""


def test_the_columns_of_a_summary_with_one_space_between_them_are_told_apart(read):
    found = goldens(read(("print(fit.summary())", MIXED)))
    assert [(golden.label, golden.tokens) for golden in found if golden.column] == [
        ("fit.summary()['Coef.']", ("0.251", "-0.107")),
        ("fit.summary()['Std.Err.']", ("0.105", "0.057")),
        ("fit.summary()['z']", ("2.396", "-1.878")),
        ("fit.summary()['P>|z|']", ("0.017", "0.060")),
        ("fit.summary()['[0.025']", ("0.046", "-0.219")),
        ("fit.summary()['0.975]']", ("0.456", "0.005")),
    ]


FRAMES = "\n".join(
    (
        "{'null':       left  right",
        "998   0.63   0.58",
        "999   0.54   0.52",
        "",
        "[5000 rows x 2 columns], 'test':          mu    sd",
        "ROI              ",
        "left   0.54  0.02",
        "right  0.53  0.08, 'peak': ROI   left  right",
        "subj             ",
        "fd_1  0.47   0.53",
        "fd_2  0.46   0.25}",
    )
)


def test_the_frames_of_a_dict_have_all_their_rows_and_the_name_of_their_key(read):
    found = goldens(read(("print(state)", f"{FRAMES}\n")))
    assert [(golden.label, golden.tokens) for golden in found] == [
        ("null['left']", ("0.63", "0.54")),
        ("null['right']", ("0.58", "0.52")),
        ("test['mu']", ("0.54", "0.53")),
        ("test['sd']", ("0.02", "0.08")),
        ("peak['left']", ("0.47", "0.46")),
        ("peak['right']", ("0.53", "0.25")),
    ]


def test_large_identifiers_in_scientific_notation_are_no_results(read):
    text = "             id  likes\n0  1.590795e+18      3\n1  1.590743e+18      7"
    assert labels(read(("tweets", result(text)))) == ["tweets['likes']"]


def test_truth_values_among_the_attributes_of_xarray_are_read(read):
    text = "<xarray.DataArray 'ex' (time: 2)>\narray([16.5,  2.25])\nAttributes:\n    filter.applied:  [False]\n"
    assert goldens(read(("data", result(text))))[0].tokens == ("16.5", "2.25")
