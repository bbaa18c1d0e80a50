"""Draws: the streams of the generators, what recipes make of them, and inputs that are found where no seed is shown."""

from __future__ import annotations

import shutil
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lastdigit.base.errors import StoreMismatch
from lastdigit.cases.case import DrawnInput, Recipe
from lastdigit.cases.draws.box_muller import rounding
from lastdigit.cases.draws.generator import numpy_legacy, torch_cpu
from lastdigit.cases.feasible import NoFeasibleInputs, find_feasible
from lastdigit.cases.inputs import Input, draw, read_inputs, write_inputs
from lastdigit.cases.reference import ReferenceDocument, load_reference_document
from lastdigit.document import sha256
from lastdigit.enclosure.exact import ExactBalls, ExactNamespace, precision
from lastdigit.extraction.extract import extract
from lastdigit.operations import find_operation
from lastdigit.printing.golden import Golden
from lastdigit.readers.table import read_document
from lastdigit.store.documents import store

DOCUMENTS = ("000", "001", "002", "003", "004")
SHAPES = st.lists(st.integers(1, 5), max_size=3).map(tuple)
SEEDS = st.integers(0, 2**32 - 1)


@pytest.fixture(params=DOCUMENTS)
def document(request: pytest.FixtureRequest, root: Path) -> ReferenceDocument:
    """One document of the reference data."""
    return load_reference_document(root / "reference_data" / request.param)


def test_the_first_numbers_of_a_stream_are_those_that_are_known_of_it():
    normal = numpy_legacy(0)["normal"]((2,))
    assert normal.tolist() == [1.764052345967664, 0.4001572083672233]
    assert numpy_legacy(42)["rand"]((2,)).tolist() == [0.3745401188473625, 0.9507143064099162]
    assert np.round(torch_cpu(0)["rand"]((3,)), 4).tolist() == [0.4963, 0.7682, 0.0885]
    assert np.round(torch_cpu(123)["rand"]((3,)), 4).tolist() == [0.2961, 0.5166, 0.2517]


@given(SEEDS, st.lists(st.tuples(st.sampled_from(["normal", "rand"]), SHAPES), min_size=1, max_size=4))
def test_numpy_draws_follow_one_another_as_after_a_seed(seed: int, calls: list[tuple[str, tuple[int, ...]]]):
    generator = numpy_legacy(seed)
    drawn = [generator[call](shape) for call, shape in calls]
    np.random.seed(seed)
    for array, (call, shape) in zip(drawn, calls, strict=True):
        expected = np.random.normal(size=shape) if call == "normal" else np.random.rand(*shape)
        assert np.array_equal(array, expected)


@given(SEEDS, st.lists(SHAPES, min_size=1, max_size=4))
def test_torch_draws_are_those_of_torch(seed: int, shapes: list[tuple[int, ...]]):
    torch = pytest.importorskip("torch")
    generator = torch_cpu(seed)
    drawn = [generator["rand"](shape) for shape in shapes]
    torch.manual_seed(seed)
    for array, shape in zip(drawn, shapes, strict=True):
        assert array.dtype == np.float64
        assert np.array_equal(array, torch.rand(shape).double().numpy())


def test_torch_draws_of_a_long_tensor_are_those_of_torch():
    torch = pytest.importorskip("torch")
    for seed in range(20):
        torch.manual_seed(seed)
        assert np.array_equal(torch_cpu(seed)["rand"]((7, 300)), torch.rand(7, 300).double().numpy())


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("shape", [(3,), (15,), (16,), (3, 7), (40, 50)])
@pytest.mark.parametrize("options", [{}, {"mean": 0.5, "std": 2.0}], ids=["standard", "shifted"])
def test_normal_draws_lie_as_near_to_those_of_torch_as_they_say(dtype: str, shape: tuple[int, ...], options: dict):
    torch = pytest.importorskip("torch")
    worst = 0.0
    for seed in range(20):
        torch.manual_seed(seed)
        of_torch = torch.empty(shape, dtype=getattr(torch, dtype)).normal_(**options).double().numpy()
        worst = max(worst, np.abs(torch_cpu(seed)["normal"](shape, dtype=dtype, **options) - of_torch).max())
    assert worst <= rounding(shape, dtype=dtype, **options)


def test_a_recipe_draws_in_its_order_and_changes_each_array_by_scale_and_shift():
    draws = (DrawnInput("b", "normal", (2,), scale=0.5, shift=1.0), DrawnInput("a", "normal", (2,)))
    drawn = draw(Recipe("numpy.random", 0, draws, stored=True, note=""), Path("cases.toml"))
    stream = np.random.RandomState(0).normal(size=4)
    assert list(drawn) == ["b", "a"]
    assert np.array_equal(drawn["b"], stream[:2] * 0.5 + 1.0)
    assert np.array_equal(drawn["a"], stream[2:])


