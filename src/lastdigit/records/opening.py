"""The first lines of a record: format, environment, and the reference data that a run was judged against, as text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from lastdigit.base.errors import told
from lastdigit.records.fields import NoRecord, count, member, parsed, typed
from lastdigit.records.lines import dumps

FORMAT = "lastdigit run"
VERSION = 4
MOST_FILES = 1 << 16


@dataclass(frozen=True)
class Opening:
    """The facts of a run before judging. ``root`` was the folder of ``files``, the texts of the reference data."""

    environment: str
    root: str
    files: Mapping[str, str] = field(default_factory=dict)
    details: Mapping[str, Any] = field(default_factory=dict)


def opening_lines(opening: Opening) -> Iterator[str]:
    """The lines of an opening: its header, then one per file of reference data."""
    yield dumps(
        {
            "format": FORMAT,
            "version": VERSION,
            "environment": opening.environment,
            "details": dict(opening.details),
            "reference": opening.root,
            "files": len(opening.files),
        }
    )
    for name, text in opening.files.items():
        yield dumps({"file": name, "text": text})


def opening_of(lines: Iterator[bytes]) -> Opening:
    """The opening at the start of these lines, which are taken as far as it goes.

    Raises :class:`NoRecord` if this version cannot read it.
    """
    header = parsed(next(lines, b""), "a header")
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise NoRecord(f"a header of a {FORMAT}", told(header))
    if member(header, "version", int, "the header") != VERSION:
        raise NoRecord(f"a {FORMAT} of version {VERSION}", f"version {header['version']}")
    files: dict[str, str] = {}
    if (total := count(header, "files", "the header")) > MOST_FILES:
        raise NoRecord(f"at most {MOST_FILES} files of reference data", str(total))
    for _ in range(total):
        entry = parsed(next(lines, b""), "a file of the reference data")
        files[member(entry, "file", str, "a file")] = member(entry, "text", str, "a file")
    environment, root = (member(header, key, str, "the header") for key in ("environment", "reference"))
    return Opening(environment, root, files, _details(header))


def _details(header: dict[str, Any]) -> dict[str, dict[str, str]]:
    details = member(header, "details", dict, "the header")
    for environment, facts in details.items():
        for name in typed(facts, dict, f"the details of {told(environment)}"):
            member(facts, name, str, f"the details of {told(environment)}")
    return details
