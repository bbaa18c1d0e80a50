"""Which call printed a value: helpers of the document, starred prints and pprint, and calls of libraries."""

from __future__ import annotations

import pytest

from tests.harness.made_up_notebooks import goldens, labels, names, result, shown, tokens


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


def test_several_shapes_on_a_line_are_named_by_what_prints_them(read):
    helper = (
        "def train():\n    for e in x:\n        if gpu:\n            print(inputs, labels)\n"
        "        print('done optim')\n        print(preds.shape, labels.data.shape)"
    )
    found = names(read((helper, ""), ("train()", "done optim\ntorch.Size([64]) torch.Size([64, 19])\n")))
    assert found[-1] == ("labels.data.shape", "64 19")


def test_what_a_source_spells_out_behind_the_begin_of_a_line_is_a_setting(read):
    source = "report(x, desc='Chance:\\n - growth under -0.40%')\ndef report(x, desc):\n    print(desc)"
    assert names(read((source, "Chance:\n - growth under -0.40%\n"))) == []


def test_a_name_that_a_cell_gives_anew_is_what_it_says_there(read):
    cells = (
        ("for i in fruit:\n    print(i[0])", ""),
        ("for i in range(2):\n    print('Pear {}: {}'.format(i + 1, w[i]))", ""),
    )
    text = "Pear 1: 0.25\nPear 2: 0.5\n"
    assert tokens(read(cells[0], (cells[1][0], text))) == ["0.25", "0.5"]


def test_pprint_prints_its_argument(read):
    found = tokens(read(("for m in models:\n    print(m)\n    pprint(scores(m))", "pear\n{'a': 0.25123, 'b': 0.5}\n")))
    assert found == ["0.25123", "0.5"]
    assert names(read(("pprint(scores(m), width=80)", "{'a': 0.25123,\n 'b': 0.5}\n")))[0][0] == "scores(m)['a']"


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


def test_where_several_calls_may_have_shown_tables_none_names_them(read):
    head = '<table border="1" class="dataframe"><thead><tr><th></th><th>a</th></tr></thead>'
    html = f"{head}<tbody><tr><th>0</th><td>0.25</td></tr><tr><th>1</th><td>0.5</td></tr></tbody></table>"
    table = shown(html=html)
    assert labels(read(("fit = tune(x)\nfit.plot()", table, table))) == ["a", "a"]


def test_a_summary_of_layers_is_named_by_the_call_for_it_and_by_no_expression_that_gives_none(read):
    text = "Layer (type)      Output Shape      Param #\n=====\nfc (Dense)        (None, 10)        20490\n=====\n"
    assert names(read(("build(x)\nprint(model.evaluate(x))", text))) == [("Param #", "20490")]
    assert names(read(("model.summary()\nprint(model.evaluate(x))", text))) == [("model.summary()['Param #']", "20490")]


def test_a_line_that_is_indented_names_no_value_of_a_library(read):
    assert names(read(("results.write()", "    v44:\n      Id: 44\n      Value: 0.2468\n"))) == []


def test_a_column_of_a_sum_is_one_of_the_whole(read):
    found = labels(read(("(frame.head() + .005)\nframe.head() + .005", result("{'a': 0.25, 'b': 0.5}"))))
    assert found == ["(frame.head() + .005)['a']", "(frame.head() + .005)['b']"]


ORCHARD = (
    "class Orchard:\n    def show(self, x):\n        print(f'rows: {self.rows.shape}')\n"
    "        print(f'yield {x.mean()} of {PEARS}')\nPEARS = 3"
)
OTHER = "\nclass Garden:\n    def show(self, x):\n        return x"


def test_methods_of_another_cell_say_what_they_print(read):
    text = "rows: (30, 8)\nyield 0.25 of 3\n"
    found = goldens(read((ORCHARD, ""), ("west = Orchard()\nwest.show(weights)", text)))
    assert [(golden.label, golden.kind) for golden in found] == [("rows", "shape"), ("yield", "printed")]


def test_a_method_that_two_classes_have_is_that_of_neither(read):
    cells = (ORCHARD + OTHER, ""), ("west = Garden()\nwest.show(weights)", "rows: (30, 8)\n")
    assert [golden.is_printed for golden in goldens(read(*cells))] == [True]


def test_a_method_that_is_written_twice_may_be_either(read):
    again = ORCHARD.replace("rows: {self.rows.shape}", "rows: {self.rows.size:.0f}")
    cells = (again, ""), (ORCHARD, ""), ("west = Orchard()\nwest.show(weights)", "rows: (30, 8)\n")
    assert [golden.is_printed for golden in goldens(read(*cells))] == [True]


def test_digits_in_another_base_are_no_number(read):
    text = "bits 001100\nhex 1f\nall 17\n"
    assert names(read(("print(f'bits {x:06b}')\nprint('hex %x' % y)\nprint(f'all {z:d}')", text))) == [("all", "17")]


def test_the_text_of_a_shape_in_a_template_is_a_shape(read):
    (golden,) = goldens(read(("print(f'{name:20s}: {str(x.shape):>15s}')", "pears               :     (30, 8)\n")))
    assert golden.kind == "shape"


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("draw(p, show=False)", ["p.T", "q"]),
        ("draw(p, 2, False)", ["p.T", "q"]),
        ("draw(p, kind='none')", ["q"]),
        ("draw(p)", ["np.round(p, 4)", "q"]),
        ("draw(p, 2, show=k)", []),
    ],
)
def test_a_branch_that_a_literal_argument_excludes_prints_nothing(read, call: str, expected):
    helper = (
        "def draw(p, kind='all', show=True):\n    if kind != 'none':\n        if not show:\n            print(p.T)\n"
        "        else:\n            print(np.round(p, 4))\n"
    )
    printed = "[[1.5]\n [2.5]]\n" * max(len(expected), 1)
    assert labels(read((helper,), (f"{call}\nprint(q)", printed))) == expected


def test_an_argument_that_a_helper_changes_decides_no_branch(read):
    helper = "def draw(p, show=False):\n    show = show or p.size > 1\n    if show:\n        print(p.T)\n"
    assert labels(read((helper,), ("draw(p)\nprint(q)", "[[1.5]\n [2.5]]\n" * 2))) == ["p.T", "q"]
