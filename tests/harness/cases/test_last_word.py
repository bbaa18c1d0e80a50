"""A person's last word: what a case file says of goldens overrules what was read, and is refused where it cannot be."""

from __future__ import annotations

import json
import shutil
from fractions import Fraction
from pathlib import Path

import pytest

from lastdigit.base.errors import InvalidCase
from lastdigit.cases.reference import load_reference
from lastdigit.commands.command_line import main
from lastdigit.verdicts.gate import goldens_without_case
from tests.harness.made_up_notebooks import result, written
from tests.harness.read_page import read_page

CASE = '[[case]]\nname = "sums"\noperation = "total"\ninputs = { x = "x" }\ngoldens = ["y"]\n'


def said(*lines: str) -> str:
    return "\n".join(["[[golden]]", 'golden = "y"', *lines, ""])


@pytest.mark.parametrize(
    ("line", "half_width"),
    [
        ("decimals = 1", Fraction(1, 20)),
        ("decimals = 3", Fraction(1, 2000)),
        ('rounding = "exact"', Fraction(0)),
        ('rounding = "shortest"\ndtype = "float32"', Fraction(1, 2**24)),
        ('dtype = "float16"', Fraction(1, 2**11)),
    ],
)
def test_what_digits_mean_is_as_a_person_says(document_with, line: str, half_width: Fraction):
    value = document_with(said(line)).golden("y").numbers[0]
    assert value is not None
    assert (value.low, value.high) == (Fraction(3, 2) - half_width, Fraction(3, 2) + half_width)


def test_names_labels_and_kinds_are_as_a_person_says(document_with):
    document = document_with(said('name = "sums_of_rows"', 'label = "sums of rows"'))
    golden = document.golden("sums_of_rows")
    assert (golden.label, golden.tokens, golden.said) == ("sums of rows", ("1.5", "4."), ("name", "label"))
    assert document.stored.csv_path("sums_of_rows").name == "y.csv"
    assert "y" not in document.stored.goldens
    size = document_with('[[golden]]\ngolden = "size"\nkind = "printed"\n').golden("size")
    assert (size.kind, size.said) == ("printed", ("kind",))


def test_what_a_person_says_is_not_inferred_any_more(document_with):
    assert document_with("").golden("y").inferred == ("dtype",)
    assert document_with(said('dtype = "float64"')).golden("y").inferred == ()


def test_a_pattern_names_several_goldens(document_with):
    document = document_with('[[golden]]\ngolden = ["y", "s*"]\nunverifiable = "a clock"\n')
    reasons = {name: golden.unverifiable for name, golden in document.stored.goldens.items()}
    assert reasons == {"x": "", "size": "a clock", "y": "a clock"}


@pytest.mark.parametrize(
    ("cases", "line", "expected"),
    [
        (said("decimal = 2"), 3, "no key 'decimal' in golden y, found 2; did you mean 'decimals'?"),
        (said("decimals = -1"), 3, "a number of digits after the decimal point in golden y, 0 to 6000, found -1"),
        (said('dtype = "float23"'), 3, "a number format, such as float32, found 'float23'"),
        (
            said('kind = "shap"'),
            3,
            "to be one of printed, candidate, shape, typed, literal, found 'shap'; did you mean 'shape'?",
        ),
        (said('kind = "shape"'), 3, "a golden of whole numbers, usable as a shape, found y"),
        (said('rounding = "exactly"'), 3, "found 'exactly'; did you mean 'exact'?"),
        (said('rounding = "decimals"'), 3, "the number of decimals they were rounded to, in golden y, found none"),
        (said('name = "x"'), 3, "a name that no golden of 007 has, found 'x'"),
        (said(), 2, "something said of y in golden y, found nothing"),
        (CASE + '[[golden]]\ngolden = "sizes"\ndecimals = 2\n', 7, "found 'sizes'; did you mean 'size'?"),
        ('[[golden]]\ngolden = ["x", "y"]\nname = "z"\n', 3, "exactly one golden to name, found x, y"),
        (CASE + said('unverifiable = "a clock"'), 5, "declares this one unverifiable"),
        (CASE.replace('["y"]', '["why", "yy"]'), 5, "document.toml, found why"),
        (CASE.replace("goldens", "golden"), 5, "no key 'golden' in case sums, found ['y']; did you mean 'goldens'?"),
        (CASE.replace("total", "totall"), 3, "found 'totall'; did you mean 'total'?"),
        (CASE.replace("[[case]]", "[[cases]]"), 1, "did you mean 'case'?"),
        (CASE.replace('x = "x"', 'x = "siz"'), 4, "found siz; did you mean 'size'?"),
        ('like = "0007"\n', 1, "another document in"),
        ('like = "007"\n', 1, "found '007'"),
    ],
)
def test_what_cannot_be_is_refused_with_its_line_and_what_was_meant(
    document_with, cases: str, line: int, expected: str
):
    with pytest.raises(InvalidCase) as error:
        document_with(cases).check()
    assert expected in str(error.value)
    assert error.value.line == line


