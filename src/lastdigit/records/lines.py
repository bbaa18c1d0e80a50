"""A verdict as two lines of JSON: its fields, and its elements in columns."""

from __future__ import annotations

import json
import sys
from dataclasses import MISSING, fields
from functools import lru_cache
from typing import Any

from lastdigit.base.errors import told
from lastdigit.base.evidence import PROVEN, UNPROVEN
from lastdigit.records.columns import columns_of, read_columns
from lastdigit.records.fields import NoRecord, parsed, typed
from lastdigit.verdicts.elements import Elements, Terms
from lastdigit.verdicts.verdict import (
    AGAINST_DEFINITION,
    AGAINST_DOCUMENT,
    AGREES,
    DISAGREES,
    FAILED,
    ON_DISK,
    SKIPPED,
    UNDECIDED,
    Share,
    Verdict,
    finite,
)

NO_ELEMENTS = "{}"

SHORT = 1 << 14
"""Lines of elements up to this length are cached: implementations often have the same one."""

_LIGHT = tuple((f.name, f.default) for f in fields(Verdict) if f.name not in ON_DISK)
_KNOWN = frozenset(name for name, _ in _LIGHT)
_REQUIRED = frozenset(name for name, default in _LIGHT if default is MISSING)
_HINTS = {f.name: str(f.type) for f in fields(Verdict) if f.name in _KNOWN}
_MAY_BE_NONE = frozenset(name for name, hint in _HINTS.items() if hint.endswith("| None"))
_TYPES: dict[str, type] = {"str": str, "int": int, "float": float, "tuple[str, ...]": tuple, "tuple[Share, ...]": tuple}
_KINDS = {name: _TYPES[hint.removesuffix(" | None")] for name, hint in _HINTS.items()}
"""The type of each field in JSON, or the type it is converted to."""
_WORDS = {
    "verdict": (AGREES, DISAGREES, UNDECIDED, FAILED, SKIPPED),
    "gate": ("pass", "fail"),
    "against": (AGAINST_DOCUMENT, AGAINST_DEFINITION),
    "evidence": ("", PROVEN, *UNPROVEN),
}
_LARGEST = 2.0**1023
_WHAT = "a verdict"
_REPEATED = (
    *("document", "case", "golden", "operation", "implementation", "dtype", "against", "verdict", "gate"),
    *("evidence", "arithmetic"),
)


def verdict_line(verdict: Verdict) -> str:
    """Serialise a verdict without its elements; default values are omitted."""
    return dumps({name: getattr(verdict, name) for name, default in _LIGHT if getattr(verdict, name) != default})


def verdict_of(line: str | bytes, stored: int = -1) -> Verdict:
    """The light verdict of :func:`verdict_line`; raises :class:`NoRecord` for anything else."""
    plain = typed(parsed(line, _WHAT), dict, _WHAT)
    missing = _REQUIRED - plain.keys()
    if missing:
        raise NoRecord(f"'{min(missing)}' of {_WHAT}", "none")
    values = {key: value for key, value in plain.items() if key in _KNOWN}
    for name, value in values.items():
        if type(value) is not _KINDS[name]:
            values[name] = _converted(name, value)
    for name, known in _WORDS.items():
        if values.get(name, known[0]) not in known:
            raise NoRecord(f"'{name}' of {_WHAT} among {', '.join(known)}", told(values[name]))
    for name in _REPEATED:
        if name in values:
            # Names repeat in tens of thousands of verdicts; each is kept once.
            values[name] = sys.intern(values[name])
    return Verdict(**values, stored=stored)


def _converted(name: str, value: Any) -> Any:
    """Convert a value whose JSON type differs: lists, whole numbers and non-finite numbers."""
    if value is None and name in _MAY_BE_NONE:
        return None
    if name == "shares":
        return tuple(map(_share, typed(value, list, f"'{name}' of {_WHAT}")))
    if _KINDS[name] is tuple:
        return _once(
            tuple(typed(text, str, f"'{name}' of {_WHAT}") for text in typed(value, list, f"'{name}' of {_WHAT}"))
        )
    if _KINDS[name] is float:
        return _number(value, f"'{name}' of {_WHAT}")
    return typed(value, _KINDS[name], f"'{name}' of {_WHAT}")


def _share(plain: Any) -> Share:
    what = f"a share of {_WHAT}"
    if type(plain) is not list or len(plain) != 3:
        raise NoRecord(f"{what} as names, share and uncertainty", told(plain))
    names, share, uncertainty = plain
    texts = tuple(typed(name, str, what) for name in typed(names, list, what))
    return Share(_once(texts), _number(share, what), _number(uncertainty, what))


def _number(value: Any, what: str) -> float:
    if type(value) is float or (type(value) is int and abs(value) < _LARGEST):
        return float(value)
    if type(value) is str and value in ("nan", "inf", "-inf"):
        return float(value)
    raise NoRecord(f"{what} as a number", told(value))


@lru_cache(maxsize=1 << 12)
def _once(names: tuple[str, ...]) -> tuple[str, ...]:
    """Intern names shared by many verdicts."""
    return names


def elements_line(verdict: Verdict) -> str:
    """Serialise the elements of a verdict and the terms of their allowance, as columns."""
    if not verdict.details and not verdict.terms:
        return NO_ELEMENTS
    return dumps(columns_of(Elements.of(verdict.details), Terms.of(verdict.terms)))


def elements_of(line: str | bytes) -> tuple[Elements, Terms]:
    """The elements of :func:`elements_line`; raises :class:`NoRecord` for anything else."""
    return _read(line) if len(line) > SHORT else _read_once(line)


@lru_cache(maxsize=256)
def _read_once(line: str | bytes) -> tuple[Elements, Terms]:
    return _read(line)


def _read(line: str | bytes) -> tuple[Elements, Terms]:
    columns = typed(parsed(line, "elements"), dict, "elements")
    return read_columns(columns) if columns else (Elements.of(()), Terms())


def dumps(value: Any) -> str:
    """One line of JSON in ASCII, with non-finite numbers as strings."""
    try:
        return json.dumps(value, allow_nan=False, separators=(",", ":"))
    except ValueError:
        return json.dumps(finite(value), allow_nan=False, separators=(",", ":"))
