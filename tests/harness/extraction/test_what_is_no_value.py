"""Numbers in an output that no computation printed: settings of objects, strings, sentences and their like."""

from __future__ import annotations

import pytest

from lastdigit.printing.found import FoundPrint, LeftOut
from lastdigit.printing.scan import scan_all
from lastdigit.printing.words.reasons import REASONS
from tests.harness.made_up_notebooks import labels, names, only, output, reasons, result, tokens


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


STORY = "The price of a pear in the shop at the corner is 4.5 and that of a plum is = 12.\n"


def test_a_sentence_that_the_source_does_not_write_has_no_values(read):
    found = read(("print(story)\nprint('mean', mean)", STORY + "mean 0.5\n"))
    assert (names(found), reasons(found)) == ([("mean", "0.5")], {REASONS["prose"]})


def test_a_sentence_that_the_source_writes_has_its_values(read):
    source = "print(f'The mean of all that is in the bag is {mean:.2f} and the rest of it is {rest}')"
    assert tokens(read((source, "The mean of all that is in the bag is 0.53 and the rest of it is 2.5\n"))) == [
        "0.53",
        "2.5",
    ]


def test_other_lines_among_sentences_have_no_values_unless_the_source_names_them(read):
    found = read(("print(story)\nprint('Score:', s)", STORY * 3 + "- pears: 5.5\nScore: 0.25\n"))
    assert (names(found), reasons(found)) == ([("Score", "0.25")], {REASONS["prose"]})


def test_the_log_of_a_library_among_sentences_keeps_its_values(read):
    log = "".join(f"Epoch {epoch}: loss {epoch}.5\n" for epoch in range(4))
    assert tokens(read(("show(model, story)", log + STORY * 3))) == ["0.5", "1.5", "2.5", "3.5"]


@pytest.mark.parametrize(
    ("source", "printed", "expected"),
    [
        pytest.param("print(len(pears))", "12\n", [("len(pears)", "12")], id="an integer"),
        pytest.param("print(a == b)", "True\n", [("a == b", "True")], id="a truth value"),
        pytest.param("print(a, b)", "3 5\n", [("a", "3"), ("b", "5")], id="two integers"),
        pytest.param("print('pears:\\n', n)", "pears:\n 12\n", [("pears", "12")], id="below its words"),
        pytest.param("fit(pears)", "12\n", [], id="an integer that nothing prints"),
        pytest.param("print('step', n)", "12\n", [], id="an integer that its words would name"),
        pytest.param("print(' '.join(words))", "12\n", [], id="a string"),
    ],
)
def test_an_integer_alone_on_its_line_is_a_value_if_the_source_prints_one_so(
    read, source: str, printed: str, expected: list[tuple[str, str]]
):
    assert names(read((source, printed))) == expected


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


@pytest.mark.parametrize(
    ("source", "expected"), [("name(5)", []), ("f'mean {m}'", ["0.5"]), ("'mean %s' % m", ["0.5"])]
)
def test_a_result_that_is_a_string_has_values_if_the_source_puts_them_in(read, source: str, expected: list[str]):
    assert tokens(read((source, result("'mean 0.5'")))) == expected


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


def test_lines_of_markup_and_of_code_among_prose_have_no_values(read):
    answer = "**Price:** $0.5P$ = 12\ndef pears(n):\n    left = 0\n    return left\n"
    found = read(("print(decode(ids))\nprint('loss', x)", answer))
    assert (names(found), reasons(found)) == ([], {REASONS["prose"], REASONS["program"]})


@pytest.mark.parametrize(
    ("source", "printed", "expected"),
    [
        pytest.param(
            "print(f'There are {n} pears and {m} plums.')",
            "There are 3 pears and 1,200 plums.",
            [("There are pears", "3"), ("plums", "1200")],
            id="an f-string",
        ),
        pytest.param(
            "print('%d pears of %d' % (a, b))", "3 pears of 5", [("pears of", "3"), ("pears of", "5")], id="%"
        ),
        pytest.param("print(f'pears {n}, plums {m}')", "pears 3, plums 5", [("pears", "3"), ("plums", "5")], id=","),
        pytest.param("print(f'{n} test pears')", "38 test pears", [("test pears", "38")], id="at the beginning"),
        pytest.param("print('There are 3 pears', end)", "There are 3 pears", [], id="a number that the source writes"),
        pytest.param("show(f'{n} plums')", "There are 3 pears", [], id="other words"),
    ],
)
def test_an_integer_among_words_is_a_value_if_the_source_puts_it_there(
    read, source: str, printed: str, expected: list[tuple[str, str]]
):
    found = read((source, printed + "\n"))
    assert tokens(found) == [token for _, token in expected]
    assert source.startswith("print('%d") or names(found) == expected