def faults(root: Path) -> list[str]:
    from lastdigit.verdicts.gate import goldens_without_case

    reference = load_reference(root)
    return [*reference.faults, *(fault.rpartition(": ")[2] for fault in goldens_without_case(reference))]


def test_goldens_that_nobody_uses_pass_where_a_person_accounts_for_them(document_with, tmp_path: Path):
    root = tmp_path / "reference_data"
    document_with(CASE)
    assert [fault.split()[1] for fault in faults(root)] == ["size"]
    document_with(CASE + '[[golden]]\ngolden = "size"\nunverifiable = "a clock"\n')
    assert faults(root) == []
    document_with('unused = "the sums alone are verified"\n' + CASE)
    assert faults(root) == []


def test_the_cases_of_another_document_are_taken_and_its_own_come_first(document_with, write, tmp_path: Path):
    root = tmp_path / "reference_data"
    draw = '[[draw]]\ngenerator = "torch"\nseed = 7\nstored = false\n'
    draw += 'inputs = [{ name = "d", call = "rand", shape = [2] }]\n'
    document_with(
        CASE + draw + '[[relation]]\nname = "r"\nholds = "within"\ngolden = "y"\nwith = { low = "0", high = "9" }\n'
    )
    shutil.copytree(root / "007", root / "copy")
    write("reference_data/copy/cases.toml", 'like = "007"\n' + CASE.replace('"x" }', '["x"] }'))
    copy = load_reference(root).documents["copy"]
    assert [(case.id, case.inputs) for case in copy.case_file.cases] == [("copy/sums", {"x": ["x"]})]
    assert [relation.id for relation in copy.case_file.relations] == ["copy/r"]
    assert list(copy.drawn) == ["d"]
    copy.check()
    write("reference_data/007/cases.toml", 'like = "copy"\n')
    assert "another document" in load_reference(root).faults[0]


def test_a_case_that_was_taken_and_does_not_fit_is_refused_where_it_was_taken(document_with, write, tmp_path: Path):
    root = tmp_path / "reference_data"
    document_with(CASE)
    shutil.copytree(root / "007", root / "copy")
    write("reference_data/copy/cases.toml", '# its cases\nlike = "007"\n[[golden]]\ngolden = "y"\nname = "z"\n')
    (fault,) = load_reference(root).faults
    assert fault.startswith(f"InvalidCase: {root / 'copy' / 'cases.toml'}:2: expected a golden of")


TORCH = """
import torch
import torch.nn.functional as F

q = torch.tensor([[0.5, -1.25, 2.0], [1.5, 0.75, -0.5]])
k = torch.tensor([[1.0, 0.25, -0.75], [-0.5, 2.0, 1.25], [0.25, -1.0, 0.5]])
"""
CELLS = [
    (TORCH,),
    (
        "weights = F.softmax(q @ k.T / q.shape[-1] ** 0.5, dim=-1)\nprint('weights:')\nprint(weights.numpy().round(2))",
        "weights:\n[[0.09 0.16 0.75]\n [0.65 0.21 0.14]]\n",
    ),
    (
        "dropped = F.dropout(weights, p=0.5)\ndropped",
        result("tensor([[0.1777, 0.3282, 1.4940],\n        [1.2999, 0.0000, 0.0000]])"),
    ),
    ("noise = torch.rand(2)\nprint('noise:', noise)", "noise: tensor([0.6438, 0.3935])\n"),
]
"""What a person typed and torch 2.13 printed."""

FIVE_LINES = """\
case = [{ name = "weights", operation = "attention_weights", inputs = { q = "q", k = "k" }, goldens = ["weights"] }]
golden = [
    { golden = "weights", decimals = 2 },
    { golden = ["dropped", "noise"], unverifiable = "dropout and a draw, neither with a seed" },
]
"""


