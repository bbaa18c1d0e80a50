"""The record file: written atomically from a run, and read back as an equal run.

``run.jsonl.gz`` is gzip members of JSON lines (``zcat`` shows them): the opening, the blocks of verdicts, the end, and
as the last member a pointer to the end, stored uncompressed so that its size is fixed. A truncated file lacks the
pointer.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import zlib
from pathlib import Path
from typing import Any, BinaryIO

from lastdigit.base.errors import InvalidRecord, LostEnd, told
from lastdigit.base.fault import KINDS, Fault, kind_of
from lastdigit.base.files import open_file, whole_file
from lastdigit.records.blocks import MOST_VERDICTS, Block, BlockReader, BlockWriter
from lastdigit.records.fields import NoRecord, count, lines_of, listed, member, parsed, typed, unpacked
from lastdigit.records.lines import dumps, elements_line, verdict_line, verdict_of
from lastdigit.records.opening import Opening, opening_lines, opening_of
from lastdigit.records.reference_text import reference_from, reference_texts
from lastdigit.records.run import Part, Run, make_run
from lastdigit.records.shard import SHARD

NAME = "run.jsonl.gz"

POINTER = '{{"end_at":{:>20}}}'
_POINTER_SIZE = len(gzip.compress(POINTER.format(0).encode() + b"\n", 0, mtime=0))
_CHUNK = 1 << 20
_AN_END = "a complete record"
_THE_END = "the trailer of a record"
LARGEST_OPENING = 1 << 27
"""The most bytes of reference data in a record."""


def write_record(run: Run, path: Path) -> None:
    """Write the record of a run; elements are copied from its storage, block by block."""
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
        writer.member([POINTER.format(end_at)], level=0)


def opening(run: Run) -> Opening:
    """The first lines of a run's record."""
    texts = run.files if run.files is not None else reference_texts(run.reference.root)
    details = {part.environment: dict(part.details) for part in run.parts}
    return Opening(run.environment, run.reference.root.as_posix(), texts, details)


def read_record(path: Path) -> Run:
    """Read the run of a record, with light verdicts. Raises :class:`InvalidRecord` for an invalid file, an unsupported
    version, or a modified record, and :class:`LostEnd` if the end is missing.
    """
    with open_file(path, InvalidRecord) as file:
        try:
            begun = _opening(path, file)
            size = file.seek(0, os.SEEK_END)
            end_at = _end_at(path, file, size)
            end = _json_end(file, end_at, size)
            _check_hash(path, file, end_at, member(end, "sha256", str, _THE_END))
            reader = BlockReader(path, _blocks(end, end_at), end_at, count(end, "verdicts", _THE_END))
            verdicts = [verdict_of(line, stored) for stored, line in enumerate(reader.verdict_lines())]
            facts = _facts(end, begun)
            reference = reference_from(begun.files, Path(begun.root))
        except NoRecord as error:
            raise InvalidRecord(path, 1, error.expected, error.found) from error
    return make_run(reference, verdicts, **facts, store=reader, files=begun.files)


def _facts(end: dict[str, Any], begun: Opening) -> dict[str, Any]:
    """The facts of the whole run, from the end."""
    shard = member(end, "shard", str, _THE_END)
    if shard and not SHARD.fullmatch(shard):
        raise NoRecord("a shard K/N", told(shard))
    return {
        "faults": listed(end, "faults", _fault, _THE_END),
        "complete": member(end, "complete", bool, _THE_END),
        "parts": listed(end, "parts", lambda part: _part(part, begun), _THE_END),
        "standing": listed(end, "standing", _fault, _THE_END),
        "places": {name: _place(place) for name, place in member(end, "places", dict, _THE_END).items()},
        "shard": shard,
    }


def _blocks(end: dict[str, Any], end_at: int) -> list[Block]:
    """The places of the blocks: consecutive, with at least one verdict each."""
    blocks = listed(end, "blocks", _block, _THE_END)
    total = count(end, "verdicts", _THE_END)
    behind = [*blocks[1:], Block(end_at, end_at, total)]
    if bool(total) != bool(blocks) or (blocks and blocks[0].first != 0):
        raise NoRecord(f"blocks of {total} verdicts", str(len(blocks)))
    for block, following in zip(blocks, behind, strict=False):
        in_order = 0 < block.verdicts < block.elements < following.verdicts
        if not in_order or not block.first < following.first <= block.first + MOST_VERDICTS:
            raise NoRecord("consecutive blocks", told([list(block), list(following)]))
    return blocks


