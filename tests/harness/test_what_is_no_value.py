"""Numbers in an output that no computation printed: settings of objects, strings, sentences and their like."""

from __future__ import annotations

import pytest

from lastdigit.printing.scan import FoundPrint, SkippedText, scan_all
from lastdigit.printing.words.line_kinds import REASONS


def found(text: str, *, result: bool = False) -> list[tuple[str, str]]:
    """The words and the tokens of each print, with the way to it in its container."""
    prints = [entry for entry in scan_all(text, result=result) if isinstance(entry, FoundPrint)]
    return [(entry.label + entry.path, " ".join(entry.array.texts)) for entry in prints]


def reasons(text: str) -> set[str]:
    return {entry.reason for entry in scan_all(text) if isinstance(entry, SkippedText)}


NETWORK = """Network(
  (body): Sequential(
    (0): Linear(in_features=300, out_features=123456, bias=True)
    (1): Dropout(p=0.25, inplace=False)
    (2-4): 3 x Block(eps=1e-05)
  )
)"""


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(NETWORK, id="a network of layers"),
        pytest.param("  (fc): Linear(in_features=3, out_features=2, bias=False)", id="one layer of a list"),
        pytest.param("Smoother(alpha=0.00125, fit_intercept=True,\n         max_iter=1000)", id="an estimator"),
        pytest.param("GridSearchCV(cv=3, param_grid=[{'n': [3, 10]}])", id="a search over settings"),
        pytest.param("Compose(\n    Resize(size=(32, 32))\n    Normalize(mean=[0.5, 0.25])\n)", id="transforms"),
        pytest.param("interactive(children=(Slider(value=5, max=9), Output()))", id="a widget"),
        pytest.param("Discrete(4)", id="an object by its place"),
        pytest.param("space: Box(-1.0, 1.0, (4,), float32)", id="an object behind a label"),
        pytest.param("[Dense(units=30), Dense(units=10)]", id="a list of layers"),
    ],
)
def test_the_settings_in_a_representation_are_no_values(text: str):
    assert found(text) == []
    assert reasons(text) == {REASONS["representation"]}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Outcome(x=0.123456, steps=7)", [(".x", "0.123456")]),
        ("SearchResult(x=0.5)", [("", "0.5")]),
        ("Output(logits=tensor([0.5, 1.5]))", [(".logits", "0.5 1.5")]),
        ("Counter({'a': 3})", [("['a']", "3")]),
        ("P(A|B=1) = 0.25", [("P(A|B", "1"), ("P(A|B", "0.25")]),
        ("Loss(MSE): 0.5", [("Loss(MSE)", "0.5")]),
        ("R(x=2): 0.5\nLinear(in_features=3)\nloss: 0.25", [("R(x", "2"), ("R(x", "0.5"), ("loss", "0.25")]),
    ],
)
def test_what_a_record_or_a_call_names_is_a_value(text: str, expected: list[tuple[str, str]]):
    assert [token for _, token in found(text)] == [token for _, token in expected]


def test_the_numbers_in_a_tensor_of_strings_are_no_values():
    text = "tf.Tensor(b'2.5,803.0', shape=(), dtype=string)\ntf.Tensor(0.5, shape=(), dtype=float32)"
    assert found(text) == [("", "0.5")]
    assert reasons(text) == {REASONS["string"]}


def test_symbols_with_two_indices_in_a_list_are_no_integers():
    assert found("[[x_0,0, x_0,1], [x_1,0, x_1,1]]") == []
    assert found("[(x_0, 0.5), (y, 3)]") == [("[0][1]", "0.5"), ("[1][1]", "3")]


def test_a_string_that_is_written_in_pieces_holds_no_values():
    text = "{'task': 'take 12 of the 30 '\n         'pears = 5',\n 'score': 0.5}"
    assert found(text) == [("['score']", "0.5")]


def test_the_number_that_begins_a_name_is_no_value():
    assert found("saved as: 10_pears/a.x\nloss: 0.5") == [("loss", "0.5")]


def test_representations_are_found_in_linear_time():
    for text in ("Linear(" * 3_000, "Linear(a=1" * 50_000 + ")" * 50_000, "tf.Tensor(b'1" * 50_000 + "=string)"):
        assert found(text) == []


def test_a_long_run_of_spaces_takes_linear_time():
    assert [tokens for _, tokens in found("a" + " " * 300_000 + "b: [0.5 1.5]")] == ["0.5 1.5"]
