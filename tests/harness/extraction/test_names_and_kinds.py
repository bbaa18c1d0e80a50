"""What a print is called and what kind it is, where the words on its line do not say it plainly."""

from __future__ import annotations

import pytest

from lastdigit.extraction.extracted import Extraction
from lastdigit.extraction.unbalanced import UNBALANCED
from lastdigit.printing.words.reasons import REASONS
from tests.harness.made_up_notebooks import goldens, labels, names, only, reasons, result, tokens


def kinds(extraction: Extraction) -> list[tuple[str, str, str]]:
    """The label of each golden, its kind, and its tokens; candidates are printed."""
    found = goldens(extraction)
    kinds = ("printed" if golden.is_printed else golden.kind for golden in found)
    return [(golden.label, kind, " ".join(golden.tokens)) for golden, kind in zip(found, kinds, strict=True)]


SHOW = "def show(x, name):\n    print(x)\n    print(x.shape)"


def test_every_call_of_a_helper_has_a_name_of_its_own(read):
    output = "tensor([0.5000, 0.2500])\ntorch.Size([2])\ntensor([0.1250])\ntorch.Size([1])"
    assert kinds(read((SHOW, ""), ("show(a @ b, 'scores')\nshow(c, 'weights')", output))) == [
        ("scores", "printed", "0.5000 0.2500"),
        ("scores.shape", "shape", "2"),
        ("weights", "printed", "0.1250"),
        ("weights.shape", "shape", "1"),
    ]


def test_a_parameter_that_a_function_assigns_anew_keeps_its_name(read):
    steps = "def descend(x, model):\n    while x.any():\n        print(model)\n        model = model - x"
    output = "[0.5 0.25]\n[0.125 0.75]"
    found = labels(read((steps, ""), ("descend(data, guess)", output)))
    assert found == ["model", "model"]
    found = labels(read((steps.replace("model = ", "x = "), ""), ("descend(data, guess)", output)))
    assert found == ["guess", "guess"]


@pytest.mark.parametrize(
    ("source", "output", "expected"),
    [
        ("print(x.dtype, x)", "torch.int64 tensor([1, 2])", [("x", "printed", "1 2")]),
        ("print(x.dtype)\nprint(x)", "float32\n[0.5 0.25]", [("x", "printed", "0.5 0.25")]),
        ("print(x.device, x)", "cuda:0 tensor([0.5000])", [("x", "printed", "0.5000")]),
        ("print('x', x.shape, x.dtype)", "x (2, 3) float32", [("x", "shape", "2 3")]),
        (
            "print('max', x.max(), x.shape, x.min())",
            "max 0.75 (2, 3) 0.125",
            [("max", "printed", "0.75"), ("x.shape", "shape", "2 3"), ("x.min()", "printed", "0.125")],
        ),
        (
            "print(f'the rows {w} sum to one')",
            "the rows [0.25 0.75] sum to one",
            [("the rows", "printed", "0.25 0.75")],
        ),
        (
            "for p in net.named_parameters():\n    print(p)",
            "('bias', tensor([0.5]))",
            [("p['bias']", "printed", "0.5")],
        ),
        ("A = np.transpose([[1, 2], [3, 4]])", "", [("A (argument of np.transpose)", "literal", "1 2 3 4")]),
        ("print(A)", "Score: 4/5", []),
        ("print(n)", "Accuracy: 9845/10000 (98%)", [("Accuracy", "printed", "9845"), ("Accuracy", "printed", "98")]),
    ],
)
def test_names_and_kinds(read, source: str, output: str, expected: list[tuple[str, str, str]]):
    assert kinds(read((source, output))) == expected


@pytest.mark.parametrize(
    ("source", "output", "reason"),
    [
        (
            "bar()",
            "HBox(children=(FloatProgress(value=0.0, description='Epochs (of', max=1.0), HTML(value='')))",
            "representation",
        ),
        ("for i in range(3):\n    print(f'matrix {i} and matrix {i + 1}')", "matrix 0 and matrix 1", "loose integer"),
        ("print(layer)", "Softmax (dim=5)", "representation"),
        ("make_jaxpr(f)(x)", "{ lambda ; a:f32[8]. let\n    b:f32[8] = mul a 2.0\n  in (b,) }", "program"),
        ("print(''.join(chars))", " !$&',-.3:;?ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", "alphabet"),
        ("print(index)", "{'a': 0, 'b': 1, 'c': 2, 'd': 3}", "enumeration"),
        ("print('(should be 1.0)')", "(should be 1.0)", "comparison"),
        ("print(n)", "Score: 4/5", "fraction"),
        ("print(w)", "they are [0.25, 0.75] in all", "container"),
        ("print(answer.status_code)", "200", "identifier"),
        ("print(water.handle)", "3", "identifier"),
        ("print(water.get_id())", "3", "identifier"),
        ("print(tile.qid)", "3", "identifier"),
        ("print(Settings.to_dict())", "{'lines': {'width': 3}}", "representation"),
        ("print(tree)", "[&R] ((:0.25,b:0.5)1.00:0.125,c:1.5);", "string"),
        ("print(start_date.hour)", "13", "date"),
        ("print('%d:%d:%d' % (t.hour, t.minute, t.second))", "10:8:0", "date"),
        ("for row in rows:\n    print(row.center(9))", "   1 2 1", "string"),
    ],
)
def test_what_is_no_golden_is_left_out_with_the_reason(read, source: str, output: str, reason: str):
    extraction = read((source, output))
    assert kinds(extraction) == []
    assert reasons(extraction) == {REASONS[reason]}


