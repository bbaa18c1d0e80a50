"""What public notebooks print that was once read wrongly: texts of files, polars, numbered lines, and helpers."""

from __future__ import annotations

import pytest

from lastdigit.printing.tables.text_table import tables_in_text
from tests.harness.made_up_notebooks import Output, goldens, labels, names, only, reasons, result, shown, tokens

TEXT = "[1.5, 2.5]\nloss: 3.5\n"


@pytest.mark.parametrize(
    "source",
    [
        "with open('a.txt') as f:\n    print(f.read())",
        "print(open('a.txt').read())",
        "f = open('a.txt')\ntext = f.read()\nprint(text[:100])",
        "for line in open('a.txt'):\n    print(line.strip())",
        "lines = Path('a.txt').read_text().splitlines()\nprint(lines)",
        "handle = archive.fetch(number=3)\nprint(handle.read())",
    ],
)
def test_the_text_of_a_file_holds_no_goldens(read, source):
    found = read((source, TEXT))
    assert names(found) == []
    assert reasons(found) == {"the text of a file"}


@pytest.mark.parametrize(
    "source",
    [
        "picture = rasterio.open('a.tif')\nprint(picture.read())",
        "x = np.loadtxt(open('a.txt'))\nprint(x)",
        "with open('a.txt', 'w') as f:\n    f.write('3')\nprint(x)",
    ],
)
def test_what_is_read_as_numbers_is_no_text(read, source):
    assert ("loss", "3.5") in names(read((source, TEXT)))


def test_settings_as_strings_in_a_representation_are_no_values_and_one_may_be_a_key(read):
    assert names(read(("print(clf)", "Pear(C='1.0', kernel='rbf', gamma='0.5')\n"))) == []
    found = names(read(("print(scores)", "{'Pear(C=1.0)': 0.85, 'Plum(C=2.0)': 0.75}\n")))
    assert found == [("scores['Pear(C=1.0)']", "0.85"), ("scores['Plum(C=2.0)']", "0.75")]


def test_the_counter_of_a_bar_and_how_long_it_took_name_nothing(read):
    bar = "12/12 ━━━━━━━━━━━━━━━━━━━━ 0s 3ms/step"
    assert names(read(("p = model.predict(x)\nprint('score', f(p))", f"{bar}\nscore 0.5\n"))) == [("score", "0.5")]
    assert names(read(("p = model.predict(x)\nprint(f(p))", f"{bar}\n0.5\n"))) == [("f(p)", "0.5")]
    assert names(read(("model.evaluate(x)", f"{bar} - loss: 0.25\n"))) == [("loss", "0.25")]


def test_how_far_and_how_long_something_is_are_left_out_and_the_source_names_the_value(read):
    source = "for epoch in range(9):\n    print('%s (%d %d%%) %.4f' % (since(start), epoch, epoch / n * 100, loss))"
    assert names(read((source, "0m 28s (500 5%) 1.8674\n1m 53s (1000 10%) 2.4155\n"))) == [
        ("loss 500", "1.8674"),
        ("loss 1000", "2.4155"),
    ]
    source = "for epoch in range(9):\n    if epoch % 5:\n        summary = report(epoch)\n        print(summary)"
    found = names(read((source, "2m 59s (- 34m 24s) (400 8%) 2.5226\n3m 59s (- 33m 24s) (800 16%) 2.4226\n")))
    assert found == [("summary 400", "2.5226"), ("summary 800", "2.4226")]


def test_a_number_alone_is_no_name(read):
    assert names(read(("x = solve(A, b)", "  1: [ 0.25  0.5]\n 10: [ 0.75 0.5]\n"))) == [
        ("solve(A, b) 1", "0.25 0.5"),
        ("solve(A, b) 10", "0.75 0.5"),
    ]
    assert names(read(("f(1)\ng(2)", "4: 0.25\n"))) == []
    assert names(read(("for x in y:\n    f(x)", "4: 0.25\n"))) == []


