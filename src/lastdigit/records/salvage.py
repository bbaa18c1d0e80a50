"""What is left of a run with a truncated record: its intact verdicts, and a fault that says so."""

from __future__ import annotations

import gzip
import zlib
from collections import deque
from collections.abc import Iterator
from pathlib import Path

from lastdigit.base.errors import InvalidRecord
from lastdigit.base.fault import LOST_END, Fault
from lastdigit.base.files import open_file
from lastdigit.records.blocks import ascii_text
from lastdigit.records.fields import NoRecord, lines_of
from lastdigit.records.opening import opening_of
from lastdigit.records.reference_text import reference_from
from lastdigit.records.run import Part, Run, make_run
from lastdigit.records.spool import Spool

_VERDICT, _ELEMENTS = b'{"verdict":', b'{"elements":'


def salvaged(path: Path, folder: Path) -> Run:
    """The run of a spool or of a record that was cut short; its verdicts go to a file in ``folder``.

    The judged tests are unknown. Raises :class:`InvalidRecord` if not even the opening is intact.
    """
    lines = _whole_lines(path)
    verdicts = []
    waiting: deque[bytes] = deque()
    try:
        begun = opening_of(lines)
        reference = reference_from(begun.files, Path(begun.root))
        spool = Spool(folder / f"{len(list(folder.iterdir()))}.jsonl", begun)
        for line in lines:
            if line.startswith(_VERDICT):
                waiting.append(line)
            elif line.startswith(_ELEMENTS) and waiting:
                found = ascii_text(waiting.popleft()[len(_VERDICT) : -2])
                verdicts.append(spool.add(found, ascii_text(line[len(_ELEMENTS) : -2])))
    except NoRecord as error:
        raise InvalidRecord(path, 1, error.expected, error.found) from error
    words = f"{path}: the record is truncated; {len(verdicts)} verdicts are intact"
    return make_run(
        reference,
        verdicts,
        faults=[Fault(words, LOST_END, path)],
        standing=[Fault(words, LOST_END, path)],
        complete=False,
        parts=[Part(begun.environment, 0, frozenset(), begun.details.get(begun.environment, {}))],
        store=spool,
        files=begun.files,
    )


def _whole_lines(path: Path) -> Iterator[bytes]:
    """The lines of a file, compressed or not, up to the first incomplete one."""
    with open_file(path, InvalidRecord) as file:
        packed = file.read(2) == b"\x1f\x8b"
        file.seek(0)
        with gzip.GzipFile(fileobj=file) if packed else file as unpacking:
            try:
                for line in lines_of(unpacking):
                    if not line.endswith(b"}\n"):
                        return
                    yield line
            except (EOFError, OSError, zlib.error):
                return
