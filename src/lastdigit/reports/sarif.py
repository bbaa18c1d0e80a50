"""``lastdigit.sarif``: what the gate stops, in the Static Analysis Results Interchange Format.

SARIF 2.1.0, OASIS Standard, 27 March 2020.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from pathlib import Path
from typing import Any
from urllib.parse import quote

from lastdigit import __version__
from lastdigit.base.files import write_whole
from lastdigit.records.run import Place, Run
from lastdigit.reports.evidence_words import share_words, told
from lastdigit.reports.stops import KINDS, Stop, stops
from lastdigit.verdicts.verdict import Verdict

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json"
MOST = 5_000
"""Results that GitHub keeps of one upload; the faults stand first."""
LONGEST = 1_000


def write_sarif(run: Run, path: Path) -> None:
    """Write ``lastdigit.sarif``."""
    write_whole(path, json.dumps(sarif(run), indent=1).encode("ascii") + b"\n")


def sarif(run: Run) -> dict[str, Any]:
    """The run as a SARIF log: one rule per kind of gate failure, one result per fault and failing verdict."""
    kinds = list(KINDS)
    times: Counter[str] = Counter()
    results = []
    found = list(stops(run))
    for stop in found[:MOST]:
        key = f"{stop.kind} {stop.name or stop.why}"
        times[key] += 1
        results.append(_result(stop, kinds.index(stop.kind), f"{key} {times[key]}"))
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


def _result(stop: Stop, rule: int, key: str) -> dict[str, Any]:
    text = stop.text if len(stop.text) <= LONGEST else f"{stop.text[: LONGEST - 1]}…"
    result = {
        "ruleId": stop.kind,
        "ruleIndex": rule,
        "level": "error",
        "message": {"text": text},
        "locations": [{"physicalLocation": _location(stop.place)}],
        "partialFingerprints": {"stopped/v1": hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()},
    }
    if stop.verdict and (facts := _facts(stop.verdict)):
        result["properties"] = facts
    return result


def _facts(verdict: Verdict) -> dict[str, Any]:
    """What a verdict rests on, as far as it says so."""
    facts = {
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