def test_helpers_of_another_cell_say_what_they_print(read):
    timed = "def run():\n    start = time.time()\n    f()\n    print('new one', time.time() - start)"
    assert names(read((timed, ""), ("run()", "new one 33.4923\n"))) == []
    helper = "def show(x, y):\n    print('between', x, y)"
    assert names(read((helper, ""), ("show(low, high)", "between 0.25 0.5\n"))) == [
        ("between", "0.25"),
        ("high", "0.5"),
    ]


def test_a_helper_that_prints_more_often_than_it_is_called_in_a_cell_names_its_values_itself(read):
    helper = "def cost(a, b):\n    print(a, b, g(a, b))\n    return g(a, b)"
    once = labels(read((helper, ""), ("y = cost(p[0], p[1])", "0.5 0.25 0.75\n")))
    assert once == ["p[0]", "p[1]", "g(p[0], p[1])"]
    often = labels(read((helper, ""), ("p = smallest(cost)\ny = cost(p[0], p[1])", "0.5 0.25 0.75\n1.5 1.25 0.5\n")))
    assert often == ["a", "b", "g(a, b)"] * 2


def test_a_tuple_that_is_written_out_for_a_helper_names_nothing(read):
    helper = "def show(p):\n    print('at', p[0], p[1])"
    assert names(read((helper, ""), ("show((f(2), 0.5))", "at 0.25 0.5\n"))) == [("p[0]", "0.25"), ("p[1]", "0.5")]


def test_numbers_in_the_words_of_a_printed_line_are_the_sources(read):
    source = "print(f'Bias removed: was {x:+.4f}, now 0.0000')"
    assert names(read((source, "Bias removed: was +0.0128, now 0.0000\n"))) == [("Bias removed", "+0.0128")]
    source = "for v in w:\n    print(f'{v.name} has the value {v.numpy()}')"
    assert names(read((source, "x:0 has the value 3.5\n"))) == [("has the value", "3.5")]


def test_identifiers_are_no_results(read):
    assert names(read(("for link in links:\n    print(link['Id'])", "17121776\n18442177\n"))) == []
    assert names(read(("print(item.id)", "17121776\n"))) == []
    assert names(read(("print(item.width)", "17121776\n"))) == [("item.width", "17121776")]


def test_objects_within_objects_are_a_representation(read):
    tree = "Tree(rooted=True)\n    Branch()\n        Branch(length=0.5)\n            425.0 mya\n        Branch()\n"
    assert names(read(("print(tree)", tree))) == []


def test_strings_in_a_list_with_brackets_in_them_hold_no_values(read):
    assert names(read(("print(rows[3])", "['18', 'Bowl', '[Rice, [Beans, Corn]]', '$8.75 ']\n"))) == []


def test_pprint_prints_its_argument(read):
    found = tokens(read(("for m in models:\n    print(m)\n    pprint(scores(m))", "pear\n{'a': 0.25123, 'b': 0.5}\n")))
    assert found == ["0.25123", "0.5"]
    assert names(read(("pprint(scores(m), width=80)", "{'a': 0.25123,\n 'b': 0.5}\n")))[0][0] == "scores(m)['a']"


def test_words_that_join_begin_and_end_no_name(read):
    source = "print('%i records with total length %i' % (count, length))"
    assert names(read((source, "94 records with total length 6751\n")))[0] == ("records", "94")


def test_a_series_of_categories_is_counted_among_what_a_cell_prints(read):
    text = (
        "0    6\n1    5\nName: a, dtype: int64\n0    1\n1    1\nName: b, dtype: category\nCategories (2, int64): [0]\n"
    )
    assert names(read(("import pandas as pd\nprint(f['a'])\nprint(f['b'])", text))) == [("f['a']", "6 5")]


