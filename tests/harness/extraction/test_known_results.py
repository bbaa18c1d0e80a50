"""What shows that a printed number is a result; where nothing does, it is a candidate."""

from __future__ import annotations

import pytest

from lastdigit.document import Cell, Passage
from lastdigit.printing.golden import CANDIDATE
from lastdigit.source.computed import is_computed
from lastdigit.source.reached_source import ReachedSource
from tests.harness.made_up_notebooks import goldens, labels, marks, result


def _is_computed(expression: str, source: str) -> bool:
    cell = Cell(1, None, Passage(source, 1), ())
    return is_computed(expression, cell.source, ReachedSource([cell]))


@pytest.mark.parametrize(
    ("expression", "source"),
    [
        ("loss", "loss = evaluate(model)"),
        ("loss.item()", "loss = evaluate(model)"),
        ("f(3)", ""),
        ("2 ** 8", ""),
        ("total", "total = 0\nfor x in xs:\n    total += x"),
        ("rows[3]", "rows = []\nfor x in xs:\n    rows.append(fit(x))"),
        ("row['mean']", "for row in describe(frame):\n    pass"),
        ("score", "for name, score in zip(['a', 'b'], fit(xs)):\n    pass"),
        ("second", "first, second = 1, f(2)"),
        ("x.shape[0]", "x = np.array([1, 2])"),
        ("search.best_params_['depth']", "search = GridSearch(model)\nsearch.fit(xs)"),
        ("[x / 2 for x in (1, 2)]", ""),
        ("t", "h = step(m)\nfor n in range(1, m):\n    t = n * h"),
        ("t", "h = 0.25\nfor n in roots(m):\n    t = n * h"),
        ("t", "h = 0.25\nm = 3\nt = m * h"),
        ("y", "y = 1.0\nfor n in range(9):\n    y = y + 0.5 * y"),
        ("x", "x = np.ones(3)\nx = x + 1"),
        ("term", "for n in range(1, m):\n    term = term * x / n"),
        ("rates[3]", "rates = [i * 0.05 for i in range(1, 61)]"),
        ("rate", "rates = [i * step for i in range(1, 61)]\nfor rate in rates:\n    pass"),
        ("{'a': g(2)}['a']", ""),
        ("f(x) in %", ""),
        ("*f(x)", ""),
        ("a > 2", "a = 3"),
        ("circle.area", "class Circle:\n    def __init__(self, r):\n        self.area = area(r)\ncircle = Circle(2)"),
        ("point.polar", "class Point:\n    @property\n    def polar(self):\n        return self.x\npoint = Point(2)"),
        ("row['loss']", "row = {'rate': 0.5, 'loss': f(2)}"),
        ("rows[3]['loss']", "rows = []\nfor r in (1, 2):\n    rows.append({'rate': r, 'loss': f(r)})"),
        ("row['loss']['a']", "row = {}\nrow['loss'] = {'a': f(2), 'b': 3}"),
        ("pair[1]", "pair = (3, f(2))"),
        ("x", "x = f(2)\nx += 1"),
        ("run.loss", "class Run:\n    def go(self):\n        self.loss += f(self.size)\nrun = Run()"),
        ("frame['b']", "frame = read(path)\nframe['a'] = 3"),
        ("frame['a']", "frame = read(path)\nframe['a'] = frame['a'].astype(int)"),
        ("frame['a']", "frame = DataFrame({'a': [f(2)], 'b': [3]})"),
        ("y", "def solve():\n    t = np.arange(9)\n    return t, f(t)\nt, y = solve()"),
        ("x", "def solve():\n    x = np.zeros(9)\n    x[3] = f(2)\n    return x, 3\nx, y = solve()"),
        ("search.best_", "from learn import Search\nsearch = Search(3)\nsearch.fit(xs)"),
        ("2 ** 8", "SIZE = 3"),
        ("frame['a']", "frame = read(path)\nframe = frame.set_index('b').sort_index()"),
        ("pair[1]", "for pair in enumerate(f(2)):\n    pass"),
        ("frame['d_3']", "frame = read(path)\nfor i in range(9):\n    frame[f'day_{i}'] = 0"),
        (
            "t",
            "def walk(t0):\n    t = [t0]\n    step = f(t)\n    t.append(t[-1] + step)\n    return t, 3\nt, n = walk(0)",
        ),
        ("n", "m = f(1)\nn = 3.046 - m"),
        ("frame['y']", "x = np.linspace(0, 1, 9)\nframe = pd.DataFrame(zip(x, f(x)), columns=['x', 'y'])"),
        (
            "frame['loss']",
            "rows = []\nfor n in (1, 2):\n    rows.append((n, f(n)))\nframe = DataFrame(rows, columns=['n', 'loss'])",
        ),
        ("x", "x = np.zeros(9)\nfor i in range(1, 9):\n    x[i] = x[i - 1] + f(i)"),
        ("size", "size = 2 ** 8"),
        ("sizes['a']", "sizes = dict.fromkeys(names, f(3))"),
        ("1 - errors", "errors = 0\nfor x in xs:\n    errors += f(x)"),
        ("1 - p", "p = 0.5\nfor p in fit(x):\n    pass"),
        ("tree.GetNumLeaves()", "tree = 'oak'"),
        ("frame['a']", "frame = f(2)\nframe.insert(1, 'a', f(3))"),
        ("frame['a']", "frame = f(2)\nframe.insert(loc=1, column='a', value=f(3))"),
        ("frame['b']", "frame = f(2)\nframe.insert(1, 'a', 0)"),
        ("x", "x = np.ones(3) + f(2)"),
        ("loss", "found = {}\nfor r in (1, 2):\n    found[r] = f(r)\nfor r in sorted(found):\n    loss = found[r]"),
        ("rate", "def show(rate):\n    print(rate)\nshow(fit(xs))"),
    ],
)
def test_a_computation_is_found(expression, source):
    assert _is_computed(expression, source)