@pytest.mark.parametrize("output", ["tensor([[0.1, 0.2], [0.3, 0.4]]])", "[[0.5 0.25]\n [0.125 0.75]]]"])
def test_brackets_that_do_not_match_are_left_out_for_that(read, output: str):
    extraction = read(("print(x)", output))
    assert kinds(extraction) == []
    assert reasons(extraction) == {UNBALANCED}


def test_brackets_that_do_not_match_take_nothing_with_them(read):
    extraction = read(("print(x)\nprint(y)", "tensor([[0.1], [0.3]]])\n[[0.5  0.25]\n [0.125 0.75]]"))
    assert tokens(extraction) == ["0.5 0.25 0.125 0.75"]


def test_a_loop_over_values_prints_values(read):
    source = "for n in counts:\n    print(f'There are {n} pears')"
    assert kinds(read((source, "There are 3 pears"))) == [("There are pears", "printed", "3")]


@pytest.mark.parametrize(
    ("source", "output", "expected"),
    [
        pytest.param(
            "for n in ns:\n    print(n, f(n)['pear'])",
            "80 1.25\n90 1.5",
            [("f(n)['pear'] 80", "printed", "1.25"), ("f(n)['pear'] 90", "printed", "1.5")],
            id="a number before it",
        ),
        pytest.param(
            "print(f'{i:5d}/{most:5d}: {loss.item():.4f}')",
            "    7/ 40000: 3.5000",
            [("loss.item() 7", "printed", "3.5000")],
            id="a share before it",
        ),
        pytest.param("train()", "  18.0 : [0.5 0.25]", [("train() 18.0", "printed", "0.5 0.25")], id="a key alone"),
        pytest.param(
            "print('Input:', x.shape, x[0])",
            "Input: (32, 128) [0.5 0.25]",
            [("Input", "shape", "32 128"), ("x[0]", "printed", "0.5 0.25")],
            id="a shape between",
        ),
        pytest.param(
            "if ready:\n    test(print)",
            "{'pears': 0.25, 'plums': 0.5}",
            [("pears", "printed", "0.25"), ("plums", "printed", "0.5")],
            id="keys",
        ),
        pytest.param(
            "run()",
            "Train PPL: 1.5 | Val. PPL: 2.5",
            [("Train PPL", "printed", "1.5"), ("Val. PPL", "printed", "2.5")],
            id="a word cut short",
        ),
        pytest.param(
            "fit()", "Model:         linear     Adj. score:       0.75", [("Adj. score", "printed", "0.75")], id="pairs"
        ),
        pytest.param(
            "print(fit())",
            "Observations:            200     AIC:       0.75",
            [("Observations", "printed", "200"), ("AIC", "printed", "0.75")],
            id="pairs of numbers",
        ),
    ],
)
def test_a_print_has_the_name_that_stands_nearest(read, source: str, output: str, expected):
    assert kinds(read((source, output))) == expected


def test_an_open_bracket_belongs_to_no_name(read):
    items = {n: n / 7 for n in range(10, 30)}
    found = labels(read(("print(fruit)", f"Fruit({items}) 0.5")))
    assert found == [f"Fruit[{n}]" for n in items]