@pytest.mark.parametrize(
    ("name", "reads", "expected"),
    [
        ("Training Time in s", True, 0),
        ("Time in s", False, 0),
        ("Time (s)", False, 0),
        ("Time [s]", True, 1),
        ("runtime", True, 1),
        ("time step", False, 1),
    ],
)
def test_a_column_of_times_is_left_out_unless_it_may_be_data(read, name, reads, expected):
    source = "d = pd.read_csv('a.csv')\nprint(d.to_dict())" if reads else "print(d.to_dict())"
    found = names(read((source, f"{{'{name}': [0.5123, 0.25], 'error': [0.5, 0.75]}}\n")))
    assert len(found) == expected + 1


def test_a_frame_whose_index_is_named_by_a_number_is_read_whole(read):
    found = names(
        read(("import pandas as pd\nprint(f)", "      a     b\n0            \nx  0.50  0.25\ny  0.75  0.35\n"))
    )
    assert found == [("f['a']", "0.50 0.75"), ("f['b']", "0.25 0.35")]


def test_float32_of_an_old_numpy_is_told_by_its_digits(read):
    found = read(("print(atom.coord)", "[ 34.2859993    0.74599999 -17.20999908]\n")).goldens[0].golden
    assert found.format.dtype == "float32"
    found = read(("print(atom.coord)", "[ 34.2859953    0.74599999 -17.20999908]\n")).goldens[0].golden
    assert found.format.dtype == "float64"


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


def test_an_array_of_which_lines_are_left_out_is_read_whole(read):
    text = "array([[[589.]],\n\n       [[561.]],\n\n...\n\n       [[797.]],\n\n       [[843.]]])\n"
    golden = only(read(("print(series)", text)))
    assert golden.shape == (4, 1, 1)
    assert golden.summary is not None


@pytest.mark.parametrize(
    "text",
    [
        "Param(parent='ALS_49', name='regParam', doc='regularization (>= 0).'): 0.1\n",
        "left: Axes(0.125,0.11;0.70525x0.77)\n",
        "   return ((first < last) && (stride == 1) || (first == last));\n",
        " -cov  [0,100]  minimum coverage (%) (def=0)\n",
        "<TimeSeries (Month: 168, component: 1, sample: 1)>\n",
    ],
)
def test_what_tools_write_of_settings_places_and_programs_is_no_value(read, text):
    assert names(read(("f(x)", text))) == []


def test_versions_of_packages_are_no_values(read):
    assert names(read(("sc.logging.print_header()", "pytz    2025.2\npackaging    25.0\n"))) == []


def test_a_choice_of_words_prints_no_number(read):
    source = 'for n in names:\n    print(f\'"{n}":{{"min":{low[n]}}}{"," if n != last else ""}\')'
    assert labels(read((source, '"year":{"min":70}\n'))) == ['year["min"]']


def test_a_table_right_below_another_is_read_on_its_own(read):
    text = (
        "           Price    Volume\nPrice   1.000000 -0.046082\nVolume -0.046082  1.000000\n"
        "           Price    Volume\nPrice   1.000000  0.114866\nVolume  0.114866  1.000000\n"
    )
    found = labels(read(("import pandas as pd\nprint(a.corr())\nprint(b.corr())", text)))
    assert found == [f"{one}.corr()['{name}']" for one in "ab" for name in ("Price", "Volume")]


def test_a_sentence_as_wide_as_a_table_is_no_part_of_its_header(read):
    text = "fitting the last model\n              Accuracy\nLinear model  0.302604\nNaive bayes   0.295146\n"
    assert names(read(("import pandas as pd\nf(x)", text)))[0][0].endswith("['Accuracy']")
    assert names(read(("import pandas as pd\nf(x)", text)))[0][1] == "0.302604 0.295146"


def test_numbers_of_a_tree_of_decisions_were_rounded_to_what_they_show(read):
    text = "|--- a <= 0.50\n|   |--- value: [12.31]\n"
    golden = only(read(("print(export_text(tree))", text)))
    assert (golden.label, golden.format.rounded_to) == ("value", 2)


