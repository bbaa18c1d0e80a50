"""``lastdigit.sarif``: what the gate stops, in the Static Analysis Results Interchange Format.

SARIF 2.1.0, OASIS Standard, 27 March 2020.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from lastdigit import __version__
from lastdigit.base.files import write_whole
from lastdigit.records.run import Place, Run
from lastdigit.reports.ci.stopped import Stopped, stopped
from lastdigit.reports.outcome.stops import KINDS, name_of
from lastdigit.verdicts.verdict import Verdict
from lastdigit.verdicts.words.evidence import share_words, told

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json"
MOST = 5_000
"""Results that GitHub keeps of one upload; the faults stand first."""
LONGEST = 1_000
MOST_PLACES = 20
"""Further places and verdicts that a result names."""


def write_sarif(run: Run, path: Path) -> None:
    """Write ``lastdigit.sarif``."""
    write_whole(path, json.dumps(sarif(run), indent=1).encode("ascii") + b"\n")


def sarif(run: Run) -> dict[str, Any]:
    """The run as a SARIF log: one rule per kind of gate failure, one result per fault and per cause."""
    kinds = list(KINDS)
    times: Counter[str] = Counter()
    results = []
    found = stopped(run)
    for one in found[:MOST]:
        times[one.key] += 1
        results.append(_result(one, kinds.index(one.kind), f"{one.key} {times[one.key]}"))
    rules = [
        {
            "id": kind,
            "shortDescription": {"text": meaning},
            "fullDescription": {"text": f"{meaning}. The gate of lastdigit fails on it."},
            "defaultConfiguration": {"level": "error"},
        }
        for kind, meaning in KINDS.items()
    ]
    left = len(found) - len(results)
    return {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": {"name": "lastdigit", "semanticVersion": __version__, "rules": rules}},
                "automationDetails": {"id": "lastdigit/"},
                "columnKind": "unicodeCodePoints",
                "properties": {"environments": list(run.environments), "passes": run.passes, "leftOut": left},
                "results": results,
            }
        ],
    }


def _result(one: Stopped, rule: int, key: str) -> dict[str, Any]:
    text = one.text if len(one.text) <= LONGEST else f"{one.text[: LONGEST - 1]}…"
    result: dict[str, Any] = {
        "ruleId": one.kind,
        "ruleIndex": rule,
        "level": "error",
        "message": {"text": text},
        "locations": [{"physicalLocation": _location(one.place)}],
        "partialFingerprints": {"stopped/v2": hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()},
    }
    if others := one.others[:MOST_PLACES]:
        result["relatedLocations"] = [{"physicalLocation": _location(place)} for place in others]
    if facts := _facts(one.verdicts):
        result["properties"] = facts
    return result


def _facts(verdicts: Sequence[Verdict]) -> dict[str, Any]:
    """What the first verdict rests on, as far as it says so, and where there are more, how many and which."""
    if not verdicts:
        return {}
    verdict, more = verdicts[0], len(verdicts) > 1
    facts = {
        "verdictCount": len(verdicts) if more else 0,
        "verdicts": [name_of(each) for each in verdicts[:MOST_PLACES]] if more else [],
        "evidence": verdict.evidence,
        "arithmetic": verdict.arithmetic,
        "blindTo": list(verdict.blind_to),
        "shares": [share_words(share) for share in verdict.shares if told(share, verdict)],
        "rowsRead": verdict.rows_read,
        "notes": list(verdict.notes),
    }
    return {name: fact for name, fact in facts.items() if fact}


def _location(place: Place) -> dict[str, Any]:
    path, line = place
    uri = quote(_bytes(path))
    artifact = {"uri": f"file://{uri}"} if path.startswith("/") else {"uri": uri, "uriBaseId": "%SRCROOT%"}
    return {"artifactLocation": artifact, "region": {"startLine": max(line, 1)}}


def _bytes(path: str) -> bytes:
    """A path as the file system has it; lone surrogates that stand for none of its bytes are question marks."""
    try:
        return path.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return path.encode("utf-8", "replace")
