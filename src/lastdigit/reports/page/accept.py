"""The lines of ``cases.toml`` that accept a failure: an erratum, or goldens that cannot be verified."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lastdigit.base.evidence import INFERRED, UNPROVEN
from lastdigit.cases.case_file import NAME as CASES
from lastdigit.records.run import Run
from lastdigit.reports.outcome.cause import GOLDEN, Cause
from lastdigit.reports.outcome.stops import DISAGREEMENT, FAILURE
from lastdigit.reports.page.patch import appending
from lastdigit.verdicts.verdict import Verdict

REASON = "explain here why this is known and acceptable"
"""What stands for the reason, which a person has to give."""
_LONGEST_ID = 60


@dataclass(frozen=True)
class Acceptance:
    """Lines to paste at the end of a file, and the ``patch`` that does so, empty where there can be none.

    The reason in both is :data:`REASON` until a person gives one.
    """

    path: str
    lines: str
    patch: str = ""
    reason: str = f'"{REASON}"'


def acceptance(run: Run, cause: Cause) -> list[Acceptance]:
    """The errata that accept a cause, one for each document, whose file is to name no other document's cases.

    There are none for a wrong case, which is mended, nor for a stale erratum, which is removed.
    """
    if cause.kind not in (GOLDEN, DISAGREEMENT, FAILURE):
        return []
    found = []
    for document in dict.fromkeys(verdict.document for verdict in cause.verdicts):
        own = [verdict for verdict in cause.verdicts if verdict.document == document]
        said: dict[str, object] = {"id": _id(document, cause)}
        if cause.kind == GOLDEN:
            said["golden"] = cause.who.partition("/")[2]
        else:
            said |= {"implementation": cause.who, **_limits(run, cause, own)}
        found.append(_at_end(run, document, _table("erratum", {**said, **_evidence(own), "reason": REASON})))
    return found


def unverified_goldens(run: Run) -> list[Acceptance]:
    """For every document the lines that call those of its goldens unverifiable that no case uses."""
    found = []
    for name, document in run.reference.documents.items():
        unused = document.without_case
        if unused and run.complete:
            plain = {"golden": unused if len(unused) > 1 else unused[0], "unverifiable": REASON}
            found.append(_at_end(run, name, _table("golden", plain)))
    return found


def _limits(run: Run, cause: Cause, own: Sequence[Verdict]) -> dict[str, object]:
    """The cases and formats that an erratum of an implementation is limited to, and the failure that it expects."""
    cases = list(dict.fromkeys(verdict.case for verdict in own))
    dtypes = sorted({verdict.dtype for verdict in own})
    judged = {
        verdict.dtype
        for verdict in run.verdicts
        if verdict.implementation == cause.who and verdict.document == own[0].document and verdict.case in cases
    }
    found: dict[str, object] = {"cases": cases}
    if judged != set(dtypes):
        found["dtypes"] = dtypes
    if cause.kind == FAILURE:
        found["failure"] = cause.what.partition("\n")[0]
    return found


def _evidence(own: Sequence[Verdict]) -> dict[str, object]:
    """The least that the disagreements rest on, where that is not a proof."""
    rests = {verdict.evidence for verdict in own} & set(UNPROVEN)
    return {"evidence": INFERRED if INFERRED in rests else rests.pop()} if rests else {}


def _at_end(run: Run, document: str, lines: str) -> Acceptance:
    path = f"{run.reference.root.as_posix()}/{document}/{CASES}"
    known = run.reference.documents.get(document)
    return Acceptance(path, lines, appending(lines, known.path, path) if known else "")


def _id(document: str, cause: Cause) -> str:
    words = re.sub(r"[^a-z0-9]+", "-", f"{document} {cause.who.removeprefix(f'{document}/')} {cause.what}".lower())
    return words[:_LONGEST_ID].strip("-")


def _table(name: str, plain: Mapping[str, object]) -> str:
    return "\n".join([f"[[{name}]]", *(f"{key} = {_value(value)}" for key, value in plain.items())]) + "\n"


def _value(value: object) -> str:
    if isinstance(value, Sequence) and not isinstance(value, str):
        return f"[{', '.join(map(_value, value))}]"
    # A basic string of TOML is a string of JSON, but for DEL, which it has to escape.
    text = json.dumps(str(value).encode("utf-8", "replace").decode(), ensure_ascii=False)
    return text.replace("\x7f", "\\u007f")
