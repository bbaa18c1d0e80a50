"""Printed containers: what Python writes of lists, tuples, dicts and records, and how its leaves are reached."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lastdigit.printing.containers import DEEPEST, read_container
from lastdigit.printing.python_values import python_number


def leaves(text: str, *, cut: bool = False) -> list[tuple[str, tuple[int, ...], list[str]]] | None:
    container = read_container(text, 0, cut=cut)
    if container is None:
        return None
    assert container.end == len(text)
    return [(leaf.path, leaf.array.shape, [token.text for token in leaf.array.tokens]) for leaf in container.prints]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            "{'w': tensor([1.5, 2.5]), 'b': 0.25, 'n': None, 'name': 'x, [y]'}",
            [("['w']", (2,), ["1.5", "2.5"]), ("['b']", (), ["0.25"])],
            id="dict",
        ),
        pytest.param("{3: 4.5, (1, 2): 0.5}", [("[3]", (), ["4.5"]), ("[(1, 2)]", (), ["0.5"])], id="other keys"),
        pytest.param("{'a': {'b': [1, 2]}}", [("['a']['b']", (2,), ["1", "2"])], id="nested dicts"),
        pytest.param(
            "OrderedDict([('weight', tensor([[0.5]])), ('bias', tensor([1.5]))])",
            [("['weight']", (1, 1), ["0.5"]), ("['bias']", (1,), ["1.5"])],
            id="OrderedDict of pairs",
        ),
        pytest.param(
            "[Parameter containing:\ntensor([0.5], requires_grad=True), Parameter containing:\ntensor([[1.5]])]",
            [("[0]", (1,), ["0.5"]), ("[1]", (1, 1), ["1.5"])],
            id="parameters",
        ),
        pytest.param("OrderedDict({'w': tensor([0.5])})", [("['w']", (1,), ["0.5"])], id="OrderedDict of a dict"),
        pytest.param(
            "defaultdict(<class 'float'>, {'a': 0.5, 'b': 1.25})",
            [("['a']", (), ["0.5"]), ("['b']", (), ["1.25"])],
            id="defaultdict",
        ),
        pytest.param(
            "(tensor([0.5]), [array([1., 2.]), array([3.])], ('cat', 0.93))",
            [
                ("[0]", (1,), ["0.5"]),
                ("[1][0]", (2,), ["1.", "2."]),
                ("[1][1]", (1,), ["3."]),
                ("[2][1]", (), ["0.93"]),
            ],
            id="tuple of arrays, lists and pairs",
        ),
        pytest.param(
            "torch.return_types.max(\nvalues=tensor([0.5]),\nindices=tensor([1]))",
            [(".values", (1,), ["0.5"]), (".indices", (1,), ["1"])],
            id="record",
        ),
        pytest.param(
            "TtestResult(statistic=-0.5, pvalue=0.6, df=8)",
            [(".statistic", (), ["-0.5"]), (".pvalue", (), ["0.6"]), (".df", (), ["8"])],
            id="result",
        ),
        pytest.param("Fit(slope=0.3333333333333333)", [(".slope", (), ["0.3333333333333333"])], id="computed number"),
        pytest.param("Counter({'a': 3, 'b': 2})", [("['a']", (), ["3"]), ("['b']", (), ["2"])], id="counts"),
        pytest.param("Linear(in_features=3, out_features=1, bias=True)", [], id="settings"),
        pytest.param("[[1, 2], [3]]", [("[0]", (2,), ["1", "2"]), ("[1]", (1,), ["3"])], id="ragged list"),
        pytest.param("[notice]", [], id="words"),
        pytest.param("(<object at 0x7f00>, 0.5)", [("[1]", (), ["0.5"])], id="object"),
        pytest.param("{'quote': \"it's\", \"k'\": 0.5}", [('["k\'"]', (), ["0.5"])], id="quotes"),
    ],
)
def test_leaves_have_the_path_by_which_python_reaches_them(text: str, expected):
    assert leaves(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "[[1.5 2.5]\n [3.5]]",
        "{'a': 0.5",
        "[0.5, tensor([spam 2])]",
        "(0.5; 1.5)",
        "[0.5}",
        "x",
        "tensor(spam, 0.55555)",
    ],
)
def test_what_no_repr_would_write_is_no_container(text: str):
    assert leaves(text) is None


def test_what_repr_writes_in_a_container_is_of_python():
    container = read_container("([17], {'w': [0.5], 'b': [1.5 2.5]}, True)", 0, cut=False)
    assert container is not None
    assert [(leaf.array.printer, leaf.array.dtype) for leaf in container.prints] == [
        ("python", "int64"),
        ("python", "float64"),
        ("numpy", "float64"),
    ]
    (one, other) = (python_number(text, 0) for text in ("True", "-inf"))
    assert [(number.dtype, number.by_uniqueness) for number in (one, other)] == [("bool", False), ("float64", True)]


def test_a_text_that_was_cut_gives_the_leaves_that_were_begun():
    assert leaves("{'w': tensor([0.5, 1.5]), 'b': tensor([2.5, 3.", cut=True) == [
        ("['w']", (2,), ["0.5", "1.5"]),
        ("['b']", (2,), ["2.5", "3."]),
    ]


def test_containers_nested_deeper_than_any_value_are_left():
    assert leaves("[" * DEEPEST + "'a', 0.5" + "]" * DEEPEST) is not None
    assert leaves("[" * (DEEPEST + 1) + "'a', 0.5" + "]" * (DEEPEST + 1)) is None


values = st.recursive(
    st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5) | st.none(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=20,
)


@given(values.filter(lambda value: isinstance(value, (list, dict))))
def test_every_leaf_is_where_its_path_says(value):
    container = read_container(repr(value), 0, cut=False)
    assert container is not None
    assert container.end == len(repr(value))
    for leaf in container.prints:
        found = eval("value" + leaf.path, {"value": value})
        flat = found if isinstance(found, list) else [found]
        while any(isinstance(item, list) for item in flat):
            flat = [number for item in flat for number in item]
        assert [float(token.text) for token in leaf.array.tokens] == flat