@pytest.mark.parametrize(
    ("expression", "source"),
    [
        ("size", "size = 3"),
        ("int(size)", "size = '3'"),
        ("year", "year, month = '1956-01'.split('-')"),
        ("second", "first, second = f(1), 2"),
        ("np.array([1, 2])[0]", ""),
        ("name", "for name, score in zip(['a', 'b'], fit(xs)):\n    pass"),
        ("place", "for place, x in enumerate(fit(xs)):\n    pass"),
        ("x", "for x in range(3):\n    pass"),
        ("x", "x = float(input())"),
        ("rows", "rows = []\nrows.append(3)"),
        ("count", "count = 0\ncount += 1"),
        ("t", "def solve():\n    t = np.arange(9)\n    return t, f(t)\nt, y = solve()"),
        ("square", "from shapes import Polygon\nsquare = Polygon([(0, 0), (1, 0), (1, 1)])"),
        ("SIZE", "SIZE = 2 ** 8"),
        ("frame['a']", "frame = DataFrame({'a': [5], 'b': ['x']})\nframe = frame.set_index('b').sort_index()"),
        ("pair[0]", "for pair in enumerate(f(2)):\n    pass"),
        ("frame['d_3']", "frame = read(path)\nfor i in range(9):\n    frame[f'd_{i}'] = 0"),
        ("t", "def go(t0, h):\n    t = [t0]\n    t.append(t[-1] + h)\n    return t, f(t)\nt, y = go(0, 0.5)"),
        ("n", "m = 1\nn = 3.046 - m"),
        ("frame['x']", "x = np.linspace(0, 1, 9)\nframe = pd.DataFrame(zip(x, f(x)), columns=['x', 'y'])"),
        (
            "frame['n']",
            "rows = []\nfor n in (1, 2):\n    rows.append((n, f(n)))\nframe = DataFrame(rows, columns=['n', 'loss'])",
        ),
        ("sizes['a']", "sizes = dict.fromkeys(names, 3)"),
        ("square", "import shapes\nsquare = shapes.Polygon([(0, 0), (1, 0), (1, 1)])"),
        ("frame['a']", "frame = f(2)\nframe.insert(1, 'a', 0)"),
        ("frame['a']", "frame = f(2)\nframe.insert(loc=1, column='a', value=0)"),
        ("x", "h = 0.25\nx = np.zeros(9)\nfor i in range(1, 9):\n    x[i] = x[i - 1] + h"),
        ("b", "a = [2, 3, f]\nb = a[1:]\nb = b * 2"),
        ("frame['a']", "frame = read(path)\nframe['a'] = [0 for x in range(len(frame))]"),
        ("base", "base = np.array([0.5] * f(2))"),
        ("yy", "xx, yy = np.meshgrid(np.linspace(0, 1, 3), np.linspace(0, 1, 3))"),
        ("prior", "prior = np.ones(3) / 3"),
        ("r", "found = {}\nfor rate in (1, 2):\n    found[rate] = f(rate)\nfor r in sorted(found):\n    pass"),
        ("row['rate']", "row = {'rate': 0.5, 'loss': f(2)}"),
        ("rows[3]['rate']", "rows = []\nfor r in (1, 2):\n    rows.append({'rate': r, 'loss': f(r)})"),
        ("row['loss']['b']", "row = {}\nrow['loss'] = {'a': f(2), 'b': 3}"),
        ("pair[0]", "pair = (3, f(2))"),
        ("run.count", "class Run:\n    def go(self):\n        self.count += 1\n        self.loss = f(2)\nrun = Run()"),
        ("frame['a']", "frame = read(path)\nframe['a'] = 3"),
        ("frame['b']", "frame = DataFrame({'a': [f(2)], 'b': [3]}).T"),
        ("limit * 100", "limit = 0.3"),
        ("minutes / 60", "minutes = 720"),
        ("60 * hours", "hours = 12"),
        ("(1 - level) * 100", "level = 0.05"),
        ("'a' + str(size)", "size = 3"),
        ("(1, 2) + more", "more = (3, 4)"),
        (
            "circle.radius",
            "class Circle:\n    def __init__(self, radius):\n        self.radius = radius\ncircle = Circle(2)",
        ),
        ("settings.X", "import settings"),
        ("rate", "rates = [i * 0.05 for i in range(1, 61)]\nfor k, rate in enumerate(rates):\n    fit(rate)"),
        ("rate", "for rate in [10 ** -i for i in range(4)]:\n    fit(rate)"),
        ("t", "h = 0.25\nfor n in range(1, m):\n    t = n * h"),
        ("t", "for n in range(1, m):\n    t = 0.5 * n"),
        ("t", "h = 0.25\nfor n in range(1, m):\n    t = n + h"),
        ("scale", "for n, batch in enumerate(batches):\n    scale = 2 ** -(n / 2)"),
        ("scale", "for n in reversed(tqdm(range(4))):\n    scale = 2 ** n"),
        ("k", "k = 0\nfor x in xs:\n    k = k + 1"),
        ("scale", "def fit(scale):\n    print(scale)\nfit(1)\nfor n in range(3):\n    size = 2 ** -n\n    fit(size)"),
        ("scale", "def fit(scale):\n    print(scale)\nfor n in range(3):\n    fit(2 ** -n)"),
        ("n - 1", "n = 1\nwhile f(n):\n    n += 1"),
        ("unknown", ""),
        ("output 1", ""),
        ("a", "a = b\nb = a"),
        ("rate", "def show(rate):\n    print(rate)\nshow(0.1)"),
    ],
)
def test_nothing_shows_a_computation(expression, source):
    assert not _is_computed(expression, source)


