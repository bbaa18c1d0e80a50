"""Literals that a document zips, goes through or puts together, parameters of searches, numbers of rows, and times."""

from __future__ import annotations

import pytest

from lastdigit.printing.golden import CANDIDATE
from tests.harness.made_up_notebooks import goldens, names, printed, result, tokens


@pytest.mark.parametrize(
    ("shown", "text"),
    [
        ("[pair for pair in zip(names, sizes)]", "[('pear', 1), ('plum', 2)]"),
        ("list(zip(names, sizes))", "[('pear', 1), ('plum', 2)]"),
        ("dict(zip(names, sizes))", "{'pear': 1, 'plum': 2}"),
        ("dict([('pear', 1), ('plum', 2)])", "{'pear': 1, 'plum': 2}"),
        ("sizes + [5, 6]", "[1, 2, 5, 6]"),
    ],
)
def test_literals_that_are_zipped_gone_through_or_put_together_are_literals(read, shown, text):
    given = "names = ['pear', 'plum']\nsizes = {}\n"
    assert names(printed(read((given.format("[1, 2]") + f"x = {shown}\nprint(x)", text)))) == []
    assert names(printed(read((given.format("[1, 2]") + shown, result(text))))) == []
    counted = read((given.format("count(names)") + f"x = {shown}\nprint(x)", text))
    assert names(printed(counted)) != [] or "dict([" in shown


def test_what_a_comprehension_computes_is_a_result(read):
    assert names(read(("sizes = [1, 2]\n[2 * one for one in sizes]", result("[2, 4]")))) != []
    assert names(read(("sizes = [1, 2]\n[one for one in sizes if f(one)]", result("[2, 2]")))) != []


def test_a_parameter_is_no_name_of_other_cells(read):
    function = "def ripen(t):\n    x = days(t)\n    print(f'heat t = {t}')\n    return x\n"
    for other in ("t = f(3)", "t = 3"):
        assert names(read((other, ""), (function + "ripen(1.5)\nripen(2)", "heat t = 1.5\nheat t = 2\n"))) == []
        assert tokens(read((other, ""), (function + "ripen(g(3))", "heat t = 1.5\n"))) == ["1.5"]


def test_how_many_devices_there_are_is_of_the_machine(read):
    source = "print('devices: {}'.format(len(tf.config.list_physical_devices('GPU'))))"
    assert names(read((source, "devices: 1\n"))) == []


def test_a_number_that_begins_a_row_of_words_counts_rows(read):
    table = "   kind     note\n{}  -     bruised\n{}  pear  ripe\n{}  plum  -\n"
    assert names(read(("print(frame)", table.format(4, 5, 6)))) == []


SEARCH = "found = grid.cv_results_\nfor score, tried in zip(found['mean_test_score'], found['params']):\n    "


@pytest.mark.parametrize("shown", ["print(f'score {score:.2f}, by: {tried}')", "print('score', score, 'by:', tried)"])
def test_parameters_that_a_search_tried_are_settings_in_loops(read, shown):
    between = ", by: " if "f'" in shown else " by: "
    found = names(read((SEARCH + shown, f"score 0.25{between}{{'depth': 3}}\nscore 0.75{between}{{'depth': 5}}\n")))
    assert not {tokens for _, tokens in found} & {"3", "5"}


def test_a_mean_and_its_spread_stand_before_the_parameters_that_a_search_tried(read):
    source = (
        "scores = grid.cv_results_\nfor mean, std, tried in zip(scores['mean'], scores['std'], scores['params']):\n"
        "    print('%0.3f (+/-%0.03f) for %r' % (mean, 2 * std, tried))"
    )
    found = names(read((source, "0.789 (+/-0.016) for {'nu': 0.25, 'gamma': 0.001}\n")))
    assert found == [("mean", "0.789"), ("2 * std", "0.016")]
    text = "weight: 0.789 (+/-0.016) for {'a': 0.25}\n"
    assert [token for _, token in names(read(("print(fit)", text)))] == ["0.789", "0.016", "0.25"]


def test_a_dict_that_a_search_does_not_try_is_a_result(read):
    source = (SEARCH + "print(f'score {score:.2f}, by: {tried}')").replace("found['params']", "measured(found)")
    found = names(read((source, "score 0.25, by: {'depth': 3}\n")))
    assert found == [("score", "0.25"), ("tried['depth']", "3")]


def test_what_a_scheduler_of_pytorch_writes_is_its_own_log(read):
    assert names(read(("train(model)", "Epoch    17: reducing learning rate of group 0 to 5.0000e-05.\n"))) == []


