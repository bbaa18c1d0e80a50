"""What a killed run may leave: the complete reports before it, its own complete reports, or INCOMPLETE pages."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from lastdigit.records.record import NAME as RECORD
from lastdigit.records.record import read_record
from lastdigit.records.salvage import salvaged
from lastdigit.records.spool import NAME as SPOOL
from lastdigit.reports.folder import ASIDE, MOVING, NAMES, PAGE
from lastdigit.reports.page.incomplete_page import TITLE

Hashes = Mapping[str, str]
"""The files of a set of reports by name."""


def hashes(folder: Path) -> Hashes:
    """The existing reports in a folder."""
    return {
        name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in NAMES if (folder / name).is_file()
    }


def complaints(reports: Path, before: Hashes) -> Iterator[str]:
    """Errors in a folder of reports in which a run was killed; ``before`` are those of the previous run."""
    now = hashes(reports)
    if now == before:
        return
    aside = hashes(reports / ASIDE) | hashes(reports / MOVING)
    if RECORD in now and now[RECORD] != before[RECORD]:
        yield from _of_a_finished_run(reports)
        return
    kept = {name: now[name] for name in now if now[name] == before.get(name)} | aside
    if kept != before:
        yield f"of the reports before, {sorted(set(before) - set(kept))} are lost"
    if (reports / ASIDE).is_dir():
        page = (reports / PAGE).read_text(encoding="utf-8") if PAGE in now else TITLE
        old = [name for name in now if now[name] == before.get(name)]
        if old:
            yield f"{old} of the run before stand beside the pages of this one"
        if TITLE not in page and set(now) < set(before) - {RECORD}:
            yield f"the page calls a run finished that left only {sorted(now)}"


def verdicts_kept(reports: Path) -> int:
    """The number of readable verdicts of a killed run, from its record or its spool."""
    if (reports / RECORD).is_file():
        return len(read_record(reports / RECORD).verdicts)
    if not (reports / SPOOL).is_file():
        return 0
    with tempfile.TemporaryDirectory() as folder:
        run = salvaged(reports / SPOOL, Path(folder))
        count = len(run.verdicts)
        run.close()
    return count


def _of_a_finished_run(reports: Path) -> Iterator[str]:
    run = read_record(reports / RECORD)
    page = (reports / PAGE).read_text(encoding="utf-8")
    if f"gate {'PASS' if run.passes else 'FAIL'}" not in page.replace("\n", " "):
        yield "the page does not say what the record says"
    missing = [name for name in NAMES if name != "junit.xml" and not (reports / name).is_file()]
    if missing:
        yield f"the record stands without {missing}"