def test_a_value_behind_a_setting_or_a_count_is_named_by_its_own_expression(read):
    source = "for C in [0.01, 0.1]:\n    print('C=%4s, %.3f +- %.3f' % (C, mean(s), std(s)))"
    found = labels(read((source, "C= 0.1, 0.995 +- 0.004\n")))
    assert found == ["mean(s)", "mean(s) ±"]
    source = "print('removing {:5d} ({:2.2f}%) of all'.format(count(x), share(x)))"
    assert "removing 20" not in labels(read((source, "removing    20 (39.70%) of all\n")))


def test_an_update_is_a_counter_and_a_duration_of_a_log_is_no_value(read):
    assert names(read(("print('Update:', n, 'Objective:', f(x))", "Update: 100 Objective: 377.3\n"))) == [
        ("Update 100 Objective", "377.3")
    ]
    log = "  epoch    train_loss     dur\n-------  ------------  ------\n      1        0.3598  0.5932\n"
    assert labels(read(("print(log)", log + "      2        0.3162  0.5971\n")))[-1] != "dur"


@pytest.mark.parametrize(
    "source", ["frame.memory_usage(deep=True)", "used = frame.memory_usage(deep=True)\nused", "x.nbytes"]
)
def test_amounts_of_memory_are_no_values(read, source):
    assert labels(read((source, result("2606395")))) == []
    assert tokens(read(("used = frame.sum()\nused", result("2606395")))) == ["2606395"]


def test_dtypes_are_no_values_though_numbers_name_the_columns(read):
    assert (
        names(read(("import pandas as pd\nprint(df.dtypes)", "0.5                   float64\n11.29104    float64\n")))
        == []
    )


def test_tables_of_another_language_in_a_cell_are_left_out(read):
    text = "  year month\n1 2014     1\n2 2014     2\n"
    assert names(read(("%%R\nhead(flights)", text))) == []


def test_what_a_compiler_writes_of_its_work_is_a_program(read):
    found = read(("for v, k in f.inspect_llvm().items():\n    print(k)", "  call void @Py_DecRef(i8* nonnull %.24)\n"))
    assert names(found) == []


def test_a_number_in_a_formula_belongs_to_the_name(read):
    assert names(read(("print(f'grad(2x^2) at 1 = {g(1.0)}')", "grad(2x^2) at 1 = 4.0\n"))) == [
        ("grad(2x^2) at 1", "4.0")
    ]


def test_items_of_a_list_that_is_called_shapes_are_shapes(read):
    found = read(
        (
            "print(f'batch shape (image, label) = {[x.shape for x in b]}')",
            "batch shape (image, label) = [(8, 28), (8,)]\n",
        )
    )
    assert [golden.kind for golden in goldens(found)] == ["shape", "shape"]


def test_a_column_of_a_sum_is_one_of_the_whole(read):
    found = labels(read(("(frame.head() + .005)\nframe.head() + .005", result("{'a': 0.25, 'b': 0.5}"))))
    assert found == ["(frame.head() + .005)['a']", "(frame.head() + .005)['b']"]


def test_words_above_a_series_are_no_row_of_it(read):
    text = (
        "Results of the test for columns: Life expectancy\nStatistic            -8.510100e+00\n"
        "p-value               1.173776e-13\nLength: 2, dtype: float64\n"
    )
    golden = only(read(("import pandas as pd\nf(x)", text)))
    assert golden.tokens == ("-8.510100e+00", "1.173776e-13")


def test_what_an_unseen_function_may_have_rounded_is_as_wide_as_all_items_show(read):
    text = "{'A': 0.06934, 'B': 0.07, 'C': 0.0}"
    found = read(("from portfolio import clean_weights\nclean_weights(x)", result(text)))
    assert [golden.format.precision for golden in goldens(found)] == [5, 5, 5]
    assert [golden.format.precision for golden in goldens(read(("weights(x)", result(text))))] == [None, None, None]


