"""The store: one folder per document with a TOML file of provenance and one CSV per golden, hashed."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from lastdigit.base.errors import InvalidStore, InvalidToken, StoreMismatch, UnreadableDocument, told
from lastdigit.base.files import csv_bytes, csv_rows, is_file_name, read_content, write_whole, written_toml
from lastdigit.base.toml_table import Table
from lastdigit.document import Document, Place, sha256
from lastdigit.extraction.extracted import Extracted
from lastdigit.printing.golden import DOTS, Golden
from lastdigit.printing.tokens import MISSING, TOKEN
from lastdigit.store.frames import FRAME, by_frame, columns_of
from lastdigit.store.golden_record import golden_of

RECORD = "document.toml"
GOLDENS = "goldens"

_ALLOWED = {DOTS} | MISSING


@dataclass(frozen=True)
class StoredDocument:
    """The stored goldens of a document."""

    id: str
    folder: Path
    file_name: str
    sha256: str
    goldens: dict[str, Golden]
    files: Mapping[str, str] = field(default_factory=dict)
    """File names that differ from the golden's name: columns are stored under their frame's."""

    def csv_path(self, golden: str) -> Path:
        """The CSV with the tokens of ``golden``."""
        return self.folder / GOLDENS / f"{self.files.get(golden, golden)}.csv"


def store(document: Document, extracted: list[Extracted], root: Path) -> StoredDocument:
    """Write a document's goldens below ``root``: the CSVs first, the record that names them last.

    CSVs of goldens that the document no longer has are removed last.
    """
    folder = folder_of(document, root)
    names = write_goldens(folder, document.path.name, document.sha256, [entry.golden for entry in extracted])
    for path in (folder / GOLDENS).glob("*.csv"):
        if path.stem not in names:
            path.unlink()
    return load_document(folder)


def write_goldens(folder: Path, document: str, sha256_of_it: str, goldens: list[Golden]) -> set[str]:
    """Write a document's goldens and their record; the names of their files without suffix."""
    records: list[dict[str, Any]] = []
    for one in by_frame(goldens):
        content = csv_bytes(one.rows)
        write_whole(folder / GOLDENS / f"{one.name}.csv", content)
        records.append({**one.record(), "sha256": sha256(content)})
    record = {"document": {"name": document, "sha256": sha256_of_it}, "golden": records}
    write_whole(folder / RECORD, with_hash(written_toml(record)))
    return {record["name"] for record in records}


def load_document(folder: Path) -> StoredDocument:
    """Read a stored document back.

    Raises :class:`InvalidStore` for an incomplete record, :class:`StoreMismatch` for a CSV that does not
    match its recorded hash, and :class:`InvalidToken` for a cell that is not a number.
    """
    path = folder / RECORD
    table = Table.of_file(path, InvalidStore)
    described = table.take("document", dict)
    document = table.inner(described)
    files: dict[str, str] = {}
    stored = StoredDocument(folder.name, folder, document.take("name", str), document.take("sha256", str), {}, files)
    document.done()
    for entry in table.tables("golden"):
        for golden in _goldens(stored, entry):
            if golden.name in stored.goldens:
                raise entry.error(f"one golden named {golden.name}", "two", golden.name)
            stored.goldens[golden.name] = golden
            if golden.frame:
                files[golden.name] = golden.frame
    recorded = table.take("sha256", str)
    table.done()
    _check_hash(path, recorded)
    return stored


def _goldens(stored: StoredDocument, entry: Table) -> Iterator[Golden]:
    """The golden of a record, or the columns of a frame, with their tokens."""
    recorded = entry.take("sha256", str)
    is_frame = entry.content.get("kind") == FRAME
    goldens = list(columns_of(stored.id, entry)) if is_frame else [golden_of(stored.id, entry)]
    name = goldens[0].frame if is_frame else goldens[0].name
    size = sum(math.prod(golden.shape) for golden in goldens)
    tokens = _tokens(stored.csv_path(name), name, recorded, size, cut=goldens[0].cut)
    for number, golden in enumerate(goldens):
        yield replace(golden, tokens=tokens[number :: len(goldens)])


def with_hash(content: bytes) -> bytes:
    """Prefix a record with the hash of its lines."""
    return f'sha256 = "{sha256(content)}"\n'.encode() + content


def _check_hash(path: Path, recorded: str) -> None:
    """Raise :class:`StoreMismatch` if a record does not match the hash in its first line."""
    first, _, content = read_content(path).partition(b"\n")
    if first.strip() != f'sha256 = "{recorded}"'.encode():
        raise InvalidStore(path, 1, "a first line with the hash of all lines below", told(first.decode()))
    if sha256(content) != recorded:
        expected = f"lines with SHA-256 {recorded}; statements about goldens belong in cases.toml"
        raise StoreMismatch(path, 1, expected, sha256(content))