def _block(plain: Any) -> Block:
    if type(plain) is not list or len(plain) != 3 or any(type(number) is not int for number in plain):
        raise NoRecord("a block as three numbers", told(plain))
    return Block(*plain)


def _place(plain: Any) -> tuple[str, int]:
    if type(plain) is not list or [type(part) for part in plain] != [str, int]:
        raise NoRecord("a place as file and line", told(plain))
    return plain[0], plain[1]


def _end(run: Run, writer: BlockWriter) -> dict[str, Any]:
    return {
        "verdicts": writer.count,
        "sha256": writer.sha256,
        "complete": run.complete,
        "shard": run.shard,
        "faults": [_plain(fault) for fault in run.faults],
        "standing": [_plain(fault) for fault in run.standing],
        "places": run.places,
        "parts": [{"environment": p.environment, "tests": p.tests, "judged": sorted(p.judged)} for p in run.parts],
        "blocks": [list(block) for block in writer.blocks],
    }


def _plain(fault: str) -> dict[str, Any]:
    located = fault if isinstance(fault, Fault) else Fault(fault)
    return {"text": str(fault), "kind": kind_of(fault), "path": located.path, "line": located.line}


def _fault(plain: Any) -> Fault:
    text, kind, path = (member(plain, key, str, "a fault") for key in ("text", "kind", "path"))
    if kind not in KINDS:
        raise NoRecord("a kind of fault", told(kind))
    return Fault(text, kind, path, count(plain, "line", "a fault"))


def _part(plain: Any, begun: Opening) -> Part:
    environment = member(plain, "environment", str, "a part")
    judged = frozenset(listed(plain, "judged", lambda name: typed(name, str, "a judged test"), "a part"))
    return Part(environment, count(plain, "tests", "a part"), judged, begun.details.get(environment, {}))


def _opening(path: Path, file: BinaryIO) -> Opening:
    """The opening of a record; an uncompressed spool is a record without an end."""
    packed = file.read(2) == b"\x1f\x8b"
    file.seek(0)
    if not packed:
        opening_of(lines_of(file, LARGEST_OPENING))
        raise LostEnd(path, 1, _AN_END, "the spool of an interrupted run")
    try:
        with gzip.GzipFile(fileobj=file) as unpacking:
            return opening_of(lines_of(unpacking, LARGEST_OPENING))
    except (EOFError, zlib.error) as error:
        raise LostEnd(path, 1, _AN_END, str(error)) from error
    except gzip.BadGzipFile as error:
        raise NoRecord("a record, packed by gzip", str(error)) from error


def _end_at(path: Path, file: BinaryIO, size: int) -> int:
    """The offset of the end, from the last member."""
    file.seek(max(size - _POINTER_SIZE, 0))
    try:
        pointer = parsed(unpacked(file.read(), "a pointer"), "a pointer")
        end_at = member(pointer, "end_at", int, "a pointer")
    except NoRecord as error:
        raise LostEnd(path, 1, _AN_END, f"{size} bytes with another end") from error
    if not 0 < end_at < size - _POINTER_SIZE:
        raise NoRecord("a pointer to the end", told(end_at))
    return end_at


def _json_end(file: BinaryIO, end_at: int, size: int) -> dict[str, Any]:
    file.seek(end_at)
    packed = file.read(size - end_at - _POINTER_SIZE)
    return member(parsed(unpacked(packed, _THE_END), _THE_END), "end", dict, _THE_END)


def _check_hash(path: Path, file: BinaryIO, length: int, expected: str) -> None:
    file.seek(0)
    found = hashlib.sha256()
    while length > 0 and (piece := file.read(min(_CHUNK, length))):
        found.update(piece)
        length -= len(piece)
    if found.hexdigest() != expected:
        raise InvalidRecord(path, 1, f"SHA-256 {expected}", found.hexdigest())