def test_several_shapes_on_a_line_are_named_by_what_prints_them(read):
    helper = (
        "def train():\n    for e in x:\n        if gpu:\n            print(inputs, labels)\n"
        "        print('done optim')\n        print(preds.shape, labels.data.shape)"
    )
    found = names(read((helper, ""), ("train()", "done optim\ntorch.Size([64]) torch.Size([64, 19])\n")))
    assert found[-1] == ("labels.data.shape", "64 19")


def test_a_first_column_of_numbers_is_no_index_where_a_rule_underlines_all(read):
    text = "   road    sidewalk    building\n-------  ----------  ----------\n0.96126     0.34571     0.52489\n"
    found = tokens(read(("print('IoU:')\nprint(tabulate([x], headers=names))", text)))
    assert found == ["0.96126", "0.34571", "0.52489"]


def test_words_with_a_value_above_another_do_not_name_it(read):
    source = "print('First prediction', argmax(p[0]))\nprint(p.shape)"
    assert names(read((source, "First prediction 4\n(60, 10)\n")))[-1] == ("p.shape", "60 10")


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


def test_what_a_search_tries_and_what_a_job_is_given_are_settings(read):
    tried = '[CV] C=10, gamma=0.5\nSM_HPS={"epochs":1,"rate":0.5}\n[CV] C=10, score=0.85\n'
    assert names(read(("search.fit(x, y)", tried))) == []


def test_a_number_of_a_frame_of_objects_may_show_significant_digits(read):
    rows = "".join(f"<tr><th>{n}</th><td>{x}</td></tr>" for n, x in enumerate(("0.0173605", "0.017388", "0.00909241")))
    html = (
        f'<table border="1" class="dataframe"><thead><tr><th></th><th>a</th></tr></thead><tbody>{rows}</tbody></table>'
    )
    golden = only(read(("import pandas as pd\nd", result(html=html))))
    assert [(other.floatmode, other.precision) for other in golden.format.others] == [("general", 6)]


@pytest.mark.parametrize("source", ["search.best().config", "vars(config)", "gc.collect()"])
def test_settings_and_what_the_machine_frees_are_no_values(read, source):
    assert names(read((source, result("{'h': 0.5, 'n': [2, 2]}" if "conf" in source else "7")))) == []
    assert names(read(("search.best_params_", result("{'h': 0.5}")))) == [("search.best_params_['h']", "0.5")]


def test_a_drawing_with_numbers_in_it_holds_no_values(read):
    drawn = "(1, 0): ───X(0.75)^0.5───┼───0.25──\n                         │"
    assert names(read(("circuit", result(drawn)))) == []


def test_an_apostrophe_behind_a_digit_opens_no_quotation(read):
    assert names(read(("print(report)", "100 valid_0's rmse: 2.14383\n"))) == [("100 valid_0's rmse", "2.14383")]


def test_truth_values_on_a_line_name_nothing(read):
    source = "for n in N:\n    for t in T:\n        print('t = {0:2d}  {1} {2:5.2f}'.format(t, m.on[n, t], m.x[n, t]))"
    assert ("m.x[n, t]", "46.85") in names(read((source, "t =  3  True 46.85\nt =  4  True 47.85\n")))


def test_words_that_are_put_into_a_string_or_shown_as_text_name_no_table(read):
    source = "print(report(y))\nprint('Rate: %f' % rate(y))"
    text = "note\n       a     b\nx   0.25  0.50\ny   0.75  0.35\n\nRate: 0.25\n"
    found = labels(read(("import pandas as pd\n" + source, text)))
    assert not any("%" in label for label in found)
    assert "Rate" in found


def test_a_program_that_is_printed_holds_no_values(read):
    program = (
        "double score(double[] input) {\n    double var0 = 0.25;\n    if (x <= 0.5) {\n        var0 = 0.75;\n    }\n}\n"
    )
    assert names(read(("print(written_as(fit, 'C'))", program))) == []


