"""The first lines of a record: format, environment, and the reference data that a run was judged against, as text."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from lastdigit.records.lines import dumps

FORMAT = "lastdigit run"
VERSION = 3


@dataclass(frozen=True)
class Opening:
    """What is known of a run before anything was judged.

    ``root`` is the folder that ``files``, the texts of the reference data, stood in.
    """

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

    Raises ValueError, TypeError or KeyError, with what is wrong, where there is none that this version can read.
    """
    header = json.loads(next(lines, b""))
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise ValueError(f"no header of a {FORMAT}")
    if header["version"] != VERSION:
        raise ValueError(f"version {header['version']}")
    files: dict[str, str] = {}
    for _ in range(header["files"]):
        entry = json.loads(next(lines, b""))
        files[str(entry["file"])] = str(entry["text"])
    return Opening(str(header["environment"]), str(header["reference"]), files, dict(header["details"]))