def test_seconds_since_1970_are_dates_in_a_column_that_is_called_a_time(read):
    frame = "   {}  weight\n0  978300760      12\n1  978302109      15"
    assert names(read(("frame", result(frame.format("timestamp"))))) == [("frame['weight']", "12 15")]
    assert len(names(read(("frame", result(frame.format("salaries_")))))) == 2
    in_floats = "        created  weight\n0  1.556226e+09      12\n1  1.556197e+09      15"
    assert names(read(("frame", result(in_floats)))) == [("frame['weight']", "12 15")]
    assert len(names(read(("frame", result(in_floats.replace("created", "   loss")))))) == 2


def test_times_of_files_are_dates_by_the_paths_that_name_them(read):
    text = '{"/lib/pear.py": 1703345986.9925833, "/lib/plum.so": 1703345987.25}\n'
    assert goldens(read(("print(json.dumps(found))", text))) == []
    assert len(goldens(read(("print(json.dumps(found))", text.replace("17033459", ""))))) == 2
    assert len(goldens(read(("print(json.dumps(found))", text.replace("/lib/", ""))))) == 2


def test_items_that_a_call_was_given_are_settings_where_what_it_gave_shows_them(read):
    text = "{'width': 2.5, 'area': 7.5}\n"
    for given in ("start = {'width': 2.5}\nend = garden.run(start)", "end = garden.run({'width': 2.5}, n)"):
        assert names(read((f"import garden\n{given}\nprint(end)", text))) == [("end['area']", "7.5")]
    other = "import garden\nstart = {'width': 3.5}\nend = garden.run(start)\nprint(end)"
    assert len(names(read((other, text)))) == 2


def test_settings_in_the_state_of_a_scheduler_are_none_of_its_values(read):
    text = "{'scheduler': {'factor': 0.1, 'best': 0.0482, 'patience': 10}}\n"
    assert names(read(("print(state(trainer))", text))) == [("state(trainer)['scheduler']['best']", "0.0482")]


RUNS = """class Run:
    def __init__(self, seed, start):
        self.start = start
        self.seed = seed
    def run(self):
        end = grow(self.seed, self.start)
        return {{'Start': {}, 'End': end}}
run = Run(3, 1000)
print(run.run())"""


def test_an_item_of_a_dict_to_which_the_source_gives_a_setting_is_one(read):
    text = "{'Start': 1000, 'End': 874.5}\n"
    for given in ("self.start", "amount"):
        source = "amount = 1000\n" + RUNS.format(given)
        assert tokens(read((source, text))) == ["874.5"]
        assert len(goldens(read((source + "\nbest['Start'] = f(3)", text)))) == 2
    assert len(goldens(read((RUNS.format("self.start").replace("Run(3, 1000)", "Run(3, f(3))"), text)))) == 2


def test_an_item_of_a_dict_that_a_loop_or_a_call_varies_is_a_result(read):
    source = "for rate in (1, 2):\n    rows.append({'rate': rate, 'score': f(rate)})\nprint(max(rows, key=g))"
    assert len(goldens(read((source, "{'rate': 2, 'score': 0.75}\n")))) == 2


def test_a_literal_in_percent_is_a_setting(read):
    source = "rate = {}\nprint(f'known rate: {{rate * 100:.0f}}%')"
    assert names(read((source.format("0.3"), "known rate: 30%\n"))) == []
    assert len(goldens(read((source.format("f(3)"), "known rate: 30%\n")))) == 1


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("from collections import deque\nd = deque([1, 2, 3])\nd[0]", "1"),
        ("screen.update('live', {\n    'width': 2560,\n})", "{'width': 2560}"),
        ("screen.update(width=2560)", "{'width': 2560}"),
        ("pear.get_all_params()", "{'depth': 6}"),
    ],
)
def test_what_a_call_or_a_queue_is_given_is_a_setting(read, source: str, text: str):
    assert tokens(read((source, result(text)))) == []


def test_what_a_call_adds_to_its_arguments_is_a_result(read):
    assert tokens(read(("screen.update(width=2560)", result("{'width': 2561, 'height': 4}")))) == ["2561", "4"]