def test_a_notebook_with_dropout_a_draw_and_a_rounded_print_passes_with_five_lines(small_project, capsys):
    store = small_project.folder / "reference_data"
    shutil.rmtree(store / "000")
    path = written(small_project.folder, *CELLS, name="mine.ipynb")
    assert main(["extract", str(path), "--into", str(store)]) == 0
    assert f"written: {store / 'mine'}" in capsys.readouterr().out
    refused = small_project.run("--complete")
    assert refused.returncode == 1
    assert "golden weights is not used by any case" in refused.stdout
    assert len(FIVE_LINES.splitlines()) == 5
    (store / "mine" / "cases.toml").write_text(FIVE_LINES, encoding="utf-8")
    passed = small_project.run("--complete")
    assert passed.returncode == 0, passed.stdout
    assert "gate PASS: 3 verdicts: 3 agrees" in passed.stdout
    page = read_page(small_project.folder / "reports" / "index.html")
    assert "dropout and a draw, neither with a seed" in json.dumps(page.section("mine/dropped"))
    assert "decimals: declared in cases.toml" in json.dumps(page.section("mine/weights"))
    assert "dtype: not stated by the document" in json.dumps(page.section("mine/weights"))


def test_a_number_that_nothing_shows_to_be_a_result_is_a_candidate_until_a_person_says_more(tmp_path: Path, capsys):
    path = written(tmp_path, ("import lab\nprint('rate', lab.rate)", "rate 0.25\n"), name="mine.ipynb")
    assert main(["extract", str(path), "--into", str(tmp_path / "store")]) == 0
    assert "mine, candidates: nothing in the document" in " ".join(capsys.readouterr().out.split())

    def kind_and_faults() -> tuple[str, int]:
        reference = load_reference(tmp_path / "store")
        return reference.documents["mine"].golden("rate").kind, len(goldens_without_case(reference))

    assert kind_and_faults() == ("candidate", 0)
    said = tmp_path / "store" / "mine" / "cases.toml"
    said.write_text('[[golden]]\ngolden = "rate"\nkind = "printed"\n', encoding="utf-8")
    assert kind_and_faults() == ("printed", 1)
    said.write_text('[[golden]]\ngolden = "rate"\nunverifiable = "a setting"\n', encoding="utf-8")
    assert kind_and_faults() == ("candidate", 0)


def test_a_case_uses_a_candidate_and_a_golden_can_be_made_one(small_project):
    store = small_project.folder / "reference_data"
    shutil.rmtree(store / "000")
    printed = "weights: [[0.08886484 0.16411235 0.74702281]\n [0.64992707 0.21235173 0.13772119]]\n"
    weights = "import lab\nprint('weights:', lab.weights)", printed
    path = written(small_project.folder, CELLS[0], weights, ("print('loss', f(q))", "loss 0.25\n"), name="mine.ipynb")
    assert main(["extract", str(path), "--into", str(store)]) == 0
    assert load_reference(store).documents["mine"].golden("weights").kind == "candidate"
    inputs = 'inputs = { q = "q", k = "k" }'
    case = f'name = "w"\noperation = "attention_weights"\n{inputs}\ngoldens = ["weights"]\n'
    (store / "mine" / "cases.toml").write_text(f"[[case]]\n{case}", encoding="utf-8")
    assert "golden loss is not used" in small_project.run("--complete").stdout
    said = f'[[case]]\n{case}[[golden]]\ngolden = "loss"\nkind = "candidate"\n'
    (store / "mine" / "cases.toml").write_text(said, encoding="utf-8")
    passed = small_project.run("--complete")
    assert passed.returncode == 0, passed.stdout


def test_extract_says_where_it_wrote_and_shows_no_table_of_nothing(tmp_path: Path, capsys):
    path = written(tmp_path, *CELLS, name="mine.ipynb")
    assert main(["extract", str(path), "--into", str(tmp_path / "store")]) == 0
    shown = capsys.readouterr().out
    assert f"written: {tmp_path / 'store' / 'mine'}" in shown
    assert "inferred: dtype" in shown
    assert main(["extract", str(path), "--into", str(tmp_path / "other"), "--dry-run"]) == 0
    assert "written" not in capsys.readouterr().out
    assert main(["extract", str(tmp_path / "none.ipynb"), "--into", str(tmp_path / "store")]) == 1
    assert capsys.readouterr().out == ""
