"""Stale outputs: what a stored and a new print can both mean, without a kernel but for the last tests."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from lastdigit.base.errors import LastdigitError
from lastdigit.commands.command_line import main
from lastdigit.readers.notebook import read_notebook
from lastdigit.stale.compare import Compared, Rerun, in_words
from lastdigit.stale.kernel import Settings, run_notebook, variations
from lastdigit.stale.meanings import by_digits
from lastdigit.stale.rule import ROUNDING, SAME, STALE, UNSEEDED, judged, quantile
from lastdigit.stale.texts import Shown
from studies.copies import write_copy
from studies.stale_outputs.cells import CELLS, PLANTED

Compare = Callable[..., Compared]


@pytest.fixture
def compare(tmp_path: Path) -> Compare:
    """Compares a stored text with those of runs: the new one, one that repeats it, and one for all other settings."""

    def compared(stored: str, *runs: str, source: str = "print(x)") -> Compared:
        paths = [
            write_copy(tmp_path / f"{number}.ipynb", [(source, text)]) for number, text in enumerate((stored, *runs))
        ]
        plain = iter((*paths[1:3], paths[-1]))

        def kernel(path: Path, settings: Settings, seconds: float):
            return read_notebook(next(plain) if settings == Settings() else paths[-1])

        return Rerun(paths[0], read_notebook(paths[0]), 1.0, kernel).compare((1, 1))

    return compared


@pytest.mark.parametrize(
    ("stored", "new"),
    [
        ("loss: 0.1385\n", "loss: 0.1386\n"),
        ("[0.12345678 2.5       ]\n", "[0.12345679 2.5       ]\n"),
        ("x: 0.8414709848078965\n", "x: 0.8414709848078967\n"),
        ("np.float64(0.25)\n", "0.25\n"),
        ("[0.123 0.457]\n", "[0.12345678 0.45678901]\n"),
        ("[[1.5 2.5]\n [3.5 4.5]]\n", "[[1.5 2.5] [3.5 4.5]]\n"),
        ("<A object at 0x7f51cdc6f270> 3\n", "<A object at 0x7f51aaaaf270> 3\n"),
        ("took 0.25 s\n", "took 3.75 s\n"),
        ("at 2020-01-02 03:04:05\n", "at 2026-11-22 13:14:15\n"),
    ],
)
def test_what_rounding_and_printing_explain_holds(compare: Compare, stored: str, new: str):
    assert not compare(stored, new, new, new).is_stale


@pytest.mark.parametrize(
    ("stored", "new"),
    [
        ("loss: 0.1385\n", "loss: 0.1395\n"),
        ("[0.12345678 2.5       ]\n", "[0.12445678 2.5       ]\n"),
        ("x: 0.8414709848078965\n", "x: 0.8414709858078965\n"),
        ("n = 400\n", "n = 401\n"),
        ("x: nan\n", "x: 0.5\n"),
        ("x: -0.5\n", "x: 0.5\n"),
        ("best: ridge\n", "best: lasso\n"),
        ("[0.5 1.5]\n", "[0.5 1.5 2.5]\n"),
        ("np.float64(0.25)\n", "np.float32(0.25)\n"),
    ],
)
def test_what_nothing_explains_is_a_stale_output(compare: Compare, stored: str, new: str):
    found = compare(stored, new, new, new)
    assert found.is_stale
    assert STALE in in_words(Path("a.ipynb"), found, 1)


def test_what_two_runs_give_otherwise_is_drawn_without_a_seed_and_held_to_its_shape(compare: Compare):
    found = compare("[0.5 0.25]\n", "[0.125 0.75]\n", "[0.375 0.625]\n")
    assert not found.is_stale
    assert found.counts == {UNSEEDED: 2}
    assert compare("[0.5 0.25 0.5]\n", "[0.125 0.75]\n", "[0.375 0.625]\n").is_stale


def test_a_word_that_two_runs_print_otherwise_is_passed_over(compare: Compare):
    assert not compare("chosen: fox\n", "chosen: hen\n", "chosen: cat\n").is_stale
    assert compare("chosen: fox\n", "chosen: hen\n", "chosen: hen\n").is_stale


def meanings(*tokens: str):
    return [by_digits(token) for token in tokens]


def test_a_number_that_moves_with_its_rounding_may_have_moved_as_far_before():
    stored, new, repeated = meanings("3.00000000000017", "3.00000000000000", "3.00000000000000")
    assert judged(stored, new, repeated, meanings(*["3.00000000000000"] * 5)) == STALE
    moved = meanings("3.00000000000003", "2.99999999999998", "3.00000000000001", "2.99999999999997")
    assert judged(stored, new, repeated, moved) == ROUNDING
    assert judged(meanings("3.00000100000000")[0], new, repeated, moved) == STALE
    assert judged(new, new) == SAME


@pytest.mark.parametrize(("degrees", "expected"), [(2, 4.303), (4, 2.776), (10, 2.228)])
def test_the_quantiles_are_those_of_students_tables(degrees: int, expected: float):
    assert round(quantile(degrees, 0.05), 3) == expected


def test_a_new_output_and_one_that_is_gone_are_told(tmp_path: Path):
    paths = [write_copy(tmp_path / f"{name}.ipynb", [("f()", text)]) for name, text in (("old", ""), ("new", "7\n"))]
    for stored, new, told in ((*paths, "prints output that is not stored: 7"), (*paths[::-1], "prints nothing here")):
        rerun = Rerun(stored, read_notebook(stored), 1.0, lambda path, settings, seconds, new=new: read_notebook(new))
        assert told in in_words(stored, rerun.compare((1, 1)), None)


CASES = """
[[case]]
name = "weights"
operation = "softmax"
inputs = { x = "x" }
goldens = ["weights"]
"""


def test_a_case_of_the_store_proves_stale_what_an_unstable_notebook_lets_pass(tmp_path: Path):
    source = "x = np.array([[0.5, 1.5, 2.5], [1.0, 3.0, 2.0]])\nprint('weights:')\nprint(softmax(x))"
    right = "weights:\n[[0.09003057 0.24472847 0.66524096]\n [0.09003057 0.66524096 0.24472847]]\n"
    texts = {"stored": right, "moved": right.replace("2847", "3847"), "far": right.replace("0.2447", "0.2847")}
    paths = {name: write_copy(tmp_path / f"{name}.ipynb", [(source, text)]) for name, text in texts.items()}
    store = tmp_path / "reference_data"
    assert main(["extract", str(paths["stored"]), "--into", str(store)]) == 0
    (store / "stored" / "cases.toml").write_text(CASES, encoding="utf-8")

    def kernel(path: Path, settings: Settings, seconds: float):
        return read_notebook(paths["moved" if settings == Settings() else "far"])

    loose, strict = (
        Rerun(paths["stored"], read_notebook(paths["stored"]), 1.0, kernel, store=known).compare((1, 1))
        for known in (None, store)
    )
    assert not loose.is_stale
    assert loose.counts[ROUNDING] == 2
    assert strict.is_stale
    assert strict.reason.startswith("weights no longer agrees with its case (proven)")


def test_lines_of_differences_count_in_the_output(compare: Compare):
    found = compare("a: 1\nb: 0.25\n", "a: 1\nb: 0.75\n", "a: 1\nb: 0.75\n", "a: 1\nb: 0.75\n")
    assert [(each.line, each.stored, each.new) for each in found.differences] == [(2, "0.25", "0.75")]


def test_layout_is_no_word():
    assert Shown("[ 1.  2.]").words == Shown("[1. 2.]").words == Shown("[1.\n 2.]").words
    assert Shown("a 1").words != Shown("b 1").words


@pytest.mark.parametrize("name", PLANTED)
def test_every_error_of_the_study_changes_some_text(name: str):
    texts = (
        "sum: 50095.14\n",
        "[[1.2345 -2.5678]\n [3.1111 0.2222]\n [9.1234 8.5432]]\n",
        "n = 4\n",
        "-0.1234567890123456",
    )
    assert any(PLANTED[name](text) != text for text in texts)


def test_settings_vary_kernels_threads_and_arrays():
    assert sum(bool(settings.variables) for settings in variations()) >= 2
    assert sum(settings.perturbed is not None for settings in variations()) >= 3


def test_what_is_not_installed_is_named_with_the_extra(tmp_path: Path, monkeypatch):
    monkeypatch.setitem(sys.modules, "nbformat", None)
    with pytest.raises(LastdigitError, match=r"nbformat is not installed; .* 'lastdigit\[notebooks\]'"):
        run_notebook(write_copy(tmp_path / "a.ipynb", []), Settings(), 1.0)


def pytest_of(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-o", "addopts=", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300, check=False)


def tutorial(folder: Path, cells: Sequence[tuple[str, str]]) -> Path:
    path = write_copy(folder / "tutorial.ipynb", cells)
    notebook = json.loads(path.read_text(encoding="utf-8"))
    notebook["metadata"]["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
    path.write_text(json.dumps(notebook), encoding="utf-8")
    return path


@pytest.mark.long
@pytest.mark.small_project
def test_each_output_is_a_test_and_nothing_runs_unless_it_is_asked_for(tmp_path: Path):
    pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    draw = "import numpy as np\nx = np.random.RandomState(0).rand(3)\nprint(x)"
    tutorial(tmp_path, [(draw, "[0.5488135  0.71518937 0.60276338]\n"), ("print('sum:', x.sum())", "sum: 1.9666\n")])
    assert "no tests ran" in pytest_of(tmp_path).stdout
    assert not (tmp_path / "reports").exists()
    ran = pytest_of(tmp_path, "--lastdigit-notebooks", "tutorial.ipynb")
    assert "1 failed, 1 passed" in ran.stdout
    assert "tutorial.ipynb: cell 2 (In [2]), output 1: stale output" in ran.stdout
    assert "line 1: stored '1.9666', now '1.8667662" in ran.stdout


def test_the_cells_of_the_study_set_their_seeds():
    assert all("default_rng(7)" in source for source in CELLS.values())
