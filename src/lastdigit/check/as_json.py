"""The result of a check as JSON, and its schema."""

from __future__ import annotations

import json
from typing import Any

from lastdigit import __version__
from lastdigit.check.checked import Checked
from lastdigit.check.shapes import slots
from lastdigit.check.trial import Trial
from lastdigit.check.words import command_of
from lastdigit.verdicts.verdict import AGREES, DISAGREES, FAILED, UNDECIDED, finite

_TEXT, _TEXTS = {"type": "string"}, {"type": "array", "items": {"type": "string"}}
_NUMBER = {"type": ["number", "string", "null"]}
_VERDICT = {"enum": [AGREES, DISAGREES, UNDECIDED, FAILED]}
_SHAPE = {"type": "array", "items": {"type": "integer", "minimum": 0}}


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


_SHARE = _object({"mistakes": _TEXTS, "share": _NUMBER, "uncertainty": _NUMBER})
_TRIAL = _object(
    {
        "kind": _TEXT,
        "exact": {"type": "boolean"},
        "sizes": {"type": "object", "additionalProperties": {"type": "integer", "minimum": 1}},
        "shapes": {"type": "object", "additionalProperties": _SHAPE},
        "dtype": _TEXT,
        "mask": _TEXT,
        "layout": _TEXT,
        "optional": {"type": "boolean"},
        "parameters": {"type": "object"},
        "seed": {"type": "integer", "minimum": 0},
        "verdict": _VERDICT,
        "evidence": _TEXT,
        "arithmetic": _TEXT,
        "reason": _TEXT,
        "explanation": _TEXT,
        "elements": {"type": "integer", "minimum": 0},
        "disagreeing": {"type": "integer", "minimum": 0},
        "worst_index": _TEXT,
        "expected": _TEXT,
        "observed": _TEXT,
        "error": _NUMBER,
        "allowed": _NUMBER,
        "shares": {"type": "array", "items": _SHARE},
        "blind_to": _TEXTS,
        "notes": _TEXTS,
        "seconds": _NUMBER,
        "command": _TEXT,
    }
)
SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "what lastdigit check found",
    **_object(
        {
            "lastdigit": _TEXT,
            "function": _TEXT,
            "operation": _TEXT,
            "framework": _TEXT,
            "device": _TEXT,
            "inferred": _TEXTS,
            "verdict": _VERDICT,
            "trials": {"type": "array", "items": _TRIAL},
            "left_out": _TEXTS,
            "blind_to": {"type": "object", "additionalProperties": _TEXTS},
            "smallest": {"anyOf": [_TRIAL, {"type": "null"}]},
        }
    ),
}
"""JSON Schema of ``lastdigit check --json``; non-finite numbers are strings."""


def as_json(found: Checked) -> str:
    """One JSON object that conforms to :data:`SCHEMA`."""
    target = found.target
    plain = {
        "lastdigit": __version__,
        "function": target.text,
        "operation": target.operation,
        "framework": target.framework,
        "device": found.how.device,
        "inferred": list(target.inferred),
        "verdict": found.verdict,
        "trials": [trial_as_json(trial, target.framework, found.how.device) for trial in found.trials],
        "left_out": list(found.left_out),
        "blind_to": {dtype: list(names) for dtype, names in found.blind_to.items()},
        "smallest": found.smallest and trial_as_json(found.smallest, target.framework, found.how.device),
    }
    return json.dumps(finite(plain), allow_nan=False)


def trial_as_json(trial: Trial, framework: str, device: str) -> dict[str, Any]:
    """One trial as plain values."""
    spec, verdict = trial.spec, trial.verdict
    same = ("verdict", "evidence", "arithmetic", "reason", "explanation", "elements", "disagreeing", "worst_index")
    also = ("expected", "observed", "error", "allowed", "seconds")
    return {
        "kind": spec.kind,
        "exact": spec.is_exact,
        "sizes": dict(spec.sizes),
        "shapes": {slot.name: list(slot.shape(spec.sizes)) for slot in slots(spec.operation)},
        "dtype": spec.dtype,
        "mask": spec.mask,
        "layout": spec.layout,
        "optional": spec.optional,
        "parameters": dict(spec.parameters),
        "seed": spec.seed,
        **{name: getattr(verdict, name) for name in (*same, *also)},
        "shares": [
            {"mistakes": list(each.names), "share": each.share, "uncertainty": each.uncertainty}
            for each in verdict.shares
        ],
        "blind_to": list(verdict.blind_to),
        "notes": list(verdict.notes),
        "command": command_of(trial, framework, device),
    }
