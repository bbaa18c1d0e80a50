"""Values beside one another: tables of tabs, rows below one label, counters without words, and brackets in strings."""

from __future__ import annotations

import pytest

from lastdigit.printing.plain_rows import rows_of_a_value
from lastdigit.printing.words.reasons import REASONS
from tests.harness.made_up_notebooks import goldens, labels, names, only, reasons, result

ROWS = "\tx1\tx2\nid1\t0.95\t-0.65\nid2\tnan\t1.5\n"


def test_rows_of_tabs_below_a_row_of_names_are_a_table(read):
    found = read(("show_rows(rows)", ROWS))
    assert names(found) == [("show_rows(rows)['x1']", "0.95 nan"), ("show_rows(rows)['x2']", "-0.65 1.5")]
    assert [golden.column and golden.column.rows for golden in goldens(found)] == [("id1", "id2")] * 2


def test_a_line_that_joins_its_cells_does_not_name_their_table(read):
    assert names(read(("for row in rows:\n    print('\\t'.join(row))", ROWS))) == [
        ("x1", "0.95 nan"),
        ("x2", "-0.65 1.5"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("a\tx1\tx2\nid1\t0.5\t1.5\n", id="one row"),
        pytest.param("a\tx1:\tx2:\nid1\t0.5\t1.5\nid2\t2.5\t3.5\n", id="names with colons"),
        pytest.param("7\tx1\tx2\nid1\t0.5\t1.5\nid2\t2.5\t3.5\n", id="a number above the index"),
        pytest.param("a\tx1\nid1\t0.5\nid2\t2.5\n", id="two columns"),
    ],
)
def test_few_rows_or_names_of_tabs_are_no_table(read, text):
    assert all(golden.column is None for golden in goldens(read(("show_rows(rows)", text))))


def test_values_in_a_row_below_one_label_are_told_apart_by_their_places(read):
    found = read(("print(crystal)", "abc   :   3.677000   4.250000   5.5\nvolume : 72.39923018355245\n"))
    assert names(found) == [
        ("abc[0]", "3.677000"),
        ("abc[1]", "4.250000"),
        ("abc[2]", "5.5"),
        ("volume", "72.39923018355245"),
    ]


def test_values_of_one_expression_in_a_row_are_told_apart_by_their_places(read):
    found = read(("text = '\\t'.join(f(x))\nprint(text)", "0.02\t0.019\t0.25\n"))
    assert names(found) == [("text[0]", "0.02"), ("text[1]", "0.019"), ("text[2]", "0.25")]


def test_rows_of_one_text_have_columns_that_nothing_names(read):
    assert names(read(("text = f(x)\nprint(text)", "0.02 0.019 0.25\n0.75 0.125 0.5\n"))) == []


def test_values_that_are_printed_one_by_one_on_a_line_have_no_places(read):
    source = "for one in x:\n    print(f(one), end=' ')"
    assert {label for label, _ in names(read((source, "0.025 0.019 0.25\n")))} == {"f(one)"}


def test_a_row_of_a_table_that_cannot_be_read_names_nothing(read):
    text = "   t  col  pair   kind   rot  rate\n   2    1  (3,0)  pear     0  0.25\n   2    2  (2,5)  plum     0  0.5\n"
    text += "   3    0  (4,1)  pear   rate 0.75  0.125\n"
    assert names(read(("trees.summary()", text))) == []


def test_values_with_names_of_their_own_behind_two_numbers_are_read(read):
    found = names(read(("for line in train(3):\n    print(line)", "  1    100  loss: 0.25  acc: 0.75\n")))
    assert [token for _, token in found] == ["0.25", "0.75"]


@pytest.mark.parametrize(
    "array",
    ["3-element Vector{Float64}:\n 0.25\n ⋮\n 1.5", "2×2 Matrix{Float64}:\n 0.25  1.25\n 0.5   1.5"],
)
def test_the_rows_of_an_array_of_julia_are_no_numbers_of_their_own(read, array: str):
    assert names(read(("found", result(f"t: {array}\nloss: 0.75")))) == [("loss", "0.75")]
    assert names(read(("print(found)", f"{array}\nloss: 0.75\n"))) == [("loss", "0.75")]


def test_brackets_in_a_row_share_the_label_of_their_line(read):
    found = read(("crystal", result("Summary\nSite: Sn (1.604, 2.382) [0.5, 0.3058]\n")))
    assert names(found) == [("Site: Sn[0]", "1.604 2.382"), ("Site: Sn[1]", "0.5 0.3058")]
    assert {golden.format.precision for golden in goldens(found)} == {3, 4}, "rounded, not the shortest digits"


