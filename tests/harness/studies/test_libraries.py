"""implementations/libraries: files stand for packages, the cases fit, and the page of the verdicts counts them."""

from __future__ import annotations

from pathlib import Path

import pytest

from lastdigit.implementations.implementation import find_implementations
from lastdigit.pytest_session.project import load_project
from studies.libraries.__main__ import main
from studies.libraries.matrix import coverage, read, totals
from studies.libraries.names import PACKAGES, packages_of
from studies.libraries.speed import table

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "implementations" / "libraries"
HEAD = (
    "case,operation,implementation,dtype,against,verdict,evidence,arithmetic,error,allowed,explanation,erratum,reason\n"
)
ROWS = (
    "a,softmax,jax_nn_eager,float64,definition,agrees,,fused,1e-17,4e-17,,,\n"
    "a,softmax,jax_nn_eager,float32,definition,agrees,,stored,1e-8,2e-8,,,\n"
    "b,log_softmax,jax_nn_eager,float32,definition,disagrees,proven,,1,2e-8,a wrong axis,jax,\n"
    "a,softmax,jax_nn_eager,float32,document,agrees,,,1e-8,2e-8,,,\n"
    "a,softmax,mlx_fast,float16,definition,failed,,,,,,,raised\n"
    "a,softmax,scipy_special,float64,definition,skipped,,,,,,,scipy is not installed\n"
)


@pytest.fixture
def reports(write) -> Path:
    return write("reports/verdicts.csv", HEAD + ROWS).parent


def test_the_main_job_reads_no_file_of_the_libraries():
    assert not {each.name for each in find_implementations(ROOT / "implementations")} & {
        each.name for each in find_implementations(FOLDER) if not each.path.is_symlink()
    }


def test_a_hundred_variants_of_fifteen_libraries_are_asked_of_every_case():
    project = load_project(FOLDER / "cases", FOLDER)
    assert project.faults == []
    asked = {(pairing.implementation.name, pairing.dtype) for pairing in project.pairings}
    assert len(asked) >= 100
    assert len({package for name, _ in asked for package in packages_of(name)}) >= 15


def test_every_file_stands_for_its_packages_and_every_erratum_for_an_implementation():
    known = find_implementations(FOLDER)
    assert {each.path.stem for each in known} == set(PACKAGES)
    assert all(packages_of(each.name) == PACKAGES[each.path.stem] for each in known)
    errata = {erratum.implementation for erratum in load_project(FOLDER / "cases", FOLDER).reference.errata}
    assert errata <= {each.name for each in known}


def test_a_cell_tells_the_worst_of_its_cases_in_each_format(reports: Path):
    rows = read(reports)
    assert totals(rows) == (
        "2 libraries, 2 implementations, 3 variants (implementation × format), 4 verdicts: "
        "2 agrees, 1 disagrees, 1 failed."
    )
    cells = {line.split(" | ")[0]: line for line in coverage(rows)}
    assert "✓✗··" in cells["| jax_nn_eager"]
    assert "··!·" in cells["| mlx_fast"]
    assert "| scipy_special" not in cells


def test_the_page_has_what_is_skipped_and_the_csv_the_share_of_what_is_allowed(reports: Path, tmp_path: Path, capsys):
    assert main([str(reports), "--into", str(tmp_path)]) == 0
    assert "4 verdicts" in capsys.readouterr().out
    assert "- scipy is not installed: scipy_special" in (tmp_path / "libraries.md").read_text(encoding="utf-8")
    lines = (tmp_path / "libraries.csv").read_text(encoding="utf-8").splitlines()
    assert lines[1] == "jax_nn_eager,softmax,a,float64,agrees,,fused,1e-17,4e-17,0.25,,,"


def test_times_are_multiples_of_the_base_and_in_the_order_of_the_largest_size(write):
    def result(name: str, tokens: int, median: float, share: float) -> str:
        about = f'{{"implementation": "{name}", "tokens": {tokens}, "share": {share}}}'
        return f'{{"stats": {{"median": {median}}}, "extra_info": {about}}}'

    results = [
        result("numpy_einsum", 16, 0.001, 0.1),
        result("numpy_einsum", 64, 0.002, 0.2),
        result("slow", 16, 0.0005, 0.5),
        result("slow", 64, 0.01, 0.25),
        result("fast", 16, 0.002, 0.1),
        result("fast", 64, 0.001, 0.1),
    ]
    lines = list(table(write("benchmarks.json", f'{{"benchmarks": [{", ".join(results)}]}}')))
    assert lines[2:] == [
        "| numpy_einsum | 1 ms | 2 ms | 0.2 |",
        "| fast | 2 | 0.5 | 0.1 |",
        "| slow | 0.5 | 5 | 0.5 |",
    ]