def test_a_librarys_sentence_that_comes_again_and_again_keeps_its_values(read):
    log = "".join(f"the loss has improved from {n}.5 to {n}.25 and so this is saved in the file\n" for n in range(4))
    found = read(("print(fit(pears))", log))
    assert tokens(found) == [f"{n}.{digits}" for n in range(4) for digits in ("5", "25")]


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
    ("source", "text", "expected"),
    [
        ("ax.set_xlim(-0.25, 8)", "(-0.25, 8)", []),
        ("plt.axis([0, 1, 0.5, 2])", "(0, 1, 0.5, 2)", []),
        ("table.axis([0.25, 8])", "(-0.25, 8)", ["-0.25 8"]),
    ],
)
def test_the_limits_of_a_plot_are_no_value(read, source: str, text: str, expected: list[str]):
    assert tokens(read((source, result(text)))) == expected


def test_what_a_line_announces_is_no_value(read):
    cells = [
        (f"print(f'Building an index of {{n}} trees{end}')", f"Building an index of 40 trees{end}")
        for end in ("...", "")
    ]
    assert names(read(cells[0])) == []
    assert names(read(cells[1])) == [("Building an index of trees", "40")]


@pytest.mark.parametrize(("source", "columns"), [("t = time.time()", ["error"]), ("t = frame()", ["Time", "error"])])
def test_a_column_of_measured_times_is_no_value(read, source: str, columns: list[str]):
    text = "    Time  error\na  0.25    0.5\nb  0.75    1.5"
    assert labels(read(("import pandas as pd\n" + source, ""), ("print(frame)", text))) == [
        f"frame['{name}']" for name in columns
    ]


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


def test_versions_that_a_magic_lists_are_no_values(read):
    cells = [(source, "pears 3.3") for source in ("print(show())", "%watermark -p pears", "%version_information pears")]
    assert names(read(cells[0])) == [("pears", "3.3")]
    assert all(names(read(cell)) == [] for cell in cells[1:])


@pytest.mark.parametrize("hole", ["{n}", "{5 * n}", "{n + 1}"])
def test_what_a_loop_counts_is_no_value(read, hole: str):
    loop = "for n in range(1, 3):\n    print(f'A basket with HOLE pears: {m}')".replace("HOLE", hole)
    assert names(read((loop, "A basket with 5 pears: 0.5"))) == [("A basket with 5 pears", "0.5")]


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


@pytest.mark.parametrize(
    ("source", "text", "kind", "expected"),
    [
        ("!head pears.csv", "1800  1  9   -10.1", "stream", 0),
        ("!python pears.py", "pears: -10.1", "stream", 0),
        ("!python pears.py", "loss of pears: -10.1", "stream", 1),
        ("y.subs(x, 1.5)", "         2\n(1.5 + π)", "execute_result", 0),
        ("for n in range(3):\n    print(n)", "0\n1\n2", "stream", 0),
        ("for n in pears:\n    print(n)", "4\n1\n2", "stream", 3),
    ],
)
def test_what_is_shown_and_not_computed_is_no_value(read, source: str, text: str, kind: str, expected: int):
    assert len(names(read((source, output(kind, text))))) == expected


