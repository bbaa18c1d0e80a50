"""What commands, magics, libraries and solvers write of their work, and what is shown without being computed."""

from __future__ import annotations

import pytest

from lastdigit.printing.words.reasons import REASONS
from tests.harness.made_up_notebooks import names, output, reasons


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


def test_versions_that_a_magic_lists_are_no_values(read):
    cells = [(source, "pears 3.3") for source in ("print(show())", "%watermark -p pears", "%version_information pears")]
    assert names(read(cells[0])) == [("pears", "3.3")]
    assert all(names(read(cell)) == [] for cell in cells[1:])


def test_a_source_of_comments_alone_runs_no_command(read):
    assert names(read(("# 100% of x\nprint(x.shape)", "shape: (3, 4)\n"))) == [("shape", "3 4")]


SOLVER = """   Iteration     Total nfev        Cost      Cost reduction    Step norm
       0              1         8.5091e+05                          8.57e+06
       1              3         5.0985e+04      8.00e+05       1.46e+02
"""


def test_the_log_of_a_solver_is_no_table_and_its_rows_name_nothing(read):
    assert names(read(("result = solve(f, x0)", SOLVER))) == []
