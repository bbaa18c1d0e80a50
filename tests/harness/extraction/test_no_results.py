"""Numbers that are no results by what surrounds them: dates, coordinates, exponents, keys, grids, constant text."""

from __future__ import annotations

import pytest

from lastdigit.printing.words.reasons import REASONS
from tests.harness.made_up_notebooks import goldens, names, printed, reasons, result, tokens


def test_a_number_that_begins_a_date_is_none(read):
    summary = "Date:      Mon   AIC     406.340\nSample: 02-01-1901   HQIC    410.098\n"
    assert "02" not in tokens(read(("print(fit.summary())", summary)))


ARRAY = "<xarray.DataArray ()>\narray(20.5)\nCoordinates:\n    x        float64 0.1\n    y        float64 0.25"


def test_coordinates_of_xarray_are_no_results(read):
    found = read(("t[1, 2]", result(ARRAY)))
    assert (tokens(found), reasons(found)) == (["20.5"], {REASONS["coordinate"]})


def test_a_variable_of_xarray_is_a_result(read):
    text = ARRAY + "\nData variables:\n    z        float64 0.75"
    assert tokens(read(("t", result(text)))) == ["20.5", "0.75"]


def test_the_exponents_above_a_polynomial_are_none(read):
    assert tokens(read(("print('Found:')\nprint(p)", "Found:\n     2\n0.5 x - 84.5 x + 2.5e+04\n"))) == []
    assert tokens(read(("print('Found:')\nprint(n)\nprint(p)", "Found:\n2\n0.5 pears\n")))[0] == "2"


def test_the_axes_of_a_plot_that_is_drawn_with_signs_are_none(read):
    rows = "     |   # ::@:::@:::::@:::@::::@::: :: :::::::::::@\n" * 12
    axis = f"   0 +{'-' * 40}>Gi\n     0             9.451\n"
    text = f"    GB\n1.006^             :::::::@\n{rows}{axis}"
    assert tokens(read(("print(memory_of('pears'))", f"mean 0.25\n{text}last 0.75\n"))) == ["0.25", "0.75"]


def test_numbers_in_formulas_of_latex_are_none(read):
    lines = "HB, $\\gamma = 0.9$\nGD, $a_k$ and $a_0 = 0.001$: 2.5\n"
    found = read(("for name in runs:\n    print(name, runs[name])", lines))
    assert "0.9" not in tokens(found)
    assert "0.001" not in tokens(found)
    assert REASONS["formula"] in reasons(found)
    assert tokens(read(("print('cost: $%.2f, tax: $%.2f' % (x, y))", "cost: $0.75, tax: $0.25\n"))) == ["0.75", "0.25"]


def test_cards_of_a_header_and_help_of_a_method_are_none(read):
    card = "RATE    =                 16.5 / of pears at 20.2\nmean: 0.5\n"
    found = read(("hdu[0].header", result(card)))
    assert (tokens(found), reasons(found)) == (["0.5"], {REASONS["file"]})
    assert tokens(read(("pears.help()", "peel: takes the skin off (if green = False)"))) == []


def test_vectors_in_the_cells_of_a_table_between_bars_are_none(read):
    rule = "+-----+---------+----+\n"
    table = f"{rule}|label| features|mean|\n{rule}|  1.0|[0.5,2.5]| 1.5|\n{rule}"
    found = read(("pears.show(1)", table))
    assert "0.5 2.5" not in tokens(found)
    assert REASONS["box"] in reasons(found)


def test_grids_that_a_search_lists_are_none_under_any_quotes(read):
    text = "[{'depth': 3, 'trees': 5}, {'depth': 3, 'trees': 10}]"
    assert tokens(read(('print(clf.cv_results_["params"])', text))) == []


def test_the_defaults_of_a_function_that_nobody_called_are_none(read):
    text = "<function pears.show(size=None, kind=<class 'pears.Kind'>, clear=False, rate=0.5, **kwargs)>"
    assert tokens(read(("pears.show", result(text)))) == []


