"""Certificates: what a run says is derived again by another program, and what is forged is refused."""

from __future__ import annotations

import ast
import decimal
import gzip
import json
import random
import shutil
import sys
from collections import Counter
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

import pytest

from lastdigit.certificates.certificate import packed
from lastdigit.commands.command_line import main
from lastdigit_checker import checker
from tests.harness.certificates.forgeries import KINDS, forgeries
from tests.harness.conftest import make_small_project

pytestmark = pytest.mark.small_project

FORGED = 100


@dataclass(frozen=True)
class Certified:
    """A run of a small project with errata, and its certificate."""

    folder: Path

    @property
    def certificate(self) -> Path:
        return self.folder / "reports" / "certificate.jsonl.gz"

    @property
    def record(self) -> Path:
        return self.folder / "reports" / "run.jsonl.gz"

    @property
    def reference(self) -> Path:
        return self.folder / "reference_data"

    @property
    def lines(self) -> list[dict]:
        """Without its end."""
        return [json.loads(line) for line in gzip.decompress(self.certificate.read_bytes()).splitlines()][:-1]


@pytest.fixture(scope="module")
def certified(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Certified:
    project = make_small_project(root, tmp_path_factory.mktemp("certified") / "project")
    (project.folder / "implementations" / "mine.py").unlink()
    for name in ("numpy_matrix.py", "numpy_initialization.py"):
        shutil.copy(root / "implementations" / name, project.folder / "implementations" / name)
    shutil.copytree(root / "reference_data" / "004", project.folder / "reference_data" / "004")
    ran = project.run("--complete", "-q")
    assert "gate PASS" in ran.stdout, ran.stdout + ran.stderr
    found = Certified(project.folder)
    command = ["certify", str(found.record), "--into", str(found.certificate)]
    assert main([*command, "--implementations", str(project.folder / "implementations")]) == 0
    return found


def problem(certified: Certified, lines: list[dict], *, record: bool) -> str:
    """The first that the checker says of a certificate of these lines; an empty text where it accepts it."""
    try:
        said = checker.Certificate(lines)
        return next(iter(checker.problems(said, certified.reference, certified.record if record else None)), "")
    except Exception as error:
        return f"the certificate: {error}"


def test_a_certificate_is_accepted(certified: Certified, capsys: pytest.CaptureFixture[str]):
    given = ["--reference", str(certified.reference), "--run", str(certified.record)]
    assert checker.main([str(certified.certificate), *given]) == 0
    told = capsys.readouterr().out
    assert "accepted: " in told
    assert "exp off by at most 6.0 units of roundoff" in told


def test_it_is_accepted_by_itself(certified: Certified):
    assert checker.main([str(certified.certificate)]) == 0


@pytest.mark.parametrize("record", [True, False])
def test_what_is_forged_is_refused(certified: Certified, record: bool):
    """Without the record, what is taken on trust may pass: an observed number that agrees too, a theorem's bound."""
    lines = certified.lines
    found: Counter[str] = Counter()
    passed: Counter[str] = Counter()
    for name, forged in forgeries(lines, FORGED, seed=15):
        found[name] += 1
        told = problem(certified, forged, record=record)
        passed[name] += not told
        assert not told or told.partition(": ")[2], told
    assert sum(found.values()) == FORGED
    assert set(found) == set(KINDS)
    trusted: set[str] = set() if record else {"digit_of_what_was_observed", "bound_widened", "bound_narrowed"}
    if checker.tomllib is None:
        # what stands in TOML alone
        trusted |= {"golden_forgotten", "precision_changed"} | (set() if record else {"operation_called_own"})
    assert set(+passed) <= trusted, +passed
    assert record or passed.total() <= FORGED // 10


def test_an_operation_that_the_checker_lacks_is_refused_by_name(certified: Certified):
    lines = certified.lines
    KINDS["operation_called_own"](random.Random(3), lines)
    del lines[1]
    told = list(checker.problems(checker.Certificate(lines), None, None))
    assert all("operation mine is neither defined here nor own" in each for each in told)
    assert told


def test_no_operation_that_the_checker_has_can_be_called_own(certified: Certified):
    lines = certified.lines
    lines.insert(1, {"operation": {"name": "softmax", "file": "mine.py", "sha256": "0" * 64}})
    assert "softmax is called the project's own, and defined here" in problem(certified, lines, record=False)


@pytest.mark.parametrize("factor", [1.0 - 1e-4, 1.0 + 1e-4])
def test_bounds_of_sums_and_products_are_derived(certified: Certified, factor: float):
    changed = {}
    operations = {
        (line["case"]["document"], line["case"]["name"]): line["case"]["operation"]
        for line in certified.lines
        if "case" in line
    }
    for at, line in enumerate(certified.lines):
        reading = line.get("reading", {})
        operation = operations.get((reading.get("document"), reading.get("case")))
        if operation in checker.SUMS and any(reading["bound"]):
            changed[operation, reading["inputs"]] = at
    assert {operation for operation, _ in changed} >= {"linear", "projection", "scaled_attention_scores"} & set(
        operations.values()
    )
    assert len(changed) > 8
    for at in changed.values():
        lines = certified.lines
        lines[at]["reading"]["bound"] = [bound and bound * factor for bound in lines[at]["reading"]["bound"]]
        assert "the rounding bound of element" in problem(certified, lines, record=False)


def test_what_has_lost_its_end_or_was_changed_is_refused(certified: Certified, tmp_path: Path):
    changed = tmp_path / "changed.gz"
    changed.write_bytes(packed(certified.lines)[:-40])
    assert checker.main([str(changed)]) == 1
    text = gzip.decompress(certified.certificate.read_bytes()).replace(b'"agrees"', b'"failed"', 1)
    changed.write_bytes(gzip.compress(text))
    assert checker.main([str(changed)]) == 1
    text = gzip.decompress(certified.certificate.read_bytes()).replace(
        b'"environment":"', b'"environment":"another ', 1
    )
    changed.write_bytes(gzip.compress(text))
    assert checker.main([str(changed)]) == 1


def test_reference_data_that_were_changed_are_seen(certified: Certified, tmp_path: Path):
    shutil.copytree(certified.reference, tmp_path / "reference_data")
    cases = tmp_path / "reference_data" / "000" / "cases.toml"
    cases.write_text(cases.read_text(encoding="utf-8").replace("eye = 4", "eye = 5"), encoding="utf-8")
    assert checker.main([str(certified.certificate), "--reference", str(tmp_path / "reference_data")]) == 1


def test_the_checker_shares_no_code_and_is_short():
    files = sorted(Path(checker.__file__).parent.glob("*.py"))
    imported = {
        (node.module if isinstance(node, ast.ImportFrom) else alias.name) or ""
        for path in files
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, (ast.Import, ast.ImportFrom))
        for alias in node.names
    }
    assert {name.partition(".")[0] for name in imported} - {"lastdigit_checker", "tomllib"} <= sys.stdlib_module_names
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files) <= LONGEST


def test_exponentials_and_roots_are_enclosed():
    draws = random.Random(5)
    with decimal.localcontext() as context:
        context.prec = 120
        for number in [0.0, -1e-30, *(draws.uniform(-90.0, 3.0) for _ in range(200))]:
            low, high = (Decimal(end) / checker.ONE for end in checker.exp(checker.constant(number).mid))
            assert low <= Decimal(number).exp() <= high
            assert high - low <= Decimal(8 if number <= 0 else 400) / checker.ONE
            root = checker.constant(abs(number)).root()
            assert abs(Decimal(root.mid) / checker.ONE - Decimal(abs(number)).sqrt()) <= Decimal(root.rad) / checker.ONE


LONGEST = 1000
"""Lines of the whole checker."""
