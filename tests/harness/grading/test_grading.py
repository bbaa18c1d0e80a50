"""``lastdigit grade``: copies of a notebook against the cases of a stored document, with nothing executed."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from lastdigit.cases.reference import load_reference_document
from lastdigit.commands.command_line import main
from lastdigit.commands.grade import names_of
from lastdigit.grading.grader import Grader
from lastdigit.grading.mark import FOLLOWS, MISSING, RIGHT, STUB, WRONG, Graded, Mark
from lastdigit.readers.table import read_document
from studies.copies import Author, Cells, mistake, write_copy

pytestmark = pytest.mark.long

SEEDS = "import numpy as np\nnp.random.seed(3)\nnp.random.seed(0)\n"
SHORT = "np.set_printoptions(precision=3, suppress=True)\n"

TWELVE = {
    "scores not scaled": ("scaled_attention_scores", "scaled_dot_product_attention_result"),
    "scores divided by d": ("scaled_attention_scores", "scaled_dot_product_attention_result"),
    "scores multiplied by √d": ("scaled_attention_scores", "scaled_dot_product_attention_result"),
    "scores scaled where they should not be": ("attention_scores", "matrix_form_self_attention_result"),
    "softmax over the wrong axis": ("softmax", "matrix_form_self_attention_result"),
    "plain sum in place of the softmax": ("softmax", "attentions_for_output_2"),
    "powers of two in place of e": ("softmax", "attentions_for_output_2"),
    "exponentials not normalised": ("softmax", "attentions_for_output_2"),
    "attention weights not transposed before the values": ("weighted_values", "your_answer"),
    "heads concatenated in the wrong order": ("column_multi_head_attention", "your_answer"),
    "heads interleaved": ("column_multi_head_attention", "your_answer"),
    "result of other inputs": ("inputs", "your_answer"),
}


@pytest.fixture(scope="module")
def grader(root: Path) -> Grader:
    document = load_reference_document(root / "reference_data" / "003")
    document.check()
    return Grader(document)


@pytest.fixture(scope="module")
def author(grader: Grader) -> Author:
    return Author(grader.dues.document)


def cells(author: Author, **changes) -> Cells:
    return (SEEDS, author.text(changes, 1)), (SEEDS + SHORT, author.text(changes, 2, 3))


@pytest.fixture
def graded(grader: Grader, tmp_path: Path):
    def grade(written: Cells) -> Graded:
        return grader.grade(read_document(write_copy(tmp_path / "copy.ipynb", written)), "copy")

    return grade


def mark_of(graded: Graded, golden: str) -> Mark:
    return next(mark for mark in graded.marks if mark.golden == golden)


def test_a_copy_of_right_numbers_is_right_where_the_document_itself_is_not(graded, author):
    found = graded(cells(author))
    assert {mark.verdict for mark in found.marks} == {RIGHT}
    assert "your_answer" in {mark.golden for mark in found.marks}
    assert found.first_wrong is None
    assert not found.notes


def test_only_goldens_that_are_computed_and_in_a_case_are_graded(grader):
    names = {due.name for due in grader.dues.graded}
    assert not names & {"true_values", "true_values_typed", "input_x", "all_x_0"}
    assert len(names) == 9


@pytest.mark.parametrize("name", TWELVE)
def test_each_of_twelve_mistakes_is_named_with_the_first_wrong_cell(graded, author, name):
    operation, golden = TWELVE[name]
    found = graded(cells(author, **{golden: [mistake(name, operation)]}))
    assert [mark.golden for mark in found.marks if mark.verdict != RIGHT] == [golden]
    assert found.first_wrong == mark_of(found, golden)
    assert name in found.first_wrong.mistake.split("; ")
    assert found.first_wrong.cell == (2 if golden == "your_answer" else 1)


def test_what_follows_from_a_wrong_step_is_no_mistake_of_its_own(graded, author):
    base_two = [mistake("powers of two in place of e", "softmax")]
    found = graded(cells(author, attentions_for_output_2=base_two, x_prime_2_calculated=base_two))
    assert mark_of(found, "attentions_for_output_2").verdict == WRONG
    later = mark_of(found, "x_prime_2_calculated")
    assert (later.verdict, later.follows) == (FOLLOWS, "attentions_for_output_2")


def test_a_second_mistake_behind_a_wrong_step_is_its_own(graded, author):
    base_two = [mistake("powers of two in place of e", "softmax")]
    late = [mistake("values one key late", "weighted_values")]
    found = graded(cells(author, attentions_for_output_2=base_two, x_prime_2_calculated=late))
    assert mark_of(found, "x_prime_2_calculated").verdict == WRONG
    assert "values one key late" in mark_of(found, "x_prime_2_calculated").mistake


def test_zeros_are_the_stub_and_what_is_not_printed_is_missing_with_the_reason(graded, author):
    (_, first), second = cells(author, your_answer=[mistake("all zeros", "*")])
    found = graded(((SEEDS, first), second))
    assert mark_of(found, "your_answer").verdict == STUB
    found = graded(((SEEDS, first), (SEEDS, "")))
    assert (mark_of(found, "your_answer").verdict, mark_of(found, "your_answer").reason) == (
        MISSING,
        "cell 2 has no output",
    )


def test_what_the_handout_prints_is_the_stub_whatever_it_is(grader, author, tmp_path):
    ones = cells(author)[1][1].splitlines()[0] + "\n" + str(np.ones((8, 6))) + "\n"
    stub = write_copy(tmp_path / "handout.ipynb", ((SEEDS, cells(author)[0][1]), (SEEDS + SHORT, ones)))
    with_handout = Grader(grader.dues.document, read_document(stub))
    for one, verdict in ((grader, WRONG), (with_handout, STUB)):
        assert mark_of(one.grade(read_document(stub), "stub"), "your_answer").verdict == verdict


def test_renamed_labels_and_cells_put_in_between_do_not_matter(graded, author):
    (source, first), (later, second) = cells(author)
    renamed = first.replace("Matrix form self-attention result", "my matrix").replace("x_prime_1_calculated", "foo")
    found = graded(((source, renamed), ("print(1 + 1)", "2\n"), (later, second.replace("Your answer", "Z"))))
    assert {mark.verdict for mark in found.marks} == {RIGHT}
    assert mark_of(found, "matrix_form_self_attention_result").label == "my matrix"
    assert mark_of(found, "your_answer").cell == 3


def test_a_result_that_is_transposed_is_called_so(graded, author):
    (source, first), second = cells(author)
    turned = author.array("matrix_form_self_attention_result").T
    before = str(author.array("matrix_form_self_attention_result"))
    assert before in first
    found = graded(((source, first.replace(before, str(turned))), second))
    assert mark_of(found, "matrix_form_self_attention_result").mistake == "result transposed"


def test_a_seed_that_was_changed_is_said_and_its_numbers_are_judged_for_it(grader, author, graded):
    own = SEEDS.replace("seed(0)", "seed(7)")
    document = grader.dues.document
    recipes = tuple(replace(each, seed=each.seed or 7) for each in document.case_file.recipes)
    other = Author(replace(document, case_file=replace(document.case_file, recipes=recipes)))
    right = graded(((own, other.text({}, 1)), (own + SHORT, other.text({}, 2, 3))))
    assert {mark.verdict for mark in right.marks} == {RIGHT}
    assert all("right for its own inputs" in mark.notes for mark in right.marks)
    assert right.notes == ("numpy.random is not seeded with 3 and 0 (cell 1: 7, cell 2: 7)",)
    wrong = {"your_answer": [mistake("heads interleaved", "column_multi_head_attention")]}
    found = graded(((own, other.text(wrong, 1)), (own + SHORT, other.text(wrong, 2, 3))))
    assert mark_of(found, "your_answer").mistake == "heads interleaved"


def test_without_a_seed_nothing_is_called_wrong(graded, author):
    wrong = {"your_answer": [mistake("result of other inputs", "inputs")]}
    (_, first), (_, second) = cells(author, **wrong)
    found = graded((("import numpy as np\n", first), (SHORT, second)))
    assert mark_of(found, "your_answer").verdict == "undecided"
    assert "numpy.random is not seeded (the document: 3 and 0)" in found.notes


def test_numbers_that_are_typed_into_the_source_are_said_to_be(graded, author):
    first, (source, second) = cells(author)
    rows = str(author.array("attentions_for_output_2"))
    typed = f"print('attentions for output 2')\nprint('{rows}')\n"
    found = graded(((first[0] + typed, first[1]), (source, second)))
    notes = mark_of(found, "attentions_for_output_2").notes
    assert notes == ("its numbers are hard-coded in the source of cell 1",)


def test_the_command_writes_tables_and_a_page_and_a_broken_copy_stops_itself_alone(
    root: Path, author, tmp_path: Path, capsys
):
    folder = tmp_path / "copies"
    write_copy(folder / "anna.ipynb", cells(author))
    wrong = {"scaled_dot_product_attention_result": [mistake("scores not scaled", "scaled_attention_scores")]}
    write_copy(folder / "ben.ipynb", cells(author, **wrong))
    (folder / "carl.ipynb").write_text('{"nbformat": 4, "cells": [', encoding="utf-8")
    arguments = ["grade", "003", str(folder), "--store", str(root / "reference_data")]
    assert main([*arguments, "--into", str(tmp_path / "grades")]) == 1
    printed = capsys.readouterr().out
    assert "3 copies × 9 goldens: 17 right, 1 wrong; 1 not read" in printed
    copies = {row["copy"]: row for row in _rows(tmp_path / "grades" / "copies.csv")}
    assert (copies["anna"]["right"], copies["ben"]["first_wrong_cell"]) == ("9", "1")
    assert copies["ben"]["mistake"] == "scores not scaled"
    assert copies["carl"]["failure"].startswith("UnreadableDocument: ")
    grades = _rows(tmp_path / "grades" / "grades.csv")
    assert len(grades) == 18
    assert next(row["look_at"] for row in grades if row["verdict"] == WRONG) == "the division by √d"
    page = (tmp_path / "grades" / "grades.html").read_text(encoding="utf-8")
    assert all(word in page for word in ("anna", "scores not scaled", "carl", "the division by √d"))
    assert "http://" not in page
    assert "<script" not in page


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_a_document_that_is_not_stored_is_named_with_what_was_meant(root: Path, tmp_path: Path, capsys):
    copy = write_copy(tmp_path / "a.ipynb", ())
    assert main(["grade", "03", str(copy), "--store", str(root / "reference_data")]) == 1
    assert "found '03'; did you mean '003'?" in capsys.readouterr().err


def test_copies_of_one_file_name_are_told_by_their_folders(tmp_path: Path):
    paths = [tmp_path / name / "homework.ipynb" for name in ("anna", "ben")]
    assert names_of(paths) == ["anna/homework", "ben/homework"]
    assert names_of([tmp_path / "x" / "a.ipynb", tmp_path / "b.ipynb"]) == ["a", "b"]


def test_an_error_in_a_cell_is_why_what_comes_behind_it_is_missing(graded, author, tmp_path: Path, grader):
    path = write_copy(tmp_path / "broken.ipynb", (cells(author)[0], (SEEDS, "")))
    notebook = json.loads(path.read_text(encoding="utf-8"))
    error = {"output_type": "error", "ename": "NameError", "evalue": "name 'V' is not defined", "traceback": []}
    notebook["cells"][1]["outputs"] = [error]
    path.write_text(json.dumps(notebook), encoding="utf-8")
    found = grader.grade(read_document(path), "broken")
    assert mark_of(found, "your_answer").reason == "cell 2 stops: NameError: name 'V' is not defined"