def test_the_first_number_of_a_row_of_a_table_that_is_selected_whole_is_a_key(read):
    rows = "(1, 'green', 2.5)\n(2, 'red', 3.5)\n"
    select = "for row in db.execute('select {} from pears'):\n    print(row)"
    found = read((select.format("*"), rows))
    assert (tokens(found), reasons(found)) == (["2.5", "3.5"], {REASONS["identifier"]})
    assert tokens(read((select.format("count(n), name, weight"), rows))) == ["1", "2.5", "2", "3.5"]


def test_an_identifier_in_json_is_none(read):
    source = "print(json.dumps(found, indent=2))"
    assert tokens(read((source, '{\n  "pear_id": 7465,\n  "weight": 2.5\n}\n'))) == ["2.5"]


def test_the_grid_of_a_search_is_set(read):
    text = "{'score': array([0.5, 0.75]),\n 'params': [{'C': 1, 'gamma': 0.5},\n  {'C': 10, 'gamma': 0.5}]}"
    found = read(("search.cv_results_", result(text)))
    assert (tokens(found), reasons(found)) == (["0.5 0.75"], {REASONS["setting"]})
    assert len(tokens(read(("fit.params_of_all", result(text))))) == 5


@pytest.mark.parametrize(
    "source",
    [
        "print('   Pears: 100 (one per branch)')",
        "print('a tree\\n   Pears: 100 (one per branch)')",
        'print("""\n  a tree\n  Pears: 100 (one per branch)\n""")',
    ],
)
def test_a_line_that_a_string_of_the_source_spells_out_is_none(read, source: str):
    assert tokens(read((source + "\nprint('weight:', w)", "   Pears: 100 (one per branch)\nweight: 2.5\n"))) == ["2.5"]


def test_the_fill_value_of_a_masked_array_and_the_version_of_a_protocol_are_none(read):
    masked = (
        "masked_array(data = [1 2 -- 5],\n             mask = [False False  True False],\n       fill_value = 999999)"
    )
    assert "999999" not in tokens(read(("mx", result(masked))))
    assert tokens(read(("print(fill_value)", "999999\n"))) == ["999999"]
    assert "1.1" not in tokens(
        read(("ask(question)\nprint('n:', n)", 'INFO: GET https://a.b/c "HTTP/1.1 200 OK"\nn: 2.5\n'))
    )


def test_the_time_to_train_is_a_timing(read):
    assert tokens(read(("model.fit()\nprint('Loss:', x)", "Time to train: 2.5\nLoss: 0.5\n"))) == ["0.5"]
    assert tokens(read(("print('Time to maturity:', t)", "Time to maturity: 2.5\n"))) == ["2.5"]


def test_a_list_in_a_line_that_a_string_of_the_source_spells_out_is_none(read):
    source = "print('At the point x=[0.5, 1.5]:')\nprint('y:', y)"
    assert tokens(printed(read((source, "At the point x=[0.5, 1.5]:\ny: 2.5\n")))) == ["2.5"]
    found = read(("print(f'At the point x={x}:')\nprint('y:', y)", "At the point x=[0.5, 1.5]:\ny: 2.5\n"))
    assert tokens(found)[0] == "0.5 1.5"


@pytest.mark.parametrize(
    "source",
    [
        "xs = np.linspace(0, 1, 3)\nfor x, y in zip(xs, ys):\n    print(x, '\\t', y)",
        "xs = np.linspace(0, 1, 3)\nfor x, y in zip(xs, ys):\n    print(round(x, 5), '\\t', y)",
    ],
)
def test_points_of_an_axis_in_a_loop_are_counters(read, source: str):
    assert tokens(read((source, "0.0 \t 9.25\n0.5 \t 8.25\n1.0 \t 7.75\n"))) == ["9.25", "8.25", "7.75"]


def test_points_that_are_computed_are_results(read):
    source = "xs = f(np.linspace(0, 1, 3))\nfor x, y in zip(xs, ys):\n    print(x, '\\t', y)"
    assert len(tokens(read((source, "0.0 \t 9.25\n0.5 \t 8.25\n1.0 \t 7.75\n")))) == 6


