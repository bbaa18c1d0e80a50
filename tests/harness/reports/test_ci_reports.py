"""What CI shows of a run: a summary that fits, annotations that cannot be broken, SARIF and JUnit as specified."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import replace
from io import StringIO
from pathlib import Path
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from rich.console import Console

from lastdigit.base.fault import UNUSED_GOLDEN, Fault
from lastdigit.commands.command_line import main
from lastdigit.records.record import NAME, write_record
from lastdigit.records.run import Run
from lastdigit.reports.ci.github import MOST, annotation_lines
from lastdigit.reports.ci.junit import properties
from lastdigit.reports.ci.sarif import MOST as MOST_RESULTS
from lastdigit.reports.ci.sarif import sarif
from lastdigit.reports.ci.summary import markdown
from lastdigit.reports.outcome.headline import headline
from lastdigit.reports.outcome.stops import KINDS
from lastdigit.reports.outcome.terminal import print_run
from lastdigit.reports.tables.markdown import LIMIT
from lastdigit.verdicts.verdict import Share, Verdict
from lastdigit.verdicts.words.describe import describe
from tests.harness.made_up_runs import run_of, texts, verdict, verdicts

PLACE = {"implementation i total": ("implementations/i.py", 7), "case 007/c": ("reference_data/007/cases.toml", 3)}
WRONG = verdict("i", "9.5", "1.5", found="disagrees")
FAULT = Fault("reference_data/007/goldens/z.csv: golden z is unused", UNUSED_GOLDEN, "reference_data/007/goldens/z.csv")


def failing_run() -> Run:
    raised = replace(verdict("j"), verdict="failed", gate="fail", reason="raised ValueError: a\n::error::b")
    stale = replace(verdict("document", "1.5"), gate="fail", erratum="e", reason="erratum e is stale: this now agrees")
    return replace(run_of(WRONG, raised, stale), faults=(FAULT, Fault("no kind")), places=PLACE)


def huge_run() -> Run:
    made = [
        replace(verdict(f"{'ж' * 150}{n}", "9.5", found="disagrees"), reason="é" * 900, golden="|" * 300, case=f"c{n}")
        for n in range(700)
    ]
    faults = [Fault(f"{'<' * 900}{n}") for n in range(300)]
    return replace(run_of(*made, *skipped(f"{'&' * 500}{n}" for n in range(300))), faults=tuple(faults))


def skipped(reasons: Iterable[str]) -> list[Verdict]:
    return [replace(verdict(f"s{n}", found="skipped"), reason=reason) for n, reason in enumerate(reasons)]


def test_the_summary_of_a_huge_run_fits_a_pull_request_and_says_what_it_leaves_out():
    text = markdown(huge_run())
    assert 20_000 < len(text.encode()) < LIMIT
    assert "### 700 verdicts fail the gate, from 700 causes" in text
    assert re.search(r"and 6\d\d more causes; all verdicts are in verdicts\.csv", text)
    assert text.count("<details>") == text.count("</details>") > 0
    assert "gate FAIL: 700 verdicts" in text


@given(st.lists(verdicts, max_size=4), st.lists(texts, max_size=3))
def test_no_text_of_a_run_breaks_out_of_the_summary(made: list[Verdict], words: list[str]):
    run = replace(run_of(*made, *skipped(words)), faults=tuple(map(Fault, words)))
    text = markdown(run)
    text.encode("utf-8")
    folded = {"<details>", "</details>", "</summary>"}
    assert set(re.findall(r"<[^>]*>", text)) <= folded | {"<summary>"}
    assert "@" not in text
    assert "://" not in text


def test_a_small_summary_names_what_fails_with_its_numbers():
    text = markdown(failing_run())
    assert "### 3 verdicts fail the gate, from 3 causes" in text
    named = "| no known mistake explains these numbers | i | 1 golden, float64 only; 1 verdict |"
    example = "007/y by i in float64 against the document | got 9.5, expected 1.5 at \\[0\\], error 8, allowed 0.5 |"
    assert f"{named} {example} implementations/i.py:7 | pytest -k 007/c-i-float64 |" in text
    assert "raised ValueError: a ::error::b" in text
    assert "golden z is unused" in text
    assert "| i ✗ | 0 | 1 | 0 | 0 | 0 | 0/2 |  |" in text


def test_annotations_stand_at_the_line_to_be_mended_and_cannot_be_broken():
    lines = list(annotation_lines(failing_run(), Path("sub,dir")))
    assert all(line.startswith("::error file=") and "\n" not in line for line in lines)
    assert lines[0].startswith("::error file=sub%2Cdir/reference_data/007/goldens/z.csv,line=1,title=lastdigit%3A ")
    disagreeing = next(line for line in lines if "title=lastdigit%3A disagreement" in line)
    assert disagreeing.startswith("::error file=sub%2Cdir/implementations/i.py,line=7,")
    assert (
        "::007/y by i in float64 against the document: disagrees; got 9.5, expected 1.5 at [0], error 8 of 0.5"
        in disagreeing
    )
    raised = next(line for line in lines if "failed-implementation" in line)
    assert raised.startswith("::error file=sub%2Cdir/reference_data/007/cases.toml,line=3,")
    assert raised.endswith("raised ValueError: a%0A::error::b")
    assert list(annotation_lines(run_of(verdict("i", "1.5")))) == []


def scaled_wrongly() -> Run:
    """A run in which one mistake of one implementation shows in three goldens and two formats."""
    wrong = replace(WRONG, explanation="scores not scaled", operation="total")
    made = [
        replace(wrong, case=f"c{n}", golden=f"g{n}", dtype=dtype) for n in range(3) for dtype in ("float32", "float64")
    ]
    places = {
        "implementation i total": ("implementations/i.py", 7),
        "case 007/c0": ("reference_data/007/cases.toml", 3),
    }
    mean = replace(wrong, operation="mean", case="m", golden="m")
    return replace(run_of(*made, mean), places=places | {"implementation i mean": ("implementations/i.py", 30)})


def test_one_mistake_in_several_goldens_and_formats_is_one_result_one_annotation_and_one_row():
    run = scaled_wrongly()
    (log,) = sarif(run)["runs"]
    check_sarif(sarif(run))
    (result,) = log["results"]
    assert "i: scores not scaled (4 goldens, 2 formats; 7 verdicts), such as 007/" in result["message"]["text"]
    assert result["message"]["text"].endswith("; pytest -k i")
    regions = [place["physicalLocation"]["region"]["startLine"] for place in result["locations"]]
    regions += [place["physicalLocation"]["region"]["startLine"] for place in result["relatedLocations"]]
    assert sorted(regions) == [7, 30]
    assert (result["properties"]["verdictCount"], len(result["properties"]["verdicts"])) == (7, 7)
    (line,) = annotation_lines(run)
    assert "title=lastdigit%3A disagreement::i: scores not scaled (4 goldens, 2 formats; 7 verdicts)" in line
    text = markdown(run)
    assert "### 7 verdicts fail the gate, from 1 cause" in text
    assert text.count("| scores not scaled | i | 4 goldens, 2 formats; 7 verdicts |") == 1


def test_a_cause_is_the_same_result_in_the_next_run_though_fewer_verdicts_show_it():
    run = scaled_wrongly()
    fewer = replace(run_of(*run.verdicts[:2]), places=run.places)
    prints = [sarif(each)["runs"][0]["results"][0]["partialFingerprints"] for each in (run, fewer)]
    assert prints[0] == prints[1]


def test_annotations_are_as_many_as_are_shown_and_say_how_many_more_there_are():
    lines = list(annotation_lines(huge_run()))
    assert len(lines) == MOST + 1
    assert lines[-1] == "::notice title=lastdigit::990 more failures; see the reports"
    escaped = replace(failing_run(), faults=(Fault("100% \r\n"),))
    assert next(annotation_lines(escaped)).endswith("::100%25 %0D%0A")


def test_a_merge_in_github_actions_annotates_and_appends_to_the_summary(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    write_record(failing_run(), tmp_path / NAME)
    summary = tmp_path / "summary"
    summary.write_text("before\n")
    arguments = ["report", "merge", str(tmp_path), "--into", str(tmp_path / "into")]
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    assert main(arguments) == 1
    assert not any(line.startswith("::") for line in capsys.readouterr().out.splitlines())
    assert summary.read_text() == "before\n"
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.setenv("GITHUB_WORKSPACE", str(Path.cwd().parent))
    assert main(arguments) == 1
    assert f"::error file={Path.cwd().name}/implementations/i.py,line=7," in capsys.readouterr().out
    assert summary.read_text(encoding="utf-8").startswith("before\n## lastdigit: gate FAIL: 3 verdicts")


def check_sarif(log: dict) -> None:
    """What SARIF 2.1.0 requires of the objects that are used (sections 3.13, 3.14, 3.18, 3.19, 3.27 to 3.30, 3.49)."""
    assert set(log) == {"$schema", "version", "runs"}
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    assert set(run) <= {"tool", "results", "automationDetails", "columnKind", "properties"}
    assert run["columnKind"] in ("utf16CodeUnits", "unicodeCodePoints")
    driver = run["tool"]["driver"]
    assert driver["name"]
    assert re.fullmatch(r"\d+\.\d+\.\d+", driver["semanticVersion"])
    ids = [rule["id"] for rule in driver["rules"]]
    assert len(ids) == len(set(ids))
    for rule in driver["rules"]:
        assert set(rule) <= {"id", "name", "shortDescription", "fullDescription", "help", "defaultConfiguration"}
        assert rule["shortDescription"]["text"]
        assert rule["defaultConfiguration"]["level"] in ("none", "note", "warning", "error")
    for result in run["results"]:
        assert set(result) <= {
            "ruleId",
            "ruleIndex",
            "level",
            "message",
            "locations",
            "partialFingerprints",
            "properties",
            "relatedLocations",
        }
        assert ids[result["ruleIndex"]] == result["ruleId"]
        assert result["level"] in ("none", "note", "warning", "error")
        assert result["message"]["text"]
        assert all(isinstance(value, str) for value in result["partialFingerprints"].values())
        for location in (*result["locations"], *result.get("relatedLocations", ())):
            physical = location["physicalLocation"]
            assert physical["region"]["startLine"] >= 1
            uri = physical["artifactLocation"]["uri"]
            assert re.fullmatch(r"(?:file://)?[A-Za-z0-9._~!$&'()*+,;=@/%-]+", uri), uri
            assert not re.search(r"%(?![0-9A-F]{2})", uri)
    prints = [result["partialFingerprints"]["stopped/v2"] for result in run["results"]]
    assert len(prints) == len(set(prints))


def test_sarif_has_a_rule_per_kind_of_failure_and_its_results_at_their_places():
    log = json.loads(json.dumps(sarif(failing_run())))
    check_sarif(log)
    (run,) = log["runs"]
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == list(KINDS)
    found = {
        result["ruleId"]: (
            result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"],
            result["locations"][0]["physicalLocation"]["region"]["startLine"],
        )
        for result in run["results"]
    }
    assert found == {
        "golden-without-case": ("reference_data/007/goldens/z.csv", 1),
        "fault": ("reference_data/", 1),
        "disagreement": ("implementations/i.py", 7),
        "failed-implementation": ("reference_data/007/cases.toml", 3),
        "erratum-no-longer-holds": ("reference_data/007/cases.toml", 3),
    }


def measured() -> Verdict:
    """A disagreement that only the share of a mistake shows."""
    shares = (Share(("scores not scaled",), 1.0, 0.02), Share(("flipped",), 0.0, 0.01))
    made = replace(verdict("i", "1.75", found="disagrees"), evidence="calibrated", shares=shares, blind_to=("a", "b"))
    return replace(made, arithmetic="fused", explanation="scores not scaled")


def test_what_a_verdict_rests_on_stands_in_sarif_junit_and_annotations():
    (log,) = sarif(run_of(measured(), WRONG))["runs"]
    first, second = log["results"]
    facts = {"evidence": "calibrated", "arithmetic": "fused", "blindTo": ["a", "b"]}
    assert facts | {"shares": ["scores not scaled 1.00 ± 0.02"]} in (first.get("properties"), second.get("properties"))
    assert ("properties" in first) + ("properties" in second) == 1
    told = dict(properties([measured()]))
    assert (told["evidence[y]"], told["blind_to[y]"]) == ("calibrated", "a; b")
    assert (told["arithmetic[y]"], told["shares[y]"]) == ("fused", "scores not scaled 1.00 ± 0.02")
    assert not any(name.startswith(("evidence", "shares")) for name, _ in properties([WRONG]))
    (line,) = annotation_lines(run_of(measured()))
    assert "disagrees (calibrated); scores not scaled 1.00 ± 0.02; scores not scaled" in line


def test_the_headline_counts_what_disagreements_rest_on():
    proven = replace(verdict("j", "9.5", found="disagrees"), evidence="proven")
    known = replace(proven, implementation="k", gate="pass", erratum="e")
    assert headline(run_of(measured(), proven, known)) == (
        "gate FAIL: 3 verdicts: 0 agrees, 3 disagrees (2 proven, 1 calibrated; 1 known errata), 0 undecided, 0 failed"
    )
    assert "1 disagrees (1 known errata)," in headline(run_of(replace(known, evidence="")))


def test_a_failing_test_says_what_its_verdict_rests_on():
    lines = describe(measured(), None).splitlines()
    evidence = "calibrated: larger than independent rounding errors, at a false-alarm probability of 1e-9"
    assert f"  evidence        {evidence}" in lines
    assert "  shares          scores not scaled 1.00 ± 0.02" in lines
    assert "  evidence        proven: no rounding error explains it" in describe(
        replace(WRONG, evidence="proven"), None
    )
    assert not any("flipped" in line or "blind spots" in line for line in lines)
    assert "evidence" not in describe(WRONG, None)
    undecided = replace(verdict("i", "1.5", found="undecided"), blind_to=tuple(f"mistake {n}" for n in range(10)))
    assert "mistake 7; and 2 more" in describe(undecided, None)


@example([], "\ud800", "")
@given(st.lists(verdicts, max_size=3), texts, texts)
def test_sarif_is_valid_whatever_the_names_are(made: list[Verdict], path: str, words: str):
    run = replace(run_of(*made), faults=(Fault(words or "x", "", path or "y", 0),), places={"case /": (path or "z", 1)})
    log = json.loads(json.dumps(sarif(run)))
    check_sarif(log)
    uri = log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert unquote(uri.removeprefix("file://"), errors="surrogateescape") or not path


def test_sarif_of_a_huge_run_keeps_as_many_results_as_are_taken():
    wrong = [verdict(f"i{n}", "9.5", found="disagrees") for n in range(MOST_RESULTS + 5)]
    run = run_of(*(replace(each, case=f"c{n}") for n, each in enumerate(wrong)))
    (log,) = sarif(run)["runs"]
    assert (len(log["results"]), log["properties"]["leftOut"]) == (MOST_RESULTS, 5)


def test_junit_tells_the_verdicts_of_every_test_and_sarif_is_left_behind(small_project):
    small_project.edit("implementations/mine.py", "q @ k.T / np.sqrt(q.shape[-1])", "q @ k.T")
    small_project.run("--junit-xml", "reports/junit.xml")
    tree = ElementTree.parse(small_project.folder / "reports" / "junit.xml")
    found = {
        case.get("name"): {entry.get("name"): entry.get("value") for entry in case.iter("property")}
        for case in tree.iter("testcase")
    }
    of_mine = [each for each in found.values() if each.get("implementation") == "mine"]
    failing = next(each for each in of_mine if "verdict[self_attention_output]" in each)
    assert failing["document"] == "000"
    assert failing["verdict[self_attention_output]"] == "disagrees"
    assert failing["gate[definition]"] == "fail"
    assert re.fullmatch(r"\d/12", failing["digits[self_attention_output]"])
    assert "scores not scaled" in failing["explanation[self_attention_output]"]
    assert float(failing["error[definition]"]) > float(failing["allowed[definition]"])
    log = json.loads(small_project.report("lastdigit.sarif"))
    check_sarif(log)
    (run,) = log["runs"]
    lines = (small_project.folder / "implementations/mine.py").read_text().splitlines()
    for result in run["results"]:
        physical = result["locations"][0]["physicalLocation"]
        assert physical["artifactLocation"] == {"uri": "implementations/mine.py", "uriBaseId": "%SRCROOT%"}
        assert lines[physical["region"]["startLine"] - 1].startswith("def ")
    assert {result["ruleId"] for result in run["results"]} == {"disagreement"}


def printed(run: Run) -> list[str]:
    console = Console(file=StringIO(), width=120)
    print_run(run, console)
    return console.file.getvalue().splitlines()  # type: ignore[attr-defined]


def test_the_terminal_says_what_fails_first_and_why_then_the_totals():
    lines = printed(failing_run())
    assert lines[:4] == [
        "✗ i: no known mistake explains these numbers (1 golden, float64 only; 1 verdict)",
        "    look at  implementations/i.py:7",
        "    example  got 9.5, expected 1.5 at [0], error 8, allowed 0.5",
        "    rerun    pytest -k 007/c-i-float64",
    ]
    assert any("raised ValueError: a ::error::b" in line for line in lines)
    heading = next(at for at, line in enumerate(lines) if line.startswith("implementation"))
    assert any("erratum e is stale" in line for line in lines[:heading])
    assert lines[-1].startswith("gate FAIL: 3 verdicts")


def test_the_terminal_shows_no_more_than_a_screen_of_a_huge_run():
    lines = printed(huge_run())
    assert len(lines) <= 42
    assert any(re.match(r" *✗ and 990 more", line) for line in lines)
    assert "and 294 more faults, in summary.md" in lines
    assert "and 695 more causes of 695 verdicts" in lines
