"""What libraries and programs say besides results: documentation, formulas, attributes, settings, durations."""

from __future__ import annotations

import pytest

from tests.harness.made_up_notebooks import labels, names, result, tokens

DOCUMENTATION = "Docstring:\nEvenly spaced numbers.\n\n>>> np.linspace(2.0, 3.0, num=2)\narray([2. , 2.5])\n"
BELOW_A_PLOT = "   Year       V\n0  2009   11687\n1  2010   11688"
ATTRIBUTES = "<xarray.DataArray (w: 2)>\narray([1.5, 2.5])\nAttributes:\n    precision:  6\n"
PREDICTED = "for i in x:\n  print('Predicted: {} - {:2.0f}% : True: {}'.format(N[i], 100*p, M[i]))"
TIMED = "start = time.time()\ntiempos = [f(i) for i in x]\nprint('en media: ', np.mean(tiempos), ' s')"


@pytest.mark.parametrize(
    ("source", "text", "kept"),
    [
        ("?np.linspace", DOCUMENTATION, []),
        ("print(w)", ATTRIBUTES, [("w", "1.5 2.5")]),
        ("print(f'Python {sys.version_info[0]}')", "Python 3\n", []),
        (TIMED, "en media:  0.25  s\n", []),
        (TIMED.replace("start = time.time()", "start = 0"), "en media:  0.25  s\n", [("en media", "0.25")]),
        ("r = sc.parallelize([(1, 2), (3, 4)])\nprint('r =', r.collect())", "r = [(1, 2), (3, 4)]\n", []),
        ("r = f(3)\nprint('r =', r.collect())", "r = [(1, 2), (3, 4)]\n", [("r", "1 2 3 4")]),
        ("print(w.shape)", "x is deprecated, use y instead\n(26, 3)\n", [("w.shape", "26 3")]),
        (
            "print('k: %d \\n %s' % (k, matrix))",
            "k: 1 \n [[60  1]\n [ 1 28]]\n",
            [("k", "1"), ("matrix", "60 1 1 28")],
        ),
        (
            "print(f'Chow F = {a:.3f}, F(2, {n}) p-value = {p:.4f}')",
            "Chow F = 5.234, F(2, 189) p-value = 0.0061\n",
            [("Chow F", "5.234"), ("p-value", "0.0061")],
        ),
        (
            "print('A:\\n' + str(A) + '\\nB:\\n' + str(B))",
            "A:\n[1.5 2.5]\nB:\n[3.5 4.5]\n",
            [("A", "1.5 2.5"), ("B", "3.5 4.5")],
        ),
        ("print('\\n' + str(B))", "\n[3.5 4.5]\n", [("B", "3.5 4.5")]),
        ("for i in range(len(t)):\n    print(t[i])", "0\n.\n5\n9\n7\n1\n2\n4\n3\n8\n1\n6\n", []),
        ("from scipy import constants\npi = constants.pi\nprint(pi)", "3.141592653589793\n", []),
        ("pi = constants.pi\npi = pi * f(3)\nprint(pi)", "4.141592653589793\n", [("pi", "4.141592653589793")]),
        ("print(R[argmin(U)], '(Å)')", "1.144 (Å)\n", [("R[argmin(U)]", "1.144")]),
        ("print(e)", "y = 377.53 T_0(x') + 12.93 T_1(x')\n", []),
        (PREDICTED, "Predicted: Leaf - 99% : True: ['Leaf']\n", [("Predicted: Leaf", "99")]),
        ("print('True:', a, 'False:', b)", "True: 31 False: 17\n", [("True", "31"), ("False", "17")]),
        ("print('evals_per_sec:', r)", "evals_per_sec: 1523.5\n", []),
        ("print('evals_per_set:', r)", "evals_per_set: 1523.5\n", [("evals_per_set", "1523.5")]),
        (
            "net.summary()",
            "Trainable params: 42 (168.00 Byte)\nNon-trainable params: 0 (0.00 Byte)\n",
            [("Trainable params", "42"), ("Non-trainable params", "0")],
        ),
        ("counts = job.get_counts()\nprint(best(counts))", "01101\n", []),
    ],
)
def test_of_what_is_printed_results_are_kept(read, source: str, text: str, kept: list[tuple[str, str]]):
    assert names(read((source, text))) == kept


