"""``python -m studies.fuzz.documents``: coverage-guided fuzzing of readers, scan and extraction.

Atheris mutates the documents of the tests and keeps inputs that reach new lines of lastdigit. A document is read and
its goldens are extracted, or it is refused with a named error; anything else, including an input that takes too long,
is a finding: it is written to ``reports/fuzz/`` and the run fails. The first byte of an input selects the reader.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["lastdigit"]):
    from lastdigit.base.errors import LastdigitError
    from lastdigit.extraction.extract import extract
    from lastdigit.readers.table import READERS, read_document

ENDINGS = sorted(READERS)
DOCUMENTS = Path(__file__).parents[2] / "tests" / "documents"
FOUND = Path("reports") / "fuzz"
SECONDS_PER_INPUT, LONGEST_INPUT = 10, 20_000


def main() -> None:
    """Fuzz for a time; the exit status is that of libFuzzer, 0 without findings."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=600)
    parser.add_argument("--again", type=Path, help="one finding to run through again")
    arguments = parser.parse_args()
    FOUND.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        corpus = Path(folder) / "corpus"
        corpus.mkdir()
        for path in DOCUMENTS.iterdir():
            if path.suffix in READERS and path.stat().st_size < LONGEST_INPUT:
                (corpus / path.name).write_bytes(bytes([ENDINGS.index(path.suffix)]) + path.read_bytes())
        limits = [
            f"-max_total_time={arguments.seconds}",
            f"-timeout={SECONDS_PER_INPUT}",
            f"-max_len={LONGEST_INPUT}",
            f"-artifact_prefix={FOUND}{os.sep}",
            "-rss_limit_mb=4096",
        ]
        inputs = [str(arguments.again)] if arguments.again else [str(corpus)]
        atheris.Setup([sys.argv[0], *limits, *inputs], lambda data: read_one(data, Path(folder)))
        atheris.Fuzz()


def read_one(data: bytes, folder: Path) -> None:
    """Read one input and extract its goldens; a document may be refused."""
    if not data:
        return
    path = folder / f"document{ENDINGS[data[0] % len(ENDINGS)]}"
    path.write_bytes(data[1:])
    try:
        for entry in extract(read_document(path)):
            assert entry.start.line >= 1
            assert entry.start.column >= 1
    except LastdigitError:
        return


if __name__ == "__main__":
    main()
