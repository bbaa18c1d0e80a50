"""The rules of the checker, one by one, on a certificate that is written by hand and of which one thing is changed."""

from __future__ import annotations

import base64
import copy
import gzip
import hashlib
import json
import math
import struct
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from lastdigit.certificates.certificate import stated
from lastdigit_checker import checker

Line = dict[str, Any]
ROUNDING = {"key_tile": None, "exp_error": 6.0, "operands": None}
SINGLE = {"storage": "float32", "accumulation": "float32", **ROUNDING}


def golden(name: str, tokens: list[str], shape: list[int], **said: Any) -> Line:
    form = {
        "kind": "printed",
        "cut": False,
        "printer": "torch",
        "precision": 4,
        "scientific": False,
        "dtype": "float32",
    }
    return {"golden": {"document": "d", "name": name, "tokens": tokens, "shape": shape, **form, **said}}


def row(case: str, golden: str, rule: str, *, readings: tuple[int, ...] = (), observed: str = "", **said: Any) -> Line:
    known = {"document": "d", "case": case, "golden": golden, "operation": "total", "dtype": "float32"}
    against = "document" if rule == "result" else "definition"
    verdict = {"implementation": "i", **known, "against": against, "verdict": "agrees", **said}
    line: Line = {"verdict": verdict, "rule": rule}
    if readings:
        line |= {"readings": list(readings), "places": [0]}
    return {**line, "observed": [observed]} if observed else line


def reading(number: int, inputs: str, case: str = "c", **arithmetic: Any) -> Line:
    return {
        "reading": {
            "document": "d",
            "case": case,
            "id": number,
            "inputs": inputs,
            "arithmetic": {**SINGLE, "model": "fused" if inputs == "handed" else "split", **arithmetic},
            "shape": [],
            "places": [0],
        }
    }


LINES: list[Line] = [
    golden("x", ["0.1", "0.2"], [2], kind="literal", printer="python", precision=None),
    golden("s", ["0.3000"], []),
    {"case": {"document": "d", "name": "c", "operation": "total", "inputs": {"x": "x"}, "goldens": ["s"]}},
    reading(0, "printed"),
    reading(1, "handed"),
    reading(2, "middles"),
    row("c", "", "definition", readings=(1,), observed="0.3", arithmetic="fused"),
    row("c", "s", "document", readings=(0,), implementation="document"),
    row("c", "s", "result", readings=(0, 2), observed="0.3"),
]
"""0.1 + 0.2, of which 0.3000 was printed, and what one implementation returned."""
X, S, CASE, PRINTED, HANDED, MIDDLES, DEFINITION, DOCUMENT, RESULT = range(9)


def certificate(lines: list[Line], **header: Any) -> checker.Certificate:
    """With totals that fit, and what the checker itself finds for the readings that say nothing."""
    rows = [line["verdict"] for line in lines if "verdict" in line]
    counts = {name: sum(each["verdict"] == name for each in rows) for name in checker.VERDICTS}
    gate = "pass" if all(each.get("gate", "pass") == "pass" for each in rows) else "fail"
    said = {"format": "lastdigit certificate", "version": 2, "run": "", "complete": True, "faults": [], "reference": {}}
    first = {"certificate": {**said, "gate": gate, "verdicts": counts, **header}}
    found = checker.Certificate([first, *lines])
    for about in found.all("reading"):
        if "high" not in about:
            by = checker.Rounding(**about["arithmetic"])
            values = found.values(found.said["case", "d", about["case"], ""], about["inputs"], by, about["places"])[1]
            numbers = list(values.values())
            about["high"] = [float(x.exact) for x in numbers]
            about["low"] = [float(x.exact - Fraction(float(x.exact))) for x in numbers]
            about["radius"] = [float(x.reach) + 1e-30 for x in numbers]  # two float64 hold 106 bits
            about["bound"] = about.get("bound") or [float(x.stored) if x.by else None for x in numbers]
    return found


def told(lines: list[Line], **header: Any) -> list[str]:
    return list(checker.problems(certificate(lines, **header), None, None))


def changed(at: int, change: Callable[[Any], Any], lines: list[Line] = LINES) -> list[Line]:
    found = copy.deepcopy(lines)
    change(found[at])
    return found


def with_verdict(at: int, lines: list[Line] = LINES, **said: Any) -> list[Line]:
    return changed(at, lambda line: line["verdict"].update(said), lines)


def test_it_is_accepted_as_it_is():
    assert told(copy.deepcopy(LINES)) == []


