"""From a document to stored goldens and back: what --check finds, where it says it stands, and what is never lost."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from lastdigit.base.errors import InvalidStore, InvalidToken, StoreMismatch
from lastdigit.commands.command_line import main
from lastdigit.commands.found import count
from lastdigit.document import sha256
from lastdigit.extraction.extract import extract
from lastdigit.printing.golden import Golden
from lastdigit.printing.print_format import FLOATMODES
from lastdigit.readers.table import read_document
from lastdigit.store.documents import RECORD, check, load_document, load_store, store, with_hash
from tests.harness.made_up_notebooks import result, written

NOTEBOOK = """
    In [1]:
    import numpy as np
    import torch
    x = torch.tensor([[0.5, -1.5], [2.0, 3.25]])
    print("Weights:\\n", weights)
    print("Scores:", scores)
    print("True scores:")
    print("[[1.234 -5.678]]")

    Weights:
     [[0.12345678 0.5       ]
     [0.25       0.87654321]]
    Scores: tensor([1.2340, -0.5678])

    In [2]:
    total

    tensor(3.0000)

    In [3]:
    total.shape, x.shape

    scalar: torch.Size([])
    shapes: torch.Size([2, 2])
    """
NUMBERS = list(re.finditer(r"-?\d+\.\d+", NOTEBOOK))


def stored(path: Path, root: Path) -> list[Golden]:
    document = read_document(path)
    extracted = extract(document)
    store(document, extracted, root)
    return [entry.golden for entry in extracted]


def test_what_was_stored_is_read_back_and_checks(write, tmp_path: Path):
    path = write("a.txt", NOTEBOOK)
    goldens = stored(path, tmp_path / "store")
    assert load_document(tmp_path / "store" / "a").goldens == {golden.name: golden for golden in goldens}
    assert main(["extract", str(path), "--into", str(tmp_path / "store"), "--check"]) == 0
    assert [(golden.name, golden.kind, golden.shape, golden.format.precision) for golden in goldens] == [
        ("x", "literal", (2, 2), None),
        ("true_scores_typed", "typed", (1, 2), 8),
        ("weights", "printed", (2, 2), 8),
        ("scores", "candidate", (2,), 4),
        ("total", "candidate", (), 4),
        ("scalar", "shape", (0,), None),
        ("shapes", "shape", (2,), None),
    ]


@pytest.mark.parametrize(
    ("printed", "expected"),
    [
        ("((100, 200, 3), (5, 6), (7,))", [("a.shape", (3,)), ("b.shape", (2,)), ("c.shape", (1,))]),
        ("(2, 3.5, 4)", [("a.shape", ()), ("b.shape", ()), ("c.shape", ())]),
    ],
)
def test_the_items_of_a_tuple_are_named_by_what_the_source_writes_there(write, printed: str, expected):
    found = extract(read_document(write("a.txt", f"In [1]:\na.shape, b.shape, c.shape\n\n{printed}\n")))
    assert [(entry.golden.label, entry.golden.shape) for entry in found] == expected


@pytest.mark.parametrize("index", range(len(NUMBERS)), ids=[match.group() for match in NUMBERS])
def test_one_changed_digit_of_a_document_is_found_at_its_line_and_column(write, tmp_path: Path, capsys, index: int):
    path = write("a.txt", NOTEBOOK)
    stored(path, tmp_path / "store")
    text = path.read_text(encoding="utf-8")
    number = list(re.finditer(r"-?\d+\.\d+", text))[index]
    digit = "7" if text[number.end() - 1] != "7" else "8"
    path.write_text(text[: number.end() - 1] + digit + text[number.end() :], encoding="utf-8")
    line = text.count("\n", 0, number.start()) + 1
    column = number.start() - text.rfind("\n", 0, number.start())
    assert main(["extract", str(path), "--into", str(tmp_path / "store"), "--check"]) == 1
    message = capsys.readouterr().err
    assert f"StoreMismatch: {path}:{line}:{column}: expected {number.group()} of " in message
    assert message.endswith(f"found {number.group()[:-1]}{digit}\n")


def test_a_change_beside_the_numbers_is_found_by_the_hash(write, tmp_path: Path):
    path = write("a.txt", NOTEBOOK)
    stored(path, tmp_path / "store")
    path.write_text(path.read_text(encoding="utf-8") + "\nmore words\n", encoding="utf-8")
    document = read_document(path)
    with pytest.raises(StoreMismatch, match=f"{document.sha256}, with every printed value unchanged"):
        check(document, extract(document), tmp_path / "store")


def renewed(record: Path, before: str, after: str) -> None:
    """Change the lines of a record, and its hash with them."""
    lines = record.read_text(encoding="utf-8").partition("\n")[2]
    assert re.search(before, lines)
    record.write_bytes(with_hash(re.sub(before, after, lines).encode()))


def test_a_document_that_says_the_same_has_the_store_that_it_had(write, tmp_path: Path):
    path = write("a.txt", NOTEBOOK)
    stored(path, tmp_path / "store")
    document = read_document(path)
    folder = tmp_path / "store" / "a"
    assert check(document, extract(document), tmp_path / "store") == load_document(folder)
    renewed(folder / RECORD, r"(?m)^inferred = .*\n", "")  # as stores were before facts were marked as inferred
    assert check(document, extract(document), tmp_path / "store") == load_document(folder)


def test_a_fact_that_a_store_alone_states_is_named(write, tmp_path: Path):
    path = write("a.txt", NOTEBOOK)
    stored(path, tmp_path / "store")
    document = read_document(path)
    record = tmp_path / "store" / "a" / RECORD
    renewed(record, r'(?m)^(label = "Weights")$', r"\1\nfloatmode = 'maxprec'")
    with pytest.raises(StoreMismatch, match=r"expected floatmode = maxprec of weights, .*, found floatmode = None"):
        check(document, extract(document), tmp_path / "store")


def test_a_changed_or_missing_csv_is_named(write, tmp_path: Path, capsys):
    path = write("a.txt", NOTEBOOK)
    stored(path, tmp_path / "store")
    command = ["extract", str(path), "--into", str(tmp_path / "store"), "--check"]
    csv = tmp_path / "store" / "a" / "goldens" / "weights.csv"
    content = csv.read_text()
    csv.write_text(content.replace("0.87654321", "0.87654322"))
    with pytest.raises(StoreMismatch, match=re.escape(f"{csv}:1: expected golden weights with SHA-256")):
        load_document(csv.parent.parent)
    assert main(command) == 1
    assert str(csv) in capsys.readouterr().err
    csv.write_text(content.replace("0.87654321", "O.87654321"))
    with pytest.raises(InvalidToken, match=re.escape(f"{csv}:2:2: expected a printed number in golden weights")):
        load_document(csv.parent.parent)
    csv.unlink()
    with pytest.raises(InvalidStore, match=re.escape(f"{csv}:1: expected a file")):
        load_document(csv.parent.parent)
    assert main(command) == 1


def test_the_shape_of_a_scalar_that_came_or_went_is_named_at_its_line(write, tmp_path: Path):
    without = NOTEBOOK.replace("scalar: torch.Size([])", "scalar: ()")
    for kept, changed, words in ((NOTEBOOK, without, "expected golden"), (without, NOTEBOOK, "expected no golden")):
        stored(write("a.txt", kept), tmp_path / "store")
        document = read_document(write("a.txt", changed))
        with pytest.raises(StoreMismatch, match=rf"a.txt:23:\d+: {words} scalar"):
            check(document, extract(document), tmp_path / "store")


def test_a_golden_that_came_or_went_is_named_at_its_place(write, tmp_path: Path):
    path = write("a.txt", NOTEBOOK)
    stored(path, tmp_path / "store")
    path.write_text(path.read_text(encoding="utf-8").replace("tensor(3.0000)", "3"), encoding="utf-8")
    document = read_document(path)
    with pytest.raises(StoreMismatch, match=r"a.txt:18:1: expected golden total, .*, found none"):
        check(document, extract(document), tmp_path / "store")
    stored(path, tmp_path / "store")
    assert not (tmp_path / "store" / "a" / "goldens" / "total.csv").exists()
    path = write("a.txt", NOTEBOOK)
    document = read_document(path)
    with pytest.raises(StoreMismatch, match=r"a.txt:18:8: expected no golden total"):
        check(document, extract(document), tmp_path / "store")


def test_goldens_of_one_name_are_told_apart_by_their_cells(write):
    cell = "In [{}]:\nprint(x)\nprint(x)\n\nx: [1.5]\nx: [2.5]\n\n"
    path = write("a.txt", cell.format(1) + cell.format(2))
    names = [entry.golden.name for entry in extract(read_document(path))]
    assert names == ["x", "x_cell_1", "x_cell_2", "x_cell_2_2"]


def test_two_documents_of_one_name_do_not_overwrite_each_other(write, tmp_path: Path):
    for digit in "01":
        write(f"007_{digit * 16}.txt", f"In [1]:\nprint(x)\n\nx: [{digit}.5]\n")
    assert main(["extract", str(tmp_path), "--into", str(tmp_path / "store")]) == 1


def test_the_committed_reference_data_hold_what_was_counted_by_hand(root: Path):
    counts = {
        name: count([{**golden.record(), "tokens": list(golden.tokens)} for golden in stored.goldens.values()])[:5]
        for name, stored in load_store(root / "reference_data").items()
    }
    assert counts == {
        "000": (8, 48, 0, 0, 0),
        "001": (2, 48, 0, 2, 0),
        "002": (11, 126, 0, 0, 0),
        "003": (14, 168, 2, 0, 1),
        "004": (12, 134, 0, 2, 0),
    }
    assert [sum(column) for column in zip(*counts.values(), strict=True)] == [47, 524, 2, 4, 1]


def test_every_committed_csv_has_its_recorded_hash(root: Path):
    for kept in load_store(root / "reference_data").values():
        record = (kept.folder / "document.toml").read_text(encoding="utf-8")
        for name in kept.goldens:
            assert sha256(kept.csv_path(name).read_bytes()) in record


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("a = 1; x = [1.5, 2]", ["x"]),
        (
            "x = torch.tensor(\n    [  # [rows\n        [1, 2],  # \"one\"\n    ], device='cuda:[0]')\ny = [3]",
            ["x", "y"],
        ),
        ("text = '''\nx = [1, 2]\n'''\ny = [3]", ["y"]),
        ("plot(\nx = [1, 2]\n)\ny = [3]", ["y"]),
        ("if True:\n    x = [1, 2]", []),
        ("x = y = [1, 2]", []),
        ("x = [1, z]\ny = [z for z in x]", []),
        ("x = [\n1,\n\n2]", ["x"]),
        ("x = [1, 2] + [3]", []),
        ("x: list = [1]\ny = 'a' ; z = [-1]", ["z"]),
    ],
)
def test_lists_of_numbers_that_a_source_assigns_outside_of_blocks_are_literals(write, source: str, names: list[str]):
    found = extract(read_document(write("a.txt", f"In [1]:\n{source}\n")))
    assert [(entry.golden.name, entry.golden.kind) for entry in found] == [(name, "literal") for name in names]


@pytest.mark.parametrize(
    ("value", "dtype"),
    [
        ("[1, 2]", "int64"),
        ("np.array([0.5])", "float64"),
        ("torch.tensor([0.5])", "float32"),
        ("torch.tensor([1, 2])", "int64"),
        ("torch.tensor([1, 2]).float().cuda()", "float32"),
        ("torch.tensor([0.5]).requires_grad_()", "float32"),
        ("torch.tensor([0.5]).double()", "float64"),
        ("torch.Tensor([1, 2])", "float32"),
        ("tf.constant([1, 2])", "int32"),
        ("tf.Variable([[0.5], [1]])", "float32"),
        ("tf.constant([1, 2], dtype=tf.int64)", "int64"),
    ],
)
def test_a_literal_has_the_dtype_that_its_maker_gives_it(write, value: str, dtype: str):
    (entry,) = extract(read_document(write("a.txt", f"In [1]:\nx = {value}\n")))
    assert (entry.golden.kind, entry.golden.format.dtype) == ("literal", dtype)


@pytest.mark.parametrize("value", ["torch.tensor([1, 2]).sum()", "torch.tensor([1, 2]).view(2, 1)", "f([1, 2])"])
def test_what_a_method_computes_is_no_literal(write, value: str):
    assert extract(read_document(write("a.txt", f"In [1]:\nx = {value}\n"))) == []


@pytest.mark.parametrize(
    ("before", "shown", "half_width"),
    [
        pytest.param("x = 0", "0.5", Fraction(2) ** -54, id="a number"),
        pytest.param("x = 0", "(0.5, 17)", Fraction(2) ** -54, id="in a tuple"),
        pytest.param("x = round(y, 1)", "0.5", Fraction(1, 20), id="where the source rounds"),
        pytest.param("x = round(y, 1)", "0.1234567890123457", Fraction(2) ** -57, id="of many digits all the same"),
        pytest.param("x = y.astype(np.float32)", "0.5", Fraction(1, 20), id="where it has a shorter dtype"),
        pytest.param("x = 'around 5; print()'", "0.5", Fraction(2) ** -54, id="words that only look like it"),
    ],
)
def test_a_value_has_all_digits_that_it_needs_unless_something_in_the_source_rounds(
    tmp_path: Path, before: str, shown: str, half_width: Fraction
):
    path = written(tmp_path, (before,), ("from random import f\nf(3)", result(shown)))
    value = extract(read_document(path))[0].golden.numbers[0]
    assert value is not None
    assert value.high - value.centre <= half_width < 4 * (value.high - value.centre)


@pytest.mark.parametrize("floatmode", FLOATMODES)
@pytest.mark.parametrize("rounded_to", [None, 2])
def test_every_way_to_choose_digits_is_read_back(floatmode: str, rounded_to: int | None, write, tmp_path: Path):
    """Also as one of several possible formats: :mod:`lastdigit.extraction.by_source` says that ``%d`` truncates."""
    document = read_document(write("a.txt", NOTEBOOK))
    first, *others = extract(document)
    form = replace(first.golden.format, precision=6, floatmode=floatmode, rounded_to=rounded_to)
    golden = replace(first.golden, format=replace(form, others=(replace(form, precision=5),)))
    store(document, [replace(first, golden=golden), *others], tmp_path)
    assert load_document(tmp_path / "a").goldens[golden.name] == golden
