"""Literals that a document prints back: found across cells by name, and only where they show the same numbers."""

from __future__ import annotations

import pytest

from lastdigit.printing.words.reasons import REASONS
from tests.harness.made_up_notebooks import printed, reasons, result, tokens

SETTING = REASONS["setting"]


A = "A = np.array([[2, 3], [5, 7]])"
SIZES, TS = "sizes = [(2**4,), (2**2,) * 2]", "ts = np.array([1.5, 2.5])"
OF_A = "[[2 3]\n [5 7]]\n"


@pytest.mark.parametrize(
    "cells",
    [
        pytest.param([(A, ""), ("print(A)", OF_A)], id="in an earlier cell"),
        pytest.param([(A + "\nprint(f'matrix:\\n{A}')", "matrix:\n" + OF_A)], id="behind words"),
        pytest.param([(A + "\nprint('first', f(A))\nprint('A =', A)", "A = " + OF_A)], id="among others"),
        pytest.param([(A, ""), ("B = A\nB.copy()\nB", result("array([[2, 3],\n       [5, 7]])"))], id="by two names"),
        pytest.param([("x = torch.tensor([0.5, 1])\nx", result("tensor([0.5000, 1.0000])"))], id="with more digits"),
        pytest.param([("x = {'a': [1.5, 2.5], 'b': 3.5}\nprint(x)", "{'a': [1.5, 2.5], 'b': 3.5}\n")], id="a dict"),
        pytest.param(
            [("f = pd.DataFrame({'a': [1.5, 2.5]})\nf", result("     a\n0  1.5\n1  2.5"))], id="the column of a frame"
        ),
        pytest.param([(A, ""), (" B = f(A)\n", ""), ("print(A)", OF_A)], id="before an indented cell"),
        pytest.param(
            [
                ("names = ['a', 'b']\nat = dict(zip(names, range(len(names))))", ""),
                (
                    "P = np.mat(np.zeros((2, 2)))\nP[at['a'], at['b']] = 0.5\nP",
                    result("matrix([[0. , 0.5],\n        [0. , 0. ]])"),
                ),
            ],
            id="elements put in one by one",
        ),
        pytest.param([("f = pd.DataFrame([3, 5])\nf", result("   0\n0  3\n1  5"))], id="a frame of one column"),
        pytest.param(
            [(SIZES, ""), ("for s in sizes:\n    print(f'sizes = {s}')", "sizes = (16,)\nsizes = (4, 4)\n")],
            id="what a loop goes over",
        ),
        pytest.param(
            [(TS, ""), ("for n, t in enumerate(ts):\n    print(f'at t = {t:.2f}')", "at t = 1.50\nat t = 2.50\n")],
            id="what a counted loop goes over",
        ),
    ],
)
def test_a_literal_that_is_printed_back_is_no_golden(read, cells: list[tuple[str, str]]):
    found = read(*cells)
    assert (tokens(printed(found)), reasons(found)) == ([], {SETTING})


@pytest.mark.parametrize(
    "source",
    [
        pytest.param("A = A @ A\nprint(A)", id="assigned anew"),
        pytest.param("A[0] = f(3)\nprint(A)", id="an item assigned"),
        pytest.param("A[0, 1] = f(3)\nprint(A)", id="an element assigned"),
        pytest.param("row = A[0]\nA[1, 1] = 7\nrow[0] = f(3)\nprint(A)", id="a view assigned beside an element"),
        pytest.param("A += f(3)\nprint(A)", id="added to"),
        pytest.param("A.sort()\nprint(A)", id="changed by its method"),
        pytest.param("B = A\nnp.random.shuffle(B)\nprint(A)", id="changed by another name"),
        pytest.param("B = A\nfor row in B:\n    row.sort()\nprint(A)", id="changed by its rows"),
        pytest.param("k, *A = f(3)\nprint(A)", id="the rest of what is assigned"),
        pytest.param("for k in range(3):\n    A = f(A)\nprint(A)", id="changed by a loop"),
        pytest.param("if f(A):\n    A = f(A)\nprint(A)", id="changed by a branch"),
        pytest.param("def g():\n    A[0] = 3\ng()\nprint(A)", id="changed by a function"),
        pytest.param("B = A.T\nB[0] = f(3)\nprint(A)", id="changed by its transpose"),
        pytest.param("B = A[1:]\nB += f(3)\nprint(A)", id="changed by its slice"),
        pytest.param("print(np.array(A, dtype=np.int32))", id="converted"),
        pytest.param("A.assign(f(3))\nprint(A)", id="a variable that is assigned"),
    ],
)
def test_what_may_have_changed_is_a_golden_even_with_the_same_numbers(read, source: str):
    assert tokens(printed(read((A, ""), (source, OF_A)))) == ["2 3 5 7"]