def test_words_of_a_measure_or_a_count_are_evidence(read):
    text = "Number of orders: 67\nage: 31\np_value = 0.25\nepsilon: 0.11\ndelta: 0.1137642\n"
    found = marks(read(("for line in describe(shop):\n    print(line)", text)))
    assert found == {"Number of orders": False, "age": True, "p_value": False, "epsilon": True, "delta": True}


def test_what_a_summary_says_is_evidence(read):
    text = "Df Model:                            4\nSkew:     0.3\n"
    of_fit = marks(read(("for line in str(fit.summary()).split('|'):\n    print(line)", text)))
    assert of_fit == {"Df Model": False, "Skew": False}
    described = marks(read(("for line in describe(fit):\n    print(line)", text)))
    assert described == {"Df Model": True, "Skew": False}


def test_a_number_of_many_digits_is_evidence(read):
    text = "left 0.25\nright 0.2534985723450128\n"
    found = marks(read(("import lab\nprint('left', lab.a)\nprint('right', lab.b)", text)))
    assert found == {"left": True, "right": False}


@pytest.mark.parametrize("shown", ["frame", "frame.head(3)", "frame[frame['a'] < 5]", "frame.sort_values('b')"])
def test_whole_numbers_in_a_table_that_a_source_reads_may_be_codes(read, shown: str):
    text = "   a    b    c\n0  1  0.5  7.0\n1  3  0.7  NaN\n2  2  0.1  9.0\n"
    source = f"import pandas as pd\nframe = pd.read_csv('x.csv')\nprint({shown})"
    assert marks(read((source, text))) == {f"{shown}['a']": True, f"{shown}['b']": False, f"{shown}['c']": True}


