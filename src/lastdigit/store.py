"""The store: one folder per document with a TOML file of provenance and one CSV per golden, hashed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import tomlkit

from lastdigit.document import Document, Place, sha256
from lastdigit.errors import InvalidStore, InvalidToken, StoreMismatch
from lastdigit.extraction.extracted import Extracted
from lastdigit.files import csv_bytes, csv_rows, line_of, read_bytes, read_toml, write_whole
from lastdigit.golden import DOTS, KINDS, AbsurdDigits, Golden
from lastdigit.printing.print_format import MOST_DIGITS
from lastdigit.printing.tokens import MISSING, TOKEN

RECORD = "document.toml"
GOLDENS = "goldens"

_ALLOWED = {DOTS} | MISSING


@dataclass(frozen=True)
class StoredDocument:
    """A document's goldens as they were stored."""

    id: str
    folder: Path
    file_name: str
    sha256: str
    goldens: dict[str, Golden]
    files: Mapping[str, str] = field(default_factory=dict)
    """Under which names the tokens of goldens are stored that go by another one."""

    def csv_path(self, golden: str) -> Path:
        """Where the tokens of ``golden`` stand."""
        return self.folder / GOLDENS / f"{self.files.get(golden, golden)}.csv"


def store(document: Document, extracted: list[Extracted], root: Path) -> StoredDocument:
    """Write a document's goldens below ``root``: the CSVs first, the record that names them last.

    CSVs of goldens that the document no longer has are removed when everything else is in place.
    """
    folder = root / document.id
    records: list[dict[str, Any]] = []
    for entry in extracted:
        content = csv_bytes(entry.golden.rows)
        write_whole(folder / GOLDENS / f"{entry.golden.name}.csv", content)
        records.append({**entry.golden.record(), "sha256": sha256(content)})
    record = {"document": {"name": document.path.name, "sha256": document.sha256}, "golden": records}
    write_whole(folder / RECORD, tomlkit.dumps(record).encode())
    names = {entry.golden.name for entry in extracted}
    for path in (folder / GOLDENS).glob("*.csv"):
        if path.stem not in names:
            path.unlink()
    return load_document(folder)


def load_document(folder: Path) -> StoredDocument:
    """Read a stored document back.

    Raises :class:`InvalidStore` for a record that lacks something, :class:`StoreMismatch` for a CSV that does not
    match its recorded hash, and :class:`InvalidToken` for a cell that is no number.
    """
    path = folder / RECORD
    record = read_toml(path)
    try:
        stored = StoredDocument(folder.name, folder, record["document"]["name"], record["document"]["sha256"], {})
        for entry in record["golden"]:
            csv_path = stored.csv_path(entry["name"])
            tokens = _read_tokens(csv_path, entry["name"], entry["sha256"])
            try:
                golden = Golden.from_record(folder.name, entry, tokens)
            except AbsurdDigits as error:
                line = line_of(path, f"{error.name} = {error.digits}")
                expected = f"{error.name} of {entry['name']} to be a number of digits up to {MOST_DIGITS}"
                raise InvalidStore(path, line, expected, repr(error.digits)) from error
            if golden.kind not in KINDS:
                raise InvalidStore(path, line_of(path, golden.name), f"a kind among {', '.join(KINDS)}", golden.kind)
            stored.goldens[golden.name] = golden
    except KeyError as error:
        raise InvalidStore(path, 1, f"a value for {error}", "none") from error
    return stored


def load_store(root: Path) -> dict[str, StoredDocument]:
    """Every document stored below ``root``, by its id."""
    return {path.parent.name: load_document(path.parent) for path in sorted(root.glob(f"*/{RECORD}"))}


def _read_tokens(path: Path, name: str, recorded: str) -> tuple[str, ...]:
    content = read_bytes(path)
    rows = csv_rows(content, path)
    for line, row in enumerate(rows, start=1):
        for column, token in enumerate(row, start=1):
            if token not in _ALLOWED and not TOKEN.fullmatch(token):
                raise InvalidToken(path, line, f"a printed number in golden {name}", repr(token), column)
    found = sha256(content)
    if found != recorded:
        raise StoreMismatch(path, 1, f"golden {name} with SHA-256 {recorded}", found)
    return tuple(token for row in rows for token in row if token != DOTS)


def check(document: Document, extracted: list[Extracted], root: Path) -> StoredDocument:
    """Compare a document with its store and write nothing.

    Raises :class:`StoreMismatch` at the first place, by file, line and column, where they differ.
    """
    folder = root / document.id
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
            new.pop("inferred", None)  # a store of before these were marked states the same facts
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
