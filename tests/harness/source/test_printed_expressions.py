"""Labels of what no words name: the expressions that a source prints, in order."""

from __future__ import annotations

import pytest

from lastdigit.document import Passage
from lastdigit.source.printed_calls import Helpers
from lastdigit.source.printed_expressions import PrintedExpression, labels_for, printed_expressions
from lastdigit.source.printed_lines import printed_lines


def prints(source: str) -> list[str]:
    return [expression.text for expression in printed_expressions(Passage(source, 1)).prints]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("print(x)\nprint(y @ z)", ["x", "y @ z"]),
        ("print(a, b)", ["a", "b"]),
        ("print('Sum:', x)", []),
        ("print('Sum')\nprint(x)\nprint(y)", ["y"]),
        ("print('Sum', a, b)", ["b"]),
        ("print(f'loss = {loss:.4f}')", []),
        ("print(f'{q}\\n{k}')", ["q", "k"]),
        ("print(f'{value:.3f} of {total}')", ["value"]),
        ("print('-' * 20)\nprint(x)", ["x"]),
        ("print('\\n')\nprint(x)", ["x"]),
        ("print(type(x))\nprint(x.dtype)\nprint(x.shape)", ["x.shape"]),
        ("print(*rows)", []),
        ("display(frame)", ["frame"]),
        ("print(x.T)  # the transpose\n\nprint(y)\n", ["x.T", "y"]),
        ("def f(x):\n    return x\nprint(f(1))", ["f(1)"]),
        ("def f(x):\n    print(x)\nf(1)", ["x"]),
        ("text = '''\nprint(x)\n'''\nprint(y)", ["y"]),
        ("total = \\\nprint(x)", ["x"]),
        ("show(\nprint(x),\n)\nprint(y)", ["x", "y"]),
        ("print(x)\nprint('near ' + str(y) + ' is', p)", ["x"]),
        ("print(None)\nprint(x)", ["None", "x"]),
        ("x = 1", []),
        ("this is no Python", []),
    ],
)
def test_expressions_without_words_come_in_order(source: str, expected: list[str]):
    assert prints(source) == expected


def test_the_value_of_a_cell_is_its_last_expression_and_never_a_print():
    assert printed_expressions(Passage("x = 1\nx + 1", 5)).result == PrintedExpression("x + 1", 6)
    assert printed_expressions(Passage("print(x)", 1)).result is None
    assert printed_expressions(Passage("x = 1", 1)).result is None


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("x = 1\nx.shape  # comment\n\n# more", ("x.shape", 2)),
        ("import a\n\na.b\n", ("a.b", 3)),
        ("x", ("x", 1)),
        ("x = 1\ndf['a b'].head(n=2)[0]  # the first", ("df['a b'].head(n=2)[0]", 2)),
        ("x = 1\nf(a,  b)", ("f(a, b)", 2)),
        ("x = 1\nf('a', ')')", ("f('a', ')')", 2)),
        ("x = 1\ny, z", ("y, z", 2)),
        ("x = 1\nx[0] = 2", None),
        ("x = 1\ndel(x)", None),
        ("x = 1\nx: f(y)", None),
        ("x = \\\ny", None),
        ("for x in xs:\n    x", None),
        ("text = '''\nx\n'''", None),
        ("pass", None),
    ],
)
def test_a_name_on_the_last_line_is_the_value(source: str, shown: tuple[str, int] | None):
    result = printed_expressions(Passage(source, 1)).result
    assert (result and (result.text, result.line)) == shown


def test_a_tuple_that_is_written_out_names_its_items():
    result = printed_expressions(Passage("q, k.T", 1)).result
    assert result is not None
    assert result.items == ("q", "k.T")


@pytest.mark.parametrize(
    ("source", "count", "labels"),
    [
        ("print(a)\nprint(b)", 2, ["a", "b"]),
        ("print(a)\nprint(b)", 3, ["a", "b", ""]),
        ("print(a)\nprint(b)", 1, [""]),
        ("for x in xs:\n    print(x)", 3, ["x", "x", "x"]),
        ("for x in xs:\n    print(x)\n    print(x.T)", 4, ["x", "x.T", "x", "x.T"]),
        ("for x in xs:\n    print(x)\n    print(x.T)", 3, ["x", "x.T", ""]),
        ("", 2, ["", ""]),
    ],
)
def test_every_value_without_words_gets_the_label_that_is_certain(source: str, count: int, labels: list[str]):
    assert labels_for(printed_expressions(Passage(source, 1)).prints, [False] * count) == labels