@pytest.mark.parametrize(
    "source",
    [
        "frame = pd.read_csv('x.csv')\nframe['a'] = fit(frame)\nprint(frame)",
        "frame = pd.read_csv('x.csv')\nframe.a += 3\nprint(frame)",
        "frame = pd.read_csv('x.csv')\nframe.loc[3, 'a'] = fit(3)\nprint(frame)",
        "frame = pd.read_csv('x.csv')\nframe[['a', 'b']] = fit(3)\nprint(frame)",
        "frame = pd.read_csv('x.csv')\nframe.insert(1, 'a', fit(3))\nprint(frame)",
        "frame = pd.read_csv('x.csv')\nframe['a'] //= 3\nprint(frame)",
        "frame = pd.read_csv('x.csv').assign(b=3, a=fit)\nprint(frame)",
        "frame = pd.read_csv('x.csv').assign(a=fit)\nprint(frame)",
        "frame = pd.read_csv('x.csv')\nframe = frame.groupby('b').sum()\nprint(frame)",
        "frame = count(pd.read_csv('x.csv'))\nprint(frame)",
        "frame = fit(3)\nprint(frame)",
    ],
)
def test_whole_numbers_in_a_column_that_a_source_may_compute_are_results(read, source: str):
    text = "   a\n0  5\n1  3\n2  4\n"
    assert marks(read((f"import pandas as pd\n{source}", text))) == {"frame['a']": False}


def test_whole_numbers_that_only_the_order_of_prints_names_are_no_evidence(read):
    source = "grow(x)\nprint(f(x))\nprint(g(x))"
    assert marks(read((source, "[5.5 6.3]\n[6 7]\n[5 6]\n"))) == {"f(x)": False, "g(x)": True}
    assert marks(read(("print(f(x))\nprint(g(x))", "[5.5 6.3]\n[6 7]\n"))) == {"f(x)": False, "g(x)": False}


def test_what_a_loop_tries_is_no_evidence_in_a_column(read):
    source = (
        "import pandas as pd\npowers = [10, 20, 30]\nrows = []\nfor p in powers:\n"
        "    rows.append({'power': p, 'yield': fit(p)})\nframe = pd.DataFrame(rows)\nframe"
    )
    found = marks(read((source, result("   power  yield\n0     10   0.25\n1     20   0.75\n2     30   1.25"))))
    assert found == {"frame['power']": True, "frame['yield']": False}


def test_a_table_sorted_by_what_a_source_lists_backwards_holds_what_it_lists(read):
    source = "import pandas as pd\nsteps = [0.05, 0.025, 0.01, 0.0005]\nframe = try_all(steps)\nframe"
    text = "     step  loss\n0  0.0005  0.21\n1  0.0100  0.35\n2  0.0250  0.31\n3  0.0500  0.42"
    assert marks(read((source, result(text)))) == {"frame['step']": True, "frame['loss']": False}


def test_columns_that_a_loop_prints_of_itself_are_no_evidence(read):
    source = (
        "print('   a    b    f')\nfor a in [0, 1]:\n    for b in [0, 1]:\n        print(f'{a:4d} {b:4d} {f(a, b):4d}')"
    )
    found = marks(read((source, "   a    b    f\n   0    0    3\n   0    1    5\n   1    0    2\n   1    1    8\n")))
    assert found["f"] is False
    assert all(found[name] for name in ("a", "b") if name in found)


def test_a_number_that_a_source_writes_under_its_key_is_no_evidence(read):
    weights = "WEIGHTS = {'pears': 0.2534985723450128}\ntrain(WEIGHTS)\nprint(net.describe())"
    found = marks(read((weights, "shares {'pears': 0.2534985723450128, 'plums': 0.7465014276549872}\n")))
    assert found == {"shares['pears']": True, "shares['plums']": False}


def test_what_no_source_is_seen_to_print_takes_more_evidence_than_words(read):
    text = "weights: [0.25, 0.5]\nflags: [True, False]\nsizes: {'pears': 34.901}\n"
    found = marks(read(("for line in describe(shop):\n    print(line)", text)))
    assert found == {"weights": False, "flags": True, "sizes['pears']": True}
    assert marks(read(("!grow --orchard west", "weights: [0.25, 0.5]\n"))) == {"weights": True}