READING: dict[str, tuple[int, dict[str, Any], str]] = {
    "sums in a coarser format": (HANDED, {"accumulation": "bfloat16"}, "its reading is on handed inputs"),
    "another format": (HANDED, {"storage": "bfloat16"}, "its reading is on handed inputs"),
    "a format that was not printed": (PRINTED, {"storage": "bfloat16"}, "its reading is on printed inputs"),
    "another model": (HANDED, {"model": "stored"}, "its reading is on handed inputs"),
    "coarser operands": (PRINTED, {"operands": "bfloat16"}, "coarser operands"),
}


@pytest.mark.parametrize("name", READING)
def test_a_reading_is_of_the_arithmetic_of_its_verdict(name: str):
    at, said, expected = READING[name]
    found = told(changed(at, lambda line: line["reading"]["arithmetic"].update(said)))
    assert found
    assert all(expected in each for each in found)


def test_a_reading_is_on_the_inputs_that_its_rule_asks_for():
    lines = changed(HANDED, lambda line: line["reading"].update(inputs="middles"))
    assert any("its reading is on middles inputs" in each for each in told(lines))


def test_what_an_implementation_is_handed_was_rounded_to_its_format():
    """0.1 and 0.2 as float32 are not what was printed: their sum is another one."""
    found = certificate(copy.deepcopy(LINES))
    by = checker.Rounding(**SINGLE, model="fused")
    exact = [found.values(found.said["case", "d", "c", ""], name, by, [0])[1][0] for name in ("handed", "middles")]
    assert exact[0].exact == Fraction(float(exact[0].exact))
    assert 1e-9 < abs(exact[0].exact - exact[1].exact) < 1e-8
    assert exact[1].exact - exact[1].reach <= Fraction(3, 10) <= exact[1].exact + exact[1].reach


ENCLOSURES: dict[str, tuple[str, Callable[[float], float], str]] = {
    "moved": ("high", lambda x: x + 1e-6, "element 0 on"),
    "moved out of a narrow one": ("high", lambda x: x + 1e-11, "element 0 on"),
    "widened": ("radius", lambda x: x + 1e-6, "element 0 on"),
    "bound widened": ("bound", lambda x: x * 1.0001, "the rounding bound of element 0"),
    "bound narrowed": ("bound", lambda x: x * 0.9999, "the rounding bound of element 0"),
}


@pytest.mark.parametrize("name", ENCLOSURES)
def test_enclosures_and_bounds_are_derived(name: str):
    column, change, expected = ENCLOSURES[name]
    lines = copy.deepcopy(LINES)
    certificate(lines)
    lines[HANDED]["reading"][column] = [change(x) for x in lines[HANDED]["reading"][column]]
    assert any(expected in each for each in told(lines))


def test_a_wide_enclosure_is_derived_as_well():
    """Of numbers that were printed: it may be moved by less than its reach, and is refused."""
    lines = changed(X, lambda line: line["golden"].update(kind="printed", precision=4))
    certificate(lines)
    lines[PRINTED]["reading"]["high"][0] += 1e-6
    assert lines[PRINTED]["reading"]["radius"][0] > 1e-5
    assert any("element 0 on printed inputs" in each for each in told(lines))


def test_a_reading_has_the_shape_and_the_elements_of_its_result():
    assert any(
        "has the shape" in each for each in told(changed(HANDED, lambda line: line["reading"].update(shape=[1])))
    )
    lines = copy.deepcopy(LINES)
    certificate(lines)
    for line in (lines[HANDED]["reading"], lines[DEFINITION]):
        line["places"] = [1]
    assert any("no element 1 of a result" in each for each in told(lines))


OBSERVED: dict[str, tuple[int, Callable[[Any], Any], str]] = {
    "further from the definition": (DEFINITION, lambda line: line.update(observed=["0.30004"]), "1 elements exceed"),
    "further where it prints the same": (RESULT, lambda line: line.update(observed=["0.30004"]), "1 elements exceed"),
    "further than the print": (RESULT, lambda line: line.update(observed=["0.3001"]), "1 elements exceed"),
    "nothing": (DEFINITION, lambda line: line.update(observed=[], places=[]), "no element of what was observed"),
    "fewer than places": (DEFINITION, lambda line: line.update(observed=[]), "it cannot be read"),
    "another place": (RESULT, lambda line: line.update(places=[1]), "its places are [0]"),
    "another rule": (DEFINITION, lambda line: line.update(rule="skipped"), "agrees by the rule skipped"),
    "no rule": (DEFINITION, lambda line: line.update(rule="trust"), "agrees by the rule trust"),
    "no verdict": (DEFINITION, lambda line: line["verdict"].update(verdict="perhaps"), "perhaps by the rule"),
    "evidence of an agreement": (DEFINITION, lambda line: line["verdict"].update(evidence="proven"), "and evidence"),
    "refuted": (
        DEFINITION,
        lambda line: line["verdict"].update(verdict="disagrees", evidence="proven", gate="fail"),
        "0 elements exceed",
    ),
    "left open": (
        RESULT,
        lambda line: line.update(observed=["0.31"]) or line["verdict"].update(verdict="undecided"),
        "1 elements",
    ),
}


