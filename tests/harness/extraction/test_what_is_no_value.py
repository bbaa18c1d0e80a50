"""Numbers that the text of an output alone shows to be no values: settings of objects, strings, names and the like."""

from __future__ import annotations

import pytest

from lastdigit.printing.found import FoundPrint, LeftOut
from lastdigit.printing.scan import scan_all
from lastdigit.printing.words.reasons import REASONS
from tests.harness.made_up_notebooks import goldens, names, reasons


def found(text: str, *, result: bool = False) -> list[tuple[str, str]]:
    """The words and the tokens of each print, with the way to it in its container."""
    prints = [entry for entry in scan_all(text, result=result) if isinstance(entry, FoundPrint)]
    return [(entry.label + entry.path, " ".join(entry.array.texts)) for entry in prints]


def left_out(text: str) -> set[str]:
    return {entry.reason for entry in scan_all(text) if isinstance(entry, LeftOut)}


NETWORK = """Network(
  (body): Sequential(
    (0): Linear(in_features=300, out_features=123456, bias=True)
    (1): Dropout(p=0.25, inplace=False)
    (2-4): 3 x Block(eps=1e-05)
  )
)"""


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(NETWORK, id="a network of layers"),
        pytest.param("  (fc): Linear(in_features=3, out_features=2, bias=False)", id="one layer of a list"),
        pytest.param("Smoother(alpha=0.00125, fit_intercept=True,\n         max_iter=1000)", id="an estimator"),
        pytest.param("GridSearchCV(cv=3, param_grid=[{'n': [3, 10]}])", id="a search over settings"),
        pytest.param("Compose(\n    Resize(size=(32, 32))\n    Normalize(mean=[0.5, 0.25])\n)", id="transforms"),
        pytest.param("interactive(children=(Slider(value=5, max=9), Output()))", id="a widget"),
        pytest.param("Discrete(4)", id="an object by its place"),
        pytest.param("space: Box(-1.0, 1.0, (4,), float32)", id="an object behind a label"),
        pytest.param("[Dense(units=30), Dense(units=10)]", id="a list of layers"),
        pytest.param("Text(0.5555555555, 0.875, 'x <= 0.5')", id="a label of a plot"),
    ],
)
def test_the_settings_in_a_representation_are_no_values(text: str):
    assert found(text) == []
    assert left_out(text) == {REASONS["representation"]}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Outcome(x=0.123456, steps=7)", [(".x", "0.123456")]),
        ("SearchResult(x=0.5)", [("", "0.5")]),
        ("Output(logits=tensor([0.5, 1.5]))", [(".logits", "0.5 1.5")]),
        ("Counter({'a': 3})", [("['a']", "3")]),
        ("P(A|B=1) = 0.25", [("P(A|B=1)", "0.25")]),
        ("Loss(MSE): 0.5", [("Loss(MSE)", "0.5")]),
        ("R(x=2): 0.5\nLinear(in_features=3)\nloss: 0.25", [("R(x=2)", "0.5"), ("loss", "0.25")]),
    ],
)
def test_what_a_record_or_a_call_names_is_a_value(text: str, expected: list[tuple[str, str]]):
    assert [token for _, token in found(text)] == [token for _, token in expected]


def test_the_numbers_in_a_tensor_of_strings_are_no_values():
    text = "tf.Tensor(b'2.5,803.0', shape=(), dtype=string)\ntf.Tensor(0.5, shape=(), dtype=float32)"
    assert found(text) == [("", "0.5")]
    assert left_out(text) == {REASONS["string"]}


def test_symbols_with_two_indices_in_a_list_are_no_integers():
    assert found("[[x_0,0, x_0,1], [x_1,0, x_1,1]]") == []
    assert found("[(x_0, 0.5), (y, 3)]") == [("[0][1]", "0.5"), ("[1][1]", "3")]


def test_a_string_that_is_written_in_pieces_holds_no_values():
    text = "{'task': 'take 12 of the 30 '\n         'pears = 5',\n 'score': 0.5}"
    assert found(text) == [("['score']", "0.5")]


def test_the_number_that_begins_a_name_is_no_value():
    assert found("saved as: 10_pears/a.x\nloss: 0.5") == [("loss", "0.5")]


def test_representations_are_found_in_linear_time():
    for text in (
        "Linear(" * 3_000,
        "Out(a=None, b='1', " * 3_000 + ")" * 3_000,
        "Linear(a=1" * 50_000 + ")" * 50_000,
        "tf.Tensor(b'1" * 50_000 + "=string)",
    ):
        assert found(text) == []


