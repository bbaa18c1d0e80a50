"""A verdict as two lines of JSON: what it says, and the elements that it rests on in columns."""

from __future__ import annotations

import json
import sys
from dataclasses import MISSING, fields
from functools import lru_cache
from typing import Any

from lastdigit.records.columns import columns_of, read_columns
from lastdigit.verdicts.elements import Elements, Terms
from lastdigit.verdicts.verdict import ON_DISK, Share, Verdict, finite

NO_ELEMENTS = "{}"

SHORT = 1 << 14
"""Characters of a line of elements up to which it is kept when it was read: implementations often give the same one."""

_LIGHT = tuple((f.name, f.default) for f in fields(Verdict) if f.name not in ON_DISK)
_KNOWN = frozenset(name for name, _ in _LIGHT)
_REQUIRED = frozenset(name for name, default in _LIGHT if default is MISSING)
_NUMBERS = ("error", "allowed", "seconds")
_REPEATED = (
    *("document", "case", "golden", "operation", "implementation", "dtype", "against", "verdict", "gate"),
    *("evidence", "arithmetic"),
)


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
    if "blind_to" in values:
        values["blind_to"] = _once(tuple(values["blind_to"]))
    if "shares" in values:
        values["shares"] = tuple(
            Share(_once(tuple(names)), float(share), float(uncertainty))
            for names, share, uncertainty in values["shares"]
        )
    return Verdict(**values, stored=stored)


@lru_cache(maxsize=1 << 12)
def _once(names: tuple[str, ...]) -> tuple[str, ...]:
    """The same names, which many verdicts have, as one object."""
    return names


def elements_line(verdict: Verdict) -> str:
    """The elements of a verdict and their allowance term by term, as columns."""
    if not verdict.details and not verdict.terms:
        return NO_ELEMENTS
    return dumps(columns_of(Elements.of(verdict.details), Terms.of(verdict.terms)))


def elements_of(line: str | bytes) -> tuple[Elements, Terms]:
    """The elements of :func:`elements_line`.

    Raises ValueError, KeyError, TypeError or AttributeError where they are none.
    """
    return _read(line) if len(line) > SHORT else _read_once(line)


@lru_cache(maxsize=256)
def _read_once(line: str | bytes) -> tuple[Elements, Terms]:
    return _read(line)


def _read(line: str | bytes) -> tuple[Elements, Terms]:
    columns = json.loads(line)
    return read_columns(columns) if columns else (Elements.of(()), Terms())


def dumps(value: Any) -> str:
    """One line of JSON in ASCII; a number that is not finite, which JSON has not, stands there as a string."""
    try:
        return json.dumps(value, allow_nan=False, separators=(",", ":"))
    except ValueError:
        return json.dumps(finite(value), allow_nan=False, separators=(",", ":"))
