"""``lastdigit certify``: write the certificate of a run."""

from __future__ import annotations

from pathlib import Path

from lastdigit.certificates.certificate import write_certificate
from lastdigit.commands.report import record_path
from lastdigit.implementations.implementation import find_implementations
from lastdigit.records.record import read_record


def run(record: Path, implementations: Path, into: Path) -> int:
    """Certify the verdicts of a record with the declarations in ``implementations``."""
    path = record_path(record)
    known = {(found.name, found.operation): found for found in find_implementations(implementations)}
    read = read_record(path)
    count = write_certificate(read, path, known, into)
    print(f"certificate: {into} of {count} verdicts, {into.stat().st_size} bytes")
    return 0
