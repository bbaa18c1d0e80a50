"""Settings and representations, which are no values: of objects and searches, of plots, layouts and data sets."""

from __future__ import annotations

import pytest

from tests.harness.made_up_notebooks import labels, names, result, tokens


def test_settings_as_strings_in_a_representation_are_no_values_and_one_may_be_a_key(read):
    assert names(read(("print(clf)", "Pear(C='1.0', kernel='rbf', gamma='0.5')\n"))) == []
    found = names(read(("print(scores)", "{'Pear(C=1.0)': 0.85, 'Plum(C=2.0)': 0.75}\n")))
    assert found == [("scores['Pear(C=1.0)']", "0.85"), ("scores['Plum(C=2.0)']", "0.75")]


def test_objects_within_objects_are_a_representation(read):
    tree = "Tree(rooted=True)\n    Branch()\n        Branch(length=0.5)\n            425.0 mya\n        Branch()\n"
    assert names(read(("print(tree)", tree))) == []


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


def test_what_a_search_tries_and_what_a_job_is_given_are_settings(read):
    tried = '[CV] C=10, gamma=0.5\nSM_HPS={"epochs":1,"rate":0.5}\n[CV] C=10, score=0.85\n'
    assert names(read(("search.fit(x, y)", tried))) == []


def test_a_masked_array_of_what_a_search_tried_holds_settings(read):
    text = (
        "{'param_C': masked_array(data=[1, 10, 10],\n             mask=[False, False, False],\n"
        "       fill_value='?'),\n"
        " 'param_gamma': masked_array(data=[0.5, 0.25, --],\n             mask=[False, False, True],\n"
        "       fill_value='?'),\n 'mean_test_score': array([0.625, 0.75, 0.5])}"
    )
    assert names(read(("search.cv_results_", result(text)))) == [
        ("search.cv_results_['mean_test_score']", "0.625 0.75 0.5")
    ]


@pytest.mark.parametrize("source", ["search.best().config", "vars(config)", "gc.collect()"])
def test_settings_and_what_the_machine_frees_are_no_values(read, source):
    assert names(read((source, result("{'h': 0.5, 'n': [2, 2]}" if "conf" in source else "7")))) == []
    assert names(read(("search.best_params_", result("{'h': 0.5}")))) == [("search.best_params_['h']", "0.5")]


@pytest.mark.parametrize("source", ["model.hparams", "fit = search(x)\nfit.get_config()"])
def test_settings_that_a_cell_shows_line_by_line_are_no_values(read, source):
    assert names(read((source, result('"size":     10\n"rate":     0.5\n')))) == []


def test_settings_that_a_cell_shows_by_their_name_are_no_values(read):
    assert names(read(("model_config", result("  rate: 0.5\n  steps: 3\n")))) == []
    assert len(names(read(("fitted", result("  rate: 0.5\n  steps: 3\n"))))) == 2


def test_what_a_loop_over_settings_prints_as_a_string_is_a_setting(read):
    source = "for free in [0.5, 0.25]:\n    print(f'free={str(free):<5} | error={f(free):.3e}')"
    assert labels(read((source, "free=0.5   | error=1.5e-08\nfree=0.25  | error=2.5e-08\n"))) == [
        "error",
        "error",
    ]


@pytest.mark.parametrize(
    ("source", "text", "expected"),
    [
        ("ax.set_xlim(-0.25, 8)", "(-0.25, 8)", []),
        ("plt.axis([0, 1, 0.5, 2])", "(0, 1, 0.5, 2)", []),
        ("table.axis([0.25, 8])", "(-0.25, 8)", ["-0.25 8"]),
    ],
)
def test_the_limits_of_a_plot_are_no_value(read, source: str, text: str, expected: list[str]):
    assert tokens(read((source, result(text)))) == expected


def test_limits_of_a_plot_are_no_values_without_a_module_before_them(read):
    assert names(read(("plot(lower)\nylim([0, 1])", result("(0, 1)")))) == []
    assert names(read(("plot(lower)\nylim(0, 1)\n# ylim(0, 2)", result("(0, 1)")))) == []
    assert names(read(("plt.gca().set_ylim([0, 1])", result("(0, 1)")))) == []


def test_the_parts_of_a_layout_are_no_values(read):
    layout = "Row\n    [0] Column\n        [0] Checkbox(name='x', value=True)\n    [1] Row"
    assert names(read(("layout", result(layout)))) == []


def test_all_names_of_a_notebook_are_no_values(read):
    assert names(read(("locals()", result("{'rate': 0.5,\n 'size': 10}")))) == []


def test_the_fields_of_a_data_set_are_no_values(read):
    text = "<xarray.Dataset>\nDimensions:  (time: 36, x: 275)\nData variables:\n    radius   float64 6.371e+08\n"
    assert names(read(("ds", result(text)))) == []


def test_identifiers_are_no_results(read):
    assert names(read(("for link in links:\n    print(link['Id'])", "17121776\n18442177\n"))) == []
    assert names(read(("print(item.id)", "17121776\n"))) == []
    assert names(read(("print(item.width)", "17121776\n"))) == [("item.width", "17121776")]


@pytest.mark.parametrize(
    "text",
    [
        'PearExtractor {\n  "ripe": true,\n  "weight": 0.5\n}',
        "dask.array<array, shape=(30, 3), dtype=float32, chunksize=(10, 3), chunktype=numpy.ndarray>",
        "functools.partial(<function weigh at 0x000001AAA09B4E50>, 1.4343)",
    ],
)
def test_objects_that_show_what_they_are_made_of_hold_no_values(read, text: str):
    assert labels(read(("pears", result(text)))) == []


@pytest.mark.parametrize(
    ("words", "expected"),
    [("Parameters for the forest:", []), ("Current hyper-parameters:", []), ("Best parameters:", ["3", "0.5"])],
)
def test_a_dict_that_is_called_parameters_holds_settings(read, words, expected):
    source = f"for model in models:\n    print('{words}', model.get())"
    assert tokens(read((source, f"{words} {{'depth': 3, 'rate': 0.5}}\n"))) == expected


def test_parameters_that_are_computed_or_have_many_digits_are_results(read):
    text = "Parameters: {'a': 2.5}\n"
    assert tokens(read(("a = fit(x)\nprint('Parameters:', {'a': a})", text))) == ["2.5"]
    assert tokens(read(("print('Parameters:', lab.a)", text.replace("2.5", "2.534985723049")))) == ["2.534985723049"]


def test_what_a_configuration_displays_is_set(read):
    text = "DEPTH          3\nWEIGHTS        {'pears': 1.0, 'plums': 2.5}\nMEAN: 123.5\n"
    assert tokens(read(("class Small(Config):\n    DEPTH = 3\nconfig = Small()\nconfig.display()", text))) == []
    assert tokens(read(("shop.display()", text))) != []


def test_numbers_listed_below_the_keys_of_an_object_are_no_values(read):
    text = (
        "Tree(name='pears')\n  params:\n    rates:\n    - 1.0\n    - 10.0\n    - 20.0\n  nest: {}\n  other:\n  - 0.5\n"
    )
    assert names(read(("tree", result(text)))) == []
    assert names(read(("print(means)", "Means:\n- 0.25\n- 1.5\n"))) != []


def test_numbers_in_the_text_of_a_formula_are_no_values(read):
    text = "Constraints:\n  - floor:  (1.5 - x) <= 0\n  - roof:  (x - 3.75) <= 0\n"
    assert names(read(("print(found.summary())", text))) == []
