"""What the gate lets pass: a disagreement with its erratum, never an erratum without its disagreement."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from lastdigit.cases.case import Case, CaseFile, Erratum, Expected, Relation
from lastdigit.cases.reference import Reference, ReferenceDocument
from lastdigit.implementations.implementation import Implementation
from lastdigit.store.documents import StoredDocument
from lastdigit.verdicts.gate import (
    cases_without_implementation,
    faults_of_run,
    gated,
    implementations_without_case,
    supports,
)
from lastdigit.verdicts.verdict import Verdict

OF_GOLDEN = Erratum("of-golden", golden="wrong_golden", case=None, implementation=None, reason="the document is wrong")
OF_IMPLEMENTATION = replace(OF_GOLDEN, id="of-implementation", golden=None, implementation="wrong_code")
CASE = Case("007", "c", "total", {"x": "x"}, {}, (Expected("wrong_golden"),), "float64", "")
RELATION = Relation("007", "r", "within", "golden", {}, "")
CASE_FILE = CaseFile("007", cases=(CASE,), relations=(RELATION,), errata=(OF_GOLDEN, OF_IMPLEMENTATION))
STORED = StoredDocument("007", Path("007"), "007.txt", "", {})
REFERENCE = Reference(Path(), {"007": ReferenceDocument(STORED, CASE_FILE)})


def verdict(golden: str, implementation: str, against: str, found: str) -> Verdict:
    return Verdict("007", "c", golden, "total", implementation, "float64", against, found)


@pytest.mark.parametrize(
    ("golden", "implementation", "against", "found", "gate", "erratum"),
    [
        ("golden", "code", "document", "agrees", "pass", ""),
        ("golden", "code", "document", "undecided", "pass", ""),
        ("golden", "code", "document", "disagrees", "fail", ""),
        ("golden", "code", "document", "failed", "fail", ""),
        ("golden", "document", "definition", "agrees", "pass", ""),
        ("golden", "document", "definition", "disagrees", "fail", ""),
        ("wrong_golden", "document", "definition", "disagrees", "pass", "of-golden"),
        ("wrong_golden", "document", "definition", "agrees", "fail", "of-golden"),
        ("wrong_golden", "document", "definition", "undecided", "pass", ""),
        ("wrong_golden", "document", "definition", "failed", "fail", ""),
        ("wrong_golden", "code", "document", "disagrees", "pass", "of-golden"),
        ("wrong_golden", "code", "document", "agrees", "fail", "of-golden"),
        ("golden", "wrong_code", "document", "disagrees", "pass", "of-implementation"),
        ("golden", "wrong_code", "document", "agrees", "fail", "of-implementation"),
        ("golden", "wrong_code", "document", "failed", "fail", ""),
        ("", "wrong_code", "definition", "disagrees", "pass", "of-implementation"),
        ("", "wrong_code", "definition", "agrees", "fail", "of-implementation"),
        ("", "code", "definition", "disagrees", "fail", ""),
        ("wrong_golden", "wrong_code", "document", "agrees", "pass", ""),
        ("wrong_golden", "wrong_code", "document", "disagrees", "fail", ""),
    ],
)
def test_a_verdict_passes_by_its_erratum_or_fails(golden, implementation, against, found, gate: str, erratum: str):
    judged = gated(verdict(golden, implementation, against, found), REFERENCE)
    assert (judged.verdict, judged.gate, judged.erratum) == (found, gate, erratum)
    if gate == "fail" and erratum:
        assert judged.reason == f"erratum {erratum} is stale: this now agrees"


@pytest.mark.parametrize(
    ("expected", "found", "gate"),
    [
        ("proven", "proven", "pass"),
        ("proven", "calibrated", "fail"),
        ("calibrated", "calibrated", "pass"),
        ("calibrated", "proven", "pass"),
    ],
)
def test_an_erratum_excuses_a_disagreement_on_no_less_evidence_than_it_expects(expected: str, found: str, gate: str):
    errata = (replace(OF_IMPLEMENTATION, evidence=expected),)
    reference = Reference(Path(), {"007": ReferenceDocument(STORED, replace(CASE_FILE, errata=errata))})
    judged = gated(replace(verdict("", "wrong_code", "definition", "disagrees"), evidence=found), reference)
    assert (judged.gate, judged.erratum) == (gate, "of-implementation")
    refused = "erratum of-implementation expects a proven disagreement; this one is only calibrated"
    assert judged.reason == ("" if gate == "pass" else refused)
    # It is not stale as well: something disagrees.
    assert not any("of-implementation" in fault for fault in faults_of_run(reference, [judged]))


def test_a_calibrated_disagreement_fails_as_a_proven_one_does():
    made = replace(verdict("", "code", "definition", "disagrees"), evidence="calibrated")
    assert gated(made, REFERENCE).gate == "fail"


def test_an_erratum_can_be_held_to_one_of_the_cases_that_expect_its_golden():
    limited = replace(CASE_FILE, errata=(replace(OF_GOLDEN, case="c"),))
    reference = Reference(Path(), {"007": ReferenceDocument(STORED, limited)})
    disagreeing = verdict("wrong_golden", "document", "definition", "disagrees")
    assert gated(disagreeing, reference).gate == "pass"
    assert gated(replace(disagreeing, case="another"), reference).gate == "fail"


@pytest.mark.parametrize(
    ("case", "dtypes", "gate"),
    [
        (None, (), "pass"),
        ("c", ("float64",), "pass"),
        ("c", ("float32", "float64"), "pass"),
        ("another", (), "fail"),
        (("another", "c"), (), "pass"),
        (("another",), ("float64",), "fail"),
        (None, ("float32",), "fail"),
    ],
)
def test_an_erratum_of_an_implementation_can_be_held_to_a_case_and_to_formats(case, dtypes, gate: str):
    named = {"cases": case} if isinstance(case, tuple) else {"case": case}
    errata = (replace(OF_IMPLEMENTATION, **named, dtypes=dtypes),)
    reference = Reference(Path(), {"007": ReferenceDocument(STORED, replace(CASE_FILE, errata=errata))})
    disagreeing = verdict("", "wrong_code", "definition", "disagrees")
    assert gated(disagreeing, reference).gate == gate
    assert gated(replace(disagreeing, verdict="agrees"), reference).gate == ("fail" if gate == "pass" else "pass")


@pytest.mark.parametrize(
    ("found", "reason", "gate", "told"),
    [
        ("failed", "raised ValueError: no kernel for float64", "pass", ""),
        ("failed", "raised ValueError: out of memory", "fail", ""),
        ("disagrees", "", "fail", "erratum of-implementation expects a failure"),
        ("agrees", "", "fail", "erratum of-implementation is stale: this now agrees"),
    ],
)
def test_an_erratum_that_expects_a_failure_excuses_that_failure_alone(found: str, reason: str, gate: str, told: str):
    errata = (replace(OF_IMPLEMENTATION, failure="no kernel"),)
    reference = Reference(Path(), {"007": ReferenceDocument(STORED, replace(CASE_FILE, errata=errata))})
    judged = gated(replace(verdict("", "wrong_code", "definition", found), reason=reason), reference)
    assert judged.gate == gate
    assert judged.reason == (told or reason)
    confirmed = not any("of-implementation" in fault for fault in faults_of_run(reference, [judged]))
    assert confirmed == (found == "disagrees" or gate == "pass")


def test_an_erratum_of_an_implementation_that_was_not_called_is_not_stale():
    left_out = replace(WHOLE[1], verdict="skipped", erratum="")
    right = replace(WHOLE[1], implementation="code", verdict="agrees", erratum="")
    assert faults_of_run(REFERENCE, [WHOLE[0], right, left_out, WHOLE[2]]) == []
    agreeing = replace(left_out, verdict="agrees")
    assert [str(fault) for fault in faults_of_run(REFERENCE, [WHOLE[0], right, agreeing, WHOLE[2]])] == [
        "erratum of-implementation is stale: nothing disagrees"
    ]


WHOLE = [
    replace(verdict("wrong_golden", "document", "definition", "disagrees"), erratum="of-golden"),
    replace(verdict("", "wrong_code", "definition", "disagrees"), erratum="of-implementation"),
    replace(verdict("golden", "document", "definition", "agrees"), case="r"),
]


def test_a_run_that_judged_everything_has_no_faults():
    assert faults_of_run(REFERENCE, WHOLE) == []


@pytest.mark.parametrize(
    ("verdicts", "faults"),
    [
        ([], ["the run has no verdicts"]),
        (WHOLE[1:], ["erratum of-golden is stale: nothing disagrees"]),
        ([WHOLE[0], WHOLE[2]], ["no implementation ran case 007/c", "erratum of-implementation is stale"]),
        (WHOLE[:2], ["relation 007/r has no verdict"]),
        ([WHOLE[2]], ["case 007/c has no verdict", "erratum of-golden is stale", "erratum of-implementation is stale"]),
    ],
)
def test_what_a_run_left_out_is_a_fault(verdicts: list[Verdict], faults: list[str]):
    found = faults_of_run(REFERENCE, verdicts)
    assert len(found) == len(faults)
    assert all(fault.startswith(words) for fault, words in zip(found, faults, strict=True))


def implementation(operation: str, *arrays: str, parameters: str = "") -> Implementation:
    numbers = ("torch", ("float64",), {}, None, 0.0, "", "", True, None, None)
    return Implementation("mine", operation, *numbers, arrays, frozenset(parameters.split()), "f", Path("mine.py"), 1)


def test_an_implementation_is_run_on_cases_of_its_operation_whose_arrays_and_parameters_it_takes():
    one = implementation("total", "x", "mask", parameters="axis")
    assert supports(one, "total", {"axis": 1}, {"x": "x"})
    assert not supports(one, "softmax", {"axis": 1}, {"x": "x"})
    assert not supports(one, "total", {"causal": True}, {"x": "x"})
    assert not supports(one, "total", {}, {"y": "y"})
    needing = replace(one, required=frozenset({"axis"}))
    assert supports(needing, "total", {"axis": 1}, {"x": "x"})
    assert not supports(needing, "total", {}, {"x": "x"})


def test_a_case_without_implementation_and_an_implementation_without_case_are_told():
    """Among others that fit: one is enough."""
    other = replace(CASE, name="other", operation="softmax")
    both = replace(CASE_FILE, cases=(CASE, other))
    reference = Reference(Path(), {"007": ReferenceDocument(STORED, both)})
    path = reference.documents["007"].path
    sums, products = implementation("total", "x"), implementation("product", "x")
    assert list(cases_without_implementation(reference, [sums, products])) == [
        f"{path}: case 007/other has no implementation of softmax"
    ]
    (skipped,) = implementations_without_case(reference, [sums, products])
    assert (skipped.operation, skipped.implementation, skipped.verdict) == ("product", "mine", "skipped")
    assert skipped.reason == "no case of product to run"
