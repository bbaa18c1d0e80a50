"""Implementations that want to pass without being right: each has its row, none passes, none harms a neighbour."""

from __future__ import annotations

import csv
import py_compile
import re
import shutil
from importlib.util import cache_from_source
from pathlib import Path

import pytest

from tests.harness.conftest import OWN, SmallProject, run_python

pytestmark = pytest.mark.long

HOSTILE = Path(__file__).parents[2] / "hostile"
FAILED, DISAGREES = "failed", "disagrees"
ROWS = {
    "skips": (FAILED, "raised Skipped: not today"),
    "expects_to_fail": (FAILED, "raised XFailed: known"),
    "claims_a_missing_framework": (FAILED, "raised MissingFramework: numpy is not installed.*"),
    "exits": (FAILED, "raised SystemExit: 0"),
    "exits_when_imported": (FAILED, "raised SystemExit: 0"),
    "raises_any_exception": (FAILED, "raised BaseException: out"),
    "interrupts": (FAILED, "raised KeyboardInterrupt"),
    "raises_what_cannot_be_told": (FAILED, "raised Untold, whose message raises SystemExit"),
    "raises_a_long_story": (FAILED, "raised ValueError: (no )+(no?)?"),
    "ends_its_process": (FAILED, "ended its process with status 0"),
    "ends_its_process_when_imported": (FAILED, "ended its process with status 0"),
    "kills_itself": (FAILED, "was killed by SIGKILL"),
    "reads_nowhere": (FAILED, "was killed by SIGSEGV"),
    "never_returns": (FAILED, "did not return within 1 s"),
    "never_listens": (FAILED, "did not return within 1 s"),
    "takes_all_memory": (FAILED, "ran out of memory"),
    "grows": (FAILED, "ran out of memory"),
    "prints_for_ever": (FAILED, "did not return within 1 s"),
    "patches_the_judge": (DISAGREES, ""),
    "patches_the_gate": (DISAGREES, ""),
    "walks_the_stack": (DISAGREES, ""),
    "looks_through_memory": (DISAGREES, ""),
    "patches_numpy": (FAILED, r"returned shape .*"),
    "returns_a_mask": (FAILED, "returned a masked array"),
    "returns_nothing": (FAILED, "returned None"),
    "returns_nan": (FAILED, r"returned nan at \[.*\]"),
    "returns_words": (FAILED, "returned an array of <U3"),
    "returns_complex_numbers": (FAILED, "returned an array of complex128"),
    "returns_another_dtype": (FAILED, "returned float32; declared float64"),
    "returns_more_than_there_is": (FAILED, "ran out of memory"),
    "answers_another_way": (FAILED, "raised SystemExit: 0"),
    "is_never_the_same": (FAILED, "two calls on the same inputs returned different results: .*"),
    "is_right_once": (FAILED, "two calls on the same inputs returned different results: .*"),
    "recites": (FAILED, "does not follow its inputs: .* reversed"),
    "writes_to_every_descriptor": (FAILED, "wrote to the judge's channel: .*"),
    "closes_every_descriptor": (FAILED, "(closed its channel to the judge|ended its process with status 0)"),
    "forks": ("disagrees|failed", "|wrote to the judge's channel: .*"),
    "kills_its_parent": ("disagrees|failed", "|killed the process that starts workers"),
}
"""What the row of each says."""


def rows(project: SmallProject) -> dict[str, list[dict[str, str]]]:
    """The rows of ``verdicts.csv`` by implementation."""
    found: dict[str, list[dict[str, str]]] = {}
    for row in csv.DictReader(project.report("verdicts.csv").splitlines()):
        found.setdefault(row["implementation"], []).append(row)
    return found


def test_every_hostile_file_has_its_row():
    assert {path.stem for path in HOSTILE.glob("*.py")} == set(ROWS)


ENDING = {
    "skips",
    "exits",
    "ends_its_process",
    "ends_its_process_when_imported",
    "kills_itself",
    "kills_its_parent",
    "never_returns",
    "takes_all_memory",
    "closes_every_descriptor",
    "patches_the_judge",
}
"""Those that end a worker, or hold it up, and one of the others: what a schedule could lose."""


@pytest.mark.parametrize(
    ("arguments", "names"),
    [
        ((), set(ROWS)),
        (("-n", "2", "--dist", "load"), ENDING),
    ],
    ids=["alone", "-n 2 load"],
)
def test_no_hostile_implementation_passes_or_harms_a_neighbour(
    small_project: SmallProject, arguments: tuple[str, ...], names: set[str]
):
    for name in names:
        shutil.copy(HOSTILE / f"{name}.py", small_project.folder / "implementations")
    limits = ("--call-seconds", "1", "--call-gigabytes", "1")
    plugins = "lastdigit.pytest_plugin,xdist" if arguments else "lastdigit.pytest_plugin"
    process = small_project.run("--complete", *limits, *arguments, plugins=plugins)
    assert process.returncode == 1, process.stdout
    assert "gate FAIL" in process.stdout
    assert "fault" not in process.stdout
    found = rows(small_project)
    assert {row["gate"] for row in found.pop("mine")} == {"pass"}
    assert {row["gate"] for row in found.pop("document")} == {"pass"}
    assert found.keys() == names
    for name in names:
        verdict, reason = ROWS[name]
        for row in found[name]:
            assert row["gate"] == "fail", name
            assert re.fullmatch(verdict, row["verdict"]), (name, row["verdict"])
            assert re.fullmatch(reason, row["reason"]), (name, row["reason"])