def test_other_numbers_than_those_of_the_literal_are_goldens(read):
    assert tokens(printed(read((A, ""), ("print(A)", "[[2 3]\n [5 8]]\n")))) == ["2 3 5 8"]


def test_an_array_with_a_quotient_or_a_result_is_a_golden(read):
    assert tokens(printed(read(("A = np.array([1, 3 / 2])\nprint(A)", "[1.  1.5]\n")))) == ["1. 1.5"]
    assert tokens(printed(read(("A = np.array([1, f(2)])\nprint(A)", "[1.  1.5]\n")))) == ["1. 1.5"]


def test_a_scalar_that_is_printed_before_and_after_it_changes_is_a_golden(read):
    source = "x = 3\nprint('x:', x)\nx = f(x)\nprint('x:', x)"
    assert tokens(read((source, "x: 3\nx: 5\n")))[-1] == "5"


def test_a_source_that_is_no_python_may_have_changed_what_it_names(read):
    assert tokens(printed(read((A, ""), ("A = = 3", ""), ("print(A)", OF_A)))) == ["2 3 5 7"]


FRAME = "z = [1.5, 2.5]\nf = pd.DataFrame({'z': z, 'w': [3.5, 4.5]})"
OF_ROWS = "[[5 7]\n [2 3]]\n"


@pytest.mark.parametrize(
    ("source", "text"),
    [
        pytest.param("print(A.T)", "[[2 5]\n [3 7]]\n", id="transposed"),
        pytest.param("print(A[:2])", OF_A, id="sliced"),
        pytest.param("print(A[::-1])", OF_ROWS, id="reversed"),
        pytest.param("print(A[[1, 0]])", OF_ROWS, id="rows by a list"),
        pytest.param("print(A[:, 1])", "[3 7]\n", id="a column"),
        pytest.param("print('corner', A[1, 0])", "corner 5\n", id="an element"),
        pytest.param("print(np.array(A))", OF_A, id="made anew"),
        pytest.param("print('flat', A.reshape(-1))", "flat [2 3 5 7]\n", id="in another shape"),
        pytest.param("print(np.vstack([A, [1, 8]]))", "[[2 3]\n [5 7]\n [1 8]]\n", id="no more than it says"),
        pytest.param("print(np.hstack([A, A]))", "[[2 3 2 3]\n [5 7 5 7]]\n", id="side by side"),
        pytest.param("b = [2, 3]\nprint(np.column_stack((b, [5, 7])))", "[[2 5]\n [3 7]]\n", id="as columns"),
        pytest.param("b = [5, 2, 3]\nprint(sorted(b))", "[2, 3, 5]\n", id="sorted"),
        pytest.param("print(np.diag([2, 3]))", "[[2 0]\n [0 3]]\n", id="on a diagonal"),
        pytest.param("b = tf.Variable(3.5)\nprint(sess.run(b))", "3.5\n", id="what a session returns"),
    ],
)
def test_a_literal_in_part_or_in_another_order_is_no_golden(read, source: str, text: str):
    mixed = source.startswith("print(np.vstack([A, [1")
    assert tokens(printed(read((A, ""), (source, text)))) == (["2 3 5 7 1 8"] if mixed else [])