def folder_of(document: Document, root: Path) -> Path:
    """The folder of a document; raises :class:`UnreadableDocument` if its name is not a valid folder name."""
    if not is_file_name(document.id):
        raise UnreadableDocument(document.path, 1, "a file whose name is valid as a folder name", told(document.id))
    return root / document.id


def load_store(root: Path) -> dict[str, StoredDocument]:
    """Load every document stored below ``root``, by id."""
    return {path.parent.name: load_document(path.parent) for path in records_in(root)}


def records_in(root: Path) -> list[Path]:
    """The records of all documents stored below ``root``, readable or not."""
    folders = root.iterdir() if root.is_dir() else ()
    return sorted(folder / RECORD for folder in folders if os.path.lexists(folder / RECORD))


def _tokens(path: Path, name: str, recorded: str, size: int, *, cut: bool) -> tuple[str, ...]:
    """``size`` tokens of a CSV, or fewer if the print was ``cut``."""
    content = read_content(path)
    tokens: list[str] = []
    for line, row in enumerate(csv_rows(content, path), start=1):
        for column, token in enumerate(row, start=1):
            if token not in _ALLOWED and not TOKEN.fullmatch(token):
                raise InvalidToken(path, line, f"a printed number in golden {name}", told(token), column)
            if token != DOTS:
                tokens.append(token)
        if len(tokens) > size:
            raise InvalidStore(path, line, f"{size} numbers of golden {name}", f"{len(tokens)} and more")
    found = sha256(content)
    if found != recorded:
        raise StoreMismatch(path, 1, f"golden {name} with SHA-256 {recorded}", found)
    if len(tokens) < size and not cut:
        raise InvalidStore(path, 1, f"{size} numbers of golden {name}", str(len(tokens)))
    return tuple(tokens)


def check(document: Document, extracted: list[Extracted], root: Path) -> StoredDocument:
    """Compare a document with its store and write nothing.

    Raises :class:`StoreMismatch` at the first place, by file, line and column, where they differ.
    """
    folder = folder_of(document, root)
    if not (folder / RECORD).is_file():
        raise StoreMismatch(document.path, 1, f"a record {folder / RECORD}", "none")
    stored = load_document(folder)
    differences = sorted(_differences(document, extracted, stored), key=lambda entry: (entry[0].line, entry[0].column))
    if differences:
        place, expected, found = differences[0]
        raise StoreMismatch(document.path, place.line, expected, found, place.column, place.within)
    if document.sha256 != stored.sha256:
        raise StoreMismatch(
            document.path, 1, f"SHA-256 {stored.sha256}", f"{document.sha256}, with every printed value unchanged", 1
        )
    return stored


def _differences(
    document: Document, extracted: list[Extracted], stored: StoredDocument
) -> Iterator[tuple[Place, str, str]]:
    found_names = set()
    for entry in extracted:
        golden, first = entry.golden, entry.places[0] if entry.places else entry.start
        found_names.add(golden.name)
        known = stored.goldens.get(golden.name)
        if known is None:
            yield first, f"no golden {golden.name}, as in {stored.folder / RECORD}", f"one of shape {golden.shape}"
            continue
        path = stored.csv_path(golden.name)
        if len(known.tokens) != len(golden.tokens):
            yield first, f"{len(known.tokens)} numbers of {golden.name}, as in {path}", str(len(golden.tokens))
        for place, token, kept in zip(entry.places, golden.tokens, known.tokens, strict=False):
            if token != kept:
                yield place, f"{kept} of {golden.name}, as in {path}", token
        old, new = known.record(), golden.record()
        if "inferred" not in old:
            new.pop("inferred", None)  # older stores lack this mark and state the same facts
        if old != new:
            changed = [key for key, value in new.items() if old.get(key) != value]
            keys = changed or sorted(set(old) - set(new))
            yield first, f"{_some(known, keys)} of {golden.name}, as in {stored.folder / RECORD}", _some(golden, keys)
    for name in sorted(set(stored.goldens) - found_names):
        missing = stored.goldens[name]
        yield Place(missing.provenance.first_line, 1), f"golden {name}, as in {stored.folder / RECORD}", "none"


def _some(golden: Golden, keys: list[str]) -> str:
    record = golden.record()
    return ", ".join(f"{key} = {record.get(key)}" for key in keys)
