"""Terms of bounds are found in a source, and one that is taken out is noticed where a test needs it."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path
from textwrap import dedent

import pytest

from studies.removed_terms import ARGUED, MODULES, ROOT, outcomes, removals
from studies.terms import terms
from studies.tried import ALIVE, KILLED, Mutant, without_mutant

pytestmark = pytest.mark.long


def taken_out(source: str, **names: object) -> list[str]:
    return [term.taken_out for term in terms(source, names)]


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("a + b + c", ["a", "b", "c"]),
        ("4.0 * u * a", ["4.0"]),
        ("0.5 * FEW * MANY * n", ["MANY", "n"]),
        ("(1.0 + a) * b", ["a"]),
        ("np.maximum(a, b)", ["a", "b"]),
        ("np.minimum(a, b)", []),
        ("np.hypot(a, b)", ["a", "b"]),
        ("a / (1.0 - b)", ["b"]),
        ("up(a, 32)", ["up()"]),
        ("np.where(fits, a, np.inf)", ["fits"]),
        ("a & b", ["a", "b"]),
        ("typical.biased(a)", [".biased(a)"]),
        ("Typical(a, NOTHING, row=b)", ["a", "row=b"]),
        ("x.round(a, roundings=3)", ["roundings=3"]),
        ("a[n + 1]", []),
        ("np.sum(a, axis=n - 1)", []),
        ("a += b", ["b"]),
        ("a *= b", []),
        ("a *= RAISED", ["RAISED"]),
    ],
)
def test_terms_are_what_makes_a_bound_larger(source: str, found: list[str]):
    assert taken_out(source, FEW=0.5, MANY=7, RAISED=1.5) == found


def test_each_term_is_taken_out_alone():
    source = "bound = up(a + b) + c\nbound += d"
    assert [term.source for term in terms(source, {})] == [
        "bound = c\nbound += d",
        "bound = up(a + b)\nbound += d",
        "bound = a + b + c\nbound += d",
        "bound = up(b) + c\nbound += d",
        "bound = up(a) + c\nbound += d",
        "bound = up(a + b) + c\npass",
    ]


def test_what_rounds_outward_is_read_without_it():
    source = "matmul_up(a, b + c)\nsum_up(a, -1, True)\ngamma(n, u)"
    found = {term.taken_out: term.source.splitlines() for term in terms(source, {})}
    assert found["matmul_up()"][0] == "a @ (b + c)"
    assert found["sum_up()"][1] == "np.sum(a, axis=-1, keepdims=True)"
    assert found["gamma()"][2] == "n * u"


MODULE = Path("src", "lastdigit", "tiny.py")
TINY = "def bound(a, b):\n    return a + b"


def package(folder: Path, test: str) -> Path:
    for path, source in {MODULE: TINY, Path("tests", "harness", "test_tiny.py"): dedent(test)}.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(source, encoding="utf-8")
    for name in ("__init__", "pytest_plugin"):
        (folder / MODULE).with_name(f"{name}.py").write_text("", encoding="utf-8")
    return folder


def tried(folder: Path, argument: str = "") -> Sequence:
    found = [Mutant(MODULE, term, argument) for term in terms(TINY, {})]
    return list(outcomes(found, 2, checkout=folder, tests=lambda _: [["tests/harness/test_tiny.py"]]))


def test_a_term_that_a_test_needs_is_noticed_and_one_that_none_needs_is_not(tmp_path: Path):
    test = """
        from lastdigit.tiny import bound

        def test_bound():
            assert bound(1, 2) >= 2
        """
    first, second = tried(package(tmp_path, test))
    assert (first.mutant.edit.key, first.says, first.is_wrong) == (("a + b", "a"), ALIVE, True)
    assert (second.mutant.edit.key, second.says, second.is_wrong) == (("a + b", "b"), KILLED, False)
    assert second.test == "tests/harness/test_tiny.py::test_bound"


def test_an_argument_that_a_test_refutes_is_wrong(tmp_path: Path):
    test = """
        from lastdigit.tiny import bound

        def test_bound():
            assert bound(1, 2) == 3
        """
    assert [each.is_wrong for each in tried(package(tmp_path, test), "changes nothing")] == [True, True]


def test_tests_that_fail_as_it_is_notice_nothing(tmp_path: Path):
    with pytest.raises(ValueError, match="test_nothing fails although"):
        tried(package(tmp_path, "def test_nothing(): assert False"))


def test_every_argument_is_about_a_term_that_there_is():
    with ARGUED.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    argued = {(row["file"], row["expression"], row["taken out"]): row["reason"] for row in rows}
    assert len(argued) == len(rows)
    assert all(argued.values())
    found = [each for file in sorted({row["file"] for row in rows}) for each in removals(MODULES / file, argued)]
    assert without_mutant(argued, [(each.module.name, *each.edit.key) for each in found]) == []
    assert all((ROOT / MODULES / row["file"]).exists() for row in rows)


def test_an_argument_about_no_term_is_found():
    argued = [("tiny.py", "a + b", "a"), ("tiny.py", "a + c", "a"), ("other.py", "a + c", "a")]
    assert without_mutant(argued, [("tiny.py", "a + b", "a")]) == [("tiny.py", "a + c", "a")]
