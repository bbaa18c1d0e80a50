"""The record file: written whole from a run, read back as the same run.

``run.jsonl.gz`` is gzip members of JSON lines (``zcat`` shows them): the opening, the blocks of verdicts, the end, and
as the last member a pointer to the end, stored unpacked so that it always has the same size. Whatever has lost its end
lacks the pointer.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import zlib
from pathlib import Path
from typing import Any

from lastdigit.errors import InvalidRecord, LostEnd
from lastdigit.fault import Fault, kind_of
from lastdigit.files import whole_file
from lastdigit.records.blocks import Block, BlockReader, BlockWriter
from lastdigit.records.lines import dumps, elements_line, verdict_line, verdict_of
from lastdigit.records.opening import Opening, opening_lines, opening_of
from lastdigit.records.reference_text import reference_from, reference_texts
from lastdigit.run import Part, Run, make_run

NAME = "run.jsonl.gz"

_POINTER = '{{"end_at":{:>20}}}'
_POINTER_SIZE = len(gzip.compress(_POINTER.format(0).encode() + b"\n", 0, mtime=0))
_CHUNK = 1 << 20
_AN_END = "the end of a record, which is written last"
_BROKEN = (ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError, EOFError, OSError, zlib.error)


def write_record(run: Run, path: Path) -> None:
    """Write the record of a run; elements are copied from where the run keeps them, block by block."""
    with whole_file(path) as file:
        writer = BlockWriter(file)
        writer.member(opening_lines(opening(run)))
        for verdict in run.verdicts:
            stored = run.store is not None and verdict.stored >= 0
            elements = run.store.line(verdict.stored) if run.store and stored else elements_line(verdict)
            writer.add(verdict_line(verdict), elements)
        writer.end_block()
        end_at = writer.at
        writer.member([dumps({"end": _end(run, writer)})])
        writer.member([_POINTER.format(end_at)], level=0)


def opening(run: Run) -> Opening:
    """The first lines of a run's record."""
    texts = run.files if run.files is not None else reference_texts(run.reference.root)
    details = {part.environment: dict(part.details) for part in run.parts}
    return Opening(run.environment, run.reference.root.as_posix(), texts, details)


def read_record(path: Path) -> Run:
    """The run of a record, its verdicts light.

    Raises :class:`InvalidRecord` for what is no record, is one of another version, or was changed since it was
    written, and :class:`LostEnd` where the end is missing.
    """
    try:
        size = path.stat().st_size
        with path.open("rb") as file:
            begun = _opening(path, file)
            end_at = _end_at(path, file, size)
            end = _json_end(file, end_at, size)
            _check_hash(path, file, end_at, end["sha256"])
        blocks = [Block(*map(int, entry)) for entry in end["blocks"]]
        reader = BlockReader(path, blocks, end_at)
        verdicts = [verdict_of(line, stored) for stored, line in enumerate(reader.verdict_lines())]
        if len(verdicts) != end["verdicts"]:
            raise InvalidRecord(path, 1, f"{end['verdicts']} verdicts", str(len(verdicts)))
        return make_run(
            reference_from(begun.files, Path(begun.root)),
            verdicts,
            faults=[_fault(entry) for entry in end["faults"]],
            skipped=end["skipped"],
            complete=bool(end["complete"]),
            parts=[_part(entry, begun) for entry in end["parts"]],
            standing=[_fault(entry) for entry in end["standing"]],
            places={name: (str(place), int(line)) for name, (place, line) in end["places"].items()},
            shard=str(end["shard"]),
            store=reader,
            files=begun.files,
        )
    except _BROKEN as error:
        raise InvalidRecord(path, 1, "the record of a run", f"{type(error).__name__}: {error}") from error


def _end(run: Run, writer: BlockWriter) -> dict[str, Any]:
    return {
        "verdicts": writer.count,
        "sha256": writer.sha256,
        "complete": run.complete,
        "shard": run.shard,
        "faults": [_plain(fault) for fault in run.faults],
        "standing": [_plain(fault) for fault in run.standing],
        "skipped": run.skipped,
        "places": run.places,
        "parts": [{"environment": p.environment, "tests": p.tests, "judged": sorted(p.judged)} for p in run.parts],
        "blocks": [list(block) for block in writer.blocks],
    }


def _plain(fault: str) -> dict[str, Any]:
    located = fault if isinstance(fault, Fault) else Fault(fault)
    return {"text": str(fault), "kind": kind_of(fault), "path": located.path, "line": located.line}


def _fault(plain: dict[str, Any]) -> Fault:
    return Fault(str(plain["text"]), str(plain["kind"]), str(plain["path"]), int(plain["line"]))


def _part(plain: dict[str, Any], begun: Opening) -> Part:
    environment = str(plain["environment"])
    return Part(environment, int(plain["tests"]), frozenset(plain["judged"]), begun.details.get(environment, {}))


def _opening(path: Path, file: io.BufferedReader) -> Opening:
    """The opening of a record; a spool, which is not packed, is one that never had an end."""
    packed = file.read(2) == b"\x1f\x8b"
    file.seek(0)
    if not packed:
        opening_of(iter(file))
        raise LostEnd(path, 1, _AN_END, "the spool of a run that was stopped")
    try:
        with gzip.GzipFile(fileobj=file) as unpacked:
            return opening_of(iter(unpacked))
    except (EOFError, zlib.error) as error:
        raise LostEnd(path, 1, _AN_END, str(error)) from error


def _end_at(path: Path, file: io.BufferedReader, size: int) -> int:
    """Where the end begins, as the last member says."""
    file.seek(max(size - _POINTER_SIZE, 0))
    try:
        end_at = json.loads(gzip.decompress(file.read()))["end_at"]
    except _BROKEN as error:
        raise LostEnd(path, 1, _AN_END, f"{size} bytes that end otherwise") from error
    if type(end_at) is not int or not 0 < end_at < size:
        raise InvalidRecord(path, 1, "a pointer to the end", repr(end_at))
    return end_at


def _json_end(file: io.BufferedReader, end_at: int, size: int) -> dict[str, Any]:
    file.seek(end_at)
    found: dict[str, Any] = json.loads(gzip.decompress(file.read(size - end_at - _POINTER_SIZE)))["end"]
    return found


def _check_hash(path: Path, file: io.BufferedReader, length: int, expected: str) -> None:
    file.seek(0)
    found = hashlib.sha256()
    while length > 0 and (piece := file.read(min(_CHUNK, length))):
        found.update(piece)
        length -= len(piece)
    if found.hexdigest() != expected:
        raise InvalidRecord(path, 1, f"SHA-256 {expected}", found.hexdigest())
