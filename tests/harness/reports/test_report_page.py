"""The page of a run: what it keeps of every verdict, how little room that takes, and that it is written in pieces."""

from __future__ import annotations

import gc
import math
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from lastdigit.base.files import write_whole
from lastdigit.cases.reference import Reference
from lastdigit.printing.golden import Golden
from lastdigit.pytest_session.project import Project, load_project
from lastdigit.records.run import Run, make_run
from lastdigit.reports.page.elements import LISTED
from lastdigit.reports.page.facts import are_weights
from lastdigit.reports.page.index import IS_CALIBRATED
from lastdigit.reports.page.run_page import pieces, write_html
from lastdigit.reports.page.speed import right_digits
from lastdigit.verdicts.elements import Elements, Terms
from lastdigit.verdicts.verdict import Element, Share, Verdict
from tests.harness.read_page import numbers, read_page, unfolded


@pytest.fixture(scope="module")
def run(pytestconfig: pytest.Config) -> Run:
    """Document 000 with one implementation, in two number formats."""
    whole = load_project(pytestconfig.rootpath / "reference_data", pytestconfig.rootpath / "implementations")
    reference = Reference(whole.reference.root, {"000": whole.reference.documents["000"]})
    chosen = tuple(entry for entry in whole.implementations if entry.name == "numpy_batched")
    project = Project(reference, chosen)
    found = [verdict for case in project.cases for verdict in project.judge_document(case)]
    found += [verdict for pairing in project.pairings for verdict in project.judge_implementation(pairing)]
    return make_run(reference, found)


def page_of(run: Run, folder: Path):
    write_html(run, folder / "index.html")
    return read_page(folder / "index.html")


def test_every_element_of_an_ordinary_run_is_on_the_page(run: Run, tmp_path: Path):
    page = page_of(run, tmp_path)
    seen = 0
    for name in run.reference.documents["000"].stored.goldens:
        section = page.section(f"000/{name}")
        for view in section.get("views", []):
            (judged,) = (v for v in view["verdicts"] if v.get("matrix"))
            (verdict,) = (
                v
                for v in run.verdicts
                if (v.case, v.golden, v.implementation, v.dtype) == (view["case"], name, view["name"], view["dtype"])
            )
            elements = judged["elements"]
            assert elements["observed"] == [detail.observed for detail in verdict.details]
            assert numbers(elements["error"]) == [float(f"{detail.error:.3g}") for detail in verdict.details]
            assert [term for term, _ in elements["terms"]] == list(verdict.terms)
            assert "bands" not in elements
            seen += len(verdict.details)
    assert seen > 100


def test_the_index_holds_every_verdict(run: Run, tmp_path: Path):
    columns = page_of(run, tmp_path).index["verdicts"]
    for verdict in run.verdicts:
        if verdict.golden:
            assert verdict.elements in columns["elements"]
    known = [verdict for verdict in run.verdicts if verdict.golden]
    assert sum(code & 16 > 0 for code in columns["code"]) == len(known)
    assert len({len(columns[name]) for name in columns if name != "count"}) == 1


SHARES = (Share(("scores not scaled",), 1.0, 0.02), Share(("flipped",), 0.0, 0.01))


def rests_on(verdict: Verdict) -> Verdict:
    """The verdict with what it rests on, in full."""
    facts = replace(verdict, evidence="calibrated", arithmetic="stored", blind_to=("flipped",), shares=SHARES)
    return replace(facts, verdict="disagrees", gate="fail") if verdict.dtype == "float32" else facts


def test_what_verdicts_rest_on_is_on_the_page_and_the_names_of_mistakes_once(run: Run, tmp_path: Path):
    page = page_of(replace(run, verdicts=tuple(map(rests_on, run.verdicts))), tmp_path)
    seen = 0
    for name in run.reference.documents["000"].stored.goldens:
        section = page.section(f"000/{name}")
        for verdict in [each for view in section.get("views", []) for each in view["verdicts"]]:
            assert (verdict["evidence"], verdict["arithmetic"], verdict["blind_to"]) == (
                *("calibrated", "stored"),
                ["flipped"],
            )
            assert section["measured"] == [["scores not scaled", "flipped"]]
            assert (verdict["measured"], verdict["shares"]) == (0, ["1.00 ± 0.02", "0.00 ± 0.01"])
            assert verdict["told"] == [0]
            seen += 1
    assert seen > 10
    assert page.index["arithmetic"]["stored"] == "as accurate as a computation that stores each step"
    assert page.index["evidence"]["proven"] == "no rounding error explains it"
    assert all(code & IS_CALIBRATED for code in page.index["verdicts"]["code"])


