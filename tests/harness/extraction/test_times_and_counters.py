"""Times, amounts of memory and counters: no values, and no names of the values beside them."""

from __future__ import annotations

import pytest

from tests.harness.made_up_notebooks import labels, names, result, tokens


def test_the_counter_of_a_bar_and_how_long_it_took_name_nothing(read):
    bar = "12/12 ━━━━━━━━━━━━━━━━━━━━ 0s 3ms/step"
    assert names(read(("p = model.predict(x)\nprint('score', f(p))", f"{bar}\nscore 0.5\n"))) == [("score", "0.5")]
    assert names(read(("p = model.predict(x)\nprint(f(p))", f"{bar}\n0.5\n"))) == [("f(p)", "0.5")]
    assert names(read(("model.evaluate(x)", f"{bar} - loss: 0.25\n"))) == [("loss", "0.25")]


def test_how_far_and_how_long_something_is_are_left_out_and_the_source_names_the_value(read):
    source = "for epoch in range(9):\n    print('%s (%d %d%%) %.4f' % (since(start), epoch, epoch / n * 100, loss))"
    assert names(read((source, "0m 28s (500 5%) 1.8674\n1m 53s (1000 10%) 2.4155\n"))) == [
        ("loss 500", "1.8674"),
        ("loss 1000", "2.4155"),
    ]
    source = "for epoch in range(9):\n    if epoch % 5:\n        summary = report(epoch)\n        print(summary)"
    found = names(read((source, "2m 59s (- 34m 24s) (400 8%) 2.5226\n3m 59s (- 33m 24s) (800 16%) 2.4226\n")))
    assert found == [("summary 400", "2.5226"), ("summary 800", "2.4226")]


@pytest.mark.parametrize(
    ("name", "reads", "expected"),
    [
        ("Training Time in s", True, 0),
        ("Time in s", False, 0),
        ("Time (s)", False, 0),
        ("Time [s]", True, 1),
        ("runtime", True, 1),
        ("time step", False, 1),
    ],
)
def test_a_column_of_times_is_left_out_unless_it_may_be_data(read, name, reads, expected):
    source = "d = pd.read_csv('a.csv')\nprint(d.to_dict())" if reads else "print(d.to_dict())"
    found = names(read((source, f"{{'{name}': [0.5123, 0.25], 'error': [0.5, 0.75]}}\n")))
    assert len(found) == expected + 1


@pytest.mark.parametrize(("source", "columns"), [("t = time.time()", ["error"]), ("t = frame()", ["Time", "error"])])
def test_a_column_of_measured_times_is_no_value(read, source: str, columns: list[str]):
    text = "    Time  error\na  0.25    0.5\nb  0.75    1.5"
    assert labels(read(("import pandas as pd\n" + source, ""), ("print(frame)", text))) == [
        f"frame['{name}']" for name in columns
    ]


def test_items_of_what_is_called_a_time_are_no_values(read):
    text = "{('gc', 4): 1.0728836059570312e-05, ('rna', 1): 3.0994415283203125e-06}\n"
    assert names(read(("pprint(records.runtime)", text))) == []
    assert len(names(read(("pprint(records.weight)", text)))) == 2


def test_a_list_to_which_times_are_added_holds_times(read):
    source = "took = []\nstart = time.time()\ntook.append(time.time() - start)\nprint('pears', took[-1])"
    assert names(read((source, "pears 0.5962720394134522\n"))) == []
    assert names(read((source.replace("time.time() - start", "f(x)"), "pears 0.5962\n"))) == [("pears", "0.5962")]


def test_how_much_faster_something_runs_is_no_value(read):
    assert names(read(("print(f'this is {ratio} times faster')", "this is 61.7 times faster\n"))) == []
    assert names(read(("print(f'this is {ratio} times larger')", "this is 61.7 times larger\n"))) != []


@pytest.mark.parametrize(
    "source", ["frame.memory_usage(deep=True)", "used = frame.memory_usage(deep=True)\nused", "x.nbytes"]
)
def test_amounts_of_memory_are_no_values(read, source):
    assert labels(read((source, result("2606395")))) == []
    assert tokens(read(("used = frame.sum()\nused", result("2606395")))) == ["2606395"]


def test_an_update_is_a_counter_and_a_duration_of_a_log_is_no_value(read):
    assert names(read(("print('Update:', n, 'Objective:', f(x))", "Update: 100 Objective: 377.3\n"))) == [
        ("Update 100 Objective", "377.3")
    ]
    log = "  epoch    train_loss     dur\n-------  ------------  ------\n      1        0.3598  0.5932\n"
    assert labels(read(("print(log)", log + "      2        0.3162  0.5971\n")))[-1] != "dur"


def test_the_epochs_of_a_log_are_counted_and_no_values(read):
    log = "  epoch    train_loss\n-------  ------------\n      1        0.3598\n      2        0.3162\n"
    assert tokens(read(("print(log)", log))) == ["0.3598 0.3162"]
    assert names(read(("net.fit(x)", log))) == []


def test_a_counter_names_no_list_beside_it(read):
    source = "for step in range(9):\n    print(step, run([a, b, c]))"
    found = labels(read((source, "0 [1.5, 2.5, [(1.5, 2.5)]]\n1 [1.0, 2.0, [(1.0, 2.0)]]\n")))
    assert not any(label.startswith("step") for label in found)