@pytest.mark.parametrize("name", OBSERVED)
def test_a_verdict_follows_from_what_was_observed(name: str):
    at, change, expected = OBSERVED[name]
    assert any(expected in each for each in told(changed(at, change)))


def test_what_was_observed_is_a_number_of_its_format():
    assert checker.number("0.1", "float32") == Fraction(13421773, 1 << 27)
    assert checker.number("0.5", "bfloat16") == Fraction(1, 2)
    with pytest.raises(checker.Rejected, match="no number of bfloat16"):
        checker.number("0.1", "bfloat16")


def refuted(evidence: str, token: str = "0.3001", **said: Any) -> list[Line]:
    """The printed sum is wrong, or so it is said; an erratum of it."""
    lines = with_verdict(DOCUMENT, verdict="disagrees", evidence=evidence, erratum="e")
    lines = with_verdict(RESULT, lines, verdict="disagrees", evidence=evidence, erratum="e")
    lines[S]["golden"].update(tokens=[token], **said)
    return [*lines, {"erratum": {"document": "d", "id": "e", "golden": "s", "evidence": evidence or "proven"}}]


def test_a_refutation_says_on_what_it_rests():
    assert told(refuted("proven")) == []
    assert told(refuted("inferred")) == []
    assert told(refuted("calibrated", token="0.3000")) == []
    assert any("1 elements exceed" in each for each in told(refuted("calibrated")))
    for evidence in ("", "guessed"):
        assert any(f"disagrees, and evidence {evidence!r}" in each for each in told(refuted(evidence)))


def test_what_is_proven_is_proven_by_the_digits_alone():
    """0.3001 refutes if four digits were asked for; what prints 0.31 may be 0.305 where two were."""
    numpy = {"printer": "numpy", "dtype": "float32", "precision": 4}
    assert told(refuted("inferred", token="0.304", **numpy)) == []
    assert told(refuted("proven", token="0.304", **numpy)) == []
    assert told(refuted("inferred", token="0.3004", **numpy)) == []
    assert told(refuted("inferred", token="0.3", precision=8, printer="numpy")) != []
    wide = refuted("proven", token="0.3", precision=8, printer="numpy")
    wide[X]["golden"]["tokens"] = ["0.1", "0.20001"]
    assert any("by the digits that are shown alone it would agree" in each for each in told(wide))
    for at in (DOCUMENT, RESULT):
        wide[at]["verdict"]["evidence"] = "inferred"
    wide[-1]["erratum"]["evidence"] = "inferred"
    wide[DEFINITION]["observed"] = wide[RESULT]["observed"] = ["0.30001"]
    assert told(wide) == []


SOFTMAX = [
    golden("x", ["0.1", "0.2"], [2], kind="literal", printer="python", precision=None),
    {"case": {"document": "d", "name": "c", "operation": "softmax", "inputs": {"x": "x"}}},
    reading(0, "handed"),
    row("c", "", "definition", readings=(0,), observed="0.475", operation="softmax", arithmetic="fused"),
]


def of_softmax(bound: float | None, **said: Any) -> list[Line]:
    lines = changed(2, lambda line: line["reading"].update(shape=[2], bound=[bound]), SOFTMAX)
    return with_verdict(3, lines, **said)


def test_the_bound_of_a_theorem_is_at_least_what_storing_rounds():
    found = certificate(of_softmax(1e-3))
    assert list(checker.problems(found, None, None)) == []
    assert any(each.startswith("the rounding bound of softmax, a theorem") for each in found.trusted)
    assert any("less than storing it rounds" in each for each in told(of_softmax(1e-9)))


def test_nothing_agrees_where_no_bound_is_known():
    assert any("it agrees where no bound is finite" in each for each in told(of_softmax(None)))
    assert told(of_softmax(None, verdict="undecided")) == []
    assert told(of_softmax(None, verdict="disagrees", evidence="proven", gate="fail")) != []