def test_what_verdicts_do_not_say_takes_no_room(run: Run, tmp_path: Path):
    nothing = {"blind_to": (), "shares": (), "arithmetic": "", "evidence": ""}
    silent = replace(run, verdicts=tuple(replace(verdict, **nothing) for verdict in run.verdicts))
    page = page_of(silent, tmp_path)
    sections = [section for block in page.blocks for section in block]
    assert not any("measured" in section for section in sections)
    said = {key for section in sections for verdict in section.get("said", []) for key in verdict}
    assert "power" in said
    assert not said & {"evidence", "arithmetic", "blind_to", "measured", "shares", "told"}
    assert max(page.index["verdicts"]["code"]) < IS_CALIBRATED


class Counting(Run):
    """A run that knows how many details were asked for, and how many were held at most."""

    def columns(self, verdicts: Iterable[Verdict]) -> Iterator[tuple[Elements, Terms]]:
        for verdict in verdicts:
            asked.append(verdict)
            yield from super().columns([verdict])


asked: list[Verdict] = []


def test_the_page_is_written_piece_by_piece(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    for name in ("blocks.BLOCK", "shown.HELD"):
        monkeypatch.setattr(f"lastdigit.reports.page.{name}", 1)
    monkeypatch.setattr("lastdigit.reports.page.run_page.PIECES", 1)
    asked.clear()
    counting = Counting(run.environment, run.reference, run.verdicts, (), True)
    marks = [len(asked) for _ in pieces(counting, tmp_path)]
    assert marks[0] == 0
    assert len(set(marks)) > 5
    assert marks[-1] == len(asked) >= len(run.verdicts) - 5


NAME = "self_attention_output"


def kept(run: Run, folder: Path) -> list[tuple[Any, ...]]:
    """What a page keeps of every verdict."""
    return [
        (view["name"], view["dtype"], verdict["elements"])
        for block in page_of(run, folder).blocks
        for section in map(unfolded, block)
        for view in section.get("views", [])
        for verdict in view["verdicts"]
    ]


@pytest.mark.parametrize("name", ["blocks.BLOCK", "shown.HELD"])
@pytest.mark.parametrize("whole", [1_000_000, 100])
def test_what_is_kept_is_the_same_however_much_is_held_at_a_time(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, whole: int
):
    monkeypatch.setattr("lastdigit.reports.page.blocks.WHOLE", whole)
    before = kept(run, tmp_path)
    monkeypatch.setattr(f"lastdigit.reports.page.{name}", 1)
    assert kept(run, tmp_path) == before
    assert len(before) > 20


def test_the_collector_rests_while_a_page_is_written_and_not_after(run: Run, tmp_path: Path):
    class Broken(Run):
        def columns(self, verdicts: Iterable[Verdict]) -> Iterator[tuple[Elements, Terms]]:
            assert not gc.isenabled()
            raise ValueError

    broken = Broken(run.environment, run.reference, run.verdicts, (), True)
    with pytest.raises(ValueError):  # noqa: PT011
        write_html(broken, tmp_path / "index.html")
    assert gc.isenabled()


def test_a_text_that_is_no_utf_8_stands_on_the_page_all_the_same(run: Run, tmp_path: Path):
    odd = [replace(verdict, reason="\udcff<") for verdict in run.verdicts]
    page = page_of(replace(run, verdicts=tuple(odd)), tmp_path)
    assert page.section(f"000/{NAME}")["said"][0]["reason"] == "?<"


def test_a_document_whose_name_is_no_utf_8_has_an_address_all_the_same(run: Run, tmp_path: Path):
    odd = [replace(verdict, document="\ud800") for verdict in run.verdicts]
    page = page_of(replace(run, verdicts=tuple(odd)), tmp_path)
    assert 'href="#%5Cud800"' in page.markup


def large(verdict: Verdict, count: int, *, disagreeing: int = 0) -> Verdict:
    details = tuple(
        Element((at,), "0.5", f"0.5{at}", 1e-9 * (at + 1), 1e-3, at >= disagreeing, at % 2 == 0) for at in range(count)
    )
    terms = {"printing": [1e-3] * count}
    wrong = {"verdict": "disagrees", "gate": "fail"} if disagreeing else {}
    light = replace(verdict, elements=count, disagreeing=disagreeing, worst_index="0", **wrong)
    return replace(light, details=details, terms=terms)


def golden_of(known: Golden, count: int) -> Golden:
    return replace(known, tokens=("0.5",) * count, shape=(count,), cut=False)


@pytest.mark.parametrize("disagreeing", [0, 9])
def test_beyond_the_budget_the_worst_are_kept_and_a_band_of_every_other(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, disagreeing: int
):
    monkeypatch.setattr("lastdigit.reports.page.blocks.WHOLE", 100)
    known = run.reference.documents["000"]
    goldens = {NAME: golden_of(known.stored.goldens[NAME], 60)}
    reference = Reference(run.reference.root, {"000": replace(known, stored=replace(known.stored, goldens=goldens))})
    verdicts = [
        large(verdict, 60, disagreeing=disagreeing if verdict.dtype == "float32" else 0)
        for verdict in run.verdicts
        if verdict.golden == NAME
    ]
    page = page_of(make_run(reference, verdicts), tmp_path)
    section = page.section(f"000/{NAME}")
    found = {view["name"] + view["dtype"]: view["verdicts"][0]["elements"] for view in section["views"]}
    assert len(found) == 3
    lean = {name: elements for name, elements in found.items() if "bands" in elements}
    assert len(lean) == len(found) - 1
    assert all(elements["kept"] == [59] for elements in lean.values())
    assert all(elements["bands"] == "aA" * 30 for elements in lean.values())
    # What disagrees comes first.
    assert not disagreeing or "numpy_batchedfloat32" not in lean


def test_a_golden_too_large_to_draw_lists_its_worst_elements(run: Run, tmp_path: Path):
    known = run.reference.documents["000"]
    goldens = {NAME: golden_of(known.stored.goldens[NAME], 5000)}
    reference = Reference(run.reference.root, {"000": replace(known, stored=replace(known.stored, goldens=goldens))})
    verdicts = [large(verdict, 5000, disagreeing=70) for verdict in run.verdicts if verdict.golden == NAME]
    section = page_of(make_run(reference, verdicts), tmp_path).section(f"000/{NAME}")
    assert len(section["golden"]["tokens"]) == 4096
    assert section["golden"]["count"] == 5000
    for view in section["views"]:
        elements = view["verdicts"][0]["elements"]
        assert elements["count"] == 5000
        assert elements["indices"] == [str(at) for at in range(4999, 4999 - LISTED, -1)]


@pytest.mark.parametrize("count", [1, 3])
def test_texts_and_numbers_of_every_kind_come_back(run: Run, tmp_path: Path, count: int):
    verdict = next(verdict for verdict in run.verdicts if verdict.golden and verdict.dtype == "float64")
    details = tuple(
        Element((at,), "½, 0.25", observed, error, allowed, False, False)
        for at, (observed, error, allowed) in enumerate(
            [("a,b", 2e300, math.inf), ("-2.5", 0.0, 5e-324), ("", 1.5, 0.0)]
        )
    )[:count]
    alone = replace(
        verdict, golden="", against="definition", elements=count, details=Elements.of(details), terms=Terms()
    )
    page = page_of(make_run(run.reference, [alone]), tmp_path)
    (found,) = (
        verdict["elements"]
        for block in page.blocks
        for section in map(unfolded, block)
        for view in section.get("views", [])
        for verdict in view["verdicts"]
    )
    ranked = [details[at] for at in found["kept"]]
    assert found["observed"] == [detail.observed for detail in ranked]
    assert found["expected"] == [detail.printed for detail in ranked]
    assert numbers(found["error"]) == [float(f"{detail.error:.3g}") for detail in ranked]
    assert numbers(found["allowed"]) == [float(f"{detail.allowed:.3g}") for detail in ranked]


def test_goldens_whose_rows_may_sum_to_one_are_weights(run: Run):
    goldens = run.reference.documents["000"].stored.goldens
    assert {name for name, golden in goldens.items() if are_weights(golden)} == {
        "attention_weights",
        "attention_weights_cell_4",
    }
    weights = goldens["attention_weights"]
    larger = f"{float(weights.tokens[0]) + 1e-7:.8f}"
    assert not are_weights(replace(weights, tokens=(larger, *weights.tokens[1:])))


def test_right_digits_are_those_of_the_relative_error(run: Run):
    exact = next(verdict for verdict in run.verdicts if verdict.against == "definition" and verdict.dtype == "float32")
    assert round(right_digits(replace(exact, expected="-200.0", error=0.02)) or 0.0, 9) == 4
    assert right_digits(replace(exact, expected="1.0", error=0.0)) == 24 * math.log10(2)
    assert right_digits(replace(exact, expected="0.0", error=0.1)) is None
    assert right_digits(replace(exact, against="document")) is None


def test_content_that_ends_early_leaves_the_old_file(tmp_path: Path):
    path = tmp_path / "a.html"
    write_whole(path, [b"old", b" file"])

    def broken() -> Iterator[bytes]:
        yield b"new"
        raise ValueError

    with pytest.raises(ValueError):  # noqa: PT011
        write_whole(path, broken())
    assert path.read_bytes() == b"old file"
    assert list(tmp_path.iterdir()) == [path]


def test_the_environment_is_told_without_importing_a_framework(python):
    code = (
        "import sys; from lastdigit.records.environment import environment_facts; facts = dict(environment_facts()); "
    )
    code += "assert facts['numpy'] and 'CPUs' in facts and any('BLAS' in name for name in facts), facts; "
    code += "print('torch' in sys.modules)"
    process = python("-c", code)
    assert process.stdout.strip() == "False", process.stderr