@pytest.mark.parametrize(
    ("source", "output", "expected"),
    [
        pytest.param(
            "print f(pears)\nprint 'n =', n", "[0.5 0.25]\nn = 3", [("f(pears)", "0.5 0.25"), ("n", "3")], id="Python 2"
        ),
        pytest.param(
            "", "('pears =', 0.25)\n('plums =', [0.5, 0.75])", [("pears", "0.25"), ("plums", "0.5 0.75")], id="tuples"
        ),
        pytest.param(
            "print('Values:\\n')\nfor pair in pairs:\n    print(pair[0])",
            "Values:\n\n0.25\n0.5",
            [("pair[0]", "0.25"), ("pair[0]", "0.5")],
            id="a heading of a loop",
        ),
        pytest.param(
            "print('a = ' + a + ' b = ' + b)", "a = [[ 0.5]] b = [[ 0.25]]", [("a", "0.5"), ("b", "0.25")], id="two"
        ),
        pytest.param(
            "report()",
            "loss (last loss): 0.69 (0.75). score: 0.5 (0.25)",
            [("loss (last loss)", "0.69"), ("loss (last loss)", "0.75"), ("score", "0.5"), ("score", "0.25")],
            id="numbers in parentheses",
        ),
        pytest.param(
            "print(f'{is_pear( Pear(2) ) = }')", "is_pear( Pear(2) ) = True", [("is_pear( Pear(2) )", "True")], id="="
        ),
        pytest.param("fit()", "Model:     linear\n[0.5 0.25]", [("fit()", "0.5 0.25")], id="a name and its words"),
        pytest.param("fit()", "memory usage: 3.6+ KB\n[0.5 0.25]", [("fit()", "0.5 0.25")], id="memory of a frame"),
        pytest.param(
            "print('Sparse:\\n', m)",
            "Sparse:\n   (0, 0)\t0.5\n  (1, 2)\t0.25\n  :\t:\n  (7, 7)\t0.75",
            [("Sparse", "0.5 0.25 0.75")],
            id="a sparse matrix",
        ),
    ],
)
def test_what_is_printed_together_is_told_apart(read, source: str, output: str, expected: list[tuple[str, str]]):
    assert names(read((source, output))) == expected


@pytest.mark.parametrize(
    ("source", "text", "expected"),
    [
        ("print(pears)", "[0.5, 0.25]", ["pears"]),
        ("pears", "[0.5, 0.25]", ["pears"]),
        ("display(f(pears))", "[0.5, 0.25]", ["f(pears)"]),
        ("[(n, 6), (2, 5)]", "[(1, 6), (2, 5)]", ["[(n, 6), (2, 5)]"]),
        ("evaluate()", "{'loss': 0.5, 'epoch': 3.0}", ["evaluate()['loss']"]),
        ("net.get_params()", "{'rate': 0.5}", []),
    ],
)
def test_a_value_of_a_cell_is_named_by_what_shows_it(read, source: str, text: str, expected: list[str]):
    assert list(dict.fromkeys(golden.label for golden in goldens(read((source, result(text)))))) == expected


@pytest.mark.parametrize(
    ("source", "output", "expected"),
    [
        (
            "for name, one in groups:\n    print(name, len(one))",
            "1980 7\n1990 9",
            ["name", "len(one)", "name", "len(one)"],
        ),
        ("print('{}\\t{}'.format(n, f(n)))", "160\t-97.25", ["f(n) 160"]),
        ("print('%d %.2f' % (n, f(n)))", "160 97.25", ["f(n) 160"]),
        ("print(label)", "7", ["label"]),
        ("show()", "[EPOCH]: 03 | [LOSS]: 0.75", ["EPOCH 03 [LOSS]"]),
        ("summary()", "'plums': array([ 0.5,  0.25])", ["plums"]),
    ],
)
def test_a_number_without_words_is_named_by_its_place_on_a_line(read, source: str, output: str, expected: list[str]):
    assert labels(read((source, output))) == expected


def test_shapes_in_a_container_that_is_called_so_are_shapes(read):
    (weights, _, bias) = kinds(read(("print('shapes:', s)", "shapes: {'w': (2, 3), 'n': 5, 'b': (3,)}")))
    assert (weights[1], bias[1]) == ("shape", "shape")


def test_the_name_of_an_index_is_no_name_of_a_series(read):
    text = "shop\n1st    6.5\n2nd   15.5\nName: pears, dtype: float64"
    golden = only(read(("frame.groupby('shop').pears.mean()", result(text))))
    assert golden.label == "frame.groupby('shop').pears.mean()"


@pytest.mark.parametrize(
    ("metadata", "found"),
    [
        ({}, {"m", "x"}),
        ({"kernelspec": {"language": "python"}}, {"m", "x"}),
        ({"language_info": {"name": "ipython"}}, {"m", "x"}),
        ({"language_info": {"name": "julia"}}, {"x"}),
        ({"kernelspec": {"language": "R"}}, {"x"}),
        ({"kernelspec": 3, "language_info": []}, {"m", "x"}),
    ],
)
def test_arrays_of_other_languages_are_left_out(read, metadata: dict[str, object], found: set[str]):
    source = 'print("m:", f(m))\nprint("x =", g(x))'
    extraction = read((source, "m: [[0.5 1.5]\n [2.5 3.5]]\nx = 0.4375\n"), metadata=metadata)
    assert set(labels(extraction)) == found
    left_out = any("other than Python" in reason for reason in reasons(extraction))
    assert left_out == (found == {"x"})