def test_what_a_schedule_sets_is_no_evidence_unless_a_search_found_it(read):
    source = "print('Current learning rate:', f(net))\nprint('Best learning rate:', g(net))"
    found = marks(read((source, "Current learning rate: 0.001\nBest learning rate: 0.001\n")))
    assert found == {"Current learning rate": True, "Best learning rate": False}
    of_an_optimizer = "optimizer = make(net)\noptimizer.param_groups[0]['lr']"
    assert marks(read((of_an_optimizer, result("0.001")))) == {"optimizer.param_groups[0]['lr']": True}


@pytest.mark.parametrize(
    "source", ["float(os.environ.get('LIMIT', '40.0'))", "os.getenv('LIMIT')", "sorted([3, 1])", "np.empty(3)"]
)
def test_what_a_machine_is_told_sorted_literals_and_memory_are_not_computed(source: str):
    assert not _is_computed("limit", f"limit = {source}")


def test_columns_and_items_have_evidence_of_their_own(read):
    source = "rows = [{'gain': fit(n), 'n': n} for n in (100, 200)]\nframe = pd.DataFrame(rows)\nprint(frame)"
    text = "    gain    n\n0  0.125  100\n1  0.250  200\n"
    assert marks(read((f"import pandas as pd\n{source}", text))) == {"frame['gain']": False, "frame['n']": True}
    source = "found = {'size': 3, 'loss': fit(net)}\nprint(f'found {found} at last')"
    assert marks(read((source, "found {'size': 3, 'loss': 0.125} at last\n"))) == {
        "found['loss']": False,
    }


def test_columns_that_a_cell_adds_to_data_are_no_evidence_about_the_others(read):
    read_in = "import pandas as pd\nframe = pd.read_csv('a.csv')"
    text = "     a  b\n0  5.5  3\n1  7.5  3\n"
    assert marks(read((read_in, ""), ("frame['b'] = 3\nprint(frame)", text))) == {
        "frame['a']": False,
        "frame['b']": True,
    }


def test_a_cell_whose_code_was_taken_out_gives_no_evidence(read):
    text = "   a\n0  5\n1  7\n"
    assert marks(read(("# your code here", text))) == {"a": True}


def test_columns_of_settings_are_no_evidence(read):
    text = "    gain  batch_size\n0  0.125        1000\n1  0.250        1000\n"
    assert marks(read(("import pandas as pd\nprint(frame)", text))) == {
        "frame['gain']": False,
        "frame['batch_size']": True,
    }


SPLIT = "def split(data):\n    for value in data['kind'].unique():\n        print(f'kind = {value} | Train: {len(a)}')"


def test_what_a_loop_goes_over_tells_the_lines_apart_that_show_other_values(read):
    found = goldens(read((SPLIT, ""), ("split(data)", "kind = 2.0 | Train: 302\nkind = 0.0 | Train: 1275\n")))
    assert [(golden.tokens[0], golden.kind) for golden in found] == [
        ("2.0", CANDIDATE),
        ("302", "printed"),
        ("0.0", CANDIDATE),
        ("1275", "printed"),
    ]
    alone = goldens(read(("x = fit()\nfor value in x:\n    print('value:', value)", "value: 2.5\nvalue: 0.5\n")))
    assert [golden.kind for golden in alone] == ["printed", "printed"]


def test_values_of_a_grid_are_no_evidence_where_they_are_combined(read):
    grid = "grid = {'depth': [3, 4], 'rate': [0.01, 0.1]}\nall = [dict(zip(grid, v)) for v in product(*grid.values())]"
    shown = "[{'depth': 3, 'rate': 0.01, 'loss': 0.75}]\n"
    assert marks(read((grid, ""), ("print(run(all))", shown))) == {
        "run(all)[0]['depth']": True,
        "run(all)[0]['rate']": True,
        "run(all)[0]['loss']": False,
    }
    best = "Best parameters: {'depth': 3}\n"
    assert marks(read((grid, ""), ("print('Best parameters:', search.best(all))", best))) == {
        "Best parameters['depth']": False
    }


def test_a_column_of_numbers_that_a_source_writes_under_its_name_is_no_evidence(read):
    source = "import lab\nrows = {'pears': [3, 4], 'plums': [5, 6]}\nlab.table(rows)"
    found = marks(read((source, result("   pears  weight\n0      3    0.25\n1      4    0.75"))))
    assert found == {"lab.table(rows)['pears']": True, "lab.table(rows)['weight']": False}