@pytest.mark.parametrize(
    ("source", "text", "is_golden"),
    [
        pytest.param("f.head()", "     z    w\n0  1.5  3.5\n1  2.5  4.5", [], id="the first rows"),
        pytest.param("f[['w']]", "     w\n0  3.5\n1  4.5", [], id="some columns"),
        pytest.param(
            "f['s'] = g(f)\nf", "     z    w    s\n0  1.5  3.5  5.0\n1  2.5  4.5  7.0", ["5.0 7.0"], id="one more"
        ),
        pytest.param("f['w'] = g(f)\nf", "     z    w\n0  1.5  3.5\n1  2.5  4.5", ["3.5 4.5"], id="one anew"),
        pytest.param("pd.Series([3.5, 8], index=['p', 'q'])['p']", "3.5", [], id="an item of a series"),
        pytest.param("s = pd.Series({'z': 3.5, 'w': 8})\ns['w']", "8.0", [], id="an item of a named series"),
        pytest.param(
            "s = pd.Series(1, index=['z', 'w'])\ns", "z    1\nw    1\ndtype: int64", [], id="a number repeated"
        ),
        pytest.param(
            "d = {'a': 1.0, 'b': pd.Series(3, index=list(range(2)), dtype='float32'), 'c': np.array([8] * 2)}\n"
            "h = pd.DataFrame(d)\nh['d'] = g(3)\nh",
            "     a    b  c    d\n0  1.0  3.0  8  0.5\n1  1.0  3.0  8  1.5",
            ["0.5 1.5"],
            id="numbers that are repeated",
        ),
        pytest.param(
            "h = pd.DataFrame({'code': ['1123', '45'], 'n': g(3)})\nh",
            "   code  n\n0  1123  3\n1    45  5",
            ["3 5"],
            id="digits",
        ),
        pytest.param(
            "f = pd.DataFrame([{'a': 20, 'b': 30}, {'a': 15, 'c': 50}])\nf['d'] = [15, 2]\nf",
            "    a     b     c   d\n0  20  30.0   NaN  15\n1  15   NaN  50.0   2",
            ["30.0 NaN", "NaN 50.0"],
            id="rows with keys of their own",
        ),
        pytest.param("f[f.z > 2]", "     z    w\n1  2.5  4.5", ["2.5", "4.5"], id="selected by a condition"),
        pytest.param("f.z[f.z > 2]", "1    2.5\nName: z, dtype: float64", ["2.5"], id="items by a condition"),
    ],
)
def test_columns_of_literals_are_no_goldens_and_computed_ones_are(read, source: str, text: str, is_golden: list[str]):
    assert tokens(printed(read((FRAME, ""), (source, result(text))))) == is_golden


@pytest.mark.parametrize(
    ("source", "text", "is_golden"),
    [
        pytest.param("b.append(8)\nprint(b)", "[2, 3, 5, 8]\n", [], id="appended"),
        pytest.param("b.reverse()\nb.insert(1, 7)\nprint(b)", "[5, 7, 3, 2]\n", [], id="reversed"),
        pytest.param("c = b\nc.pop()\nprint(b)", "[2, 3]\n", [], id="by another name"),
        pytest.param("b[1] = 'pear'\nprint(b)", "[2, 'pear', 5]\n", [], id="an item given"),
        pytest.param("b[1] = f(3)\nprint(b)", "[2, 7, 5]\n", ["2 7 5"], id="an item given by a result"),
        pytest.param("del b[1]\nprint(b)", "[2, 5]\n", [], id="an item deleted"),
        pytest.param("b.sort(reverse=True)\nprint(b)", "[5, 3, 2]\n", [], id="sorted in place"),
        pytest.param("b.sort(key=f)\nprint(b)", "[5, 3, 2]\n", ["5 3 2"], id="sorted by a function"),
        pytest.param("if b:\n    print(b)\nelse:\n    print('none')", "[2, 3, 5]\n", [], id="printed by a branch"),
        pytest.param(
            "if b:\n    print(f(b))\nelse:\n    print('none')", "[3, 5]\n", ["3 5"], id="what a branch computes"
        ),
        pytest.param("x = np.e\nprint(f'x: {x}')", "x: 2.718281828459045\n", [], id="a constant of NumPy"),
        pytest.param("k = b.pop(0)\nprint(k)\nprint(b)", "2\n[3, 5]\n", [], id="an item taken out"),
        pytest.param("k = b.pop(f(3))\nprint(b)", "[3, 5]\n", ["3 5"], id="some item taken out"),
        pytest.param("b.append(f(3))\nprint(b)", "[2, 3, 5, 8]\n", ["2 3 5 8"], id="a result appended"),
        pytest.param("for k in range(2):\n    b.append(8)\nprint(b)", "[2, 3, 5, 8]\n", ["2 3 5 8"], id="in a loop"),
        pytest.param("if f(3):\n    b.append(8)\nprint(b)", "[2, 3, 5, 8]\n", ["2 3 5 8"], id="perhaps"),
        pytest.param("d = {'b': b}\nb.append(8)\nprint(d)", "{'b': [2, 3, 5, 8]}\n", ["2 3 5 8"], id="held elsewhere"),
    ],
)
def test_a_list_that_is_changed_by_literals_is_one(read, source: str, text: str, is_golden: list[str]):
    assert tokens(printed(read(("b = [2, 3, 5]", ""), (source, text)))) == is_golden