def test_no_implementation_takes_the_name_of_the_document(small_project: SmallProject):
    shutil.copy(HOSTILE / "patches_numpy.py", small_project.folder / "implementations" / "document.py")
    process = small_project.run("--complete")
    assert process.returncode != 0
    assert "expected another name; 'document' denotes the printed values" in process.stdout + process.stderr


@pytest.mark.parametrize(
    ("harm", "fault"),
    [
        ("pathlib.Path('reference_data/000/cases.toml').open('a').write('\\n')", "cases.toml changed during the run"),
        ("pathlib.Path('implementations/other.py').write_text('')", "other.py changed during the run"),
        ("__import__('shutil').rmtree('reports')", "run.part.jsonl changed during the run"),
        ("pathlib.Path('reports/run.part.jsonl').open('r+b').write(b'{}')", "jsonl changed during the run"),
    ],
    ids=["store", "implementations", "reports", "spool"],
)
def test_files_that_are_changed_during_a_run_are_told(small_project: SmallProject, harm: str, fault: str):
    path = small_project.folder / "implementations" / "mine.py"
    path.write_text(path.read_text().replace("    return np.sum", f"    import pathlib\n    {harm}\n    return np.sum"))
    process = small_project.run("--complete")
    assert process.returncode == 1, process.stdout
    assert fault in process.stdout


def test_what_is_seen_beside_a_right_result_is_noted_and_what_it_prints_is_shown(small_project: SmallProject):
    noted = "    x[:] = 0\n    print('looked')\n    np.float64(1) / np.float64(0)\n    return result"
    path = small_project.folder / "implementations" / "mine.py"
    text = path.read_text().replace("    return np.sum", "    result = np.sum", 1)
    path.write_text(text.replace("+ bias", f"+ bias\n{noted}", 1))
    process = small_project.run("--complete", "-s")
    assert process.returncode == 0, process.stdout
    assert "looked" in process.stdout
    notes = {row["notes"] for row in rows(small_project)["mine"] if row["operation"] == "linear"}
    (note,) = notes
    assert "changed its argument 1" in note
    assert "raised the floating-point flag: division by zero" in note
    assert "warned: RuntimeWarning: divide by zero" in note


def test_without_isolation_an_exit_is_a_failure_as_well(small_project: SmallProject):
    shutil.copy(HOSTILE / "exits.py", small_project.folder / "implementations")
    process = small_project.run("--complete", "--no-isolation")
    assert process.returncode == 1, process.stdout
    assert {row["reason"] for row in rows(small_project)["exits"]} == {"raised SystemExit: 0"}


def test_a_test_that_ends_without_a_verdict_fails_the_gate(small_project: SmallProject):
    (small_project.folder / "tests" / "conftest.py").write_text(
        "import pytest\n\n\n@pytest.fixture(autouse=True)\ndef stop(request):\n"
        "    if 'mine' in request.node.name:\n        pytest.skip('not today')\n"
    )
    process = small_project.run("--complete")
    assert process.returncode == 1, process.stdout
    assert "has no verdict" in process.stdout


ENGINE_POISON = """
import importlib.util
import pathlib

ENGINE = pathlib.Path(importlib.util.find_spec("lastdigit").origin).parent
POISON = "raise SystemExit(0)"
"""


@pytest.mark.parametrize(
    ("harm", "told"),
    [
        ("(ENGINE / 'reports' / 'writers.py').write_text(POISON)", "writers.py changed during the run"),
        ("(ENGINE / 'reports' / 'new.py').write_text(POISON)", "new.py changed during the run"),
        ("[p.write_bytes(b'') for p in (ENGINE / 'reports' / '__pycache__').iterdir()]", ".pyc changed during the run"),
    ],
    ids=["source", "new", "compiled"],
)
def test_an_engine_that_is_changed_during_a_run_judges_on_and_is_told(
    small_project: SmallProject, root: Path, harm: str, told: str
):
    copy = small_project.folder / "engine"
    shutil.copytree(root / "src" / "lastdigit", copy / "lastdigit")
    path = small_project.folder / "implementations" / "mine.py"
    text = path.read_text().replace("    return np.sum", f"    {harm}\n    return np.sum")
    path.write_text(text.replace("import numpy as np", f"import numpy as np\n{ENGINE_POISON}", 1))
    arguments = ("-m", "pytest", "-p", "no:cacheprovider", "--rootdir", str(small_project.folder), "--complete")
    alone = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_PLUGINS": OWN, "PYTHONDONTWRITEBYTECODE": ""}
    process = run_python(*arguments, folder=small_project.folder, PYTHONPATH=str(copy), **alone)
    assert process.returncode == 1, process.stdout
    assert told in process.stdout
    assert "gate FAIL: " in process.stdout


def test_what_python_compiled_of_a_neighbour_is_never_read(small_project: SmallProject):
    other = small_project.folder / "implementations" / "other.py"
    shutil.copy(small_project.folder / "implementations" / "mine.py", other)
    assert small_project.run().returncode == 0
    text = other.read_text().replace("return weights / weights.sum", "return 2 * weights / weights.sum")
    poison = small_project.folder / "poison.py"
    poison.write_text(text)
    cached = Path(cache_from_source(str(other)))
    cached.parent.mkdir(exist_ok=True)
    compiled = bytearray(Path(py_compile.compile(str(poison), cfile=str(cached), doraise=True)).read_bytes())
    compiled[8:16] = int(other.stat().st_mtime).to_bytes(4, "little") + other.stat().st_size.to_bytes(4, "little")
    cached.write_bytes(compiled)
    assert small_project.run().returncode == 0