def test_a_long_run_of_spaces_takes_linear_time():
    assert [tokens for _, tokens in found("a" + " " * 300_000 + "b: [0.5 1.5]")] == ["0.5 1.5"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("x: [1, 2]\ny = (3, 4)", [("x", "1 2"), ("y", "3 4")], id="integers behind a label"),
        pytest.param("[1 2 3] [9 9]", [("", "1 2 3"), ("", "9 9")], id="arrays side by side"),
        pytest.param("[1 2 3] (3,)", [("", "1 2 3"), ("", "3")], id="an array and its shape"),
        pytest.param("(2034, 26576) 0.5", [("", "2034 26576"), ("", "0.5")], id="a shape and a number"),
        pytest.param("5 (2034, 26576)", [("", "5"), ("", "2034 26576")], id="a shape behind a number"),
        pytest.param("0.5 -1.5 17 0", [("", "0.5"), ("", "-1.5"), ("", "17"), ("", "0")], id="integers behind floats"),
        pytest.param("(array(['a', 'b)']), array([3, 4]))", [("[1]", "3 4")], id="beside an array of strings"),
        pytest.param("[-1.5] [[[2.25 0.5]]]", [("", "-1.5"), ("", "2.25 0.5")], id="of more axes"),
        pytest.param("[7, 8] ----> 9", [("", "7 8"), ("", "9")], id="an integer behind an arrow"),
        pytest.param("one of X: [0.5 1.5] and its y: 1", [("one of X", "0.5 1.5"), ("and its y", "1")], id="in words"),
        pytest.param(
            "[Parameter containing:\n tensor([0.5]), Parameter containing:\n tensor([1.5])]",
            [("[0]", "0.5"), ("[1]", "1.5")],
            id="parameters in a list",
        ),
        pytest.param("[{'file': Path('a/1.x'), 'score': 0.5}]", [("[0]['score']", "0.5")], id="beside an object"),
        pytest.param("x [(None, 3, 1), (\n====\nloss: 0.5", [("loss", "0.5")], id="below a bracket left open"),
        pytest.param("[[0.5, 1.5],\n [2.5, \nloss: 0.5", [("loss", "0.5")], id="below an array left open"),
        pytest.param(
            "accuracy: 70.00% | loss: 0.5", [("accuracy", "70.00"), ("loss", "0.5")], id="behind a percentage"
        ),
        pytest.param("20%|##   | 1/5 [00:01<00:06,  1.51s/it]loss: 0.5", [("loss", "0.5")], id="behind a bar"),
        pytest.param("Gen/Dis: 2.5/-0.75", [("Gen/Dis", "2.5"), ("Gen/Dis", "-0.75")], id="two with a slash between"),
        pytest.param("Number of token IDs: 17", [("Number of token IDs", "17")], id="a count of identifiers"),
    ],
)
def test_values_are_found_beside_others(text: str, expected: list[tuple[str, str]]):
    assert found(text) == expected


def test_times_are_no_values_by_the_names_of_items_and_variables(read):
    assert found("{'loss': 0.5, 'fit_time': 1.25, 'time_step': 0.25}") == [
        ("['loss']", "0.5"),
        ("['time_step']", "0.25"),
    ]
    for name in ("fit_time", "toc - tic"):
        timed = read((f"print({name})", "1.25\n"))
        assert (names(timed), reasons(timed)) == ([], {REASONS["timing"]})


def test_the_representation_of_a_figure_is_no_address():
    assert left_out("<Figure size 432x288 with 1 Axes>") == {REASONS["representation"]}
    assert left_out("<Pear object at 0x7f00>") == {REASONS["address"]}


def test_brackets_that_nothing_closes_take_linear_time():
    assert found("[(None, 3\nab cd\n" * 4_000) == []


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("   4 function calls in 0.9 seconds\n\n 1    0.014    0.932 <string>:1", "timing"),
        ("Timer unit: 1e-09 s\n\nLine #   Hits\n     1    0.5    total = 3.5", "timing"),
        ("Training directory 10%: pears", "loose integer"),
        ("INFO:pears:device 0 of strategy = 5", "warning"),
        ("on '/job:localhost/replica:0/task:0/device:GPU:0' now", "path"),
    ],
)
def test_profiles_logs_and_names_have_no_values(text: str, reason: str):
    assert found(text) == []
    assert REASONS[reason] in left_out(text)


def test_a_dict_of_strings_below_each_other_holds_no_values():
    assert found("{'task': 'pears',\n 'answer': 'of 12 pears = 5'}") == []


def test_an_interval_that_is_open_at_one_end_is_no_value():
    assert found("weights in [-0.5, 0.5) give: 0.25") == [("weights in [-0.5, 0.5) give", "0.25")]


def test_a_class_on_the_line_above_names_nothing():
    assert found("<class 'Pear'>\n[1.5 2.5]") == [("", "1.5 2.5")]