def test_what_one_of_two_branches_prints_is_named_by_neither(read):
    loop = "for x in xs:\n    if x > 0:\n        print(name(x))\n    else:\n        print(x)"
    assert kinds(read((loop, "<pear>\n-100\n-100\n"))) == []


def test_words_that_something_else_printed_above_name_no_value_of_the_source(read):
    assert kinds(read(("print(f(3.0))", "called f!\n-0.9899925\n"))) == [("f(3.0)", "printed", "-0.9899925")]
    assert kinds(read(("fit(x)", "scores of f\n-0.9899925\n"))) == [("scores of f", "printed", "-0.9899925")]


def test_a_number_before_a_colon_that_nothing_ties_to_its_words_is_a_part_of_them(read):
    assert kinds(read(("answer(17.2)", "Puzzle 17.2: 0.25\n"))) == [("Puzzle 17.2", "printed", "0.25")]


def test_where_more_is_printed_than_found_nothing_is_named_by_counting(read):
    frame = "   taken  reading\n0    619     9.82\n1    622     7.80"
    words = "   name family\n0  dyer   Dyer\n1    pb   Pabo"
    found = labels(read(("print(person)\nprint(survey)", f"{words}\n{frame}\n")))
    assert found == ["taken", "reading"]


def test_words_that_a_string_puts_on_a_line_name_its_values_though_one_name_prints_it(read):
    source = "for i in range(n):\n    line = 'Generation {}: Loss = {:.5f}'.format(i, loss)\n    print(line)"
    found = labels(read((source, "Generation 50: Loss = 2.22219\nGeneration 100: Loss = 1.85807\n")))
    assert found == ["Generation 50 Loss", "Generation 100 Loss"]


def test_a_row_of_numbers_is_not_named_by_the_line_above(read):
    assert labels(read(("summary()", "Quantiles:\n2.5   25.5   97.5\n"))) == []
    assert labels(read(("summary(print)", "Quantiles:\n2.5\n"))) == ["Quantiles"]


def test_a_name_that_the_source_prints_names_what_stands_below(read):
    source = "for name, group in groups:\n    print(name)\n    print(group)"
    assert labels(read((source, "Nighthawks\n   score\n0      4\n1     24\n"))) == ["Nighthawks['score']"]


def test_what_a_function_of_shapes_gives_are_shapes(read):
    (weights,) = kinds(read(("print(parameter_shapes(params))", "{'w': (3, 4)}")))
    assert weights[1] == "shape"


def test_words_that_a_source_also_uses_as_a_name_say_what_is_a_shape(read):
    (shape,) = kinds(read(("y_train = load()\nprint 'y_train: ', y_train.shape", "y_train:  (55000, 10)")))
    assert shape[1] == "shape"


def test_a_source_that_is_indented_as_a_whole_names_what_it_shows(read):
    assert kinds(read((" x = f(2)\n print(x)", "0.0378\n"))) == [("x", "printed", "0.0378")]
    assert kinds(read((" x = f(2)\nprint(x)", "0.0378\n"))) == []


def test_a_shape_below_its_words_is_one_that_the_source_states(read):
    (golden,) = goldens(read(("print('x_np:\\n', x_np.shape, '\\n')", "x_np:\n (2, 3, 4) \n\n")))
    assert (golden.kind, golden.inferred) == ("shape", ())


def test_rows_of_a_matrix_of_julia_hold_no_scalars(read):
    julia = {"language_info": {"name": "julia"}}
    matrix = result("1000×2 Adjoint{Any,Array{Any,2}}:\n -0.0109936   5.98017\n -0.0115605   6.00415\n")
    assert tokens(read(("chain", matrix), metadata=julia)) == []
    assert tokens(read(("chain[3]", result("5.98017")), metadata=julia)) == ["5.98017"]


def test_cells_of_a_summary_of_r_hold_no_scalars_of_their_own(read):
    r = {"language_info": {"name": "R"}}
    summary = "  cap.gains        cap.loss\n Min.   :    0   Min.   :   0\n Median :    0   Median :   3\n"
    assert tokens(read(("summary(df)", summary), metadata=r)) == []
    assert tokens(read(("cat('Accuracy:', a)", "Accuracy: 0.75\n"), metadata=r)) == ["0.75"]