ERRATUM = {"document": "d", "id": "e", "implementation": "i"}
WRONG = {"verdict": "disagrees", "evidence": "proven"}
GATES: dict[str, tuple[dict[str, Any] | None, dict[str, Any], str, str]] = {
    "none": (None, WRONG, "fail", ""),
    "its own": (ERRATUM, WRONG, "pass", "e"),
    "of another implementation": ({**ERRATUM, "implementation": "j"}, WRONG, "fail", ""),
    "of its format": ({**ERRATUM, "dtypes": ["float32"]}, WRONG, "pass", "e"),
    "of another format": ({**ERRATUM, "dtypes": ["float16"]}, WRONG, "fail", ""),
    "of its case": ({**ERRATUM, "case": "c"}, WRONG, "pass", "e"),
    "of another case": ({**ERRATUM, "case": "k"}, WRONG, "fail", ""),
    "of its cases": ({**ERRATUM, "cases": ["k", "c"]}, WRONG, "pass", "e"),
    "of other cases": ({**ERRATUM, "cases": ["k"]}, WRONG, "fail", ""),
    "weaker evidence": (ERRATUM, {**WRONG, "evidence": "calibrated"}, "fail", "e"),
    "weaker evidence that is expected": (
        {**ERRATUM, "evidence": "inferred"},
        {**WRONG, "evidence": "calibrated"},
        "pass",
        "e",
    ),
    "it agrees": (ERRATUM, {"verdict": "agrees"}, "fail", "e"),
    "undecided": (ERRATUM, {"verdict": "undecided"}, "pass", ""),
    "skipped": (ERRATUM, {"verdict": "skipped"}, "pass", ""),
    "it failed": (None, {"verdict": "failed", "reason": "out of memory"}, "fail", ""),
    "it failed, and is wrong": (ERRATUM, {"verdict": "failed", "reason": "out of memory"}, "fail", ""),
    "it failed so": ({**ERRATUM, "failure": "memory"}, {"verdict": "failed", "reason": "out of memory"}, "pass", "e"),
    "it failed otherwise": ({**ERRATUM, "failure": "time"}, {"verdict": "failed", "reason": "memory"}, "fail", ""),
    "it did not fail": ({**ERRATUM, "failure": "memory"}, WRONG, "fail", "e"),
}


def gated(errata: list[dict[str, Any]], said: dict[str, Any], gate: str, erratum: str, golden: str = "") -> list[str]:
    lines = copy.deepcopy(SOFTMAX)
    lines[3]["verdict"].update({"golden": golden, "against": "document" if golden else "definition", **said})
    lines[3]["verdict"].update({"gate": gate} if gate == "fail" else {}, **({"erratum": erratum} if erratum else {}))
    found = certificate([*lines, *({"erratum": each} for each in errata)])
    try:
        checker.Check(found, found.verdicts[0]).gate()
    except checker.Rejected as error:
        return [str(error)]
    return []


@pytest.mark.parametrize("name", GATES)
def test_an_erratum_lets_pass_what_it_expects_and_nothing_else(name: str):
    erratum, said, gate, known = GATES[name]
    errata = [erratum] if erratum else []
    assert gated(errata, said, gate, known) == []
    assert gated(errata, said, "fail" if gate == "pass" else "pass", known)
    assert gated(errata, said, gate, "another")


def test_a_wrong_golden_and_a_wrong_implementation_may_agree():
    printed = {"document": "d", "id": "g", "golden": "s"}
    assert gated([printed], WRONG, "pass", "g", golden="s") == []
    assert gated([printed, ERRATUM], WRONG, "fail", "", golden="s") == []
    assert gated([printed, ERRATUM], {"verdict": "agrees"}, "pass", "", golden="s") == []
    assert gated([{**printed, "document": "k"}], WRONG, "fail", "", golden="s") == []
    assert gated([printed], WRONG, "fail", "", golden="t") == []


ROWS: dict[str, Callable[[list[Line]], Any]] = {
    "a row twice": lambda lines: lines.append(copy.deepcopy(lines[RESULT])),
    "no row of the document": lambda lines: lines.pop(DOCUMENT),
    "no row of a result": lambda lines: lines.pop(RESULT),
    "none against the definition": lambda lines: lines.pop(DEFINITION),
    "of another operation": lambda lines: lines[RESULT]["verdict"].update(operation="softmax"),
    "of a golden that the case has not": lambda lines: lines[CASE]["case"].update(goldens=[]),
    "of no case": lambda lines: lines.append(row("k", "", "skipped", verdict="skipped")),
    "none of a case": lambda lines: lines.append(
        {"case": {"document": "d", "name": "k", "operation": "total", "inputs": {"x": "x"}}}
    ),
    "of another document": lambda lines: lines.append(row("c", "", "skipped", verdict="skipped", document="k")),
}


@pytest.mark.parametrize("name", ROWS)
def test_each_row_stands_once(name: str):
    lines = copy.deepcopy(LINES)
    ROWS[name](lines)
    assert any("a row that is missing, or one too many" in each for each in told(lines))


def test_rows_of_several_environments_stand_beside_each_other():
    lines = copy.deepcopy(LINES)
    for line in lines[DEFINITION:]:
        line["verdict"]["environment"] = "a"
    again = copy.deepcopy(lines[DEFINITION:])
    for line in again:
        line["verdict"]["environment"] = "b"
    assert told([*lines, *again]) == []