@pytest.mark.parametrize(
    ("text", "expected", "reason"),
    [
        pytest.param(
            "[CV] .. C=7.25, gamma=0.04329, total=   0.9s", [], "representation", id="a search without scores"
        ),
        pytest.param(
            "[CV 1/5] END C=1.5, gamma=0.1;, score=0.913 total time=   0.1s",
            [("score", "0.913")],
            "representation",
            id="a search with scores",
        ),
        pytest.param("  class Pear(Fruit, ripe=False):", [], "program", id="a class"),
        pytest.param(
            "def pear(x):\n  y = f(x, [2, 2])\n\n  z = 3.5\nloss: 0.5", [("loss", "0.5")], "program", id="code"
        ),
        pytest.param("{'year': 2012, 'month': 12, 'day': 21}", [], "date", id="a date"),
        pytest.param("product in GFLOP/s: 15.25", [], "timing", id="a speed"),
        pytest.param("100 tokens in 0.52s", [], "timing", id="how many in which time"),
    ],
)
def test_what_tools_tell_of_their_work_is_no_value(text: str, expected: list[tuple[str, str]], reason: str):
    assert found(text) == expected
    assert REASONS[reason] in left_out(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        pytest.param("0.4*x + 8.0*(x/10 - 1.0)**2 - 3.0", "formula", id="a formula"),
        pytest.param(" 0   pears: 0   30 non-null   int64", "representation", id="a column of a frame"),
        pytest.param("CI (95.00): none", "word", id="a number in a name"),
    ],
)
def test_a_number_that_names_something_is_no_value(text: str, reason: str):
    assert found(text) == []
    assert REASONS[reason] in left_out(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("   12.00 : ******", []),
        ("CI (95.00): 3.5", [("CI (95.00)", "3.5")]),
        ("mean_score_time       0.0008", []),
        ("Fitted: pears              AIC:      27.25", [("AIC", "27.25")]),
        ("A heading" + " of pears" * 12 + "\n[0.5 0.25]", [("", "0.5 0.25")]),
    ],
)
def test_numbers_that_belong_to_names_and_bars_are_no_values(text: str, expected: list[tuple[str, str]]):
    assert found(text) == expected


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("  (0): Linear (784 -> 128)", "representation"),
        ("  (4): Dropout (p = 0.5)", "representation"),
        ("pears@2.4   plums@5.6", "version"),
    ],
)
def test_layers_and_packages_have_no_values(text: str, reason: str):
    assert found(text) == []
    assert REASONS[reason] in left_out(text)


def test_words_before_a_colon_name_what_follows_and_not_what_stands_before():
    assert found("0.25 is near: 0.5") == [("", "0.25"), ("is near", "0.5")]


def test_what_stands_before_a_colon_as_parameters_is_a_part_of_the_label():
    assert found("rate=0.01, kind=big, size=2:\t0.128 (+/-0.001)") == [
        ("rate=0.01 kind=big size=2", "0.128"),
        ("rate=0.01 kind=big size=2 ±", "0.001"),
    ]


def test_prices_that_were_put_together_are_no_numbers():
    assert found("Price   $4,000.00$5,000.00$3,500.00") == []


def test_the_sizes_in_the_description_of_an_object_are_no_values():
    assert found("Created: small (12L, 12H, d=768)") == []


@pytest.mark.parametrize(
    "text",
    [
        "N = 6.02 x 10^23",
        "N = 6.02×10**-23 m",
        "N = 3.5·10⁻⁵",
        "N = (1.4+/-1.1)e+03",
        "N = (1.4 ± 1.1) × 10^3",
        "N = -1.05(2)e+15",
    ],
)
def test_a_number_times_a_power_of_ten_beside_it_is_left_out_whole(read, text: str):
    found = read(("print(f(x))", f"{text}\n"))
    assert (goldens(found), reasons(found)) == ([], {REASONS["power"]})


@pytest.mark.parametrize("text", ["57167334.3 - 32701.4657·x", "0.5 - 1.25·x + 3.0·x²"])
def test_the_coefficients_of_a_polynomial_have_signs_apart_from_them(read, text: str):
    found = read(("print(f(x))", f"{text}\n"))
    assert (goldens(found), reasons(found)) == ([], {REASONS["formula"]})


@pytest.mark.parametrize(
    ("source", "text", "reason"),
    [
        ("!pears++", "usage: pears++ [options]\n    --limit <num>  threshold of values [1.000001]\n", "command"),
        ("? np.mean", "Docstring:\n>>> np.mean(a)\n2.5\n", "prose"),
        ("??np.mean", "Docstring:\n>>> np.mean(a)\n2.5\n", "prose"),
    ],
)
def test_what_programs_and_functions_say_of_themselves_is_no_result(read, source: str, text: str, reason: str):
    found = read((source, text))
    assert (goldens(found), reasons(found)) == ([], {REASONS[reason]})