def test_the_name_of_a_bin_is_a_counter(read):
    source = "groups = t.groupby_bins('x', bins)\nfor name, group in groups:\n    print(f'{name} mean: {group.mean()}')"
    assert tokens(read((source, "2.0 mean: 20.41\n6.0 mean: 20.25\n"))) == ["20.41", "20.25"]


def test_what_a_person_types_and_telephone_numbers_are_none(read):
    assert tokens(read(("float(input())", result("10.5")))) == []
    assert tokens(read(("f(float(input()))", result("10.5")))) == ["10.5"]
    assert tokens(read(("print('Pears:', p)\nprint('n:', n)", "Pears: (877) 359-8474\nn: 2.5\n"))) == ["2.5"]


def test_a_column_that_counts_its_rows_is_a_counter(read):
    text = "   day  speed\n0    1   12.5\n1    2   17.5\n2    3   11.5\n3    4   13.5"
    found = read(("frame", result(text)))
    assert (tokens(found), reasons(found)) == (["12.5 17.5 11.5 13.5"], {REASONS["counter"]})
    assert len(tokens(read(("frame", result(text.replace(" 3   11", " 7   11")))))) == 2


def test_items_of_a_sparse_matrix_within_a_formula_are_no_results(read):
    formula = "[[ 0.5 -0.25]] * reshape(  (0, 0)\t1.0\n  (1, 1)\t1.0\n  (2, 2)\t1.0 * var4)[2, 2]\n"
    found = read(("print(bound)", formula))
    assert (tokens(found), reasons(found)) == ([], {REASONS["formula"]})
    assert tokens(read(("print(bound)", "  (0, 0)\t1.0\n  (1, 1)\t1.5\n"))) == ["1.0 1.5"]


@pytest.mark.parametrize(
    "source", ["os.system('ls -l')", "f.write('pears')", "subprocess.call(['ls'])", "p.returncode"]
)
def test_what_a_program_or_a_file_returns_is_none(read, source: str):
    found = read((source, result("0")))
    assert (tokens(found), reasons(found)) == ([], {REASONS["success"]})


def test_a_column_of_postal_codes_identifies(read):
    text = "   Zip Code  plums\n0     12345     12\n1     23456     15"
    found = read(("pd.read_csv('a.csv')", result(text)))
    assert (tokens(found), reasons(found)) == (["12 15"], {REASONS["identifier"]})
    assert tokens(read(("pd.read_csv('a.csv')", result(text.replace("Zip Code", "Zipcodes"))))) == ["12 15"]
    assert len(tokens(read(("pd.read_csv('a.csv')", result(text.replace("Zip Code", "Unzipped")))))) == 2


def test_a_whole_header_and_a_graph_are_none(read):
    header = "SIMPLE  =                    T / conforms\nPLUMS   =              20.5\nPEARS   = '12 13'     /\n"
    found = read(("hdu[0].header", result(header)))
    assert (tokens(found), reasons(found)) == ([], {REASONS["file"]})
    graph = 'node {\n  name: "pears"\n  op: "Const"\n}\nversions {\n  producer: 22\n}\n'
    found = read(("print(g.as_graph_def())", graph))
    assert (tokens(found), reasons(found)) == ([], {REASONS["representation"]})
    assert tokens(read(("print('node', f(3))", "node 22.5\n"))) == ["22.5"]