def test_the_totals_and_the_gate_of_a_run_follow():
    lines = copy.deepcopy(LINES)
    assert any("its gate is pass" in each for each in told(lines, gate="fail"))
    assert any("it has {" in each for each in told(lines, verdicts={}))
    assert any("its gate is fail" in each for each in told(lines, faults=["a fault"]))
    assert told(lines, faults=["a fault"], gate="fail") == []
    stale = [*lines, {"erratum": {"document": "d", "id": "e", "implementation": "j"}}]
    assert any("nothing confirms the errata ['e']" in each for each in told(stale))
    assert told(stale, complete=False) == []
    skipped = row("", "", "skipped", implementation="j", verdict="skipped", document="")
    assert told([*stale, skipped]) == []
    failed = with_verdict(DOCUMENT, refuted("proven"), gate="fail", erratum="")
    assert any("its gate is fail" in each for each in told(failed, gate="pass"))
    assert any("its gate is fail" in each for each in told([skipped], gate="pass"))


def test_nothing_is_derived_for_an_operation_of_ones_own_however_it_prints():
    lines = [*copy.deepcopy(LINES), {"operation": {"name": "mine", "file": "mine.py", "sha256": ""}}]
    certificate(lines)
    for at in (DEFINITION, DOCUMENT, RESULT):
        lines[at]["verdict"]["operation"] = "mine"
    lines[CASE]["case"]["operation"] = "mine"
    lines[S]["golden"].update(printer="mlx", tokens=["nan"])
    lines.append(row("c", "s", "shape", operation="mine", implementation="j"))
    lines.append(row("c", "", "definition", readings=(1,), observed="0.3", operation="mine", implementation="j"))
    found = certificate(lines)
    assert list(checker.problems(found, None, None)) == []
    assert found.own == 5
    lines[DOCUMENT]["verdict"]["gate"] = "fail"
    assert any("its gate is pass" in each for each in told(lines))


def test_nothing_stands_twice_and_other_versions_are_refused():
    with pytest.raises(checker.Rejected, match="golden d s  stands twice"):
        told([*LINES, LINES[S]])
    with pytest.raises(checker.Rejected, match="expected a certificate of version 2"):
        told(LINES, version=3)


def related(holds: str, tokens: list[str], shape: list[int], w: dict[str, Any], **said: Any) -> list[Line]:
    name = {"operation": holds, "implementation": "document", "dtype": "float64"}
    numbers = {
        "document": "d",
        "name": "y",
        "shape": [2, 2],
        "numbers": [0.0, 0.5, 1.0, 0.25],
        "radius": 0.0,
        "origin": "",
    }
    one = {"document": "d", "name": "one", "shape": [1], "numbers": [16777217.0], "radius": 0.0, "origin": ""}
    return [
        golden("g", tokens, shape, **said),
        {"input": numbers},
        {"input": one},
        {"relation": {"document": "d", "name": "r", "holds": holds, "golden": "g", "with": w}},
        row("r", "g", "relation", **name),
    ]


Y = {"input": "y"}
RELATIONS: dict[str, tuple[bool, list[Line]]] = {
    "sums": (True, related("sums_to", ["0.3333", "0.6667"], [2], {"sum": "1"})),
    "sums within half units": (True, related("sums_to", ["0.3333", "0.6666"], [2], {"sum": "1"})),
    "no sum": (False, related("sums_to", ["0.3333", "0.6665"], [2], {"sum": "1"})),
    "no sum of a second row": (False, related("sums_to", ["0.5", "0.5", "0.5", "0.6"], [2, 2], {"sum": "1"})),
    "within": (True, related("within", ["0.0000", "1.0000"], [2], {"low": "0", "high": "1"})),
    "below": (False, related("within", ["-0.0001", "1.0000"], [2], {"low": "0", "high": "1"})),
    "above": (False, related("within", ["0.0000", "1.0001"], [2], {"low": "0", "high": "1"})),
    "between rows": (True, related("between_rows", ["0.9999", "0.3000"], [2], Y)),
    "above its column": (False, related("between_rows", ["0.9999", "0.6000"], [2], Y)),
    "below its column": (False, related("between_rows", ["0.9999", "0.2000"], [2], Y)),
    "prints": (True, related("prints", ["0.0000", "0.5000", "1.0000", "0.2500"], [2, 2], Y)),
    "prints another": (False, related("prints", ["0.0000", "0.5000", "1.0000", "0.2501"], [2, 2], Y)),
    "prints what float32 stores": (True, related("prints", ["16777216.0000"], [1], {"input": "one"})),
    "prints another float32": (False, related("prints", ["16777220.0000"], [1], {"input": "one"})),
    "prints below": (False, related("prints", ["16777214.0000"], [1], {"input": "one"})),
    "shape": (True, related("shape_of", ["2", "2"], [2], Y, dtype="int64", precision=None)),
    "another shape": (False, related("shape_of", ["2", "3"], [2], Y, dtype="int64", precision=None)),
}