@pytest.mark.parametrize(
    ("source", "text", "reason"),
    [
        ("%pip list", "bleach   4.0.0\nbpython   0.21\n", "command"),
        ("# packages\n%conda list", "bleach   4.0\n", "command"),
        ("!python setup.py build", "x86_64-linux-gnu-gcc -pthread -D_FORTIFY_SOURCE=2 a.c\n", "command"),
        ("train(x)", "trainer.cc(116) LOG(INFO) command: --size=30000 --rate=0.5\n", "warning"),
        ("train(x)", "run --size=30000 --rate=0.5\n", "command"),
        ("print(irises.DESCR)", "**Data Set Characteristics:**\n  petal length: 1.0\n", "prose"),
        ("print(np.mean.__doc__)", "axis : int, default=0.5\n", "prose"),
        ("build()", "[1/3] c++ -MMD -DNAME=1 -I/usr/include -D_USE_ABI=0 -c a.cpp\n", "command"),
        ("frame.iloc[3]", "Name: 3, dtype: object\n", "words"),
        ("show", "interactive(children=(Slider(value=0.5, descri…\n", "representation"),
        ("data", "  speed    (time, x) float64 2.185 14.03 ... 12.22\n", "representation"),
        ("print(f.readline(), end='')", "3.5214,15.0,3.0499445061043287\n", "string"),
        ("for item in items:\n    print(item.text)", "2.1\n", "string"),
        ("print(line)", "b'3.8456,35.0'\n", "string"),
        ("make()", "Wrapper, device=/cpu:0\n", "identifier"),
        ("show(fit)", "logit = -9.5 + 0.1183 * x + 0.0422 * z\n", "formula"),
        ("soup", "    padding: 2em;\n", "markup"),
        ("print(html)", "<b>0.25</b>\n", "markup"),
        ("days", "dtype='datetime64[ns]', length=1826, freq='B')\n", "representation"),
        ("plots", "J        Axes(0.125,0.125;0.775x0.775)\n", "representation"),
        ("print('pears', pears.__version__)", "pears 3.6.rc1\n", "version"),
        ("print(variable.name)", "model/weights:0\n", "identifier"),
        ("! pylint pears.py", "score 0.25\n", "command"),
        ("print('trees (rate=0.01, depth=2)')", "trees (rate=0.01, depth=2)\n", "setting"),
        ("bins", "Categories (2, interval[float64, right]): [(0.5, 1.5] < (1.5, 2.5]]\n", "words"),
        ("names", "{Layer(1, 1, size=(3, 3)): 'first',\n Layer(in=16, out=10): 'second'}\n", "representation"),
        ("best = evaluate(x)", "time: 22 s (started: 2022-08-17 08:50:02 +00:00)\n", "timing"),
        ("describe(frame)", "RangeIndex: 150 entries, 0 to 149\n", "representation"),
        ("print('2' * 22)", "2222222222222222222222\n", "setting"),
        ("!gdalinfo a.tif", "Upper Left  (  39.6029167,  -3.9573611)\n", "command"),
        ("sheet", "Sheet(cells=(Cell(column_end=0, style={'width': '122px'}, type='wi…\n", "representation"),
        ("!pygmentize a.txt", "name\tsize\n2\t13\n3\t14\n", "command"),
        ("cells", "View of AnnData object with n_obs × n_vars = 5 × 7\n    uns: 0.5\n", "representation"),
        ("fetch(x)", "Getting: [00:03, ? file/s]\n", "progress"),
        ("fetch(x)", "1.5 [00:03<00:09, 12.5 kB/s]\n", "progress"),
    ],
)
def test_what_tools_and_libraries_write_of_their_work_has_no_values(read, source: str, text: str, reason: str):
    found = read((source, text))
    assert (names(found), reasons(found)) == ([], {REASONS[reason]})


def test_a_source_of_comments_alone_runs_no_command(read):
    assert names(read(("# 100% of x\nprint(x.shape)", "shape: (3, 4)\n"))) == [("shape", "3 4")]


SOLVER = """   Iteration     Total nfev        Cost      Cost reduction    Step norm
       0              1         8.5091e+05                          8.57e+06
       1              3         5.0985e+04      8.00e+05       1.46e+02
"""


def test_the_log_of_a_solver_is_no_table_and_its_rows_name_nothing(read):
    assert names(read(("result = solve(f, x0)", SOLVER))) == []


def test_words_before_a_colon_name_what_follows_and_not_what_stands_before():
    assert found("0.25 is near: 0.5") == [("", "0.25"), ("is near", "0.5")]


def test_signs_alone_name_nothing(read):
    assert ("x", "6.0") in names(read(("print(x)", "+ 6.0\n")))


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


def test_what_stands_before_a_colon_as_parameters_is_a_part_of_the_label():
    assert found("rate=0.01, kind=big, size=2:\t0.128 (+/-0.001)") == [
        ("rate=0.01 kind=big size=2", "0.128"),
        ("rate=0.01 kind=big size=2 ±", "0.001"),
    ]


def test_prices_that_were_put_together_are_no_numbers():
    assert found("Price   $4,000.00$5,000.00$3,500.00") == []


def test_the_sizes_in_the_description_of_an_object_are_no_values():
    assert found("Created: small (12L, 12H, d=768)") == []
