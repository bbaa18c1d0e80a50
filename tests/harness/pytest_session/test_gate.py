"""The gate, from outside: pytest on a small project, in which one thing after the other is broken."""

from __future__ import annotations

import csv
import io
import shutil
from pathlib import Path

import pytest

GOLDEN = "reference_data/000/goldens/self_attention_output.csv"
CASES = "reference_data/000/cases.toml"
PASSED, FAILED = 0, 1
ERRATUM = """
    [[erratum]]
    id = "made-up"
    golden = "attention_weights"
    reason = "it is said to be wrong"
    """


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_a_sound_project_passes_and_leaves_its_reports(small_project):
    process = small_project.run("--complete", plugins="all")
    assert process.returncode == PASSED, process.stdout
    verdicts = rows(small_project.report("verdicts.csv"))
    assert {row["gate"] for row in verdicts} == {"pass"}
    assert {row["verdict"] for row in verdicts} == {"agrees"}
    assert {row["implementation"] for row in verdicts} == {"document", "mine"}
    assert rows(small_project.report("discrepancies.csv")) == []
    for text in (process.stdout, small_project.report("summary.md")):
        assert f"gate PASS: {len(verdicts)} verdicts: {len(verdicts)} agrees, 0 disagrees" in text
    assert "gate PASS" in small_project.report("index.html")


def test_a_changed_digit_of_a_golden_fails_and_names_file_and_golden(small_project):
    small_project.edit(GOLDEN, "0.13318667,1.85093709,0.13318667", "0.13318668,1.85093709,0.13318667")
    process = small_project.run()
    assert process.returncode == FAILED, process.stdout
    path = small_project.folder / GOLDEN
    assert f"fault: StoreMismatch: {path}:1: expected golden self_attention_output with SHA-256" in process.stdout
    assert "gate FAIL" in process.stdout


def test_a_changed_digit_of_one_document_fails_while_the_others_are_judged(small_project):
    shutil.copytree(small_project.folder / "reference_data/000", small_project.folder / "reference_data/sound")
    small_project.edit(GOLDEN, "0.13318667,1.85093709,0.13318667", "0.13318668,1.85093709,0.13318667")
    process = small_project.run()
    assert process.returncode == FAILED, process.stdout
    assert f"StoreMismatch: {small_project.folder / GOLDEN}:1: expected golden self_attention" in process.stdout
    assert {row["document"] for row in rows(small_project.report("verdicts.csv"))} == {"sound"}


def test_a_run_without_verdicts_fails(small_project):
    shutil.rmtree(small_project.folder / "reference_data")
    (small_project.folder / "reference_data").mkdir()
    process = small_project.run()
    assert process.returncode != PASSED, process.stdout
    assert "the run has no verdicts" in process.stdout


def test_goldens_cases_and_errata_that_nothing_uses_are_faults(small_project):
    for goldens in ('["y", "y_manual"]', '["y_manual", "y"]'):
        small_project.edit(CASES, f"goldens = {goldens}", 'goldens = ["y"]')
    small_project.edit("implementations/mine.py", '@implements("linear", dtypes=("float64",))\n', "")
    small_project.append(CASES, ERRATUM.replace("golden = ", "implementation = ").replace("attention_weights", "gone"))
    process = small_project.run()
    assert process.returncode == FAILED, process.stdout
    path = small_project.folder / CASES
    csv_path = small_project.folder / "reference_data/000/goldens/y_manual.csv"
    assert f"fault: {csv_path}: golden y_manual is not used by any case of {path}" in process.stdout
    assert f"fault: {path}: case 000/y has no implementation of linear" in process.stdout
    assert "fault: erratum made-up is stale: nothing disagrees" in process.stdout
    assert "golden y_manual is not used by any case" in small_project.report("summary.md")


def test_an_erratum_of_what_agrees_no_longer_holds(small_project):
    small_project.append(CASES, ERRATUM)
    process = small_project.run()
    assert process.returncode == FAILED, process.stdout
    assert "erratum made-up is stale: this now agrees" in process.stdout
    failing = [row for row in rows(small_project.report("verdicts.csv")) if row["gate"] == "fail"]
    assert {row["golden"] for row in failing} == {"attention_weights"}
    assert {row["erratum"] for row in failing} == {"made-up"}