def test_stored_inputs_are_what_their_recipes_draw(document: ReferenceDocument):
    kept = read_inputs(document.stored.folder)
    recipes = [recipe for recipe in document.case_file.recipes if recipe.stored and recipe.seed is not None]
    drawn = {name: array for recipe in recipes for name, array in draw(recipe, document.path).items()}
    found = {name for feasible in document.case_file.feasible for name in feasible.shapes}
    assert set(kept) == set(drawn) | found
    for name, array in drawn.items():
        assert np.array_equal(kept[name], array)


def test_numbers_are_stored_without_loss(tmp_path: Path):
    arrays = {"a": np.array([[0.1, 1e-300], [-2.5, np.nextafter(1.0, 2.0)]]), "b": np.array(3.0), "c": np.ones(2)}
    write_inputs(tmp_path, arrays)
    read = read_inputs(tmp_path)
    assert all(np.array_equal(read[name], array) and read[name].shape == array.shape for name, array in arrays.items())
    write_inputs(tmp_path, {"a": arrays["a"]})
    assert [path.name for path in (tmp_path / "inputs").iterdir()] == ["a.csv"]


def test_a_stored_input_that_changed_is_refused_even_with_a_matching_hash(root: Path, tmp_path: Path):
    folder = Path(shutil.copytree(root / "reference_data" / "004", tmp_path / "004"))
    csv = folder / "inputs" / "w_value.csv"
    before = csv.read_bytes()
    number = before.split(b",")[0]
    csv.write_bytes(before.replace(number, b"0.5", 1))
    with pytest.raises(StoreMismatch, match=r"w_value.csv:1: expected input w_value with SHA-256"):
        load_reference_document(folder).check()
    record = folder / "inputs.toml"
    record.write_text(record.read_text().replace(sha256(before), sha256(csv.read_bytes()), 1))
    with pytest.raises(StoreMismatch, match=r"w_value.csv:1: expected input w_value as drawn by its recipe"):
        load_reference_document(folder).check()


def balls(known: Input) -> ExactBalls:
    return ExactBalls.between(known.low, known.high, known.shape)


def assert_reproduces(document: ReferenceDocument, names: tuple[str, ...]) -> None:
    """With the inputs that were found, the exact values print every token of these cases' goldens."""
    for case in document.case_file.cases:
        if case.name in names:
            operation = find_operation(case.operation)
            with precision():
                arrays = [document.resolve(case.inputs[name], balls, ExactNamespace) for name in operation.arrays]
                bounds = operation.definition(*arrays, **case.parameters).bounds()
            golden: Golden = document.golden(case.expected[0].golden)
            for token, (low, high) in zip(golden.tokens, bounds, strict=True):
                assert golden.format.prints(token, low)
                assert golden.format.prints(token, high)


def test_feasible_inputs_lie_in_their_range_and_give_every_printed_digit(document: ReferenceDocument):
    for feasible in document.case_file.feasible:
        for name, shape in feasible.shapes.items():
            assert document.kept[name].shape == shape
            assert np.all((document.kept[name] >= feasible.low) & (document.kept[name] < feasible.high))
        assert_reproduces(document, feasible.reproduces)


CASES = """
    [[feasible]]
    inputs = { v = [2, 2] }
    low = 0
    high = 1
    reproduces = ["context"]

    [[case]]
    name = "context"
    operation = "weighted_values"
    inputs = { weights = "w", v = "v" }
    goldens = ["context"]
    """


@pytest.mark.parametrize(
    ("weights", "context", "exists"),
    [
        pytest.param("[[0.25, 0.75], [0.5, 0.5]]", "[[0.7 0.3]\n [0.6 0.4]]", True, id="inside"),
        pytest.param("[[0.5, 0.5]]", "[[0.95 0.01]]", True, id="near the ends of the range"),
        pytest.param(
            "[[0.25, 0.75], [0.5, 0.5]]", "[[1.7 0.3]\n [0.6 0.4]]", False, id="outside", marks=pytest.mark.long
        ),
    ],
)
def test_inputs_are_found_where_there_are_some(write, tmp_path: Path, weights: str, context: str, exists: bool):
    pytest.importorskip("scipy")
    source = f"w = {weights}\nprint('context:\\n', c)"
    read = read_document(write("007.txt", f"In [1]:\n{source}\n\ncontext:\n {context}\n"))
    store(read, extract(read), tmp_path)
    write("007/cases.toml", CASES)
    document = load_reference_document(tmp_path / "007")
    (feasible,) = document.case_file.feasible
    if not exists:
        with pytest.raises(NoFeasibleInputs, match=r"inputs v in \[0.0, 1.0\) that reproduce context"):
            find_feasible(document, feasible, {})
        return
    found = find_feasible(document, feasible, {})
    assert [(name, array.shape) for name, array in found.items()] == [("v", (2, 2))]
    assert np.all((found["v"] >= 0) & (found["v"] < 1))
    assert [Fraction(value) for value in find_feasible(document, feasible, {})["v"].flat] == [
        Fraction(value) for value in found["v"].flat
    ]
    write_inputs(document.stored.folder, found)
    assert_reproduces(load_reference_document(document.stored.folder), ("context",))