def test_a_number_in_a_field_beside_others_is_not_what_the_expression_names(read):
    text = "2 pears:\nPF.00 | 2011-03-11 | 40.0 Hz, 1200 samples\nPF.10 | 2011-03-11 | 20.0 Hz, 90 samples\n"
    assert names(read(("print(st)", text))) == []
    assert names(read(("print(width)", "40.0\n"))) == [("width", "40.0")]


def test_a_row_of_numbers_is_no_header_of_a_table_with_bars(read):
    assert names(read(("solve(x)", "|  1 |  4.3e-03 |    0.823 |\n|  2 |  3.7e-03 |    0.865 |\n"))) == []


def test_the_epochs_of_a_log_are_counted_and_no_values(read):
    log = "  epoch    train_loss\n-------  ------------\n      1        0.3598\n      2        0.3162\n"
    assert tokens(read(("print(log)", log))) == ["0.3598 0.3162"]
    assert names(read(("net.fit(x)", log))) == []


def test_a_name_that_a_cell_gives_anew_is_what_it_says_there(read):
    cells = (
        ("for i in fruit:\n    print(i[0])", ""),
        ("for i in range(2):\n    print('Pear {}: {}'.format(i + 1, w[i]))", ""),
    )
    text = "Pear 1: 0.25\nPear 2: 0.5\n"
    assert tokens(read(cells[0], (cells[1][0], text))) == ["0.25", "0.5"]


def test_a_lone_number_in_brackets_behind_words_may_have_been_formatted(read):
    golden = only(read(("f(x)", "1: width [0.065]\n")))
    assert golden.format.rounded_to == 3


def test_where_several_calls_may_have_shown_tables_none_names_them(read):
    head = '<table border="1" class="dataframe"><thead><tr><th></th><th>a</th></tr></thead>'
    html = f"{head}<tbody><tr><th>0</th><td>0.25</td></tr><tr><th>1</th><td>0.5</td></tr></tbody></table>"
    table = shown(html=html)
    assert labels(read(("fit = tune(x)\nfit.plot()", table, table))) == ["a", "a"]


def test_a_formula_with_a_number_in_brackets_holds_no_values(read):
    assert names(read(("print(model)", "  4  : w = (1-alpha)*y/n\n"))) == []


@pytest.mark.parametrize("source", ["model.hparams", "fit = search(x)\nfit.get_config()"])
def test_settings_that_a_cell_shows_line_by_line_are_no_values(read, source):
    assert names(read((source, result('"size":     10\n"rate":     0.5\n')))) == []


def test_limits_of_a_plot_are_no_values_without_a_module_before_them(read):
    assert names(read(("plot(lower)\nylim([0, 1])", result("(0, 1)")))) == []
    assert names(read(("plot(lower)\nylim(0, 1)\n# ylim(0, 2)", result("(0, 1)")))) == []
    assert names(read(("plt.gca().set_ylim([0, 1])", result("(0, 1)")))) == []


def test_the_parts_of_a_layout_are_no_values(read):
    layout = "Row\n    [0] Column\n        [0] Checkbox(name='x', value=True)\n    [1] Row"
    assert names(read(("layout", result(layout)))) == []


def test_settings_that_a_cell_shows_by_their_name_are_no_values(read):
    assert names(read(("model_config", result("  rate: 0.5\n  steps: 3\n")))) == []
    assert len(names(read(("fitted", result("  rate: 0.5\n  steps: 3\n"))))) == 2


def test_items_of_what_is_called_a_time_are_no_values(read):
    text = "{('gc', 4): 1.0728836059570312e-05, ('rna', 1): 3.0994415283203125e-06}\n"
    assert names(read(("pprint(records.runtime)", text))) == []
    assert len(names(read(("pprint(records.weight)", text)))) == 2


def test_numbers_in_rows_of_a_text_are_not_what_its_expression_names(read):
    text = "Pears\n   -1.6205    0.4213    0.0000 C   0  0\n    0.9066   -0.1820    0.0000 C   0  0\n  1  2  1  0\n"
    assert names(read(("print(text_of(m))", text))) == []


