"""What functions of a document return: computed, handed back unchanged, or chosen."""

from __future__ import annotations

import pytest

from lastdigit.document import Cell, Passage
from lastdigit.source.computed import is_computed
from lastdigit.source.reached_source import ReachedSource
from tests.harness.made_up_notebooks import tokens


def _is_computed(expression: str, *sources: str) -> bool:
    cells = [Cell(number, None, Passage(source, 1), ()) for number, source in enumerate(sources, 1)]
    return is_computed(expression, cells[-1].source, ReachedSource(cells))


@pytest.mark.parametrize(
    ("expression", "function"),
    [
        ("f(3)", "def f(x):\n    return x / 2"),
        ("f(g(3))", "def f(x):\n    return x"),
        ("f(3)", "def f(x):\n    if x > 2:\n        return True\n    return False"),
        ("f(3)", "def f(x):\n    n = 0\n    while x > 1:\n        x /= 2\n        n += 1\n    return n"),
        ("f(3)", "def f(x):\n    yield x"),
        ("f(3)", "def f(x):\n    x = x / norm(x)\n    return x"),
        ("f(3)['dw']", "def g(x):\n    return {'dw': x @ x, 'n': 2}, 3\ndef f(x):\n    y, n = g(x)\n    return y"),
        ("MC_sim(3)[1]", "import lab"),
        ("found.steps(3)", "from lab import found"),
    ],
)
def test_what_a_function_computes_or_chooses_is_evidence(expression, function):
    assert _is_computed(expression, function, f"x = [1, 2]\nprint({expression})")


@pytest.mark.parametrize(
    ("expression", "function"),
    [
        ("f()['rate']", "def f():\n    return {'rate': 0.5, 'steps': 3}"),
        ("f(3)", "def f(x):\n    return x"),
        ("f(3)['n']", "def f(x):\n    return {'dw': x @ x, 'n': 2}"),
        ("f(f(3))", "def f(x):\n    return f(x)"),
    ],
)
def test_what_a_function_hands_back_is_none(expression, function):
    assert not _is_computed(expression, function, f"print({expression})")


def test_names_of_a_function_are_no_names_of_the_cell_that_calls_it():
    function = "def walk(env):\n    V = np.zeros(3)\n    for j in range(3):\n        V[j] = env @ env\n    return V, 3"
    assert _is_computed("V", function, "V, n = walk(env)\nprint(V)")


@pytest.mark.parametrize(
    ("expression", "source"),
    [
        ("sizes[np.argmax(scores)]", "sizes = [3, 5]"),
        ("sizes[best]", "sizes = [3, 5]\nbest = search(sizes)"),
        ("counts['pear']", "counts = {'pear': 0}\nfor word in words:\n    counts[word] += 1"),
    ],
)
def test_items_that_are_found_and_counts_of_several_keys_are_evidence(expression, source):
    assert _is_computed(expression, source)


def test_a_column_of_frames_that_are_put_together_is_that_of_each():
    source = (
        "frames = []\nfor level in ['0', '3']:\n    one = pd.read_csv(level)\n    one['level'] = int(level)\n"
        "    frames.append(one)\nframe = pd.concat(frames)"
    )
    assert not _is_computed("frame['level']", source)
    assert _is_computed("frame['weight']", source)


def test_settings_that_a_function_returns_are_settings(read):
    source = "def settings():\n    return {'rate': 0.5}\ngiven = settings()\nprint('rate:', given['rate'])"
    assert tokens(read((source, "rate: 0.5\n"))) == []
    chosen = source.replace("    return", "    if dry():\n        return {'rate': 0.25}\n    return")
    assert tokens(read((chosen, "rate: 0.5\n"))) == ["0.5"]


def test_what_a_loop_tried_is_a_setting_also_as_a_key_of_what_it_found(read):
    tried = (
        "found = {}\nstart, end = 0.5, 1.5\nrates = np.linspace(start, end, 3)\n"
        "for rate in rates:\n    for size in [3, 4]:\n        found[(rate, size)] = fit(rate, size)"
    )
    shown = (
        "for (rate, size) in sorted(found):\n    print('rate %e size %d loss %f' % (rate, size, found[(rate, size)]))"
    )
    text = "rate 5.000000e-01 size 3 loss 0.125000\nrate 5.000000e-01 size 4 loss 0.250000\n"
    assert tokens(read((tried, ""), (shown, text))) == ["0.125000", "0.250000"]
    drawn = tried.replace("for rate in rates", "for rate in draw(rates)")
    assert tokens(read((drawn, ""), (shown, text))) == ["5.000000e-01", "0.125000", "5.000000e-01", "0.250000"]