def test_a_value_behind_a_counter_alone_is_named_by_its_expression(read):
    source = 'for e in range(2):\n    print("epoch:" + str(e) + " | " + str(train) + " - " + str(test))'
    found = read((source, "epoch:0 | 0.093 - 0.102\nepoch:1 | 0.25 - 0.5\n"))
    assert names(found) == [
        ("epoch 0 train", "0.093"),
        ("epoch 0 test", "0.102"),
        ("epoch 1 train", "0.25"),
        ("epoch 1 test", "0.5"),
    ]


def test_a_number_between_words_and_a_verb_counts(read):
    found = read(("report(x)", "Mean of y for level 0.5 is 0.143; raw, 0.136\n"))
    assert names(found) == [("Mean of y for level 0.5", "0.143"), ("Mean of y for level 0.5 raw", "0.136")]


def test_what_is_compared_with_a_counter_names_the_value(read):
    source = 'for i in range(2):\n    print(f"mean(X) for Y == {i}: {means[i]:.3f}")'
    found = read((source, "mean(X) for Y == 0: 0.042\nmean(X) for Y == 1: 0.832\n"))
    assert names(found) == [("mean(X) for Y=0", "0.042"), ("mean(X) for Y=1", "0.832")]


def test_brackets_that_the_source_writes_are_no_array(read):
    source = 'print(f"mean: {m:.4f} [{low:.4f} {high:.4f}]")'
    found = read((source, "mean: 162.8388 [159.4760 166.3045]\n"))
    assert names(found) == [("mean", "162.8388"), ("mean low", "159.4760"), ("mean high", "166.3045")]


def test_zeros_at_the_end_show_that_numpy_formatted_an_array_with_fixed_digits(read):
    golden = only(read(("print(x)", "[159.4760 166.3045]\n")))
    assert golden.format.precision == 4


def test_a_number_before_a_tab_is_no_part_of_the_name_of_an_array(read):
    source = "print(f'lambda: {a}\\tmse: {b: 0.2f}\\tweights: {w}')"
    found = read((source, "lambda: 0.1\tmse:  0.93\tweights: [ 1  2 -1]\n"))
    assert names(found)[-1] == ("weights", "1 2 -1")


def test_the_time_and_the_level_of_a_log_are_no_part_of_a_name(read):
    text = "05/13/2022 11:15:22:INFO:(rank=1) Gradient sample: [-0.00525815 -0.01079952]\n"
    assert names(read(("!python train.py", text))) == [("(rank=1) Gradient sample", "-0.00525815 -0.01079952")]


def test_an_index_is_not_cut_at_its_comma(read):
    source = "for j in range(2):\n    print('f_old[%d, %d] = %g -> f_new[%d, %d] = %g' % where(j))"
    text = "f_old[0, 1] = 1.125 -> f_new[2, 1] = 0.25\n"
    assert names(read((source, text))) == [
        ("f_old[0, 1]", "1.125"),
        ("f_new[2,1]", "0.25"),
    ]


def test_a_dash_within_a_name_stays(read):
    text = "PAY - REC: 6346.08054\n"
    assert names(read(('print("PAY - REC: %9.5f" % both)', text))) == [("PAY - REC", "6346.08054")]


@pytest.mark.parametrize(
    ("source", "label"),
    [
        ("print 'h=%3.2f\\t %3.4f' % (h,\n      f(h))", "f(h)"),
        ("print(str(clf.score(x)))", "clf.score(x)"),
    ],
)
def test_prints_of_several_lines_and_of_strings_name_their_values(read, source, label):
    text = "h=0.05\t -1.1323\n" if "h=" in source else "0.25\n"
    assert names(read((source, text)))[-1][0] == label


def test_magics_with_a_space_leave_the_rest_of_a_cell_readable(read):
    source = "import numpy as np\n% matplotlib inline\nnp.set_printoptions(precision=3)\nscores(x)"
    golden = only(read((source, result("array([0.84 , 0.836])"))))
    assert golden.format.precision == 3


@pytest.mark.parametrize(
    ("source", "text"),
    [
        pytest.param("show(ir)", ".3.endif.i:     ; preds = %.3.endif\n", id="an intermediate language"),
        pytest.param("show(op)", "Measured(0.18093119 * ZZ\n - 1.0523732 * II)\n", id="coefficients"),
        pytest.param("show(t)", "Medicare &  168963 (37.2) &  34740 (45.2) \\\\\n", id="LaTeX"),
        pytest.param("show(s)", "0:0010:100:101:100011:011\n", id="digits and colons"),
        pytest.param("m.optimize()", "Gurobi Optimizer version 9.5\nBest objective 3.5e+00\n", id="a solver's log"),
        pytest.param("draw(qc)", "q_0: ┤ Initialize(0.35355,0.5) ├\n« │ H(0.25) │\n", id="a drawn circuit"),
        pytest.param("fit(x)", f"500/32 [{'=' * 400}] - 37s 74ms/step - loss: 0.4837 - acc: 0.5\n", id="a long bar"),
    ],
)
def test_parts_of_other_texts_are_no_values(read, source, text):
    assert names(read((source, text))) == []