@pytest.mark.parametrize(
    ("expression", "value", "reason"),
    [
        ("x.itemsize", "8", "size"),
        ("os.path.getsize('a.csv')", "1234", "size"),
        ("np.finfo(np.float64).eps", "2.220446049250313e-16", "setting"),
        ("math.e", "2.718281828459045", "setting"),
        ("sys.maxsize", "9223372036854775807", "setting"),
        ("len('a pear')", "6", "setting"),
        ("hash(x)", "1234", "identifier"),
        ("now.weekday()", "3", "date"),
        ("np.pi * r", "3.5", ""),
        ("len(pears)", "6", ""),
        ("x.ndim", "2", ""),
    ],
)
def test_constants_of_libraries_and_amounts_of_memory_are_none(read, expression: str, value: str, reason: str):
    expected = ([], {REASONS[reason]}) if reason else ([value], set())
    found = read((expression, result(value)))
    assert (tokens(found), reasons(found)) == expected
    found = read((f"print({expression})", f"{value}\n"))
    assert (tokens(found), reasons(found)) == expected
    found = read((f"print('the value:', {expression})", f"the value: {value}\n"))
    assert (tokens(found), reasons(found)) == expected


def test_whether_a_response_is_good_is_no_result(read):
    found = read(("response.ok", result("True")))
    assert (tokens(found), reasons(found)) == ([], {REASONS["success"]})


def test_settings_below_the_name_of_a_class_are_none(read):
    text = "========\nSmoother\n========\nWindow: 12\nLags: [1 2 3]\nMost steps: 36\n"
    found = read(("s = Smoother(steps=36)\ns", result(text)))
    assert (tokens(found), reasons(found)) == ([], {REASONS["representation"]})
    assert tokens(read(("print(s)", text))) == ["12", "1 2 3", "36"]


def test_words_in_a_block_of_a_wide_frame_are_no_values(read):
    blocks = "        name      kind  \\\n0       Pear      soft  \n1  Long pear      hard  \n"
    text = blocks + "\n       weight  \n0        15MG  \n1  0.5MG dry  \n"
    assert tokens(read(("print(pears)", text))) == []


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        ("f.title.str.extract(r'(\\d+)', expand=True)", ["2 5"]),
        ("f['date'].str[:4]", ["2 5"]),
        ("f['date'].map(lambda x: str(x)[:4])", ["2 5"]),
        ("f['date'].astype(str)", ["2 5"]),
        ("f['date'].astype(str).astype(int)", ["1995 1996", "2 5"]),
        ("f['date'].str.len()", ["1995 1996", "2 5"]),
        ("f['date'].astype(str)\nf['year'] = pd.to_numeric(f['year'])", ["1995 1996", "2 5"]),
    ],
)
def test_columns_of_strings_of_digits_are_none(read, made: str, expected: list[str]):
    text = "   year  n\n0  1995  2\n1  1996  5"
    assert tokens(read((f"f['year'] = {made}\nf.head()", result(text)))) == expected
    column = "0    1995\n1    1996\nName: year, dtype: " + ("object" if len(expected) == 1 else "int64")
    assert tokens(read((f"f['year'] = {made}\nf['year']", result(column)))) == expected[:-1]


def test_a_string_with_a_space_in_a_description_is_no_number(read):
    text = "count          891\nunique         681\ntop       CA. 2343\nfreq             7\nName: t, dtype: object"
    assert tokens(read(("f['t'].describe()", result(text)))) == ["891 681 7"]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        pytest.param("The mean is 3.25 with 95% confidence\n", ["3.25"], id="behind a mean"),
        pytest.param("Pears are 95% confident: 3.25\n", ["3.25"], id="before a mean"),
        pytest.param("Pears: 3.25 at the 5% level\n", ["3.25"], id="of significance"),
        pytest.param("Significance level: 0.05\nPears: 3.25\n", ["3.25"], id="named"),
        pytest.param("Significance level: 0.0312\nPears: 3.25\n", ["0.0312", "3.25"], id="computed"),
        pytest.param("Pears: 87.5% confidence\n", ["87.5"], id="a model's confidence"),
    ],
)
def test_usual_levels_of_confidence_and_significance_are_settings(read, text: str, kept: list[str]):
    assert tokens(read(("for one in pears:\n    print(one.text)", text))) == kept


def test_what_a_test_repeats_of_its_inputs_is_no_result(read):
    text = "Running\nInput:\n[[1, 3], [1, 8]]\nObtained output:\n[2.5, 3.5]\nExpected output:\n[2.5, 4.5]\n"
    assert tokens(read(("check(pick)", text))) == ["2.5 3.5"]
    assert tokens(read(("print('Input:')\nprint(f(3))", "Input:\n[1.5 2.5]\n"))) == ["1.5 2.5"]


