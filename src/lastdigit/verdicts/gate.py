"""The gate: which verdicts pass, and which faults invalidate a run."""

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
    """Set the gate of a verdict: an erratum lets a disagreement pass, and a stale erratum fails.

    A golden that is wrong disagrees with its definition and with every right implementation. An implementation that is
    wrong disagrees with the definition and with every right golden. If both are wrong they may agree. An erratum that
    expects proven evidence excuses no calibrated or inferred disagreement; one that expects other evidence excuses all;
    one that expects a failure excuses only that failure.
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
        reason = f"erratum {name} expects a failure"
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
    """Goldens that no case or relation uses, as input or as expected values, and that are not declared unused.

    No case is due for candidates.
    """
    return [
        Fault(
            f"{document.stored.csv_path(name)}: golden {name} is not used by any case of {document.path}",
            UNUSED_GOLDEN,
            document.stored.csv_path(name),
        )
        for document in reference.documents.values()
        for name in document.without_case
    ]


def cases_without_implementation(reference: Reference, implementations: Iterable[Implementation]) -> list[Fault]:
    """Cases that no implementation supports."""
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
    """Skipped verdicts for implementations that support no case."""
    return [
        Verdict(
            *("", "", "", each.operation, each.name, "", AGAINST_DEFINITION, SKIPPED),
            reason=f"no case of {each.operation} to run",
        )
        for each in implementations
        if not any(supports(each, case.operation, case.parameters, case.inputs) for case in reference.cases)
    ]


def supports(implementation: Implementation, operation: str, parameters: Iterable[str], arrays: Iterable[str]) -> bool:
    """Whether an implementation supports a case of ``operation`` with these parameters and arrays."""
    return implementation.operation == operation and implementation.supports(frozenset(parameters), frozenset(arrays))


def faults_of_run(reference: Reference, verdicts: Sequence[Verdict]) -> list[Fault]:
    """Faults of a complete run: nothing judged, cases without a verdict, unconfirmed errata."""
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