@pytest.mark.parametrize(
    ("source", "text"),
    [
        pytest.param("fit(x)", "GridSearchCV(cv=5, error=nan,\n   steps=[('vect',\n    ...", id="an estimator, cut"),
        pytest.param("best.all, best.one", "([mean: 0.8, a: {'d': 1}],\n {'n': 20},\n 0.824)", id="a part of a tuple"),
    ],
)
def test_parts_of_objects_are_no_values(read, source, text):
    assert names(read((source, result(text)))) == []


def test_numbers_with_a_bare_point_and_commas_are_those_of_a_numpy_array(read):
    text = "Operator([[ 0.+0.j,  1.+0.j],\n          [-1.+0.j,  0.+0.j]], dims=2)"
    golden = only(read(("A.expand(B)", result(text))))
    assert golden.format.printer == "numpy"


REPORT = """Metrics:

              precision    recall  f1-score   support

       alpha       0.91      0.82      0.86       703
        beta       0.73      0.83      0.77       218

    accuracy                           0.81       921
   macro avg       0.78      0.81      0.79       921
weighted avg       0.82      0.81      0.81       921

"""


def test_the_averages_of_a_report_belong_to_it(read):
    source = "print('Metrics:\\n')\nprint(report(y, z))\nplots.confusion(y, z, title='Matrix')"
    found = labels(read((source, REPORT)))
    assert found == [f"Metrics['{name}']" for name in ("precision", "recall", "f1-score", "support")]


def test_a_report_is_named_by_the_expression_that_says_so(read):
    source = "print(y.value_counts())\nprint(scores.std())\nprint(classification_report(y, z))"
    text = "kind\nalpha    703\nbeta     218\nName: count, dtype: int64\n0.25\n" + REPORT.partition("\n\n")[2]
    found = labels(read((source, text)))
    assert found[:3] == ["y.value_counts()", "scores.std()", "classification_report(y, z)['precision']"]


SPARK = """+-------+-----------------+-----+
|summary|             Open|Close|
+-------+-----------------+-----+
|  count|             1258| 4.96|
|   mean|72.35785375357709| 4.69|
|    max|        90.800003|  4.6|
+-------+-----------------+-----+
"""


def test_digits_that_a_short_format_cannot_show_are_read_as_shown(read):
    opened, closed = goldens(read(("df.show()", SPARK)))
    value = opened.format.read("90.800003")
    assert value.low <= 90.800003 <= value.high, "the nearest double is no exact decimal"
    assert value.high - value.low < 1e-12
    assert closed.format.precision == 6
    assert closed.format.floatmode == "general"


def test_numbers_of_different_lengths_in_a_column_may_each_have_the_digits_that_make_them_unique(read):
    text = SPARK.replace("72.35785375357709", "        4.9689837").replace("90.800003", " 4.605163")
    opened, _ = goldens(read(("df.show()", text)))
    value = opened.format.read("4.605163")
    assert value.high - value.low > 4e-7, "float32 numbers are half a unit in the last place apart"


@pytest.mark.parametrize(
    ("source", "text", "label"),
    [
        ('print(f"Compressible 99% rank: {rank}")', "Compressible 99% rank: 2\n", "Compressible 99% rank"),
        (
            'print(f"Epoch {i:5d} {m:6.3f},{b:6.3f}: MSE loss {loss:12.3f}")',
            "Epoch     1 -4.940,18.555: MSE loss       44.991\n",
            "Epoch 1 MSE loss",
        ),
        (
            'print(f"Objective for b1={b1} at iteration {i} = {f(x)}")',
            "Objective for b1=0.99 at iteration 25000 = 8.757574081420898\n",
            "Objective for b1=0.99 at iteration 25000",
        ),
        (
            'print(f"[Epoch {i}-TRAIN] Loss(Acc): {loss}")',
            "[Epoch 3-TRAIN] Loss(Acc): 0.07526\n",
            "[Epoch 3-TRAIN] Loss(Acc)",
        ),
        (
            'logging.info("episode %d: reward = %.2f", i, r)',
            "00:00:01 [INFO] episode 54: reward = 200.00\n",
            "episode 54 reward",
        ),
    ],
)
def test_numbers_among_the_words_before_a_value_are_told_from_values(read, source, text, label):
    assert names(read((source, text)))[-1][0] == label