@pytest.mark.parametrize("name", RELATIONS)
def test_relations_hold_or_not(name: str):
    holds, lines = RELATIONS[name]
    fails = {"verdict": "disagrees", "evidence": "proven", "gate": "fail"}
    assert bool(told(copy.deepcopy(lines))) is not holds
    assert bool(told(with_verdict(4, lines, **fails))) is holds


def test_relations_that_cannot_be_derived_are_refused():
    prints = related("spans", ["0.0000", "0.5000", "1.0000", "0.2500"], [2, 2], Y)
    assert any("no relation spans" in each for each in told(prints))
    cut = related("within", ["0.0", "0.5"], [2], {"low": "0", "high": "1"}, cut=True)
    assert any("not all of its numbers are printed" in each for each in told(cut))
    other = changed(3, lambda line: line["relation"].update(golden="s"), [*RELATIONS["within"][1], LINES[S]])
    assert any("a row that is missing, or one too many" in each for each in told(other))


def parts(text: str, **said: Any) -> tuple[Fraction, ...]:
    """The token's value, and how far its interval reaches below and above."""
    ((low, high),) = checker.intervals(golden("g", [text], [1], **said)["golden"])
    return Fraction(text) - low, high - Fraction(text)


def test_tokens_are_intervals():
    numpy, double = {"printer": "numpy"}, {"printer": "numpy", "dtype": "float64"}
    half = Fraction(1, 20000)
    assert parts("0.2500") == parts("-0.2500") == parts("0.0000", **double) == (half, half)
    assert parts("3.") == parts("3", precision=None) == parts("3", dtype="int64") == (0, 0)
    assert parts("3.", **double) == (half, half)
    assert parts("3.0000e+00", scientific=True) == (half, half)
    assert parts("1.0000e+00", scientific=True) == (half / 10, half)
    assert parts("-1.0000e+00", scientific=True) == (half, half / 10)
    assert parts("0.0000e+00", scientific=True) == (0, 0)
    assert parts("0.75", precision=8, **numpy) == (Fraction(1, 1 << 25),) * 2
    assert parts("0.5", precision=8, **numpy) == (Fraction(1, 1 << 26), Fraction(1, 1 << 25))
    assert parts("-0.5", precision=8, **numpy) == (Fraction(1, 1 << 25), Fraction(1, 1 << 26))
    for more in checker.MORE:
        with pytest.raises(checker.Rejected, match="in a way that is not derived here"):
            parts("0.5", **{more: True})
    with pytest.raises(checker.Rejected, match="in a way that is not derived here"):
        parts("0.5", printer="mlx")


def test_a_token_that_is_cut_begins_what_was_printed():
    def begun(text: str, **said: Any) -> list[tuple[Fraction, Fraction]]:
        return checker.intervals(golden("g", ["0.5000", text], [2], cut=True, **said)["golden"])[1:]

    half = Fraction(1, 20000)
    assert begun("0.12") == [(Fraction("0.12") - half, Fraction("0.1299") + half)]
    assert begun("-0.12") == [(Fraction("-0.1299") - half, Fraction("-0.12") + half)]
    assert begun("0.1234") == [(Fraction("0.1234") - half, Fraction("0.1234") + half)]
    whole = begun("0.50000000", printer="numpy", precision=8)
    assert whole == [(Fraction(1, 2) - Fraction(1, 1 << 26), Fraction(1, 2) + Fraction(1, 1 << 25))]
    assert begun("12") == begun("1.2", scientific=True) == begun("1.2", precision=None) == []
    ((_, high),) = begun("0.5", printer="numpy", precision=8)
    assert high == Fraction("0.59999999") + Fraction(1, 1 << 25)


