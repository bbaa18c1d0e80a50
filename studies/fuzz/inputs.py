"""Randomly changed stores, cases and records: each is read and judged, or refused by name, in a separate process.

One fork processes a hundred inputs; the input on which it dies, or exceeds a limit, is the finding.
"""

from __future__ import annotations

import json
import os
import random
import resource
import shutil
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from lastdigit.base.errors import LastdigitError
from lastdigit.base.output import spell_what_is_lacking
from lastdigit.cases.reference import load_reference
from lastdigit.commands.report import run_merge, run_write
from lastdigit.pytest_session.project import Project
from lastdigit.store.documents import with_hash
from studies.fuzz.changes import changed_bytes, changed_values
from studies.fuzz.valid import packed, plain_record, store_with

SECONDS, MEGABYTES, TOGETHER = 2, 500, 100


@dataclass
class Tried:
    """The results for the inputs of one kind."""

    inputs: int = 0
    read: int = 0
    refused: int = 0
    seconds: float = 0.0
    megabytes: float = 0.0
    findings: list[Path] = field(default_factory=list)


def judge_store(root: Path) -> bool:
    """Load a store and judge it; whether anything could be judged."""
    project = Project(load_reference(root), ())
    judged = False
    for judge, parts in ((project.judge_document, project.cases), (project.judge_relation, project.relations)):
        for part in parts:
            try:
                judge(part)
                judged = True
            except LastdigitError:
                continue
    return judged


def try_store(draw: random.Random, root: Path) -> bool:
    """A store with one changed file, mostly with correct hashes."""
    folder = store_with(root)
    path = draw.choice(sorted(path for path in folder.rglob("*") if path.is_file() and path.name != "cases.toml"))
    content = path.read_bytes()
    if path.name == "document.toml" and draw.random() < 0.9:
        path.write_bytes(with_hash(changed_bytes(content.partition(b"\n")[2], draw)))
    else:
        path.write_bytes(changed_bytes(content, draw))
    return judge_store(root)


def try_cases(draw: random.Random, root: Path) -> bool:
    """A store with a changed case file."""
    path = store_with(root) / "cases.toml"
    path.write_bytes(changed_bytes(path.read_bytes(), draw))
    return judge_store(root)


def try_record(draw: random.Random, root: Path) -> bool:
    """A record with changed values or bytes: it is read and reported, or else salvaged."""
    path = root / "run.jsonl.gz"
    root.mkdir()
    if draw.random() < 0.8:
        path.write_bytes(packed(changed_values(plain_record(), draw)))
    else:
        path.write_bytes(changed_bytes(packed(plain_record()), draw))
    try:
        run_write(path, root / "reports")
    except LastdigitError:
        run_merge([path], root / "reports", part=True)
        raise
    return True


KINDS: dict[str, Callable[[random.Random, Path], bool]] = {
    "stores": try_store,
    "cases": try_cases,
    "records": try_record,
}


def try_for(kind: str, seconds: float, seed: int, found: Path) -> Tried:
    """Try inputs of a kind for a time; findings are named by the seed that reproduces them."""
    tried, end, number = Tried(), time.monotonic() + seconds, 0
    with tempfile.TemporaryDirectory(prefix="lastdigit-") as folder:
        while time.monotonic() < end:
            at = _forked(kind, seed, number, Path(folder), tried)
            if at is not None:
                path = found / f"{kind}-{seed}-{at}.txt"
                shutil.copy(Path(folder) / "said", path)
                tried.findings.append(path)
            number = number + TOGETHER if at is None else at + 1
    return tried


def _forked(kind: str, seed: int, first: int, folder: Path, tried: Tried) -> int | None:
    """Try a hundred inputs in a separate process; returns the number of the one that it did not survive."""
    notes = folder / "notes"
    notes.write_text("")
    child = os.fork()
    if child == 0:
        _limited(kind, seed, first, folder)
    _, status, used = os.wait4(child, 0)
    ended = [json.loads(line) for line in notes.read_text().splitlines()]
    tried.inputs += len(ended)
    tried.read += sum(entry[0] == "read" for entry in ended)
    tried.refused += sum(entry[0] == "refused" for entry in ended)
    tried.seconds = max([tried.seconds, *(entry[1] for entry in ended)])
    tried.megabytes = max(tried.megabytes, used.ru_maxrss / 1024)
    shutil.rmtree(folder / "work", ignore_errors=True)
    if status:
        tried.inputs += 1
        return first + len(ended)
    return None


def _limited(kind: str, seed: int, first: int, folder: Path) -> None:
    said = os.open(folder / "said", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(said, 1)
    os.dup2(said, 2)
    spell_what_is_lacking(sys.stdout)
    mapped = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (mapped + MEGABYTES * 2**20,) * 2)
    status = 0
    with (folder / "notes").open("w") as notes:
        for number in range(first, first + TOGETHER):
            started = time.process_time()
            _, hard = resource.getrlimit(resource.RLIMIT_CPU)
            resource.setrlimit(resource.RLIMIT_CPU, (int(started) + SECONDS + 1, hard))
            try:
                what = "read" if KINDS[kind](random.Random(f"{kind} {seed} {number}"), folder / "work") else "refused"
            except LastdigitError:
                what = "refused"
            except BaseException:
                traceback.print_exc()
                status = 1
                break
            seconds = time.process_time() - started
            if seconds > SECONDS:
                print(f"{kind} {seed} {number}: {seconds:.1f} s")
                status = 1
                break
            notes.write(json.dumps([what, seconds]) + "\n")
            notes.flush()
            shutil.rmtree(folder / "work", ignore_errors=True)
    os._exit(status)