def test_a_tuple_that_no_source_is_seen_to_print_is_no_evidence(read):
    found = goldens(read(("search(grid)\nprint()", "done with (50, 0.001)\nscores [50, 0.001]\n")))
    assert [(golden.label, golden.kind) for golden in found] == [("done with", CANDIDATE), ("scores", "printed")]


def test_the_variable_of_a_loop_of_julia_is_a_counter(read):
    extraction = read(('for size=1:4\n    println("size = ", size)\n    println("mean = ", m[size])\nend', JULIA))
    assert labels(extraction) == ["mean", "mean"]


JULIA = "size = 1\nmean = 0.5\nsize = 2\nmean = 0.75\n"


@pytest.mark.parametrize("first", [3, 2002, 51346])
def test_consecutive_numbers_are_no_evidence_in_a_column(read, first: int):
    rows = "\n".join(f"{at}  {first + at:5d}  0.{at * at + 3:02d}" for at in range(5))
    found = marks(read(("import pandas as pd\nframe = pd.read_csv('x.csv')\nframe", result(f"    when   how\n{rows}"))))
    assert found == {"frame['when']": True, "frame['how']": False}


def test_what_an_unseen_class_counts_is_no_evidence_and_what_it_is_doing_no_name(read):
    text = "Creating the orchard...\ntensor([0., 1., 2., 3.])\n"
    assert marks(read(("from lab import Orchard\nd = Orchard(3)", text))) == {"output 1": True}


def test_a_sampling_rate_is_set_as_a_rule(read):
    source = "print('Sampling rate:', f(x)[0]['rate'])\nprint('Negative sampling rate:', f(x))"
    found = marks(read((source, "Sampling rate: 16000\nNegative sampling rate: 0.25\n")))
    assert found == {"Sampling rate": True, "Negative sampling rate": False}


@pytest.mark.parametrize(
    ("numbers", "is_given"),
    [
        (("0.00", "0.25", "0.50", "0.75"), True),
        (("256.0", "384.0", "512.0", "640.0"), True),
        (("0.00", "0.25", "0.50", "0.76"), False),
        (("0.5", "0.5", "0.5", "0.5"), False),
        (("225401", "225454", "225792", "225794"), True),
        (("225401", "225454", "225792", "225700"), False),
        (("1200", "3400", "5600", "9900"), False),
        (("14.6152", "15.3284", "43.3459", "7.5"), True),
        (("14.6152", "43.3459", "15.3284", "7.5"), False),
    ],
)
def test_a_grid_identifiers_and_copies_of_a_list_are_no_evidence_in_a_column(read, numbers, is_given: bool):
    source = "import lab\nbook = np.array([[1.5, 14.6152, 15.3284], [43.3459, 7.5, 80.0]])\nlab.compare(book)"
    rows = "\n".join(f"{at}  {number:>8}" for at, number in enumerate(numbers))
    assert marks(read((source, result(f"       found\n{rows}")))) == {"lab.compare(book)['found']": is_given}


def test_an_attribute_that_a_source_only_sets_to_literals_is_no_evidence(read):
    matrix = result("array([[5., 0.],\n       [0., 5.]])")
    literal = "tracker = Filter(dim=2)\ntracker.R = np.array([[5., 0.], [0., 5.]])\ntracker.R"
    computed = "tracker = Filter(dim=2)\ntracker.R = f(x)\ntracker.R"
    assert marks(read((literal, matrix))) == {"tracker.R": True}
    assert marks(read((computed, matrix))) == {"tracker.R": False}


def test_what_a_loop_selects_by_is_no_evidence(read):
    source = (
        "for one, other in zip(frame['a'].unique(), frame['b'].unique()):\n    print(f'{one} {other}')\n"
        "    fit(frame[frame['a'] == one], frame[frame['b'] == other])"
    )
    found = goldens(read((source, "107 550\n")))
    assert [golden.kind for golden in found] == [CANDIDATE] * len(found)


def test_products_of_literals_are_no_evidence(read):
    source = "import itertools\nfor p in itertools.product([-1, 1], repeat=3):\n    print(p)"
    found = goldens(read((source, "(-1, -1, -1)\n(-1, -1, 1)\n")))
    assert [golden.kind for golden in found] == [CANDIDATE] * len(found)


