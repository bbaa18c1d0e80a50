"""What the gate lets pass: a disagreement with its erratum, never an erratum without its disagreement."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from lastdigit.cases.case import Case, CaseFile, Erratum, Expected, Relation
from lastdigit.cases.reference import Reference, ReferenceDocument
from lastdigit.store import StoredDocument
from lastdigit.verdicts.gate import faults_of_run, gated
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
        assert judged.reason == f"erratum {erratum} no longer holds: it says that this disagrees"


def test_an_erratum_can_be_held_to_one_of_the_cases_that_expect_its_golden():
    limited = replace(CASE_FILE, errata=(replace(OF_GOLDEN, case="c"),))
    reference = Reference(Path(), {"007": ReferenceDocument(STORED, limited)})
    disagreeing = verdict("wrong_golden", "document", "definition", "disagrees")
    assert gated(disagreeing, reference).gate == "pass"
    assert gated(replace(disagreeing, case="another"), reference).gate == "fail"


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
        (WHOLE[1:], ["erratum of-golden no longer holds: nothing disagrees"]),
        ([WHOLE[0], WHOLE[2]], ["no implementation ran case 007/c", "erratum of-implementation no longer holds"]),
        (WHOLE[:2], ["relation 007/r has no verdict"]),
        ([WHOLE[2]], ["case 007/c has no verdict", "erratum of-golden no", "erratum of-implementation no"]),
    ],
)
def test_what_a_run_left_out_is_a_fault(verdicts: list[Verdict], faults: list[str]):
    found = faults_of_run(REFERENCE, verdicts)
    assert len(found) == len(faults)
    assert all(fault.startswith(words) for fault, words in zip(found, faults, strict=True))