@pytest.mark.parametrize("hole", ["{n}", "{5 * n}", "{n + 1}"])
def test_what_a_loop_counts_is_no_value(read, hole: str):
    loop = "for n in range(1, 3):\n    print(f'A basket with HOLE pears: {m}')".replace("HOLE", hole)
    assert names(read((loop, "A basket with 5 pears: 0.5"))) == [("A basket with 5 pears", "0.5")]


def test_what_functions_return_of_a_clock_is_a_time(read):
    timed = "def timed(f):\n    start = time.perf_counter()\n    f()\n    return (time.perf_counter() - start) * 1000\n"
    source = f"{timed}slow = timed(f)\nrate = n / slow\nprint('slow', slow, 'rate', rate, 'loss', f(3))"
    assert names(read((source, "slow 1.25 rate 8.5 loss 0.5\n"))) == [("loss", "0.5")]


def test_an_item_of_a_list_of_times_is_one_wherever_it_is_shown(read):
    made = (
        "import time\ngaps = []\nfor i in range(9):\n    a = time.time()\n    b = time.time()\n    gaps.append(b - a)"
    )
    for shown in ("gaps[7]", "np.array(gaps).max()", "max(gaps)"):
        assert tokens(read((made, ""), (shown, result("0.0062732696533203125")))) == []
    other = made.replace("gaps.append(b - a)", "gaps.append(f(i))")
    assert tokens(read((other, ""), ("gaps[7]", result("0.0062732696533203125")))) == ["0.0062732696533203125"]


def test_what_a_magic_keeps_of_its_timings_is_a_time(read):
    keeps = "runs = {}\nruns['a'] = %timeit -o f(x)\nruns['b'] = %timeit -o g(x)"
    shown = "print(f\"a: {1000 * runs['a'].best:.2f} ratio: {runs['a'].best / runs['b'].best:.1f} loss: {f(x):.2f}\")"
    assert names(read((keeps, ""), (shown, "a: 1.25 ratio: 8.5 loss: 0.50\n"))) == [("loss", "0.50")]
    assert ("search.best", "0.75") in names(read(("search = lab.Search(x)\nsearch.best", result("0.75"))))


TIMED = """import time
def bench(runs=3):
    took = {'plain': [], 'fast': []}
    for i in range(runs):
        begin = time.time()
        f(x)
        end = time.time()
        took['plain'].append(end - begin)
        begin = time.time()
        g(x)
        took['fast'].append(time.time() - begin)
    return pd.DataFrame(took), pd.DataFrame(scores)
"""
MEANS = "plain    3.511575\nfast     1.073173\ndtype: float64"


@pytest.mark.parametrize(
    ("source", "shown", "expected"),
    [
        ("both = bench()\na, b = both", "a.mean()", 0),
        ("a, b = bench()", "a.std()", 0),
        ("a, b = bench()", "b.mean()", 1),
        ("a, b = bench()\na, b = solve(x)", "a.mean()", 1),
    ],
)
def test_a_frame_of_times_that_a_function_returns_holds_times(read, source: str, shown: str, expected: int):
    assert len(tokens(read((TIMED, ""), (source, ""), (shown, result(MEANS))))) == expected
    assert len(tokens(read((TIMED, ""), (source, ""), (f"print({shown})", MEANS)))) == expected


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("timing_pears.mean()", 0),
        ("pears_timings[3]", 0),
        ("elapsed_plain", 0),
        ("timing_error", 1),
        ("untimed.mean()", 1),
    ],
)
def test_what_is_called_a_timing_is_one_where_a_clock_is_read(read, expression: str, expected: int):
    assert len(tokens(read(("t = time.time()", ""), (expression, result("3.511575"))))) == expected


@pytest.mark.parametrize(
    ("loop", "shown", "expected"),
    [
        ("for n, pear in enumerate(pears):", "{float(((n + 1) / len(pears)) * 100)}", 0),
        ("for n, pear in enumerate(tqdm(pears)):", "{round(100 * n / len(pears), 2)}", 0),
        ("for n in range(m):", "{n / m:.2f}", 0),
        ("for n in range(len(pears)):", "{(n + 1) / len(pears)}", 0),
        ("m = len(pears)\nfor n, (a, b) in enumerate(zip(pears, plums)):", "{n / m}", 0),
        ("for n, pear in enumerate(pears):", "{(n + 1) / len(plums)}", 1),
        ("for n, pear in enumerate(pears):", "{total / len(pears)}", 1),
        ("for n, row in pears.iterrows():", "{((n + 1) / len(pears)) * 100}", 0),
        ("for n, row in pears.iterrows():", "{(row + 1) / len(pears)}", 1),
        ("for n, row in pears.iterrows():", "{(n + 1) / len(plums)}", 1),
        ("for n in range(m):", "{n / k}", 1),
        ("for n in f(x):", "{n / m}", 1),
    ],
)
def test_how_far_a_loop_is_is_no_value(read, loop: str, shown: str, expected: int):
    source = f"{loop}\n    done = {shown[1:].split(':', maxsplit=1)[0].rstrip('}')}\n    print(f'state: HOLE %')"
    for hole in (shown, "{done}"):
        found = names(read((source.replace("HOLE", hole), "state: 12.5 %\nstate: 25.0 %\n")))
        assert len(found) == 2 * expected