@pytest.mark.parametrize(
    ("source", "text", "is_golden"),
    [
        pytest.param("c = np.zeros((2, 2))\nc", "array([[0., 0.],\n       [0., 0.]])", [], id="zeros"),
        pytest.param("n = 2\nx = torch.ones(n, 2)\nx", "tensor([[1., 1.],\n        [1., 1.]])", [], id="of two sizes"),
        pytest.param("np.full((2,), 7)", "array([7, 7])", [], id="full"),
        pytest.param("np.full(2, f(3))", "array([7, 7])", ["7 7"], id="full of a result"),
        pytest.param("np.eye(2)", "array([[1., 0.],\n       [0., 1.]])", [], id="a unit matrix"),
        pytest.param("np.linspace(0, 1, 3)", "array([0. , 0.5, 1. ])", [], id="a grid"),
        pytest.param("np.linspace(0, 1, 3)**2", "array([0.  , 0.25, 1.  ])", ["0. 0.25 1."], id="of a grid"),
        pytest.param("np.arange(1, 7, 2, dtype=int)", "array([1, 3, 5])", [], id="counted"),
        pytest.param("np.arange(n)", "array([0, 1, 2])", ["0 1 2"], id="counted to a result"),
        pytest.param("list(range(3))", "[0, 1, 2]", [], id="a range"),
        pytest.param("[0] * 3", "[0, 0, 0]", [], id="repeated"),
        pytest.param("[2, 3, 5]", "[2, 3, 5]", [], id="a list"),
        pytest.param("torch.tensor([1., 2, 5])", "tensor([1., 2., 5.])", [], id="a tensor"),
        pytest.param("torch.tensor([1., 2, 5]).sum()", "tensor(8.)", ["8."], id="of a tensor"),
        pytest.param(
            "pd.DataFrame({'n': [1, 2], 'of': ['pear', 'plum']})",
            "   n      of\n0  1    pear\n1  2    plum",
            [],
            id="a frame",
        ),
    ],
)
def test_what_a_source_makes_and_shows_at_once_is_no_golden(read, source: str, text: str, is_golden: list[str]):
    assert tokens(printed(read((source, result(text))))) == is_golden


@pytest.mark.parametrize("changed", ["c[0] = f(3)", "c += f(3)", "for k in range(2):\n    c[k] = f(k)", "c = f(c)"])
def test_zeros_that_may_be_filled_are_goldens(read, changed: str):
    assert tokens(printed(read(("c = np.zeros(2)", ""), (changed, ""), ("print(c)", "[0. 0.]\n")))) == ["0. 0."]