@pytest.mark.parametrize(
    ("source", "kept"),
    [("run.ReportStep", []), ("run.lr", []), ("fit.n_clusters_", ["60"]), ("search.best_fit.batch_size", ["60"])],
)
def test_an_attribute_that_people_set_is_a_setting(read, source: str, kept: list[str]):
    assert tokens(read((source, result("60")))) == kept


def test_how_much_memory_something_needs_is_no_result(read):
    assert tokens(read(("print('Total size (MB):', f(3))", "Total size (MB): 0.25\n"))) == []
    assert tokens(read(("print('Size (MeV):', f(3))", "Size (MeV): 0.25\n"))) == ["0.25"]


def test_rows_of_a_matrix_of_cvxopt_are_no_arrays(read):
    rows = "[ 1.33e-15]\n[ 8.50e+00]\n"
    assert tokens(read(("from cvxopt import solvers\nprint(solvers.lp(c, g, h)['x'])", rows))) == []
    assert tokens(read(("import numpy as np\nprint(f(3))\nprint(f(4))", rows))) == ["1.33e-15", "8.50e+00"]


def test_the_level_of_a_critical_value_is_no_result(read):
    text = "Critical Values: -3.96 (1%), -3.41 (5%), -3.13 (10%)\n"
    assert [one for _, one in names(read(("print(adf.summary().as_text())", text)))] == ["-3.96", "-3.41", "-3.13"]


def test_properties_of_artists_and_products_of_symbols_are_no_results(read):
    text = "    agg_filter = None\n    alpha = None\n    facecolor or fc = [[0.12 0.46 0.70 1.  ]]\n    zorder = 1\n"
    assert names(read(("print(plt.getp(points))", text))) == []
    assert names(read(("Eq(y, x)", result("          2             2\n60 - 4.905⋅t  = - 4.905⋅t  + t⋅v")))) == []


@pytest.mark.parametrize(
    ("source", "text", "kept"),
    [
        ("print('image', name)", "image 0004.3\n", []),
        ("print('image', name)", "image 00043\n", []),
        ("print(f'loss {x:07.3f}')", "loss 004.300\n", ["004.300"]),
        ("print('loss', x)", "loss 0.043\n", ["0.043"]),
    ],
)
def test_zeros_before_a_number_are_those_of_a_name_unless_a_format_writes_them(read, source, text, kept):
    assert tokens(read((source, text))) == kept


@pytest.mark.parametrize(
    ("source", "text", "kept"),
    [
        ("print(table)", '{"head": {"Version": {"VERS": 2.0, "WRAP": "NO"}}, "width": 0.5}\n', 1),
        ("print(table)", "{'format_version': 3, 'width': 0.5}\n", 1),
        ("print(table)", "{'inversion': 3, 'width': 0.5}\n", 2),
        ("print(table)", "{'new_version': 0.87512, 'width': 0.5}\n", 2),
        ("print(table.version.VERS)", "2.0\n", 0),
        ("v = table.version.VERS\nprint(v.value)", "2.0\n", 0),
        ("v = table.version.WIDTH\nprint(v.value)", "2.0\n", 1),
    ],
)
def test_what_a_key_or_an_attribute_calls_a_version_is_one(read, source: str, text: str, kept: int):
    assert len(goldens(read((f"table = f(x)\n{source}", text)))) == kept


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("10100110000111000000\n10011000010000000001\n", 0),
        ("11001\n00100\n11111\n", 0),
        ("11001\n10100\n11111\n", 3),
        ("11001\n0010\n11111\n", 2),
        ("100000000000000000000000\n", 1),
        ("10100110000111000002\n", 1),
    ],
)
def test_strings_of_bits_are_no_numbers(read, text: str, kept: int):
    assert len(goldens(read(("for b in sample(3):\n    print(b)", text)))) == kept