def test_printed_parts_are_found_in_results():
    lines = [
        {"input": {"document": "d", "name": "y", "shape": [2, 3], "numbers": [0.0] * 6, "radius": 0.0, "origin": ""}},
        {"case": {"document": "d", "name": "c", "operation": "softmax", "inputs": {"x": "y"}}},
        row("c", "g", "document", operation="softmax", implementation="document"),
    ]

    def places(said: dict[str, Any], shape: list[int], **more: Any) -> list[int]:
        count = more.pop("count", 6)
        found = changed(1, lambda line: line["case"].update(goldens=[{"golden": "g", **said}]), lines)
        about = certificate([golden("g", ["0.3"] * count, shape, **more), *found])
        return checker.Check(about, about.verdicts[0]).places()

    assert places({}, [2, 3]) == [0, 1, 2, 3, 4, 5]
    assert places({"transpose": True}, [3, 2]) == [0, 3, 1, 4, 2, 5]
    assert places({"row": 1}, [3], count=3) == [3, 4, 5]
    assert places({"transpose": True, "row": 1}, [2], count=2) == [1, 4]
    assert places({"rows": 1}, [1, 3], count=3) == [0, 1, 2]
    assert places({}, [1, 3], cut=True, count=2) == [0, 1]
    with pytest.raises(checker.Rejected, match="another shape than its part"):
        places({}, [3, 2])


def test_bounds_of_sums_say_what_each_model_rounds():
    """In units of roundoff: of the sums that are wide, of the steps, and of partial sums that are stored."""

    def units(storage: str, accumulation: str, model: str) -> tuple[int, ...]:
        by = checker.Rounding(storage, accumulation, model, None, 6.0, None)
        bound = by.summation(4, 3)
        return round(bound * (1 << checker.FORMATS[by.steps][0])), round(bound * (1 << checker.FORMATS[storage][0]))

    assert units("float32", "float32", "split") == units("float32", "float32", "fused") == (6, 6)
    assert units("bfloat16", "float32", "fused") == (10, 0)
    assert units("bfloat16", "float32", "stored") == (3, 3)
    assert units("bfloat16", "float32", "split") == (11, 11)


def test_what_was_computed_is_stored_for_a_product():
    """In bfloat16 with sums in float32: an operand that is off by 2^-20 is off by half a unit of bfloat16 more."""
    by = checker.Rounding("bfloat16", "float32", "fused", None, 6.0, None)
    err, half = Fraction(1, 1 << 20), Fraction(1, 1 << 8)
    x, exact = checker.constant(1.0).off(err, by), checker.constant(3.0, by)
    assert exact.stored == 0
    assert x.stored == err + (1 + err) * half + checker.lost("bfloat16")
    ((found,),) = checker.matmul([[x]], [[exact]])
    each = by.summation(1, 3)
    assert found.err == (x.stored + each * (1 + err)) * 3 + 2 * checker.lost("float32")


def test_scaled_scores_are_off_by_roundings_of_the_root_as_well():
    """(1, 2) · (3, 4) ÷ √2, with every step stored as float16: six roundings more, and what underflows."""
    by = checker.Rounding("float16", "float32", "stored", None, 6.0, None)
    q, k = ([[checker.constant(x, by) for x in row]] for row in ((1.0, 2.0), (3.0, 4.0)))
    ((found,),) = checker.scores(q, k)
    assert abs(found.exact**2 - Fraction(121, 2)) < Fraction(1, 1 << 180)
    product, each = Fraction(11) / Fraction(math.sqrt(2)), by.summation(2, 3)
    seven, tiny = Fraction(7, 2048 - 7), Fraction(1, 1 << 24)
    expected = product * each + seven * (1 + each) * product * (1 + each) + (2 * (2 + 4) + 2 + 2) * tiny
    assert abs(found.err / expected - 1) < 1e-12


def test_divisors_and_exponents_out_of_reach_are_refused():
    with pytest.raises(checker.Rejected, match="a divisor may be zero"):
        checker.constant(1.0) / checker.enclosing(Fraction(-1), Fraction(1))
    with pytest.raises(checker.Rejected, match="an exponential that is not derived here"):
        checker.exp(-checker.ONE << 24)


def test_files_are_held_to_what_was_certified(tmp_path: Path):
    (tmp_path / "mine.py").write_text("mine", encoding="utf-8")
    digest = hashlib.sha256(b"mine").hexdigest()
    operation = {"operation": {"name": "mine", "file": "mine.py", "sha256": digest}}
    found = certificate([*LINES, operation], reference={"mine.py": digest})
    assert list(checker.against_definitions(found, tmp_path)) == []
    (tmp_path / "mine.py").write_text("other", encoding="utf-8")
    assert len(list(checker.against_definitions(found, tmp_path))) == 1
    assert "mine.py: it is not the file that was judged against" in checker.against_reference(found, tmp_path)