def test_the_year_of_a_day_is_no_evidence(read):
    found = goldens(read(("for x in frame['award']:\n    print(x.year)", "2012\n2011\n")))
    assert [golden.kind for golden in found] == [CANDIDATE, CANDIDATE]


def test_a_number_that_a_dict_has_under_the_printed_key_is_no_evidence(read):
    source = "params = {'mu': np.log(3), 'sigma': 1}\nfor p in params:\n    print(f'{p}: {params[p]}')"
    found = goldens(read((source, "mu: 1.0986122886681098\nsigma: 1\n")))
    assert [golden.kind for golden in found] == ["printed", CANDIDATE]


def test_a_matrix_that_a_source_writes_in_a_string_is_no_evidence(read):
    source = 'sys = ss("-3, -2; -2, -3", "0;1", "1, 0", 0)\nprint(sys)'
    assert marks(read((source, "A = [[-3. -2.]\n [-2. -3.]]\nC = [[-3. -2.]\n [-2. -3.5]]\n"))) == {
        "A": True,
        "C": False,
    }


@pytest.mark.parametrize(
    ("source", "text", "is_candidate"),
    [
        ("kernel = lab.Kernel(order=4)\nprint('order:', kernel.order)", "order: 4\n", True),
        ("lab.set('limit', 0.5)\nprint('now:', lab.get().limit)", "now: 0.5\n", True),
        ("kernel = lab.Kernel(x, order=4)\nprint('orders:', kernel.n_order)", "orders: [4]\n", True),
        ("net[1]['weight'] = 2\nprint('w:', lab.ask(net, 'weight'))", "w: 2\n", True),
        ("net[1]['weight'] = 2\nprint('w:', lab.ask(net, 'height'))", "w: 2\n", False),
        ("kernel = lab.Kernel(order=4)\nprint('order:', kernel.order)", "order: 5\n", False),
        ("kernel = lab.Kernel(order=4)\nprint('rank:', kernel.rank)", "rank: 4\n", False),
        ("kernel = lab.Kernel(order=4)\nprint('best order:', kernel.best.order)", "best order: 4\n", False),
    ],
)
def test_what_a_call_is_given_by_the_printed_name_is_no_evidence(read, source: str, text: str, is_candidate: bool):
    assert list(marks(read((f"import lab\n{source}", text))).values()) == [is_candidate]


def test_truth_values_that_no_source_is_seen_to_print_are_no_evidence(read):
    assert marks(
        read(("import lab\nfor line in lab.check(table):\n    print(line)", "Check: contains\nnegate: True\n"))
    ) == {"negate": True}


@pytest.mark.parametrize(
    ("source", "text", "is_candidate"),
    [
        ("print('cores:', lab.cores(plan))\nplan = (12, 34)", "cores: 34\n", True),
        ("print('cores:', lab.cores(plan))\nplan = (12, 34)", "cores: 35\n", False),
        ("print('cores:', 2 * lab.cores(plan))\nplan = (12, 34)", "cores: 34\n", False),
        ("print('accuracy:', lab.run(plan))\nplan = (0.5, 34)", "accuracy: 0.5\n", False),
        ("print('cores:', lab.cores(plan))\nplan = (3, 4)", "cores: 4\n", False),
    ],
)
def test_a_number_that_a_source_writes_takes_more_evidence(read, source: str, text: str, is_candidate: bool):
    assert list(marks(read((f"import lab\n{source}", text))).values()) == [is_candidate]


def test_an_array_that_nothing_names_is_a_candidate(read):
    shows = "print('{0} - {1}: {2}'.format(n, one['x'], one['y']))\n"
    source = (
        f"def show_all(rows):\n    for n, one in enumerate(rows):\n        {shows}"
        f"print('#' * 50, 1)\nfor n, one in enumerate(data):\n    {shows}"
        "print('#' * 50, 2)\nfor n, row in enumerate(rows):\n"
        "    print('{0} - {1}: {2}'.format(n, row['x'].shape, row['y'].shape))\nprint('#' * 50, 3)\n"
    )
    arrays = "0 - tensor([1.0000, 1.5000]): 0\n1 - tensor([3.0000, 1.2500]): 1\n"
    text = f"##### 1\n{arrays}##### 2\n0 - torch.Size([16, 2]): torch.Size([16])\n##### 3\n"
    found = [golden for golden in goldens(read((source, text))) if golden.label.startswith("output")]
    assert [golden.kind for golden in found] == [CANDIDATE] * 2