def test_names_of_columns_in_a_format_are_words(read):
    source = "print('%9s %9s' % ('k_1', 'SPD'))\nfor k in ks:\n    print('%9.5f %9.5f' % (k, value(k)))"
    assert labels(read((source, "kind\n  0.50000   3.25000\n"))) == ["k", "value(k)"]


def test_terms_of_an_equation_are_no_values(read):
    assert names(read(("model.print()", "(u)' = -0.146 v_22 p**-1 + 0.829 v_2 + 0.5\n"))) == []


def test_what_workers_of_ray_report_is_told_from_their_counters_and_settings(read):
    text = (
        "\x1b[2m\x1b[36m(Worker pid=6169)\x1b[0m Epoc: 50, Avg validation loss: 1.20\n"
        "\x1b[2m\x1b[36m(Worker pid=6170)\x1b[0m received {'age': 57}\n"
    )
    assert names(read(("def train(x):\n    return x\ntrain(3)", text))) == []


def test_how_many_of_a_number_are_done_names_no_table(read):
    rows = (
        "+-------+----------+\n| name  |   reward |\n|-------+----------|\n| PPO_1 |   381.06 |\n+-------+----------+\n"
    )
    assert names(read(("!rllib train", f"Number of trials: 1/1 (1 RUNNING)\n{rows}"))) == [("reward", "381.06")]


def test_percentages_behind_a_value_do_not_bear_its_name(read):
    source = "print('Energy (Eh) %10.7f' % e, end=' ')\nprint('%4d%% %2d -> %2d' % (p, i, a))"
    assert names(read((source, "Energy (Eh)  0.3659889   50%  8 -> 12\n"))) == [("Energy (Eh)", "0.3659889")]


@pytest.mark.parametrize(
    ("source", "dtype"),
    [
        ("x = torch.tensor([[1, 2]], dtype=torch.float)", "float32"),
        ("x = torch.tensor([[1, 2]], dtype=torch.long)", "int64"),
        ("x = np.array([[1, 2]], dtype=float)", "float64"),
        ("x = np.array([[1, 2]], dtype='float32')", "float32"),
        ("x = np.array([[1, 2]], dtype=kind)", "int64"),
    ],
)
def test_names_of_dtypes_of_literals_are_those_of_their_library(read, source, dtype):
    golden = only(read((source, "")))
    assert golden.format.dtype == dtype


def test_a_series_is_told_by_its_last_line_where_pandas_is_not_named(read):
    text = "Parameter\n0.1    0.002736\n0.2    0.007235\nName: Metric, dtype: float64"
    golden = only(read(("from modsim import *\nsweep(b)", result(text))))
    assert golden.format.printer == "pandas"


def test_rows_of_different_lengths_are_no_scalars(read):
    found = read(("T = lower(a)\nT", result("3.0 \n1.5 2.0 \n0.0 0.25 4.0 ")))
    assert (names(found), reasons(found)) == ([], {REASONS["ragged"]})


def test_rows_of_equal_length_are_one_array(read):
    (golden,) = goldens(read(("T = lower(a)\nT", result("3.0 0.25\n1.5 2.0 \n"))))
    assert (golden.label, golden.shape, golden.tokens) == ("T", (2, 2), ("3.0", "0.25", "1.5", "2.0"))
    (golden,) = goldens(read(("T = lower(a)\nT", result("3 1\n1 2"))))
    assert golden.format.dtype == "int64"


def test_a_frame_whose_columns_have_numbers_as_names_is_no_triangle(read):
    found = goldens(read(("import pandas as pd\nf(x)", result("      0     1\n0  0.50  0.25\n1  0.75  0.35"))))
    assert [(golden.label, golden.tokens) for golden in found] == [
        ("f(x)['0']", ("0.50", "0.75")),
        ("f(x)['1']", ("0.25", "0.35")),
    ]


@pytest.mark.parametrize("text", ["3.0", "3.0 1.5", "3.0\n1.5\n", "a 1\nb 2", "3.0 1\n\n1.5 2", "[1 2]\n[3 4]"])
def test_other_texts_are_no_rows_of_a_value(text: str):
    assert rows_of_a_value(text) is None


def test_the_place_in_a_row_counts_numbers_that_are_no_goldens_themselves(read):
    rows = "Epoch 2: Class Images Instances Box(P R mAP50)\n  kappa  143  144  0.996  0.986  0.995\n"
    assert labels(read(("train(model)", rows)))[-3:] == ["kappa[2]", "kappa[3]", "kappa[4]"]