@pytest.mark.parametrize(
    ("source", "is_golden"),
    [
        pytest.param(
            "f = pd.DataFrame(index=['x', 'y'])\nf['a'] = [1.5, 2.5]\nf['b'] = [3.5, 4.5]", [], id="column by column"
        ),
        pytest.param(
            "f = pd.DataFrame(index=['x', 'y'])\nf['a'] = [1.5, 2.5]\nf['b'] = g(3)", ["3.5 4.5"], id="one computed"
        ),
        pytest.param(
            "f = pd.DataFrame({'i': ['x', 'y'], 'z': [1.5, 2.5], 'b': [3.5, 4.5]}).set_index('i')\n"
            "f = f.rename(columns={'z': 'a'})",
            [],
            id="renamed",
        ),
        pytest.param(
            "f = pd.DataFrame({'i': ['x', 'y'], 'z': [1.5, 2.5], 'b': [3.5, 4.5]})\n"
            "f.set_index('i', inplace=True)\nf.rename(columns={'z': 'a'}, inplace=True)",
            [],
            id="renamed in place",
        ),
        pytest.param(
            "f = pd.DataFrame({'a': [1.5, 2.5], 'b': [3.5, 4.5]}, index=['x', 'y'])\nf.update(g(3), inplace=True)",
            ["1.5 2.5", "3.5 4.5"],
            id="changed in place",
        ),
    ],
)
def test_a_frame_of_literals_is_one_however_it_is_put_together(read, source: str, is_golden: list[str]):
    text = "     a    b\nx  1.5  3.5\ny  2.5  4.5"
    assert tokens(printed(read((source, ""), ("f", result(text))))) == is_golden
    assert tokens(printed(read((source, ""), ("print('\\n', f)", f"\n {text}\n")))) == is_golden


@pytest.mark.parametrize(
    ("source", "text", "is_golden"),
    [
        pytest.param("x = d.pop('w')\nprint('gone:', x, d)", "gone: 2.5 {'z': 1.5}\n", [], id="taken out"),
        pytest.param("print('item:', d.pop('v', 7.5))", "item: 7.5\n", ["7.5"], id="printed as it is taken out"),
        pytest.param("x = d.popitem()\nprint('last:', x)", "last: ('w', 2.5)\n", [], id="the last one"),
        pytest.param(
            "d.update({'v': 7.5}, u=8.5)\nprint('d:', d)",
            "d: {'z': 1.5, 'w': 2.5, 'v': 7.5, 'u': 8.5}\n",
            [],
            id="put in",
        ),
        pytest.param("d.setdefault('v', 7.5)\nprint('v:', d['v'])", "v: 7.5\n", [], id="put in by default"),
        pytest.param("d.update({'v': f(3)})\nprint('v:', d['v'])", "v: 7.5\n", ["7.5"], id="a result put in"),
        pytest.param("e = d.copy()\nd.clear()\nprint('e:', e)", "e: {'z': 1.5, 'w': 2.5}\n", [], id="copied before"),
        pytest.param("print('v:', d.get('v', 7.5))", "v: 7.5\n", [], id="a default"),
        pytest.param("v = d.values()\nprint('v:', v)", "v: dict_values([1.5, 2.5])\n", [], id="its values"),
        pytest.param("b = [2.5, 1.5]\nb.sort()\nprint('b:', b)", "b: [1.5, 2.5]\n", [], id="sorted in place"),
        pytest.param(
            "h(3)\nprint('Now the dict is:', d)", "7\nNow the dict is: {'z': 1.5, 'w': 2.5}\n", [], id="a verb"
        ),
        pytest.param("p, *q = [2.5, 3.5, 4.5]\nprint('q:', q)", "q: [3.5, 4.5]\n", [], id="the rest"),
        pytest.param("print('least:', min('2.5', f(3)))", "least: 2.5\n", ["2.5"], id="the least of what is unknown"),
        pytest.param("print('least:', min([2.5, 1.5]))", "least: 1.5\n", ["1.5"], id="the least number"),
        pytest.param("print('least:', min(t))", "least: 1.5\n", [], id="the least text"),
    ],
)
def test_a_dict_that_is_changed_by_literals_is_one(read, source: str, text: str, is_golden: list[str]):
    assert tokens(printed(read(("d = {'z': 1.5, 'w': 2.5}\nt = ('2.5', '1.5')", ""), (source, text)))) == is_golden