def test_a_decimal_number_is_no_name_of_a_column_between_bars(read):
    text = "+------+----------+\n| a(0) | 0.338164 |\n+------+----------+\n| a(1) | 0.323671 |\n+------+----------+\n"
    assert names(read(("print(table)", text))) == []


def test_what_a_source_spells_out_behind_the_begin_of_a_line_is_a_setting(read):
    source = "report(x, desc='Chance:\\n - growth under -0.40%')\ndef report(x, desc):\n    print(desc)"
    assert names(read((source, "Chance:\n - growth under -0.40%\n"))) == []


def test_arrays_that_show_few_decimals_may_be_rounded_by_the_options_of_an_unseen_module(read):
    text = "W: [[ -0.13  14.3  -11.1 ]\n [ -8.92  11.85  -0.25]]\n"
    for source, rounded in (("from lab import *\nprint('W:', w)", 2), ("import numpy as np\nprint('W:', w)", None)):
        golden = only(read((source, text)))
        assert golden.format.rounded_to == rounded


def test_tensors_below_a_common_factor_are_left_out_whole(read):
    text = "Variable containing:\n1.00000e-03 *\n  1.2246\n[torch.FloatTensor of size 1]\n"
    plain = "Variable containing:\n 1.0014\n[torch.FloatTensor of size 1]\n"
    assert names(read(("for i in range(9):\n    print(loss)", text + "\n" + plain))) == [("loss", "1.0014")]


def test_all_names_of_a_notebook_are_no_values(read):
    assert names(read(("locals()", result("{'rate': 0.5,\n 'size': 10}")))) == []


def test_the_fields_of_a_data_set_are_no_values(read):
    text = "<xarray.Dataset>\nDimensions:  (time: 36, x: 275)\nData variables:\n    radius   float64 6.371e+08\n"
    assert names(read(("ds", result(text)))) == []


def test_what_a_loop_over_settings_prints_as_a_string_is_a_setting(read):
    source = "for free in [0.5, 0.25]:\n    print(f'free={str(free):<5} | error={f(free):.3e}')"
    assert labels(read((source, "free=0.5   | error=1.5e-08\nfree=0.25  | error=2.5e-08\n"))) == [
        "error",
        "error",
    ]


def test_a_line_that_is_indented_names_no_value_of_a_library(read):
    assert names(read(("results.write()", "    v44:\n      Id: 44\n      Value: 0.2468\n"))) == []


@pytest.mark.parametrize("words", ["Shape of X", "Train samples"])
def test_a_shape_among_words_is_one(read, words):
    found = read((f"print('{words}:', x.shape)\nprint()\nprint('b')", f"{words}: (400, 7)\n\nb\n"))
    assert [(golden.label, golden.kind) for golden in goldens(found)] == [(words, "shape")]


def test_a_counter_names_no_list_beside_it(read):
    source = "for step in range(9):\n    print(step, run([a, b, c]))"
    found = labels(read((source, "0 [1.5, 2.5, [(1.5, 2.5)]]\n1 [1.0, 2.0, [(1.0, 2.0)]]\n")))
    assert not any(label.startswith("step") for label in found)


def test_numbers_with_exponents_are_no_name(read):
    source = "for step in range(9):\n    print(step, cost, w, b)"
    found = labels(
        read((source, "1400 0.000217935 [ 1.01710474] [-0.03888312]\n1600 8.32203e-05 [ 1.01056981] [-0.02402747]\n"))
    )
    assert not any("8.32203e-05" in label for label in found)


def test_tensors_in_a_tuple_stand_one_by_one(read):
    one = "\n  3.5  2.5\n  1.5  0.5\n [torch.FloatTensor of size 2x2]"
    found = read(("x, y", result(f"({one}, {one})")))
    assert [golden.shape for golden in goldens(found)] == [(2, 2), (2, 2)]


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


