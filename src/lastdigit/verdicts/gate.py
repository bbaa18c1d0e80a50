"""The gate: which verdicts a run may pass with, and what makes a run no run."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from lastdigit.base.evidence import UNPROVEN
from lastdigit.base.fault import (
    EMPTY,
    STALE_ERRATUM,
    UNJUDGED_CASE,
    UNRUN_CASE,
    UNUSED_GOLDEN,
    Fault,
)
from lastdigit.cases.reference import Reference
from lastdigit.implementations.implementation import Implementation
from lastdigit.verdicts.verdict import (
    AGAINST_DEFINITION,
    AGREES,
    DISAGREES,
    FAILED,
    PROVEN,
    SKIPPED,
    THE_DOCUMENT,
    Verdict,
)

PASS, FAIL = "pass", "fail"


def gated(verdict: Verdict, reference: Reference) -> Verdict:
    """A verdict with its gate: a disagreement passes by an erratum, and an erratum that does not hold fails.

    A golden that is wrong disagrees with its definition and with every right implementation. An implementation that
    is wrong disagrees with the definition and with every right golden. What is wrong in both may agree. An erratum
    that expects proven evidence excuses nothing that is only calibrated or inferred; one that expects another holds for
    all; one that expects a failure excuses that failure alone.
    """
    document = reference.documents.get(verdict.document)
    of_golden = document.erratum_of_golden(verdict.golden, verdict.case) if document else None
    of_implementation = reference.erratum_of_implementation(verdict.implementation, verdict.case, verdict.dtype)
    if verdict.implementation == THE_DOCUMENT:
        erratum = of_golden
    elif verdict.against == AGAINST_DEFINITION:
        erratum = of_implementation
    elif of_golden and of_implementation:
        erratum = None
    else:
        erratum = of_golden or of_implementation
    name = erratum.id if erratum else ""
    if verdict.verdict == FAILED:
        known = erratum is not None and erratum.failure and erratum.failure in verdict.reason
        return replace(verdict, gate=PASS, erratum=name) if known else replace(verdict, gate=FAIL)
    if verdict.verdict == DISAGREES and erratum and erratum.failure:
        reason = f"erratum {name} expects that it fails"
        return replace(verdict, gate=FAIL, erratum=name, reason=reason)
    if verdict.verdict == DISAGREES and erratum and verdict.evidence in UNPROVEN and erratum.evidence == PROVEN:
        reason = f"erratum {name} expects a proven disagreement; this one is only {verdict.evidence}"
        return replace(verdict, gate=FAIL, erratum=name, reason=reason)
    if verdict.verdict == DISAGREES:
        return replace(verdict, gate=PASS if erratum else FAIL, erratum=name)
    if verdict.verdict == AGREES and erratum:
        reason = f"erratum {name} is stale: this now agrees"
        return replace(verdict, gate=FAIL, erratum=name, reason=reason)
    return verdict


def goldens_without_case(reference: Reference) -> list[Fault]:
    """Goldens that no case and no relation uses, as input or as what is expected, and that no person accounts for."""
    faults = []
    for document in reference.documents.values():
        if document.case_file.unused:
            continue
        faults += [
            Fault(
                f"{document.stored.csv_path(name)}: golden {name} is used by no case of {document.path}",
                UNUSED_GOLDEN,
                document.stored.csv_path(name),
            )
            for name, golden in document.stored.goldens.items()
            if name not in document.used and not golden.unverifiable
        ]
    return faults


def cases_without_implementation(reference: Reference, implementations: Iterable[Implementation]) -> list[Fault]:
    """Cases that no implementation can be run on."""
    known = list(implementations)
    return [
        Fault(
            f"{reference.documents[case.document].path}: case {case.id} has no implementation of {case.operation}",
            UNRUN_CASE,
            reference.documents[case.document].path,
        )
        for case in reference.cases
        if not any(supports(implementation, case.operation, case.parameters, case.inputs) for implementation in known)
    ]


def implementations_without_case(reference: Reference, implementations: Iterable[Implementation]) -> list[Verdict]:
    """The verdicts of implementations that can be run on no case: they are skipped."""
    return [
        Verdict(
            *("", "", "", each.operation, each.name, "", AGAINST_DEFINITION, SKIPPED),
            reason=f"no case of {each.operation} to run",
        )
        for each in implementations
        if not any(supports(each, case.operation, case.parameters, case.inputs) for case in reference.cases)
    ]


def supports(implementation: Implementation, operation: str, parameters: Iterable[str], arrays: Iterable[str]) -> bool:
    """Whether an implementation can be run on a case of ``operation`` with these parameters and arrays."""
    return implementation.operation == operation and implementation.supports(frozenset(parameters), frozenset(arrays))


def faults_of_run(reference: Reference, verdicts: Sequence[Verdict]) -> list[Fault]:
    """What is wrong with a complete run as a whole: nothing judged, cases without verdict, errata not confirmed."""
    if all(verdict.verdict == SKIPPED for verdict in verdicts):
        return [Fault("the run has no verdicts", EMPTY)]
    judged = {(verdict.document, verdict.case) for verdict in verdicts}
    run = {(v.document, v.case) for v in verdicts if v.implementation != THE_DOCUMENT and v.verdict != SKIPPED}
    confirmed = {verdict.erratum for verdict in verdicts if verdict.verdict in (DISAGREES, FAILED)}
    called = {verdict.implementation for verdict in verdicts if verdict.verdict != SKIPPED}
    skipped = {verdict.implementation for verdict in verdicts} - called
    unjudged: list[Fault] = []
    unrun: list[Fault] = []
    related: list[Fault] = []
    stale: list[Fault] = []
    for document in reference.documents.values():
        for case in document.case_file.cases:
            if (case.document, case.name) not in judged:
                unjudged.append(Fault(f"case {case.id} has no verdict", UNJUDGED_CASE, document.path))
            elif (case.document, case.name) not in run:
                unrun.append(Fault(f"no implementation ran case {case.id}", UNRUN_CASE, document.path))
        related += [
            Fault(f"relation {relation.id} has no verdict", UNJUDGED_CASE, document.path)
            for relation in document.case_file.relations
            if (relation.document, relation.name) not in judged
        ]
        stale += [
            Fault(f"erratum {erratum.id} is stale: nothing disagrees", STALE_ERRATUM, document.path)
            for erratum in document.case_file.errata
            if erratum.id not in confirmed and erratum.implementation not in skipped
        ]
    return [*unjudged, *unrun, *related, *stale]