def test_tokens_and_numbers_are_held_to_the_files(tmp_path: Path):
    files = {
        "goldens/s.csv": "0.3000\n",
        "inputs/y.csv": "0.5,1e-3\n",
        "cases.toml": "",
        "document.toml": "golden = []\n",
    }
    for name, text in files.items():
        (tmp_path / "d" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "d" / name).write_text(text, encoding="utf-8")
    known = {"document": "d", "shape": [2], "radius": 0.0, "origin": "seed 3"}

    def differ(token: str, number: float, name: str = "y") -> list[str]:
        given = {"input": {**known, "name": name, "numbers": [0.5, number]}}
        return list(checker.against_reference(certificate([golden("s", [token], []), given]), tmp_path))

    numbers = [each for each in differ("0.3000", 0.001) if "other numbers" in each]
    assert numbers == []
    assert any(each.startswith("golden d/s: ") and "other numbers" in each for each in differ("0.3001", 0.001))
    assert any(each.startswith("input d/y: ") and "other numbers" in each for each in differ("0.3000", 0.002))
    assert not any("other numbers" in each for each in differ("0.3000", 0.002, name="drawn"))


@pytest.mark.skipif(checker.tomllib is None, reason="Python 3.11 reads TOML")
def test_cases_that_a_document_takes_from_another_are_held_to_it(tmp_path: Path):
    case, mine = (f'[[case]]\nname = "{name}"\noperation = "total"\n' for name in "ck")
    files = {
        "a/cases.toml": f'{case}[[erratum]]\nid = "e"\ngolden = "s"\n[derived.q]\noperation = "total"\n',
        "b/cases.toml": f'like = "a"\n{mine}',
        "c/cases.toml": '[[golden]]\ngoldens = ["s"]\ndecimals = 3\n',
        **{f"{name}/document.toml": '[[golden]]\nname = "s"\nprinter = "torch"\n' for name in "abc"},
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    total = {"operation": "total"}
    taken = {("case", "c"): {"name": "c", **total}, ("derived", "q"): {"name": "q", **total}}
    golden_of = {("golden", "s"): {"name": "s", "printer": "torch"}}
    assert checker.tables_of(tmp_path, "b") == {**taken, **golden_of, ("case", "k"): {"name": "k", **total}}
    assert checker.tables_of(tmp_path, "c") == {}
    written = stated(files, "b")
    assert {key: written[key] for key in checker.tables_of(tmp_path, "b")} == checker.tables_of(tmp_path, "b")


def recorded(lines: list[Line], path: Path) -> str:
    """A record of what they say; its hash."""
    found = []
    for line in (line for line in lines if "verdict" in line):
        elements: dict[str, Any] = {}
        if "readings" in line:
            bound = next(x["reading"]["bound"] for x in lines if x.get("reading", {}).get("id") == line["readings"][0])
            term = "document's rounding" if line["verdict"]["golden"] else "implementation's rounding"
            packed = base64.b64encode(struct.pack(f"<{len(bound)}d", *bound)).decode()
            elements = {
                "observed": {"width": 5, "texts": line.get("observed", ["0.3"])[0].ljust(5)},
                "terms": {term: packed},
            }
        found += [{"verdict": line["verdict"]}, {"elements": elements}]
    path.write_bytes(gzip.compress("".join(f"{json.dumps(line)}\n" for line in found).encode(), mtime=0))
    return hashlib.sha256(path.read_bytes()).hexdigest()


RECORDED: dict[str, tuple[Callable[[list[Line]], Any], str]] = {
    "gate": (lambda lines: lines[RESULT]["verdict"].update(gate="fail"), "gate is None in the record, not 'fail'"),
    "format": (lambda lines: lines[RESULT]["verdict"].update(dtype="float16"), "dtype is 'float32' in the record"),
    "observed": (lambda lines: lines[RESULT].update(observed=["0.4"]), "the record has other observed numbers"),
    "bounds": (lambda lines: lines[PRINTED]["reading"].update(bound=[1.0]), "the record has other rounding bounds"),
    "own bounds": (lambda lines: lines[HANDED]["reading"].update(bound=[1.0]), "the record has other rounding bounds"),
    "fewer": (lambda lines: lines.pop(), "the run: it has 3 verdicts, not 2"),
}


@pytest.mark.parametrize("name", RECORDED)
def test_rows_are_held_to_the_record(name: str, tmp_path: Path):
    lines = copy.deepcopy(LINES)
    certificate(lines)
    digest = recorded(lines, tmp_path / "run.gz")
    assert list(checker.against_record(certificate(lines, run=digest), tmp_path / "run.gz")) == []
    change, expected = RECORDED[name]
    change(lines)
    found = list(checker.against_record(certificate(lines, run=digest), tmp_path / "run.gz"))
    assert found
    assert all(expected in each for each in found)


def test_another_record_is_told(tmp_path: Path):
    lines = copy.deepcopy(LINES)
    certificate(lines)
    recorded(lines, tmp_path / "run.gz")
    found = list(checker.against_record(certificate(lines, run="0"), tmp_path / "run.gz"))
    assert [each.partition(": ")[2] for each in found] == ["it is not the record that was certified"]