@pytest.mark.parametrize(
    ("source", "text", "kept"),
    [
        ("diff(x)", " 1     0.25\n──── - ────\n2⋅√x    3/2\n       x   ", []),
        ("cosmology.pars", "{'h': 0.7, 'b': 0.25}", []),
        ("fit.params", "{'h': 0.7, 'b': 0.25}", [("fit.params['h']", "0.7"), ("fit.params['b']", "0.25")]),
        ("cv2.imwrite('a.png', x)", "True", []),
        ("pd.Timestamp('2022-02-20').month", "2", []),
        ("data.nbytes/1e9", "4.017810764", []),
        ("cv2.waitKey(0)", "-1", []),
        ("opt.solve(m)", "{'Solver': [{'Gap': 0.25, 'Time': 0.25}]}", [("opt.solve(m)['Solver'][0]['Gap']", "0.25")]),
        ("t = time.time()\nedt_time", "[0.001683950424194336, 2.106856107711792]", []),
        ("voli.plot()\nplt.show()", BELOW_A_PLOT, [("Year", "2009 2010"), ("V", "11687 11688")]),
        ("tf.test.is_built_with_cuda()", "False", []),
        ("peaks.to_si()", "0     4401.312 m\n5    4365.0408 m\nName: height, dtype: unit[m]", []),
        ("IntSlider(value=7)", "Slider(value=7, layout=Layout(width='9px'), m…", []),
        ("data.bytes_read/1e9", "4.017810764", [("data.bytes_read/1e9", "4.017810764")]),
    ],
)
def test_of_what_is_shown_results_are_kept(read, source: str, text: str, kept: list[tuple[str, str]]):
    assert names(read((source, result(text)))) == kept


def test_the_head_of_a_table_is_no_arrow(read):
    rows = " 2 -> 1 ACg$ 0 <-\n 3 -> 2 Cg$a 0 <-\n 4    0 cg$a 1   \n 5    1 g$ac 2   \n 6    0 $acg 1   \n"
    assert names(read(("show('aac')", rows))) == []


@pytest.mark.parametrize(
    ("source", "text", "kept"),
    [
        ("print('shape:', x.shape)", "shape: (10000L, 28L)\n", []),
        ("print(f'The names: {d[0]}')", "The names: 0     A-Bomb\n1     Abe\nName: name, dtype: string\n", []),
        ("for t in x:\n    print(doc[t].page_content)", "Joints\n435\nCrystals\n436\n", []),
        (
            "for t in range(2):\n    v = 7.5 + 0.1 * t\n    print(str(v) + '  ' + str(f(v)))",
            "7.5  0.41\n7.6  0.42\n",
            ["0.41", "0.42"],
        ),
    ],
)
def test_texts_and_settings_are_left_out(read, source: str, text: str, kept: list[str]):
    assert tokens(read((source, text))) == kept


def test_a_number_that_dots_follow_is_cut(read):
    text = "0    POINT (16.9498 48.5358)\n3    POLYGON ((16.9 48.53, 16.8511 48.43...\nName: g, dtype: geometry"
    assert tokens(read(("d['g'].head()", result(text)))) == ["16.9498", "48.5358", "16.9", "48.53", "16.8511"]


def test_a_cell_that_shows_all_of_its_values_names_each(read):
    values = result("array([0.5, 1.5])"), result("array([7.5, 1.5])")
    assert labels(read(("x.mean(0)\nplt.show()\nx.max(0)\ntime.sleep(1)", *values))) == ["x.mean(0)", "x.max(0)"]
    assert labels(read(("x.mean(0)\nx.min(0)\nx.max(0)", *values))) == ["output 1", "output 2"]


def test_the_processors_of_a_machine_are_no_result(read):
    assert names(read(("n_jobs = cpu_count()\nn_jobs", result("16")))) == []
    assert names(read(("n_jobs = f(3)\nn_jobs", result("16")))) == [("n_jobs", "16")]


def test_plots_name_nothing_that_is_printed(read):
    source = "fit(x)\nprint(policy)\nplot_values(v)"
    assert names(read((source, "Episode 5\n[[1 3]\n [0 2]]\n"))) == [("policy", "1 3 0 2")]