def test_what_a_format_puts_in_may_have_been_rounded_to_no_digit(read):
    golden = only(read(("print('rate: {}'.format(np.round(f(x))))", "rate: 17990.0\n")))
    assert golden.format.precision == 0


def test_a_point_without_digits_at_the_end_of_an_aligned_field_belongs_to_a_float(read):
    golden = only(read(("print(fit.summary())", "AIC:                             2317.\n")))
    assert (golden.tokens, golden.format.dtype, golden.format.precision) == (("2317.",), "float64", 0)


def test_a_list_to_which_times_are_added_holds_times(read):
    source = "took = []\nstart = time.time()\ntook.append(time.time() - start)\nprint('pears', took[-1])"
    assert names(read((source, "pears 0.5962720394134522\n"))) == []
    assert names(read((source.replace("time.time() - start", "f(x)"), "pears 0.5962\n"))) == [("pears", "0.5962")]


def test_how_much_faster_something_runs_is_no_value(read):
    assert names(read(("print(f'this is {ratio} times faster')", "this is 61.7 times faster\n"))) == []
    assert names(read(("print(f'this is {ratio} times larger')", "this is 61.7 times larger\n"))) != []


def test_tensors_of_a_tuple_that_old_torch_shows_have_the_names_of_its_items(read):
    tensor = "\n {}\n {}\n[torch.FloatTensor of size 2]"
    text = "(" + ", ".join(tensor.format(one, two) for one, two in (("0.7511", "0.5"), ("0.0063", "0.25"))) + ")"
    assert names(read(("x[0], x[1]", result(text)))) == [("x[0]", "0.7511 0.5"), ("x[1]", "0.0063 0.25")]


def test_a_summary_of_layers_is_named_by_the_call_for_it_and_by_no_expression_that_gives_none(read):
    text = "Layer (type)      Output Shape      Param #\n=====\nfc (Dense)        (None, 10)        20490\n=====\n"
    assert names(read(("build(x)\nprint(model.evaluate(x))", text))) == [("Param #", "20490")]
    assert names(read(("model.summary()\nprint(model.evaluate(x))", text))) == [("model.summary()['Param #']", "20490")]


def test_numbers_that_a_plus_joins_are_a_word_unless_the_source_writes_the_sign(read):
    source = "print(f'{spell(place)} (moved by {change(place)} notes)')"
    assert names(read((source, "5.0+2.5 (moved by 12 notes)\n"))) == [("moved by notes", "12")]
    assert names(read(("print(f'{a}+{b}')", "5.0+2.5\n"))) == [("a", "5.0"), ("b", "2.5")]
    assert names(read(("print('gain:', g)", "gain: +2.5\n"))) == [("gain", "+2.5")]


def test_a_word_that_is_another_value_behind_a_number_is_no_label(read):
    found = names(read(("print(plan.low, plan.high, plan.state)", "-0.535 -0.5354 near_best\n")))
    assert found == [("plan.low", "-0.535"), ("plan.high", "-0.5354")]


def test_what_a_starred_print_sets_one_below_the_other_is_named_by_what_is_starred(read):
    source = "print('steps:')\nprint(*np.diff(heights), sep='\\n')\nprint('last:', h)"
    found = names(read((source, "steps:\n1.5125\n1.6251\n1.7125\nlast: 2.25\n")))
    steps = [("np.diff(heights)[i]", step) for step in ("1.5125", "1.6251", "1.7125")]
    assert found == [*steps, ("last", "2.25")]
    assert names(read((source, "warning: w\nsteps:\n1.5125\n1.6251\n1.7125\nlast: 2.25\n"))) == [
        *(("steps", step) for _, step in steps),
        ("last", "2.25"),
    ]
    for texts in ("[f'{x}' for x in heights]", "text.split()", "lines"):
        assert names(read((f"print(*{texts}, sep='\\n')", "1.5125\n1.6251\n"))) == []
    assert names(read(("heights = f(3)\nprint(*[1.5, 2.5], sep='\\n')", "1.5\n2.5\n"))) == []