def test_what_prints_a_shape_names_nothing_else():
    prints = printed_expressions(Passage("print(a.shape)\nprint(a)\nprint(b.size())\nprint(b)", 1)).prints
    assert labels_for(prints, [False, False]) == ["a", "b"]
    assert labels_for(prints, [True, False, True, False]) == ["a.shape", "a", "b.size()", "b"]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (
            "def show(x):\n    print(x)\n    print(x.shape)\nshow(a)\nshow(b @ c)",
            ["a", "a.shape", "b @ c", "(b @ c).shape"],
        ),
        ("def show(x, name):\n    print(x)\nshow(a, 'scores')\nshow(b, name='weights')", ["scores", "weights"]),
        ("def show(name, x):\n    print(f'{name}:')\n    print(x)\nshow('scores', a)\nprint(b)", ["b"]),
        ("def show(x, y, name):\n    print(x, y)\nshow(a, b, 'scores')", ["a", "b"]),
        ("def show(*xs):\n    print(xs)\nshow(a, b)", ["xs"]),
        ("def inner(t):\n    print(t)\ndef outer(u):\n    inner(u.T)\nouter(a)", ["a.T"]),
        ("def again(x):\n    print(x)\n    again(x)\nagain(a)", ["a"] * 8),
        ("for t in (q, k):\n    print(t)", ["q", "k"]),
        ("for name, t in [('q', q), ('k', k)]:\n    print(t)", ["q", "k"]),
        ("for name, t in {'q': q}.items():\n    print(name)\n    print(t)", []),
        ("for t, u in zip([a, b], [c, d]):\n    print(t @ u)", ["a @ c", "b @ d"]),
        ("for t in tensors:\n    print(t)", ["t"]),
        ("print(name, p.shape)\nprint(p.data)", ["p.data"]),
    ],
)
def test_helpers_and_loops_print_what_they_are_given(source: str, expected: list[str]):
    assert prints(source) == expected


def test_a_helper_of_another_cell_prints_for_this_one():
    helpers = Helpers([Passage("def show(x):\n    print(x)", 1)])
    source = printed_expressions(Passage("show(a)\nshow(b)", 1), helpers)
    assert [expression.text for expression in source.all] == ["a", "b"]


def test_a_loop_comes_round_as_often_as_its_values_say():
    prints = printed_expressions(Passage("print(a)\nfor x in xs:\n    print(x)\n    print(x.T)\nprint(b)", 1)).prints
    assert labels_for(prints, [False] * 6) == ["a", "x", "x.T", "x", "x.T", "b"]


def test_behind_several_loops_only_what_they_share_is_certain():
    alike = printed_expressions(Passage("for x in a:\n    print(x)\nfor x in b:\n    print(x)", 1)).prints
    assert labels_for(alike, [False] * 5) == ["x"] * 5
    others = printed_expressions(Passage("print(n)\nfor x in a:\n    print(x)\nfor y in b:\n    print(y)", 1)).prints
    assert labels_for(others, [False] * 5) == ["n", "", "", "", ""]


def test_helpers_that_call_helpers_without_end_are_followed_to_an_end():
    nest = (
        "".join(f"def f{n}(x):\n" + f"    f{n + 1}(x + x)\n" * 20 for n in range(20))
        + "def f20(x):\n    print(x)\nf0(a)"
    )
    assert len(prints(nest)) <= 1000


@pytest.mark.parametrize(
    ("source", "line", "value", "hole"),
    [
        ("print('x', x.shape, x.dtype)", "x (2, 3) float32", "(2, 3)", ("x.shape", "x")),
        ("print(x.shape, 'and', y.shape)", "(2, 3) and (4,)", "(4,)", ("y.shape", "y.shape")),
        (
            "print(f'the weights {w} sum to {s}')",
            "the weights [0.25 0.75] sum to 1.0",
            "[0.25 0.75]",
            ("w", "the weights"),
        ),
        ("print(f'a\\n{x} of {y}')", "0.5 of 1.0", "1.0", ("y", "y")),
        (
            "def show(name, x):\n    print(name, x.shape)\nshow('q', q @ k)",
            "q (2, 3)",
            "(2, 3)",
            ("q.shape", "q"),
        ),
    ],
)
def test_a_value_among_words_is_known_by_the_line_that_the_source_writes(source, line, value, hole):
    (written,) = printed_lines(Passage(source, 1), Helpers())
    found = written.at(line, line.index(value), line.index(value) + len(value))
    assert found is not None
    assert (found.expression, found.label) == hole


def test_values_that_nothing_sets_apart_are_no_line():
    assert printed_lines(Passage("print(f'{a}{b} c')\nprint(a, b, sep=s)\nprint(x)", 1), Helpers()) == []
