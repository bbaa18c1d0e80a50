"""A verdict as two lines of JSON: what it says, and the elements that it rests on, column by column."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Sequence
from dataclasses import MISSING, fields
from functools import lru_cache
from typing import Any

from lastdigit.verdicts.verdict import Element, Verdict

Terms = dict[str, list[float]]
Elements = tuple[tuple[Element, ...], Terms]

NO_ELEMENTS = "{}"

_ON_DISK = ("details", "terms", "stored")
_LIGHT = tuple((f.name, f.default) for f in fields(Verdict) if f.name not in _ON_DISK)
_KNOWN = frozenset(name for name, _ in _LIGHT)
_REQUIRED = frozenset(name for name, default in _LIGHT if default is MISSING)
_NUMBERS = ("error", "allowed", "seconds")
_REPEATED = ("document", "case", "golden", "operation", "implementation", "dtype", "against", "verdict", "gate")
_BITS = {True: "1", False: "0", None: "-"}
_OF_BITS: dict[str, bool | None] = {"1": True, "0": False, "-": None}


def verdict_line(verdict: Verdict) -> str:
    """What a verdict says, without its elements; values that are their default are left out."""
    return dumps({name: getattr(verdict, name) for name, default in _LIGHT if getattr(verdict, name) != default})


def verdict_of(line: str | bytes, stored: int = -1) -> Verdict:
    """The light verdict of :func:`verdict_line`; raises ValueError, KeyError or TypeError where it is none."""
    plain = json.loads(line)
    missing = _REQUIRED - plain.keys()
    if missing:
        raise KeyError(sorted(missing)[0])
    values = {key: value for key, value in plain.items() if key in _KNOWN}
    for name in _NUMBERS:
        if name in values:
            values[name] = float(values[name])
    for name in _REPEATED:
        if name in values:
            # Names repeat in tens of thousands of verdicts; each is kept once.
            values[name] = sys.intern(values[name])
    values["missed"] = tuple(values.get("missed", ()))
    return Verdict(**values, stored=stored)


def elements_line(verdict: Verdict) -> str:
    """The elements of a verdict and their allowance term by term, as columns."""
    details = verdict.details
    if not details and not verdict.terms:
        return NO_ELEMENTS
    index, printed, observed, error, allowed, agrees, same = zip(*details, strict=True) if details else ((),) * 7
    columns: dict[str, Any] = {
        "index": [*map(_spelled, index)],
        "printed": printed,
        "observed": observed,
        "error": error,
        "allowed": allowed,
        "agrees": "".join(map(_BITS.__getitem__, agrees)),
        "same": "".join(map(_BITS.__getitem__, same)),
        "terms": verdict.terms,
    }
    return dumps(columns)


def elements_of(line: str | bytes) -> Elements:
    """The elements of :func:`elements_line`; raises ValueError, KeyError or TypeError where they are none."""
    columns = json.loads(line)
    if not columns:
        return (), {}
    details = tuple(
        map(
            Element,
            map(_index, columns["index"]),
            columns["printed"],
            columns["observed"],
            map(float, columns["error"]),
            map(float, columns["allowed"]),
            map(_OF_BITS.__getitem__, columns["agrees"]),
            map(_OF_BITS.__getitem__, columns["same"]),
        )
    )
    if not len(details) == len(columns["index"]) == len(columns["same"]):
        raise ValueError("columns of different lengths")
    return details, {name: list(map(float, bounds)) for name, bounds in columns["terms"].items()}


@lru_cache(maxsize=1 << 16)
def _spelled(index: tuple[int, ...]) -> str:
    return ",".join(map(str, index))


@lru_cache(maxsize=1 << 16)
def _index(spelled: str) -> tuple[int, ...]:
    return tuple(map(int, spelled.split(","))) if spelled else ()


def dumps(value: Any) -> str:
    """One line of JSON in ASCII; a number that is not finite, which JSON has not, stands there as a string."""
    try:
        return json.dumps(value, allow_nan=False, separators=(",", ":"))
    except ValueError:
        return json.dumps(_finite(value), allow_nan=False, separators=(",", ":"))


def _finite(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _finite(entry) for key, entry in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_finite(entry) for entry in value]
    return str(value) if isinstance(value, float) and not math.isfinite(value) else value