def test_a_wrong_implementation_fails_with_numbers_and_their_cause(small_project):
    small_project.edit("implementations/mine.py", "q @ k.T / np.sqrt(q.shape[-1])", "q @ k.T")
    process = small_project.run()
    assert process.returncode == FAILED, process.stdout
    assert "000/self_attention_output: disagrees with the document" in process.stdout
    assert "implementation  mine in float64, operation scaled_dot_product_attention" in process.stdout
    assert "printed in      000_87a6602080fe0220.txt, cell 3, output 1, lines 103–105" in process.stdout
    (heading, *_) = (line.split() for line in process.stdout.splitlines() if line.split()[:2] == ["index", "printed"])
    assert heading == ["index", "printed", "observed", "error", "allowed"]
    assert "allowed there   at [" in process.stdout
    assert "explanation     scores not scaled" in process.stdout
    assert "look at         the division by √d" in process.stdout
    found = rows(small_project.report("discrepancies.csv"))
    assert {row["implementation"] for row in found} == {"mine"}
    printed = next(row for row in found if row["golden"] == "self_attention_output" and row["against"] == "document")
    tokens = (small_project.folder / GOLDEN).read_text().replace("\n", ",").split(",")
    assert printed["printed"] in tokens
    assert float(printed["error"]) > float(printed["allowed"]) > 0
    assert printed["cell"] == "3"
    assert "scores not scaled" in printed["explanation"]
    # Six tests fail of one cause, of which one is shown and the others are counted.
    assert process.stdout.count("run it alone    pytest 'tests/test_implementations.py::") == 1
    assert "5 more tests fail of the same cause" in process.stdout
    assert "1 failed, " in process.stdout
    assert "5 of the same cause" in process.stdout
    assert "✗ mine: scores not scaled (" in process.stdout
    assert "    rerun    pytest -k mine-float64" in process.stdout


def test_a_registered_disagreement_passes_and_is_reported_all_the_same(small_project):
    text = (small_project.folder / "implementations/mine.py").read_text()
    (small_project.folder / "implementations/wrong.py").write_text(text.replace(" / np.sqrt(q.shape[-1])", ""))
    assert small_project.run("-k", "wrong and attention").returncode == FAILED
    small_project.append(CASES, ERRATUM.replace("golden = ", "implementation = ").replace("attention_weights", "wrong"))
    process = small_project.run("-k", "wrong and attention")
    assert process.returncode == PASSED, process.stdout
    assert "gate PASS" in process.stdout
    assert {row["erratum"] for row in rows(small_project.report("discrepancies.csv"))} == {"made-up"}


def test_a_part_of_a_run_passes_unless_it_has_to_be_complete(small_project):
    process = small_project.run("-k", "self_attention_weights or mine")
    assert process.returncode == PASSED, process.stdout
    assert "gate PASS: partial run: " in process.stdout
    process = small_project.run("-k", "self_attention_weights or mine", "--complete")
    assert process.returncode == FAILED, process.stdout
    assert "fault: partial run" in process.stdout


@pytest.mark.parametrize("change", ["raise MemoryError('gone')", "return np.full(2, np.nan)", "import os; os._exit(3)"])
def test_an_implementation_that_breaks_fails_the_run(small_project, change: str):
    small_project.edit("implementations/mine.py", "    scores = q @ k.T", f"    {change}\n    scores = q @ k.T")
    assert small_project.run("-k", "mine").returncode != PASSED


def test_a_session_without_verification_is_left_alone(small_project):
    (small_project.folder / "tests" / "test_plain.py").write_text("def test_plain():\n    assert True\n")
    process = small_project.run("tests/test_plain.py")
    assert process.returncode == PASSED, process.stdout
    assert "gate" not in process.stdout
    assert not (small_project.folder / "reports").exists()


def test_what_is_asked_for_by_name_is_judged_before_other_tests_of_that_name(small_project):
    (small_project.folder / "tests" / "test_a.py").write_text("def test_mine():\n    assert True\n")
    lines = small_project.run("-k", "mine", "-v").stdout.splitlines()
    order = [line for line in lines if " PASSED" in line]
    assert len(order) > 5
    assert "test_a.py::test_mine" in order[-1]


def test_a_missing_framework_is_a_skip_with_its_reason(small_project, root: Path):
    adapter = (root / "src/lastdigit/implementations/frameworks/numpy.py").read_text()
    adapter = adapter.replace("import numpy as np", "import framework_of_no_one\nimport numpy as np")
    (small_project.folder / "implementations/frameworks").mkdir()
    (small_project.folder / "implementations/frameworks/framework_of_no_one.py").write_text(adapter)
    text = (small_project.folder / "implementations/mine.py").read_text()
    text = text.replace("import numpy as np", "import framework_of_no_one\nimport numpy as np")
    (small_project.folder / "implementations/other.py").write_text(text)
    process = small_project.run("--complete")
    assert process.returncode == PASSED, process.stdout
    reason = "framework_of_no_one is not installed, and other.py imports it"
    assert f"skipped: {reason}" in process.stdout
    assert reason in small_project.report("summary.md")
    (small_project.folder / "implementations/mine.py").unlink()
    process = small_project.run("--complete")
    assert process.returncode == FAILED, process.stdout
    assert "fault: no implementation ran case 000/y" in process.stdout