@pytest.mark.parametrize(
    ("source", "text", "is_golden"),
    [
        pytest.param("f.iloc[0, 1]", "3.5", [], id="an element by its place"),
        pytest.param("f.at[1, 'z']", "2.5", [], id="an element by its label"),
        pytest.param("f.iloc[0]", "z    1.5\nw    3.5\nName: 0, dtype: float64", [], id="a row"),
        pytest.param("f.loc[1]", "z    2.5\nw    4.5\nName: 1, dtype: float64", [], id="a row by its label"),
        pytest.param("f.iloc[:1]", "     z    w\n0  1.5  3.5", [], id="some rows"),
        pytest.param("f.loc[:, 'w']", "0    3.5\n1    4.5\nName: w, dtype: float64", [], id="a column by its label"),
        pytest.param("f.sort_values('z', ascending=False)", "     z    w\n1  2.5  4.5\n0  1.5  3.5", [], id="sorted"),
        pytest.param("f.T", "     0    1\nz  1.5  2.5\nw  3.5  4.5", [], id="transposed"),
        pytest.param("f.values", "array([[1.5, 3.5],\n       [2.5, 4.5]])", [], id="as an array"),
        pytest.param("f.loc[f.z > 2, 'w']", "1    4.5\nName: w, dtype: float64", ["4.5"], id="by a condition"),
        pytest.param("f['s'] = g(f)\nf.iloc[0, 2]", "5.0", ["5.0"], id="of a column that is computed"),
        pytest.param("i = pd.Index([2017, 2018])\ni", "Int64Index([2017, 2018], dtype='int64')", [], id="an index"),
        pytest.param(
            "g(f).columns",
            "MultiIndex([('a', 2017),\n            ('b', 2018)],\n           names=['k', 'year'])",
            [],
            id="an index of several levels",
        ),
    ],
)
def test_parts_of_a_frame_of_literals_are_no_goldens(read, source: str, text: str, is_golden: list[str]):
    assert tokens(printed(read((FRAME, ""), (source, result(text))))) == is_golden


def test_constant_arrays_of_a_tuple_are_settings_each_by_its_own_name(read):
    text = "(array([1., 2., 3.]),\n tensor([1., 2., 3.], dtype=torch.float64))"
    cell = "a = np.arange(1.0, 4.0)\nt = torch.from_numpy(a)\na, t"
    found = read((cell, result(text)))
    assert (tokens(printed(found)), reasons(found)) == ([], {SETTING})
    changed = cell.replace("\na, t", "\nt = t * f(3)\na, t")
    assert tokens(printed(read((changed, result(text))))) == ["1. 2. 3."]


STUDY = "{}\nprint(f'{{\"N\":>6}} {{\"error\":>12}}')\nfor n in ns:\n    print(f'{{n:>6}} {{f(n):>12.3e}}')"


def test_a_column_of_a_table_that_a_list_of_the_source_spells_out_is_a_setting(read):
    table = "     N        error\n    25    4.197e-02\n    50    2.106e-02\n   100    1.106e-02\n"
    found = read((STUDY.format("ns = [25, 50, 100]"), table))
    assert tokens(printed(found)) == ["4.197e-02 2.106e-02 1.106e-02"]
    assert reasons(found) == {SETTING}
    assert "25 50 100" in tokens(printed(read((STUDY.format("ns = sizes(f, [25, 50, 200])"), table))))


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("np.logspace(2, 5, 4, base=2)", "array([ 4.,  8., 16., 32.])"),
        ("np.linspace(0, 1, 4, endpoint=False)", "array([0.  , 0.25, 0.5 , 0.75])"),
        ("np.eye(2, k=1)", "array([[0., 1.],\n       [0., 0.]])"),
        ("np.geomspace(1, 8, 4)", "array([1., 2., 4., 8.])"),
    ],
)
def test_grids_between_literals_are_literals_as_far_as_they_show_the_same_numbers(read, source, text):
    assert tokens(read((source, result(text)))) == []
    assert tokens(read((source, result(text.replace("0", "7").replace("4", "9"))))) != []
    assert tokens(read((source.replace("4", "n").replace("(2", "(n"), result(text)))) != []