def test_a_column_that_a_loop_goes_through_is_a_setting_whatever_it_is_called(read):
    source = (
        "print(f\"{'width':>8} {'gain':>8}\")\nfor w in [0.1, 0.2, 0.4]:\n"
        "    gain = fit(w)\n    print(f'{w:8.1f} {gain:8.4f}')"
    )
    text = "   width     gain\n     0.1   0.0707\n     0.2   0.1414\n     0.4   0.2828\n"
    assert names(read((source, text))) == [("gain", "0.0707 0.1414 0.2828")]
    assert len(names(read((source.replace("w:8.1f", "w * w:8.1f"), text)))) == 2


@pytest.mark.parametrize(("value", "is_left_out"), [("'False'", True), ("False", False)])
def test_what_a_function_of_texts_fills_a_column_with_is_text(read, value, is_left_out):
    function = f"import pandas as pd\ndef ripe(x):\n    if x:\n        return {value}\n    return {value}\n"
    frame = result("     x  ripe?\n0  1.5  False\n1  2.5  False")
    found = names(read((f"{function}shop['ripe?'] = shop['x'].apply(ripe)", ""), ("shop", frame)))
    assert (len(found) == 1) is is_left_out


def test_whether_a_download_succeeded_is_no_result(read):
    assert names(read(("nltk.download('punkt')", result("True")))) == []


def test_grids_between_names_for_literals_are_literals_also_as_columns(read):
    given = "import pandas as pd\na, b, h = 0, 2, 0.5\nt = np.arange(a, b + h, h)\n"
    frame = result("   time  area\n0   0.0   1.5\n1   0.5   2.5")
    made = "shop = pd.DataFrame(data={'time': t, 'area': f(t)})\nshop"
    assert names(read((given + made, frame))) == [("shop['area']", "1.5 2.5")]
    assert len(names(read((given.replace("0.5", "f(2)") + made, frame)))) == 2
    assert names(read((given + "print('t:', t)", "t: [0.  0.5 1. ]\n"))) == []
    assert len(names(read((given + "t[1] = f(2)\nprint('t:', t)", "t: [0.  0.5 1. ]\n")))) == 1
    assert len(names(read((given + "print('t:', t * t)", "t: [0.  0.5 1. ]\n")))) == 1


def test_parameters_that_a_search_tried_are_settings_also_by_a_name_for_all_of_them(read):
    source = (
        "means = grid.cv_results_['mean_test_score']\nstds = grid.cv_results_['std_test_score']\n"
        "params = grid.cv_results_['params']\nfor mean, std, param in zip(means, stds, params):\n"
        "    print(f'{mean:.4f} (+/-{std:.4f}) for {param}')"
    )
    found = names(read((source, "0.8549 (+/-0.0782) for {'depth': 6, 'rate': 0.03}\n")))
    assert ("mean", "0.8549") in found
    assert not {token for _, token in found} & {"6", "0.03"}


def test_parameters_in_an_order_are_settings_where_another_cell_gives_the_results_their_name(read):
    source = (
        "results = grid.cv_results_\nscores = results['mean_test_score']\nplaces = scores.argsort()[::-1]\n"
        "params = [results['params'][n] for n in places]\nfor n, score in enumerate(scores[places]):\n"
        "    print('Parameters:', params[n], 'Score:', score)"
    )
    text = "Parameters: {'depth': 6, 'rate': 0.03} Score: 0.8549\n"
    found = names(read(("results = cross_val_score(model, x, y)", ""), (source, text)))
    assert [token for _, token in found] == ["0.8549"]


@pytest.mark.parametrize(
    "over",
    ["steps", "np.round(np.arange(0, 1, 0.25), 2)", "np.concatenate(([0], steps))", "np.flip(np.linspace(0, 1, 5))"],
)
def test_what_a_loop_counts_in_rounded_or_joined_grids_is_a_counter(read, over: str):
    source = f"import numpy as np\nsteps = np.round(np.arange(0.25, 1, 0.25), 2)\nfor a in {over}:\n    print(a)"
    assert names(read((source, "0.25\n0.5\n0.75\n"))) == []
    assert names(read((source.replace("print(a)", "print(f(a))"), "0.25\n0.5\n0.75\n"))) != []


@pytest.mark.parametrize(("item", "is_candidate"), [("1/2", True), ("-3*2", True), ("f(1)", False), ("x/2", False)])
def test_fractions_among_the_numbers_of_a_literal_are_typed_as_they_are(read, item: str, is_candidate: bool):
    source = f"import numpy as np\nx = load()\nm = np.array([[0, 0.25], [{item}, 1]])\nprint(m)"
    (found,) = goldens(read((source, "[[0.   0.25]\n [0.5  1.  ]]\n")))
    assert (found.kind == CANDIDATE) == is_candidate
